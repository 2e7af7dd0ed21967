"""What is still open in a deal in progress: each finding not found yet, and what it is worth to avoid it."""

from collections.abc import Sequence

from msgspec.structs import replace

from piquet_records.cards.terms import ADVERSARY, Role
from piquet_records.findings import Effect, Finding
from piquet_records.laws.case import Case
from piquet_records.ruling.judged import PendingFinding
from piquet_records.scoring.deal_score import Breakdown, Score, score
from piquet_records.trace.facts import Trace
from piquet_records.trace.walk import replay_deal


def pending_findings(
    case: Case, findings: Sequence[Finding], effects: tuple[Effect, ...]
) -> tuple[PendingFinding, ...]:
    """Return the findings that are not found yet, each with what the act that avoids it is worth.

    ``effects`` are those of what is found already.
    """
    pending = [(finding, finding.pending) for finding in findings if finding.pending is not None]
    if not pending:
        return ()
    trace = _so_far(case)
    found = []
    for finding, act in pending:
        done, omitted = (score(trace, case.rules, (*effects, *more)) for more in (act.effects, finding.effects))
        found.append(PendingFinding(finding, act, _worth(act.by, done, omitted)))
    return tuple(found)


def _so_far(case: Case) -> Trace:
    """Return the trace of the deal so far: where no play is recorded, no card has been played."""
    return case.trace if case.trace.played else replay_deal(replace(case.deal, play=()))


def _worth(by: Role, done: Score, omitted: Score) -> int | None:
    """Return by how many points the act is better for a player than its omission, his own and the other's together."""
    own, other = (_gain(omitted.of(role), done.of(role)) for role in (by, ADVERSARY[by]))
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
