"""What happened in one deal, as facts: who held what when, what was called and answered, who won each trick.

``replay.py`` makes a ``Trace`` from a recorded deal; laws and scoring read it. Time is a number, the *moment*:
every step and every card put down has one, and they grow in the order of play. Passes no judgement.
"""

from enum import StrEnum
from typing import Any, Final, TypeVar

from msgspec import UNSET, Struct

from piquet_records.cards.pack import FULL_PACK, RANKS, Bits, Card, to_bits
from piquet_records.cards.terms import ADVERSARY, ELDER_SHARE, HAND_SIZE, TRICKS, Category, Reply, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import Call, DealStep, Rewind

S = TypeVar("S")

NEVER: Final = 1_000_000
"""A moment after everything."""


class Hand(Struct, frozen=True, gc=False):
    """The cards of a player, as far as the record shows them."""

    known: Bits = 0
    unknown: int = 0
    """Cards of which only the number is known."""
    doubles: Bits = 0
    """Cards held a second time, which only a faulty pack allows."""
    missing: int = 0
    """How many cards have left the hand without its being seen which."""

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.known.bit_count() + self.doubles.bit_count() + self.unknown - self.missing

    @property
    def full(self) -> bool:
        """Whether every card of it is known."""
        return not self.unknown and not self.missing

    def shown_by(self, put: Bits) -> "Hand":
        """Give the hand as the cards put down from it show it: where they are all of it, it is known by them."""
        return Hand(put) if self.missing and not self.doubles and put.bit_count() == self.size else self


class Event(Struct, frozen=True, gc=False):
    """A step of the record, and when it happened."""

    step: DealStep
    list_name: str
    """The list that it stands in: ``dealing``, ``exchange``, ``declarations`` or ``play``."""
    index: int
    moment: int
    trick: int
    """The number of the trick that comes next (or is open); 1 before the play."""

    @property
    def at(self) -> str:
        """Where it stands, as a JSON pointer below its deal."""
        return f"{self.list_name}/{self.index}"


class Claim(Struct, frozen=True, gc=False):
    """What a call or its correction says."""

    what: Category
    cards: int
    value: int = -1
    """Pips of a point; -1 where it is none or was not said."""
    top: int = -1
    """Strength of a sequence's top card, 7 for the ace."""
    rank: int = -1
    """Strength of a set's rank, 7 for the ace; -1 where it was not said."""

    @property
    def strength(self) -> tuple[int, int]:
        """What decides between two claims of a category: the greater is better."""
        return (self.cards, self.value if self.what == "point" else self.top if self.what == "sequence" else self.rank)

    @property
    def rank_code(self) -> str | None:
        """The letter of a set's rank, where it was said."""
        return RANKS[self.rank] if self.rank >= 0 else None


def claim(step: Any) -> Claim:
    """Read what a ``call`` or a ``correct`` step says."""
    return Claim(
        step.what,
        step.cards,
        step.value if step.value is not UNSET else -1,
        RANKS.index(step.top) if step.top is not UNSET else -1,
        RANKS.index(step.rank) if step.rank is not UNSET else -1,
    )


class CallHistory(Struct, frozen=True, gc=False):
    """A call, with all that was said of it and shown for it later."""

    number: int
    """Its place among the calls of the deal, from 0, in the order of time."""
    by: Role
    what: Category
    first: Claim
    """What was called."""
    final: Claim
    """What holds after the last correction; no cards where it was withdrawn."""
    reply: Reply | None
    """The last reply recorded, whenever it was given."""
    event: Event
    corrections: tuple[Event, ...] = ()
    replies: tuple[Event, ...] = ()
    """The corrected replies."""
    shows: tuple[Event, ...] = ()
    challenges: tuple[Event, ...] = ()

    @property
    def step(self) -> Call:
        """The step of the record."""
        step = self.event.step
        assert isinstance(step, Call)  # noqa: S101 - narrows the type; replay makes histories of calls only
        return step

    @property
    def moment(self) -> int:
        """When it was called."""
        return self.event.moment

    @property
    def at(self) -> str:
        """Where it stands, as a JSON pointer below its deal."""
        return self.event.at

    def claim_at(self, moment: int) -> Claim:
        """Give what the call said at a moment: corrections made by then are in it."""
        made = [event for event in self.corrections if event.moment <= moment]
        return claim(made[-1].step) if made else self.first

    def reply_at(self, moment: int) -> Reply | None:
        """Give the reply that held at a moment."""
        given = [event for event in self.replies if event.moment <= moment]
        if given:
            mended: Reply = given[-1].step.reply  # type: ignore[union-attr, assignment]
            return mended
        return self.step.reply if self.step.reply is not UNSET else None

    def shown_at(self, moment: int) -> bool | None:
        """Tell whether it had been shown by a moment; None where the record does not say."""
        if any(event.moment <= moment for event in self.shows) or isinstance(self.step.shown, str):
            return True
        return False if self.step.shown is False else None


class Trick(Struct, frozen=True, gc=False):
    """One trick as it was laid, also where it was taken back later."""

    number: int
    leader: Role
    lead: Card
    follow: Card | None
    """None where the second player put no card."""
    winner: Role | None
    """None where a card that is not known decides, or a lead was not followed."""
    index: int
    """Its place in the list ``play``."""
    lead_moment: int
    follow_moment: int
    elder_played: Bits
    """The elder's cards played before it."""
    younger_played: Bits
    turn: Role | None
    """Whose lead it was: the winner of the trick before, None where that is not known."""
    unseen: tuple[int, int] = (0, 0)
    """How many cards elder and younger had put before it without their being seen."""
    undone: int = NEVER
    """The moment at which it was taken back."""

    @property
    def follower(self) -> Role:
        """The second player."""
        return ADVERSARY[self.leader]

    @property
    def at(self) -> str:
        """Where it stands, as a JSON pointer below its deal."""
        return f"play/{self.index}"


class DrawRecord(Struct, frozen=True, gc=False):
    """Cards taken from the talon."""

    event: Event
    cards: tuple[Card, ...]
    asked: int
    """How many he said by his act he takes; more than the talon held cannot be taken."""


class ExchangeSummary(Struct, frozen=True, gc=False):
    """What one player put out and took."""

    discard: tuple[Card, ...] = ()
    """What lies in his discard in the end, cards he left and mixed into it apart."""
    discarded: int = 0
    """How many cards he discarded to draw for."""
    draws: tuple[DrawRecord, ...] = ()
    put_back: int = 0
    laid_out: int = 0
    discarded_at: int | None = None
    """The moment of his first discard."""
    drew_at: int | None = None
    """The moment of his first draw."""
    left: tuple[Card, ...] = ()
    """The elder: the cards of his share that he did not take; the younger: what lay there in the end."""
    recorded: bool = False
    """Whether the record says what he exchanged."""

    @property
    def asked(self) -> int:
        """How many cards he drew in all."""
        return sum([draw.asked for draw in self.draws])


class HandChange(Struct, frozen=True, gc=False):
    """Cards taken into a hand, and put out of it, during the play."""

    role: Role
    moment: int
    taken: Bits
    discarded: Bits


def set_apart_for_elder(dealt: Hand | None) -> int:
    """Give how many cards of the talon lie apart for the elder: five, or by his hand as dealt four or six."""
    return ELDER_SHARE if dealt is None else ELDER_SHARE - max(-1, min(1, dealt.size - HAND_SIZE))


class Contradiction(Struct, frozen=True):
    """Something that cannot have happened as it is written: a fault of the record."""

    kind: str
    """``card`` or ``order``."""
    reason: str
    at: str
    role: Role | None = None
    """Whose hand cannot be followed any more."""
    card: Card | None = None


class UnreliablePart(StrEnum):
    """A part of the deal that a slip makes not checkable."""

    ELDER_HAND = "elder"
    YOUNGER_HAND = "younger"
    EXCHANGE = "exchange"
    DECLARATIONS = "declarations"
    PLAY = "play"


class Trace(Struct, frozen=True):
    """One deal, walked from end to end."""

    deal: Deal
    dealt: dict[Role, Hand | None]
    """The hands as dealt; None where not recorded."""
    talon: tuple[Card, ...] | None
    playing: dict[Role, Hand]
    """The hands after the exchange, with what the play shows of them."""
    recorded_hands: frozenset[Role]
    """Whose hand after the exchange the record gives; of another's even the size is not known."""
    hands_before_play: dict[int, dict[Role, Hand | None]]
    """The hands after each moment before the play: moment 0 is the deal as dealt, then come the steps of the dealing
    and of the exchange but its last; after that step the hands are ``playing``. None if the record does not give one.
    """
    changes: tuple[HandChange, ...]
    """Cards that changed place between a hand and a discard during the play."""
    exchanged: dict[Role, ExchangeSummary]
    events: dict[type, list[Event]]
    calls: tuple[CallHistory, ...]
    all_tricks: tuple[Trick, ...]
    """Every trick as laid, in order of time, those taken back included."""
    standing_tricks: tuple[Trick, ...]
    """The tricks that stand in the end."""
    first_card: dict[Role, int | None]
    """The moment of each player's first card, taken back or not."""
    contradictions: tuple[Contradiction, ...]
    unreliable: frozenset[UnreliablePart]
    end: int
    """The moment after the last event."""

    def events_of(self, act: type[S]) -> list[Event]:
        """Give all steps of an act, in order of time."""
        return self.events.get(act, [])

    def events_and_steps(self, act: type[S]) -> list[tuple[Event, S]]:
        """Give all steps of an act with when they happened, in order of time."""
        return [(event, event.step) for event in self.events_of(act) if isinstance(event.step, act)]

    def events_in_time(self) -> list[Event]:
        """Give every step in order of time."""
        return sorted((event for events in self.events.values() for event in events), key=lambda event: event.moment)

    def card_moments(self, role: Role) -> list[int]:
        """Give the moment of every card that a player put down, those taken back included."""
        moments = []
        for trick in self.all_tricks:
            if trick.leader == role:
                moments.append(trick.lead_moment)
            elif trick.follow is not None:
                moments.append(trick.follow_moment)
        return moments

    def standing_cards(self, role: Role) -> list[Card]:
        """Give the cards that a player has put down in the tricks that stand."""
        cards = []
        for trick in self.standing_tricks:
            if trick.leader == role:
                cards.append(trick.lead)
            elif trick.follow is not None:
                cards.append(trick.follow)
        return cards

    def next_card_moment(self, role: Role, moment: int) -> int:
        """Give the moment of a player's first card after a moment; END where he plays none."""
        return next((card for card in self.card_moments(role) if card > moment), NEVER)

    def first_card_moment(self, role: Role) -> int:
        """Give the moment of a player's first card; END where he plays none."""
        moment = self.first_card[role]
        return NEVER if moment is None else moment

    def trick_of(self, event: Event) -> Trick | None:
        """Give the trick in which a step of the play happened; None where none was laid.

        It is the one that the step stands before, or where a rewind comes first the one that it stands after.
        """
        coming = next((trick for trick in self.all_tricks if trick.index > event.index), None)
        limit = coming.index if coming else NEVER
        if any(event.index < rewind.index < limit for rewind in self.events_of(Rewind)):
            return next((trick for trick in reversed(self.all_tricks) if trick.index < event.index), None)
        return coming

    def cards_left(self, role: Role, moment: int) -> int:
        """How many cards a player still has to play at a moment, of the twelve that he plays at most."""
        put = 0
        for trick in self.all_tricks:
            if trick.undone > moment and (trick.leader == role or trick.follow is not None):
                put += (trick.lead_moment if trick.leader == role else trick.follow_moment) < moment
        return min(TRICKS, self.playing[role].size) - put

    def card_played_after(self, event: Event) -> bool:
        """Tell whether a card was put down after a step."""
        return any(trick.follow_moment > event.moment for trick in self.all_tricks)

    def hand_at(self, role: Role, trick: Trick) -> Hand:
        """Give a player's hand when a trick began."""
        out = trick.elder_played if role == "elder" else trick.younger_played
        hand = self.playing[role]
        known = hand.known
        for change in self.changes:
            if change.role == role and change.moment < trick.lead_moment:
                known = (known | change.taken) & ~change.discarded
        unseen = trick.unseen[0] if role == "elder" else trick.unseen[1]
        return Hand(known & ~out, hand.unknown, hand.doubles & ~out, hand.missing + unseen)

    def known_elsewhere(self, role: Role) -> Bits:
        """Give the cards known to be in no place where a player could hold them in the play."""
        other = ADVERSARY[role]
        bits = self.playing[other].known
        if self.deal.exchange is not UNSET and UnreliablePart.EXCHANGE not in self.unreliable:
            out_of_play = [card for exchanged in self.exchanged.values() for card in exchanged.discard]
            out_of_play += self.exchanged["younger"].left if self.dealt["elder"] is not None else ()
            bits |= to_bits(out_of_play)
        return bits & ~self.playing[role].known & FULL_PACK

    @property
    def played(self) -> bool:
        """Whether a play was recorded."""
        return self.deal.play is not UNSET
