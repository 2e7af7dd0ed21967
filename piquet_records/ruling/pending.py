"""What is still open in a deal in progress: each finding not found yet, and what it is worth to avoid it."""

from collections.abc import Sequence

from piquet_records.cards.terms import ADVERSARY, Role
from piquet_records.findings import Effect, Finding
from piquet_records.laws.case import Case
from piquet_records.ruling.judged import PendingFinding
from piquet_records.scoring.deal_score import Breakdown, Score, score


def pending_findings(
    case: Case, findings: Sequence[Finding], effects: tuple[Effect, ...], as_ruled: Score
) -> tuple[PendingFinding, ...]:
    """Return the findings that are not found yet, each with what the act that avoids it is worth.

    ``effects`` are those of what is found already, and ``as_ruled`` the score with them.
    """
    return tuple(
        [
            PendingFinding(finding, finding.pending, _worth(case, finding, effects, as_ruled, finding.pending.by))
            for finding in findings
            if finding.pending is not None
        ]
    )


def _worth(case: Case, finding: Finding, effects: tuple[Effect, ...], as_ruled: Score, by: Role) -> int | None:
    """Return by how many points the act is better for a player than its omission, his own and the other's together."""
    if not finding.effects:
        return 0
    omitted = score(case.trace, case.rules, (*effects, *finding.effects))
    own, other = (_gain(omitted.of(role), as_ruled.of(role)) for role in (by, ADVERSARY[by]))
    return None if own is None or other is None else own - other


def _gain(before: Breakdown, after: Breakdown) -> int | None:
    """Return by how much the points of a breakdown grow; kinds of point that neither has yet are left out."""
    gain = 0
    for name in before.__struct_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if name == "total" or was == now:
            continue
        if was is None or now is None:
            return None
        gain += now - was
    return gain
