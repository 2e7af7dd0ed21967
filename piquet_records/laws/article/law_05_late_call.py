"""Law 5. Calling too late.

Statement
    Once a player has played a card, he can no longer count a carte blanche, point, sequence, quatorze or trio that he
    forgot to call before. Many players find the rule harsh, but the best players keep it.

Faults
    law-05.late-call (violation): a player calls something, or shows a carte blanche, after his own first card; or he
    makes a call greater after it.

Ruling
    A late call is not scored, and bars nothing that the adversary has. A call that was made greater too late counts
    as it stood before.

Reading
    Only the caller's own first card matters: the younger may still call after the elder has led. A first card that is
    taken back has been played all the same. Cavendish (law 56) gives both players time until the younger's first card
    (parameter `late_call_limit`: `younger-first-card`). Two kinds of fault free the adversary from this law. If a
    player did not show a call, or denied one that he could not beat, the other may call what he has in that category
    before his own next card (law 6). If a player had too many cards or called falsely, the other may call again once
    the fault is discovered: by a notice, by a challenge, or by a call withdrawn too late (laws 3 and 14).

Example
    sample_games/laws/law-05/late-sequence.json

Source
    Article, Lois du piquet à deux, 5°, and *Marche du jeu*: when the first card is down, the count is closed.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ROLES, Role
from piquet_records.findings import Finding, HoldTo, Severity, Strike, StrikeBlanche, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import call_deadline, is_raised, late_call_is_allowed
from piquet_records.laws.facts.evidence import call_evidence
from piquet_records.record.steps import CarteBlanche
from piquet_records.trace.claims import may_hold
from piquet_records.trace.facts import CallHistory, Event, claim

NUMBER = 5
NEEDS = frozenset({Need.DECLARATIONS})
FAULTS = {"law-05.late-call": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield what was called, shown as a carte blanche, or made greater after the caller's first card."""
    for call in case.trace.calls:
        if call.moment > call_deadline(case, call.by):
            if not late_call_is_allowed(case, call):
                yield _late_call(call)
        elif call.corrections:
            yield from _raised_late(case, call)
    for role in ROLES:
        yield from _late_blanche(case, role)


def _late_call(call: CallHistory) -> Finding:
    return Finding(
        code="law-05.late-call",
        by=call.by,
        at=call.at,
        trick=_trick_number(call.event),
        evidence={"call": call_evidence(call.first)},
        effects=(Strike(call.number, StrikeReason.LATE),),
    )


def _raised_late(case: Case, call: CallHistory) -> Iterator[Finding]:
    """Yield the first correction that makes a true call greater too late; a false call is left to law 14."""
    deadline = call_deadline(case, call.by)
    before = call.claim_at(deadline)
    if before.cards and not may_hold(case.trace, call.by, [before]):
        return
    for event in call.corrections:
        raised = claim(event.step)
        if event.moment > deadline and is_raised(raised, before):
            yield Finding(
                code="law-05.late-call",
                by=call.by,
                at=event.at,
                trick=_trick_number(event),
                evidence={"call": call_evidence(raised), "variant": "greater"},
                effects=(HoldTo(call.number, deadline),),
            )
            return


def _late_blanche(case: Case, role: Role) -> Iterator[Finding]:
    shown = next((event for event, step in case.trace.events_and_steps(CarteBlanche) if step.by == role), None)
    if shown is not None and shown.moment > call_deadline(case, role):
        yield Finding(
            code="law-05.late-call",
            by=role,
            at=shown.at,
            trick=_trick_number(shown),
            evidence={"call": {"what": "carte-blanche"}},
            effects=(StrikeBlanche(role),),
        )


def _trick_number(event: Event) -> int | None:
    """Return the number of the trick in which a step is written; None if it is not written in the play."""
    return event.trick if event.list_name == "play" else None
