"""Cards, and sets of cards as the bits of an integer.

A card is a small integer: its suit times eight plus its rank (0 is the seven, 7 the ace). So a suit is one byte of a
set, and the higher of two cards of a suit is the greater number. Only this room shifts and masks bits; other rooms
call its functions. It does not know what a hand is worth.
"""

from collections.abc import Iterable
from typing import Final, NewType

from piquet_records.cards.terms import ADVERSARY, PACK_SIZE, Role

Card = NewType("Card", int)
Bits = int
"""A set of cards: bit *n* is set if card *n* is in it."""

RANKS: Final = "789TJQKA"
SUITS: Final = "SHDC"
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COURT_RANKS: Final = "KQJ"

UNKNOWN: Final = Card(-1)
"""A card that the recorder does not know, written ``??``."""

CODES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The code of each card, such as ``AS``, by its number."""
CARD: Final[dict[str, Card]] = {code: Card(number) for number, code in enumerate(CODES)} | {"??": UNKNOWN}
"""The card of each code."""
PACK: Final = tuple(map(Card, range(PACK_SIZE)))
"""The 32 cards, in the order of their numbers."""
FULL_PACK: Final[Bits] = (1 << PACK_SIZE) - 1
COURT_CARDS: Final[Bits] = sum(1 << CARD[rank + suit] for rank in COURT_RANKS for suit in SUITS)

# one card


def suit_of(card: Card) -> int:
    """Return a known card's suit as an index into ``SUITS``."""
    return card >> 3


def rank_of(card: Card) -> int:
    """Return a known card's rank as an index into ``RANKS``: 0 is the seven, 7 the ace."""
    return card & 7


def card_of(suit: int, rank: int) -> Card:
    """Return the card of a suit and a rank, given as indexes into ``SUITS`` and ``RANKS``."""
    return Card(suit << 3 | rank)


def bit_of(card: Card) -> Bits:
    """Return the set of one known card."""
    return 1 << card


def beats(follow: Card, lead: Card) -> bool:
    """Return whether a known following card takes a known lead: same suit, higher rank.

    Twin: ``bulk/recogniser_rules.c`` states the same rule for regular deals.
    """
    return follow > lead and follow >> 3 == lead >> 3


def trick_winner(leader: Role, lead: Card, follow: Card) -> Role:
    """Return who wins a trick of two known cards: the leader, unless the other's card beats the lead."""
    return ADVERSARY[leader] if beats(follow, lead) else leader


# sets of cards


def has_card(bits: Bits, card: Card) -> bool:
    """Return whether a known card is in a set of cards."""
    return bool(bits >> card & 1)


def cards_of_suit(bits: Bits, suit: int) -> Bits:
    """Return those cards of a set that are of a suit (an index into ``SUITS``)."""
    return bits & 0xFF << (suit << 3)


def cards_of_rank(bits: Bits, rank: int) -> Bits:
    """Return those cards of a set that are of a rank (an index into ``RANKS``), one of each suit at most."""
    return bits & 0x01010101 << rank


def cards_beating(bits: Bits, lead: Card) -> Bits:
    """Return those cards of a set that beat a known lead."""
    return cards_of_suit(bits, lead >> 3) >> lead + 1 << lead + 1


def lowest_card(bits: Bits) -> Card:
    """Return the card with the least number in a set that is not empty: of one suit, its lowest card."""
    return Card((bits & -bits).bit_length() - 1)


def highest_card(bits: Bits) -> Card:
    """Return the card with the greatest number in a set that is not empty: of one suit, its highest card."""
    return Card(bits.bit_length() - 1)


def suit_byte(bits: Bits, suit: int) -> int:
    """Return one suit of a set as a byte: bit *n* is rank *n*, so the ace is the highest bit."""
    return bits >> suit * 8 & 0xFF


def to_bits(cards: Iterable[Card]) -> Bits:
    """Return the known cards as a set. Unknown cards are left out; a card that comes twice is in it once."""
    bits = 0
    for card in cards:
        if card >= 0:
            bits |= 1 << card
    return bits


def from_bits(bits: Bits) -> tuple[Card, ...]:
    """Return the cards of a set, suit by suit, highest first."""
    return tuple([card for card in _IN_ORDER if bits >> card & 1])


_IN_ORDER: Final = tuple(card_of(suit, rank) for suit in range(len(SUITS)) for rank in reversed(range(len(RANKS))))

# cards as text


def parse(text: str) -> tuple[Card, ...]:
    """Return the cards of a string such as ``"AS KS ??"``; no cards for an empty string.

    Raises KeyError if a code is not a card; the types of a record have checked that already.
    """
    return tuple([CARD[code] for code in text.split(" ")]) if text else ()


def code(card: Card) -> str:
    """Return the two-character code of a card."""
    return "??" if card < 0 else CODES[card]


def to_text(cards: Iterable[Card]) -> str:
    """Write cards as a record does: codes with single spaces between."""
    return " ".join([code(card) for card in cards])
