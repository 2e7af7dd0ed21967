"""``piquet audit`` and ``piquet score``: one game in full, and its score sheet."""

from typing import Annotated

import typer

from piquet_records.cli.common import INVALID, Debug, Lang, found_at, paper, print_faults, status_of

File = Annotated[str, typer.Argument(metavar="FILE", help="A file with a game, ARCHIVE#ID, or - for standard input.")]
Id = Annotated[str | None, typer.Option("--id", metavar="ID", help="Only the game of this id.")]


def audit(
    file: File,
    deal: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only this deal, from 1.")] = None,
    html: Annotated[str | None, typer.Option(metavar="OUT", help="Write it to this file as a page of HTML.")] = None,
    only: Id = None,
    lang: Lang = "en",
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Show one game in full.

    That is its hands, calls, tricks with the running counts, findings and scores. The score stands as ruled, and
    beside it as played where that differs. The exit status is that of validate.
    """
    from piquet_records.record.reading import RecordFault
    from piquet_records.render.game_page import game_page
    from piquet_records.render.text import print_page
    from piquet_records.report.build import judge

    status, pages = 0, []
    for found in found_at(file, only):
        if isinstance(found, RecordFault):
            print_faults(found)
            status = INVALID
            continue
        _check_deal(deal, len(found.game.deals))
        report = judge(found.game, file=found.file, line=found.line, lang=lang)
        status = max(status, status_of(report.verdict))
        page = game_page(found.game, report, lang, deal)
        if html:
            pages.append(page)
        else:
            with paper() as console:
                print_page(page, console)
                console.print()
    if html and pages:
        _write(html, pages)
    raise typer.Exit(status)


def score(file: File, only: Id = None, lang: Lang = "en", debug: Debug = False) -> None:  # noqa: ARG001 - as above
    """Print a game's score sheet.

    It has a row for each deal and player, a column for each kind of point, the totals and the winner. The points are
    those that the laws give. The exit status is that of validate.
    """
    from piquet_records.record.reading import RecordFault
    from piquet_records.render.score_sheet import print_sheet
    from piquet_records.report.build import judge

    status = 0
    for found in found_at(file, only):
        if isinstance(found, RecordFault):
            print_faults(found)
            status = INVALID
            continue
        report = judge(found.game, file=found.file, line=found.line, lang=lang)
        status = max(status, status_of(report.verdict))
        with paper() as console:
            print_sheet(found.game, report, lang, console)
            console.print()
    raise typer.Exit(status)


def _check_deal(asked: int | None, count: int) -> None:
    if asked is not None and asked > count:
        message = f"there is no deal {asked}; the game has {count}"
        raise typer.BadParameter(message)


def _write(path: str, pages: list) -> None:  # type: ignore[type-arg]
    from piquet_records.files import open_to_write
    from piquet_records.render.html import html

    with open_to_write(path) as out:
        out.write(html(pages).encode())
