"""What calls claim: what a claim is worth, which of two is better, and who holds a category by the replies.

Knows no effects of rulings: those are applied in ``scoring/categories.py``.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from piquet_records.cards.holdings import SEQUENCE_VALUE, SET_RANKS, SET_VALUE, best_point
from piquet_records.cards.pack import RANKS
from piquet_records.cards.terms import ELDER, YOUNGER, Category, Reply, Role
from piquet_records.trace.facts import CallHistory, Claim, Trace


def claim_points(claim: Claim) -> int:
    """Give what a claim scores when it is good: a card a point, or the value of the sequence or set."""
    if claim.what == "point":
        return claim.cards
    return (SEQUENCE_VALUE if claim.what == "sequence" else SET_VALUE).get(claim.cards, 0)


def strength(trace: Trace, call: CallHistory) -> tuple[int, int]:
    """Give what a call is compared by; what was not said of it is what the hand holds, where that is one thing."""
    claim = call.final
    if claim.what == "point" and claim.value < 0:
        point = best_point(trace.playing[call.by].known)
        certain = trace.playing[call.by].full and point.cards == claim.cards
        return (claim.cards, point.value if certain else -1)
    if claim.what != "set" or claim.rank >= 0:
        return claim.strength
    others = {other.final.rank for other in trace.calls if other.by == call.by and other.what == "set"}
    hand = trace.playing[call.by]
    held = [
        rank
        for rank in map(RANKS.index, SET_RANKS)
        if (hand.known >> rank & 0x01010101).bit_count() >= claim.cards and rank not in others
    ]
    return (claim.cards, held[0] if len(held) == 1 and hand.full else -1)


def is_better(first: tuple[int, int], second: tuple[int, int]) -> bool | None:
    """Tell whether the first of two strengths is the greater; None where a value that decides was not said."""
    if first[0] == second[0] and -1 in (first[1], second[1]):
        return None
    return first > second


UNDECIDED: Final = "unseen"
"""Said of the holder of a category where a value that decides was not said."""


def calls_of_category(calls: Iterable[CallHistory], what: Category) -> list[CallHistory]:
    """Give the calls of a category that were not withdrawn."""
    return [call for call in calls if call.what == what and call.final.cards]


def category_holder(
    trace: Trace, calls: Iterable[CallHistory], replies: Mapping[int, Reply | None]
) -> Role | str | None:
    """Tell who has a category by its calls: a role, None for nobody, or ``UNDECIDED`` where that is not checkable.

    ``replies`` has those that hold in place of the last ones recorded, by the number of the call.
    """
    elder = [call for call in calls if call.by == ELDER]
    younger = [strength(trace, call) for call in calls if call.by == YOUNGER]
    if not elder:
        return YOUNGER if younger else None
    highest = max(elder, key=lambda call: strength(trace, call))
    reply = replies.get(highest.number, highest.reply)
    if reply == "not-good":
        return YOUNGER
    if not younger:
        return ELDER if reply != "equal" else None
    mine, theirs = strength(trace, highest), max(younger)
    over = is_better(theirs, mine)
    equal = theirs == mine and -1 not in theirs
    if reply is None and over is None:
        return UNDECIDED
    if over:
        return YOUNGER
    return None if equal or reply == "equal" else ELDER
