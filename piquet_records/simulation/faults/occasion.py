"""The occasion for a fault: one regular deal of a game, and what an injector needs to change it.

An injector changes what it must and has the rest played lawfully; it declares all that the judge must find then. The
deals are those of simulated players: every list recorded, every card known, nothing irregular.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from piquet_records.cards.pack import FULL_PACK, Bits, Card, from_bits, parse, to_bits, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, ELDER_SHARE, ROLES, TRICKS, YOUNGER, Category, Role
from piquet_records.record.game import DEFAULT_RULES, Deal, Game, Hands
from piquet_records.record.steps import Call, DealStep, Exchange
from piquet_records.rules.parameters import Rules, agreed, profile
from piquet_records.simulation import deals
from piquet_records.simulation.deals import Side, cards_text
from piquet_records.simulation.players import (
    OPEN,
    Holdings,
    SensiblePlayer,
    below,
    holdings_of,
    keeping_worth,
    shuffled,
)
from piquet_records.trace.facts import Trace
from piquet_records.trace.walk import replay_deal

T = TypeVar("T")


class ExpectedFinding(Struct, frozen=True):
    """One thing that the judge must find."""

    code: str
    by: Role | Literal["both"] | None
    at: str
    """A JSON pointer into the record."""


class Injection(Struct, frozen=True):
    """A game with a fault in it, and all that the judge must find there."""

    game: Game
    place: int
    """Which deal has the fault, from 0."""
    finds: tuple[ExpectedFinding, ...]


class Dealt(NamedTuple):
    """The cards of a deal before the exchange."""

    hands: dict[Role, Bits]
    talon: tuple[Card, ...]


class Plan(NamedTuple):
    """How many cards a player puts out and draws."""

    put: int
    draw: int


NO_PLANS: Final[Mapping[Role, Plan]] = {}


@dataclass(frozen=True, slots=True)
class RegularDeal:
    """A regular deal in its game, and the chance that chooses among its faults."""

    game: Game
    place: int
    rng: Random
    player: SensiblePlayer
    trace: Trace

    @classmethod
    def of(cls, game: Game, place: int, rng: Random) -> "RegularDeal":
        """Look at one deal of a game."""
        return cls(game, place, rng, SensiblePlayer(rng, OPEN), replay_deal(game.deals[place]))

    @property
    def deal(self) -> Deal:
        """The deal as it is."""
        return self.game.deals[self.place]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_of(self.game)

    @property
    def calls(self) -> tuple[Any, ...]:
        """The declarations, of which regular deals have nothing but calls."""
        return self.deal.declarations or ()

    # chance

    def chance(self) -> bool:
        """Decide between two things."""
        return bool(below(self.rng, 2))

    def number(self, least: int, most: int) -> int:
        """Draw a number, both ends included."""
        return least + below(self.rng, most - least + 1)

    def one_of(self, things: Sequence[T]) -> T:
        """Draw one of some things."""
        return things[below(self.rng, len(things))]

    def role(self) -> Role:
        """Draw a player."""
        return self.one_of(ROLES)

    # what comes of it

    def changed(self, deal: Deal, *finds: ExpectedFinding) -> Injection:
        """Put a changed deal in this one's place; what the table wrote of it has to be written anew."""
        return self.in_game(self._with((replace(deal, score=UNSET),)), *finds, result=UNSET)

    def written(self, deal: Deal, *finds: ExpectedFinding) -> Injection:
        """Put a deal in this one's place of which only what the table wrote has changed."""
        return self.in_game(self._with((deal,)), *finds)

    def redeal_is_ordered(self, void: Deal, *finds: ExpectedFinding) -> Injection:
        """Put a deal that ends by a redeal before this one."""
        return self.in_game(self._with((replace(void, score=UNSET), self.deal)), *finds)

    def in_game(self, deals: Sequence[Deal], *finds: ExpectedFinding, **fields: Any) -> Injection:
        """Give the game with other deals and fields; the places found are pointers below this deal."""
        at = f"/deals/{self.place}/"
        found = [find if find.at.startswith("/") else replace(find, at=at + find.at) for find in finds]
        return Injection(replace(self.game, deals=tuple(deals), **fields), self.place, tuple(found))

    def _with(self, deals: Sequence[Deal]) -> tuple[Deal, ...]:
        return (*self.game.deals[: self.place], *deals, *self.game.deals[self.place + 1 :])

    # cards

    def dealt(self) -> Dealt:
        """Give the cards before the exchange."""
        return dealt(self.deal)

    def dealt_with(self, given: dict[Role, Bits]) -> Dealt:
        """Deal certain cards to players, and all others by chance."""
        out = given.get(ELDER, 0) | given.get(YOUNGER, 0)
        rest = list(shuffled(self.rng, from_bits(FULL_PACK & ~out)))
        hands: dict[Role, Bits] = {}
        for role in ROLES:
            held = given.get(role, 0)
            count = TRICKS - held.bit_count()
            hands[role] = held | to_bits(rest[:count])
            del rest[:count]
        return Dealt(hands, tuple(rest))

    def exchange(
        self, cards: Dealt, plans: Mapping[Role, Plan] = NO_PLANS, *, leaving: int = 0, keep: Bits = 0
    ) -> tuple[Exchange, Exchange]:
        """Have both exchange, as planned or lawfully; the younger leaves some cards, and some are kept."""
        elder = plans.get(ELDER) or self._even(min(ELDER_SHARE, len(cards.talon) - 1 - leaving))
        younger = plans.get(YOUNGER) or self._even(len(cards.talon) - elder.draw - leaving)
        return self.exchanged(ELDER, cards, elder, keep), self.exchanged(YOUNGER, cards, younger, keep)

    def exchanged(self, role: Role, cards: Dealt, plan: Plan, keep: Bits = 0) -> Exchange:
        """Have a player exchange as planned: the cards least worth keeping; the elder says how many he takes."""
        ranked = sorted((worth, card) for card, worth in keeping_worth(cards.hands[role] & ~keep).items())
        put = to_bits([card for _, card in ranked[: plan.put]])
        announced = plan.draw if role == ELDER else UNSET
        return Exchange(by=role, discard=cards_text(put), draw=plan.draw, announced=announced)

    def _even(self, most: int) -> Plan:
        count = self.number(1, most)
        return Plan(count, count)

    def redealt(self, cards: Dealt, **lists: Any) -> Deal:
        """Write this deal with other cards; what is not given of its lists is left to be played."""
        hands = Hands(elder=cards_text(cards.hands[ELDER]), younger=cards_text(cards.hands[YOUNGER]))
        none = {"exchange": UNSET, "declarations": UNSET, "play": UNSET, "score": UNSET}
        return replace(self.deal, **(none | {"hands": hands, "talon": to_text(cards.talon)} | lists))

    def replayed(self, cards: Dealt, exchange: Sequence[DealStep], **lists: Any) -> Deal:
        """Write this deal with other cards or another exchange, and have both call and play lawfully."""
        deal = self.redealt(cards, exchange=tuple(exchange), declarations=(), **lists)
        hands = playing(replay_deal(deal))
        calls = deals.declarations(*(self.player.owns_to(hands[role]) for role in ROLES))
        tricks = deals.play(self.player, Side(ELDER, hands[ELDER]), Side(YOUNGER, hands[YOUNGER]))
        return replace(deal, declarations=calls, play=tricks)

    def played_from(self, number: int, leader: Role, play: Sequence[Any], out: Bits) -> tuple[Any, ...]:
        """Have the rest of a play played lawfully, from a trick number on, when these cards are out."""
        hands = {role: hand & ~out for role, hand in playing(self.trace).items()}
        sides = (Side(leader, hands[leader]), Side(ADVERSARY[leader], hands[ADVERSARY[leader]]))
        return (*play, *deals.play(self.player, *sides, TRICKS + 1 - number))

    def fresh(self) -> Deal:
        """Have the same dealer deal other cards, and both play them lawfully."""
        return replace(deals.deal(self.player, self.deal.dealer, 2), packets=self.deal.packets)

    def holdings(self, role: Role) -> Holdings:
        """Give all that a player's hand holds."""
        return holdings_of(playing(self.trace)[role])


def rules_of(game: Game) -> Rules:
    """Give the rules that a game is judged by."""
    named = profile(game.rules if game.rules is not UNSET else DEFAULT_RULES)
    return agreed(named.rules, game.conventions, game.target)


def dealt(deal: Deal) -> Dealt:
    """Give the cards of a deal before the exchange."""
    hands = deal.hands or Hands()
    return Dealt(
        {ELDER: to_bits(parse(hands.elder or "")), YOUNGER: to_bits(parse(hands.younger or ""))},
        parse(deal.talon or ""),
    )


def playing(told: Trace) -> dict[Role, Bits]:
    """Give the hands that both play."""
    return {role: told.playing[role].known for role in ROLES}


def inserted(deal: Deal, name: str, index: int, *steps: DealStep) -> Deal:
    """Put steps into one of a deal's lists, before what stands at a place."""
    entries = getattr(deal, name) or ()
    return replace(deal, **{name: (*entries[:index], *steps, *entries[index:])})


def exchange_of(deal: Deal, role: Role) -> tuple[int, Exchange]:
    """Give a player's exchange, and its place."""
    for index, step in enumerate(deal.exchange or ()):
        if isinstance(step, Exchange) and step.by == role:
            return index, step
    raise LookupError(role)


def calls_of(deal: Deal, role: Role, what: Category) -> list[tuple[int, Call]]:
    """Give a player's calls in a category, with their places."""
    return [
        (index, step)
        for index, step in enumerate(deal.declarations or ())
        if isinstance(step, Call) and (step.by, step.what) == (role, what)
    ]


Injector = Callable[[RegularDeal], Injection | None]
"""Injects one fault into a deal; None where the deal does not offer the occasion."""
