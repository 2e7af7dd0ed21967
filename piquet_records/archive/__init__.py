"""Store games with their deals, calls and findings in one DuckDB file, and query them in SQL.

``tables.sql`` describes the tables; ``queries/*.sql`` are the named queries. Knows tables, transactions and queries,
and nothing of how an answer is shown.
"""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from piquet_records.archive import ask, ingest, maintain, store, upgrade
from piquet_records.archive.ingest import Ingested
from piquet_records.archive.maintain import Rejudged
from piquet_records.archive.named_queries import NamedQuery, named_queries, named_query
from piquet_records.archive.records import records
from piquet_records.archive.stats import Grouping, Stats, collect
from piquet_records.archive.upgrade import Upgraded
from piquet_records.errors import ArchiveError

__all__ = ["Archive", "Ingested", "NamedQuery", "Rejudged", "Upgraded", "named_queries", "named_query"]


class Archive:
    """An archive file. Each call opens the file and closes it again, so that other processes can use it in between."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Remember the path; the file is not opened and need not exist yet."""
        self.path = Path(path)

    def ingest(
        self,
        *paths: str | PathLike[str],
        replace: bool = False,
        lang: str = "en",
        jobs: int | None = None,
        on_progress: Callable[[Ingested], None] | None = None,
    ) -> Ingested:
        """Judge the games in some files and store them; create the archive if the file does not exist.

        ``jobs`` is the number of judging processes, by default the number of cores. With ``replace``, a game
        replaces the stored game of the same id. ``on_progress`` is called after each transaction with the counts so
        far. Raises ArchiveError if the archive cannot be opened.
        """
        with store.writing(self.path, create=True) as connection:
            return ingest.ingest(connection, paths, replace=replace, lang=lang, jobs=jobs, on_progress=on_progress)

    def sql(
        self,
        statement: str,
        parameters: dict[str, Any] | None = None,
        *,
        seconds: float = ask.SECONDS,
        memory: str = store.READER_MEMORY,
    ) -> pl.DataFrame:
        """Return the answer to a SQL statement; ``$name`` in it is replaced by a parameter.

        Raises ArchiveError if the statement is wrong or exceeds a limit of time (seconds) or memory.
        """
        return ask.ask(self.path, statement, parameters, seconds=seconds, memory=memory)

    def query(self, name: str, **parameters: Any) -> pl.DataFrame:
        """Return the answer to a named query. Raises ArchiveError if there is no such query or parameter."""
        named = named_query(name)
        return self.sql(named.sql, named.bind(parameters))

    def record(self, game_id: str) -> bytes:
        """Return the record of a game, byte for byte as it was read. Raises ArchiveError if the id is not stored."""
        with store.reading(self.path) as connection:
            found = store.lookup(connection, [game_id])
            if game_id not in found:
                message = f"{self.path}: no game in the archive has the id {game_id!r}"
                raise ArchiveError(message)
            ((_, record),) = records(connection, [found[game_id].game])
        return record

    def stale(self) -> int:
        """Return how many games were judged by an older version of their rules profile."""
        with store.reading(self.path) as connection:
            return len(maintain.stale(connection))

    def stats(self, by: Grouping | None = None) -> Stats:
        """Return the most requested figures; with ``by``, also the figures of each player, role, rules or year."""
        return collect(self.query, self.stale(), by)

    def rejudge(
        self,
        *,
        everything: bool = False,
        lang: str = "en",
        on_progress: Callable[[Rejudged], None] | None = None,
    ) -> Rejudged:
        """Judge the games again that an older version of their rules profile judged, or all games."""
        with store.writing(self.path) as connection:
            games = maintain.numbers(connection) if everything else maintain.stale(connection)
            return maintain.rejudge(connection, games, lang=lang, on_progress=on_progress)

    def export(self, *ids: str) -> Iterator[bytes]:
        """Yield the records of some games, or of all, in the order they were stored.

        A record is yielded byte for byte as it was read, except that one of several lines is put on one line.
        Raises ArchiveError if an id is not stored.
        """
        return maintain.export(self.path, ids)

    def remove(self, *ids: str) -> int:
        """Delete games and return how many. Raises ArchiveError if an id is not stored; then no game is deleted."""
        with store.writing(self.path) as connection:
            return maintain.remove(connection, ids)

    def upgrade(self) -> Upgraded:
        """Turn an archive of an older format into one of the present format; no game is judged again.

        Raises ArchiveError if the file is not an archive of a known format.
        """
        return upgrade.upgrade(self.path)
