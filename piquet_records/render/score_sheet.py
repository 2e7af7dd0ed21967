"""A score sheet as text: a row for each deal and player, a column for each kind of point, as the laws give them."""

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from piquet_records.cards.terms import Role, Seat
from piquet_records.record.game import Game
from piquet_records.render.deal_page import UNKNOWN, name_of, number
from piquet_records.render.game_page import SEATS, result_facts
from piquet_records.render.phrases import Phrases, capital, phrases
from piquet_records.report.model import DealReport, Report
from piquet_records.scoring.deal_score import COLUMNS, Breakdown

WIDEST = 200
NAME_WIDTH = 12
"""The most that a name takes of a row, in characters."""


def print_sheet(game: Game, report: Report, lang: str, console: Console) -> None:
    """Print the score sheet of a game."""
    said = phrases(lang)
    names = {seat: name_of(game, seat) for seat in SEATS}
    console.print(Text(said.page_words("title", **names), "bold"))
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(said.columns["deal"], justify="right", no_wrap=True)
    table.add_column("", max_width=NAME_WIDTH, overflow="fold")
    for name in (*COLUMNS, "total"):
        table.add_column(said.columns[name], justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for deal in report.deals:
        elder_first: tuple[tuple[Role, Seat], ...] = (("elder", deal.elder), ("younger", deal.dealer))
        for role, seat in elder_first:
            first = role == "elder"
            table.add_row(
                str(deal.deal) if first else "",
                names[seat],
                *_cells(getattr(deal.score, role)),
                Text(_remark(deal, said) if first else "", "dim"),
            )
    _add_totals(table, report, names, said)
    needed = Measurement.get(console, console.options.update(max_width=WIDEST), table).maximum
    console.width = max(console.width, needed)
    console.print(table)
    _print_below(report, names, said, console)


def _cells(breakdown: Breakdown) -> list[str]:
    """Give one row's points; a kind of which there is none stays blank."""
    values = [getattr(breakdown, name) for name in COLUMNS]
    return [*["" if value == 0 else number(value) for value in values], number(breakdown.total)]


def _remark(deal: DealReport, said: Phrases) -> str:
    remarks = [said.words["outcomes"][deal.outcome]] if deal.outcome != "played" else []
    if deal.after_end:
        remarks.append(said.page["counted"])
    return ", ".join(remarks)


def _add_totals(table: Table, report: Report, names: dict[Seat, str], said: Phrases) -> None:
    table.add_section()
    for place, (seat, name) in enumerate(names.items()):
        total = number(getattr(report.result.score, seat)) if report.result else UNKNOWN
        heading = Text(said.columns["total"] if place == 0 else "", "bold")
        table.add_row(heading, Text(name, "bold"), *([""] * len(COLUMNS)), Text(total, "bold"), "")


def _print_below(report: Report, names: dict[Seat, str], said: Phrases, console: Console) -> None:
    console.print()
    for label, value in result_facts(report, names, said):
        console.print(Text(f"{label}{said.page['colon']}{value}"))
    shown = [getattr(side, name) for deal in report.deals for side in _sides(deal) for name in (*COLUMNS, "total")]
    if None in shown:
        console.print(Text(said.page["not_checkable"], "dim"))
    assumed = [str(deal.deal) for deal in report.deals if deal.assumed and deal.outcome != "void"]
    if assumed:
        where = f"{capital(said.summary['deal'])} {', '.join(assumed)}{said.page['colon']}"
        console.print(Text(where + said.page["assumed"], "dim"))


def _sides(deal: DealReport) -> tuple[Breakdown, Breakdown]:
    return deal.score.elder, deal.score.younger
