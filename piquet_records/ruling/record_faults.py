"""Faults of the record itself: cards that cannot be, steps that cannot follow, a play that stops without a word.

They are met while replaying and only reported here; they are no player's fault and never remedied.
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


def slips(case: Case) -> Iterator[Finding]:
    """Give each slip of the record as a finding."""
    for slip in case.trace.contradictions:
        evidence = {"variant": slip.reason}
        if slip.role is not None:
            evidence["holder"] = slip.role
        if slip.card is not None:
            evidence["card"] = code(slip.card)
        yield Finding(code=f"record-{slip.kind}", by=None, at=slip.at, evidence=evidence)


def explained(case: Case) -> bool:
    """Tell whether something in the record says why the play stops where it does."""
    trace = case.trace
    if trace.events_of(Redeal) or any(not trace.card_played_after(thrown) for thrown in trace.events_of(ThrowIn)):
        return True
    return bool(case.events_of_deal) or (case.last and case.ended == "unfinished")


def short(case: Case) -> Finding:
    """Say that the play stops before the cards are out."""
    count = len(case.trace.standing_tricks)
    return Finding(code="record-short", by=None, at="play", trick=count, evidence={"count": count})
