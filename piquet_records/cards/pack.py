"""Cards, and hands of cards as 32-bit sets.

A card is a small integer: its suit times eight plus its rank (seven is 0, ace is 7), so that a suit is one
byte of a hand and a higher card of a suit is a greater number. Knows nothing of what a holding is worth.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", int)
Bits = int
"""A set of cards: bit *n* is set where card *n* is in it."""

RANKS: Final = "789TJQKA"
SUITS: Final = "SHDC"
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COURT_RANKS: Final = "KQJ"

UNKNOWN: Final = Card(-1)
"""A card that the recorder does not know, written ``??``."""

CODES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: Final[dict[str, Card]] = {code: Card(number) for number, code in enumerate(CODES)} | {"??": UNKNOWN}
FULL_PACK: Final[Bits] = (1 << 32) - 1
COURT_CARDS: Final[Bits] = sum(1 << CARD[rank + suit] for rank in COURT_RANKS for suit in SUITS)


def parse(text: str) -> tuple[Card, ...]:
    """Give the cards of a string such as ``"AS KS ??"``; an empty string is no card.

    Raises KeyError where a code is none; the record's types have checked that already.
    """
    return tuple([CARD[code] for code in text.split(" ")]) if text else ()


def code(card: Card) -> str:
    """Give the two-character code of a card."""
    return "??" if card < 0 else CODES[card]


def to_text(cards: Iterable[Card]) -> str:
    """Write cards as a record does: codes with single spaces between."""
    return " ".join([code(card) for card in cards])


def to_bits(cards: Iterable[Card]) -> Bits:
    """Give the known cards as a set; unknown ones and doubles are lost."""
    bits = 0
    for card in cards:
        if card >= 0:
            bits |= 1 << card
    return bits


def from_bits(bits: Bits) -> tuple[Card, ...]:
    """Give the cards of a set, suit by suit, highest first."""
    return tuple(card for suit in range(4) for card in _descending(suit) if bits >> card & 1)


def _descending(suit: int) -> tuple[Card, ...]:
    return tuple(Card(suit * 8 + rank) for rank in range(7, -1, -1))


def suit_of(card: Card) -> int:
    """Return a known card's suit as an index into ``SUITS``."""
    return card >> 3


def rank_of(card: Card) -> int:
    """Return a known card's rank as an index into ``RANKS``: 0 is the seven, 7 the ace."""
    return card & 7


def card_of(suit: int, rank: int) -> Card:
    """Return the card of a suit and a rank, given as indexes into ``SUITS`` and ``RANKS``."""
    return Card(suit << 3 | rank)


def has_card(bits: Bits, card: Card) -> bool:
    """Return whether a known card is in a set of cards."""
    return bool(bits >> card & 1)


def cards_of_suit(bits: Bits, suit: int) -> Bits:
    """Return those cards of a set that are of a suit (an index into ``SUITS``)."""
    return bits & 0xFF << (suit << 3)


def cards_of_rank(bits: Bits, rank: int) -> Bits:
    """Return those cards of a set that are of a rank (an index into ``RANKS``), one of each suit at most."""
    return bits & 0x01010101 << rank


def suit_byte(bits: Bits, suit: int) -> int:
    """Give one suit of a hand as a byte, ace in the highest bit."""
    return bits >> suit * 8 & 0xFF


def beats(follow: Card, lead: Card) -> bool:
    """Tell whether a known following card takes a known lead: same suit, higher rank."""
    return follow > lead and follow >> 3 == lead >> 3
