"""A game while its text is read: a document that grows, and where in the text each of its values stands.

Knows nothing of how lines are read.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from piquet_records.notation.letters import (
    LANGUAGES,
    Language,
    Letters,
    UnreadableCardsError,
    read,
    settle,
)
from piquet_records.notation.statements import LineError, ReadStep
from piquet_records.record.game import FORMAT
from piquet_records.record.json_text import pointer

Place = tuple[int, int]
"""A line and a column, both from 1."""
_GAME_LISTS: Final = ("steps",)


class Draft:
    """One game as far as it was read."""

    def __init__(self, line: int, language: Language | None) -> None:
        """Begin a game on a line; ``language`` is the one declared for the file, if any."""
        self.line = line
        self.language = language
        self.document: dict[str, Any] = {"format": FORMAT}
        self.places: dict[str, Place] = {"": (line, 1)}
        self.faults: list[tuple[Place, str]] = []
        self.section: str | None = None
        self.read_in: Language = "en"
        """The language in which its cards were read."""
        self.standing = 0
        """How many tricks of the deal stand, those taken back not counted."""

    @property
    def deal(self) -> dict[str, Any] | None:
        """The deal that is being read; None before the first."""
        deals = self.document.get("deals")
        return deals[-1] if deals else None

    def fault(self, message: str, line: int, column: int) -> None:
        """Keep what is wrong at a place."""
        self.faults.append(((line, column), message))

    def begin_deal(self, place: Place) -> None:
        """Begin the next deal."""
        deals = self.document.setdefault("deals", [])
        self.places.setdefault("/deals", place)
        self.places[f"/deals/{len(deals)}"] = place
        deals.append({})
        self.section = None
        self.standing = 0

    def begin_section(self, name: str, place: Place) -> None:
        """Begin a list of steps. Raises LineError where it stands already, or no deal does."""
        owner = self._owner(name in _GAME_LISTS, place)
        if name in owner:
            raise LineError(self._again(self._at(name in _GAME_LISTS), name), place[1])
        owner[name] = []
        self.section = name
        self.places[pointer(self._at(name in _GAME_LISTS), name)] = place

    def set(self, path: tuple[str, ...], value: Any, place: Place, *, of_game: bool) -> None:
        """Set a field of the game or of the deal. Raises LineError where it was written before."""
        owner, at = self._owner(of_game, place), self._at(of_game)
        for name in path[:-1]:
            owner = owner.setdefault(name, {})
            at = pointer(at, name)
            self.places.setdefault(at, place)
            if not isinstance(owner, dict):
                line = self.places[at][0]
                message = f"`{name}` was written as a whole on line {line}; write it there"
                raise LineError(message, place[1])
        if path[-1] in owner and isinstance(value, dict) and isinstance(owner[path[-1]], dict):
            value = owner[path[-1]] | value  # a score, with its notes written before it
        elif path[-1] in owner:
            raise LineError(self._again(at, path[-1]), place[1])
        owner[path[-1]] = value
        self.places[pointer(at, path[-1])] = place

    def add(self, step: ReadStep, line: int) -> None:
        """Add a step to the list that is being read."""
        place = (line, step.column)
        at = self._add(step.raw if step.raw is not None else step.fields, place)
        for name, column in step.columns.items():
            self.places[pointer(at, name)] = (line, column)
        fields = step.fields if step.raw is None else msgspec.json.decode(step.raw)
        self.standing = standing_after(fields, self.standing)

    def add_trick(self, trick: Letters) -> None:
        """Add a trick to the play."""
        self._add(trick, (trick.line, trick.column))
        self.standing += 1

    def _add(self, entry: Any, place: Place) -> str:
        of_game = self.section in _GAME_LISTS
        entries = self._owner(of_game, place)[self.section]
        at = pointer(pointer(self._at(of_game), str(self.section)), len(entries))
        entries.append(entry)
        self.places[at] = place
        return at

    def _owner(self, of_game: bool, place: Place) -> Any:
        if of_game:
            return self.document
        if self.deal is None:
            raise LineError("this belongs to a deal, and no deal has begun; write `deal: B deals` first", place[1])
        return self.deal

    def _at(self, of_game: bool) -> str:
        return "" if of_game else f"/deals/{len(self.document['deals']) - 1}"

    def _again(self, at: str, name: str) -> str:
        line = self.places.get(pointer(at, name), self.places[""])[0]
        return f"`{name}` was written already, on line {line}; write it once"

    def read_letters(self) -> None:
        """Put what letters mean in their places, in the declared language or the only one that is possible."""
        found = list(_letters_in(self.document))
        language = self.language
        if language is None:
            settled = settle(found)
            language = settled.language
            if settled.doubt:
                letters, message = settled.doubt
                self.fault(message, letters.line, letters.column)
        self.read_in = language
        self.document = self._read(self.document, language)

    def _read(self, value: Any, language: Language) -> Any:
        if isinstance(value, Letters):
            try:
                return read(value, language)
            except UnreadableCardsError as error:
                self.fault(str(error), value.line, value.column + error.offset)
                return ""
        if isinstance(value, dict):
            return {name: self._read(child, language) for name, child in value.items()}
        return [self._read(child, language) for child in value] if isinstance(value, list) else value

    def place_of(self, at: str) -> Place:
        """Return the place of what a JSON pointer means, or of the nearest thing around it."""
        return self.places[self.nearest(at)]

    def nearest(self, at: str) -> str:
        """Return a JSON pointer, or the nearest one around it whose place in the text is known."""
        while at and at not in self.places:
            at = at.rpartition("/")[0]
        return at


def _letters_in(value: Any) -> Iterator[Letters]:
    if isinstance(value, Letters):
        yield value
    elif isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _letters_in(child)


def standing_after(entry: Any, standing: int) -> int:
    """Return how many tricks stand after an entry of the play."""
    if isinstance(entry, str):
        return standing + 1
    if isinstance(entry, dict) and entry.get("act") == "rewind" and isinstance(entry.get("to"), int):
        return int(entry["to"]) - 1
    return standing


def language_named(text: str) -> Language | None:
    """Return the language that a line declares; None where it is none of those known."""
    known: dict[str, Language] = {"english": "en", "french": "fr", "français": "fr", "anglais": "en"}
    name = text.casefold()
    return next((language for language in LANGUAGES if language == name), None) or known.get(name)
