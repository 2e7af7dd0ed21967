"""Store games in an archive: read and judge them, compare them with the stored games, write; batch by batch.

A game that is already stored changes nothing. Another game under the same id is rejected, or replaces the stored one
if requested. A document that cannot be stored becomes a row of ``rejects`` and does not stop the others.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice
from os import PathLike, fspath
from typing import Final

import numpy as np
from duckdb import DuckDBPyConnection as Connection
from msgspec import Struct, field

from piquet_records.archive import store
from piquet_records.archive.batches import JudgeBatch, JudgedBatch, joined
from piquet_records.archive.rows import TableRows
from piquet_records.bulk.processes import in_batches
from piquet_records.record.game import Fault
from piquet_records.record.reading import RecordFault, documents

BATCHES_PER_TRANSACTION: Final = 4
"""Batches written in one transaction; the database compresses the rows of a transaction together."""


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
    """The documents of the last transaction that could not be stored, and why."""

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

    ``jobs`` is the number of judging processes, by default the number of cores. This process writes.
    """
    total = Ingested()
    start = time.monotonic()
    read = chain.from_iterable(documents(fspath(path)) for path in paths)
    batches = in_batches(read, JudgeBatch(lang), jobs=jobs)
    while some := list(islice(batches, BATCHES_PER_TRANSACTION)):
        total.add(_store(connection, joined(some), replace=replace))
        some.clear()
        total.seconds = time.monotonic() - start
        if on_progress is not None:
            on_progress(total)
    total.seconds = time.monotonic() - start
    return total


class IncomingGame(Struct, frozen=True):
    """A game of a batch: the fields that are compared with stored games."""

    id: str
    sha256: str
    verdict: str
    file: str
    line: int


def _store(connection: Connection, batch: JudgedBatch, *, replace: bool) -> Ingested:
    """Store one batch, in one transaction, and return its counts."""
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
    for part in batch.tables:
        games = part["games"]
        for position, *fields in zip(games["game"], *(games[name] for name in names), strict=True):
            found[position] = IncomingGame(*fields)
    return found


def _deals(batch: JudgedBatch) -> int:
    return sum(sum(part["games"]["deals"]) for part in batch.tables)


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
