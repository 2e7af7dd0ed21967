"""Archives: games, their deals, calls and findings in one DuckDB file that can be asked in SQL.

``archive.sql`` describes the tables; ``queries/*.sql`` are the questions that come with the program.
"""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any

import polars as pl

from piquet_records.archive import ask, maintain, store
from piquet_records.archive import ingest as taking
from piquet_records.archive.ingest import Ingested
from piquet_records.archive.maintain import Rejudged
from piquet_records.archive.named_queries import NamedQuery, named_queries, named_query
from piquet_records.archive.stats import Grouping, Stats, collect
from piquet_records.errors import ArchiveError

__all__ = ["Archive", "Ingested", "NamedQuery", "Rejudged", "named_queries", "named_query"]


class Archive:
    """An archive, by its path. The file is opened for each call and closed again, so that others can use it too."""

    def __init__(self, path: str | PathLike[str]) -> None:
        """Name it; nothing is opened, and the file need not be there yet."""
        self.path = Path(path)

    def ingest(
        self,
        *paths: str | PathLike[str],
        replace: bool = False,
        lang: str = "en",
        jobs: int | None = None,
        on_progress: Callable[[Ingested], None] | None = None,
    ) -> Ingested:
        """Judge the games at some paths and take them in; make the archive where there is none.

        ``jobs`` is how many processes judge; by default as many as there are cores. With ``replace``, a game takes
        the place of another that has its id. ``on_progress`` is called after each batch. Raises ArchiveError where
        the archive cannot be opened.
        """
        with store.writing(self.path, create=True) as connection:
            return taking.ingest(connection, paths, replace=replace, lang=lang, jobs=jobs, on_progress=on_progress)

    def sql(
        self,
        statement: str,
        parameters: dict[str, Any] | None = None,
        *,
        seconds: float = ask.SECONDS,
        memory: str = store.READER_MEMORY,
    ) -> pl.DataFrame:
        """Give the answer to a SQL statement, in which ``$name`` stands for a parameter.

        Raises ArchiveError for a mistake in the statement, and where it passes a limit of time or memory.
        """
        return ask.ask(self.path, statement, parameters, seconds=seconds, memory=memory)

    def query(self, name: str, **parameters: Any) -> pl.DataFrame:
        """Give the answer to a named query. Raises ArchiveError where there is no such query or parameter."""
        named = named_query(name)
        return self.sql(named.sql, named.bind(parameters))

    def record(self, game_id: str) -> bytes:
        """Give the record of a game, byte for byte. Raises ArchiveError where the id is not in the archive."""
        found = self.sql("SELECT record FROM games WHERE id = $id", {"id": game_id})
        if found.is_empty():
            message = f"{self.path}: no game in the archive has the id {game_id!r}"
            raise ArchiveError(message)
        text: str = found.item()
        return text.encode()

    def stale(self) -> int:
        """Tell how many games were judged by an older version of their rules profile."""
        with store.reading(self.path) as connection:
            return len(maintain.stale(connection))

    def stats(self, by: Grouping | None = None) -> Stats:
        """Give the figures that people ask for first; ``by`` also counts by player, role, rules or year."""
        return collect(self.query, self.stale(), by)

    def rejudge(
        self,
        *,
        everything: bool = False,
        lang: str = "en",
        on_progress: Callable[[Rejudged], None] | None = None,
    ) -> Rejudged:
        """Judge again the games that an older version of their rules profile judged, or everything."""
        with store.writing(self.path) as connection:
            games = maintain.numbers(connection) if everything else maintain.stale(connection)
            return maintain.rejudge(connection, games, lang=lang, on_progress=on_progress)

    def export(self, *ids: str) -> Iterator[bytes]:
        """Give the records of some games, or of all: one a line, and otherwise byte for byte as they were read.

        Raises ArchiveError where an id is not in the archive.
        """
        return maintain.export(self.path, ids)

    def remove(self, *ids: str) -> int:
        """Take games out, and tell how many. Raises ArchiveError where an id is not there; then none is taken out."""
        with store.writing(self.path) as connection:
            return maintain.remove(connection, ids)
