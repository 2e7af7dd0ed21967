"""What may still be shown or proved in a deal in progress, as findings that are not found yet."""

from collections.abc import Iterator

from piquet_records.cards.terms import CATEGORIES, ELDER, YOUNGER
from piquet_records.findings import Finding, PendingAct, Strike, StrikeReason
from piquet_records.laws.case import Case
from piquet_records.laws.facts.calls import (
    calls_in_time,
    calls_that_must_be_shown,
    denial_is_proved,
    may_call_again_from,
    reply_in_force,
)
from piquet_records.laws.facts.evidence import call_evidence, shown_by
from piquet_records.trace.claims import best_call
from piquet_records.trace.facts import NEVER


def calls_still_to_show(case: Case, code: str) -> Iterator[Finding]:
    """Yield each call that the record says was not shown, and that its caller may still show before his next card."""
    for call in calls_that_must_be_shown(case):
        limit = case.trace.next_card_moment(call.by, call.moment)
        if (
            case.is_open(limit)
            and shown_by(case.trace, call, case.trace.end) is False
            and may_call_again_from(case, call.by) is None
        ):
            yield Finding(
                code=code,
                by=call.by,
                at=call.at,
                evidence={"call": call_evidence(call.final)},
                effects=(Strike(call.number, StrikeReason.NOT_SHOWN),),
                pending=PendingAct(call.by, "show", "own-next-card"),
            )


def denials_still_to_prove(case: Case, code: str) -> Iterator[Finding]:
    """Yield each denial of the younger that no call of his proves yet; he may call until his own first card."""
    if not case.is_open(case.trace.first_card_moment(YOUNGER)) or may_call_again_from(case, YOUNGER) is not None:
        return
    for what in CATEGORIES:
        elder = [call for call in calls_in_time(case, what) if call.by == ELDER]
        if not elder:
            continue
        denied = best_call(case.trace, elder)
        reply = reply_in_force(case, denied)
        if reply in ("not-good", "equal") and not denial_is_proved(case, what, denied, NEVER):
            yield Finding(
                code=code,
                by=YOUNGER,
                at=denied.at,
                evidence={"call": call_evidence(denied.final)},
                pending=PendingAct(YOUNGER, "call", "own-first-card"),
            )
