"""Score sheets: tables of points a deal, made into records without cards, and records made into such tables.

``COLUMNS`` is the layout, one row a deal. Knows nothing of the files that hold the tables (``sheet_files.py``), and
computes no points.
"""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from piquet_records.record.game import FORMAT, Fault, Game
from piquet_records.record.reading import decode

COLUMNS: Final = {
    "game": "the id of the game; every row of a game has it (may be left out where the table holds one game)",
    "date": "the date of the game, YYYY-MM-DD, YYYY-MM or YYYY",
    "rules": "the rules profile",
    "target": "the points that win the game",
    "event": "the event",
    "site": "the place",
    "player_a": "the name of player A",
    "player_b": "the name of player B",
    "deal": "the number of the deal, from 1; checked where it is written",
    "dealer": "who dealt: A, B or the player's name; without it they take turns, and A deals first",
    "points_a": "the points of player A in the deal; empty where nobody wrote them",
    "points_b": "the points of player B in the deal",
    "total_a": "the total of player A at the end of the game",
    "total_b": "the total of player B at the end of the game",
    "winner": "who won: A, B, the player's name, or `nobody`",
    "settlement": "the settlement at the end of the game",
    "ended": "how the game ended, as in a record (`target`, `deals`, …)",
}
"""The columns of a score sheet, and what each of them holds. Only the points are required."""

_ABOUT: Final = ("date", "rules", "target", "event", "site", "player_a", "player_b")
_RESULT: Final = ("total_a", "total_b", "winner", "settlement", "ended")
_NOBODY: Final = "nobody"


class Row(NamedTuple):
    """A row of a table: its number, from 1, and its cells as text, by column; empty ones are left out."""

    number: int
    cells: Mapping[str, str]


class SheetGame(NamedTuple):
    """A game made of rows: the row on which it begins, and the game, or everything that is wrong with it."""

    row: int
    found: Game | tuple[Fault, ...]


class Defaults(NamedTuple):
    """What the rows do not say: the id of a game without one, names, and the rules."""

    game: str
    players: tuple[str, str] = ("A", "B")
    rules: str = ""


def heading_faults(names: Iterable[str]) -> tuple[Fault, ...]:
    """Return what is wrong with the names of the columns, which stand on the first row."""
    found: list[Fault] = []
    seen: set[str] = set()
    for place, name in enumerate(names, start=1):
        if name in seen:
            found.append(Fault("", f"the column `{name}` stands twice", 1, place))
        elif name and name not in COLUMNS:
            near = difflib.get_close_matches(name, COLUMNS, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(COLUMNS)}"
            found.append(Fault("", f"no column is called `{name}`; {hint}", 1, place))
        seen.add(name)
    missing = [name for name in ("points_a", "points_b") if name not in seen]
    found += [Fault("", f"the column `{name}` is missing: {COLUMNS[name]}", 1, 1) for name in missing]
    return tuple(found)


def games_of_rows(rows: Iterable[Row], columns: list[str], defaults: Defaults) -> Iterator[SheetGame]:
    """Yield the games of a table, in the order in which they begin; each has the rows of one ``game``."""
    by_game: dict[str, list[Row]] = {}
    for row in rows:
        by_game.setdefault(row.cells.get("game", defaults.game), []).append(row)
    for game_id, its_rows in by_game.items():
        yield _GameOfRows(game_id, its_rows, columns, defaults).read()


class _GameOfRows:
    """Reads the rows of one game."""

    def __init__(self, game_id: str, rows: list[Row], columns: list[str], defaults: Defaults) -> None:
        self._id, self._rows, self._columns, self._defaults = game_id, rows, columns, defaults
        self._faults: list[Fault] = []

    def read(self) -> SheetGame:
        """Return the game, or everything that is wrong with it."""
        first = self._rows[0].number
        about = {name: self._shared(name) for name in (*_ABOUT, *_RESULT)}
        names = tuple(about[f"player_{seat}"] or name for seat, name in zip("ab", self._defaults.players, strict=True))
        document: dict[str, Any] = {"format": FORMAT, "id": self._id, "players": dict(zip("AB", names, strict=True))}
        for name in ("rules", "date", "event", "site"):
            value = about[name] or (self._defaults.rules if name == "rules" else "")
            document |= {name: value} if value else {}
        if about["target"]:
            document["target"] = self._number(Row(first, {"target": about["target"]}), "target")
        document["deals"] = [self._deal(place, row, names) for place, row in enumerate(self._rows)]
        document |= self._result(about, names)
        if self._faults:
            return SheetGame(first, tuple(self._faults))
        found = decode(msgspec.json.encode(document))
        if isinstance(found, Game):
            return SheetGame(first, found)
        return SheetGame(first, tuple([self._placed(fault, document["deals"]) for fault in found]))

    def _fault(self, row: int, name: str, message: str) -> None:
        column = self._columns.index(name) + 1 if name in self._columns else 1
        self._faults.append(Fault("", f"{name}: {message}", row, column))

    def _shared(self, name: str) -> str:
        """Return what the rows of a game say alike; a fault where two rows differ."""
        value, first = "", 0
        for row in self._rows:
            cell = row.cells.get(name, "")
            if cell and value and cell != value:
                self._fault(row.number, name, f"found `{cell}`, but row {first} of the same game has `{value}`")
            elif cell and not value:
                value, first = cell, row.number
        return value

    def _deal(self, place: int, row: Row, names: tuple[str, ...]) -> dict[str, Any]:
        dealer = self._seat(row, "dealer", names) or "AB"[place % 2]
        points = {seat: self._number(row, f"points_{seat.lower()}") for seat in "AB"}
        if row.cells.keys() <= {"game"}:
            self._fault(row.number, "points_a", "this row has no points; write them, or take the row out")
        number = self._number(row, "deal")
        if number is not None and number != place + 1:
            self._fault(row.number, "deal", f"found deal {number}, expected deal {place + 1} of this game")
        elder = "B" if dealer == "A" else "A"
        return {"dealer": dealer, "score": {"elder": points[elder], "younger": points[dealer]}, "points_only": True}

    def _seat(self, row: Row, name: str, names: tuple[str, ...]) -> str | None:
        cell = row.cells.get(name, "")
        if not cell:
            return None
        if cell.upper() in ("A", "B"):
            return cell.upper()
        if cell in names and len(set(names)) == 2:
            return "AB"[names.index(cell)]
        self._fault(row.number, name, f"found `{cell}`, expected A, B, or the name of a player ({', '.join(names)})")
        return None

    def _number(self, row: Row, name: str) -> int | None:
        cell = row.cells.get(name, "")
        if not cell:
            return None
        if not re.fullmatch(r"\d{1,9}(\.0+)?", cell):
            self._fault(row.number, name, f"found `{cell}`, expected a whole number, or an empty cell")
            return None
        return int(cell.partition(".")[0])

    def _result(self, about: Mapping[str, str], names: tuple[str, ...]) -> dict[str, Any]:
        """Return the result as the sheet has it; nothing where no row says anything of it."""
        if not any(about[name] for name in _RESULT):
            return {}
        row = next(row for row in reversed(self._rows) if any(row.cells.get(name) for name in _RESULT))
        row = Row(row.number, {**about, **row.cells})
        result: dict[str, Any] = {}
        if about["winner"]:
            nobody = about["winner"].casefold() == _NOBODY
            result["winner"] = None if nobody else self._seat(row, "winner", names)
        if about["total_a"] or about["total_b"]:
            result["score"] = {seat: self._number(row, f"total_{seat.lower()}") for seat in "AB"}
        if about["settlement"]:
            result["settlement"] = self._number(row, "settlement")
        if about["ended"]:
            result["ended"] = about["ended"]
        return {"result": result}

    def _placed(self, fault: Fault, deals: list[dict[str, Any]]) -> Fault:
        """Return a fault of the record at the row and column that it comes from."""
        _, *parts = fault.at.split("/")
        row, name = self._rows[0], parts[0] if parts else ""
        match parts:
            case ["deals", place, "score", role]:
                row, dealer = self._rows[int(place)], deals[int(place)]["dealer"]
                name = "points_a" if (role == "younger") == (dealer == "A") else "points_b"
            case ["players" | "result", *_, seat] if seat in ("A", "B"):
                name = f"{'player' if name == 'players' else 'total'}_{seat.lower()}"
            case ["result", field]:
                name = field
        column = self._columns.index(name) + 1 if name in self._columns else 1
        return Fault(fault.at, fault.message, row.number, column)
