"""Turn an archive of an older format into one of the present format, without judging any game again.

The rows are copied to a new file, which replaces the old one when it is complete. A process that is killed leaves the
old archive unchanged.
"""

import os
import shutil
from pathlib import Path
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection as Connection
from msgspec import Struct

from piquet_records.archive import store
from piquet_records.errors import ArchiveError

_COPIED: Final = {
    "games": ("games", "*"),
    "deals": ("other_deals", "* EXCLUDE (whole)"),
    "calls": ("other_calls", "* EXCLUDE (cards, value, top, rank)"),
    "findings": ("findings", "*"),
    "rejects": ("rejects", "*"),
}
"""The tables of ``piquet-archive/1``: the table that takes their rows, and the columns that are copied."""
_OLD: Final = '"the/old"'
"""The name of the old archive in SQL; the slash keeps it different from the name of any file."""


class Upgraded(Struct, frozen=True):
    """What an upgrade has done."""

    before: str
    """The format that the archive had."""
    after: str
    """The format that it has now."""
    games: int
    """Games in the archive."""


def upgrade(path: Path) -> Upgraded:
    """Upgrade an archive in place; one of the present format is left alone.

    Raises ArchiveError if the file is not an archive, has an unknown format, or is open in another process.
    """
    store.require_database(path)
    with store.opened(path, read_only=False, config=store.WRITER) as connection:
        before = store.archive_format(connection)
        if before not in store.OLD_FORMATS:
            store.check_format(path, connection)
            return Upgraded(store.FORMAT, store.FORMAT, _count(connection, "games"))
    new = path.with_name(f"{path.name}.upgrading")
    new.unlink(missing_ok=True)
    try:
        with store.writing(new, create=True) as connection:
            _attach(connection, path)
            games = _copy(path, connection)
        shutil.copymode(path, new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
    return Upgraded(before, store.FORMAT, games)


def _attach(connection: Connection, path: Path) -> None:
    name = str(path).replace("'", "''")
    try:
        connection.execute(f"ATTACH '{name}' AS {_OLD} (READ_ONLY)")
    except duckdb.Error as error:
        raise store.cannot_open(path, error) from None


def _copy(path: Path, connection: Connection) -> int:
    """Copy all rows and return the number of games. Raises ArchiveError if a count differs afterwards."""
    with store.transaction(connection):
        for source, (target, columns) in _COPIED.items():
            connection.execute(f"INSERT INTO {target} BY NAME SELECT {columns} FROM {_OLD}.{source}")  # noqa: S608 - our own names
        connection.execute(f"INSERT INTO meta SELECT * FROM {_OLD}.meta WHERE name != 'archive'")  # noqa: S608 - our own names
        for source, (target, _) in _COPIED.items():
            if _count(connection, target) != _count(connection, f"{_OLD}.{source}"):
                message = f"{path}: the table {source} could not be copied completely; the archive is unchanged"
                raise ArchiveError(message)
    return _count(connection, "games")


def _count(connection: Connection, table: str) -> int:
    ((rows,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608 - our own names
    return int(rows)
