"""Reports as people and tools read them: audits and score sheets of a game, and lists of many."""

import io

from piquet_records.record.game import Game
from piquet_records.render.console import captured_console
from piquet_records.render.game_page import game_page
from piquet_records.report.build import judge
from piquet_records.report.model import Report

WIDTH = 80
"""The width of a page that is not printed on a terminal, in characters."""


def audit(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Return one game in full as text, or one deal of it (numbered from 1); it is judged if no report is given."""
    from piquet_records.render.text import print_page

    out = io.StringIO()
    with captured_console(out, width=WIDTH) as console:
        print_page(game_page(game, report or judge(game, lang=lang), lang, deal), console)
    return out.getvalue()


def audit_html(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Return the same as a page of HTML that needs no other file."""
    from piquet_records.render.html import html

    return html([game_page(game, report or judge(game, lang=lang), lang, deal)])


def score(game: Game, report: Report | None = None, *, lang: str = "en") -> str:
    """Return a game's score sheet as text: a row for each deal and player, a column for each kind of point."""
    from piquet_records.render.score_sheet import print_sheet

    out = io.StringIO()
    with captured_console(out, width=WIDTH) as console:
        print_sheet(game, report or judge(game, lang=lang), lang, console)
    return out.getvalue()
