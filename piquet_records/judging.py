"""Judges many documents in the order they come: in batches, and in several processes where there are several cores.

The caller cannot tell how many processes judged, nor by which path. Memory does not grow with the input: only a few
batches are under way at once.
"""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import Final, TypeVar

from piquet_records.reading import Document, GameEntry, RecordFault, entry
from piquet_records.regular import RegularGame, regular_games
from piquet_records.report import Report, Verdict
from piquet_records.validation import Failure, Judgement, judgement, validate

R = TypeVar("R")

BATCH_BYTES: Final = 2 * 1024 * 1024
"""How much text is judged at a time; about 500 games of six deals."""
AHEAD: Final = 3
"""How many batches a process may be ahead of what was taken."""


def judgements(
    documents: Iterable[Document | RecordFault], *, jobs: int | None = None, lang: str = "en", every: bool = True
) -> Iterator[Judgement | Failure]:
    """Judge documents in order; ``every`` asks for the reports of clean games too.

    ``jobs`` is how many processes judge; by default as many as there are cores.
    """
    for found in in_batches(documents, _Judge(lang, every=every), jobs=jobs):
        yield from found


class _Judge:
    """What a process does with a batch; a class, so that it can be sent to one."""

    def __init__(self, lang: str, *, every: bool) -> None:
        self.lang = lang
        self.every = every

    def __call__(self, batch: list[Document | RecordFault]) -> list[Judgement | Failure]:
        try:
            return [self._judgement(found) for found in judged(batch, self.lang)]
        except Exception:  # one of them made the program fail: find out which, and judge the others
            return [judgement(document, self.lang, every=self.every) for document in batch]

    def _judgement(self, found: "Found") -> Judgement:
        wanted = self.every or found.verdict != "clean"
        return Judgement(
            found.file, found.line, found.verdict, found.deals, found.report().to_json() if wanted else None
        )


class Found:
    """One document judged by either path; the report is made only when it is asked for."""

    def __init__(self, source: GameEntry | RecordFault, regular: RegularGame | None, lang: str) -> None:
        """Judge it, unless the bulk path has done so."""
        self.source = source
        self.file = source.file
        self.line = source.line
        self.regular = regular
        self._report = None if regular is not None else _step_by_step(source, lang)
        self.verdict: Verdict = "clean" if self._report is None else self._report.verdict
        self.deals = len(source.game.deals) if isinstance(source, GameEntry) else 0

    def report(self) -> Report:
        """Give the report."""
        if self._report is None:
            assert self.regular is not None  # noqa: S101 - one of the two paths has judged
            self._report = self.regular.report(self.file, self.line)
        return self._report


def _step_by_step(source: GameEntry | RecordFault, lang: str) -> Report:
    found = source if isinstance(source, RecordFault) else source.game
    return validate(found, file=source.file, line=source.line, lang=lang)


def judged(batch: Iterable[Document | RecordFault], lang: str) -> Iterator[Found]:
    """Decode and judge a batch in this process."""
    sources = [entry(document) if isinstance(document, Document) else document for document in batch]
    places = [place for place, source in enumerate(sources) if isinstance(source, GameEntry)]
    games = [source.game for source in sources if isinstance(source, GameEntry)]
    regular = {places[place]: game for place, game in regular_games(games).items()}
    for place, source in enumerate(sources):
        yield Found(source, regular.get(place), lang)


def in_batches(
    documents: Iterable[Document | RecordFault],
    work: Callable[[list[Document | RecordFault]], R],
    *,
    jobs: int | None = None,
) -> Iterator[R]:
    """Do some work on batch after batch, in several processes, and give what comes of it in order."""
    batches = _batches(iter(documents))
    processes = (
        jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    )
    first = list(islice(batches, 2))
    if processes == 1 or len(first) < 2:
        yield from map(work, chain(first, batches))
        return
    pool = ProcessPoolExecutor(processes, mp_context=_context(), initializer=_leave_interrupts)
    waiting: deque[Future[R]] = deque()
    try:
        for batch in chain(first, batches):
            waiting.append(pool.submit(work, batch))
            if len(waiting) >= processes * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        _end(pool)


def _batches(documents: Iterator[Document | RecordFault]) -> Iterator[list[Document | RecordFault]]:
    batch: list[Document | RecordFault] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document.raw) if isinstance(document, Document) else 0
        if size >= BATCH_BYTES or len(batch) >= 5_000:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _context() -> multiprocessing.context.BaseContext:
    """Fork where that can be done: a process that starts anew would load numpy again."""
    return multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else None)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the first process, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor) -> None:
    """End all processes at once, whatever they are doing."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - the library has no public way before 3.14
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
