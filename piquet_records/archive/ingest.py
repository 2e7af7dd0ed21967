"""Taking games into an archive: read, compare with what is there, judge, write; batch by batch.

The same game again changes nothing; another game under the same id is refused, or takes the other's place where
that is asked for. What cannot be taken becomes a reject, and never stops the rest.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from typing import Final

from duckdb import DuckDBPyConnection as Connection
from msgspec import Struct, field

from piquet_records.archive import store
from piquet_records.archive.rows import Batch, Columns
from piquet_records.errors import UnknownRulesError
from piquet_records.judge import judge
from piquet_records.reading import Entry, GameEntry, RecordFault, entries
from piquet_records.record import Fault, sha256

BATCH_DEALS: Final = 4096
"""Deals that are written in one transaction; games stay whole."""


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
    on_progress: OnProgress | None = None,
) -> Ingested:
    """Take the games at some paths into an open archive, and tell what was done."""
    done = Ingested()
    start = time.monotonic()
    for batch in _batches(entry for path in paths for entry in entries(fspath(path))):
        done.add(_take(connection, batch, replace=replace, lang=lang))
        done.seconds = time.monotonic() - start
        if on_progress is not None:
            on_progress(done)
    done.seconds = time.monotonic() - start
    return done


def _batches(found: Iterable[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    deals = 0
    for entry in found:
        batch.append(entry)
        deals += len(entry.game.deals) if isinstance(entry, GameEntry) else 1
        if deals >= BATCH_DEALS:
            yield batch
            batch, deals = [], 0
    if batch:
        yield batch


def _take(connection: Connection, batch: Sequence[Entry], *, replace: bool, lang: str) -> Ingested:
    """Take one batch, in one transaction."""
    there = store.lookup(connection, [entry.game.id for entry in batch if isinstance(entry, GameEntry)])
    rows, done = Batch(), Ingested()
    outdated = []
    number = store.next_number(connection)
    for entry in _wanted(batch, there, rows, done, replace=replace):
        try:
            report = judge(entry.game, file=entry.file, line=entry.line, lang=lang)
        except UnknownRulesError as error:
            _reject(RecordFault(entry.file, entry.line, (Fault("/rules", str(error)),)), rows, done)
            continue
        rows.add(number, entry, report)
        number += 1
        done.verdicts[report.verdict] += 1
        if entry.game.id in there:
            outdated.append(there[entry.game.id].game)
            done.replaced += 1
        else:
            done.taken += 1
    places: Columns = {"file": [entry.file for entry in batch], "line": [entry.line for entry in batch]}
    store.write(connection, rows.columns(), without=outdated, read_again=places)
    return done


def _wanted(
    batch: Sequence[Entry], there: Mapping[str, store.Known], rows: Batch, done: Ingested, *, replace: bool
) -> Iterable[GameEntry]:
    """Give the games of a batch that are to be written; tell of the others."""
    chosen: dict[str, GameEntry] = {}
    hashes = {game_id: known.sha256 for game_id, known in there.items()}
    for entry in batch:
        if isinstance(entry, RecordFault):
            _reject(entry, rows, done)
            continue
        done.deals += len(entry.game.deals)
        game_id, content = entry.game.id, sha256(entry.game)
        first = chosen.get(game_id) or there.get(game_id)
        if first is not None and hashes[game_id] == content:
            done.unchanged += 1
            if isinstance(first, store.Known):
                done.verdicts[first.verdict] += 1
        elif first is not None and not replace:
            _reject(_refused(entry, first), rows, done)
        else:
            chosen[game_id] = entry
            hashes[game_id] = content
    return chosen.values()


def _refused(entry: GameEntry, first: GameEntry | store.Known) -> RecordFault:
    message = (
        f"another game has the id {entry.game.id!r} already, from {first.file} line {first.line}; "
        "give this one an id of its own, or let it take the other's place with --replace"
    )
    return RecordFault(entry.file, entry.line, (Fault("/id", message),))


def _reject(fault: RecordFault, rows: Batch, done: Ingested) -> None:
    rows.reject(fault)
    done.faults.append(fault)
    done.rejected += 1
