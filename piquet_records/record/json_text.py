"""The text of a document: parsed slowly and exactly, with the faults that a JSON Schema cannot see.

Those are keys that occur twice, numbers that cannot be kept, surrogates without their pair, and objects nested too
deeply. This module does not know what the document means.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Self

from piquet_records.record.game import Fault

MAX_DIGITS: Final = 4300
"""The longest integer that is read, in characters: the limit of Python's own conversion."""

MAX_NESTING: Final = 64
"""The most objects and lists, one in another, within an ``x``."""

SHOWN: Final = 60
"""The most characters of a wrong value that a message quotes."""

_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Number(float):
    """A number that is not a plain integer, with the text that it was written as."""

    text: str

    def __new__(cls, text: str, value: float) -> Self:
        """Return a number with its text."""
        number = super().__new__(cls, value)
        number.text = text
        return number


class Object(dict[str, Any]):
    """A JSON object that knows which of its keys occurred more than once."""

    doubled: tuple[str, ...] = ()

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> "Object":
        """Return the object of some pairs; of a doubled key the last value counts."""
        parsed = cls(pairs)
        if len(parsed) < len(pairs):
            times = Counter(key for key, _ in pairs)
            parsed.doubled = tuple(key for key in parsed if times[key] > 1)
        return parsed


def parse(text: str) -> Any:
    """Return the document of a JSON text, with ``Number`` for numbers that are not integers, ``Object`` for objects.

    Raises json.JSONDecodeError if it is not JSON, and RecursionError if it is nested too deeply.
    """
    return json.loads(
        text,
        object_pairs_hook=Object.of,
        parse_int=lambda digits: int(digits) if len(digits) <= MAX_DIGITS else Number(digits, math.inf),
        parse_float=lambda digits: Number(digits, float(digits)),
        parse_constant=lambda name: Number(name, math.nan),
    )


def walk(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of a document with its JSON pointer, in the order of the text."""
    yield at, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from walk(child, pointer(at, key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from walk(child, pointer(at, index))


def pointer(at: str, key: str | int) -> str:
    """Return the JSON pointer of a key or an index within the value at the pointer ``at``."""
    return f"{at}/{printable(str(key)).replace('~', '~0').replace('/', '~1')}"


def pointer_keys(pointer: str) -> list[str]:
    """Return the keys and indexes of a JSON pointer, from the whole document downwards."""
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]


def printable(text: str) -> str:
    r"""Return a text that can be printed anywhere.

    Surrogates, control characters and marks that change the direction of writing become escapes (``\ud800``).
    """
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shortened(text: str) -> str:
    """Return a text as a message quotes it: at most ``SHOWN`` characters."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def doubled_keys(document: Any) -> Iterator[Fault]:
    """Yield a fault for each key of a parsed document that occurred more than once in its object."""
    for at, value in walk(document):
        if isinstance(value, Object):
            for key in value.doubled:
                name = json.dumps(key, ensure_ascii=False)
                yield Fault(
                    pointer(at, key), f"the key {printable(name)} occurs more than once in this object; write it once"
                )


def unkeepable(document: Any) -> Iterator[Fault]:
    """Yield a fault for each value that JSON or this format cannot keep, whatever its field means."""
    for at, value in walk(document):
        if isinstance(value, Number):
            yield from (Fault(at, message) for message in _number_faults(value))
        elif isinstance(value, str):
            yield from (Fault(at, f"{message} in this text") for message in _surrogate_faults(value))
        elif isinstance(value, Object):
            yield from _object_faults(at, value)


def _object_faults(at: str, value: Object) -> Iterator[Fault]:
    for key in value:
        yield from (
            Fault(pointer(at, key), f"{message} in the name of this field") for message in _surrogate_faults(key)
        )
    if too_deep(value.get("x")):
        yield Fault(
            pointer(at, "x"), f"nested too deeply; write at most {MAX_NESTING} objects and lists, one in another"
        )


def _surrogate_faults(text: str) -> Iterator[str]:
    if found := _SURROGATE.search(text):
        yield f"found {printable(found[0])}, half of a surrogate pair without the other half,"


def _number_faults(number: Number) -> Iterator[str]:
    if number.text in ("NaN", "Infinity", "-Infinity"):
        yield f"{number.text} is not a number in JSON; write a number, or leave the field out"
    elif number.text.lstrip("-").isdecimal():
        yield f"found an integer of {len(number.text)} characters, expected at most {MAX_DIGITS}"
    elif math.isinf(number):
        yield f"the number {shortened(number.text)} is too large to be kept; write a smaller number"


def too_deep(extra: object) -> bool:
    """Return whether a recorder's own object is nested deeper than ``MAX_NESTING``."""
    level: list[object] = [extra]
    for _ in range(MAX_NESTING):
        level = [child for value in level for child in _children(value)]
        if not level:
            return False
    return any(isinstance(value, dict | list) for value in level)


def _children(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        return iter(value.values())
    return iter(value) if isinstance(value, list) else iter(())
