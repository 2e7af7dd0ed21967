"""Pique and repique: who makes them, given the gains of a deal in the order of points.

Article, *Du pic* and *Du repic*: thirty points before the adversary has made one. Points are taken in the order carte
blanche, point, sequences, sets, play, not in the order of speaking; parameter ``pique_order`` has the other reading.
Knows nothing of calls, cards or laws.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final

from msgspec import Struct

from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, YOUNGER, Role
from piquet_records.rules.parameters import Rules

THIRTY: Final = 30
"""The points that make a pique or a repique (article, *Du pic*, *Du repic*)."""
PIQUE: Final = 30
"""The points that a pique adds: thirty become sixty (article, *Du pic*)."""
REPIQUE: Final = 60
"""The points that a repique adds: thirty become ninety (article, *Du repic*)."""
UNSEEN: Final = 999
"""More than any calls can score: the greatest value assumed for calls that are not checkable."""
UNSEEN_IN_PLAY: Final = 12
"""The greatest value assumed for a gain in the play that is not checkable."""


class Stage(IntEnum):
    """The order of points."""

    CARTE_BLANCHE = 0
    POINT = 1
    SEQUENCES = 2
    SETS = 3
    PLAY = 4
    AFTER = 5
    """Cards and capot, which come after the play and count toward neither pique nor repique."""


class Gain(Struct, frozen=True, gc=False):
    """Points that a player makes at once: a call, a card played, or the extra of a pique."""

    role: Role
    points: int | None
    """None if not checkable."""
    stage: Stage
    moment: int
    """The moment of the deal at which they were called or played."""


class Bonus(Struct, frozen=True, gc=False):
    """Who makes a repique or a pique."""

    repique: Role | None = None
    pique: Role | None = None
    at: int = -1
    """The index, in the gains, of the gain with the thirtieth point; -1 if there is no bonus."""

    def points(self, role: Role) -> int:
        """Return what a role scores by it: 60, 30 or nothing."""
        return REPIQUE * (self.repique == role) + PIQUE * (self.pique == role)


NO_BONUS: Final = Bonus()


def bonus(gains: Sequence[Gain], rules: Rules) -> Bonus | None:
    """Return the pique or repique that gains make; None if gains that are not checkable decide it.

    Twin: ``bulk/recogniser_rules.c`` states the same rules for regular deals.
    """
    if all(gain.points is not None for gain in gains):
        return _bonus(gains, rules)
    least, most = (_bonus(_filled(gains, value), rules) for value in (0, UNSEEN))
    return least if (least.repique, least.pique) == (most.repique, most.pique) else None


def _filled(gains: Iterable[Gain], value: int) -> list[Gain]:
    """Return the gains with a value in place of those that are not checkable; at most 12 in the play."""
    in_play = min(value, UNSEEN_IN_PLAY)
    return [
        gain
        if gain.points is not None
        else Gain(gain.role, in_play if gain.stage is Stage.PLAY else value, gain.stage, gain.moment)
        for gain in gains
    ]


def _bonus(gains: Sequence[Gain], rules: Rules) -> Bonus:
    if not any(sum([g.points or 0 for g in gains if g.role == role]) >= THIRTY for role in ROLES):
        return NO_BONUS
    before_play = [(index, gain) for index, gain in enumerate(gains) if gain.stage < Stage.PLAY]
    for role in ROLES if rules.younger_may_repique else (ELDER,):
        index = _index_of_thirtieth(before_play, role, rules)
        if index is not None:
            return Bonus(repique=role, at=index)
    in_play = [(index, gain) for index, gain in enumerate(gains) if gain.stage <= Stage.PLAY]
    if rules.pique_order == "time":
        in_play = _in_order_of_speaking(in_play)
    index = _index_of_thirtieth(in_play, ELDER, rules)
    return NO_BONUS if index is None else Bonus(pique=ELDER, at=index)


def _index_of_thirtieth(gains: Iterable[tuple[int, Gain]], role: Role, rules: Rules) -> int | None:
    """Return the index of the gain with which a player reaches thirty before the adversary has made a point, or None.

    Each gain is given with its index among all gains of the deal.
    """
    so_far = 0
    adversary = ADVERSARY[role]
    for index, gain in gains:
        points = gain.points or 0
        if gain.role == adversary:
            if points:
                return None
            continue
        if gain.stage is not Stage.CARTE_BLANCHE or rules.blanche_counts_toward:
            so_far += points
        if so_far >= THIRTY:
            return index
    return None


def _in_order_of_speaking(gains: list[tuple[int, Gain]]) -> list[tuple[int, Gain]]:
    """Return the gains with the younger's calls moved behind the elder's first lead."""
    calls = [entry for entry in gains if entry[1].role == YOUNGER and Stage.POINT <= entry[1].stage <= Stage.SETS]
    others = [entry for entry in gains if entry not in calls]
    lead = next((n for n, (_, gain) in enumerate(others) if gain.stage is Stage.PLAY), len(others))
    return others[: lead + 1] + calls + others[lead + 1 :]
