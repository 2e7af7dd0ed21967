"""What a hand holds (its point, its sequences, its sets), and whether it can hold what was called.

Every table here has one entry for each of the 256 holdings of a suit; the bulk path reads the same tables.
Values are those of the article (*Du point*, *Des quatorze*, *Manière de compter les séquences*).
It does not know players, replies or scores.
"""

from collections.abc import Sequence as Items
from functools import cache
from typing import Final, NamedTuple

from piquet_records.cards.pack import RANKS, SUITS, Bits, Card, cards_of_rank, suit_byte, to_bits
from piquet_records.cards.terms import Category

PIPS: Final = (7, 8, 9, 10, 10, 10, 10, 11)
"""The pip value of each rank, seven to ace (article, *Valeur des cartes*)."""

SEQUENCE_VALUE: Final = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
"""The points of a sequence, by its number of cards."""
SET_VALUE: Final = {3: 3, 4: 14}
"""The points of a trio and of a quatorze, by the number of cards."""
SET_RANKS: Final = "TJQKA"
"""The ranks that make a trio or a quatorze, lowest first."""


class PointHolding(NamedTuple):
    """The cards of one suit: their number and their pips. The greater tuple is the better point."""

    cards: int
    value: int

    @property
    def score(self) -> int:
        """Points for it: one a card."""
        return self.cards


class SequenceHolding(NamedTuple):
    """A run in one suit: its length and the rank of its top card (7 is the ace). The greater tuple is better."""

    cards: int
    top: int

    @property
    def score(self) -> int:
        """Points for it: 3, 4, 15, 16, 17 or 18."""
        return SEQUENCE_VALUE.get(self.cards, 0)


class SetHolding(NamedTuple):
    """Three or four of a rank, the rank as an index into ``SET_RANKS`` (0 is the ten, 4 the ace).

    The greater tuple is the better set: any quatorze beats any trio.
    """

    cards: int
    rank: int

    @property
    def score(self) -> int:
        """Points for it: 3 or 14."""
        return SET_VALUE[self.cards]


class Held(NamedTuple):
    """A holding with the cards that make it."""

    holding: PointHolding | SequenceHolding | SetHolding
    cards: Bits


def _runs(byte: int) -> tuple[SequenceHolding, ...]:
    """Return the runs of three or more in a suit, highest first."""
    runs = []
    length = 0
    for rank in range(len(RANKS) - 1, -2, -1):
        if rank >= 0 and byte >> rank & 1:
            length += 1
            continue
        if length >= 3:
            runs.append(SequenceHolding(length, rank + length))
        length = 0
    return tuple(runs)


SUIT_POINT: Final = tuple(
    PointHolding(byte.bit_count(), sum(PIPS[rank] for rank in range(len(RANKS)) if byte >> rank & 1))
    for byte in range(256)
)
"""The point that each holding of a suit makes."""

SUIT_SEQUENCES: Final = tuple(_runs(byte) for byte in range(256))
"""The sequences that each holding of a suit makes, highest first."""


def best_point(hand: Bits) -> PointHolding:
    """Return the best point of a hand: most cards, then most pips."""
    return max(SUIT_POINT[suit_byte(hand, suit)] for suit in range(len(SUITS)))


def sequences(hand: Bits) -> tuple[SequenceHolding, ...]:
    """Return all sequences of a hand, best first."""
    found = [run for suit in range(len(SUITS)) for run in SUIT_SEQUENCES[suit_byte(hand, suit)]]
    return tuple(sorted(found, reverse=True))


def sets(hand: Bits) -> tuple[SetHolding, ...]:
    """Return all trios and quatorzes of a hand, best first.

    Twin: ``bulk/recogniser_rules.c`` states the same rule for regular deals.
    """
    counts = [(count_of_rank(hand, RANKS.index(rank)), index) for index, rank in enumerate(SET_RANKS)]
    return tuple(sorted((SetHolding(cards, index) for cards, index in counts if cards in SET_VALUE), reverse=True))


def count_of_rank(hand: Bits, rank: int) -> int:
    """Return how many cards of a rank (an index into ``RANKS``) a hand has."""
    return cards_of_rank(hand, rank).bit_count()


def holdings_in(hand: Bits, what: Category) -> tuple[PointHolding | SequenceHolding | SetHolding, ...]:
    """Return what a hand has in a category, best first: its best point, or all its sequences or sets."""
    if what == "point":
        return (best_point(hand),)
    return sequences(hand) if what == "sequence" else sets(hand)


def held_in(hand: Bits, what: Category) -> list[Held]:
    """Return what a hand has in a category with the cards that make it, best first; of equal ones the first suit's.

    The holdings are those of ``holdings_in``.
    """
    held: list[Held] = []
    for suit in range(len(SUITS)):
        byte = suit_byte(hand, suit)
        if what == "point":
            held.append(Held(SUIT_POINT[byte], byte << suit * 8))
        elif what == "sequence":
            held += [Held(run, _run_byte(*run) << suit * 8) for run in SUIT_SEQUENCES[byte]]
    if what == "set":
        held = [Held(found, cards_of_rank(hand, RANKS.index(SET_RANKS[found.rank]))) for found in sets(hand)]
    held.sort(key=lambda each: each.holding, reverse=True)
    return held[:1] if what == "point" else held


def _run_byte(cards: int, top: int) -> int:
    """Return a run as a byte of its suit."""
    return (1 << cards) - 1 << top - cards + 1


@cache
def _points_within(byte: int) -> frozenset[PointHolding]:
    """Return every point that some of a suit's cards make."""
    subsets = {0}
    for rank in range(len(RANKS)):
        if byte >> rank & 1:
            subsets |= {subset | 1 << rank for subset in subsets}
    return frozenset(SUIT_POINT[subset] for subset in subsets)


def can_hold_point(hand: Bits, cards: int, value: int) -> bool:
    """Return whether some cards of one suit make this point; they need not be all the cards of the suit."""
    return any((cards, value) in _points_within(suit_byte(hand, suit)) for suit in range(len(SUITS)))


def can_hold_set(hand: Bits, cards: int, rank: str) -> bool:
    """Return whether a hand has at least that many of a rank, also of one that counts for nothing, such as nines."""
    return count_of_rank(hand, RANKS.index(rank)) >= cards


def missing_from(shown: Items[Card], what: Category, cards: int, top: int) -> int:
    """Return how many cards are missing from those laid down to make a point or a sequence; 0 if they make it.

    ``top`` is the rank of a sequence's highest card. Unknown cards, and a card that is laid down twice, count as those
    that are wanted: the record does not say enough, or contradicts itself.
    Twin: ``is_shown`` in ``bulk/recogniser_rules.c``.
    """
    bits = to_bits(shown)
    unknown = len(shown) - bits.bit_count()
    suits = [suit_byte(bits, suit) for suit in range(len(SUITS))]
    if what == "sequence" and top >= cards - 1:
        suits = [byte & _run_byte(cards, top) for byte in suits]
    return max(0, cards - max(byte.bit_count() for byte in suits) - unknown)


def can_hold_sequences(hand: Bits, called: Items[tuple[int, int]]) -> bool:
    """Return whether a hand holds all called runs, given as (length, top), without using a card twice."""
    if not called:
        return True
    (cards, top), rest = called[0], called[1:]
    if top < cards - 1:
        return False
    run = _run_byte(cards, top)
    return any(
        suit_byte(hand, suit) & run == run and can_hold_sequences(hand & ~(run << suit * 8), rest)
        for suit in range(len(SUITS))
    )
