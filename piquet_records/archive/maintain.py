"""Keeping an archive: judging it again, writing its records out, taking games out."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive import store
from piquet_records.archive.rows import Batch
from piquet_records.errors import ArchiveError, UnknownRulesError
from piquet_records.record.game import DEFAULT_RULES, Fault, Game
from piquet_records.record.reading import GameEntry, RecordFault, decode
from piquet_records.report.build import judge
from piquet_records.report.model import Report
from piquet_records.rules.parameters import profile

CHUNK: Final = 512
"""Games that are looked at together."""

_SOME: Final = "FROM games WHERE game IN (SELECT unnest($games)) ORDER BY game"
_RECORDS: Final = f"SELECT record {_SOME}"
_JUDGED: Final = f"SELECT game, file, line, verdict, record {_SOME}"


class Rejudged(msgspec.Struct):
    """What judging again has done so far."""

    games: int = 0
    """Games judged again."""
    changed: int = 0
    """Games whose verdict is another one now."""
    rejected: int = 0
    """Games that this version of the program does not accept; they stay as they are, and stand in ``rejects``."""
    faults: list[RecordFault] = msgspec.field(default_factory=list)
    """What was not accepted in the last chunk, and why."""


def stale(connection: Connection) -> list[int]:
    """Give the numbers of the games that were judged by an older version of their rules profile."""
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


def _newest(asked: str) -> str | None:
    try:
        return profile(asked).name
    except UnknownRulesError:
        return None


def rejudge(
    connection: Connection,
    games: Sequence[int],
    *,
    lang: str = "en",
    on_progress: Callable[[Rejudged], None] | None = None,
) -> Rejudged:
    """Judge some games of an archive again, by number."""
    done = Rejudged()
    for start in range(0, len(games), CHUNK):
        _rejudge(connection, games[start : start + CHUNK], done, lang)
        if on_progress is not None:
            on_progress(done)
    return done


def _rejudge(connection: Connection, games: Sequence[int], done: Rejudged, lang: str) -> None:
    rows, judged = Batch(), []
    done.faults = []
    places: dict[str, list[Any]] = {"file": [], "line": []}
    for number, file, line, verdict, text in connection.execute(_JUDGED, {"games": list(games)}).fetchall():
        places["file"].append(file)
        places["line"].append(line)
        found = _judged(file, line, text.encode(), lang)
        if isinstance(found, RecordFault):
            rows.reject(found)
            done.faults.append(found)
            done.rejected += 1
            continue
        rows.add(number, *found)
        judged.append(number)
        done.games += 1
        done.changed += found[1].verdict != verdict
    store.write(connection, [rows.columns()], without=judged, read_again=places)


def _judged(file: str, line: int, raw: bytes, lang: str) -> tuple[GameEntry, Report] | RecordFault:
    game = decode(raw)
    if not isinstance(game, Game):
        return RecordFault(file, line, game)
    try:
        return GameEntry(file, line, raw, game), judge(game, file=file, line=line, lang=lang)
    except UnknownRulesError as error:
        return RecordFault(file, line, (Fault("/rules", str(error)),))


def numbers(connection: Connection, ids: Sequence[str] = ()) -> list[int]:
    """Give the numbers of some games by their ids, or of all. Raises ArchiveError where an id is not there."""
    if not ids:
        return [game for (game,) in connection.execute("SELECT game FROM games ORDER BY game").fetchall()]
    found = store.lookup(connection, ids)
    missing = [game_id for game_id in ids if game_id not in found]
    if missing:
        message = f"no game in the archive has the id {', '.join(map(repr, missing))}"
        raise ArchiveError(message)
    return [found[game_id].game for game_id in dict.fromkeys(ids)]


def export(path: Path, ids: Sequence[str] = ()) -> Iterator[bytes]:
    """Give the records of some games, or of all, one a line and otherwise as they were read.

    Raises ArchiveError where the archive cannot be opened, or an id is not in it.
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
    """Take games out, and tell how many. Raises ArchiveError where an id is not there; then none is taken out."""
    games = numbers(connection, ids) if ids else []
    with store.transaction(connection):
        store.delete(connection, games)
    return len(games)
