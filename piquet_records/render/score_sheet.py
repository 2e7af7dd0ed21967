"""A score sheet as text: a row for each deal and player, a column for each kind of point, as the laws give them."""

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from piquet_records.cards.terms import Role, Seat
from piquet_records.record.game import Game
from piquet_records.render.deal_page import UNKNOWN, player_name, points_text
from piquet_records.render.game_page import SEATS, result_facts
from piquet_records.render.phrases import Phrases, capital, phrases_in
from piquet_records.report.model import DealReport, Report
from piquet_records.scoring.deal_score import KINDS, Breakdown

WIDEST = 200
"""The most that a console is widened to, in characters."""
NAME_WIDTH = 12
"""The most that a name takes of a row, in characters."""


def print_sheet(game: Game, report: Report, lang: str, console: Console) -> None:
    """Print the score sheet of a game; the console is made wider if the table needs it."""
    phrases = phrases_in(lang)
    names = {seat: player_name(game, seat) for seat in SEATS}
    console.print(Text(phrases.page_words("title", **names), "bold"))
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(phrases.columns["deal"], justify="right", no_wrap=True)
    table.add_column("", max_width=NAME_WIDTH, overflow="fold")
    for name in (*KINDS, "total"):
        table.add_column(phrases.columns[name], justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for deal in report.deals:
        elder_first: tuple[tuple[Role, Seat], ...] = (("elder", deal.elder), ("younger", deal.dealer))
        for role, seat in elder_first:
            first = role == "elder"
            table.add_row(
                str(deal.deal) if first else "",
                names[seat],
                *_cells(getattr(deal.score, role)),
                Text(_remark(deal, phrases) if first else "", "dim"),
            )
    _add_totals(table, report, names, phrases)
    needed = Measurement.get(console, console.options.update(max_width=WIDEST), table).maximum
    console.width = max(console.width, needed)
    console.print(table)
    _print_below(report, names, phrases, console)


def _cells(breakdown: Breakdown) -> list[str]:
    """Return the cells of one row; a kind of point that was not made is blank."""
    values = [getattr(breakdown, name) for name in KINDS]
    return [*["" if value == 0 else points_text(value) for value in values], points_text(breakdown.total)]


def _remark(deal: DealReport, phrases: Phrases) -> str:
    remarks = [phrases.words["outcomes"][deal.outcome]] if deal.outcome != "played" else []
    if deal.after_end:
        remarks.append(phrases.page["counted"])
    return ", ".join(remarks)


def _add_totals(table: Table, report: Report, names: dict[Seat, str], phrases: Phrases) -> None:
    table.add_section()
    for row, (seat, name) in enumerate(names.items()):
        total = points_text(getattr(report.result.score, seat)) if report.result else UNKNOWN
        heading = Text(phrases.columns["total"] if row == 0 else "", "bold")
        table.add_row(heading, Text(name, "bold"), *([""] * len(KINDS)), Text(total, "bold"), "")


def _print_below(report: Report, names: dict[Seat, str], phrases: Phrases, console: Console) -> None:
    console.print()
    for label, value in result_facts(report, names, phrases):
        console.print(Text(f"{label}{phrases.page['colon']}{value}"))
    shown = [getattr(side, name) for deal in report.deals for side in _sides(deal) for name in (*KINDS, "total")]
    if None in shown:
        console.print(Text(phrases.page["not_checkable"], "dim"))
    assumed = [str(deal.deal) for deal in report.deals if deal.assumed and deal.outcome != "void"]
    if assumed:
        where = f"{capital(phrases.summary['deal'])} {', '.join(assumed)}{phrases.page['colon']}"
        console.print(Text(where + phrases.page["assumed"], "dim"))


def _sides(deal: DealReport) -> tuple[Breakdown, Breakdown]:
    return deal.score.elder, deal.score.younger
