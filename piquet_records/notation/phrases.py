"""Rows of ``acts.py`` as parts, and acts written in the words of their rows. Knows nothing of deals or games."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from piquet_records.notation.acts import ROWS, VALUES, Row
from piquet_records.notation.letters import Style

RANK_WORDS: Final = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
}  # fmt: skip
SUIT_WORDS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SEQUENCES: Final = {
    3: ("tierce",),
    4: ("quart", "quarte", "quatrième", "quatrieme"),
    5: ("quint", "quinte"),
    6: ("sixieme", "sixième", "seizième", "seizieme"),
    7: ("septieme", "septième", "dix-septième", "dix-septieme"),
    8: ("huitieme", "huitième", "dix-huitième", "dix-huitieme"),
}
"""The names of sequences by their length. The first is written."""

_PART: Final = re.compile(r"(?P<mark>[\[\]()])|\{(?P<field>\w+):(?P<kind>\w+)\}|(?P<word>[^\s\[\](){}]+)")


class FieldPart(NamedTuple):
    """A field in a phrase, and its kind."""

    field: str
    kind: str


class OptionalPart(NamedTuple):
    """What a phrase leaves out where its field is absent; ``noise`` where it is read but never written."""

    parts: tuple["Part", ...]
    noise: bool


Part = str | FieldPart | OptionalPart


@cache
def parts_of(phrase: str) -> tuple[Part, ...]:
    """Return the parts of a phrase: words, fields, and what may be left out."""
    return tuple(_parts(_PART.finditer(phrase)))


def _parts(found: Iterator[re.Match[str]]) -> Iterator[Part]:
    for part in found:
        if part["mark"] in ("[", "("):
            yield OptionalPart(tuple(_parts(found)), part["mark"] == "(")
        elif part["mark"]:
            return
        elif part["field"]:
            yield FieldPart(part["field"], part["kind"])
        else:
            yield part["word"]


def write_step(step: Mapping[str, Any], style: Style) -> str | None:
    """Return an act in words, without the player; None where no row says all of it.

    ``step`` has the fields of the act alone: without ``by``, ``notes``, ``x`` and ``after_lead``.
    """
    return next((text for row in ROWS if (text := _written(row, step, style)) is not None), None)


def _written(row: Row, step: Mapping[str, Any], style: Style) -> str | None:
    fixed = {"act": row.act, **row.fixed}
    if any(name not in step or (step[name] is not value and step[name] != value) for name, value in fixed.items()):
        return None
    words = _words(parts_of(row.phrase), step, style)
    if words is None:
        return None
    said = {part.field for part in _fields(parts_of(row.phrase)) if part.field in step}
    return " ".join(words) if said | set(fixed) == set(step) else None


def _fields(parts: tuple[Part, ...]) -> Iterator[FieldPart]:
    for part in parts:
        if isinstance(part, FieldPart):
            yield part
        elif isinstance(part, OptionalPart):
            yield from _fields(part.parts)


def _words(parts: tuple[Part, ...], step: Mapping[str, Any], style: Style) -> list[str] | None:
    """Return the words of parts; None where a field that they need is absent or cannot be said so."""
    words: list[str] = []
    for part in parts:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, FieldPart):
            said = _said(part.kind, step[part.field], style) if part.field in step else None
            if said is None:
                return None
            words.append(said)
        elif not part.noise and any(field.field in step for field in _fields(part.parts)):
            inner = _words(part.parts, step, style)
            if inner is None:
                return None
            words += inner
    return words


def _said(kind: str, value: Any, style: Style) -> str | None:
    """Return a value in the words of its kind; None where the kind has none for it."""
    if kind in VALUES:
        return next((words[0] for known, words in VALUES[kind].items() if known is value or known == value), None)
    return WRITERS[kind](value, style)


def _cards(value: Any, style: Style) -> str | None:
    return style.cards(value) if isinstance(value, str) else None


def _shown(value: Any, style: Style) -> str | None:
    return f"shown {style.cards(value)}" if isinstance(value, str) else "not shown"


def _announced(value: Any, _style: Style) -> str | None:
    return "announcing nothing" if value is False else f"announcing {value}"


def _sequence(value: int, _style: Style) -> str | None:
    return SEQUENCES[value][0] if value in SEQUENCES else f"sequence of {value}"


def _card(value: Any, style: Style) -> str | None:
    return style.card(value) if isinstance(value, str) else None


WRITERS: Final[dict[str, Callable[[Any, Style], str | None]]] = {
    "cards": _cards,
    "card": _card,
    "count": lambda value, _: str(value),
    "entry": lambda value, _: str(value + 1),
    "rank": lambda value, _: RANK_WORDS.get(value),
    "ranks": lambda value, _: f"{RANK_WORDS[value]}s" if value in RANK_WORDS else None,
    "suit": lambda value, _: SUIT_WORDS[value],
    "top": lambda value, _: f"to the {RANK_WORDS[value]}",
    "shown": _shown,
    "announced": _announced,
    "sequence": _sequence,
}
"""Kinds of field with many values: how each is written."""
