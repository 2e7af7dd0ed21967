"""Simulated players: what they discard, lead, follow with and own to.

A player decides from what he may know: his cards, his discard, and what has been played. Every decision is made
with whole numbers and ``Random.random()`` alone, so that it is the same on every machine and Python version.
The sensible player follows the advice of the article (*De l'écart*, *Marche du jeu*). Knows nothing of records.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple, TypeVar

from piquet_records.cards.holdings import (
    SET_RANKS,
    SUIT_POINT,
    SUIT_SEQUENCES,
    PointHolding,
    SequenceHolding,
    SetHolding,
)
from piquet_records.cards.pack import Bits, Card, cards_beating, cards_of_suit, suit_byte, suit_of
from piquet_records.cards.terms import Category

T = TypeVar("T")

_ONE_RANK: Final[Bits] = 0x01010101
_RANK_WORTH: Final = (0, 0, 0, 1, 3, 6, 11, 18)
"""What a card of each rank, seven to ace, is worth keeping for: its tricks."""
_LENGTH_WORTH: Final = (0, 0, 1, 4, 9, 15, 20, 24, 27)
"""What a card is worth keeping for its suit, by the number of cards held there: the point."""
_RUN_WORTH: Final = (0, 0, 2, 6, 10, 16, 18, 20, 22)
"""The same for the run it stands in, by length: the sequences."""
_SET_WORTH: Final = (0, 0, 2, 14, 24)
"""The same for a rank that makes sets, by the number of cards held: trios and quatorzes."""
_GUARD_WORTH: Final = 5
"""The same for a card without which a king or queen would be bare."""
_TOO_GOOD: Final = 24
"""A sensible player does not throw a card worth so much, if he has thrown one at all."""


class Held(NamedTuple):
    """A holding with the cards that make it."""

    holding: PointHolding | SequenceHolding | SetHolding
    cards: Bits


Holdings = dict[Category, list[Held]]
"""What a player has, or owns to, in each category, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How far a player leaves the usual ways, within the laws."""

    sinking: float = 0.0
    """The chance that he keeps a holding, or a carte blanche, to himself."""
    smaller: float = 0.0
    """The chance that he calls less than a holding amounts to."""
    any_exchange: bool = False
    """Whether he exchanges any lawful number of cards, all equally likely."""


USUAL: Final = Style(sinking=0.01)
OPEN: Final = Style()
VARIED: Final = Style(sinking=0.15, smaller=0.15, any_exchange=True)


def below(rng: Random, count: int) -> int:
    """Draw a number from 0 up to, without, ``count``."""
    return int(rng.random() * count)


def shuffled(rng: Random, things: tuple[T, ...]) -> tuple[T, ...]:
    """Shuffle as Fisher and Yates do; ``Random.shuffle`` might draw otherwise in another Python version."""
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = below(rng, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def lowest(bits: Bits) -> Card:
    """Give the lowest card of a set that is not empty."""
    return Card((bits & -bits).bit_length() - 1)


def members(bits: Bits) -> list[Card]:
    """Give the cards of a set, lowest first."""
    found = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


class Player(ABC):
    """A player of one game; his style says what he owns to, the kinds of player how he discards and plays."""

    def __init__(self, rng: Random, style: Style) -> None:
        """Draw every chance from one generator, which both players of a game share."""
        self.rng = rng
        self.style = style

    @abstractmethod
    def exchanged(self, hand: Bits, most: int) -> Bits:
        """Choose the cards to discard: at least one, not more than ``most``."""

    @abstractmethod
    def lead(self, hand: Bits, unseen: Bits) -> Card:
        """Choose a lead; ``unseen`` are the cards that the adversary may hold as far as the player knows."""

    @abstractmethod
    def follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:
        """Choose the card that follows a lead, of its suit where there is one."""

    def sinks(self) -> bool:
        """Decide whether to keep a holding to himself."""
        return self.rng.random() < self.style.sinking

    def owns_to(self, hand: Bits) -> Holdings:
        """Decide what to own to: all that the hand holds, but for what the style sinks or makes smaller."""
        held = holdings_of(hand)
        if self.style.sinking or self.style.smaller:
            return {what: self._owned(holdings) for what, holdings in held.items()}
        return held

    def _owned(self, holdings: list[Held]) -> list[Held]:
        owned = [self._perhaps_smaller(held) for held in holdings if not self.sinks()]
        return sorted(owned, key=_holding, reverse=True)

    def _perhaps_smaller(self, held: Held) -> Held:
        if held.holding.cards > 3 and self.rng.random() < self.style.smaller:
            return smaller(held)
        return held


class RandomPlayer(Player):
    """Exchanges and plays any lawful cards, all equally likely."""

    def exchanged(self, hand: Bits, most: int) -> Bits:
        """Choose any number of any cards."""
        chosen = 0
        for _ in range(1 + below(self.rng, most)):
            chosen |= 1 << self._any(hand & ~chosen)
        return chosen

    def lead(self, hand: Bits, unseen: Bits) -> Card:  # noqa: ARG002  (he does not look)
        """Choose any card."""
        return self._any(hand)

    def follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:  # noqa: ARG002  (he does not look)
        """Choose any card of the suit led, or any card where he has none."""
        return self._any(cards_of_suit(hand, suit_of(lead)) or hand)

    def _any(self, cards: Bits) -> Card:
        among = members(cards)
        return among[below(self.rng, len(among))]


class SensiblePlayer(Player):
    """Keeps his long suit, sequences, sets and guards; leads what wins; takes as cheaply as he can."""

    def exchanged(self, hand: Bits, most: int) -> Bits:
        """Choose the cards least worth keeping: as many as allowed, but none that is too good to throw."""
        ranked = sorted([(worth, card) for card, worth in keeping_worth(hand).items()])
        if self.style.any_exchange:
            ranked = ranked[: 1 + below(self.rng, most)]
        else:
            ranked = ranked[:1] + [entry for entry in ranked[1:most] if entry[0] < _TOO_GOOD]
        return sum(1 << card for _, card in ranked)

    def lead(self, hand: Bits, unseen: Bits) -> Card:
        """Choose the top of the suit with the most sure tricks, then of the longest suit."""
        best = (-1, -1, -1)
        for suit in range(4):
            if held := suit_byte(hand, suit):
                sure = (held >> suit_byte(unseen, suit).bit_length()).bit_count()
                best = max(best, (sure, held.bit_count(), suit * 8 + held.bit_length() - 1))
        return Card(best[2])

    def follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:
        """Choose the lowest card that takes the trick, then the lowest of the suit, then the least useful of all."""
        suit = cards_of_suit(hand, suit_of(lead))
        if suit:
            return lowest(cards_beating(suit, lead) or suit)
        return min(_throwing_costs(hand, unseen))[1]


def _throwing_costs(hand: Bits, unseen: Bits) -> list[tuple[int, Card]]:
    """Give the lowest card of each suit with what it costs to throw: most where it guards or is a sure trick."""
    costs = []
    for suit in range(4):
        if held := suit_byte(hand, suit):
            card = lowest(held)
            other = suit_byte(unseen, suit)
            guards = held.bit_count() == (other >> held.bit_length()).bit_count() + 1
            sure = card >= other.bit_length()
            costs.append((16 * (guards or sure) + card, Card(suit * 8 + card)))
    return costs


def _suit_worth(held: int) -> tuple[int, ...]:
    """Say for each rank what the card is worth keeping within a holding of its suit."""
    worth = []
    for rank in range(8):
        top = bottom = rank
        while held >> top + 1 & 1:
            top += 1
        while bottom and held >> bottom - 1 & 1:
            bottom -= 1
        missing_above = 8 - held.bit_length()
        guards = 0 < missing_above < 3 and held.bit_count() == missing_above + 1
        worth.append(
            _RANK_WORTH[rank] + _LENGTH_WORTH[held.bit_count()] + _RUN_WORTH[top - bottom + 1] + guards * _GUARD_WORTH
        )
    return tuple(worth)


_SUIT_WORTH: Final = tuple(_suit_worth(held) for held in range(256))


def keeping_worth(hand: Bits) -> dict[Card, int]:
    """Say what each card of a hand is worth keeping, as the sensible player sees it."""
    in_set = [0, 0, 0] + [_SET_WORTH[(hand >> rank & _ONE_RANK).bit_count()] for rank in range(3, 8)]
    return {card: _SUIT_WORTH[suit_byte(hand, card >> 3)][card & 7] + in_set[card & 7] for card in members(hand)}


def holdings_of(hand: Bits) -> Holdings:
    """Give all that a hand holds in each category, best first; of two equal points the first suit's."""
    points = []
    runs: list[Held] = []
    for suit in range(4):
        held = suit_byte(hand, suit)
        points.append(Held(SUIT_POINT[held], held << suit * 8))
        runs += [Held(run, (1 << run.cards) - 1 << suit * 8 + run.top + 1 - run.cards) for run in SUIT_SEQUENCES[held]]
    of_a_kind = []
    for rank in range(len(SET_RANKS)):
        cards = hand & _ONE_RANK << rank + 3
        if cards.bit_count() >= 3:
            of_a_kind.append(Held(SetHolding(cards.bit_count(), rank), cards))
    return {
        "point": [max(points, key=_holding)],
        "sequence": sorted(runs, key=_holding, reverse=True),
        "set": sorted(of_a_kind, key=_holding, reverse=True),
    }


def smaller(held: Held) -> Held:
    """Give the holding that is left without its lowest card; it needs more than three cards."""
    holding, cards = held
    rest = cards & cards - 1
    if isinstance(holding, PointHolding):
        return Held(SUIT_POINT[rest >> (lowest(rest) & ~7)], rest)
    return Held(holding._replace(cards=holding.cards - 1), rest)


def _holding(held: Held) -> tuple[int, int]:
    return held.holding
