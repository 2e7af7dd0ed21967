"""Taking games into an archive: read and judge, compare with what is there, write; batch by batch.

The same game again changes nothing; another game under the same id is refused, or takes the other's place where
that is asked for. What cannot be taken becomes a reject, and never stops the rest.
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
from piquet_records.archive.batches import MakeReady, Ready, joined
from piquet_records.archive.rows import Batch
from piquet_records.bulk.processes import in_batches
from piquet_records.record.game import Fault
from piquet_records.record.reading import RecordFault, documents

TOGETHER: Final = 4
"""So many batches are written together: the database compresses what comes in one transaction once, and well."""


class Ingested(Struct):
    """What an ingest has done so far."""

    taken: int = 0
    """Games that are new in the archive."""
    replaced: int = 0
    """Games that took the place of others with their ids."""
    unchanged: int = 0
    """Games that were there already."""
    rejected: int = 0
    """Inputs that could not be taken."""
    deals: int = 0
    """Deals read, of whatever game."""
    verdicts: Counter[str] = field(default_factory=Counter)
    """Games taken, replaced or unchanged, by verdict."""
    seconds: float = 0.0
    faults: list[RecordFault] = field(default_factory=list)
    """What could not be taken in the last batch, and why."""

    def add(self, more: "Ingested") -> None:
        """Count what a further batch has done."""
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
    """Take the games at some paths into an open archive, and tell what was done.

    ``jobs`` is how many processes judge; by default as many as there are cores. One of them writes.
    """
    done = Ingested()
    start = time.monotonic()
    found = chain.from_iterable(documents(fspath(path)) for path in paths)
    batches = in_batches(found, MakeReady(lang), jobs=jobs)
    while some := list(islice(batches, TOGETHER)):
        done.add(_take(connection, joined(some), replace=replace))
        some.clear()
        done.seconds = time.monotonic() - start
        if on_progress is not None:
            on_progress(done)
    done.seconds = time.monotonic() - start
    return done


class _Arrived(Struct, frozen=True):
    """A game of a batch: what tells it from others."""

    id: str
    sha256: str
    verdict: str
    file: str
    line: int


def _take(connection: Connection, batch: Ready, *, replace: bool) -> Ingested:
    """Take one batch, in one transaction."""
    arrived = _arrived(batch)
    there = store.lookup(connection, [game.id for game in arrived.values()])
    done = Ingested(deals=_deals(batch))
    rejected = Batch()
    wanted = _wanted(batch, arrived, there, done, rejected, replace=replace)
    numbers = np.zeros(len(batch.places), np.int32)
    numbers[sorted(wanted)] = np.arange(len(wanted)) + store.next_number(connection)
    outdated = [there[arrived[place].id].game for place in wanted if arrived[place].id in there]
    done.replaced, done.taken = len(outdated), len(wanted) - len(outdated)
    done.verdicts.update(arrived[place].verdict for place in wanted)
    files, lines = zip(*batch.places, strict=True)
    store.write(
        connection,
        [*(store.numbered(part, numbers) for part in batch.tables), rejected.columns()],
        without=outdated,
        read_again={"file": files, "line": lines},
    )
    return done


def _arrived(batch: Ready) -> dict[int, _Arrived]:
    """Give the games of a batch by their places."""
    names = ("id", "sha256", "verdict", "file", "line")
    found = {}
    for part in batch.tables:
        games = part["games"]
        for place, *fields in zip(games["game"], *(games[name] for name in names), strict=True):
            found[place] = _Arrived(*fields)
    return found


def _deals(batch: Ready) -> int:
    return sum(sum(part["games"]["deals"]) for part in batch.tables)


def _wanted(
    batch: Ready,
    arrived: Mapping[int, _Arrived],
    there: Mapping[str, store.Known],
    done: Ingested,
    rejected: Batch,
    *,
    replace: bool,
) -> set[int]:
    """Give the places of the games that are to be written; tell of the others."""
    chosen: dict[str, int] = {}
    for place in range(len(batch.places)):
        game = arrived.get(place)
        if game is None:
            _reject(batch.faults[place], rejected, done)
            continue
        first = arrived[chosen[game.id]] if game.id in chosen else there.get(game.id)
        if first is not None and first.sha256 == game.sha256:
            done.unchanged += 1
            if isinstance(first, store.Known):
                done.verdicts[first.verdict] += 1
        elif first is not None and not replace:
            _reject(_refused(game, first), rejected, done)
        else:
            chosen[game.id] = place
    return set(chosen.values())


def _refused(game: _Arrived, first: _Arrived | store.Known) -> RecordFault:
    message = (
        f"another game has the id {game.id!r} already, from {first.file} line {first.line}; "
        "give this one an id of its own, or let it take the other's place with --replace"
    )
    return RecordFault(game.file, game.line, (Fault("/id", message),))


def _reject(fault: RecordFault, rejected: Batch, done: Ingested) -> None:
    rejected.reject(fault)
    done.faults.append(fault)
    done.rejected += 1
