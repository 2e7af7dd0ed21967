"""Walks the exchange of one deal: two hands, the talon, two discards.

The result holds the hands that go into the play, and what each player discarded and drew. Only the cards are
followed; whether a step was allowed does not matter here.
"""

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from piquet_records.cards.pack import UNKNOWN, Bits, Card, parse, to_bits
from piquet_records.cards.terms import ELDER, HAND_SIZE, ROLES, YOUNGER, Role
from piquet_records.record.game import Deal, Hands
from piquet_records.record.steps import ChangeDiscard, DealStep, Discard, Draw, Exchange, LayOut, PutBack, Retake
from piquet_records.trace.changing_hand import ChangingHand
from piquet_records.trace.facts import DrawRecord, Event, ExchangeSummary, Hand, UnreliablePart, set_apart_for_elder
from piquet_records.trace.log import DealLog


class ExchangeResult(Struct, frozen=True):
    """What the walk through the exchange found."""

    dealt: dict[Role, Hand | None]
    """The hands as dealt; None if not recorded."""
    talon: tuple[Card, ...] | None
    """The talon as dealt, top card first; None if not recorded."""
    hands: dict[Role, Hand]
    """The hands that go into the play; twelve unknown cards for a player whose hand the record does not give."""
    recorded_hands: frozenset[Role]
    """The players whose hand after the exchange the record gives."""
    out_of_play: Bits
    """Cards known to be in a discard or in the talon when the play begins."""
    summaries: dict[Role, ExchangeSummary]
    hands_before_play: dict[int, dict[Role, Hand | None]]
    """As ``Trace.hands_before_play``."""


def walk_exchange(deal: Deal, log: DealLog) -> ExchangeResult:
    """Walk the exchange of a deal; the steps of the dealing must be in the log already."""
    walk = _ExchangeWalk(deal, log)
    dealing = [event.moment for events in log.events.values() for event in events]
    before_play: dict[int, dict[Role, Hand | None]] = dict.fromkeys([0, *dealing], walk.dealt)
    last = len(deal.exchange or ()) - 1
    for index, step in enumerate(deal.exchange or ()):
        event = log.add(step, "exchange", index)
        walk.take_step(step, event)
        if index < last:
            before_play[event.moment] = {role: player.hand_now() for role, player in walk.players.items()}
    hands, recorded_hands = _hands_in_play(deal, walk, log)
    return ExchangeResult(
        dealt=walk.dealt,
        talon=walk.talon,
        hands=hands,
        recorded_hands=recorded_hands,
        out_of_play=0 if UnreliablePart.EXCHANGE in log.unreliable else walk.out_of_play(),
        summaries=walk.summaries(),
        hands_before_play=before_play,
    )


def take_from_discard(discard: list[Card], cards: Sequence[Card], role: Role, at: str, log: DealLog) -> None:
    """Take cards out of a player's discard; record a contradiction for a card that cannot be there."""
    for card in cards:
        if card in discard:
            discard.remove(card)
        elif UNKNOWN in discard:
            discard.remove(UNKNOWN)
        else:
            log.wrong_card("not-in-discard", at, role, card)


class _PlayerExchange:
    """One player in the exchange: his hand, his discard, and the cards that he drew."""

    def __init__(self, role: Role, dealt: str | None, log: DealLog) -> None:
        self.role = role
        self._log = log
        self._hand = None if dealt is None else ChangingHand(parse(dealt))
        self.discard: list[Card] = []
        self.draws: list[DrawRecord] = []
        self._drawn_in_hand: list[Card] = []
        self._cards_discarded = 0
        self._cards_put_back = 0
        self._cards_laid_out = 0
        self._discarded_at: int | None = None
        self._drew_at: int | None = None

    def hand_now(self) -> Hand | None:
        """Return the hand as it is; None if the hand as dealt was not recorded."""
        return None if self._hand is None else self._hand.hand()

    def add_to_discard(self, cards: Sequence[Card], event: Event) -> None:
        """Move cards from the hand to the discard, to draw as many."""
        self._out_of_hand(cards, event)
        self.discard.extend(cards)
        self._cards_discarded += len(cards)
        if self._discarded_at is None:
            self._discarded_at = event.moment

    def add_drawn(self, cards: tuple[Card, ...], asked: int, event: Event) -> None:
        """Take drawn cards into the hand; ``asked`` is the number that the step states."""
        self._into_hand(cards)
        self._drawn_in_hand.extend(cards)
        self.draws.append(DrawRecord(event, cards, asked))
        if self._drew_at is None:
            self._drew_at = event.moment

    def replace_discard(self, cards: Sequence[Card], event: Event) -> None:
        """Take the discard back into the hand, and discard other cards."""
        if not self.discard:
            self._log.wrong_order("no-discard", event.at, UnreliablePart.EXCHANGE)
            return
        self._into_hand(self.discard)
        self._out_of_hand(cards, event)
        self._cards_discarded += len(cards) - len(self.discard)
        self.discard = list(cards)

    def lay_out(self, card: Sequence[Card], event: Event) -> None:
        """Move an excess card to the discard."""
        self._out_of_hand(card, event)
        self.discard.extend(card)
        self._cards_laid_out += 1

    def retake(self, cards: Sequence[Card], discarded: Sequence[Card], event: Event) -> None:
        """Take cards from the discard, and discard others for them."""
        take_from_discard(self.discard, cards, self.role, event.at, self._log)
        self._into_hand(cards)
        self._out_of_hand(discarded, event)
        self.discard.extend(discarded)

    def put_back(self, step: PutBack, event: Event) -> Sequence[Card]:
        """Remove drawn cards from the hand; return them in the order in which they lay in the talon."""
        drawn = self._drawn_in_hand
        named = parse(step.cards) if step.cards is not UNSET else ()
        count = len(named) if named else (step.count if step.count is not UNSET else 0)
        if count > len(drawn):
            self._log.wrong_order("not-drawn", event.at, UnreliablePart.EXCHANGE)
            return ()
        cards = list(named) or drawn[len(drawn) - count :]
        for card in cards:
            if card not in drawn and UNKNOWN not in drawn:
                self._log.wrong_card("not-drawn", event.at, self.role, card)
                return ()
        in_old_order = [card for card in drawn if card in cards] if UNKNOWN not in cards else cards
        self._out_of_hand(cards, event)
        self._drawn_in_hand = [card for card in drawn if card not in cards or card < 0]
        self._cards_put_back += len(cards)
        return in_old_order

    def summary(self, left: tuple[Card, ...], *, recorded: bool) -> ExchangeSummary:
        """Return what the player discarded and drew."""
        return ExchangeSummary(
            discard=tuple(self.discard),
            discarded=self._cards_discarded,
            draws=tuple(self.draws),
            put_back=self._cards_put_back,
            laid_out=self._cards_laid_out,
            discarded_at=self._discarded_at,
            drew_at=self._drew_at,
            left=left,
            recorded=recorded,
        )

    def _into_hand(self, cards: Sequence[Card]) -> None:
        if self._hand is not None:
            self._hand.add_all(cards)

    def _out_of_hand(self, cards: Sequence[Card], event: Event) -> None:
        wrong = None if self._hand is None else self._hand.remove_all(cards)
        if wrong is not None:
            self._log.wrong_card("not-held", event.at, self.role, wrong)


class _ExchangeWalk:
    """The walk through one deal's exchange: the players, and the talon between them."""

    def __init__(self, deal: Deal, log: DealLog) -> None:
        self._deal = deal
        self._log = log
        self.players = {role: _PlayerExchange(role, _hand_text(deal.hands, role), log) for role in ROLES}
        self.dealt = {role: player.hand_now() for role, player in self.players.items()}
        self.talon = None if deal.talon is UNSET else parse(deal.talon)
        self._talon_left = None if self.talon is None else list(self.talon)
        self._elder_left: tuple[Card, ...] = ()
        self._unrecorded = _unrecorded(deal, self.dealt)

    def is_recorded(self, role: Role) -> bool:
        """Return whether the record says what a player exchanged."""
        return self._deal.exchange is not UNSET and role not in self._unrecorded

    def take_step(self, step: DealStep, event: Event) -> None:
        """Move the cards of one step."""
        match step:
            case Exchange():
                self.players[step.by].add_to_discard(parse(step.discard), event)
                self._draw(step.by, step.draw, event, from_bottom=step.from_ == "bottom")
            case Discard():
                self.players[step.by].add_to_discard(parse(step.cards), event)
            case Draw():
                self._draw(step.by, step.count, event, from_bottom=step.from_ == "bottom")
            case ChangeDiscard():
                self.players[step.by].replace_discard(parse(step.cards), event)
            case PutBack():
                cards = self.players[step.by].put_back(step, event)
                if self._talon_left is not None:
                    self._talon_left[:0] = cards
            case LayOut():
                self.players[step.by].lay_out(parse(step.card), event)
            case Retake():
                discarded = parse(step.puts) if step.puts is not UNSET else ()
                self.players[step.by].retake(parse(step.cards), discarded, event)

    def out_of_play(self) -> Bits:
        """Return the cards known to be in a discard or left in the talon."""
        cards = to_bits([card for player in self.players.values() for card in player.discard])
        if self._deal.exchange is not UNSET and self.dealt[ELDER] is not None and not self._unrecorded:
            cards |= to_bits(self._talon_left or ())
        return cards

    def summaries(self) -> dict[Role, ExchangeSummary]:
        """Return what each player discarded and drew."""
        left = {ELDER: self._elder_left, YOUNGER: () if self._unrecorded else tuple(self._talon_left or ())}
        return {
            role: player.summary(left[role], recorded=self.is_recorded(role)) for role, player in self.players.items()
        }

    def _draw(self, role: Role, count: int, event: Event, *, from_bottom: bool) -> None:
        player = self.players[role]
        if player.draws and isinstance(event.step, Exchange):
            self._log.wrong_order("second-exchange", event.at, UnreliablePart.EXCHANGE)
        if self._talon_left is None or (role == YOUNGER and ELDER in self._unrecorded):
            cards: tuple[Card, ...] = (UNKNOWN,) * count
        else:
            drawn_now = slice(max(0, len(self._talon_left) - count), None) if from_bottom else slice(count)
            cards = tuple(self._talon_left[drawn_now])
            del self._talon_left[drawn_now]
            if role == ELDER:
                drawn = sum(len(draw.cards) for draw in player.draws) + count
                self._elder_left = tuple(self._talon_left[: max(0, set_apart_for_elder(self.dealt[ELDER]) - drawn)])
        player.add_drawn(cards, count, event)


def _unrecorded(deal: Deal, dealt: dict[Role, Hand | None]) -> frozenset[Role]:
    """Return whose exchange was not recorded: he has no step there, and does not play the cards as dealt."""
    exchanged = {step.by for step in deal.exchange or () if isinstance(step, Exchange | Discard | Draw)}
    if len(exchanged) == len(ROLES):
        return frozenset()
    tricks = [entry for entry in deal.play or () if isinstance(entry, str)]
    if not tricks:
        return frozenset()
    seen = to_bits([card for trick in tricks for card in parse(trick)])
    kept = {role for role, hand in dealt.items() if hand is not None and hand.full and not hand.known & ~seen}
    return frozenset(ROLES) - exchanged - kept


def _hands_in_play(deal: Deal, walk: _ExchangeWalk, log: DealLog) -> tuple[dict[Role, Hand], frozenset[Role]]:
    """Return the hands that go into the play, and whose hand the record gives.

    A hand comes from the exchange, from the record's ``held``, or from both if they agree.
    """
    hands = {role: Hand(unknown=HAND_SIZE) for role in ROLES}
    recorded = set()
    for role in ROLES:
        exchanged = walk.players[role].hand_now()
        if not walk.is_recorded(role) or log.unreliable & {UnreliablePart.EXCHANGE, role}:
            exchanged = None
        text = _hand_text(deal.held, role)
        written = None if text is None else ChangingHand(parse(text)).hand()
        if exchanged is not None and written is not None:
            hands[role] = _merged(role, exchanged, written, log)
        else:
            hands[role] = exchanged or written or hands[role]
        if exchanged is not None or written is not None:
            recorded.add(role)
    return hands, frozenset(recorded)


def _merged(role: Role, exchanged: Hand, written: Hand, log: DealLog) -> Hand:
    """Join two descriptions of one hand; record a contradiction if they cannot both be true."""
    only_exchanged = (exchanged.known & ~written.known).bit_count() - exchanged.missing
    only_written = (written.known & ~exchanged.known).bit_count()
    fits = only_exchanged <= written.unknown and only_written <= exchanged.unknown
    if exchanged.size != written.size or not fits:
        log.wrong_card("held-differs", f"held/{role}", role)
        return written
    if exchanged.missing:
        return written
    known = exchanged.known | written.known
    return Hand(known, exchanged.size - known.bit_count() - exchanged.doubles.bit_count(), exchanged.doubles)


def _hand_text(hands: Hands | UnsetType, role: Role) -> str | None:
    if hands is UNSET:
        return None
    text = hands.elder if role == ELDER else hands.younger
    return None if text is UNSET else text
