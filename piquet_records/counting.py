"""The running counts of a deal, as they should be spoken after each trick: without cards and capot."""

from collections.abc import Sequence

from piquet_records.bonus import PIQUE, REPIQUE, bonus
from piquet_records.findings import Effect
from piquet_records.rules import Rules
from piquet_records.scoring import Score, declared_gains, play_gains, tricks_in
from piquet_records.categories import Rulings
from piquet_records.steps import ROLES, Role
from piquet_records.trace import Trace

Counts = tuple[int | None, int | None]
"""The elder's count and the younger's; None where it is not checkable."""


def running_counts(trace: Trace, rules: Rules, score: Score, effects: Sequence[Effect] = ()) -> list[Counts]:
    """Give the counts after each trick as it was laid, those taken back included.

    ``score`` is the deal's score with the same effects; the last trick's extra point is taken from it.
    """
    rulings = Rulings(trace, effects) if effects else None
    called = declared_gains(trace, rules, effects, rulings)
    counts = []
    for trick in trace.laid:
        now = trick.follow_moment
        standing = [other for other in trace.laid if other.lead_moment <= now < other.undone]
        gains = [gain for gain in called if gain.moment <= now] + play_gains(standing, rules)
        made = bonus(gains, rules)
        sums: dict[Role, int | None] = {}
        for role in ROLES:
            points = [gain.points for gain in gains if gain.role == role]
            extra = None if made is None else REPIQUE * (made.repique == role) + PIQUE * (made.pique == role)
            last = score.of(role).last_trick if trick.number == tricks_in(trace) else 0
            parts = [*points, extra, last]
            sums[role] = None if None in parts else sum(part for part in parts if part is not None)
        counts.append((sums["elder"], sums["younger"]))
    return counts
