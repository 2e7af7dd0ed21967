"""The console on which pages and tables are printed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TextIO

from piquet_records.record.json_text import printable

if TYPE_CHECKING:
    from rich.console import Console

_COLOUR: Final = re.compile(r"(\x1b\[[0-9;]*m)")
"""The escape sequence of a colour or a style; no other is written to a terminal."""


@contextmanager
def captured_console(out: TextIO, *, width: int | None = None, colours: bool = False) -> Iterator["Console"]:
    """Yield a rich Console; write to ``out`` what it captured, without trailing spaces.

    It is as wide as the terminal if no ``width`` is given, in characters. Colours are used only on a terminal.
    Control characters of a record become escapes, so that they cannot move the cursor.
    """
    from rich.console import Console

    console = Console(width=width, color_system="auto" if colours else None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        yield console
    lines = captured.get().removesuffix("\n").split("\n")
    out.writelines([f"{_without_controls(line, colours=colours).rstrip()}\n" for line in lines])


def _without_controls(line: str, *, colours: bool) -> str:
    if not colours:
        return printable(line)
    return "".join(part if _COLOUR.fullmatch(part) else printable(part) for part in _COLOUR.split(line))
