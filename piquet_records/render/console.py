"""The console on which pages and tables are printed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console


@contextmanager
def captured_console(out: TextIO, *, width: int | None = None, colours: bool = False) -> Iterator["Console"]:
    """Yield a rich Console; write to ``out`` what it captured, without trailing spaces.

    It is as wide as the terminal if no ``width`` is given, in characters. Colours are used only on a terminal.
    """
    from rich.console import Console

    console = Console(width=width, color_system="auto" if colours else None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        yield console
    out.writelines([f"{line.rstrip()}\n" for line in captured.get().splitlines()])
