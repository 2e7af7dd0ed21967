"""What a hand holds: its point, its sequences, its sets; and whether it can hold what was called.

Every table here has one entry for each of the 256 holdings of a suit; the bulk path reads the same ones.
Values are those of the article (*Du point*, *Des quatorze*, *Manière de compter les séquences*).
Knows nothing of players, replies or scores.
"""

from collections.abc import Sequence as Items
from functools import cache
from typing import Final, NamedTuple

from piquet_records.cards.pack import RANKS, Bits, suit_byte

PIPS: Final = (7, 8, 9, 10, 10, 10, 10, 11)
"""The pip value of each rank, seven to ace (article, *Valeur des cartes*)."""

SEQUENCE_VALUE: Final = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_VALUE: Final = {3: 3, 4: 14}
SET_RANKS: Final = "TJQKA"
"""The ranks that make a trio or a quatorze, lowest first."""


class PointHolding(NamedTuple):
    """The cards of one suit: how many, and their pips. Compares as the point does."""

    cards: int
    value: int


class SequenceHolding(NamedTuple):
    """A run in one suit: its length and the strength of its top card (7 is the ace). Compares as sequences do."""

    cards: int
    top: int

    @property
    def score(self) -> int:
        """Points for it: 3, 4, 15, 16, 17 or 18."""
        return SEQUENCE_VALUE.get(self.cards, 0)


class SetHolding(NamedTuple):
    """Three or four of a rank (0 is the ten, 4 the ace). Compares as sets do: any quatorze beats any trio."""

    cards: int
    rank: int

    @property
    def score(self) -> int:
        """Points for it: 3 or 14."""
        return SET_VALUE[self.cards]


def _runs(byte: int) -> tuple[SequenceHolding, ...]:
    """Find the runs of three or more in a suit, highest first."""
    runs = []
    length = 0
    for rank in range(7, -2, -1):
        if rank >= 0 and byte >> rank & 1:
            length += 1
            continue
        if length >= 3:
            runs.append(SequenceHolding(length, rank + length))
        length = 0
    return tuple(runs)


SUIT_POINT: Final = tuple(
    PointHolding(byte.bit_count(), sum(PIPS[rank] for rank in range(8) if byte >> rank & 1)) for byte in range(256)
)
"""The point that each holding of a suit makes."""

SUIT_SEQUENCES: Final = tuple(_runs(byte) for byte in range(256))
"""The sequences that each holding of a suit makes, highest first."""


def best_point(hand: Bits) -> PointHolding:
    """Give the best point of a hand: most cards, then most pips."""
    return max(SUIT_POINT[suit_byte(hand, suit)] for suit in range(4))


def sequences(hand: Bits) -> tuple[SequenceHolding, ...]:
    """Give all sequences of a hand, best first."""
    found = [run for suit in range(4) for run in SUIT_SEQUENCES[suit_byte(hand, suit)]]
    return tuple(sorted(found, reverse=True))


def sets(hand: Bits) -> tuple[SetHolding, ...]:
    """Give all trios and quatorzes of a hand, best first."""
    found = []
    for rank in range(5):
        cards = (hand >> rank + 3 & 0x01010101).bit_count()
        if cards >= 3:
            found.append(SetHolding(cards, rank))
    return tuple(sorted(found, reverse=True))


@cache
def _points_within(byte: int) -> frozenset[PointHolding]:
    """Every point that some choice of a suit's cards makes."""
    subsets = {0}
    for rank in range(8):
        if byte >> rank & 1:
            subsets |= {subset | 1 << rank for subset in subsets}
    return frozenset(SUIT_POINT[subset] for subset in subsets)


def can_hold_point(hand: Bits, cards: int, value: int) -> bool:
    """Tell whether some suit holds that many cards of that value; a smaller call out of a bigger suit is true."""
    return any((cards, value) in _points_within(suit_byte(hand, suit)) for suit in range(4))


def can_hold_set(hand: Bits, cards: int, rank: str) -> bool:
    """Tell whether a hand has at least that many of a rank that makes sets at all."""
    return rank in SET_RANKS and (hand >> RANKS.index(rank) & 0x01010101).bit_count() >= cards


def can_hold_sequences(hand: Bits, called: Items[tuple[int, int]]) -> bool:
    """Tell whether a hand holds all called runs, given as (length, top), side by side: no card serves twice."""
    if not called:
        return True
    (cards, top), rest = called[0], called[1:]
    if top < cards - 1:
        return False
    run = (1 << cards) - 1 << top - cards + 1
    return any(
        suit_byte(hand, suit) & run == run and can_hold_sequences(hand & ~(run << suit * 8), rest) for suit in range(4)
    )
