"""Maintain an archive: judge its games again, export their records, delete games."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive import store
from piquet_records.archive.batches import JudgeBatch
from piquet_records.archive.records import GAMES_AT_A_TIME, records
from piquet_records.archive.rows import TableRows
from piquet_records.errors import ArchiveError, UnknownRulesError
from piquet_records.record.game import DEFAULT_RULES
from piquet_records.record.reading import Document, RecordFault
from piquet_records.rules.parameters import profile

_SOURCES: Final = "SELECT game, file, line, verdict FROM games WHERE game IN (SELECT unnest($games)) ORDER BY game"


class Rejudged(msgspec.Struct):
    """Counts of what judging again has done so far."""

    games: int = 0
    """Games judged again."""
    changed: int = 0
    """Games whose verdict has changed."""
    rejected: int = 0
    """Games that this version of the program does not accept; they are kept unchanged, with a row in ``rejects``."""
    faults: list[RecordFault] = msgspec.field(default_factory=list)
    """The games of the last chunk that were not accepted, and why."""


def stale(connection: Connection) -> list[int]:
    """Return the numbers of the games that were judged by an older version of their rules profile."""
    pairs = connection.execute("SELECT DISTINCT rules_written, rules FROM games").fetchall()
    outdated = [(written, rules) for written, rules in pairs if _newest(written or DEFAULT_RULES) != rules]
    found = [
        connection.execute(
            "SELECT game FROM games WHERE rules_written IS NOT DISTINCT FROM $written AND rules = $rules ORDER BY game",
            {"written": written, "rules": rules},
        ).fetchall()
        for written, rules in outdated
    ]
    return [game for games in found for (game,) in games]


def _newest(name: str) -> str | None:
    try:
        return profile(name).name
    except UnknownRulesError:
        return None


def rejudge(
    connection: Connection,
    games: Sequence[int],
    *,
    lang: str = "en",
    on_progress: Callable[[Rejudged], None] | None = None,
) -> Rejudged:
    """Judge games again, by number; each chunk of them in one transaction."""
    done = Rejudged()
    judge = JudgeBatch(lang)
    for start in range(0, len(games), GAMES_AT_A_TIME):
        _rejudge(connection, games[start : start + GAMES_AT_A_TIME], judge, done)
        if on_progress is not None:
            on_progress(done)
    return done


def _rejudge(connection: Connection, games: Sequence[int], judge: JudgeBatch, done: Rejudged) -> None:
    """Judge some games and add what was done to ``done``; a game that is no longer accepted keeps its rows."""
    texts = dict(records(connection, games))
    rows = connection.execute(_SOURCES, {"games": list(games)}).fetchall()
    batch = judge.batch([Document(file, line, texts[game], line) for game, file, line, _ in rows])
    before = [verdict for *_, verdict in rows]
    for columns in batch.games:
        for position, verdict in zip(columns["game"], columns["verdict"], strict=True):
            done.games += 1
            done.changed += verdict != before[position]
    rejected = TableRows()
    done.faults = list(batch.faults.values())
    done.rejected += len(done.faults)
    for fault in done.faults:
        rejected.reject(fault)
    numbers = np.array([0 if place in batch.faults else row[0] for place, row in enumerate(rows)], np.int32)
    with store.transaction(connection):
        store.write(
            connection,
            [*(store.numbered(part, numbers) for part in batch.tables), rejected.columns()],
            without=numbers[numbers > 0].tolist(),
            read_again={"file": [row[1] for row in rows], "line": [row[2] for row in rows]},
        )


def numbers(connection: Connection, ids: Sequence[str] = ()) -> list[int]:
    """Return the numbers of some games by id, or of all games. Raises ArchiveError if an id is not stored."""
    if not ids:
        return [game for (game,) in connection.execute("SELECT game FROM games ORDER BY game").fetchall()]
    found = store.lookup(connection, ids)
    missing = [game_id for game_id in ids if game_id not in found]
    if missing:
        message = f"no game in the archive has the id {', '.join(map(repr, missing))}"
        raise ArchiveError(message)
    return [found[game_id].game for game_id in dict.fromkeys(ids)]


def export(path: Path, ids: Sequence[str] = ()) -> Iterator[bytes]:
    """Yield the records of some games, or of all, each on one line and otherwise byte for byte as it was read.

    Raises ArchiveError if the archive cannot be opened or an id is not stored.
    """
    with store.reading(path) as connection:
        for _, record in records(connection, numbers(connection, ids)):
            yield _on_one_line(record)


def _on_one_line(record: bytes) -> bytes:
    return msgspec.json.format(record, indent=-1) if b"\n" in record or b"\r" in record else record


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Delete games and return how many. Raises ArchiveError if an id is not stored; then no game is deleted."""
    games = numbers(connection, ids) if ids else []
    with store.transaction(connection):
        store.delete(connection, games)
    return len(games)
