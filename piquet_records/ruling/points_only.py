"""The score of a deal of which only the points were written down: those points, whatever they were made of.

With them the totals, the end and the settlement of the game are computed as with any other score.
"""

from piquet_records.cards.terms import ROLES, Seat
from piquet_records.laws.case import Case
from piquet_records.record.game import written_score
from piquet_records.scoring.bonus import Gain, Stage
from piquet_records.scoring.deal_score import Breakdown, Score
from piquet_records.scoring.game_score import GameTally


def score_as_written(case: Case, tally: GameTally, winner: Seat | None) -> Score:
    """Return the written points as a score whose kinds of point are not checkable.

    If both players pass the target in the deal, the points do not show who was first: the winner that the table wrote
    is taken to be, and without one the score has no gains.
    """
    points = written_score(case.deal) or dict.fromkeys(ROLES)
    first_unknown = winner is None and _first_decides(case) and both_pass(case, tally)
    order = sorted(ROLES, key=lambda role: case.seat(role) != winner)
    gains = () if first_unknown else tuple([Gain(role, points[role], Stage.AFTER, 0) for role in order])
    elder, younger = (_total(points[role]) for role in ROLES)
    return Score(elder, younger, gains, complete=True, tricks=(0, 0))


def _first_decides(case: Case) -> bool:
    return case.rules.both_pass == "first-to-reach"  # noqa: S105 - no password


def both_pass(case: Case, tally: GameTally) -> bool:
    """Return whether both players pass the target with the written points of a deal."""
    points = written_score(case.deal) or {}
    after = [_sum(tally.totals[case.seat(role)], points.get(role)) for role in ROLES]
    target = tally.target
    return target is not None and not tally.over and all(total is not None and total >= target for total in after)


def _sum(total: int | None, points: int | None) -> int | None:
    return None if total is None or points is None else total + points


def _total(points: int | None) -> Breakdown:
    return Breakdown(None, None, None, None, None, None, None, None, None, None, points)
