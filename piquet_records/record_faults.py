"""Faults of the record itself: cards that cannot be, steps that cannot follow, a play that stops without a word.

They are met while replaying and only reported here; they are no player's fault and never remedied.
"""

from collections.abc import Iterator
from typing import Final

from piquet_records.case import Case
from piquet_records.cards import code
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Redeal, ThrowIn

FAULTS: Final = {
    "record-card": Severity.VIOLATION,
    "record-order": Severity.VIOLATION,
    "record-short": Severity.VIOLATION,
}


def slips(case: Case) -> Iterator[Finding]:
    """Give each slip of the record as a finding."""
    for slip in case.trace.slips:
        evidence = {"variant": slip.reason}
        if slip.role is not None:
            evidence["holder"] = slip.role
        if slip.card is not None:
            evidence["card"] = code(slip.card)
        yield Finding(code=f"record-{slip.kind}", by=None, at=slip.at, evidence=evidence)


def explained(case: Case) -> bool:
    """Tell whether something in the record says why the play stops where it does."""
    if case.trace.all(Redeal) or case.trace.all(ThrowIn):
        return True
    if any(event.step.deal == case.number for event in case.game_events):
        return True
    return case.last and case.ended in ("unfinished", "postponed", "abandoned")


def short(case: Case) -> Finding:
    """Say that the play stops before the cards are out."""
    return Finding(
        code="record-short", by=None, at="play", trick=len(case.trace.tricks), evidence={"count": len(case.trace.tricks)}
    )
