"""The score of a game: the totals deal after deal, who first reaches the target, when the game ends, the settlement.

Within a deal points are added in the order of points; the points of a bonus come with the thirtieth point, those for
cards and capot last. Knows nothing of calls, cards or laws.
"""

from collections.abc import Mapping
from copy import copy
from typing import Final

from msgspec import UNSET, Struct, UnsetType

from piquet_records.cards.terms import Role, Seat
from piquet_records.record.game import Ended, StartScore
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import Score

RUBICON: Final = 100
"""A loser with a lower total pays the sum of the totals instead of the difference; also the points added to either."""


class Totals(Struct, frozen=True, gc=False):
    """Points of both seats in the game."""

    A: int | None
    B: int | None


class GameResult(Struct, frozen=True, kw_only=True):
    """The result of a game, as the laws give it."""

    winner: Seat | None
    score: Totals
    settlement: int | None
    ended: Ended
    agrees: bool | None
    """Whether the table wrote the same result; None if it wrote nothing that can be compared."""


class GameTally:
    """The totals of a game, as deals are added one by one."""

    def __init__(self, rules: Rules, start: StartScore | UnsetType = UNSET) -> None:
        """Start with no deals, and with the points that the seats had before the first deal of the record."""
        self._rules = rules
        self.totals: dict[Seat, int | None] = {"A": 0, "B": 0} if start is UNSET else {"A": start.A, "B": start.B}
        self.deals = 0
        """The number of deals that were not void."""
        self.winner: Seat | None = None
        self.ended: Ended | None = None

    @property
    def target(self) -> int | None:
        """The points that win the game; None if the game ends after a number of deals."""
        return self._rules.target

    @property
    def over(self) -> bool:
        """Whether the game has ended; later deals are not counted."""
        return self.ended is not None

    def reached(self, score: Score, seats: Mapping[Role, Seat]) -> Seat | None:
        """Return the seat that first reaches the target with a deal's points; None if neither does, or unknown."""
        target = self._rules.target
        if target is None or self.over:
            return None
        totals = dict(self.totals)
        for gain in score.gains:
            seat = seats[gain.role]
            before = totals[seat]
            if before is None or gain.points is None:
                return None
            totals[seat] = before + gain.points
            if before + gain.points >= target:
                return seat
        return None

    def add(self, score: Score, seats: Mapping[Role, Seat], *, void: bool) -> None:
        """Add the points of a deal, and end the game if it ends with this deal."""
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
        elif self._rules.deals is not None and self.deals >= self._rules.deals and not self._is_played_off():
            self.ended = "deals"
            self.winner = self._leader()

    def ends_with(self, score: Score, seats: Mapping[Role, Seat], *, void: bool) -> bool | None:
        """Return whether the game ends with a deal or ended before it; None if not checkable."""
        after = copy(self)
        after.totals = dict(self.totals)
        after.add(score, seats, void=void)
        return True if after.over else None if None in after.totals.values() else False

    def end(self, how: Ended, loser: Seat | None) -> None:
        """End the game for another reason than points: a player loses it, or it is put off."""
        if not self.over:
            self.ended = how
            self.winner = None if loser is None else "B" if loser == "A" else "A"

    def result(self) -> GameResult:
        """Return the result; ``agrees`` is None, for the written result is not known here."""
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

    def _is_played_off(self) -> bool:
        """Return whether two further deals decide the game, because the totals were level after the last."""
        further = self.deals - (self._rules.deals or 0)
        return further == 1 or (further == 0 and self.totals["A"] == self.totals["B"])

    def _settlement(self) -> int | None:
        a, b = self.totals["A"], self.totals["B"]
        return None if self._rules.settlement == "none" or a is None or b is None else settle(a, b)


def settle(first: int, second: int) -> int:
    """Return the settlement of a rubicon game: the difference and 100, or the sum and 100 if the loser is below 100.

    Level totals are settled at 0 (Cavendish, see ``rules/profiles/rubicon-1.toml``).
    """
    if first == second:
        return 0
    if min(first, second) < RUBICON:
        return first + second + RUBICON
    return abs(first - second) + RUBICON
