"""Judges many documents in the order they come: in batches, and in several processes where there are several cores.

The caller cannot tell how many processes judged, nor by which path. Memory does not grow with the input: only a few
batches are under way at once.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, TypeVar

from piquet_records.record.reading import (
    Document,
    RecordFault,
)

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext


R = TypeVar("R")
Documents = list[Document | RecordFault]

BATCH_BYTES: Final = 1024 * 1024
"""How much text is judged at a time; about 250 games of six deals."""
BATCH_DOCUMENTS: Final = 5_000
AHEAD: Final = 4
"""How many batches a process may be ahead of what was taken."""


def in_batches(
    documents: Iterable[Document | RecordFault], work: Callable[[Documents], R], *, jobs: int | None = None
) -> Iterator[R]:
    """Do some work on batch after batch, in several processes, and give what comes of it in order."""
    batches = _batches(documents)
    processes = jobs or _cores()
    first = list(islice(batches, 2))
    if processes == 1 or len(first) < 2:
        yield from map(work, chain(first, batches))
        return
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(processes, mp_context=_context(), initializer=_serve)
    waiting: deque[Future[R]] = deque()
    try:
        for batch in chain(first, batches):
            waiting.append(pool.submit(work, batch))
            if len(waiting) >= processes * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BaseException:
        _end(pool)
        raise
    pool.shutdown()


def _batches(documents: Iterable[Document | RecordFault]) -> Iterator[Documents]:
    batch: Documents = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document.raw) if isinstance(document, Document) else 0
        if size >= BATCH_BYTES or len(batch) >= BATCH_DOCUMENTS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _context() -> "BaseContext":
    """Fork where that can be done: a process that starts anew would load everything again."""
    import multiprocessing

    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)


def _serve() -> None:
    """Leave Ctrl-C to the first process, which ends the others; and end where that process is gone."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    from multiprocessing.connection import wait

    wait([sentinel])
    os._exit(1)


def _end(pool: "ProcessPoolExecutor") -> None:
    """End all processes at once, whatever they are doing.

    The library has threads that would wait for ever for the rest of what a process was writing or had yet to read:
    they see these pipes closed. It has no public way to any of this before 3.14.
    """
    processes = list((pool._processes or {}).values())  # noqa: SLF001
    ends = pool._call_queue._reader, pool._result_queue._writer  # type: ignore[attr-defined]  # noqa: SLF001
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
    for end in ends:
        with suppress(OSError):  # one of these threads has just closed it
            end.close()
