"""Score sheets as CSV, in the layout that ``piquet import`` reads: a row for each deal, with the points as ruled."""

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from piquet_records.cards.terms import Seat
from piquet_records.notation.sheets import COLUMNS
from piquet_records.record.game import Game
from piquet_records.report.model import DealReport, Report

HEADING = list(COLUMNS)
"""The names of the columns, in their order."""


def score_rows(game: Game, report: Report) -> Iterator[list[Any]]:
    """Yield the rows of a game's score sheet: deals that were void have none, and the last has the result."""
    counted = [deal for deal in report.deals if deal.outcome != "void"]
    for number, deal in enumerate(counted, start=1):
        about = {name: _field(game, name) for name in ("date", "event", "site")}
        row: dict[str, Any] = about | {
            "game": game.id,
            "rules": report.rules,
            "target": report.target,
            "player_a": game.players.A,
            "player_b": game.players.B,
            "deal": number,
            "dealer": deal.dealer,
            "points_a": _points(deal, "A"),
            "points_b": _points(deal, "B"),
        }
        if number == len(counted) and report.result:
            row |= {
                "total_a": report.result.score.A,
                "total_b": report.result.score.B,
                "winner": report.result.winner,
                "settlement": report.result.settlement,
                "ended": report.result.ended,
            }
        yield [row.get(name) for name in HEADING]


def _field(game: Game, name: str) -> Any:
    value = getattr(game, name)
    return None if value is UNSET else value


def _points(deal: DealReport, seat: Seat) -> int | None:
    """Return the points of a seat in a deal, as ruled; None if not checkable."""
    return (deal.score.elder if seat == deal.elder else deal.score.younger).total
