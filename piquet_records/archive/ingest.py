"""Store games in an archive: read and judge them, compare them with the stored games, write; batch by batch.

A game that is already stored changes nothing. Another game under the same id is rejected, or replaces the stored one
if requested. A document that cannot be stored becomes a row of ``rejects`` and does not stop the others.
"""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from os import PathLike
from types import FrameType
from typing import Final

import numpy as np
from duckdb import DuckDBPyConnection as Connection
from msgspec import Struct, field

from piquet_records.archive import store
from piquet_records.archive.batches import JudgeBatch, JudgedBatch, joined
from piquet_records.archive.rows import TableRows
from piquet_records.bulk.chunks import BLOCK_SIZE, in_chunks
from piquet_records.record.game import Fault
from piquet_records.record.reading import RecordFault, parts

DEALS_PER_TRANSACTION: Final = 500_000
"""A transaction ends when it has this many deals: the database compresses 122,880 rows of a transaction together, and
rows of a smaller transaction have to be compressed again."""
SECONDS_PER_TRANSACTION: Final = 20.0
"""A transaction also ends after this time, so that an interruption of slow work loses little of it."""
BATCHES_TOGETHER: Final = 8
"""Batches that are compared with the stored games and inserted together; each comparison reads the ids of all games."""


class Ingested(Struct):
    """Counts of what an ingest has done so far."""

    taken: int = 0
    """Games stored under a new id."""
    replaced: int = 0
    """Games that replaced a stored game of the same id."""
    unchanged: int = 0
    """Games that were already stored."""
    rejected: int = 0
    """Documents that could not be stored."""
    deals: int = 0
    """Deals of all games read."""
    verdicts: Counter[str] = field(default_factory=Counter)
    """Games taken, replaced or unchanged, by verdict."""
    seconds: float = 0.0
    faults: list[RecordFault] = field(default_factory=list)
    """The documents that could not be stored, and why: those since the last report."""

    def plus(self, more: "Ingested") -> "Ingested":
        """Return the sums of two counts, with the faults of the second."""
        total = Ingested(seconds=self.seconds)
        for counts in (self, more):
            total.add(counts)
        return total

    def add(self, more: "Ingested") -> None:
        """Add the counts of a further batch."""
        self.taken += more.taken
        self.replaced += more.replaced
        self.unchanged += more.unchanged
        self.rejected += more.rejected
        self.deals += more.deals
        self.verdicts += more.verdicts
        self.faults = more.faults


OnProgress = Callable[[Ingested], None]


def ingest(
    connection: Connection,
    paths: Iterable[str | PathLike[str]],
    *,
    replace: bool = False,
    lang: str = "en",
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
) -> Ingested:
    """Store the games of some files in an open archive and return the counts.

    ``jobs`` is the number of judging processes, by default the number of cores. This process writes. ``on_progress`` is
    called with the counts so far, those of the open transaction included; after Ctrl-C, once more with those of what is
    stored.
    """
    read = chain.from_iterable(parts(path, BLOCK_SIZE) for path in paths)
    return _Ingest(connection, in_chunks(read, JudgeBatch(lang), jobs=jobs), on_progress, replace=replace).run()


class _Ingest:
    """One run of an ingest."""

    def __init__(
        self,
        connection: Connection,
        batches: Iterator[JudgedBatch],
        on_progress: OnProgress | None,
        *,
        replace: bool,
    ) -> None:
        self.connection = connection
        self.batches = batches
        self.on_progress = on_progress
        self.replace = replace
        self.stored = Ingested()
        """The counts of all finished transactions."""
        self.started = time.monotonic()

    def run(self) -> Ingested:
        """Store all batches and return the counts."""
        while batches := self._next_batches():
            self._transaction(batches)
        self.stored.seconds = time.monotonic() - self.started
        return self.stored

    def _next_batches(self) -> list[JudgedBatch]:
        return list(islice(self.batches, BATCHES_TOGETHER))

    def _transaction(self, batches: list[JudgedBatch]) -> None:
        """Store these batches, and further ones until the transaction is large enough.

        On Ctrl-C, the batches that were judged are stored, and the counts of what is stored are reported.
        """
        first_number = store.next_number(self.connection)
        ends = time.monotonic() + SECONDS_PER_TRANSACTION
        pending = Ingested()
        interruption = None
        try:
            with store.transaction(self.connection):
                while batches:
                    try:
                        with _ctrl_c_held_back():
                            pending.add(_store(self.connection, joined(batches), replace=self.replace))
                        self._report(self.stored.plus(pending))
                        full = pending.deals >= DEALS_PER_TRANSACTION or time.monotonic() >= ends
                        batches = [] if full else self._next_batches()
                    except KeyboardInterrupt as pressed:
                        interruption = pressed
                        break
        except BaseException:
            # Ctrl-C may arrive after the commit and before this line
            if store.has_game(self.connection, first_number):
                self.stored.add(pending)
            self._report(self.stored.plus(Ingested()))
            raise
        self.stored.add(pending)
        if interruption is not None:
            self._report(self.stored.plus(Ingested()))
            raise interruption

    def _report(self, counts: Ingested) -> None:
        counts.seconds = time.monotonic() - self.started
        if self.on_progress is not None:
            self.on_progress(counts)


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Handle Ctrl-C only at the end: the database would undo the whole transaction if it was interrupted."""
    in_main_thread = threading.current_thread() is threading.main_thread()  # Ctrl-C reaches no other
    if not in_main_thread or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    pressed: list[tuple[int, FrameType | None]] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: pressed.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed and callable(handler):
        handler(*pressed[-1])


class IncomingGame(Struct, frozen=True):
    """A game of a batch: the fields that are compared with stored games."""

    id: str
    sha256: str
    verdict: str
    file: str
    line: int


def _store(connection: Connection, batch: JudgedBatch, *, replace: bool) -> Ingested:
    """Store one batch and return its counts."""
    incoming = _incoming(batch)
    stored = store.lookup(connection, [game.id for game in incoming.values()])
    done = Ingested(deals=_deals(batch))
    rejected = TableRows()
    wanted = _wanted(batch, incoming, stored, done, rejected, replace=replace)
    numbers = np.zeros(len(batch.sources), np.int32)
    numbers[sorted(wanted)] = np.arange(len(wanted)) + store.next_number(connection)
    outdated = [stored[incoming[position].id].game for position in wanted if incoming[position].id in stored]
    done.replaced, done.taken = len(outdated), len(wanted) - len(outdated)
    done.verdicts.update(incoming[position].verdict for position in wanted)
    files, lines = zip(*batch.sources, strict=True)
    store.write(
        connection,
        [*(store.numbered(part, numbers) for part in batch.tables), rejected.columns()],
        without=outdated,
        read_again={"file": files, "line": lines},
    )
    return done


def _incoming(batch: JudgedBatch) -> dict[int, IncomingGame]:
    """Return the games of a batch by position."""
    names = ("id", "sha256", "verdict", "file", "line")
    found = {}
    for games in batch.games:
        for position, *fields in zip(games["game"], *(games[name] for name in names), strict=True):
            found[position] = IncomingGame(*fields)
    return found


def _deals(batch: JudgedBatch) -> int:
    return sum(sum(games["deals"]) for games in batch.games)


def _wanted(
    batch: JudgedBatch,
    incoming: Mapping[int, IncomingGame],
    stored: Mapping[str, store.StoredGame],
    done: Ingested,
    rejected: TableRows,
    *,
    replace: bool,
) -> set[int]:
    """Return the positions of the games to be written; count the others in ``done``, with rows in ``rejected``."""
    chosen: dict[str, int] = {}
    for position in range(len(batch.sources)):
        game = incoming.get(position)
        if game is None:
            _reject(batch.faults[position], rejected, done)
            continue
        first = incoming[chosen[game.id]] if game.id in chosen else stored.get(game.id)
        if first is not None and first.sha256 == game.sha256:
            done.unchanged += 1
            if isinstance(first, store.StoredGame):
                done.verdicts[first.verdict] += 1
        elif first is not None and not replace:
            _reject(_refused(game, first), rejected, done)
        else:
            chosen[game.id] = position
    return set(chosen.values())


def _refused(game: IncomingGame, first: IncomingGame | store.StoredGame) -> RecordFault:
    message = (
        f"another game has the id {game.id!r} already, from {first.file} line {first.line}; "
        "give this one an id of its own, or let it take the other's place with --replace"
    )
    return RecordFault(game.file, game.line, (Fault("/id", message),))


def _reject(fault: RecordFault, rejected: TableRows, done: Ingested) -> None:
    rejected.reject(fault)
    done.faults.append(fault)
    done.rejected += 1
