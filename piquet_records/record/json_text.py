"""The text of a document: parsed slowly and exactly, with the faults that a JSON Schema cannot see.

Keys that stand twice, numbers that cannot be kept, surrogates without their pair, and text that is no JSON at all.
Knows nothing of what the document means.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, Self

from piquet_records.record.game import Fault

MAX_DIGITS: Final = 4300
"""The longest integer that is read, in characters: what Python itself converts."""

MAX_NESTING: Final = 64
"""How deep objects and lists may be nested within an ``x``."""

SHOWN: Final = 60
"""How much of an offending value a message quotes, in characters."""

_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class Number(float):
    """A number that is no plain integer, with the text that it was written as."""

    text: str

    def __new__(cls, text: str, value: float) -> Self:
        """Keep the text beside the value."""
        number = super().__new__(cls, value)
        number.text = text
        return number


class Object(dict[str, Any]):
    """A JSON object that remembers which of its keys stood more than once."""

    doubled: tuple[str, ...] = ()

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> "Object":
        """Make it of its pairs; of a doubled key the last value counts."""
        made = cls(pairs)
        if len(made) < len(pairs):
            times = Counter(key for key, _ in pairs)
            made.doubled = tuple(key for key in made if times[key] > 1)
        return made


def parse(text: str) -> Any:
    """Give the document of a JSON text, its numbers as ``Number`` and its objects as ``Object``.

    Raises json.JSONDecodeError where it is no JSON, and RecursionError where it is nested too deeply.
    """
    return json.loads(
        text,
        object_pairs_hook=Object.of,
        parse_int=lambda digits: int(digits) if len(digits) <= MAX_DIGITS else Number(digits, math.inf),
        parse_float=lambda digits: Number(digits, float(digits)),
        parse_constant=lambda name: Number(name, math.nan),
    )


def walk(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Give every value of a document with its JSON pointer, in the order of the text."""
    yield at, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from walk(child, pointer(at, key))
    elif isinstance(value, list):
        for place, child in enumerate(value):
            yield from walk(child, pointer(at, place))


def pointer(at: str, key: str | int) -> str:
    """Give the JSON pointer of what stands at ``at`` under a key or place."""
    return f"{at}/{printable(str(key)).replace('~', '~0').replace('/', '~1')}"


def pointer_keys(pointer: str) -> list[str]:
    """Return the keys and places of a JSON pointer, from the whole document downwards."""
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]


def printable(text: str) -> str:
    r"""Give a text that can be written anywhere: surrogates and control characters become escapes (``\ud800``)."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def shortened(text: str) -> str:
    """Give a text as it is quoted in a message: cut where it is long."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def doubled_keys(document: Any) -> Iterator[Fault]:
    """Name each key of a parsed document that stood more than once in its object."""
    for at, value in walk(document):
        if isinstance(value, Object):
            for key in value.doubled:
                name = json.dumps(key, ensure_ascii=False)
                yield Fault(pointer(at, key), f"the key {printable(name)} stands more than once here; write it once")


def unkeepable(document: Any) -> Iterator[Fault]:
    """Name each value of a parsed document that JSON or this format cannot keep, whatever field it stands in."""
    for at, value in walk(document):
        if isinstance(value, Number):
            yield from (Fault(at, message) for message in _number_faults(value))
        elif isinstance(value, str):
            yield from (Fault(at, f"{message} in the text") for message in _surrogate_faults(value))
        elif isinstance(value, Object):
            yield from _object_faults(at, value)


def _object_faults(at: str, value: Object) -> Iterator[Fault]:
    for key in value:
        yield from (Fault(pointer(at, key), f"{message} in the field's name") for message in _surrogate_faults(key))
    if too_deep(value.get("x")):
        yield Fault(pointer(at, "x"), f"nested too deeply; at most {MAX_NESTING} objects and lists one in another")


def _surrogate_faults(text: str) -> Iterator[str]:
    if found := _SURROGATE.search(text):
        yield f"a surrogate without its pair, {printable(found[0])},"


def _number_faults(number: Number) -> Iterator[str]:
    if number.text in ("NaN", "Infinity", "-Infinity"):
        yield f"{number.text} is no number in JSON; write a number, or leave the field out"
    elif number.text.lstrip("-").isdecimal():
        yield f"an integer of {len(number.text)} characters is too long to be kept; at most {MAX_DIGITS}"
    elif math.isinf(number):
        yield f"{shortened(number.text)} is too large a number to be kept"


def too_deep(extra: object) -> bool:
    """Tell whether a recorder's own object is nested deeper than ``MAX_NESTING``."""
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
