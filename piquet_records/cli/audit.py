"""``piquet audit`` and ``piquet score``: one game in full, and its score sheet."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from piquet_records.cli.common import INVALID, Lang, captured_console, games_at, print_faults, status_of

if TYPE_CHECKING:
    from piquet_records.render.game_page import GamePage
    from piquet_records.report.model import Report
    from piquet_records.ruling.judged import JudgedGame

File = Annotated[str, typer.Argument(metavar="FILE", help="A file with a game, ARCHIVE#ID, or - for standard input.")]
Id = Annotated[str | None, typer.Option("--id", metavar="ID", help="Only the game with this id.")]


def audit(
    file: File,
    deal: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this deal, from 1.")] = None,
    html: Annotated[str | None, typer.Option(metavar="OUT", help="Write it to this file as a page of HTML.")] = None,
    only: Id = None,
    lang: Lang = "en",
) -> None:
    """Show one game in full.

    That is its hands, calls, tricks with the running counts, findings and scores. The score is shown as ruled, and
    also as played if that differs. The exit status is that of validate.
    """
    from piquet_records.render.game_page import game_page
    from piquet_records.render.text import print_page

    pages: list[GamePage] = []

    def show(judged: "JudgedGame", report: "Report") -> None:
        page = game_page(judged, report, lang, deal)
        if html:
            pages.append(page)
            return
        with captured_console() as console:
            print_page(page, console)
            console.print()

    status = _show_games(file, only, lang, show, deal)
    if html and pages:
        _write(html, pages)
    raise typer.Exit(status)


def score(
    file: File,
    form: Annotated[
        Literal["text", "csv"], typer.Option("--format", help="csv writes the table that `piquet import` reads.")
    ] = "text",
    only: Id = None,
    lang: Lang = "en",
) -> None:
    """Print a game's score sheet.

    It has a row for each deal and player, a column for each kind of point, the totals and the winner. The points are
    those that the laws give. As CSV it has a row for each deal that was not void, with the points of both players. The
    exit status is that of validate.
    """
    from piquet_records.render.score_sheet import print_sheet

    if form == "csv":
        raise typer.Exit(_print_csv(file, only, lang))

    def show(judged: "JudgedGame", report: "Report") -> None:
        with captured_console() as console:
            print_sheet(judged.game, report, lang, console)
            console.print()

    raise typer.Exit(_show_games(file, only, lang, show))


def _print_csv(file: str, only: str | None, lang: str) -> int:
    """Print the score sheets of a file as one table, and return the exit status."""
    from piquet_records.notation.sheet_files import csv_lines
    from piquet_records.render.score_csv import HEADING, score_rows

    rows: list[list[Any]] = []
    status = _show_games(file, only, lang, lambda judged, report: rows.extend(score_rows(judged.game, report)))
    print(*csv_lines(HEADING, rows), sep="\n")
    return status


def _show_games(
    file: str, only: str | None, lang: str, show: "Callable[[JudgedGame, Report], None]", deal: int | None = None
) -> int:
    """Judge and show each game of a file, print the faults of what is no record, and return the exit status.

    Raises BadParameter if a game has not as many deals as ``deal`` says.
    """
    from piquet_records.record.reading import RecordFault
    from piquet_records.report.build import build_report
    from piquet_records.ruling.judge import judge_game

    status = 0
    for found in games_at(file, only):
        if isinstance(found, RecordFault):
            print_faults(found)
            status = INVALID
            continue
        _check_deal(deal, len(found.game.deals))
        judged = judge_game(found.game)
        report = build_report(judged, file=found.file, line=found.line, lang=lang)
        status = max(status, status_of(report.verdict))
        show(judged, report)
    return status


def _check_deal(asked: int | None, count: int) -> None:
    if asked is not None and asked > count:
        message = f"there is no deal {asked}; the game has {count}"
        raise typer.BadParameter(message)


def _write(path: str, pages: "list[GamePage]") -> None:
    from piquet_records.files import open_to_write
    from piquet_records.render.html import html

    with open_to_write(path) as out:
        out.write(html(pages).encode())
