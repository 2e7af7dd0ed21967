"""Law 22. Naming the quatorze.

Statement
    Who has only one quatorze need not say which when he calls it, unless his adversary has one too. But who had two
    and broke one by discarding one or two of its cards must name the one that he kept.

Faults
    law-22.set-unnamed (violation): four of a rank were called without the rank, although the adversary had four of a
    rank too, or the caller had had two quatorzes and broken one by discarding one or two of its cards.

Ruling
    He must name it. An `answer` to `which-set` before his own first card mends the fault. Until then the call is
    struck, even if nothing is called against it.

Reading
    What the adversary has is what he holds after the exchange, whether he calls it or not; where his hand is not
    known in full, his own call of four tells it. The two quatorzes are those of the hand as dealt: three or all four
    cards of one thrown away leave nothing to be mistaken for. A call mended in time so that it names the rank names
    it too. An answer that the hand cannot bear out names nothing. Cavendish (law 48) has a quatorze named unless it
    is good against the cards.

Example
    sample_games/laws/law-22/both-have-four.json

Source
    Article, Lois du piquet à deux, 22°.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from piquet_records.cards.holdings import SET_RANKS, can_hold_set
from piquet_records.cards.pack import RANKS, rank_of
from piquet_records.cards.terms import ADVERSARY, Role
from piquet_records.findings import Finding, Severity, Strike, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import call_evidence, standing_calls
from piquet_records.record.steps import Answer
from piquet_records.trace.claims import may_hold
from piquet_records.trace.facts import CallHistory, Hand

NUMBER = 22
NEEDS = frozenset({Need.DECLARATIONS})
FAULTS = {"law-22.set-unnamed": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Tell whether the hands of which each unnamed quatorze depends are known."""
    return all(_must_name(case, call) is not None for call in case.trace.calls if _unnamed(call))


def check(case: Case) -> Iterator[Finding]:
    """Find quatorzes that were called without the rank by who had to name it."""
    for call in case.trace.calls:
        if not _unnamed(call) or not _must_name(case, call):
            continue
        answers = _answers(case, call)
        named = call.claim_at(case.trace.first_card_moment(call.by)).rank >= 0 or any(
            _names(case, call, answer.rank) for answer in answers
        )
        yield Finding(
            code="law-22.set-unnamed",
            by=call.by,
            at=call.at,
            evidence={"call": call_evidence(call.first)} | ({"variant": "named"} if named else {}),
            effects=() if named else (Strike(call.number, StrikeReason.UNNAMED),),
            remedied=named,
            unsettled=any(answer.rank is False for answer in answers),
        )


def _unnamed(call: CallHistory) -> bool:
    return call.what == "set" and call.first.cards == 4 and call.first.rank < 0


def _must_name(case: Case, call: CallHistory) -> bool | None:
    """Tell whether a caller had to name his quatorze; None where the cards that decide it are not known."""
    told = (_adversary_has_four(case, ADVERSARY[call.by]), _broke_one(case, call.by))
    return True if True in told else None if None in told else False


def _adversary_has_four(case: Case, role: Role) -> bool | None:
    hand = case.trace.playing[role]
    if role in case.trace.unreliable:
        return None
    known = role in case.trace.recorded_hands and hand.full
    called = any(call.final.cards == 4 for call in standing_calls(case, role, "set"))
    return bool(_quatorzes(hand)) or (False if known else called or None)


def _broke_one(case: Case, role: Role) -> bool | None:
    """Tell whether a player was dealt two quatorzes and discarded one or two cards of one."""
    dealt, exchanged = case.trace.dealt[role], case.trace.exchanged[role]
    if dealt is None or not dealt.full or role in case.trace.unreliable:
        return None
    had = _quatorzes(dealt)
    if len(had) < 2:
        return False
    if not exchanged.recorded:
        return None
    unseen = sum(card < 0 for card in exchanged.discard)
    thrown = [sum(card >= 0 and rank_of(card) == rank for card in exchanged.discard) for rank in had]
    if any(1 <= count <= 2 - unseen for count in thrown):
        return True
    return None if unseen and any(count <= 2 for count in thrown) else False


def _quatorzes(hand: Hand) -> list[int]:
    """Give the ranks of which a hand is known to have four."""
    return [RANKS.index(rank) for rank in SET_RANKS if not hand.missing and can_hold_set(hand.known, 4, rank)]


def _answers(case: Case, call: CallHistory) -> list[Answer]:
    """Give the caller's answers to which quatorze it was, made before his own first card."""
    return [
        answer
        for event, answer in case.trace.events_and_steps(Answer)
        if answer.what == "which-set"
        and answer.by == call.by
        and call.moment < event.moment < case.trace.first_card_moment(call.by)
    ]


def _names(case: Case, call: CallHistory, rank: object) -> bool:
    return isinstance(rank, str) and may_hold(case.trace, call.by, [replace(call.first, rank=RANKS.index(rank))])
