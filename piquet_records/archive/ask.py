"""Asking an archive: one SQL statement at a time, read-only, within limits of time and memory, to a frame."""

from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from typing import Any, Final

import duckdb
import polars as pl
from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive import store
from piquet_records.errors import ArchiveError

SECONDS: Final = 60.0
"""The time limit of a query where none is given."""

_AS_TEXT: Final = ("INTERVAL", "BIT", "BIGNUM")
"""Types that a frame has no column for."""


def ask(
    path: Path,
    sql: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    seconds: float = SECONDS,
    memory: str = store.READER_MEMORY,
) -> pl.DataFrame:
    """Give the answer to one SQL statement.

    Raises ArchiveError where the archive cannot be opened, for a mistake in the SQL, and at a limit.
    """
    with store.reading(path, memory=memory) as connection:
        watch = Timer(seconds, connection.interrupt)
        watch.daemon = True
        watch.start()
        try:
            return _answer(connection, sql, parameters)
        except duckdb.InterruptException:
            message = f"the query was stopped after {seconds:g} seconds; ask for less, or allow it more time"
            raise ArchiveError(message) from None
        except duckdb.OutOfMemoryException:
            message = (
                f"the query needs more than the {memory} of memory that it may use; ask for less, or allow it more"
            )
            raise ArchiveError(message) from None
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            raise ArchiveError(str(error).strip()) from None
        finally:
            watch.cancel()


def _answer(connection: Connection, sql: str, parameters: Mapping[str, Any] | None) -> pl.DataFrame:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        message = f"one SQL statement at a time; there are {len(statements)} here"
        raise ArchiveError(message)
    relation: duckdb.DuckDBPyRelation | None = connection.sql(sql, params=dict(parameters or {}))
    if relation is None:
        return pl.DataFrame()
    types = [str(kind) for kind in relation.types]
    if any(word in kind for kind in types for word in _AS_TEXT):
        columns = [_as_text(name, kind) for name, kind in zip(relation.columns, types, strict=True)]
        relation = relation.project(", ".join(columns))
    frame = pl.DataFrame(relation)
    whole = [name for name, kind in zip(frame.columns, types, strict=True) if kind in ("HUGEINT", "UHUGEINT")]
    return frame.with_columns([_as_integer(frame[name]) for name in whole])


def _as_text(name: str, kind: str) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    return f"CAST({quoted} AS VARCHAR) AS {quoted}" if any(word in kind for word in _AS_TEXT) else quoted


def _as_integer(column: pl.Series) -> pl.Series:
    """Give a column of wide integers, such as sums are, as plain ones where they fit."""
    plain = column.cast(pl.Int64, strict=False)
    return plain if plain.null_count() == column.null_count() else column
