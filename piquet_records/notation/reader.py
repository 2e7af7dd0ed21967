"""Texts in the notation read: each game as the JSON of a record, or everything that is wrong with it.

Each line recovers by itself, so that all faults of a game are found at once, each with its line and column. What the
text says is then held against the record's own types, as any record is.
"""

import difflib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from piquet_records.notation.draft import Draft, Place, language_named
from piquet_records.notation.fields import BY_KEY, CONVENTION, OTHER_FIELD, read_text, read_value, row_of
from piquet_records.notation.letters import Language, Letters
from piquet_records.notation.statements import LineError, read_statements
from piquet_records.record.game import Fault, Game, to_json
from piquet_records.record.json_text import printable, shortened
from piquet_records.record.reading import decode

SECTIONS: Final = {
    "dealing": "dealing",
    "exchange": "exchange",
    "calls": "declarations",
    "play": "play",
    "steps": "steps",
}
"""The lines that begin a list of steps, and the list of the record that each of them begins."""

_KEYED: Final = re.compile(r"(?P<indent>\s*)(?P<key>[^\s:\"{}\[\]#|][^:\"{}\[\]#]*?)\s*:\s*(?P<rest>.*)", re.DOTALL)
_GAME: Final = re.compile(r"\s*game\s*:", re.IGNORECASE)
_DEAL: Final = re.compile(r"deal(?:\s+(?P<number>\d+))?", re.IGNORECASE)
_DEALS: Final = re.compile(r"(?P<seat>[A-G])\s+deals?(?:\s*,?\s*(?P<packets>\d+)\s+at\s+a\s+time)?", re.IGNORECASE)
_TRICK: Final = re.compile(r"\s*(?:(?P<number>\d+)\s*\.\s*)?(?P<cards>.*\S)\s*", re.DOTALL)
_ACTING: Final = re.compile(r"\s*(?:(?:elder|younger|after|before)\b|[AB]\s+[a-z]{2}|\{)", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:^|\s)#.*", re.DOTALL)
_NO_UTF8: Final = re.compile("[\udc80-\udcff]")
"""A byte that is not UTF-8, as ``surrogateescape`` keeps it."""
_ABSENT: Final = re.compile(r"is missing:|; this one has not$")
"""Faults of a record that something is not in it."""
_WHOLE: Final = re.compile(r"(/deals(/\d+)?)?")
"""The pointers to the whole game, to all deals, and to a whole deal."""
_MISSING: Final = re.compile(r"the field `(?P<name>[^`]+)` is missing")


class ReadGame(Struct, frozen=True):
    """One game of a text: what it says, or what is wrong with it."""

    line: int
    """The line on which it begins, from 1."""
    game: Game | None
    faults: tuple[Fault, ...]
    document: dict[str, Any]
    """What could be read of it, as the plain values of a record; all of it where no line has a fault."""
    language: Language
    """The language of its cards."""
    places: dict[str, Place]
    """The line and column at which values of the record stand, by their JSON pointers."""

    @property
    def raw(self) -> bytes:
        """The game as JSON. Only of a game without faults."""
        assert self.game is not None  # noqa: S101 - what the caller has to see first
        return to_json(self.game)


def read_games(text: str) -> Iterator[ReadGame]:
    """Yield the games of a text, one after another."""
    return read_lines(enumerate(text.split("\n"), start=1))


def read_lines(lines: Iterable[tuple[int, str | Fault]]) -> Iterator[ReadGame]:
    """Yield the games of numbered lines; a game ends where the next begins.

    A fault in place of a line (such as a file that is cut off) is a fault of the game in which it stands.
    """
    head = _Head()
    current: _GameReader | None = None
    for number, text in lines:
        if isinstance(text, Fault):
            (current.draft.faults if current else head.faults).append(((number, 1), text.message))
            continue
        line = text.rstrip("\r\n")
        if _GAME.match(line):
            if current:
                yield current.finished()
            current = _GameReader(number, head.language, head.faults)
            head.faults = []
        if current:
            current.read(number, line)
        else:
            head.read(number, line)
    if current is None:
        if not head.faults:
            head.faults.append((head.first, "no game begins here; expected a line such as `game: last-night`"))
        current = _GameReader(head.first[0], head.language, head.faults)
    yield current.finished()


class _Head:
    """What stands before the first game of a file."""

    def __init__(self) -> None:
        self.language: Language | None = None
        self.faults: list[tuple[Place, str]] = []
        self.first: Place = (1, 1)

    def read(self, number: int, line: str) -> None:
        text = _COMMENT.sub("", line).strip()
        column = len(line) - len(line.lstrip()) + 1
        found = _KEYED.fullmatch(text)
        if not text:
            return
        if found and found["key"].casefold() == "language" and (language := language_named(found["rest"])):
            self.language = language
        elif not self.faults:
            message = (
                f"found `{shortened(printable(text))}` before the first game; expected `game: ID`, or `language: en`"
            )
            self.faults.append(((number, column), message))


class _GameReader:
    """Reads the lines of one game."""

    def __init__(self, line: int, language: Language | None, faults: list[tuple[Place, str]]) -> None:
        self.draft = Draft(line, language)
        self.draft.faults += faults
        self.text: tuple[tuple[str, ...], bool] | None = None
        """The field of text that a line with ``|`` would continue, and whether it is the game's."""

    def read(self, number: int, line: str) -> None:
        """Read one line; keep what is wrong with it."""
        if not _COMMENT.sub("", line).strip():
            return
        try:
            self._read(number, _checked_text(line))
        except LineError as error:
            self.draft.fault(str(error), number, error.column)

    def _read(self, number: int, line: str) -> None:
        bare = line.lstrip()
        if bare.startswith("|"):
            self._continue(bare[1:], len(line) - len(bare) + 1)
            return
        keyed = _KEYED.fullmatch(line)
        if keyed and not (self.draft.section and _ACTING.match(line) and not _known(keyed["key"])):
            self.text = None
            self._read_keyed(number, keyed)
        elif self.draft.section is None:
            self._read_astray(line)
        elif self.draft.section == "play" and not _ACTING.match(line):
            self._read_tricks(number, line)
        else:
            for step in read_statements(line, number):
                self.draft.add(step, number)

    def _read_astray(self, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        found = shortened(printable(line.strip()))
        message = f"found `{found}`, expected `key: value`, or a line that begins a list, such as `calls:` or `play:`"
        raise LineError(message, column)

    def _read_keyed(self, number: int, keyed: re.Match[str]) -> None:
        key, place = " ".join(keyed["key"].split()), (number, keyed.start("key") + 1)
        column = keyed.start("rest") + 1
        if section := SECTIONS.get(key.casefold()):
            self.draft.begin_section(section, place)
            if _COMMENT.sub("", keyed["rest"]).strip():
                self._read(number, " " * keyed.start("rest") + keyed["rest"])
            return
        rest = _without_comment(keyed["rest"], column)
        if key.casefold() == "game":
            self.draft.set(("id",), read_text(rest, column), (number, column), of_game=True)
            return
        self.draft.section = None
        if key.casefold() == "language":
            self._declare(rest, column)
        elif deal := _DEAL.fullmatch(key):
            self._begin_deal(deal["number"], rest, place, column)
        else:
            self._set_field(key, rest, place, column)

    def _declare(self, name: str, column: int) -> None:
        language = language_named(name)
        if language is None:
            message = f"found `{name}`, expected `en` (English) or `fr` (French)"
            raise LineError(message, column)
        self.draft.language = language

    def _begin_deal(self, number: str | None, rest: str, place: Place, column: int) -> None:
        self.draft.begin_deal(place)
        count = len(self.draft.document["deals"])
        found = _DEALS.fullmatch(rest)
        if not found:
            message = f"found `{rest}`, expected who deals, such as `B deals` or `B deals, 3 at a time`"
            raise LineError(message, column)
        self.draft.set(("dealer",), found["seat"].upper(), (place[0], column), of_game=False)
        if found["packets"]:
            packets = (place[0], column + found.start("packets"))
            self.draft.set(("packets",), int(found["packets"]), packets, of_game=False)
        if number and int(number) != count:
            message = f"found `deal {number}`, expected `deal {count}`, for that is its place"
            raise LineError(message, place[1])

    def _set_field(self, key: str, rest: str, place: Place, column: int) -> None:
        row = row_of(key)
        if row is None:
            raise LineError(_unknown_key(key), place[1])
        if row.scope == "deal" and self.draft.deal is None:
            message = f"`{key}` belongs to a deal; write `deal: B deals` first"
            raise LineError(message, place[1])
        of_game = row.scope == "game" or (row.scope == "both" and self.draft.deal is None)
        value = read_value(row, rest, place[0], column)
        self.draft.set(row.path, value, (place[0], column), of_game=of_game)
        if row.kind == "text" and isinstance(value, str):
            self.text = (row.path, of_game)

    def _continue(self, more: str, column: int) -> None:
        if self.text is None:
            raise LineError("a line with `|` continues the text of the line above; there is none", column)
        path, of_game = self.text
        owner = self.draft.document if of_game else self.draft.deal
        for name in path[:-1]:
            owner = owner[name]  # type: ignore[index]
        written: str = owner[path[-1]]  # type: ignore[index]
        text = _COMMENT.sub("", more).strip()
        owner[path[-1]] = f"{written}\n" if not text else joined(written, text)  # type: ignore[index]

    def _read_tricks(self, number: int, line: str) -> None:
        for part in re.finditer(r"[^,;]+", _COMMENT.sub("", line)):
            found = _TRICK.fullmatch(part[0])
            if not found:
                continue
            standing = self.draft.standing + 1
            trick = Letters(found["cards"], "trick", number, part.start() + found.start("cards") + 1)
            self.draft.add_trick(trick)
            if found["number"] and int(found["number"]) != standing:
                column = part.start() + found.start("number") + 1
                self.draft.fault(f"found trick {found['number']}, expected trick {standing}", number, column)

    def finished(self) -> ReadGame:
        """Return the game, or everything that is wrong with it.

        Of what one wrong line may make wrong elsewhere nothing is said.
        """
        draft = self.draft
        draft.read_letters()
        found = decode(msgspec.json.encode(draft.document))
        if isinstance(found, Game) and not draft.faults:
            return ReadGame(draft.line, found, (), draft.document, draft.read_in, draft.places)
        faults = [Fault("", message, line, column) for (line, column), message in draft.faults]
        if not isinstance(found, Game):
            faults += [fault for fault in self._placed(found) if not self._follows(fault)]
        ordered = sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column, fault.message))
        return ReadGame(draft.line, None, tuple(ordered), draft.document, draft.read_in, draft.places)

    def _placed(self, found: tuple[Fault, ...]) -> Iterator[Fault]:
        """Yield the faults of a record at their places in the text."""
        for fault in found:
            line, column = self.draft.place_of(fault.at)
            yield Fault(fault.at, fault.message + _how(fault.message), line, column)

    def _follows(self, fault: Fault) -> bool:
        """Return whether a fault of the record may only follow from a line that could not be read."""
        broken = {line for (line, _), _ in self.draft.faults}
        return bool(broken) and (
            fault.line in broken
            or _ABSENT.search(fault.message) is not None
            or _WHOLE.fullmatch(self.draft.nearest(fault.at)) is not None
        )


def _checked_text(line: str) -> str:
    """Return a line that is text. Raises LineError where it has a byte that is not UTF-8."""
    if found := _NO_UTF8.search(line):
        message = f"the byte 0x{ord(found[0]) - 0xDC00:02x} is not UTF-8; save the text as UTF-8"
        raise LineError(message, found.start() + 1)
    return line


def joined(written: str, text: str) -> str:
    """Return a text with the next line of it: after a space, or at the beginning of a paragraph."""
    return f"{written}{text}" if written.endswith("\n") else f"{written} {text}"


def _known(key: str) -> bool:
    return row_of(key) is not None or key.casefold() in SECTIONS or _DEAL.fullmatch(key) is not None


def _unknown_key(key: str) -> str:
    known = [*BY_KEY, *SECTIONS, "game", "deal", "language", f"{CONVENTION} NAME", f"{OTHER_FIELD} NAME"]
    near = difflib.get_close_matches(key.casefold(), known, n=1)
    written = {name: BY_KEY[name].key if name in BY_KEY else name for name in known}
    hint = f"did you mean `{written[near[0]]}:`?" if near else f"known are {', '.join(written.values())}"
    return f"`{shortened(printable(key))}:` is no field; {hint}"


def _how(message: str) -> str:
    """Say how a missing field is written in the notation."""
    found = _MISSING.match(message)
    name = found["name"] if found else ""
    keys = [row.key for row in BY_KEY.values() if name in row.path and row.kind != "object"]
    if name in ("deals", "dealer"):
        keys = ["deal: B deals"]
    return f"; write `{keys[0]}{'' if ':' in keys[0] else ': …'}`" if keys else ""


def _without_comment(text: str, column: int) -> str:
    """Return a value without the comment after it, in JSON as in a bare text."""
    if not text.startswith(('"', "{", "[")):
        return _COMMENT.sub("", text).strip()
    try:
        _, end = json.JSONDecoder().raw_decode(text)
    except (json.JSONDecodeError, RecursionError):
        return text.strip()  # whoever reads it says what is wrong
    if rest := _COMMENT.sub("", text[end:]).strip():
        message = f"found `{shortened(rest)}` after the value; expected the end of the line"
        raise LineError(message, column + end)
    return text[:end]
