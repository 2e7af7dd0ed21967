"""Pique and repique: who makes them, given the gains of a deal in the order of points.

Article, *Du pic* and *Du repic*: thirty before the adversary has made a point. The order is that of points (carte
blanche, point, sequences, sets, play), not that of speaking; parameter ``pique_order`` has the other reading.
Knows nothing of calls, cards or laws.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final

from msgspec import Struct

from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, YOUNGER, Role
from piquet_records.rules.parameters import Rules

THIRTY: Final = 30
PIQUE: Final = 30
REPIQUE: Final = 60
UNSEEN: Final = 999
"""Stands for a gain by calls that is not checkable, at its greatest."""
UNSEEN_IN_PLAY: Final = 12
"""The same for a gain in the play."""


class Stage(IntEnum):
    """The order of points."""

    CARTE_BLANCHE = 0
    POINT = 1
    SEQUENCES = 2
    SETS = 3
    PLAY = 4
    AFTER = 5
    """Cards and capot: they come after the play and make neither."""


class Gain(Struct, frozen=True, gc=False):
    """Points that a player makes, at their place in the order of points."""

    role: Role
    points: int | None
    """None where it is not checkable."""
    stage: Stage
    moment: int
    """When they were called or played, in the time of the deal."""


class Bonus(Struct, frozen=True, gc=False):
    """Who makes a repique or a pique."""

    repique: Role | None = None
    pique: Role | None = None
    at: int = -1
    """The place, in the gains, of the thirtieth point."""

    def points(self, role: Role) -> int:
        """Return what a role scores by it: 60, 30 or nothing."""
        return REPIQUE * (self.repique == role) + PIQUE * (self.pique == role)


NO_BONUS: Final = Bonus()


def bonus(gains: Sequence[Gain], rules: Rules) -> Bonus | None:
    """Return the pique or repique that gains make; None if gains that are not checkable decide it.

    Twin: ``bulk/deals.py`` states the same rules for columns of regular deals.
    """
    if all(gain.points is not None for gain in gains):
        return _bonus(gains, rules)
    least, most = (_bonus(_filled(gains, value), rules) for value in (0, UNSEEN))
    return least if (least.repique, least.pique) == (most.repique, most.pique) else None


def _filled(gains: Iterable[Gain], value: int) -> list[Gain]:
    in_play = min(value, UNSEEN_IN_PLAY)
    return [
        g if g.points is not None else Gain(g.role, in_play if g.stage is Stage.PLAY else value, g.stage, g.moment)
        for g in gains
    ]


def _bonus(gains: Sequence[Gain], rules: Rules) -> Bonus:
    if not any(sum([g.points or 0 for g in gains if g.role == role]) >= THIRTY for role in ROLES):
        return NO_BONUS
    before_play = [(place, gain) for place, gain in enumerate(gains) if gain.stage < Stage.PLAY]
    for role in ROLES if rules.younger_may_repique else (ELDER,):
        place = _first_thirty(before_play, role, rules)
        if place is not None:
            return Bonus(repique=role, at=place)
    in_play = [(place, gain) for place, gain in enumerate(gains) if gain.stage <= Stage.PLAY]
    if rules.pique_order == "time":
        in_play = _as_spoken(in_play)
    place = _first_thirty(in_play, ELDER, rules)
    return NO_BONUS if place is None else Bonus(pique=ELDER, at=place)


def _first_thirty(gains: Iterable[tuple[int, Gain]], role: Role, rules: Rules) -> int | None:
    """Find where a player reaches thirty before the other has made anything; None where he does not."""
    made = 0
    other = ADVERSARY[role]
    for place, gain in gains:
        points = gain.points or 0
        if gain.role == other:
            if points:
                return None
            continue
        if gain.stage is not Stage.CARTE_BLANCHE or rules.blanche_counts_toward:
            made += points
        if made >= THIRTY:
            return place
    return None


def _as_spoken(gains: list[tuple[int, Gain]]) -> list[tuple[int, Gain]]:
    """Put what the younger calls after the elder's first lead, as it is spoken."""
    calls = [(p, g) for p, g in gains if g.role == YOUNGER and Stage.POINT <= g.stage <= Stage.SETS]
    rest = [(p, g) for p, g in gains if (p, g) not in calls]
    lead = next((n for n, (_, g) in enumerate(rest) if g.stage is Stage.PLAY), len(rest))
    return rest[: lead + 1] + calls + rest[lead + 1 :]
