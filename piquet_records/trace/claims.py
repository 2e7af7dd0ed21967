"""What laws and scoring share about calls: whether a hand holds them, which is better, and who has a category.

It does not know the effects of rulings (``scoring/categories.py`` applies them), nor which calls came in time.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from piquet_records.cards.holdings import (
    SEQUENCE_VALUE,
    SET_RANKS,
    SET_VALUE,
    best_point,
    can_hold_point,
    can_hold_sequences,
    can_hold_set,
    count_of_rank,
    sequences,
    sets,
)
from piquet_records.cards.pack import FULL_PACK, RANKS, Bits
from piquet_records.cards.terms import ELDER, YOUNGER, Category, Reply, Role
from piquet_records.trace.facts import CallHistory, Claim, Hand, Trace

UNDECIDED: Final = "undecided"
"""The holder of a category if the record lacks the value or rank that decides."""

# the calls of a category, and what they score


def calls_of_category(calls: Iterable[CallHistory], what: Category) -> list[CallHistory]:
    """Return the calls of a category that were not withdrawn, in the order given.

    Three or four of a rank below the ten count for nothing (article, *Des quatorze*), so they are left out.
    """
    return [call for call in calls if call.what == what and call.final.cards and counts_at_all(call.final)]


def counts_at_all(claim: Claim) -> bool:
    """Return whether a claim is of a kind that scores if it is good; a set of nines, eights or sevens is not."""
    return claim.rank_code is None or claim.rank_code in SET_RANKS


def claim_points(claim: Claim) -> int:
    """Return the points that a claim scores if it is good: one a card of a point, or the value of the run or set."""
    if claim.what == "point":
        return claim.cards
    return (SEQUENCE_VALUE if claim.what == "sequence" else SET_VALUE).get(claim.cards, 0)


# which call is better


def strength(trace: Trace, call: CallHistory) -> tuple[int, int]:
    """Return the sort key of a call: its cards, then its pips, top or rank; the greater is the better call.

    An unstated value or rank is taken from the hand if only one fits; otherwise it is -1.
    """
    claim = call.final
    if claim.what == "point" and claim.value < 0:
        point = best_point(trace.playing[call.by].known)
        certain = trace.playing[call.by].full and point.cards == claim.cards
        return (claim.cards, point.value if certain else -1)
    if claim.what != "set" or claim.rank >= 0:
        return claim.strength
    others = {other.final.rank for other in trace.calls if other.by == call.by and other.what == "set"}
    hand = trace.playing[call.by]
    fitting = [
        rank
        for rank in map(RANKS.index, SET_RANKS)
        if count_of_rank(hand.known, rank) >= claim.cards and rank not in others
    ]
    return (claim.cards, fitting[0] if len(fitting) == 1 and hand.full else -1)


def is_better(first: tuple[int, int], second: tuple[int, int]) -> bool | None:
    """Return whether the first of two strengths is the greater; None if an unstated value decides."""
    if first[0] == second[0] and -1 in (first[1], second[1]):
        return None
    return first > second


def best_call(trace: Trace, calls: Iterable[CallHistory]) -> CallHistory:
    """Return the best of some calls of one category; of equal ones the first. Raises ValueError if there are none."""
    return max(calls, key=lambda call: strength(trace, call))


# who has a category


def category_holder(
    trace: Trace, calls: Iterable[CallHistory], replies: Mapping[int, Reply | None]
) -> Role | str | None:
    """Return who has a category by its calls: a role, None for nobody, or ``UNDECIDED``.

    ``calls`` are those of one category that count. ``replies`` holds replies, by the number of the call, that replace
    the last ones recorded.
    """
    elder = [call for call in calls if call.by == ELDER]
    younger = [strength(trace, call) for call in calls if call.by == YOUNGER]
    if not elder:
        return YOUNGER if younger else None
    highest = best_call(trace, elder)
    reply = replies.get(highest.number, highest.reply)
    if reply == "not-good":
        return YOUNGER
    if not younger:
        return ELDER if reply != "equal" else None
    elders, youngers = strength(trace, highest), max(younger)
    younger_is_better = is_better(youngers, elders)
    are_equal = youngers == elders and -1 not in youngers
    if reply is None and younger_is_better is None:
        return UNDECIDED
    if younger_is_better:
        return YOUNGER
    return None if are_equal or reply == "equal" else ELDER


# what a hand can call


def best_claim(hand: Hand, what: Category) -> Claim | None:
    """Return the best call that the known cards of a hand allow in a category; None if they make no run or set."""
    if what == "point":
        point = best_point(hand.known)
        return Claim(what, point.cards, value=point.value)
    if what == "sequence":
        runs = sequences(hand.known)
        return Claim(what, runs[0].cards, top=runs[0].top) if runs else None
    found = sets(hand.known)
    return Claim(what, found[0].cards, rank=RANKS.index(SET_RANKS[found[0].rank])) if found else None


def may_hold(trace: Trace, role: Role, claims: Sequence[Claim]) -> bool:
    """Return whether a player's hand may hold all these claims of one category, none using the cards of another.

    True if the record does not show the hand well enough to deny it.
    """
    hand = trace.playing[role]
    if not _are_distinct(claims):
        return False
    if role in trace.unreliable:
        return True
    if role not in trace.recorded_hands or hand.unknown:
        return all(_may_hold_one(trace, role, claim) for claim in claims)
    return _holds(hand.known | hand.doubles, claims)


def _are_distinct(claims: Sequence[Claim]) -> bool:
    """Return whether claims of one category are not more than one point, nor two sets of one stated rank."""
    if any(claim.what == "point" for claim in claims):
        return len(claims) == 1
    ranks = [claim.rank for claim in claims if claim.rank >= 0]
    return len(ranks) == len(set(ranks))


def _holds(cards: Bits, claims: Sequence[Claim]) -> bool:
    """Return whether known cards hold all claims of one category."""
    if not claims:
        return True
    what = claims[0].what
    if what == "sequence":
        return can_hold_sequences(cards, [(claim.cards, claim.top) for claim in claims])
    if what == "point":
        return _holds_point(cards, claims[0])
    named = [claim.rank_code for claim in claims if claim.rank_code]
    if not all(can_hold_set(cards, claim.cards, claim.rank_code) for claim in claims if claim.rank_code):
        return False
    unnamed = [claim for claim in claims if not claim.rank_code]
    return len(unnamed) <= sum(
        can_hold_set(cards, claim.cards, rank) for claim in unnamed[:1] for rank in SET_RANKS if rank not in named
    )


def _holds_point(cards: Bits, claim: Claim) -> bool:
    if claim.value >= 0:
        return can_hold_point(cards, claim.cards, claim.value)
    return best_point(cards).cards >= claim.cards


def _may_hold_one(trace: Trace, role: Role, claim: Claim) -> bool:
    """Return whether a claim could be true with cards that are not known to be elsewhere."""
    hand = trace.playing[role]
    possible = FULL_PACK & ~trace.known_elsewhere(role)
    if not _holds(possible, [claim]):
        return False
    if claim.what == "set" and claim.rank >= 0:
        return count_of_rank(hand.known, claim.rank) + hand.unknown >= claim.cards
    return True
