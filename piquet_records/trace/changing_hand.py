"""A hand that cards come to and leave during the exchange, counted as far as the record shows them."""

from collections.abc import Sequence

from piquet_records.cards.pack import Bits, Card, bit_of, has_card, to_bits
from piquet_records.trace.facts import Hand


class ChangingHand:
    """A hand whose cards change; ``hand`` is a frozen picture of it."""

    __slots__ = ("doubles", "known", "missing", "unknown")

    def __init__(self, cards: Sequence[Card]) -> None:
        """Start with these cards."""
        self.known: Bits = 0
        self.doubles: Bits = 0
        self.unknown = 0
        self.missing = 0
        self.add_all(cards)

    def hand(self) -> Hand:
        """Return the cards that it has now."""
        return Hand(self.known, self.unknown, self.doubles, self.missing)

    def add_all(self, cards: Sequence[Card]) -> None:
        """Add cards, known or unknown."""
        bits = to_bits(cards)
        if bits.bit_count() == len(cards) and not bits & self.known:
            self.known |= bits
            return
        for card in cards:
            self._add(card)

    def remove_all(self, cards: Sequence[Card]) -> Card | None:
        """Remove cards; return the first that cannot have been in the hand, None if all can."""
        bits = to_bits(cards)
        if bits.bit_count() == len(cards) and bits & self.known & ~self.doubles == bits:
            self.known &= ~bits
            return None
        wrong = [card for card in cards if not self._remove(card)]
        return wrong[0] if wrong else None

    def _add(self, card: Card) -> None:
        if card < 0:
            self.unknown += 1
        elif has_card(self.known, card):
            self.doubles |= bit_of(card)
        else:
            self.known |= bit_of(card)

    def _remove(self, card: Card) -> bool:
        """Remove a card; return False if it cannot have been in the hand."""
        if card < 0:
            if self.unknown and not self.known:
                self.unknown -= 1
            else:
                self.missing += 1
        elif has_card(self.doubles, card):
            self.doubles &= ~bit_of(card)
        elif has_card(self.known, card):
            self.known &= ~bit_of(card)
        elif self.unknown:
            self.unknown -= 1
        else:
            return False
        return True
