"""Frames as tables: on a terminal, and as CSV, JSON, Markdown or Parquet."""

import io
from collections.abc import Callable
from typing import Any, Final, Literal

import polars as pl
from rich import box
from rich.table import Table

Form = Literal["csv", "json", "markdown", "parquet"]

LONGEST_WORD: Final = 20
"""The longest word that is never broken."""
MISSING: Final = "–"
"""What stands for a value that is not known."""


def table(frame: pl.DataFrame, *, title: str | None = None, note: str | None = None, words: bool = False) -> Table:
    """Give a frame as a table for a terminal: numbers to the right, two places after the point.

    With ``words``, the heads are words, one below the other, and no longer the names of the columns. No number or name
    is broken, so a table of many can be wider than the terminal.
    """
    made = Table(
        title=title,
        caption=note,
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for name in frame.columns:
        head = name.replace("_", "\n") if words else name
        cells = [shown(value) for value in frame[name]]
        numeric = frame[name].dtype.is_numeric()
        whole = [*(cells if numeric else " ".join(cells).split()), *(head.split() if words else [])]
        made.add_column(
            head,
            justify="right" if numeric else "left",
            overflow="fold",
            min_width=min(max(map(len, whole), default=0), LONGEST_WORD),
        )
    for row in frame.iter_rows():
        made.add_row(*map(shown, row))
    return made


def shown(value: Any) -> str:
    """Give a value as it is read in a table."""
    if value is None:
        return MISSING
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


def written(frame: pl.DataFrame, form: Form) -> bytes:
    """Give a frame in a format for other programs, with every digit."""
    return _WRITERS[form](frame)


def _csv(frame: pl.DataFrame) -> bytes:
    return _flat(frame).write_csv().encode()


def _json(frame: pl.DataFrame) -> bytes:
    return frame.write_json().encode() + b"\n"


def _parquet(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_parquet(out)
    return out.getvalue()


def _markdown(frame: pl.DataFrame) -> bytes:
    sides = ["---:" if kind.is_numeric() else "---" for kind in frame.dtypes]
    rows = [frame.columns, sides, *(map(_cell, row) for row in frame.iter_rows())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows).encode()


def _cell(value: Any) -> str:
    return "" if value is None else shown(value).replace("|", "\\|").replace("\n", " ")


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Write lists and objects as JSON, for they have no other form in CSV."""
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    return frame.with_columns(
        [
            pl.Series(name, [None if value is None else _as_json(value) for value in frame[name].to_list()])
            for name in nested
        ]
    )


def _as_json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


_WRITERS: Final[dict[Form, Callable[[pl.DataFrame], bytes]]] = {
    "csv": _csv,
    "json": _json,
    "markdown": _markdown,
    "parquet": _parquet,
}
