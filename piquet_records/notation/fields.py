"""The lines ``key: value`` of the notation: one row a field of the record, read and written by the same row.

A field without a row is still read and written, as ``field NAME: JSON``. Knows nothing of acts.
"""

import re
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

import msgspec

from piquet_records.notation.letters import NOTHING, Letters, Style
from piquet_records.notation.statements import LineError, read_json
from piquet_records.record.json_text import printable

Scope = Literal["game", "deal", "both"]
Kind = Literal["text", "value", "year", "hand", "cards", "seat", "seat_score", "role_score", "counts", "object"]


class FieldRow(NamedTuple):
    """A line of the notation, and where its value stands in the record."""

    key: str
    path: tuple[str, ...]
    kind: Kind
    scope: Scope = "game"


FIELDS: Final = (
    FieldRow("rules", ("rules",), "text"),
    FieldRow("target", ("target",), "value"),
    FieldRow("conventions", ("conventions",), "object"),
    FieldRow("player A", ("players", "A"), "text"),
    FieldRow("player B", ("players", "B"), "text"),
    FieldRow("players notes", ("players", "notes"), "text"),
    FieldRow("players", ("players",), "object"),
    FieldRow("date", ("date",), "text"),
    FieldRow("event", ("event",), "text"),
    FieldRow("site", ("site",), "text"),
    FieldRow("round", ("round",), "text"),
    FieldRow("recorder", ("recorder",), "text"),
    FieldRow("source title", ("source", "title"), "text"),
    FieldRow("source author", ("source", "author"), "text"),
    FieldRow("source year", ("source", "year"), "year"),
    FieldRow("source where", ("source", "where"), "text"),
    FieldRow("source notes", ("source", "notes"), "text"),
    FieldRow("source", ("source",), "object"),
    FieldRow("start", ("start",), "seat_score"),
    FieldRow("start notes", ("start", "notes"), "text"),
    FieldRow("schema", ("$schema",), "text"),
    FieldRow("result winner", ("result", "winner"), "seat"),
    FieldRow("result score", ("result", "score"), "seat_score"),
    FieldRow("result score notes", ("result", "score", "notes"), "text"),
    FieldRow("result settlement", ("result", "settlement"), "value"),
    FieldRow("result ended", ("result", "ended"), "text"),
    FieldRow("result notes", ("result", "notes"), "text"),
    FieldRow("result", ("result",), "object"),
    FieldRow("elder", ("hands", "elder"), "hand", "deal"),
    FieldRow("younger", ("hands", "younger"), "hand", "deal"),
    FieldRow("hands notes", ("hands", "notes"), "text", "deal"),
    FieldRow("hands", ("hands",), "object", "deal"),
    FieldRow("talon", ("talon",), "cards", "deal"),
    FieldRow("held elder", ("held", "elder"), "hand", "deal"),
    FieldRow("held younger", ("held", "younger"), "hand", "deal"),
    FieldRow("held notes", ("held", "notes"), "text", "deal"),
    FieldRow("held", ("held",), "object", "deal"),
    FieldRow("points only", ("points_only",), "value", "deal"),
    FieldRow("counts", ("counts",), "counts", "deal"),
    FieldRow("score", ("score",), "role_score", "deal"),
    FieldRow("score notes", ("score", "notes"), "text", "deal"),
    FieldRow("notes", ("notes",), "text", "both"),
    FieldRow("x", ("x",), "object", "both"),
)
"""Every field in a line of its own. A record's ``id``, ``deals`` and the lists of a deal have lines of other forms."""

BY_KEY: Final = {row.key.casefold(): row for row in FIELDS}
CONVENTION: Final = "convention"
"""``convention NAME: VALUE`` sets one parameter of the rules."""
OTHER_FIELD: Final = "field"
"""``field NAME: JSON`` sets a field that has no row."""

SCORED: Final[dict[str, tuple[str, str]]] = {"seat_score": ("A", "B"), "role_score": ("elder", "younger")}
"""The kinds of field that hold points, and whose points they are."""
_NOT_WRITTEN: Final = "?"
_NOBODY: Final = "nobody"
_COUNT: Final = re.compile(r"(\d{1,9}|\?)\s*[-–]\s*(\d{1,9}|\?)")


def row_of(key: str) -> FieldRow | None:
    """Return the row of a key; None where there is none."""
    if row := BY_KEY.get(key.casefold()):
        return row
    name, _, rest = key.partition(" ")
    if name.casefold() == CONVENTION and rest:
        return FieldRow(key, ("conventions", rest), "value")
    if name.casefold() == OTHER_FIELD and rest:
        return FieldRow(key, (rest,), "object", "both")
    return None


# reading


def read_value(row: FieldRow, text: str, line: int, column: int) -> Any:
    """Return the value of a field from its text, which begins at a column. Raises LineError."""
    if row.kind == "text":
        return read_text(text, column)
    if row.kind in ("hand", "cards"):
        return "" if text.casefold() == NOTHING else Letters(_needed(row, text, column), "cards", line, column)
    if text.startswith("{") or row.key.partition(" ")[0].casefold() == OTHER_FIELD:
        return read_json(text, column)
    return _READERS[row.kind](_needed(row, text, column), column, row)


def _needed(row: FieldRow, text: str, column: int) -> str:
    if not text:
        message = f"expected a value after `{row.key}:`"
        raise LineError(message, column)
    return text


def read_text(text: str, column: int) -> str | msgspec.Raw:
    """Return a text as it stands, or, where it begins with a quotation mark, as JSON."""
    return read_json(text, column) if text.startswith('"') else text


def _read_plain(text: str, column: int, row: FieldRow) -> Any:
    """Return a bare value: a number, true, false, null, a text in quotation marks, or else the text itself."""
    is_json = text.startswith('"') or _reads_as_json(text)
    return read_json(text, column) if is_json and not (row.kind == "year" and text.isalpha()) else text


def _read_seat(text: str, _column: int, _row: FieldRow) -> str | None:
    return None if text.casefold() == _NOBODY else text


def _read_object(_text: str, column: int, row: FieldRow) -> Any:
    message = f"expected a JSON object in `{{…}}` after `{row.key}:`"
    raise LineError(message, column)


def _read_counts(text: str, column: int, _row: FieldRow) -> list[list[int | None]]:
    counts = []
    for part in re.finditer(r"[^,\s][^,]*", text):
        found = _COUNT.fullmatch(part[0].strip())
        if not found:
            message = f"found `{part[0].strip()}`, expected the counts of elder and younger such as `7-0`"
            raise LineError(message, column + part.start())
        counts.append([_points(number) for number in found.groups()])
    return counts


def _points(text: str) -> int | None:
    return None if text == _NOT_WRITTEN else int(text)


def _read_score(text: str, column: int, row: FieldRow) -> dict[str, int | None]:
    if pair := _COUNT.fullmatch(text):
        return dict(zip(SCORED[row.kind], map(_points, pair.groups()), strict=True))
    names = {name.casefold(): name for name in SCORED[row.kind]}
    score: dict[str, int | None] = {}
    for part in re.finditer(r"[^,\s][^,]*", text):
        name, _, number = part[0].strip().partition(" ")
        number = number.strip()
        known = names.get(name.casefold())
        if known is None or known in score or not re.fullmatch(r"\d{1,9}|\?", number):
            example = ", ".join(f"{name} {points}" for name, points in zip(SCORED[row.kind], (31, 12), strict=True))
            message = f"found `{part[0].strip()}`, expected points such as `{example}` (`?` for what nobody wrote)"
            raise LineError(message, column + part.start())
        score[known] = _points(number)
    return score


_READERS: Final[dict[str, Callable[[str, int, FieldRow], Any]]] = {
    "value": _read_plain,
    "year": _read_plain,
    "seat": _read_seat,
    "counts": _read_counts,
    "seat_score": _read_score,
    "role_score": _read_score,
    "object": _read_object,
}
"""How each kind of value is read; texts and cards are read before them."""


# writing


def write_value(row: FieldRow, value: Any, style: Style) -> str | None:
    """Return the value of a field as text; None where only JSON can say it."""
    if row.kind in SCORED:
        return ", ".join(f"{name} {_number(value[name])}" for name in SCORED[row.kind])
    write = _WRITERS.get(row.kind)
    return write(value, style) if write else None


def _write_plain(value: Any, _style: Style) -> str:
    bare = isinstance(value, str) and is_bare(value) and not _reads_as_json(value)
    return str(value) if bare else write_json(value)


def _write_counts(value: Any, _style: Style) -> str | None:
    return ", ".join("-".join(_number(one) for one in pair) for pair in value) if value else None


_WRITERS: Final[dict[str, Callable[[Any, Style], str | None]]] = {
    "text": lambda value, _: write_text(value),
    "value": _write_plain,
    "year": lambda value, _: _year(value),
    "hand": lambda value, style: style.hand(value),
    "cards": lambda value, style: style.cards(value),
    "seat": lambda value, _: _NOBODY if value is None else str(value),
    "counts": _write_counts,
}
"""How each kind of value is written; objects are written as JSON."""


def write_text(value: str) -> str:
    """Return a text as it stands where it is read back so, else in quotation marks."""
    return value if is_bare(value) else write_json(value)


def is_bare(text: str) -> bool:
    """Return whether a text is read back as it is: on one line, without spaces around, a mark or a comment."""
    plain = text.strip() == text and text.isprintable() and not text.startswith(('"', "#", "{", "|"))
    return bool(text) and plain and not re.search(r"\s#", text)


def _reads_as_json(text: str) -> bool:
    return bool(re.fullmatch(r"-?(0|[1-9]\d*)|true|false|null", text))


def _year(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    return write_json(value) if re.fullmatch(r"\d+", value) else write_text(value)


def write_json(value: Any) -> str:
    """Return a value as JSON on one line, without characters that no editor shows."""
    return printable(msgspec.json.encode(value).decode())


def _number(value: int | None) -> str:
    return _NOT_WRITTEN if value is None else str(value)
