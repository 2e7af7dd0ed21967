"""Maintain an archive: judge its games again, export their records, delete games."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive import store
from piquet_records.archive.batches import judged_entry
from piquet_records.archive.rows import TableRows
from piquet_records.errors import ArchiveError, UnknownRulesError
from piquet_records.record.game import DEFAULT_RULES, Game
from piquet_records.record.reading import Entry, GameEntry, RecordFault, decode
from piquet_records.rules.parameters import profile

CHUNK: Final = 512
"""Games read at a time."""

_SOME: Final = "FROM games WHERE game IN (SELECT unnest($games)) ORDER BY game"
_RECORDS: Final = f"SELECT record {_SOME}"
_JUDGED: Final = f"SELECT game, file, line, verdict, record {_SOME}"


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
    for start in range(0, len(games), CHUNK):
        _rejudge(connection, games[start : start + CHUNK], done, lang)
        if on_progress is not None:
            on_progress(done)
    return done


def _rejudge(connection: Connection, games: Sequence[int], done: Rejudged, lang: str) -> None:
    rows, judged = TableRows(), []
    done.faults = []
    sources: dict[str, list[Any]] = {"file": [], "line": []}
    for number, file, line, verdict, text in connection.execute(_JUDGED, {"games": list(games)}).fetchall():
        sources["file"].append(file)
        sources["line"].append(line)
        result = judged_entry(_entry(file, line, text.encode()), lang)
        if isinstance(result, RecordFault):
            rows.reject(result)
            done.faults.append(result)
            done.rejected += 1
            continue
        rows.add(number, *result)
        judged.append(number)
        done.games += 1
        done.changed += result[2].verdict != verdict
    store.write(connection, [rows.columns()], without=judged, read_again=sources)


def _entry(file: str, line: int, raw: bytes) -> Entry:
    game = decode(raw)
    return GameEntry(file, line, raw, game) if isinstance(game, Game) else RecordFault(file, line, game)


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
        games = numbers(connection, ids)
        for start in range(0, len(games), CHUNK):
            chunk = {"games": games[start : start + CHUNK]}
            for (record,) in connection.execute(_RECORDS, chunk).fetchall():
                yield _on_one_line(record.encode())


def _on_one_line(record: bytes) -> bytes:
    return msgspec.json.format(record, indent=-1) if b"\n" in record or b"\r" in record else record


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Delete games and return how many. Raises ArchiveError if an id is not stored; then no game is deleted."""
    games = numbers(connection, ids) if ids else []
    with store.transaction(connection):
        store.delete(connection, games)
    return len(games)
