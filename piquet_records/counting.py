"""The running counts of a deal, as they should be spoken after each trick: without cards and capot."""

from collections.abc import Iterable, Sequence

from piquet_records.bonus import PIQUE, REPIQUE, Gain, bonus
from piquet_records.categories import Rulings
from piquet_records.findings import Effect
from piquet_records.rules import Rules
from piquet_records.scoring import Score, declared_gains, play_gains, tricks_in
from piquet_records.steps import ROLES, Role
from piquet_records.trace import Trace

Counts = tuple[int | None, int | None]
"""The elder's count and the younger's; None where it is not checkable."""


def running_counts(trace: Trace, rules: Rules, score: Score, effects: Sequence[Effect] = ()) -> list[Counts]:
    """Give the counts after each trick as it was laid, those taken back included.

    ``score`` is the deal's score with the same effects; the last trick's extra point is taken from it.
    """
    return counts_at([trick.follow_moment for trick in trace.laid], trace, rules, score, effects)


def counts_at(
    moments: Iterable[int], trace: Trace, rules: Rules, score: Score, effects: Sequence[Effect] = ()
) -> list[Counts]:
    """Give the counts at some moments of a deal; ``score`` as for ``running_counts``."""
    called = declared_gains(trace, rules, effects, Rulings(trace, effects) if effects else None)
    return [_counts(moment, trace, rules, score, called) for moment in moments]


def _counts(moment: int, trace: Trace, rules: Rules, score: Score, called: list[Gain]) -> Counts:
    standing = [trick for trick in trace.laid if trick.lead_moment <= moment < trick.undone]
    gains = [gain for gain in called + play_gains(standing, rules) if gain.moment <= moment]
    made = bonus(gains, rules)
    ended = len(standing) == tricks_in(trace) and standing[-1].follow_moment <= moment
    sums: dict[Role, int | None] = {}
    for role in ROLES:
        points = [gain.points for gain in gains if gain.role == role]
        extra = None if made is None else REPIQUE * (made.repique == role) + PIQUE * (made.pique == role)
        parts = [*points, extra, score.of(role).last_trick if ended else 0]
        sums[role] = None if None in parts else sum(part for part in parts if part is not None)
    return sums["elder"], sums["younger"]
