"""Judges what was read, chunk by chunk, in the order it was read: regular games in threads, the rest step by step.

The recogniser runs without the interpreter's lock, so threads share the cores. Games that are not regular throughout
go to the step-by-step judge: in this thread, or in several processes where there are many of them. The caller cannot
tell which. Memory does not grow with the input: a few chunks are under way at once.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from piquet_records.bulk import recogniser
from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.record.reading import Document, LineBlock, Part, RecordFault

if TYPE_CHECKING:
    from loky import ProcessPoolExecutor

S = TypeVar("S")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
Documents = list[Document | RecordFault]

BLOCK_SIZE: Final = 4 * 1024 * 1024
"""The bytes of a chunk of lines; about 6,000 deals."""
LOOSE_BYTES: Final = 1024 * 1024
LOOSE_DOCUMENTS: Final = 5_000
"""The most that is put together of documents which do not stand one on each line."""
PIECE: Final = 50
"""The documents that are judged step by step in one go."""
CHUNKS_AHEAD: Final = 2
"""The chunks that are under way or waiting, beside one for each thread."""
ENOUGH_BYTES: Final = 6 * 1024 * 1024
"""The text that is judged step by step here before processes are started: a second or two, which they take too."""


class Chunk(Struct, frozen=True):
    """A chunk in which the regular games were found."""

    block: LineBlock | None
    """The lines; None for documents that do not stand one on each line, of which none is in ``regular``."""
    documents: int
    """How many documents there are."""
    regular: dict[int, RegularGame]
    """The regular games, by position among the documents."""
    others: Documents
    """What is judged step by step, or is no game."""
    positions: list[int]
    """The positions of these."""
    finder: RegularGames | None
    """Its workspace holds the rows of the regular games, until the next chunk is asked for."""


class Work(Protocol[S, R_co]):
    """What is done with a chunk. It is sent to other processes."""

    @property
    def canonical(self) -> bool:
        """Whether the SHA-256 of regular games is wanted."""
        ...

    def judge(self, documents: Documents) -> S:
        """Judge documents step by step, in whatever process, and return what came of them."""
        ...

    def combine(self, chunk: Chunk, judged: "list[tuple[list[int], S]]") -> R_co:
        """Return the outcome of a chunk; ``judged`` has what ``judge`` returned, each with positions of documents."""
        ...


Piece = tuple[list[int], Callable[[], S]]
"""The positions of some documents, and a function that waits for what came of them."""


def in_chunks(parts: Iterable[Part], work: "Work[S, R]", *, jobs: int | None = None) -> Iterator[R]:
    """Yield the outcome of each chunk, in the order of the parts.

    ``jobs`` is the number of threads, and that of processes, by default the number of cores. An outcome must be used
    before the next one is asked for if it refers to the rows of its chunk.
    """
    number = jobs or cores()
    run = _Run(work, number)
    chunks = _chunks(parts)
    first = list(islice(chunks, 2))
    try:
        if number == 1 or len(first) < 2:
            for chunk in chain(first, chunks):
                yield from run.outcome(*run.find(chunk))
        else:
            yield from run.in_threads(chain(first, chunks))
    except BaseException:
        run.stop()
        raise
    run.close()


def _chunks(parts: Iterable[Part]) -> Iterator[LineBlock | Documents]:
    """Put documents together that do not stand one on each line."""
    loose: Documents = []
    size = 0
    for part in parts:
        if isinstance(part, LineBlock):
            if loose:
                yield loose
                loose, size = [], 0
            yield part
            continue
        loose.append(part)
        size += len(part.raw) if isinstance(part, Document) else 0
        if size >= LOOSE_BYTES or len(loose) >= LOOSE_DOCUMENTS:
            yield loose
            loose, size = [], 0
    if loose:
        yield loose


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Run(Generic[S, R]):
    """One run over some chunks: its workspaces, threads and processes."""

    def __init__(self, work: "Work[S, R]", jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._steps = _StepByStep(work.judge, jobs)
        self._finders: deque[RegularGames] = deque()
        self._threads: ThreadPoolExecutor | None = None

    def in_threads(self, chunks: Iterable[LineBlock | Documents]) -> Iterator[R]:
        """Yield the outcomes of chunks that threads search for regular games."""
        self._threads = ThreadPoolExecutor(self._jobs)
        waiting: deque[Future[tuple[Chunk, list[Piece[S]]]]] = deque()
        for chunk in chunks:
            waiting.append(self._threads.submit(self.find, chunk))
            if len(waiting) >= self._jobs + CHUNKS_AHEAD:
                yield from self.outcome(*waiting.popleft().result())
        while waiting:
            yield from self.outcome(*waiting.popleft().result())

    def find(self, chunk: LineBlock | Documents) -> tuple[Chunk, list[Piece[S]]]:
        """Find the regular games of a chunk, and see to it that the others are judged; runs in any thread."""
        found = self._found(chunk) if isinstance(chunk, LineBlock) else _without_lines(None, chunk)
        starts = range(0, len(found.others), PIECE)
        pieces = [
            (found.positions[start : start + PIECE], self._steps.submit(found.others[start : start + PIECE]))
            for start in starts
        ]
        return found, pieces

    def _found(self, block: LineBlock) -> Chunk:
        if not recogniser.AVAILABLE:
            return _without_lines(block, list(block.documents()))
        finder = self._finders.pop() if self._finders else RegularGames(canonical=self._work.canonical)
        regular: dict[int, RegularGame] = {}
        others: Documents = []
        positions: list[int] = []
        position = -1
        for position, (row, game) in enumerate(finder.find(block.text)):
            if game is not None:
                regular[position] = game
            else:
                others.append(block.document(row.start, row.end, row.line))
                positions.append(position)
        return Chunk(block, position + 1, regular, others, positions, finder)

    def outcome(self, chunk: Chunk, pieces: list[Piece[S]]) -> Iterator[R]:
        """Yield the outcome of a chunk when all of its games are judged; then its workspace is free for another."""
        yield self._work.combine(chunk, [(positions, judged()) for positions, judged in pieces])
        if chunk.finder is not None:
            self._finders.append(chunk.finder)

    def close(self) -> None:
        """End threads and processes, which have nothing left to do."""
        if self._threads is not None:
            self._threads.shutdown()
        self._steps.close()

    def stop(self) -> None:
        """End threads and processes at once, whatever they are doing."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
        self._steps.stop()


def _without_lines(block: LineBlock | None, documents: Documents) -> Chunk:
    return Chunk(block, len(documents), {}, documents, list(range(len(documents))), None)


class _StepByStep(Generic[S]):
    """Judges documents step by step: here when their turn comes, or in processes once there are enough of them."""

    def __init__(self, judge: Callable[[Documents], S], processes: int) -> None:
        self._judge = judge
        self._processes = processes
        self._lock = threading.Lock()
        self._size = 0
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, documents: Documents) -> Callable[[], S]:
        """Return a function that returns what came of some documents."""
        with self._lock:
            self._size += sum(len(document.raw) for document in documents if isinstance(document, Document))
            if self._pool is None and self._processes > 1 and self._size > ENOUGH_BYTES:
                self._pool = _pool(self._processes)
            pool = self._pool
        if pool is None:
            return partial(self._judge, documents)
        found: Callable[[], S] = pool.submit(self._judge, documents).result
        return found

    def close(self) -> None:
        """End the processes, which have nothing left to do."""
        if self._pool is not None:
            self._pool.shutdown()

    def stop(self) -> None:
        """End the processes at once."""
        with self._lock:
            self._processes = 1
            if self._pool is not None:
                self._pool.shutdown(kill_workers=True)


def _pool(processes: int) -> "ProcessPoolExecutor":
    from loky import ProcessPoolExecutor

    return ProcessPoolExecutor(processes, initializer=_follow, initargs=(os.getpid(),))


def _follow(first: int) -> None:
    """Leave Ctrl-C to the first process, which ends this one; and end when the first process is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after, args=(first,), daemon=True).start()


def _end_after(first: int) -> None:
    while os.getppid() == first:
        time.sleep(0.5)
    os._exit(1)


def by_position(count: int, groups: Sequence[tuple[list[int], Sequence[R]]]) -> list[R | None]:
    """Return a list of things, each at its position; None where there is none."""
    placed: list[R | None] = [None] * count
    for positions, things in groups:
        for position, thing in zip(positions, things, strict=True):
            placed[position] = thing
    return placed
