"""The piles of one deal while cards are exchanged: two hands, the talon, two discards.

Gives the hands that go into the play, and what each player put out and took. Follows the cards only; whether an
act was allowed is no matter here.
"""

from collections.abc import Callable, Sequence

from msgspec import UNSET

from piquet_records.cards.pack import UNKNOWN, Bits, Card, parse, to_bits
from piquet_records.cards.terms import ELDER, HAND_SIZE, ROLES, YOUNGER, Role
from piquet_records.record.game import Deal, Hands
from piquet_records.record.steps import ChangeDiscard, DealStep, Discard, Draw, Exchange, LayOut, PutBack, Retake
from piquet_records.trace.facts import (
    Contradiction,
    DrawRecord,
    Event,
    ExchangeSummary,
    Hand,
    UnreliablePart,
    set_apart_for_elder,
)

OnEvent = Callable[[DealStep, str, int], Event]
OnSlip = Callable[[Contradiction, UnreliablePart], None]


class Pile:
    """A hand that cards come to and leave."""

    __slots__ = ("doubles", "known", "missing", "unknown")

    def __init__(self, cards: Sequence[Card]) -> None:
        """Start with these cards."""
        self.known: Bits = 0
        self.doubles: Bits = 0
        self.unknown = 0
        self.missing = 0
        self.add_all(cards)

    def add_all(self, cards: Sequence[Card]) -> None:
        """Take cards in."""
        bits = to_bits(cards)
        if bits.bit_count() == len(cards) and not bits & self.known:
            self.known |= bits
            return
        for card in cards:
            self.add(card)

    def remove_all(self, cards: Sequence[Card]) -> Card | None:
        """Put cards out; gives the first that cannot be there, None where all were."""
        bits = to_bits(cards)
        if bits.bit_count() == len(cards) and bits & self.known & ~self.doubles == bits:
            self.known &= ~bits
            return None
        wrong = [card for card in cards if not self.remove(card)]
        return wrong[0] if wrong else None

    def add(self, card: Card) -> None:
        """Take a card in."""
        if card < 0:
            self.unknown += 1
        elif self.known >> card & 1:
            self.doubles |= 1 << card
        else:
            self.known |= 1 << card

    def remove(self, card: Card) -> bool:
        """Put a card out; False where it cannot be there."""
        if card < 0:
            if self.unknown and not self.known:
                self.unknown -= 1
            else:
                self.missing += 1
        elif self.doubles >> card & 1:
            self.doubles &= ~(1 << card)
        elif self.known >> card & 1:
            self.known &= ~(1 << card)
        elif self.unknown:
            self.unknown -= 1
        else:
            return False
        return True

    def hand(self) -> Hand:
        """Give what it holds now."""
        return Hand(self.known, self.unknown, self.doubles, self.missing)


class _Taken:
    """What one player has put out and taken so far."""

    def __init__(self) -> None:
        self.discard: list[Card] = []
        self.discarded = 0
        self.draws: list[DrawRecord] = []
        self.in_hand: list[Card] = []
        self.put_back = 0
        self.laid_out = 0
        self.discarded_at: int | None = None
        self.drew_at: int | None = None


class ExchangeWalk:
    """The walk through one deal's exchange."""

    def __init__(self, deal: Deal, on_event: OnEvent, on_slip: OnSlip, broken: set[UnreliablePart]) -> None:
        """Lay the cards as dealt."""
        self._deal = deal
        self._on_event = on_event
        self._on_slip = on_slip
        self._broken = broken
        self.dealt: dict[Role, Hand | None] = dict.fromkeys(ROLES)
        self._piles: dict[Role, Pile] = {}
        for role in ROLES:
            text = _hand_text(deal.hands, role)
            if text is not None:
                self._piles[role] = Pile(parse(text))
                self.dealt[role] = self._piles[role].hand()
        self.talon = None if deal.talon is UNSET else parse(deal.talon)
        self._stock: list[Card] | None = None if self.talon is None else list(self.talon)
        self._untold = _untold(deal, self.dealt)
        self._taken = {role: _Taken() for role in ROLES}
        self._elder_left: tuple[Card, ...] = ()
        self.recorded: set[Role] = set()
        self.out_of_play: Bits = 0
        """Cards known to lie in a discard or in the talon when the play begins."""

    def hand(self, role: Role) -> Hand | None:
        """Give a player's hand as it is at this point of the walk; None where it was not recorded."""
        pile = self._piles.get(role)
        return None if pile is None else pile.hand()

    def run(self) -> dict[Role, Hand]:
        """Walk the exchange, and give the hands that go into the play."""
        for index, step in enumerate(self._deal.exchange or ()):
            self._step(step, self._on_event(step, "exchange", index))
        hands = {role: self._playing(role) for role in ROLES}
        if UnreliablePart.EXCHANGE not in self._broken:
            self.out_of_play = to_bits([card for taken in self._taken.values() for card in taken.discard])
            if self._deal.exchange is not UNSET and self.dealt[ELDER] is not None and not self._untold:
                self.out_of_play |= to_bits(self._stock or ())
        return hands

    def summary(self) -> dict[Role, ExchangeSummary]:
        """Give what each player put out and took."""
        left = {ELDER: self._elder_left, YOUNGER: () if self._untold else tuple(self._stock or ())}
        return {
            role: ExchangeSummary(
                discard=tuple(taken.discard),
                discarded=taken.discarded,
                draws=tuple(taken.draws),
                put_back=taken.put_back,
                laid_out=taken.laid_out,
                discarded_at=taken.discarded_at,
                drew_at=taken.drew_at,
                left=left[role],
                recorded=self._deal.exchange is not UNSET and role not in self._untold,
            )
            for role, taken in self._taken.items()
        }

    def retake(self, role: Role, cards: Sequence[Card], puts: Sequence[Card], at: str) -> None:
        """Move cards between a discard and the hand it came from, during the calls or the play."""
        self._from_discard(role, cards, at)
        self._taken[role].discard.extend(puts)

    def _step(self, step: DealStep, event: Event) -> None:
        match step:
            case Exchange():
                self._put_out(step.by, parse(step.discard), event)
                self._take(step.by, step.draw, event)
            case Discard():
                self._put_out(step.by, parse(step.cards), event)
            case Draw():
                self._take(step.by, step.count, event)
            case ChangeDiscard():
                self._change(step, event)
            case PutBack():
                self._put_back(step, event)
            case LayOut():
                self._out_of_hand(step.by, parse(step.card), event.at)
                self._taken[step.by].discard.extend(parse(step.card))
                self._taken[step.by].laid_out += 1
            case Retake():
                puts = parse(step.puts) if step.puts is not UNSET else ()
                self._from_discard(step.by, parse(step.cards), event.at)
                self._into_hand(step.by, parse(step.cards))
                self._out_of_hand(step.by, puts, event.at)
                self._taken[step.by].discard.extend(puts)

    def _put_out(self, role: Role, cards: Sequence[Card], event: Event) -> None:
        taken = self._taken[role]
        self._out_of_hand(role, cards, event.at)
        taken.discard.extend(cards)
        taken.discarded += len(cards)
        if taken.discarded_at is None:
            taken.discarded_at = event.moment

    def _take(self, role: Role, count: int, event: Event) -> None:
        taken = self._taken[role]
        if taken.draws and isinstance(event.step, Exchange):
            self._on_slip(Contradiction("order", "second-exchange", event.at), UnreliablePart.EXCHANGE)
        if self._stock is None or (role == YOUNGER and ELDER in self._untold):
            cards: tuple[Card, ...] = (UNKNOWN,) * count
        else:
            cards = tuple(self._stock[:count])
            del self._stock[:count]
            if role == ELDER:
                share = max(0, set_apart_for_elder(self.dealt[ELDER]) - count_drawn(taken.draws) - count)
                self._elder_left = tuple(self._stock[:share])
        self._into_hand(role, cards)
        taken.in_hand.extend(cards)
        taken.draws.append(DrawRecord(event, cards, count))
        if taken.drew_at is None:
            taken.drew_at = event.moment

    def _change(self, step: ChangeDiscard, event: Event) -> None:
        taken = self._taken[step.by]
        if not taken.discard:
            self._on_slip(Contradiction("order", "no-discard", event.at), UnreliablePart.EXCHANGE)
            return
        new = parse(step.cards)
        self._into_hand(step.by, taken.discard)
        self._out_of_hand(step.by, new, event.at)
        taken.discarded += len(new) - len(taken.discard)
        taken.discard = list(new)

    def _put_back(self, step: PutBack, event: Event) -> None:
        taken = self._taken[step.by]
        named = parse(step.cards) if step.cards is not UNSET else ()
        count = len(named) if named else (step.count if step.count is not UNSET else 0)
        if count > len(taken.in_hand):
            self._on_slip(Contradiction("order", "not-drawn", event.at), UnreliablePart.EXCHANGE)
            return
        cards = list(named) or taken.in_hand[len(taken.in_hand) - count :]
        for card in cards:
            if card not in taken.in_hand and UNKNOWN not in taken.in_hand:
                self._on_slip(Contradiction("card", "not-drawn", event.at, step.by, card), UnreliablePart(step.by))
                return
        back = [card for card in taken.in_hand if card in cards] if UNKNOWN not in cards else cards
        self._out_of_hand(step.by, cards, event.at)
        taken.in_hand = [card for card in taken.in_hand if card not in cards or card < 0]
        taken.put_back += len(cards)
        if self._stock is not None:
            self._stock[:0] = back

    def _into_hand(self, role: Role, cards: Sequence[Card]) -> None:
        if role in self._piles:
            self._piles[role].add_all(cards)

    def _out_of_hand(self, role: Role, cards: Sequence[Card], at: str) -> None:
        wrong = self._piles[role].remove_all(cards) if role in self._piles else None
        if wrong is not None:
            self._on_slip(Contradiction("card", "not-held", at, role, wrong), UnreliablePart(role))

    def _from_discard(self, role: Role, cards: Sequence[Card], at: str) -> None:
        discard = self._taken[role].discard
        for card in cards:
            if card in discard:
                discard.remove(card)
            elif UNKNOWN in discard:
                discard.remove(UNKNOWN)
            else:
                self._on_slip(Contradiction("card", "not-in-discard", at, role, card), UnreliablePart(role))

    def _playing(self, role: Role) -> Hand:
        """Give the hand that goes into the play: from the exchange, from ``held``, or from both where they agree."""
        followed: Hand | None = None
        recorded = self._deal.exchange is not UNSET and role not in self._untold
        if role in self._piles and recorded and not self._broken & {UnreliablePart.EXCHANGE, role}:
            followed = self._piles[role].hand()
        text = _hand_text(self._deal.held, role)
        held = None if text is None else Pile(parse(text)).hand()
        if followed is None and held is None:
            return Hand(unknown=HAND_SIZE)
        self.recorded.add(role)
        if followed is None or held is None:
            return followed or held or Hand()
        return self._merged(role, followed, held)

    def _merged(self, role: Role, followed: Hand, held: Hand) -> Hand:
        """Join the two descriptions of one hand; a slip where they cannot both be true."""
        only_followed = (followed.known & ~held.known).bit_count() - followed.missing
        only_held = (held.known & ~followed.known).bit_count()
        agree = followed.size == held.size and only_followed <= held.unknown and only_held <= followed.unknown
        if not agree:
            self._on_slip(Contradiction("card", "held-differs", f"held/{role}", role), UnreliablePart(role))
            return held
        if followed.missing:
            return held
        known = followed.known | held.known
        return Hand(known, followed.size - known.bit_count() - followed.doubles.bit_count(), followed.doubles)


def _untold(deal: Deal, dealt: dict[Role, Hand | None]) -> frozenset[Role]:
    """Give whose exchange was not written: no step of his stands there, and he does not play the cards as dealt."""
    acted = {step.by for step in deal.exchange or () if isinstance(step, Exchange | Discard | Draw)}
    if len(acted) == len(ROLES):
        return frozenset()
    tricks = [entry for entry in deal.play or () if isinstance(entry, str)]
    if not tricks:
        return frozenset()
    seen = to_bits([card for trick in tricks for card in parse(trick)])
    kept = {role for role, hand in dealt.items() if hand is not None and hand.full and not hand.known & ~seen}
    return frozenset(ROLES) - acted - kept


def count_drawn(draws: Sequence[DrawRecord]) -> int:
    """How many cards some draws came to."""
    return sum(len(draw.cards) for draw in draws)


def _hand_text(hands: Hands | object, role: Role) -> str | None:
    if not isinstance(hands, Hands):
        return None
    text = hands.elder if role == ELDER else hands.younger
    return text if isinstance(text, str) else None
