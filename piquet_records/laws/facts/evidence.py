"""What several laws share: what was called and held, and how it is written in evidence."""

from typing import Any

from piquet_records.cards.holdings import holdings_in
from piquet_records.cards.pack import RANKS, SUITS, Bits, Card, cards_of_suit, from_bits, suit_of
from piquet_records.cards.terms import CATEGORIES, Category, Role
from piquet_records.laws.case import Case
from piquet_records.record.steps import Call
from piquet_records.trace.claims import claim_points
from piquet_records.trace.facts import CallHistory, Claim


def cards_of_same_suit(hand: Bits, card: Card) -> tuple[Card, ...]:
    """Give the cards of a hand that are of another card's suit, highest first."""
    return from_bits(cards_of_suit(hand, suit_of(card)))


def suit_letter(card: Card) -> str:
    """Give a known card's suit as a letter."""
    return SUITS[suit_of(card)]


def call_evidence(claim: Claim) -> dict[str, Any]:
    """Write a call for evidence, with the fields of a ``call`` step."""
    said: dict[str, Any] = {"what": claim.what, "cards": claim.cards}
    for name, value in (("value", claim.value), ("top", claim.top), ("rank", claim.rank)):
        if value >= 0:
            said[name] = value if name == "value" else RANKS[value]
    return said


def standing_calls(case: Case, role: Role, what: Category) -> list[CallHistory]:
    """Give a player's calls in a category that were not withdrawn, in order of time."""
    return [call for call in case.trace.calls if call.by == role and call.what == what and call.final.cards]


def shown_between(call: CallHistory, after: int, before: int) -> bool:
    """Tell whether a call's cards were laid down between two moments, at the call or by a later ``show``."""
    if isinstance(call.step, Call) and isinstance(call.step.shown, str) and after < call.moment < before:
        return True
    return any(after < show.moment < before for show in call.shows)


def uncalled_points(case: Case, role: Role) -> int:
    """Give the points that a player holds in point, sequences and sets and has not called."""
    hand = case.trace.playing[role]
    if not hand.full:
        return 0
    held = {what: sum(holding.score for holding in holdings_in(hand.known, what)) for what in CATEGORIES}
    called = {what: sum(claim_points(call.final) for call in standing_calls(case, role, what)) for what in CATEGORIES}
    return sum(max(0, held[what] - called[what]) for what in CATEGORIES)
