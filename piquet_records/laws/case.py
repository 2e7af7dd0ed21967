"""What a law may look at: one deal's trace, the deals before it, the game's own steps, and the rules in force."""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import UNSET, Struct, field

from piquet_records.cards.terms import Role, Seat
from piquet_records.record.game import Deal, Ended
from piquet_records.record.steps import Consent, GameStep, Postpone
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import Score
from piquet_records.trace.facts import Trace, UnreliablePart


class Need(StrEnum):
    """A fact without which a law cannot be checked."""

    DEALT = "dealt"
    """Both hands as dealt: how many cards each was given."""
    PACK = "pack"
    """Both hands as dealt and the talon, card by card."""
    EXCHANGE = "exchange"
    """What both put out and took."""
    HAND_SIZES = "hand-sizes"
    """How many cards each took into the play."""
    HANDS = "hands"
    """Both hands after the exchange, card by card."""
    DECLARATIONS = "declarations"
    PLAY = "play"
    """The play, card by card."""
    RECKONING = "reckoning"
    """A score or counts that the table wrote."""


class EarlierDeal(Struct, frozen=True):
    """A deal before this one."""

    deal: Deal
    void: bool
    """Void as the record shows it: a ``redeal`` stands in it."""


class GameEvent(Struct, frozen=True):
    """A step of the game as a whole."""

    step: GameStep
    index: int
    deal: int
    """During or after which deal of the record."""

    @property
    def at(self) -> str:
        """Where it stands, as a JSON pointer."""
        return f"/steps/{self.index}"


class Case(Struct, frozen=True, kw_only=True):
    """One deal, as a law sees it."""

    trace: Trace
    rules: Rules
    number: int
    """The number of the deal, from 1."""
    earlier: tuple[EarlierDeal, ...] = ()
    game_events: tuple[GameEvent, ...] = ()
    """The steps of the whole game, in order."""
    ended: Ended | None = None
    """How the game ended, as the table wrote it."""
    last: bool = True
    """Whether it is the last deal of the record."""
    memo: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """What was worked out of it already (see ``cached_on_case``); no part of what it is."""

    @property
    def deal(self) -> Deal:
        """The deal as written."""
        return self.trace.deal

    @property
    def events_of_deal(self) -> list[GameEvent]:
        """The steps of the game during or after this deal."""
        return [event for event in self.game_events if event.deal == self.number]

    @property
    def put_off(self) -> bool:
        """Whether one player asked in this deal to put the game off, and then the other agreed."""
        asked: set[Seat] = set()
        for event in self.events_of_deal:
            if isinstance(event.step, Postpone):
                asked.add(event.step.by)
            elif isinstance(event.step, Consent) and asked - {event.step.by}:
                return True
        return False

    def seat(self, role: Role) -> Seat:
        """Give the seat that plays a role in this deal."""
        return self.deal.elder if role == "elder" else self.deal.dealer

    def role(self, seat: str) -> Role:
        """Give the role of a seat in this deal."""
        return "younger" if seat == self.deal.dealer else "elder"

    @property
    def facts(self) -> frozenset[Need]:
        """Which facts the record gives of this deal."""
        return _facts_of_case(self)


Given = ParamSpec("Given")
Found = TypeVar("Found")


def cached_on_case(function: Callable[Concatenate[Case, Given], Found]) -> Callable[Concatenate[Case, Given], Found]:
    """Let a function of a case, and of roles or categories, work once a case: several laws ask the same."""

    @wraps(function)
    def remembered(case: Case, /, *args: Given.args, **kwargs: Given.kwargs) -> Found:
        key = (function, *args)
        memo = case.memo
        if key not in memo:
            memo[key] = function(case, *args, **kwargs)
        found: Found = memo[key]
        return found

    return remembered


class ScoredCase(Case, frozen=True, kw_only=True):
    """The same, with the score that the effects found so far give."""

    score: Score
    as_played: Score
    over: bool
    """Whether the game is over with this deal, by the points made."""
    counts_as_played: tuple[tuple[int | None, int | None], ...] = ()
    """The elder's and the younger's count after each trick as laid; empty where the record has no count."""


@cached_on_case
def _facts_of_case(case: Case) -> frozenset[Need]:
    return recorded_facts(case.trace)


def recorded_facts(trace: Trace) -> frozenset[Need]:
    """Tell which facts a record gives of a deal."""
    deal = trace.deal
    found = set()
    dealt = [hand for hand in trace.dealt.values() if hand is not None]
    if len(dealt) == 2:
        found.add(Need.DEALT)
        if trace.talon is not None and all(hand.full for hand in dealt) and -1 not in trace.talon:
            found.add(Need.PACK)
    recorded = all(exchanged.recorded for exchanged in trace.exchanged.values())
    if recorded and len(dealt) == 2 and UnreliablePart.EXCHANGE not in trace.unreliable:
        found.add(Need.EXCHANGE)
    if len(trace.recorded_hands) == 2:
        found.add(Need.HAND_SIZES)
        if all(hand.full for hand in trace.playing.values()):
            found.add(Need.HANDS)
    if deal.declarations is not UNSET and UnreliablePart.DECLARATIONS not in trace.unreliable:
        found.add(Need.DECLARATIONS)
    if (
        deal.play is not UNSET
        and UnreliablePart.PLAY not in trace.unreliable
        and all(trick.lead >= 0 and (trick.follow is None or trick.follow >= 0) for trick in trace.all_tricks)
    ):
        found.add(Need.PLAY)
    if deal.score is not UNSET or deal.counts is not UNSET:
        found.add(Need.RECKONING)
    return frozenset(found)
