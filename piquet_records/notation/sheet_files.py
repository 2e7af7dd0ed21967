"""The files of score sheets: CSV, and workbooks of spreadsheet programs, as rows of text. Knows no column's meaning."""

import csv
import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any, Final

from piquet_records import files
from piquet_records.errors import InputError
from piquet_records.notation.sheets import Row

WORKBOOKS: Final = (".xlsx", ".xlsm")
TEXTS: Final = (".csv", ".tsv", ".txt")
_DELIMITERS: Final = (",", ";", "\t")
_FORMULA_SIGNS: Final = ("=", "+", "-", "@")


def read_table(file: str) -> tuple[list[str], list[Row]]:
    """Return the names of the columns of a file's table, in small letters, and its rows; blank rows are left out.

    Raises InputError where the file holds no table that can be read, OSError where it cannot be opened.
    """
    rows = _workbook_rows(file) if file.lower().endswith(WORKBOOKS) else _text_rows(file)
    numbered = ((number, cells) for number, cells in rows if any(cells))
    _, heading = next(numbered, (0, None))
    if heading is None:
        message = f"{file}: the table is empty; its first row should name the columns"
        raise InputError(message)
    columns = ["_".join(name.casefold().split()) for name in heading]
    found = [
        Row(number, {name: cell for name, cell in zip(columns, cells, strict=False) if cell})
        for number, cells in numbered
    ]
    return columns, found


def _text_rows(file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file, with the line on which each ends; it may have commas, semicolons or tabs."""
    with files.open_to_read(file) as stream:
        data = stream.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{file}:{line}: the byte 0x{data[error.start]:02x} is not UTF-8; save the table as CSV in UTF-8"
        raise InputError(message) from None
    first = text.lstrip().partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter)
    for cells in reader:
        yield reader.line_num, [_unescaped(cell.strip()) for cell in cells]


def _workbook_rows(file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first sheet of a workbook."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        message = f"{file}: to read workbooks install `piquet-records[xlsx]`, or save the table as CSV"
        raise InputError(message) from None
    try:
        book = load_workbook(file, read_only=True, data_only=True)
    except OSError:
        raise
    except Exception:
        message = f"{file}: this is no workbook that can be read; save the table as .xlsx or CSV"
        raise InputError(message) from None
    sheet: Any = book.worksheets[0]
    for number, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
        yield number, [_cell_text(cell) for cell in cells]


def _cell_text(cell: object) -> str:
    """Return the value of a cell of a workbook as text; a day without its time of day."""
    if cell is None:
        return ""
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return _unescaped(str(cell).strip())


def csv_lines(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the lines of a CSV table. A text that a spreadsheet program would compute gets an apostrophe in front."""
    for row in [columns, *rows]:
        yield ",".join(_quoted("" if cell is None else _escaped(str(cell))) for cell in row)


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in ',"\r\n;') else cell


def _escaped(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA_SIGNS) else cell


def _unescaped(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA_SIGNS) else cell
