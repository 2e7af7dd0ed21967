"""``piquet query`` and ``piquet stats``: questions to an archive."""

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from piquet_records.cli.common import ArchivePath, captured_console, print_message

if TYPE_CHECKING:
    import polars as pl

    from piquet_records.archive import Archive

Format = Literal["table", "csv", "json", "markdown", "parquet"]
By = Literal["player", "role", "rules", "year"]

MOST_ROWS: Final = 1000
"""How many rows a table shows; the other formats have all."""

_NAME: Final = re.compile(r"[\w-]+")


def query(
    archive: ArchivePath,
    asked: Annotated[
        str | None,
        typer.Argument(metavar="SQL|NAME", help="A SQL statement, the name of a query, or - for standard input."),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the queries that come with the program.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Print the SQL of the named query.")] = False,
    param: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A value for $NAME in the SQL; may be repeated.")
    ] = None,
    form: Annotated[
        Format | None, typer.Option("--format", help="By default a table on a terminal, and csv elsewhere.")
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="OUT", help="Write to this file.")] = "-",
    seconds: Annotated[float, typer.Option("--time-limit", min=0.1, help="Seconds after which it is stopped.")] = 60,
    memory: Annotated[str, typer.Option("--memory-limit", help="Memory that the query may use.")] = "256MB",
) -> None:
    """Ask an archive in SQL, or by the name of a query.

    The archive is opened for reading only, and SQL cannot reach other files, the network or the settings. The archive
    itself describes its tables: DESCRIBE deals, or the comments in duckdb_columns().
    """
    from piquet_records.archive import Archive, named_query

    if listed or not asked:
        _print_list()
        return
    if show:
        print(named_query(asked).sql, end="")
        return
    statement = sys.stdin.read() if asked == "-" else asked
    values = dict(map(_parameter, param or ()))
    if _NAME.fullmatch(statement):
        named = named_query(statement)
        statement, values = named.sql, named.bind(values)
    opened = Archive(archive)
    frame = opened.sql(statement, values, seconds=seconds, memory=memory)
    _warn_of_stale(opened)
    _write(frame, form, out)


def stats(
    archive: ArchivePath,
    by: Annotated[By | None, typer.Option(help="Also give the figures for each of these.")] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="OUT", help="Write charts to this file: .html, .svg or .png.")
    ] = None,
) -> None:
    """Report the main figures of an archive.

    These are its size, the points of elder and younger, how often each kind of point is made, the laws that were
    broken, and the players.
    """
    from piquet_records.archive import Archive
    from piquet_records.render.stats_page import stats_page

    save = _plotter(plot) if plot else None
    figures = Archive(archive).stats(by)
    with captured_console() as console:
        for part in stats_page(figures):
            console.print(part, crop=False)
            console.print()
    if save is not None and plot:
        save(figures, plot)
        print_message(f"the charts are in {plot}")


def _print_list() -> None:
    from piquet_records.archive import named_queries

    for named in named_queries():
        print(f"{named.name:22} {named.answers}")
        for parameter in named.parameters:
            default = f" (default {parameter.default})" if parameter.default else ""
            print(f"{'':22}   --param {parameter.name}=…: {parameter.meaning}{default}")


def _parameter(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        message = f"{text!r} should be NAME=VALUE"
        raise typer.BadParameter(message, param_hint="--param")
    return name, value


def _warn_of_stale(archive: "Archive") -> None:
    if stale := archive.stale():
        games = "1 game was" if stale == 1 else f"{stale:,} games were"
        print_message(f"{games} judged by an older version of the rules; `piquet rejudge {archive.path}` judges again")


def _write(frame: "pl.DataFrame", form: Format | None, out: str) -> None:
    from piquet_records.files import open_to_write
    from piquet_records.render.query_table import exported

    chosen = form or _by_ending(out) or ("table" if sys.stdout.isatty() else "csv")
    if chosen == "table":
        _print_table(frame)
        return
    if chosen == "parquet" and out == "-" and sys.stdout.isatty():
        message = "parquet is not text for a terminal; name a file with --out, or use a pipe"
        raise typer.BadParameter(message, param_hint="--format")
    with open_to_write(out) as stream:
        stream.write(exported(frame, chosen))


def _by_ending(out: str) -> Format | None:
    endings: dict[str, Format] = {".csv": "csv", ".json": "json", ".md": "markdown", ".parquet": "parquet"}
    return next((form for ending, form in endings.items() if out.lower().endswith(ending)), None)


def _print_table(frame: "pl.DataFrame") -> None:
    from piquet_records.render.query_table import terminal_table

    with captured_console() as console:
        console.print(terminal_table(frame.head(MOST_ROWS)), crop=False)
    if frame.height > MOST_ROWS:
        print_message(f"{MOST_ROWS:,} of {frame.height:,} rows; --format csv writes all")


def _plotter(plot: str) -> Any:
    """Import the chart code first, so that a wrong file ending fails before the query runs."""
    from piquet_records.render.stats_charts import ENDINGS, save_charts

    if not plot.lower().endswith(ENDINGS):
        message = f"{plot!r} should end in {', '.join(ENDINGS)}"
        raise typer.BadParameter(message, param_hint="--plot")
    return save_charts
