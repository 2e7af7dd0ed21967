"""Open the file of an archive for writing or reading, create its tables, write rows in transactions.

A process that is killed leaves whole transactions behind. Knows the names of the tables, not what they mean.
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Final

import duckdb
import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection as Connection
from msgspec import Struct
from numpy.typing import NDArray

from piquet_records.archive.rows import TABLES, CategoricalColumn, Columns, NullableColumn
from piquet_records.errors import ArchiveError
from piquet_records.report.build import TOOL

FORMAT: Final = "piquet-archive/2"
OLD_FORMATS: Final = ("piquet-archive/1",)
"""Formats that ``upgrade.py`` can read."""

GAME_TABLES: Final = tuple(table for table in TABLES if table != "rejects")
"""The tables with rows of games; they have a column ``game``."""

WAIT: Final = 10.0
"""How long to wait for an archive that another process has open, in seconds."""
WRITER_MEMORY: Final = "80MB"
"""Memory limit of the database while games are written."""
READER_MEMORY: Final = "256MB"
"""Default memory limit of the database while a query runs."""

_Config = dict[str, str | bool | int | float | list[str]]

WRITER: Final[_Config] = {
    "memory_limit": WRITER_MEMORY,
    "wal_autocheckpoint": "256MB",
    "preserve_insertion_order": "false",
    "threads": 1,
}
"""Checkpoint only after 256 MB, because each checkpoint recompresses the last row group. Rows need no order in the
file, because games are numbered. A second thread would start row groups of its own, and the file would be half as large
again."""

_LOCKED: Final = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "lock_configuration": "true",
}
_MAGIC: Final = b"DUCK"
"""The bytes at offset 8 of every DuckDB file."""
_HOLDER: Final = re.compile(r"held in (?P<program>.+?)(?: by user \S+)? \(PID (?P<pid>\d+)")


@contextmanager
def writing(path: Path, *, create: bool = False) -> Iterator[Connection]:
    """Open an archive for writing; with ``create``, make it if the file does not exist.

    Raises ArchiveError if the file is missing or is not an archive, or if another process keeps it open.
    """
    if path.exists() or not create:
        require_database(path)
    with opened(path, read_only=False, config=WRITER) as connection:
        if create and not _tables(connection):
            _make(connection)
        check_format(path, connection)
        yield connection


@contextmanager
def reading(path: Path, *, memory: str = READER_MEMORY) -> Iterator[Connection]:
    """Open an archive for reading; SQL cannot reach files, extensions, the network or the settings.

    Raises ArchiveError in the same cases as ``writing``.
    """
    require_database(path)
    config: _Config = {**_LOCKED, "memory_limit": memory, "temp_directory": str(Path(gettempdir(), "piquet-spill"))}
    with opened(path, read_only=True, config=config) as connection:
        check_format(path, connection)
        yield connection


def write(
    connection: Connection,
    parts: Iterable[Mapping[str, Columns | pl.DataFrame]],
    *,
    without: Sequence[int] = (),
    read_again: Columns | None = None,
) -> None:
    """Write rows after deleting the games numbered in ``without``; the caller opens the transaction.

    Earlier rejects of the documents in ``read_again`` (columns ``file`` and ``line``) are deleted too.
    """
    delete(connection, without)
    if read_again is not None:
        _delete_rejects(connection, read_again)
    tables = _together(parts)
    for table, rows in tables.items():
        _insert(connection, table, rows)
    _note_versions(connection, tables["games"]["rules"].unique() if "games" in tables else ())


def _together(parts: Iterable[Mapping[str, Columns | pl.DataFrame]]) -> dict[str, pl.DataFrame]:
    """Return the rows of all parts, table by table."""
    listed = list(parts)
    frames = {table: [_frame(part[table]) for part in listed if table in part] for table in TABLES}
    return {table: pl.concat(parts, how="diagonal_relaxed", rechunk=False) for table, parts in frames.items() if parts}


def _frame(columns: Columns | pl.DataFrame) -> pl.DataFrame:
    if isinstance(columns, pl.DataFrame):
        return columns
    return pl.DataFrame({name: _series(rows) for name, rows in columns.items()})


def _series(rows: Any) -> Any:
    if isinstance(rows, CategoricalColumn):
        return pl.Series(rows.values).gather(rows.codes)
    if isinstance(rows, NullableColumn):
        series = pl.Series(rows.values)
        return series if rows.known.all() else series.set(pl.Series(~rows.known), None)
    return rows


def numbered(tables: Mapping[str, Columns], numbers: NDArray[np.int32]) -> dict[str, pl.DataFrame]:
    """Return the rows of the games that have a number; ``numbers`` holds one per position, 0 for games to leave out."""
    frames = {}
    for name, columns in tables.items():
        game = numbers[np.asarray(columns["game"])]
        frame = _frame({**columns, "game": game})
        frames[name] = frame if game.all() else frame.filter(game > 0)
    return frames


def delete(connection: Connection, games: Sequence[int]) -> None:
    """Delete games from all tables, by number."""
    if games:
        for table in GAME_TABLES:
            connection.execute(f"DELETE FROM {table} WHERE game IN (SELECT unnest($games))", {"games": list(games)})  # noqa: S608 - our own names


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Commit what is done inside, or roll all of it back on an exception."""
    connection.begin()
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


class StoredGame(Struct, frozen=True):
    """A game in the archive: the fields that are compared with incoming games."""

    id: str
    game: int
    sha256: str
    verdict: str
    file: str
    line: int


def lookup(connection: Connection, ids: Sequence[str]) -> dict[str, StoredGame]:
    """Return the stored games that have one of these ids, by id."""
    # in two steps, so that the search through all games reads nothing but their ids
    numbers = connection.execute("SELECT game FROM games WHERE id IN (SELECT unnest($ids))", {"ids": list(ids)})
    games = [game for (game,) in numbers.fetchall()]
    if not games:
        return {}
    rows = connection.execute(
        "SELECT id, game, sha256, verdict, file, line FROM games"
        " WHERE game BETWEEN $first AND $last AND game IN (SELECT unnest($games))",
        {"games": games, "first": min(games), "last": max(games)},
    ).fetchall()
    return {row[0]: StoredGame(*row) for row in rows}


def has_game(connection: Connection, number: int) -> bool:
    """Return whether a game has this number."""
    return bool(connection.execute("SELECT 1 FROM games WHERE game = $number", {"number": number}).fetchall())


def next_number(connection: Connection) -> int:
    """Return the number of the next game."""
    ((last,),) = connection.execute("SELECT coalesce(max(game), 0) FROM games").fetchall()
    return int(last) + 1


class _Arrow:
    """Columns that the database reads in place through the Arrow stream interface; empty columns are left out."""

    def __init__(self, columns: Columns | pl.DataFrame) -> None:
        frame = _frame(columns)
        self._frame = frame.drop(name for name, kind in frame.schema.items() if kind == pl.Null)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def _insert(connection: Connection, table: str, columns: Columns | pl.DataFrame) -> None:
    rows = _Arrow(columns)  # noqa: F841 - the statement names it
    connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM rows")  # noqa: S608 - our own names


def _delete_rejects(connection: Connection, sources: Columns) -> None:
    if connection.execute("SELECT 1 FROM rejects LIMIT 1").fetchall():
        again = _Arrow(sources)  # noqa: F841 - the statement names it
        connection.execute("DELETE FROM rejects WHERE (file, line) IN (SELECT file, line FROM again)")


def _note_versions(connection: Connection, judged_by: Iterable[str]) -> None:
    versions = {"tool": TOOL}
    for rules in judged_by:
        versions[f"profile.{rules.partition('@')[0]}"] = rules
    for name, value in versions.items():
        rows = connection.execute("SELECT value FROM meta WHERE name = $name", {"name": name}).fetchall()
        if rows != [(value,)]:
            connection.execute("DELETE FROM meta WHERE name = $name", {"name": name})
            connection.execute("INSERT INTO meta VALUES ($name, $value)", {"name": name, "value": value})


def require_database(path: Path) -> None:
    """Raise ArchiveError unless the path is a DuckDB file."""
    if not path.exists():
        message = f"{path}: there is no archive here; `piquet ingest {path} PATH…` makes one"
        raise ArchiveError(message)
    if path.is_dir():
        message = f"{path}: a folder; an archive is one file"
        raise ArchiveError(message)
    with path.open("rb") as file:
        if file.read(12)[8:] != _MAGIC:
            message = f"{path}: not an archive; name another file"
            raise ArchiveError(message)


@contextmanager
def opened(path: Path, *, read_only: bool, config: _Config) -> Iterator[Connection]:
    """Open a database file, whatever it holds; wait for a process that has it open. Raises ArchiveError."""
    connection = _connect(path, read_only=read_only, config=config)
    try:
        yield connection
    except RuntimeError as error:
        if str(error) == "Query interrupted":  # how the database reports Ctrl-C
            raise KeyboardInterrupt from error
        raise
    finally:
        connection.close()


def _connect(path: Path, *, read_only: bool, config: _Config) -> Connection:
    deadline = time.monotonic() + WAIT
    while True:
        try:
            return duckdb.connect(path, read_only=read_only, config=config)
        except duckdb.IOException as error:
            holder = _HOLDER.search(str(error))
            if holder is None:
                raise cannot_open(path, error) from None
            if time.monotonic() >= deadline:
                program, pid = Path(holder["program"]).name, holder["pid"]
                message = f"{path}: in use by process {pid} ({program}); try again when that has ended"
                raise ArchiveError(message) from None
            time.sleep(0.1)
        except duckdb.Error as error:
            raise cannot_open(path, error) from None


def cannot_open(path: Path, error: duckdb.Error) -> ArchiveError:
    """Return the error for a file that the database could not open."""
    text = str(error)
    if "different configuration" in text:
        why = "already open in this process; close that connection first"
    else:
        why = text.partition(": ")[2].splitlines()[0]
    return ArchiveError(f"{path}: {why}")


def _tables(connection: Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}


def _make(connection: Connection) -> None:
    folder = resources.files("piquet_records.archive")
    with transaction(connection):
        for name in ("tables.sql", "views.sql"):
            connection.execute((folder / name).read_text("utf-8"))
        for view in ("deals", "calls"):
            _copy_comments(connection, view, (f"regular_{view}", f"other_{view}"))
        connection.execute("INSERT INTO meta VALUES ('archive', $format)", {"format": FORMAT})
    connection.checkpoint()


def _copy_comments(connection: Connection, view: str, tables: Sequence[str]) -> None:
    """Copy the comments of the view's columns to the columns of the same name that have none."""
    found = connection.execute(
        "SELECT t.table_name, column_name, v.comment"
        " FROM duckdb_columns() AS t JOIN duckdb_columns() AS v USING (column_name)"
        " WHERE list_contains($tables, t.table_name) AND v.table_name = $view AND t.comment IS NULL",
        {"tables": list(tables), "view": view},
    ).fetchall()
    for table, column, comment in found:
        text = comment.replace("'", "''")
        connection.execute(f"COMMENT ON COLUMN {table}.{column} IS '{text}'")


def archive_format(connection: Connection) -> str | None:
    """Return the format of an open archive; None if the database is not an archive."""
    if "meta" not in _tables(connection):
        return None
    found = connection.execute("SELECT value FROM meta WHERE name = 'archive'").fetchall()
    return found[0][0] if found else "unknown"


def check_format(path: Path, connection: Connection) -> None:
    """Raise ArchiveError unless an open database is an archive of the present format."""
    found = archive_format(connection)
    if found is None:
        message = f"{path}: a DuckDB database, but no archive of piquet games; name another file"
    elif found in OLD_FORMATS:
        message = f"{path}: the archive's format is {found}; `piquet upgrade {path}` turns it into {FORMAT}"
    elif found != FORMAT:
        message = f"{path}: the archive's format is {found}, this program reads {FORMAT}"
    else:
        return
    raise ArchiveError(message)
