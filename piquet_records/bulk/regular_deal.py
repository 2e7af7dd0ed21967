"""A regular deal as the recogniser found it: its points as the score that the judge would give it.

The deal itself is not decoded. Knows nothing of the game around it.
"""

from typing import Final

from msgspec import Struct

from piquet_records.bulk.recogniser import PLACES, SECOND, WHAT, Workspace, lowest_scoring_rank
from piquet_records.cards.pack import Card, rank_of
from piquet_records.cards.terms import CATEGORIES, ELDER, ROLES, TRICKS, YOUNGER, Role, Seat
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.bonus import THIRTY, Gain, Stage
from piquet_records.scoring.deal_score import Breakdown, Score

_ENTRIES: Final = len(Breakdown.__struct_fields__) - 1
_REPIQUE: Final = Breakdown.__struct_fields__.index("repique")
_PIQUE: Final = Breakdown.__struct_fields__.index("pique")
_LAST_TRICK: Final = Breakdown.__struct_fields__.index("last_trick")


class RegularDeal(Struct, frozen=True):
    """A row of the recogniser, with a name for each part of it."""

    fields: tuple[int, ...]
    """The row, flat: see ``DEAL_FIELDS``."""
    values_written: bool
    """Whether each call of a point has its pips written."""
    rules: Rules
    """The rules under which it was recognised."""

    @property
    def regular(self) -> bool:
        """Whether it is regular; if not, nothing else is known of it."""
        return bool(self._number("regular"))

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return "B" if self._number("dealer") else "A"

    @property
    def elder(self) -> Seat:
        """The seat of the elder hand."""
        return "A" if self._number("dealer") else "B"

    @property
    def packets(self) -> int | None:
        """How many cards were given at a time; None if it is not written."""
        return self._number("packets") or None

    @property
    def written(self) -> tuple[int, int] | None:
        """The written score of the elder and the younger; None if there is none."""
        elder, younger = self._numbers("written")
        return None if elder < 0 else (elder, younger)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of the elder and the younger."""
        elder, younger = self._numbers("total")
        return elder, younger

    @property
    def seats(self) -> dict[Role, Seat]:
        """Who plays which role."""
        return {ELDER: self.elder, YOUNGER: self.dealer}

    @property
    def shape(self) -> tuple[bool, ...]:
        """What the record says of the deal and what it leaves out, so far as the coverage of laws depends on it."""
        full_draw = self._numbers("drew")[0] == 5
        said_elder, said_younger = (number >= 0 for number in self._numbers("announced"))
        return (
            bool(self._number("held_only")),
            full_draw,
            said_elder,
            said_younger,
            *map(bool, self._numbers("blanche")),
            bool(self._number("shown")),
            self.written is not None,
            self.values_written,
        )

    def score(self) -> Score:
        """Return the score that the judge would give the deal, with its gains in the order of points."""
        elder, younger = (self._breakdown(role) for role in ROLES)
        won = self._number("won").bit_count()
        return Score(elder, younger, tuple(self._gains()), complete=True, tricks=(won, TRICKS - won))

    def breakdowns(self) -> tuple[Breakdown, Breakdown]:
        """Return the points of the elder and the younger by kind."""
        return self._breakdown(ELDER), self._breakdown(YOUNGER)

    def _breakdown(self, role: Role) -> Breakdown:
        place = ROLES.index(role)
        points = dict(zip(Breakdown.__struct_fields__, self._points(place), strict=False))
        return Breakdown(**points, total=self.totals[place])

    def _gains(self) -> list[Gain]:
        """Return the gains in the order of points; a bonus comes right after the thirtieth point."""
        gains = self._gains_by_calls() + self._gains_in_play()
        for role, points in zip(ROLES, (self._points(place) for place in range(2)), strict=True):
            if bonus := points[_REPIQUE] + points[_PIQUE]:
                place = self._thirtieth(gains, role)
                gains.insert(place + 1, Gain(role, bonus, gains[place].stage, 0))
        for entry in range(_LAST_TRICK, _ENTRIES):
            gains += self._both(entry, Stage.AFTER)
        return gains

    def _thirtieth(self, gains: list[Gain], role: Role) -> int:
        """Return the place of the gain with which a player comes to thirty."""
        made = 0
        for place, gain in enumerate(gains):
            if gain.role == role and (gain.stage is not Stage.CARTE_BLANCHE or self.rules.blanche_counts_toward):
                made += gain.points or 0
                if made >= THIRTY:
                    return place
        return len(gains) - 1

    def _gains_by_calls(self) -> list[Gain]:
        stages = enumerate((Stage.CARTE_BLANCHE, Stage.POINT, Stage.SEQUENCES, Stage.SETS))
        return [gain for entry, stage in stages for gain in self._both(entry, stage)]

    def _gains_in_play(self) -> list[Gain]:
        """Return a gain for each card led, and for each second card that wins, if its rank counts."""
        lowest = lowest_scoring_rank(self.rules)
        led, won, play = self._number("led"), self._number("won"), self._numbers("play")
        gains = []
        for trick in range(TRICKS):
            leader, winner = (led >> trick & 1), (won >> trick & 1)
            if rank_of(Card(play[2 * trick])) >= lowest:
                gains.append(_ONE[leader])
            if winner != leader and rank_of(Card(play[2 * trick + 1])) >= lowest:
                gains.append(_ONE[winner])
        return gains

    def _both(self, entry: int, stage: Stage) -> list[Gain]:
        """Return the gains of both players for one entry of the score, the elder's first."""
        elder, younger = self._points(0)[entry], self._points(1)[entry]
        return [Gain(role, points, stage, 0) for role, points in ((ELDER, elder), (YOUNGER, younger)) if points]

    def _points(self, place: int) -> tuple[int, ...]:
        return self._numbers("points")[place * _ENTRIES :][:_ENTRIES]

    def _number(self, name: str) -> int:
        (number,) = self.fields[PLACES[name]]
        return number

    def _numbers(self, name: str) -> tuple[int, ...]:
        return self.fields[PLACES[name]]


_ONE: Final = (Gain(YOUNGER, 1, Stage.PLAY, 0), Gain(ELDER, 1, Stage.PLAY, 0))
"""One point in the play; the elder's is the second, as his bit is set in the row."""


def regular_deal(workspace: Workspace, row: int, rules: Rules) -> RegularDeal:
    """Return the deal that is a row of a workspace, recognised under these rules."""
    points = [fields for fields in workspace.calls_of(row) if fields[WHAT] == CATEGORIES.index("point")]
    return RegularDeal(workspace.deal(row), all(fields[SECOND] >= 0 for fields in points), rules)
