"""Simulated players: what they discard, lead, play to a lead, and call.

A player decides from what he may know: his cards, his discard, and the cards played. Every decision uses only whole
numbers and ``Random.random()``, so that it is the same on every machine and in every Python version. The sensible
player follows the advice of the article (*De l'écart*, *Marche du jeu*). Knows nothing of records.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Final, TypeVar

from piquet_records.cards.holdings import SUIT_POINT, Held, PointHolding, count_of_rank, held_in
from piquet_records.cards.pack import (
    RANKS,
    SUITS,
    Bits,
    Card,
    bit_of,
    cards_beating,
    cards_of_suit,
    from_bits,
    highest_card,
    lowest_card,
    rank_of,
    suit_byte,
    suit_of,
    to_bits,
)
from piquet_records.cards.terms import CATEGORIES, Category

T = TypeVar("T")

# How much a sensible player wants to keep a card, in units of his own.
_RANK_WORTH: Final = (0, 0, 0, 1, 3, 6, 11, 18)
"""For its rank, seven to ace, which wins tricks."""
_LENGTH_WORTH: Final = (0, 0, 1, 4, 9, 15, 20, 24, 27)
"""For its suit, by the number of cards held there, which make the point."""
_RUN_WORTH: Final = (0, 0, 2, 6, 10, 16, 18, 20, 22)
"""For its run in the suit, by the length of the run, which makes a sequence."""
_SET_WORTH: Final = (0, 0, 2, 14, 24)
"""For its rank, ten or higher, by the number of cards held of it, which make a set."""
_GUARD_WORTH: Final = 5
"""For a card without which a king or a queen of its suit would be unguarded."""
_TOO_GOOD: Final = 24
"""After his first discard, a sensible player discards no card worth this or more."""

_SETS_FROM: Final = RANKS.index("T")

Holdings = dict[Category, list[Held]]
"""What a player holds, or calls, in each category, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a player departs, within the laws, from calling all he holds and exchanging as he judges best."""

    sinking: float = 0.0
    """The chance that he does not call a holding, or does not show a carte blanche."""
    calling_less: float = 0.0
    """The chance that he calls less than a holding is."""
    any_exchange: bool = False
    """Whether he exchanges any lawful number of cards, all equally likely."""


USUAL: Final = Style(sinking=0.01)
"""The style of sensible players: now and then they sink a holding."""
OPEN: Final = Style()
"""They call all they hold."""


def random_below(rng: Random, count: int) -> int:
    """Draw a whole number from 0 to ``count`` - 1."""
    return int(rng.random() * count)


def shuffled(rng: Random, things: tuple[T, ...]) -> tuple[T, ...]:
    """Return the things in random order (Fisher and Yates).

    ``Random.shuffle`` is not used because its results may differ in another Python version.
    """
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = random_below(rng, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


class Player(ABC):
    """A player of one game. His style decides what he calls; the kinds of player decide what they discard and play."""

    def __init__(self, rng: Random, style: Style) -> None:
        """Take the random numbers for all decisions from ``rng``, which both players of a game share."""
        self.rng = rng
        self.style = style

    @abstractmethod
    def choose_discard(self, hand: Bits, most: int) -> Bits:
        """Choose the cards to discard: at least one, at most ``most``."""

    @abstractmethod
    def choose_lead(self, hand: Bits, unseen: Bits) -> Card:
        """Choose a lead; ``unseen`` are the cards that the adversary may hold as far as the player knows."""

    @abstractmethod
    def choose_follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:
        """Choose a card to play to a lead: of its suit if he holds one."""

    def sinks(self) -> bool:
        """Decide whether to keep quiet about a holding."""
        return self.rng.random() < self.style.sinking

    def choose_calls(self, hand: Bits) -> Holdings:
        """Decide what to call: all that the hand holds, but for what the style sinks or calls less of."""
        held = holdings_of(hand)
        if self.style.sinking or self.style.calling_less:
            return {what: self._called(holdings) for what, holdings in held.items()}
        return held

    def _called(self, holdings: list[Held]) -> list[Held]:
        called = [self._perhaps_less(held) for held in holdings if not self.sinks()]
        return sorted(called, key=lambda held: held.holding, reverse=True)

    def _perhaps_less(self, held: Held) -> Held:
        if held.holding.cards > 3 and self.rng.random() < self.style.calling_less:
            return without_lowest_card(held)
        return held


class RandomPlayer(Player):
    """Exchanges and plays any lawful cards, all equally likely."""

    def choose_discard(self, hand: Bits, most: int) -> Bits:
        """Choose any number of any cards."""
        chosen = 0
        for _ in range(1 + random_below(self.rng, most)):
            chosen |= bit_of(self._any_of(hand & ~chosen))
        return chosen

    def choose_lead(self, hand: Bits, unseen: Bits) -> Card:  # noqa: ARG002 - he plays at random
        """Choose any card."""
        return self._any_of(hand)

    def choose_follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:  # noqa: ARG002 - he plays at random
        """Choose any card of the suit led, or any card if he has none of it."""
        return self._any_of(cards_of_suit(hand, suit_of(lead)) or hand)

    def _any_of(self, cards: Bits) -> Card:
        choices = sorted(from_bits(cards))
        return choices[random_below(self.rng, len(choices))]


class SensiblePlayer(Player):
    """Keeps his long suit, sequences, sets and guards; leads what wins; takes tricks as cheaply as he can."""

    def choose_discard(self, hand: Bits, most: int) -> Bits:
        """Choose the cards least worth keeping: as many as allowed, but none that is too good."""
        ranked = sorted([(worth, card) for card, worth in keeping_worth(hand).items()])
        if self.style.any_exchange:
            ranked = ranked[: 1 + random_below(self.rng, most)]
        else:
            ranked = ranked[:1] + [entry for entry in ranked[1:most] if entry[0] < _TOO_GOOD]
        return to_bits([card for _, card in ranked])

    def choose_lead(self, hand: Bits, unseen: Bits) -> Card:
        """Choose the highest card of the suit with the most sure tricks; of equal suits, the longest."""
        best = (-1, -1, Card(-1))
        for suit in range(len(SUITS)):
            if held := cards_of_suit(hand, suit):
                sure = _above(held, cards_of_suit(unseen, suit)).bit_count()
                best = max(best, (sure, held.bit_count(), highest_card(held)))
        return best[2]

    def choose_follow(self, hand: Bits, lead: Card, unseen: Bits) -> Card:
        """Choose the lowest card that takes the trick, else the lowest of the suit, else the least useful card."""
        suit = cards_of_suit(hand, suit_of(lead))
        if suit:
            return lowest_card(cards_beating(suit, lead) or suit)
        return min(_costs_of_throwing(hand, unseen))[1]


def _above(held: Bits, others: Bits) -> Bits:
    """Return those cards of one suit that are higher than all others of it."""
    return cards_beating(held, highest_card(others)) if others else held


def _costs_of_throwing(hand: Bits, unseen: Bits) -> list[tuple[int, Card]]:
    """Return what it costs to throw the lowest card of each suit, and the card.

    The cost is its rank, and 16 more if the card is a guard or a sure trick.
    """
    costs = []
    for suit in range(len(SUITS)):
        if held := cards_of_suit(hand, suit):
            card, others = lowest_card(held), cards_of_suit(unseen, suit)
            guards = held.bit_count() == _above(others, held).bit_count() + 1
            sure = _above(held, others) == held
            costs.append((16 * (guards or sure) + rank_of(card), card))
    return costs


def _suit_worth(byte: int) -> tuple[int, ...]:
    """Return what a card of each rank is worth keeping within a holding of its suit, given as a byte."""
    ranks = {rank_of(card) for card in from_bits(byte)}
    missing_above = len(RANKS) - 1 - max(ranks, default=-1)
    guards = 0 < missing_above < 3 and len(ranks) == missing_above + 1
    worth = []
    for rank in range(len(RANKS)):
        top = bottom = rank
        while top + 1 in ranks:
            top += 1
        while bottom - 1 in ranks:
            bottom -= 1
        in_suit = _LENGTH_WORTH[len(ranks)] + _RUN_WORTH[top - bottom + 1] + guards * _GUARD_WORTH
        worth.append(_RANK_WORTH[rank] + in_suit)
    return tuple(worth)


_SUIT_WORTH: Final = tuple(_suit_worth(byte) for byte in range(256))


def keeping_worth(hand: Bits) -> dict[Card, int]:
    """Return what each card of a hand is worth keeping, as the sensible player sees it."""
    in_set = [_SET_WORTH[count_of_rank(hand, rank)] if rank >= _SETS_FROM else 0 for rank in range(len(RANKS))]
    return {
        card: _SUIT_WORTH[suit_byte(hand, suit_of(card))][rank_of(card)] + in_set[rank_of(card)]
        for card in from_bits(hand)
    }


def holdings_of(hand: Bits) -> Holdings:
    """Return all that a hand holds in each category, best first."""
    return {what: held_in(hand, what) for what in CATEGORIES}


def without_lowest_card(held: Held) -> Held:
    """Return the holding that is left without its lowest card. It must have more than three cards."""
    holding, cards = held
    rest = cards & ~bit_of(lowest_card(cards))
    if isinstance(holding, PointHolding):
        return Held(SUIT_POINT[suit_byte(rest, suit_of(lowest_card(rest)))], rest)
    return Held(holding._replace(cards=holding.cards - 1), rest)
