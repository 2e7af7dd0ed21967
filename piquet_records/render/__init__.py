"""Reports as people and tools read them: audits and score sheets of a game, and lists of many."""

import io
from typing import TYPE_CHECKING

from piquet_records.record.game import Game
from piquet_records.render.game_page import game_page
from piquet_records.report.build import judge
from piquet_records.report.model import Report

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
"""The width of a page that is not printed on a terminal, in characters."""


def audit(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Give one game in full as text, or one deal of it (numbered from 1); judged here where no report is given."""
    from piquet_records.render.text import print_page

    console = _paper()
    print_page(game_page(game, report or judge(game, lang=lang), lang, deal), console)
    return _printed(console)


def audit_html(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Give the same as a page of HTML that needs nothing but itself."""
    from piquet_records.render.html import html

    return html([game_page(game, report or judge(game, lang=lang), lang, deal)])


def score(game: Game, report: Report | None = None, *, lang: str = "en") -> str:
    """Give a game's score sheet as text: a row for each deal and player, a column for each kind of point."""
    from piquet_records.render.score_sheet import print_sheet

    console = _paper()
    print_sheet(game, report or judge(game, lang=lang), lang, console)
    return _printed(console)


def _paper() -> "Console":
    from rich.console import Console

    return Console(file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False)


def _printed(console: "Console") -> str:
    assert isinstance(console.file, io.StringIO)  # noqa: S101 - it was made so
    lines = console.file.getvalue().splitlines()
    return "".join([f"{line.rstrip()}\n" for line in lines])
