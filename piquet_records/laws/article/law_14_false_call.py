"""Law 14. Calls that are not held, and replies taken back.

Statement
    A player who answered "good" and finds that he has better may say so until he has played a card himself, even if
    his adversary has begun to play. In the same way a caller may correct his own call. If a player calls a trio or
    quatorze that he does not hold, and does not correct it before his own first card, he scores nothing for what he
    holds, and his adversary scores all of his own unhindered. This applies at whatever trick of the deal the false
    call is discovered. It also applies to a player who in clear bad faith calls what he does not hold, to learn from
    the answer, even if he corrects the call in time.

Faults
    law-14.false-call (violation): the hand does not hold what was called, and the caller did not correct it before
    his own first card.
    law-14.bad-faith (violation): a false call, even one corrected in time, that the arbiter marked `bad_faith`.
    law-14.reply-mended (note): a player corrects the reply `good` before his own first card; a violation if he does
    so after it.

Ruling
    A false set, or bad faith: the caller is muted. His adversary scores everything that he called, whatever the reply
    was and whether he showed it or not, and everything that he calls after the fault is discovered. The finding names
    the points for what he holds and has not called; he may count them until the cards are gathered.
    A false point or sequence: the caller scores nothing in that category. The adversary scores there what he called
    and showed before his own first card, even if it is lower.
    A reply mended in time holds; one mended too late does not, and the old one stays.

Reading
    A player's calls in one category are judged together: he may call one point, each rank once, and sequences that
    share no card. If they cannot all be true, each one that does not fit with the true ones before it is false. A
    smaller call from a bigger holding is true. A call counts as true if the record does not show whether it is. The
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
from typing import Any

from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, ROLES, YOUNGER, Category, Role
from piquet_records.findings import (
    Effect,
    Finding,
    HoldTo,
    Mute,
    OpenAll,
    OpenCategory,
    ReplaceReply,
    Severity,
    Strike,
    StrikeReason,
)
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import (
    bad_faith_corrections,
    calls_in_time,
    claim_in_force,
    false_call_discovered_at,
    false_call_mutes,
    false_calls,
    is_raised,
    may_not_be_raised,
    reply_corrected_too_late,
    showing_required,
)
from piquet_records.laws.facts.evidence import call_evidence, shown_between, uncalled_points
from piquet_records.trace.claims import best_call, is_better, strength
from piquet_records.trace.facts import CallHistory, claim

NUMBER = 14
NEEDS = frozenset({Need.DECLARATIONS, Need.HANDS})
FAULTS = {
    "law-14.false-call": Severity.VIOLATION,
    "law-14.bad-faith": Severity.VIOLATION,
    "law-14.reply-mended": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Find false calls, bad faith and mended replies."""
    for role in ROLES:
        for what in CATEGORIES:
            for call in false_calls(case, role, what):
                yield _false(case, call)
    for call in case.trace.calls:
        if call.corrections:
            yield from _in_bad_faith(case, call)
            yield from _mended_against_the_rules(case, call)
        if call.replies and call.by == ELDER:
            yield from _mended_replies(case, call)
    for what in CATEGORIES:
        yield from _mended_by_a_call(case, what)


def _false(case: Case, call: CallHistory) -> Finding:
    evidence: dict[str, Any] = {"call": call_evidence(claim_in_force(case, call))}
    if false_call_mutes(case, call.what):
        evidence |= {"variant": "mute", "unclaimed": uncalled_points(case, ADVERSARY[call.by])}
        since = max(call.moment, case.trace.first_card_moment(call.by))
        effects = _mute_and_open_all(call.by, since, false_call_discovered_at(case, call))
    else:
        effects = _category_lost(case, call.by, call.what)
    return Finding(code="law-14.false-call", by=call.by, at=call.at, evidence=evidence, effects=effects)


def _mute_and_open_all(role: Role, since: int, found: int) -> tuple[Effect, ...]:
    return (Mute(role, since), OpenAll(ADVERSARY[role], found))


def _category_lost(case: Case, role: Role, what: Category) -> tuple[Effect, ...]:
    """Strike all that a player called in a category; the other scores there only what he called and showed in time."""
    other = ADVERSARY[role]
    before = case.trace.first_card_moment(other)
    lost = [call.number for call in case.trace.calls if call.by == role and call.what == what]
    early = [call for call in case.trace.calls if call.by == other and call.what == what and call.moment < before]
    taken = {call.number for call in early if _counts_as_shown(case, call, before)}
    return (
        *(Strike(number, StrikeReason.FALSE) for number in lost),
        *(Strike(call.number, StrikeReason.NOT_SHOWN) for call in early if call.number not in taken),
        OpenCategory(what, other, tuple(sorted(taken))),
    )


def _counts_as_shown(case: Case, call: CallHistory, before: int) -> bool:
    if not showing_required(case, call.what) or shown_between(call, 0, before):
        return True
    return call.shown_at(before) is None and call.reply in ("good", None)


def _in_bad_faith(case: Case, call: CallHistory) -> Iterator[Finding]:
    for event, said in bad_faith_corrections(case, call):
        yield Finding(
            code="law-14.bad-faith",
            by=call.by,
            at=event.at,
            evidence={"call": call_evidence(said), "unclaimed": uncalled_points(case, ADVERSARY[call.by])},
            effects=_mute_and_open_all(call.by, call.moment, event.moment),
        )


def _mended_against_the_rules(case: Case, call: CallHistory) -> Iterator[Finding]:
    """By some tables' rules a point is not made greater, even in time."""
    for event in call.corrections:
        in_time = event.moment < case.trace.first_card_moment(call.by)
        if in_time and may_not_be_raised(case, call.what) and is_raised(claim(event.step), call.first):
            yield _mended(call, call.by, event.at, "strict", (HoldTo(call.number, call.moment),))
            return


def _mended_replies(case: Case, call: CallHistory) -> Iterator[Finding]:
    for event in call.replies:
        if call.reply_at(event.moment - 1) != "good":
            continue
        late = reply_corrected_too_late(case, call, event)
        variant = ("strict" if may_not_be_raised(case, call.what) else "late") if late else ""
        yield _mended(call, YOUNGER, event.at, variant, (ReplaceReply(call.number, "good"),) if late else ())


def _mended_by_a_call(case: Case, what: Category) -> Iterator[Finding]:
    """Take a call of the younger that is as good as the elder's best, made in time after his "good", as mending it."""
    calls = calls_in_time(case, what)
    elder = [call for call in calls if call.by == ELDER]
    if not elder or len(elder) == len(calls):
        return
    best = best_call(case.trace, elder)
    strict = may_not_be_raised(case, what)
    if best.reply_at(0) != "good" or (best.replies and not strict):
        return
    for call in calls:
        in_time = call.by == YOUNGER and call.moment < case.trace.first_card_moment(YOUNGER)
        if in_time and is_better(strength(case.trace, best), strength(case.trace, call)) is False:
            effects = (Strike(call.number, StrikeReason.UNPROVED),) if strict else ()
            yield _mended(best, YOUNGER, call.at, "strict" if strict else "", effects)
            return


def _mended(call: CallHistory, by: Role, at: str, variant: str, effects: tuple[Effect, ...]) -> Finding:
    return Finding(
        code="law-14.reply-mended",
        by=by,
        at=at,
        severity=Severity.VIOLATION if variant else Severity.NOTE,
        evidence={"call": call_evidence(call.first)} | ({"variant": variant} if variant else {}),
        effects=effects,
    )
