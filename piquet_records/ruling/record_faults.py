"""Faults of the record itself: impossible cards, steps that cannot follow, a play that breaks off unexplained.

They are met while the deal is followed, and only reported here. They are no player's fault and are never remedied.
"""

from collections.abc import Iterator
from typing import Final

from piquet_records.cards.pack import code
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case
from piquet_records.record.steps import Redeal, ThrowIn

FAULTS: Final = {
    "record-card": Severity.VIOLATION,
    "record-order": Severity.VIOLATION,
    "record-short": Severity.VIOLATION,
}


def contradictions(case: Case) -> Iterator[Finding]:
    """Yield a finding for each thing that cannot have happened as it is written."""
    for contradiction in case.trace.contradictions:
        evidence = {"variant": contradiction.reason}
        if contradiction.role is not None:
            evidence["holder"] = contradiction.role
        if contradiction.card is not None:
            evidence["card"] = code(contradiction.card)
        yield Finding(code=f"record-{contradiction.kind}", by=None, at=contradiction.at, evidence=evidence)


def end_is_explained(case: Case) -> bool:
    """Return whether something in the record says why the play stops at its last card."""
    trace = case.trace
    if trace.events_of(Redeal) or any(not trace.card_played_after(thrown) for thrown in trace.events_of(ThrowIn)):
        return True
    return bool(case.events_of_deal) or (case.is_last_deal and case.ended == "unfinished")


def breaks_off(case: Case) -> Finding:
    """Return the finding that the play stops while cards are left."""
    count = len(case.trace.standing_tricks)
    return Finding(code="record-short", by=None, at="play", trick=count, evidence={"count": count})
