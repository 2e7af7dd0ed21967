"""Law 14. Calls that are not held, and replies taken back.

Statement
    A player may correct a call of his own until he has played a card. If he called a trio or quatorze that he does
    not hold, and plays a card without having corrected it, he scores nothing for what he holds, and his adversary
    scores all of his own unhindered, at whatever trick of the deal the false call is discovered. The same applies to
    a player who in clear bad faith calls what he does not hold, to learn from the answer, even if he corrects the
    call in time. A player who answered "good" and finds that he has something better may also say so until he has
    played a card himself, even if his adversary has begun to play.

Faults
    law-14.false-call (violation): the hand does not hold what was called, and the caller did not correct it before
    his own first card.
    law-14.bad-faith (violation): a false call, even one corrected in time, that the arbiter marked `bad_faith`
    (in the call, in its correction, or in the challenge of it).
    law-14.reply-mended (note): a player corrects the reply `good` before his own first card; a violation if he does
    so after it.

Ruling
    A false set, or bad faith: the caller is muted. His adversary scores everything that he called, whatever the reply
    was and whether he showed it or not, and everything that he calls after the fault is discovered. The finding names
    the points for what he holds and has not called; he may count them until the cards are gathered.
    A false point or sequence: the caller scores nothing in that category. The adversary scores there what he called
    and showed before his own first card, even if it is lower. A reply mended in time holds; one mended too late does
    not, and the old one stays.

Reading
    A player's calls in one category are judged together: he may call one point, each rank once, and sequences that
    share no card. If they cannot all be true, each one that does not fit with the true ones before it is false. A
    smaller call from a bigger holding is true. A call counts as true if the record does not show whether it is;
    but a caller who makes it smaller too late admits that it was false. The
    article names trio and quatorze for the heavier penalty, and sequences only if called in bad faith, so a false
    sequence costs only its category (parameter `false_sequence`: `mute` for the heavier penalty). The cards cannot
    show bad faith: only an arbiter can record it. If the younger answered "good", and before his first card calls
    something as good or better, that call corrects his reply. Some players allow no change to a point once announced,
    except to make it smaller; with the parameter `strict_point` any other change of a point, or of the reply to it,
    is a violation too (law-14.reply-mended).

Example
    sample_games/laws/law-14/false-set.json

Source
    Article, Lois du piquet à deux, 14°; Cavendish (laws 52 to 54) also lets a call be corrected until play.
"""

from collections.abc import Iterator
from itertools import product

from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ROLES
from piquet_records.findings import Finding, Mute, PendingAct, Severity, Strike, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import (
    calls_in_bad_faith,
    claim_in_force,
    false_call_discovered_at,
    false_call_mutes,
    false_calls,
    may_not_be_raised,
)
from piquet_records.laws.facts.corrections import corrections
from piquet_records.laws.facts.evidence import call_evidence, uncalled_points
from piquet_records.laws.facts.false_calls import category_lost, false_call_evidence
from piquet_records.laws.facts.opened_calls import mute_and_open_all
from piquet_records.trace.facts import CallHistory

NUMBER = 14
NEEDS = frozenset({Need.DECLARATIONS, Need.HANDS})
FAULTS = {
    "law-14.false-call": Severity.VIOLATION,
    "law-14.bad-faith": Severity.VIOLATION,
    "law-14.reply-mended": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Yield false calls, calls in bad faith, and corrections of replies and points."""
    yield from _false_calls(case)
    yield from _bad_faith(case)
    yield from _corrections(case)


def _false_calls(case: Case) -> Iterator[Finding]:
    for role, what in product(ROLES, CATEGORIES):
        for call in false_calls(case, role, what):
            mutes = false_call_mutes(case, what)
            evidence = false_call_evidence(case, call, claim_in_force(case, call), call.moment, mutes=mutes)
            if mutes:
                evidence["unclaimed"] = uncalled_points(case, ADVERSARY[role])
                mute = Mute(role, max(call.moment, case.trace.first_card_moment(role)))
                effects = mute_and_open_all(mute, false_call_discovered_at(case, call))
            else:
                effects = category_lost(case, call)
            pending = _may_withdraw(call) if case.is_open(case.trace.first_card_moment(role)) else None
            yield Finding(
                code="law-14.false-call", by=role, at=call.at, evidence=evidence, effects=effects, pending=pending
            )


def _may_withdraw(call: CallHistory) -> PendingAct:
    return PendingAct(call.by, "correct", "own-first-card", (Strike(call.number, StrikeReason.FALSE),))


def _bad_faith(case: Case) -> Iterator[Finding]:
    for call in case.trace.calls:
        for event, claim in calls_in_bad_faith(case, call):
            yield Finding(
                code="law-14.bad-faith",
                by=call.by,
                at=event.at,
                evidence=false_call_evidence(case, call, claim, call.moment)
                | {"unclaimed": uncalled_points(case, ADVERSARY[call.by])},
                effects=mute_and_open_all(Mute(call.by, call.moment), event.moment),
            )


def _corrections(case: Case) -> Iterator[Finding]:
    for correction in corrections(case):
        call, effects = correction.call, correction.undone_by
        variant = "strict" if may_not_be_raised(case, call.what) else "late"
        yield Finding(
            code="law-14.reply-mended",
            by=correction.by,
            at=correction.at,
            severity=Severity.VIOLATION if effects else Severity.NOTE,
            evidence={"call": call_evidence(call.first)} | ({"variant": variant} if effects else {}),
            effects=effects,
        )
