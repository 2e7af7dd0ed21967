"""Run one read-only SQL statement on an archive, within limits of time and memory, and return a frame."""

from collections.abc import Mapping
from pathlib import Path
from threading import TIMEOUT_MAX, Timer
from typing import Any, Final

import duckdb
import polars as pl
from duckdb import DuckDBPyConnection as Connection

from piquet_records.archive import store
from piquet_records.errors import ArchiveError

SECONDS: Final = 60.0
"""The default time limit of a query."""

_AS_TEXT: Final = ("INTERVAL", "BIT", "BIGNUM")
"""Types without a polars equivalent; they are returned as text."""


def ask(
    path: Path,
    sql: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    seconds: float = SECONDS,
    memory: str = store.READER_MEMORY,
) -> pl.DataFrame:
    """Return the answer to one SQL statement; an empty frame if it has none.

    Raises ArchiveError if the archive cannot be opened, the SQL is wrong, or a limit is exceeded or
    cannot be set.
    """
    if not 0 < seconds <= TIMEOUT_MAX:
        message = f"the time limit is {seconds:g} seconds; it should be above 0 and at most {TIMEOUT_MAX:g}"
        raise ArchiveError(message)
    with store.reading(path, memory=memory) as connection:
        timer = Timer(seconds, connection.interrupt)
        timer.daemon = True
        timer.start()
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
            timer.cancel()


def _answer(connection: Connection, sql: str, parameters: Mapping[str, Any] | None) -> pl.DataFrame:
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        message = f"one SQL statement at a time; there are {len(statements)} here"
        raise ArchiveError(message)
    relation: duckdb.DuckDBPyRelation | None = connection.sql(sql, params=dict(parameters or {}))
    if relation is None:
        return pl.DataFrame()
    types = [str(kind) for kind in relation.types]
    if any(type_name in kind for kind in types for type_name in _AS_TEXT):
        columns = [_as_text(name, kind) for name, kind in zip(relation.columns, types, strict=True)]
        relation = relation.project(", ".join(columns))
    frame = pl.DataFrame(relation)
    wide = [name for name, kind in zip(frame.columns, types, strict=True) if kind in ("HUGEINT", "UHUGEINT")]
    return frame.with_columns([_as_integer(frame[name]) for name in wide])


def _as_text(name: str, kind: str) -> str:
    quoted = '"' + name.replace('"', '""') + '"'
    return f"CAST({quoted} AS VARCHAR) AS {quoted}" if any(type_name in kind for type_name in _AS_TEXT) else quoted


def _as_integer(column: pl.Series) -> pl.Series:
    """Return a column of 128-bit integers, the type of sums, as 64-bit integers if all values fit."""
    narrow = column.cast(pl.Int64, strict=False)
    return narrow if narrow.null_count() == column.null_count() else column
