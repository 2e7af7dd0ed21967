"""What happened in one deal, as facts: who held what when, what was called and answered, who won each trick.

``walk.py`` makes a ``Trace`` from a recorded deal; laws and scoring read it. Time is a number, the *moment*: every
step and every card played has one, and moments grow in the order of play. Nothing here says what was right or wrong.
"""

from enum import StrEnum
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct

from piquet_records.cards.pack import FULL_PACK, RANKS, Bits, Card, to_bits
from piquet_records.cards.terms import ADVERSARY, ELDER, ELDER_SHARE, HAND_SIZE, TRICKS, YOUNGER, Category, Reply, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import Call, DealStep, Rewind

S = TypeVar("S")

NEVER: Final = 1_000_000
"""A moment after every other: the time of what does not happen in the deal."""


class Hand(Struct, frozen=True, gc=False):
    """The cards of a player, as far as the record shows them."""

    known: Bits = 0
    unknown: int = 0
    """The number of cards that the record does not name."""
    doubles: Bits = 0
    """Cards that the hand has twice, which only a faulty pack allows."""
    missing: int = 0
    """The number of cards that left the hand and that the record does not name; ``known`` still has them."""

    @property
    def size(self) -> int:
        """The number of cards in the hand."""
        return self.known.bit_count() + self.doubles.bit_count() + self.unknown - self.missing

    @property
    def full(self) -> bool:
        """Whether every card of the hand is known."""
        return not self.unknown and not self.missing

    def shown_by(self, played: Bits) -> "Hand":
        """If every card of the hand was played, return the hand made of those cards; otherwise the hand itself."""
        return Hand(played) if self.missing and not self.doubles and played.bit_count() == self.size else self


class Event(Struct, frozen=True, gc=False):
    """A step of the record, and when it happened."""

    step: DealStep
    list_name: str
    """The list of the deal that has the step: ``dealing``, ``exchange``, ``declarations`` or ``play``."""
    index: int
    """The index of the step in that list."""
    moment: int
    trick: int
    """The number of the trick that comes next (or is open); 1 before the play."""

    @property
    def at(self) -> str:
        """The JSON pointer of the step, below its deal."""
        return f"{self.list_name}/{self.index}"


class Claim(Struct, frozen=True, gc=False):
    """What a call or its correction states."""

    what: Category
    cards: int
    """The number of cards; 0 for a call that was withdrawn."""
    value: int = -1
    """The pips of a point; -1 if not stated, or not a point."""
    top: int = -1
    """The rank of a sequence's top card, 7 for the ace; -1 if not a sequence."""
    rank: int = -1
    """The rank of a set, 7 for the ace; -1 if not stated, or not a set."""

    @property
    def strength(self) -> tuple[int, int]:
        """The sort key of a claim within its category: the greater is better; -1 if the second part is not stated."""
        return (self.cards, self.value if self.what == "point" else self.top if self.what == "sequence" else self.rank)

    @property
    def rank_code(self) -> str | None:
        """The letter of a set's rank; None if it was not stated."""
        return RANKS[self.rank] if self.rank >= 0 else None


def claim(step: Any) -> Claim:
    """Return what a ``call`` or a ``correct`` step states."""
    return Claim(
        step.what,
        step.cards,
        step.value if step.value is not UNSET else -1,
        RANKS.index(step.top) if step.top is not UNSET else -1,
        RANKS.index(step.rank) if step.rank is not UNSET else -1,
    )


class CallHistory(Struct, frozen=True, gc=False):
    """A call, with its corrections, replies, showings and challenges."""

    number: int
    """The index of the call among the calls of the deal, in the order of time."""
    by: Role
    what: Category
    first: Claim
    """What was called."""
    final: Claim
    """What the call states after the last correction; ``cards`` is 0 if it was withdrawn."""
    reply: Reply | None
    """The last reply recorded, whenever it was given."""
    event: Event
    corrections: tuple[Event, ...] = ()
    replies: tuple[Event, ...] = ()
    """The corrected replies."""
    shows: tuple[Event, ...] = ()
    challenges: tuple[Event, ...] = ()
    demands: tuple[Event, ...] = ()
    """The demands to see its cards."""
    refusals: tuple[Event, ...] = ()
    """The answers of the caller that he does not show them."""

    @property
    def step(self) -> Call:
        """The ``call`` step of the record."""
        step = self.event.step
        assert isinstance(step, Call)  # noqa: S101 - narrows the type
        return step

    @property
    def moment(self) -> int:
        """The moment of the call."""
        return self.event.moment

    @property
    def at(self) -> str:
        """The JSON pointer of the call, below its deal."""
        return self.event.at

    def claim_at(self, moment: int) -> Claim:
        """Return what the call stated at a moment, with the corrections made by then."""
        corrections = [event for event in self.corrections if event.moment <= moment]
        return claim(corrections[-1].step) if corrections else self.first

    def reply_at(self, moment: int) -> Reply | None:
        """Return the last reply given by a moment; None if there was none."""
        replies = [event for event in self.replies if event.moment <= moment]
        if replies:
            corrected: Reply = replies[-1].step.reply  # type: ignore[union-attr, assignment]
            return corrected
        return self.step.reply if self.step.reply is not UNSET else None


class Trick(Struct, frozen=True, gc=False):
    """One trick as it was played, even if it was taken back later."""

    number: int
    leader: Role
    lead: Card
    follow: Card | None
    """None if the second player played no card."""
    winner: Role | None
    """None if an unknown card decides, or the lead was not followed."""
    index: int
    """The index of the trick in the list ``play``."""
    lead_moment: int
    follow_moment: int
    """The same as ``lead_moment`` if there is no follow."""
    elder_played: Bits
    """The elder's cards played before it."""
    younger_played: Bits
    turn: Role | None
    """Who had to lead: the winner of the trick before; None if that is not known."""
    unseen: tuple[int, int] = (0, 0)
    """The number of unknown cards that elder and younger had played before it."""
    undone: int = NEVER
    """The moment at which the trick was taken back; ``NEVER`` if it stands."""

    @property
    def follower(self) -> Role:
        """Who plays the second card of the trick."""
        return ADVERSARY[self.leader]

    @property
    def at(self) -> str:
        """The JSON pointer of the trick, below its deal."""
        return f"play/{self.index}"


class DrawRecord(Struct, frozen=True, gc=False):
    """One draw from the talon."""

    event: Event
    cards: tuple[Card, ...]
    """The cards drawn, ``UNKNOWN`` ones included."""
    asked: int
    """The number of cards that the step states; the talon may have had fewer."""


class ExchangeSummary(Struct, frozen=True, gc=False):
    """What one player discarded and drew."""

    discard: tuple[Card, ...] = ()
    """His discard at the end of the deal, without cards that he left in the talon and mixed into it."""
    discarded: int = 0
    """The number of cards that he discarded in order to draw."""
    draws: tuple[DrawRecord, ...] = ()
    put_back: int = 0
    """The number of cards that he put back on the talon."""
    laid_out: int = 0
    """The number of excess cards that went from his hand to a discard (step ``lay-out``)."""
    discarded_at: int | None = None
    """The moment of his first discard."""
    drew_at: int | None = None
    """The moment of his first draw."""
    left: tuple[Card, ...] = ()
    """For the elder, the cards of his share that he did not draw; for the younger, all that was left in the talon."""
    recorded: bool = False
    """Whether the record says what he exchanged."""

    @property
    def asked(self) -> int:
        """The number of cards that his draws state, added up."""
        return sum([draw.asked for draw in self.draws])


class HandChange(Struct, frozen=True, gc=False):
    """Cards taken into a hand, and discarded from it, during the play."""

    role: Role
    moment: int
    taken: Bits
    discarded: Bits


def set_apart_for_elder(dealt: Hand | None) -> int:
    """Return how many cards of the talon are set apart for the elder: five, six if he was dealt too few, else four.

    Only what is set apart on the table; how many he may draw is for the laws (``laws/facts/hand_sizes.py``).
    """
    return ELDER_SHARE if dealt is None else ELDER_SHARE - max(-1, min(1, dealt.size - HAND_SIZE))


class Contradiction(Struct, frozen=True):
    """Something that cannot have happened as written: a fault of the record."""

    kind: str
    """``card``: a player cannot have had it; ``order``: the steps cannot come in this order."""
    reason: str
    """A short name of what is impossible, such as ``not-held``."""
    at: str
    """A JSON pointer below the deal."""
    role: Role | None = None
    """The player whose hand is not known from there on."""
    card: Card | None = None


class UnreliablePart(StrEnum):
    """A part of the deal that cannot be checked, because a contradiction concerns it."""

    ELDER_HAND = "elder"
    YOUNGER_HAND = "younger"
    EXCHANGE = "exchange"
    DECLARATIONS = "declarations"
    PLAY = "play"


class Trace(Struct, frozen=True):
    """What happened in one deal."""

    deal: Deal
    dealt: dict[Role, Hand | None]
    """The hands as dealt; None if not recorded."""
    talon: tuple[Card, ...] | None
    """The talon as dealt, top card first; None if not recorded."""
    playing: dict[Role, Hand]
    """The hands after the exchange, with the cards that the play shows of them."""
    recorded_hands: frozenset[Role]
    """The players whose hand after the exchange the record gives; of another hand not even the size is known."""
    hands_before_play: dict[int, dict[Role, Hand | None]]
    """The hands after each moment before the play: moment 0 is the deal as dealt, then come the steps of the dealing
    and of the exchange but its last; after that step the hands are ``playing``. None if the record does not give one.
    """
    changes: tuple[HandChange, ...]
    """Cards that went between a hand and a discard during the play."""
    exchanged: dict[Role, ExchangeSummary]
    events: dict[type, list[Event]]
    """The steps of each type, in order of time."""
    calls: tuple[CallHistory, ...]
    """The calls, in order of time."""
    all_tricks: tuple[Trick, ...]
    """Every trick, in order of time, those taken back included."""
    standing_tricks: tuple[Trick, ...]
    """The tricks that were not taken back."""
    first_card: dict[Role, int | None]
    """The moment of each player's first card, even if taken back; None if he played none."""
    contradictions: tuple[Contradiction, ...]
    unreliable: frozenset[UnreliablePart]
    end: int
    """The moment after the last event."""

    def events_of(self, kind: type[S]) -> list[Event]:
        """Return all steps of a type, in order of time."""
        return self.events.get(kind, [])

    def events_and_steps(self, kind: type[S]) -> list[tuple[Event, S]]:
        """Return all steps of a type, each with its event, in order of time."""
        return [(event, event.step) for event in self.events_of(kind) if isinstance(event.step, kind)]

    def events_in_time(self) -> list[Event]:
        """Return every step, in order of time."""
        return sorted((event for events in self.events.values() for event in events), key=lambda event: event.moment)

    def card_moments(self, role: Role) -> list[int]:
        """Return the moment of every card that a player played, those taken back included."""
        moments = []
        for trick in self.all_tricks:
            if trick.leader == role:
                moments.append(trick.lead_moment)
            elif trick.follow is not None:
                moments.append(trick.follow_moment)
        return moments

    def standing_cards(self, role: Role) -> list[Card]:
        """Return the cards that a player played in the tricks that stand."""
        cards = []
        for trick in self.standing_tricks:
            if trick.leader == role:
                cards.append(trick.lead)
            elif trick.follow is not None:
                cards.append(trick.follow)
        return cards

    def next_card_moment(self, role: Role, moment: int) -> int:
        """Return the moment of a player's first card after a moment; ``NEVER`` if he plays none."""
        return next((card for card in self.card_moments(role) if card > moment), NEVER)

    def first_card_moment(self, role: Role) -> int:
        """Return the moment of a player's first card; ``NEVER`` if he plays none."""
        moment = self.first_card[role]
        return NEVER if moment is None else moment

    def trick_of(self, event: Event) -> Trick | None:
        """Return the trick in which a step of the play happened; None if there is none.

        It is the trick that follows the step in the record; if a rewind comes between, the one before the step.
        """
        coming = next((trick for trick in self.all_tricks if trick.index > event.index), None)
        limit = coming.index if coming else NEVER
        if any(event.index < rewind.index < limit for rewind in self.events_of(Rewind)):
            return next((trick for trick in reversed(self.all_tricks) if trick.index < event.index), None)
        return coming

    def cards_left(self, role: Role, moment: int) -> int:
        """Return how many cards a player still has to play at a moment; he plays twelve at most."""
        played = 0
        for trick in self.all_tricks:
            if trick.undone > moment and (trick.leader == role or trick.follow is not None):
                played += (trick.lead_moment if trick.leader == role else trick.follow_moment) < moment
        return min(TRICKS, self.playing[role].size) - played

    def card_played_after(self, event: Event) -> bool:
        """Return whether a card was played after a step."""
        return any(trick.follow_moment > event.moment for trick in self.all_tricks)

    def hand_at(self, role: Role, trick: Trick) -> Hand:
        """Return a player's hand when a trick began."""
        played = trick.elder_played if role == ELDER else trick.younger_played
        hand = self.playing[role]
        known = hand.known
        for change in self.changes:
            if change.role == role and change.moment < trick.lead_moment:
                known = (known | change.taken) & ~change.discarded
        unseen = trick.unseen[0] if role == ELDER else trick.unseen[1]
        return Hand(known & ~played, hand.unknown, hand.doubles & ~played, hand.missing + unseen)

    def known_elsewhere(self, role: Role) -> Bits:
        """Return the cards that a player cannot have held in the play: known in the other hand or out of play."""
        other = ADVERSARY[role]
        bits = self.playing[other].known
        if self.deal.exchange is not UNSET and UnreliablePart.EXCHANGE not in self.unreliable:
            out_of_play = [card for exchanged in self.exchanged.values() for card in exchanged.discard]
            out_of_play += self.exchanged[YOUNGER].left if self.dealt[ELDER] is not None else ()
            bits |= to_bits(out_of_play)
        return bits & ~self.playing[role].known & FULL_PACK

    @property
    def played(self) -> bool:
        """Whether a play was recorded."""
        return self.deal.play is not UNSET
