"""A progress bar on standard error: only on a terminal, and only for work that takes longer than a moment."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

PATIENCE: Final = 0.5
"""So long nothing is shown, in seconds."""
PACE: Final = 0.1
"""The time between two pictures of it, in seconds."""


def watched(things: Iterable[T], total: int | None = None) -> Iterator[T]:
    """Give the things, and show how many have passed; ``total`` is how many there will be, where that is known."""
    if not sys.stderr.isatty():
        yield from things
        return
    began = shown = time.monotonic()
    bar: Progress | None = None
    try:
        for count, thing in enumerate(things):
            now = time.monotonic()
            if bar is None and now - began > PATIENCE:
                bar = _bar(total)
            if bar is not None and now - shown > PACE:
                bar.update(bar.task_ids[0], completed=count, refresh=True)
                shown = now
            yield thing
    finally:
        if bar is not None:
            bar.stop()


def _bar(total: int | None) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=sys.stdout.isatty(),
    )
    bar.add_task("", total=total)
    bar.start()
    return bar
