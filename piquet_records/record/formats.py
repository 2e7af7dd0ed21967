"""Other ways of writing records than JSON: a table that the package fills, so that this room need not know any.

``piquet_records/__init__.py`` enters the notation. Nothing is imported before a file asks for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

PACKINGS: Final = ("", ".gz", ".zst")
"""The endings of packed files, after that of their form."""


class RecordFormat(NamedTuple):
    """How records are read from the lines of a file that is not JSON."""

    begins_with: Callable[[bytes], bool]
    """Tells by its first line that is not blank whether a text without a name is in this format."""
    documents: Callable[[str, Iterable[Any]], Iterator[Any]]
    """Yields each ``Document`` or ``RecordFault`` of a file, given its name and lines (types of ``reading.py``)."""


FORMATS: Final[dict[str, Callable[[], RecordFormat]]] = {}
"""What loads each format, by the ending of its files, such as ``.piquet``."""


def format_of_name(name: str) -> RecordFormat | None:
    """Return the format that the name of a file asks for; None where it asks for none of these."""
    bare = name.lower().removesuffix(".gz").removesuffix(".zst")
    return next((load() for ending, load in FORMATS.items() if bare.endswith(ending)), None)


def format_of_start(line: bytes) -> RecordFormat | None:
    """Return the format in which a text begins so; None where it is none of these."""
    return next((found for load in FORMATS.values() if (found := load()).begins_with(line)), None)


def format_endings() -> tuple[str, ...]:
    """Return the endings of the files of all these formats, packed ones too."""
    return tuple(ending + packing for ending in FORMATS for packing in PACKINGS)
