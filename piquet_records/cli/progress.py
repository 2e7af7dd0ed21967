"""A progress bar on standard error: only on a terminal, and only for work that takes longer than a moment."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

DELAY: Final = 0.5
"""The time before the bar appears, in seconds."""
INTERVAL: Final = 0.1
"""The time between two updates of the bar, in seconds."""


class Show(Protocol):
    """A function that shows how far the work has come."""

    def __call__(self, text: str, completed: int | None = None) -> None:
        """Show a text, and how many of the total are completed."""


def _show_nothing(text: str, completed: int | None = None) -> None:
    """Show nothing."""


@contextmanager
def progress_bar(total: int | None = None) -> Iterator[Show]:
    """Yield a function that updates a progress bar; it does nothing if standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield _show_nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, soft_wrap=True)  # lines that are printed above the bar are not broken
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty())
    task = bar.add_task("", total=total)
    began = time.monotonic()

    def show(text: str, completed: int | None = None) -> None:
        bar.update(task, description=text, completed=completed)
        if time.monotonic() - began > DELAY:
            bar.start()

    try:
        yield show
    finally:
        bar.stop()


def with_progress(things: Iterable[T], total: int | None = None) -> Iterator[T]:
    """Yield the things, and show how many have passed; ``total`` is their number, None if it is not known."""
    of_total = "" if total is None else f" of {total:,}"
    with progress_bar(total) as show:
        shown = time.monotonic()
        for count, thing in enumerate(things):
            now = time.monotonic()
            if now - shown > INTERVAL:
                show(f"{count:,}{of_total}", count)
                shown = now
            yield thing
