"""Files in the notation as documents of records, for everything that reads records from files."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from piquet_records import files
from piquet_records.notation.draft import Place
from piquet_records.notation.reader import ReadGame, read_lines
from piquet_records.record.explain import BOM
from piquet_records.record.formats import RecordFormat
from piquet_records.record.game import Fault
from piquet_records.record.reading import Document, NumberedLine, RecordFault

ENDING: Final = ".piquet"
_START: Final = re.compile(rb"\s*(#|(game|language)\s*:)", re.IGNORECASE)


def documents(file: str, lines: Iterable[NumberedLine]) -> Iterator[Document | RecordFault]:
    """Yield the games of a file as documents in JSON, and faults with their lines and columns."""
    for game in read_lines(map(_as_text, lines)):
        if game.game is None:
            yield RecordFault(file, game.line, game.faults)
        else:
            yield Document(file, game.line, game.raw, game.line)


def _as_text(line: NumberedLine) -> tuple[int, str | Fault]:
    """Return a line as text; a byte that is not UTF-8 stays in it as a surrogate, which the reader refuses."""
    if isinstance(line, RecordFault):
        return line.line, line.faults[0]
    return line[0], line[1].decode("utf-8", "surrogateescape")


def places_in(file: str) -> dict[int, dict[str, Place]]:
    """Return where the values of each game of a file stand, by the line on which the game begins.

    Raises OSError or another of ``files.DATA_ERRORS`` where it cannot be read.
    """
    with files.open_to_read(file) as stream:
        lines = stream.read().removeprefix(BOM).decode("utf-8", "surrogateescape").split("\n")
    games: Iterator[ReadGame] = read_lines(enumerate(lines, start=1))
    return {game.line: game.places for game in games}


FORMAT: Final = RecordFormat(lambda line: _START.match(line) is not None, documents)
"""The notation as a format of records."""
