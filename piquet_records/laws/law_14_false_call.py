"""Law 14. Calls that are not held, and replies taken back.

Statement
    Who answered "good" and finds that he has better may say so until he has played himself, even where the other
    has begun to play. So may a caller mend a call of his own. Who calls a trio or quatorze that he does not hold,
    and does not mend it before his own first card, scores nothing of what he holds, at whatever trick of the deal
    it is found out, and his adversary scores all of his own unhindered. The same goes for a player who calls what
    he does not hold in manifest bad faith, to learn from the answer, also where he mends it in time.

Faults
    law-14.false-call (violation): a call that the hand does not hold, not mended before the caller's own first card.
    law-14.bad-faith (violation): a false call, also one mended in time, that the arbiter marked `bad_faith`.
    law-14.reply-mended (note): a reply after `good` is mended before the replier's own first card; after it, a
    violation.

Ruling
    A false set, or bad faith: the caller is muted, and the adversary scores all that he called, whatever was
    answered and whether or not he showed it, and all that he calls once the fault has come to light. What he holds
    and has not called is named; he may count it until the cards are gathered.
    A false point or sequence: the caller scores nothing in that category, and it is open to the adversary, who
    scores there what he called and showed before his own first card, even where it is lower.
    A reply mended in time holds; one mended too late does not, and the old one stays.

Reading
    The calls of a player in one category are judged together: one point only, each rank once, and sequences in
    cards of which none serves twice. Where they cannot all be true, the latest that does not fit is the false one.
    A smaller call out of a bigger holding is true. A call whose truth cannot be seen counts as true. The article
    names quatorze and trio for the heavier penalty and adds a sequence called in bad faith; so a false sequence
    alone costs the category (parameter `false_sequence`: `mute` for the heavier). Bad faith cannot be seen in the
    cards: only an arbiter can write it. A call of the replier that is as good or better, made after his "good" and
    before his first card, mends that reply. Some players hold everybody to the point announced, except to make it
    smaller (parameter `strict_point`).

Example
    sample_games/laws/law-14/false-set.json

Source
    Article, Lois du piquet à deux, 14°; Cavendish (laws 52 to 54) also lets a call be mended until play.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.categories import better, strength
from piquet_records.findings import Effect, Finding, Mute, Open, OpenAll, ReplaceReply, Severity, Strike, Why
from piquet_records.laws.common import CATEGORY_NAMES, call_evidence, calls_of, may_hold, unclaimed, was_shown
from piquet_records.steps import ADVERSARY, ELDER, ROLES, YOUNGER, Category, Correct, Role
from piquet_records.trace import CallHistory, Claim

NUMBER = 14
NEEDS = frozenset({Need.DECLARATIONS, Need.HANDS})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-14.false-call": Severity.VIOLATION,
    "law-14.bad-faith": Severity.VIOLATION,
    "law-14.reply-mended": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Find false calls, bad faith and mended replies."""
    for role in ROLES:
        for what in CATEGORY_NAMES:
            yield from _false_calls(case, role, what)
    for call in case.trace.calls:
        yield from _bad_faith(case, call)
    for call in case.trace.calls:
        if call.by == ELDER:
            yield from _mended_replies(case, call)
    for what in CATEGORY_NAMES:
        yield from _mended_by_a_call(case, what)


def _false_calls(case: Case, role: Role, what: Category) -> Iterator[Finding]:
    true: list[Claim] = []
    first_card = case.trace.own_first_card(role)
    for call in case.trace.calls:
        if call.by != role or call.what != what:
            continue
        claim = _binding(case, call, first_card)
        if not claim.cards or may_hold(case, role, [*true, claim]):
            true += [claim] if claim.cards else []
            continue
        penalty = what == "set" or (what == "sequence" and case.rules.false_sequence == "mute")
        yield Finding(
            code="law-14.false-call",
            by=role,
            at=call.at,
            evidence={"call": call_evidence(claim)}
            | ({"variant": "mute", "unclaimed": unclaimed(case, ADVERSARY[role])} if penalty else {}),
            effects=_told_all(role, max(first_card, call.moment)) if penalty else _category_lost(case, role, what),
        )


def _binding(case: Case, call: CallHistory, first_card: int) -> Claim:
    """Give what a caller is held to: his call with the corrections made before his own first card."""
    claim = call.claim_at(first_card)
    if case.rules.strict_point and call.what == "point" and claim.strength > call.first.strength:
        return call.first
    return claim


def _told_all(role: Role, since: int) -> tuple[Effect, ...]:
    return (Mute(role, since), OpenAll(ADVERSARY[role], since))


def _category_lost(case: Case, role: Role, what: Category) -> tuple[Effect, ...]:
    """Strike all that a player called in a category, and open it to what the other called and showed in time."""
    other = ADVERSARY[role]
    before = case.trace.own_first_card(other)
    taken = [
        call.number
        for call in case.trace.calls
        if call.by == other
        and call.what == what
        and call.moment < before
        and (was_shown(call, 0, before) or (call.shown_at(before) is None and call.reply in ("good", None)))
    ]
    strikes = [Strike(call.number, Why.FALSE) for call in case.trace.calls if call.by == role and call.what == what]
    return (*strikes, Open(what, other, tuple(taken)))


def _bad_faith(case: Case, call: CallHistory) -> Iterator[Finding]:
    for event in call.corrections:
        step = event.step
        if not isinstance(step, Correct) or step.bad_faith is not True:
            continue
        claim = call.claim_at(event.moment - 1)
        others = [c.claim_at(event.moment - 1) for c in case.trace.calls[: call.number] if _same(c, call)]
        if may_hold(case, call.by, [*[other for other in others if other.cards], claim]):
            continue
        yield Finding(
            code="law-14.bad-faith",
            by=call.by,
            at=event.at,
            evidence={"call": call_evidence(claim), "unclaimed": unclaimed(case, ADVERSARY[call.by])},
            effects=_told_all(call.by, call.moment),
        )


def _same(first: CallHistory, second: CallHistory) -> bool:
    return first.by == second.by and first.what == second.what


def _mended_replies(case: Case, call: CallHistory) -> Iterator[Finding]:
    first_card = case.trace.own_first_card(YOUNGER)
    for event in call.replies:
        if call.reply_at(event.moment - 1) != "good":
            continue
        strict = case.rules.strict_point and call.what == "point"
        late = event.moment > first_card or strict
        yield Finding(
            code="law-14.reply-mended",
            by=YOUNGER,
            at=event.at,
            severity=Severity.VIOLATION if late else Severity.NOTE,
            evidence={"call": call_evidence(call.final), "variant": "strict" if strict else "late" if late else ""},
            effects=(ReplaceReply(call.number, call.reply_at(event.moment - 1)),) if late else (),
        )


def _mended_by_a_call(case: Case, what: Category) -> Iterator[Finding]:
    """A call of the younger that is as good as the elder's best, made after his "good" and in time, mends it."""
    elder, younger = (calls_of(case, role, what) for role in ROLES)
    if not elder or not younger:
        return
    best = max(elder, key=lambda call: strength(case.trace, call))
    if best.reply != "good" or best.replies:
        return
    for call in younger:
        in_time = call.moment < case.trace.own_first_card(YOUNGER)
        if in_time and better(strength(case.trace, best), strength(case.trace, call)) is False:
            yield Finding(
                code="law-14.reply-mended", by=YOUNGER, at=call.at, evidence={"call": call_evidence(best.final)}
            )
            return
