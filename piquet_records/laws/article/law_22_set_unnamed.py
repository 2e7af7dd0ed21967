"""Law 22. Naming the quatorze.

Statement
    A player who has only one quatorze need not say which it is when he calls it, unless his adversary has one too.
    But a player who had two, and broke one by discarding one or two of its cards, must name the one that he kept.

Faults
    law-22.set-unnamed (violation): a player called four of a rank without naming the rank, although his adversary had
    four of a rank too, or although he had held two quatorzes and broken one by discarding one or two of its cards.

Ruling
    He must name it. An `answer` to `which-set` before his own first card remedies the fault. Until then the call is
    struck, even if nothing is called against it.

Reading
    The adversary has what he holds after the exchange, whether he calls it or not. If his hand is not fully known,
    his own call of four shows it. The two quatorzes are those of the hand as dealt. If three or all four cards of one
    were discarded, nothing is left that could be mistaken for it. A call that is corrected in time and then names the
    rank is named. An answer that the hand cannot confirm names nothing. Cavendish (law 48) requires a quatorze to be
    named unless the cards make it good.

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
from piquet_records.findings import Finding, PendingAct, Severity, Strike, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import answers_between, call_evidence, standing_calls
from piquet_records.trace.claims import may_hold
from piquet_records.trace.facts import CallHistory, Hand

NUMBER = 22
NEEDS = frozenset({Need.DECLARATIONS})
FAULTS = {"law-22.set-unnamed": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the record shows of each unnamed quatorze whether it had to be named."""
    return all(_must_name(case, call) is not None for call in case.trace.calls if _unnamed(call))


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each quatorze called without its rank by a player who had to name it."""
    for call in case.trace.calls:
        if not _unnamed(call) or not _must_name(case, call):
            continue
        first_card = case.trace.first_card_moment(call.by)
        answers = answers_between(case, call.by, "which-set", call.moment, first_card)
        named = call.claim_at(first_card).rank >= 0 or any(_names(case, call, answer.rank) for _, answer in answers)
        yield Finding(
            code="law-22.set-unnamed",
            by=call.by,
            at=call.at,
            evidence={"call": call_evidence(call.first)} | ({"variant": "named"} if named else {}),
            effects=() if named else (Strike(call.number, StrikeReason.UNNAMED),),
            pending=PendingAct(call.by, "answer", "own-first-card") if not named and case.is_open(first_card) else None,
            remedied=named,
            unsettled=any(answer.rank is False for _, answer in answers),
        )


def _unnamed(call: CallHistory) -> bool:
    return call.what == "set" and call.first.cards == 4 and call.first.rank < 0


def _must_name(case: Case, call: CallHistory) -> bool | None:
    """Return whether a caller had to name his quatorze; None if the cards that decide it are not known."""
    reasons = (_has_four(case, ADVERSARY[call.by]), _broke_one(case, call.by))
    return True if True in reasons else None if None in reasons else False


def _has_four(case: Case, role: Role) -> bool | None:
    """Return whether a player has a quatorze after the exchange; None if neither his hand nor his calls show it."""
    hand = case.trace.playing[role]
    if role in case.trace.unreliable:
        return None
    known = role in case.trace.recorded_hands and hand.full
    called = any(call.final.cards == 4 for call in standing_calls(case, role, "set"))
    return bool(_quatorzes(hand)) or (False if known else called or None)


def _broke_one(case: Case, role: Role) -> bool | None:
    """Return whether a player was dealt two quatorzes and discarded one or two cards of one; None if not known."""
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
    """Return the ranks, as indexes into ``RANKS``, of which a hand is known to have four."""
    return [RANKS.index(rank) for rank in SET_RANKS if not hand.missing and can_hold_set(hand.known, 4, rank)]


def _names(case: Case, call: CallHistory, rank: object) -> bool:
    """Return whether the rank in an answer is one of which the caller's hand may hold four."""
    return isinstance(rank, str) and may_hold(case.trace, call.by, [replace(call.first, rank=RANKS.index(rank))])
