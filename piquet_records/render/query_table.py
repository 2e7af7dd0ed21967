"""Shows frames as tables on a terminal, and writes them as CSV, JSON, Markdown or Parquet."""

import io
from collections.abc import Callable
from typing import Any, Final, Literal

import polars as pl
from rich import box
from rich.table import Table

from piquet_records.record.json_text import printable

Form = Literal["csv", "json", "markdown", "parquet"]

LONGEST_WORD: Final = 20
"""The number of characters up to which a word is never broken."""
MISSING: Final = "–"
"""Shown for a value that is not known."""


def terminal_table(
    frame: pl.DataFrame, *, title: str | None = None, note: str | None = None, words: bool = False
) -> Table:
    """Return a frame as a table for a terminal: numbers to the right, two decimals.

    ``title`` is printed above it and ``note`` below it. With ``words``, the names of columns become words, one below
    the other. No number or name is broken, so a table of many columns can be wider than the terminal.
    """
    table = Table(
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
        cells = [cell_text(value) for value in frame[name]]
        numeric = frame[name].dtype.is_numeric()
        whole = [*(cells if numeric else " ".join(cells).split()), *(head.split() if words else [])]
        table.add_column(
            head,
            justify="right" if numeric else "left",
            overflow="fold",
            min_width=min(max(map(len, whole), default=0), LONGEST_WORD),
        )
    for row in frame.iter_rows():
        table.add_row(*map(cell_text, row))
    return table


def cell_text(value: Any) -> str:
    """Return a value as the text of a cell; control characters become escapes."""
    if value is None:
        return MISSING
    return f"{value:,.2f}" if isinstance(value, float) else printable(str(value))


def exported(frame: pl.DataFrame, form: Form) -> bytes:
    """Return a frame in a format for other programs, with every digit."""
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
    return "" if value is None else cell_text(value).replace("|", "\\|").replace("\n", " ")


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the frame with lists and objects as JSON text, for CSV has no lists."""
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
