"""Reports as people and tools read them: audits and score sheets of a game, and lists of many.

This room knows only how things look: its pages are made from a judged game and its report.
"""

import io

from piquet_records.record.game import Game
from piquet_records.render.console import captured_console
from piquet_records.render.game_page import GamePage, game_page
from piquet_records.report.build import build_report, judge
from piquet_records.report.model import Report
from piquet_records.ruling.judge import judge_game

WIDTH = 80
"""The width of a page that is not printed on a terminal, in characters."""


def audit(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Return one game in full as text, or one deal of it (numbered from 1).

    The findings and scores are those of ``report``; without one, those that judging the game gives.
    """
    from piquet_records.render.text import print_page

    page, out = _page(game, report, deal, lang), io.StringIO()
    with captured_console(out, width=WIDTH) as console:
        print_page(page, console)
    return out.getvalue()


def audit_html(game: Game, report: Report | None = None, *, deal: int | None = None, lang: str = "en") -> str:
    """Return the same as one page of HTML that loads nothing else."""
    from piquet_records.render.html import html

    return html([_page(game, report, deal, lang)])


def score(game: Game, report: Report | None = None, *, lang: str = "en") -> str:
    """Return a game's score sheet as text: a row for each deal and player, a column for each kind of point."""
    from piquet_records.render.score_sheet import print_sheet

    out = io.StringIO()
    with captured_console(out, width=WIDTH) as console:
        print_sheet(game, report or judge(game, lang=lang), lang, console)
    return out.getvalue()


def _page(game: Game, report: Report | None, deal: int | None, lang: str) -> GamePage:
    """Judge the game once, under the profile of the report if there is one, and return its page."""
    judged = judge_game(game, report.rules if report else None)
    return game_page(judged, report or build_report(judged, lang=lang), lang, deal)
