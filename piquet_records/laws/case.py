"""What a law may look at: one deal's trace, the deals before it, the steps of the game, and the rules in force.

Also says which facts a record gives of a deal. It knows no law.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import UNSET, Struct, field

from piquet_records.cards.terms import ROLES, Role, Seat
from piquet_records.record.game import Deal, Ended
from piquet_records.record.steps import Consent, GameStep, Postpone, Redeal, ThrowIn
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import Score
from piquet_records.trace.facts import NEVER, Trace, UnreliablePart


class Need(StrEnum):
    """A fact without which a law cannot be checked."""

    DEALT = "dealt"
    """Both hands as dealt: at least how many cards each has."""
    PACK = "pack"
    """Both hands as dealt and the talon, card by card."""
    EXCHANGE = "exchange"
    """What both players discarded and drew."""
    HAND_SIZES = "hand-sizes"
    """How many cards each player has after the exchange."""
    HANDS = "hands"
    """Both hands after the exchange, card by card."""
    DECLARATIONS = "declarations"
    """The calls and the replies to them."""
    PLAY = "play"
    """The tricks, card by card."""
    RECKONING = "reckoning"
    """A score or counts written at the table."""


class EarlierDeal(Struct, frozen=True):
    """A deal of the same game before the one that is judged."""

    deal: Deal
    void: bool
    """Whether it has a ``redeal``. A deal that only a law makes void is not void here."""


class GameEvent(Struct, frozen=True):
    """A step of the game, not of a deal, and when it happened."""

    step: GameStep
    index: int
    """Its position in ``steps``, from 0."""
    deal: int
    """The number of the deal during or after which it happened."""

    @property
    def at(self) -> str:
        """Where it is written, as a JSON pointer in the game."""
        return f"/steps/{self.index}"


class Case(Struct, frozen=True, kw_only=True):
    """One deal with all that a law may ask about it."""

    trace: Trace
    rules: Rules
    number: int
    """The number of the deal, from 1."""
    earlier: tuple[EarlierDeal, ...] = ()
    """The deals before it, in order."""
    game_events: tuple[GameEvent, ...] = ()
    """The steps of the whole game, in order."""
    ended: Ended | None = None
    """How the game ended, as written at the table; None if not written."""
    is_last_deal: bool = True
    """Whether the record has no deal after this one."""
    cache: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """Results of functions of this case that were called before; see ``cached_on_case``."""

    @property
    def deal(self) -> Deal:
        """The deal as recorded."""
        return self.trace.deal

    @property
    def events_of_deal(self) -> list[GameEvent]:
        """The steps of the game that happened during or after this deal, in order."""
        return [event for event in self.game_events if event.deal == self.number]

    @property
    def put_off(self) -> bool:
        """Whether one player asked during this deal to put the game off, and the other then agreed."""
        asked: set[Seat] = set()
        for event in self.events_of_deal:
            if isinstance(event.step, Postpone):
                asked.add(event.step.by)
            elif isinstance(event.step, Consent) and asked - {event.step.by}:
                return True
        return False

    @property
    def in_progress(self) -> bool:
        """Whether the record ends while cards are in hand, so that a limit that no act has passed is still open.

        That is so only in the last deal, if nothing in the record ends it and the result does not say that it is over.
        """
        return _is_in_progress(self)

    def is_open(self, limit: int) -> bool:
        """Return whether a limit is open: the deal is in progress, and the act at this moment has not been recorded."""
        return limit == NEVER and self.in_progress

    def taken(self, acted: bool, limit: int = NEVER) -> bool | None:
        """Return whether an option was taken; None if it was not, and the limit until which it may be is open."""
        return None if not acted and self.is_open(limit) else acted

    def seat(self, role: Role) -> Seat:
        """Return the seat of the player who has a role in this deal."""
        return self.deal.seats[role]

    def role(self, seat: str) -> Role:
        """Return the role of the player at a seat in this deal."""
        return "younger" if seat == self.deal.dealer else "elder"

    @property
    def facts(self) -> frozenset[Need]:
        """The facts that the record gives of this deal."""
        return _facts_of_case(self)


Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def cached_on_case(
    function: Callable[Concatenate[Case, Parameters], Result],
) -> Callable[Concatenate[Case, Parameters], Result]:
    """Cache a function of a case on that case, by its arguments; several laws ask the same question."""

    @wraps(function)
    def remembered(case: Case, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        key = (function, *args, *kwargs.items())
        cache = case.cache
        if key not in cache:
            cache[key] = function(case, *args, **kwargs)
        result: Result = cache[key]
        return result

    return remembered


class ScoredCase(Case, frozen=True, kw_only=True):
    """A case with the score of the deal as ruled, for laws that cannot be checked without it."""

    score: Score
    """The score with the effects of all findings so far."""
    as_played: Score
    """The score without any effect."""
    with_tricks_given: Score
    """The score as played, with the tricks that a ruling gives to a player."""
    game_is_over: bool
    """Whether the game is over with this deal, by the points made."""
    counts_as_played: tuple[tuple[int | None, int | None], ...] = ()
    """The elder's and the younger's count after each trick played; empty if no count is recorded."""


@cached_on_case
def _is_in_progress(case: Case) -> bool:
    trace, deal = case.trace, case.deal
    ends = any(trace.events_of(act) for act in (Redeal, ThrowIn)) or bool(case.events_of_deal)
    said = deal.score is not UNSET or deal.points_only is True or case.ended not in (None, "unfinished")
    if ends or said or not case.is_last_deal or UnreliablePart.PLAY in trace.unreliable:
        return False
    return any(trace.cards_left(role, trace.end) > 0 for role in ROLES)


@cached_on_case
def _facts_of_case(case: Case) -> frozenset[Need]:
    return recorded_facts(case.trace)


def recorded_facts(trace: Trace) -> frozenset[Need]:
    """Return the facts that a record gives of a deal; a part with a contradiction gives none."""
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
