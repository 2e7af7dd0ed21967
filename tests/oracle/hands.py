"""Cards and hands as the record writes them, and what a hand holds (article, *De l'écart* to *Des quatorze*)."""

from itertools import combinations, product
from typing import Any

Document = dict[str, Any]

ROLES = ("elder", "younger")
OTHER = {"elder": "younger", "younger": "elder"}
SUITS = "SHDC"
LOW_TO_HIGH = "789TJQKA"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
PACK = frozenset(rank + suit for rank in LOW_TO_HIGH for suit in SUITS)
UNKNOWN = "??"
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_POINTS = {3: 3, 4: 14}


def cards_of(text: Any) -> list[str]:
    """Return the cards of a text; none where the record has no text."""
    return text.split() if isinstance(text, str) else []


def height(card: str) -> int:
    """Return the place of a card's rank, from 0 for the seven."""
    return LOW_TO_HIGH.index(card[0])


def in_suit(hand: list[str], suit: str) -> list[str]:
    """Return the cards of one suit in a hand."""
    return [card for card in hand if card[1] == suit]


def holds_point(hand: list[str], cards: int, value: int | None) -> bool:
    """Return whether some cards of one suit are so many, and worth that value if one is named."""
    for suit in SUITS:
        for chosen in combinations(in_suit(hand, suit), cards):
            if value is None or sum(PIPS[card[0]] for card in chosen) == value:
                return True
    return False


def run(suit: str, cards: int, top: str) -> frozenset[str]:
    """Return the cards of a sequence; none if it would go below the seven."""
    high = LOW_TO_HIGH.index(top)
    return frozenset(LOW_TO_HIGH[high - step] + suit for step in range(cards)) if high >= cards - 1 else frozenset()


def holds_sequences(hand: list[str], called: list[tuple[int, str]]) -> bool:
    """Return whether a hand holds all the sequences called, each in cards of its own."""
    if sum(cards for cards, _ in called) > len(hand):
        return False
    held = set(hand)
    for suits in product(SUITS, repeat=len(called)):
        runs = [run(suit, cards, top) for suit, (cards, top) in zip(suits, called, strict=True)]
        together = frozenset().union(*runs)
        if all(runs) and together <= held and len(together) == sum(map(len, runs)):
            return True
    return not called


def longest_runs(hand: list[str]) -> list[tuple[int, str]]:
    """Return the length and top of each sequence of a hand that is part of no longer one."""
    found = []
    for suit in SUITS:
        length = 0
        for rank in LOW_TO_HIGH + " ":
            if rank + suit in hand:
                length, top = length + 1, rank
            else:
                if length >= 3:
                    found.append((length, top))
                length = 0
    return found


def sets_of(hand: list[str]) -> list[tuple[int, str]]:
    """Return the number and rank of each trio and quatorze of a hand; nines and below make none."""
    counted = [(sum(card[0] == rank for card in hand), rank) for rank in "AKQJT"]
    return [(cards, rank) for cards, rank in counted if cards >= 3]


def best_point(hand: list[str]) -> tuple[int, int]:
    """Return the number and the pips of a hand's best suit."""
    suits = [in_suit(hand, suit) for suit in SUITS]
    return max((len(cards), sum(PIPS[card[0]] for card in cards)) for cards in suits)


class Hand:
    """The cards of a player while the record is followed; some may not be known."""

    def __init__(self, cards: list[str]) -> None:
        """Hold these cards."""
        self.cards = list(cards)
        self.certain = UNKNOWN not in cards
        """Whether each card is known; if not, nothing is said of what he lacks."""

    def take(self, card: str) -> bool:
        """Take a card out, and return whether he can have had it."""
        if card in self.cards:
            self.cards.remove(card)
            return True
        if card == UNKNOWN:
            self.certain = False
            return True
        return not self.certain

    def lacks(self, card: str) -> bool:
        """Return whether he certainly has not a card."""
        return self.certain and card != UNKNOWN and card not in self.cards

    def put(self, cards: list[str]) -> None:
        """Add cards to the hand."""
        self.cards += cards
        self.certain = self.certain and UNKNOWN not in cards

    def can_follow(self, suit: str) -> bool:
        """Return whether he certainly has a card of a suit."""
        return self.certain and any(card[1] == suit for card in self.cards)
