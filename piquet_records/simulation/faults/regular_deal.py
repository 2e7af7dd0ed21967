"""One regular deal of a game, with what an injector needs to put a fault into it.

An injector makes the changes of its fault, has the rest of the deal played lawfully, and names all findings that must
follow. The deals are those of simulated players: complete, with every card known, and without a fault.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace

from piquet_records.cards.pack import FULL_PACK, Bits, Card, from_bits, parse, to_bits, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, ELDER_SHARE, HAND_SIZE, ROLES, TRICKS, YOUNGER, Category, Role
from piquet_records.record.game import DEFAULT_RULES, Deal, Game, Hands
from piquet_records.record.steps import Call, DealStep, Exchange
from piquet_records.rules.parameters import Rules, agreed, profile
from piquet_records.simulation import deals
from piquet_records.simulation.deals import Side, cards_text
from piquet_records.simulation.players import (
    OPEN,
    Holdings,
    SensiblePlayer,
    holdings_of,
    keeping_worth,
    random_below,
    shuffled,
)
from piquet_records.trace.facts import Trace
from piquet_records.trace.walk import replay_deal

T = TypeVar("T")


class ExpectedFinding(Struct, frozen=True):
    """A finding that must follow from a fault."""

    code: str
    by: Role | Literal["both"] | None
    at: str
    """Where in the record, as a JSON pointer."""


class Injection(Struct, frozen=True):
    """A game with a fault, and all findings that must follow."""

    game: Game
    deal_index: int
    """The index of the deal with the fault."""
    expected: tuple[ExpectedFinding, ...]


class Dealt(NamedTuple):
    """The cards of a deal before the exchange."""

    hands: dict[Role, Bits]
    talon: tuple[Card, ...]


class Plan(NamedTuple):
    """How many cards a player discards and draws."""

    discards: int
    draw: int


NO_PLANS: Final[Mapping[Role, Plan]] = {}


@dataclass(frozen=True, slots=True)
class RegularDeal:
    """A regular deal in its game, and the random numbers that choose among possible faults."""

    game: Game
    deal_index: int
    rng: Random
    player: SensiblePlayer
    trace: Trace

    @classmethod
    def of(cls, game: Game, deal_index: int, rng: Random) -> "RegularDeal":
        """Return the regular deal of a game at an index."""
        return cls(game, deal_index, rng, SensiblePlayer(rng, OPEN), replay_deal(game.deals[deal_index]))

    @property
    def deal(self) -> Deal:
        """The deal as it is."""
        return self.game.deals[self.deal_index]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules_of(self.game)

    @property
    def calls(self) -> tuple[Any, ...]:
        """The declarations; in a regular deal all of them are calls."""
        return self.deal.declarations or ()

    # random choices

    def coin(self) -> bool:
        """Return True or False, with equal chances."""
        return bool(random_below(self.rng, 2))

    def random_number(self, least: int, most: int) -> int:
        """Return a random number between two, both included."""
        return least + random_below(self.rng, most - least + 1)

    def choose(self, things: Sequence[T]) -> T:
        """Return one of these things at random."""
        return things[random_below(self.rng, len(things))]

    def random_role(self) -> Role:
        """Return one of the players at random."""
        return self.choose(ROLES)

    # games with a fault

    def with_deal(self, deal: Deal, *expected: ExpectedFinding) -> Injection:
        """Return the game with a changed deal in place of this one, without the written score and result."""
        return self.with_deals(self._with((replace(deal, score=UNSET),)), *expected, result=UNSET)

    def with_writing(self, deal: Deal, *expected: ExpectedFinding) -> Injection:
        """Return the game with a deal in place of this one in which only the written numbers differ."""
        return self.with_deals(self._with((deal,)), *expected)

    def with_void_deal_before(self, void: Deal, *expected: ExpectedFinding) -> Injection:
        """Return the game with a deal that ends by a redeal before this one."""
        return self.with_deals(self._with((replace(void, score=UNSET), self.deal)), *expected)

    def with_deals(self, deals: Sequence[Deal], *expected: ExpectedFinding, **fields: Any) -> Injection:
        """Return the game with other deals and fields. Places without a leading slash are below this deal."""
        at = f"/deals/{self.deal_index}/"
        placed = [each if each.at.startswith("/") else replace(each, at=at + each.at) for each in expected]
        return Injection(replace(self.game, deals=tuple(deals), **fields), self.deal_index, tuple(placed))

    def _with(self, deals: Sequence[Deal]) -> tuple[Deal, ...]:
        return (*self.game.deals[: self.deal_index], *deals, *self.game.deals[self.deal_index + 1 :])

    # cards

    def dealt(self) -> Dealt:
        """Return the cards before the exchange."""
        return dealt(self.deal)

    def dealt_with(self, given: dict[Role, Bits]) -> Dealt:
        """Return a deal of the cards in which players get the ``given`` cards, and all others at random."""
        out = given.get(ELDER, 0) | given.get(YOUNGER, 0)
        rest = list(shuffled(self.rng, from_bits(FULL_PACK & ~out)))
        hands: dict[Role, Bits] = {}
        for role in ROLES:
            held = given.get(role, 0)
            count = HAND_SIZE - held.bit_count()
            hands[role] = held | to_bits(rest[:count])
            del rest[:count]
        return Dealt(hands, tuple(rest))

    def exchange(
        self, cards: Dealt, plans: Mapping[Role, Plan] = NO_PLANS, *, leaving: int = 0, keep: Bits = 0
    ) -> tuple[Exchange, Exchange]:
        """Return lawful exchanges of both players, or those of ``plans``.

        The younger leaves at least ``leaving`` cards of the talon. The cards of ``keep`` are not discarded.
        """
        elder = plans.get(ELDER) or self._even(min(ELDER_SHARE, len(cards.talon) - 1 - leaving))
        younger = plans.get(YOUNGER) or self._even(len(cards.talon) - elder.draw - leaving)
        return self.planned_exchange(ELDER, cards, elder, keep), self.planned_exchange(YOUNGER, cards, younger, keep)

    def planned_exchange(self, role: Role, cards: Dealt, plan: Plan, keep: Bits = 0) -> Exchange:
        """Return a player's exchange: he discards the cards least worth keeping; the elder says how many he draws."""
        ranked = sorted((worth, card) for card, worth in keeping_worth(cards.hands[role] & ~keep).items())
        discard = to_bits([card for _, card in ranked[: plan.discards]])
        announced = plan.draw if role == ELDER else UNSET
        return Exchange(by=role, discard=cards_text(discard), draw=plan.draw, announced=announced)

    def _even(self, most: int) -> Plan:
        count = self.random_number(1, most)
        return Plan(count, count)

    def with_cards(self, cards: Dealt, **lists: Any) -> Deal:
        """Return this deal with other cards, and only those of its lists that are given."""
        hands = Hands(elder=cards_text(cards.hands[ELDER]), younger=cards_text(cards.hands[YOUNGER]))
        none = {"exchange": UNSET, "declarations": UNSET, "play": UNSET, "score": UNSET}
        return replace(self.deal, **(none | {"hands": hands, "talon": to_text(cards.talon)} | lists))

    def played_anew(self, cards: Dealt, exchange: Sequence[DealStep], **lists: Any) -> Deal:
        """Return this deal with other cards or another exchange, called and played lawfully."""
        deal = self.with_cards(cards, exchange=tuple(exchange), declarations=(), **lists)
        hands = hands_played(replay_deal(deal))
        calls = deals.declarations(*(self.player.choose_calls(hands[role]) for role in ROLES))
        tricks = deals.play_tricks(self.player, Side(ELDER, hands[ELDER]), Side(YOUNGER, hands[YOUNGER]))
        return replace(deal, declarations=calls, play=tricks)

    def played_from(self, number: int, leader: Role, play: Sequence[Any], out: Bits) -> tuple[Any, ...]:
        """Return a play whose tricks from ``number`` on are played lawfully, without the cards ``out``."""
        hands = {role: hand & ~out for role, hand in hands_played(self.trace).items()}
        sides = (Side(leader, hands[leader]), Side(ADVERSARY[leader], hands[ADVERSARY[leader]]))
        return (*play, *deals.play_tricks(self.player, *sides, TRICKS + 1 - number))

    def fresh_deal(self) -> Deal:
        """Return another regular deal by the same dealer."""
        return replace(deals.play_deal(self.player, self.deal.dealer, 2), packets=self.deal.packets)

    def holdings(self, role: Role) -> Holdings:
        """Return all holdings of a player's hand."""
        return holdings_of(hands_played(self.trace)[role])


def rules_of(game: Game) -> Rules:
    """Return the rules by which a game is judged."""
    named = profile(game.rules if game.rules is not UNSET else DEFAULT_RULES)
    return agreed(named.rules, game.conventions, game.target)


def dealt(deal: Deal) -> Dealt:
    """Return the cards of a deal before the exchange."""
    hands = deal.hands or Hands()
    return Dealt(
        {ELDER: to_bits(parse(hands.elder or "")), YOUNGER: to_bits(parse(hands.younger or ""))},
        parse(deal.talon or ""),
    )


def hands_played(trace: Trace) -> dict[Role, Bits]:
    """Return the hands with which both players play."""
    return {role: trace.playing[role].known for role in ROLES}


def inserted(deal: Deal, name: str, index: int, *steps: DealStep) -> Deal:
    """Return the deal with steps inserted into one of its lists, before the entry at ``index``."""
    entries = getattr(deal, name) or ()
    return replace(deal, **{name: (*entries[:index], *steps, *entries[index:])})


def exchange_of(deal: Deal, role: Role) -> tuple[int, Exchange]:
    """Return the place of a player's exchange, and the exchange. Raise LookupError if there is none."""
    for index, step in enumerate(deal.exchange or ()):
        if isinstance(step, Exchange) and step.by == role:
            return index, step
    raise LookupError(role)


def calls_of(deal: Deal, role: Role, what: Category) -> list[tuple[int, Call]]:
    """Return a player's calls in a category, each with its place."""
    return [
        (index, step)
        for index, step in enumerate(deal.declarations or ())
        if isinstance(step, Call) and (step.by, step.what) == (role, what)
    ]


Injector = Callable[[RegularDeal], Injection | None]
"""A function that puts one fault into a deal, or returns None if the deal does not offer the occasion."""
