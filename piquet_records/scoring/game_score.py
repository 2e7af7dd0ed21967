"""The game as one line of points: who first reaches the target, what the totals are, what is settled.

Points lie in the order of points within a deal, deal after deal; the sixty or thirty of a bonus come with the
thirtieth point, cards and capot last. Knows nothing of calls, cards or laws.
"""

from collections.abc import Mapping
from copy import copy
from typing import Final

from msgspec import Struct

from piquet_records.cards.terms import Role, Seat
from piquet_records.record.game import Ended
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import Score

RUBICON: Final = 100
"""The total below which the loser of a rubicon game pays the sum instead of the difference; and what is added."""


class Totals(Struct, frozen=True, gc=False):
    """Points of both seats in the game."""

    A: int | None
    B: int | None


class GameResult(Struct, frozen=True, kw_only=True):
    """The result of the game, as the laws give it."""

    winner: Seat | None
    score: Totals
    settlement: int | None
    ended: Ended
    agrees: bool | None
    """Whether it is what the table wrote; None where the table wrote nothing that can be compared."""


class GameTally:
    """The totals of a game, as deals are added one by one.

    Twin: ``bulk/games.py`` states the same rules for games of regular deals.
    """

    def __init__(self, rules: Rules) -> None:
        """Start at nothing."""
        self._rules = rules
        self.totals: dict[Seat, int | None] = {"A": 0, "B": 0}
        self.deals = 0
        """Deals that were not void."""
        self.winner: Seat | None = None
        self.ended: Ended | None = None

    @property
    def target(self) -> int | None:
        """The points that win the game; None where deals end it."""
        return self._rules.target

    @property
    def over(self) -> bool:
        """Whether the game has come to its end, so that later deals count nowhere."""
        return self.ended is not None

    def reached(self, score: Score, seats: Mapping[Role, Seat]) -> Seat | None:
        """Tell who first reaches the target with a deal's points; None where nobody does, or it is not checkable."""
        target = self._rules.target
        if target is None or self.over:
            return None
        made = dict(self.totals)
        for gain in score.gains:
            seat = seats[gain.role]
            so_far = made[seat]
            if so_far is None or gain.points is None:
                return None
            made[seat] = so_far + gain.points
            if so_far + gain.points >= target:
                return seat
        return None

    def add(self, score: Score, seats: Mapping[Role, Seat], *, void: bool) -> None:
        """Add a deal, and end the game where it ends."""
        if self.over:
            return
        first = self.reached(score, seats)
        for role, seat in seats.items():
            before, points = self.totals[seat], score.of(role).total
            self.totals[seat] = None if before is None or points is None else before + points
        self.deals += not void
        if first is not None:
            self.ended = "target"
            self.winner = self._leader() if self._rules.both_pass == "higher-total" else first  # noqa: S105 - no password
        elif self._rules.deals is not None and self.deals >= self._rules.deals and not self._two_more():
            self.ended = "deals"
            self.winner = self._leader()

    def ends_with(self, score: Score, seats: Mapping[Role, Seat], *, void: bool) -> bool | None:
        """Tell whether the game ends with a deal or has ended before it; None where that is not checkable."""
        after = copy(self)
        after.totals = dict(self.totals)
        after.add(score, seats, void=void)
        return True if after.over else None if None in after.totals.values() else False

    def end(self, how: Ended, loser: Seat | None) -> None:
        """End the game otherwise: a player loses it, or it is put off."""
        if not self.over:
            self.ended = how
            self.winner = None if loser is None else "B" if loser == "A" else "A"

    def result(self) -> GameResult:
        """Give the result as the laws give it; whether it agrees with the table's is not known here."""
        level = self._rules.deals is not None and self.deals == self._rules.deals
        ended: Ended = self.ended or ("deals" if level else "unfinished")
        return GameResult(
            winner=self.winner,
            score=Totals(self.totals["A"], self.totals["B"]),
            settlement=self._settlement() if ended == "deals" else None,
            ended=ended,
            agrees=None,
        )

    def _leader(self) -> Seat | None:
        a, b = self.totals["A"], self.totals["B"]
        if a is None or b is None or a == b:
            return None
        return "A" if a > b else "B"

    def _two_more(self) -> bool:
        """Level totals are played off in two further deals, both of them and once."""
        further = self.deals - (self._rules.deals or 0)
        return further == 1 or (further == 0 and self.totals["A"] == self.totals["B"])

    def _settlement(self) -> int | None:
        a, b = self.totals["A"], self.totals["B"]
        return None if self._rules.settlement == "none" or a is None or b is None else settle(a, b)


def settle(first: int, second: int) -> int:
    """Give what a rubicon game is settled at: difference and 100, or sum and 100 where the loser is below 100.

    Level totals settle nothing (Cavendish, as ``profiles/rubicon-1.toml`` says).
    """
    if first == second:
        return 0
    if min(first, second) < RUBICON:
        return first + second + RUBICON
    return abs(first - second) + RUBICON
