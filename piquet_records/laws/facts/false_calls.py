"""False calls: the evidence that shows what was false, and what the caller loses in the category."""

from typing import Any

from piquet_records.cards.terms import ADVERSARY
from piquet_records.findings import Effect, OpenCategory, Strike, StrikeReason
from piquet_records.laws.case import Case
from piquet_records.laws.facts.calls import called_before
from piquet_records.laws.facts.evidence import call_evidence
from piquet_records.laws.facts.opened_calls import calls_before_first_card
from piquet_records.trace.facts import CallHistory, Claim


def false_call_evidence(
    case: Case, call: CallHistory, claim: Claim, moment: int, *, mutes: bool = False
) -> dict[str, Any]:
    """Return a false claim as evidence, with what was called before if it is false only beside that."""
    before = called_before(case, call.by, claim, moment)
    parts = [*(["second"] if before else []), *(["point"] if before and call.what == "point" else [])]
    variant = "-".join([*parts, *(["mute"] if mutes else [])])
    return (
        {"call": call_evidence(claim)}
        | ({"before": [call_evidence(earlier) for earlier in before]} if before else {})
        | ({"variant": variant} if variant else {})
    )


def category_lost(case: Case, false_call: CallHistory) -> tuple[Effect, ...]:
    """Return what strikes all that the caller called in the category, and opens it to what the other had shown."""
    what, other = false_call.what, ADVERSARY[false_call.by]
    lost = [call for call in case.trace.calls if call.by == false_call.by and call.what == what]
    shown, unshown = calls_before_first_card(case, other, what)
    return (
        *(Strike(call.number, StrikeReason.FALSE) for call in lost),
        *(Strike(call.number, StrikeReason.NOT_SHOWN) for call in unshown),
        OpenCategory(what, other, tuple(call.number for call in shown)),
    )
