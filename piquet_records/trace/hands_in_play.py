"""The hands while tricks are played: which cards each player has played, shown and still holds.

Only the cards are followed: an unknown card of a hand becomes known when it is seen. Tricks and turns are in
``play.py``.
"""

from collections.abc import Sequence

from piquet_records.cards.pack import FULL_PACK, Bits, Card, bit_of, from_bits, has_card, to_bits
from piquet_records.cards.terms import ADVERSARY, ROLES, Role
from piquet_records.trace.exchange import ExchangeResult
from piquet_records.trace.facts import Hand, HandChange
from piquet_records.trace.log import DealLog


class HandsInPlay:
    """The two hands during the play; mutable until the walk ends."""

    def __init__(self, exchange: ExchangeResult, log: DealLog) -> None:
        """Start with the hands that go into the play."""
        self._log = log
        self.hands = dict(exchange.hands)
        """The hands that went into the play; unknown cards become known as they are seen."""
        self.recorded_hands = exchange.recorded_hands
        self._out_of_play = exchange.out_of_play
        self.played: dict[Role, Bits] = dict.fromkeys(ROLES, 0)
        """The known cards that each player has played, those of tricks taken back not included."""
        self.played_unseen: dict[Role, int] = dict.fromkeys(ROLES, 0)
        """The number of unknown cards that each player has played."""
        self.first_card: dict[Role, int | None] = dict.fromkeys(ROLES)
        """The moment of each player's first card."""
        self.changes: list[HandChange] = []

    def play(self, role: Role, card: Card, at: str, *, prove: bool) -> int:
        """Play a card and return its moment; with ``prove``, note that the player held it."""
        moment = self._log.tick()
        if self.first_card[role] is None:
            self.first_card[role] = moment
        if card < 0:
            self.played_unseen[role] += 1
            return moment
        if prove:
            self.note_seen(role, (card,), at)
        if has_card(self.played[role], card) and not has_card(self.hands[role].doubles, card):
            self._log.wrong_card("played-before", at, role, card)
        self.played[role] |= bit_of(card)
        return moment

    def note_seen(self, role: Role, cards: Sequence[Card], at: str) -> None:
        """Mark these cards as held: already known, or one of the unknown ones. Otherwise record a contradiction."""
        hand = self.hands[role]
        for index, card in enumerate(cards):
            if card >= 0 and card in cards[:index] and not has_card(hand.doubles, card):
                self._log.wrong_card("twice", at, role, card)
            if card < 0 or has_card(hand.known, card):
                continue
            if hand.unknown and not has_card(self._known_elsewhere(role), card):
                hand = Hand(hand.known | bit_of(card), hand.unknown - 1, hand.doubles, hand.missing)
                self.hands[role] = hand
            elif not any(change.role == role and has_card(change.taken, card) for change in self.changes):
                self._log.wrong_card("not-held", at, role, card)

    def change(self, role: Role, moment: int, taken: Sequence[Card], discarded: Sequence[Card], at: str) -> None:
        """Note cards taken from the discard into a hand, and others discarded for them, during the play."""
        self.note_seen(role, discarded, at)
        self.changes.append(HandChange(role, moment, to_bits(taken), to_bits(discarded)))

    def cards_left(self, role: Role) -> int:
        """Return how many cards a player still holds."""
        return self.hands[role].size - self.played[role].bit_count() - self.played_unseen[role]

    def has_no_cards(self, role: Role) -> bool:
        """Return whether a player is known to hold no card."""
        return role in self.recorded_hands and self.cards_left(role) <= 0

    def holds(self, role: Role, card: Card | None) -> bool:
        """Return whether a player is known to hold a card now; False for no card and for an unknown one."""
        if card is None or card < 0:
            return False
        hand = self.hands[role]
        return has_card(hand.known & ~self.played[role] | hand.doubles, card)

    def candidates(self, role: Role, later: Bits) -> tuple[Card, ...]:
        """Return the cards of which a player may have played one unseen; ``later`` are cards played afterwards."""
        hand = self.hands[role]
        bits = hand.known
        if hand.unknown or role not in self.recorded_hands:
            bits = FULL_PACK & ~self._known_elsewhere(role)
        return from_bits(bits & ~(self.played[ROLES[0]] | self.played[ROLES[1]] | later))

    def at_end(self, *, prove: bool) -> dict[Role, Hand]:
        """Return the hands with what the play has shown of them; without ``prove``, only what was known before."""
        return {role: hand.shown_by(self.played[role] if prove else 0) for role, hand in self.hands.items()}

    def _known_elsewhere(self, role: Role) -> Bits:
        return self.hands[ADVERSARY[role]].known | self._out_of_play
