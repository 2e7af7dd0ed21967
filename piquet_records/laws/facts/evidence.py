"""What several laws share: what was called and held, and how it is written in evidence."""

from typing import Any

from piquet_records.cards.holdings import (
    SET_RANKS,
    best_point,
    can_hold_point,
    can_hold_sequences,
    can_hold_set,
    sequences,
    sets,
)
from piquet_records.cards.pack import FULL_PACK, RANKS, SUITS, Bits, Card, to_text
from piquet_records.cards.terms import Category, Role
from piquet_records.laws.case import Case
from piquet_records.record.steps import Call
from piquet_records.trace.claims import claim_points
from piquet_records.trace.facts import CallHistory, Claim


def suit_cards(hand: Bits, card: Card) -> tuple[Card, ...]:
    """Give the cards of a hand that are of another card's suit, highest first."""
    suit = card >> 3
    return tuple(Card(suit * 8 + rank) for rank in range(7, -1, -1) if hand >> suit * 8 + rank & 1)


def cards_text(cards: Bits | tuple[Card, ...]) -> str:
    """Write cards for evidence, as a record does."""
    if isinstance(cards, int):
        cards = tuple(Card(card) for card in range(31, -1, -1) if cards >> card & 1)
    return to_text(cards)


def suit_code(card: Card) -> str:
    """Give a known card's suit as a letter."""
    return SUITS[card >> 3]


def call_evidence(claim: Claim) -> dict[str, Any]:
    """Write a call for evidence, with the fields of a ``call`` step."""
    said: dict[str, Any] = {"what": claim.what, "cards": claim.cards}
    for name, value in (("value", claim.value), ("top", claim.top), ("rank", claim.rank)):
        if value >= 0:
            said[name] = value if name == "value" else RANKS[value]
    return said


def calls_of(case: Case, role: Role, what: Category) -> list[CallHistory]:
    """Give a player's calls in a category that were not withdrawn, in order of time."""
    return [call for call in case.trace.calls if call.by == role and call.what == what and call.final.cards]


def was_shown(call: CallHistory, after: int, before: int) -> bool:
    """Tell whether a call's cards were laid down between two moments, at the call or by a later ``show``."""
    if isinstance(call.step, Call) and isinstance(call.step.shown, str) and after < call.moment < before:
        return True
    return any(after < show.moment < before for show in call.shows)


def may_hold(case: Case, role: Role, claims: list[Claim]) -> bool:
    """Tell whether a hand may hold all these claims of one category side by side; what cannot be seen may be."""
    hand = case.trace.playing[role]
    if not _one_by_one(claims):
        return False
    if role in case.trace.unreliable:
        return True
    if role not in case.trace.recorded_hands or hand.unknown:
        return all(_may_hold_some(case, role, claim) for claim in claims)
    return _holds(hand.known | hand.doubles, claims)


def _one_by_one(claims: list[Claim]) -> bool:
    """Tell whether claims of one category are one point only, or sets each of another rank."""
    said = [claim.rank if claim.what == "set" else 0 for claim in claims if claim.what == "point" or claim.rank >= 0]
    return len(said) == len(set(said))


def _holds(held: Bits, claims: list[Claim]) -> bool:
    """Tell whether known cards hold all claims of one category."""
    if not claims:
        return True
    what = claims[0].what
    if what == "sequence":
        return can_hold_sequences(held, [(claim.cards, claim.top) for claim in claims])
    if what == "point":
        return _holds_point(held, claims[0])
    named = [claim.rank_code for claim in claims if claim.rank_code]
    if not all(can_hold_set(held, claim.cards, claim.rank_code) for claim in claims if claim.rank_code):
        return False
    unnamed = [claim for claim in claims if not claim.rank_code]
    return len(unnamed) <= sum(
        can_hold_set(held, claim.cards, rank) for claim in unnamed[:1] for rank in SET_RANKS if rank not in named
    )


def _holds_point(held: Bits, claim: Claim) -> bool:
    if claim.value >= 0:
        return can_hold_point(held, claim.cards, claim.value)
    return best_point(held).cards >= claim.cards


def _may_hold_some(case: Case, role: Role, claim: Claim) -> bool:
    """Tell whether a claim could be true with cards that are not known to lie elsewhere."""
    hand = case.trace.playing[role]
    possible = FULL_PACK & ~case.trace.known_elsewhere(role)
    if not _holds(possible, [claim]):
        return False
    if claim.what == "set" and claim.rank >= 0:
        known = (hand.known >> claim.rank & 0x01010101).bit_count()
        return known + hand.unknown >= claim.cards
    return True


def unclaimed(case: Case, role: Role) -> int:
    """Give the points that a player holds in point, sequences and sets and has not called."""
    hand = case.trace.playing[role]
    if not hand.full:
        return 0
    held = {
        "point": best_point(hand.known).cards,
        "sequence": sum(run.score for run in sequences(hand.known)),
        "set": sum(holding.score for holding in sets(hand.known)),
    }
    called = {what: sum(claim_points(call.final) for call in calls_of(case, role, what)) for what in CATEGORY_NAMES}
    return sum(max(0, held[what] - called[what]) for what in CATEGORY_NAMES)


CATEGORY_NAMES: tuple[Category, ...] = ("point", "sequence", "set")
