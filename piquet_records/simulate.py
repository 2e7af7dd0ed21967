"""Games played by rule-abiding simulated players, written as records: they break no law.

The same seed gives the same games, byte for byte, on every machine and Python version: ``Random.random()`` is the
only source of chance, because only it is promised never to change. What the players choose is in ``players.py``;
here the cards are dealt, and what happens is written down.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, Literal, TypeVar, get_args

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards import (
    CODES,
    COURT_CARDS,
    FULL_PACK,
    Bits,
    Card,
    beats,
    from_bits,
    to_bits,
    to_text,
)
from piquet_records.gameline import GameLine
from piquet_records.holdings import PointHolding, SequenceHolding, SetHolding
from piquet_records.players import (
    OPEN,
    USUAL,
    Held,
    Holdings,
    Player,
    RandomPlayer,
    SensiblePlayer,
    Style,
    below,
)
from piquet_records.record import FORMAT, Deal, DealScore, Game, GameScore, Hands, Players, Result
from piquet_records.replay import trace
from piquet_records.rules import Rules, profile
from piquet_records.scoring import score
from piquet_records.steps import (
    ELDER,
    YOUNGER,
    Call,
    CarteBlanche,
    Category,
    Exchange,
    Rank,
    Reply,
    Role,
    Seat,
)

T = TypeVar("T")
Policy = Literal["sensible", "random"]

_KINDS: Final[dict[Policy, tuple[type[Player], Style]]] = {
    "sensible": (SensiblePlayer, USUAL),
    "random": (RandomPlayer, OPEN),
}
_NAMES: Final = ("Arnaud", "Blanche", "Colin", "Delphine", "Ernest", "Flore", "Gaspard", "Hortense")
_ELDER_SHARE: Final = 5
_LETTERS: Final[tuple[Rank, ...]] = get_args(Rank)[::-1]
"""The letters of the ranks, seven first."""


def simulate(
    games: int, seed: int = 0, *, policy: Policy = "sensible", rules: str = "classic", style: Style | None = None
) -> Iterator[Game]:
    """Give games one by one, as simulated players play and write them.

    A ``sensible`` policy discards and plays with some judgement and rarely sinks a holding; a ``random`` one
    exchanges and plays any lawful cards and calls all it has. ``style`` replaces the policy's usual style.
    The last deal of a game is always played to its end. Raises UnknownRulesError where no such profile is shipped.
    """
    terms = profile(rules).rules
    kind, usual = _KINDS[policy]

    def game(number: int) -> Game:
        rng = Random()  # noqa: S311  (chance in a game, no secret)
        rng.seed(f"{seed}:{number}", version=2)
        return _Table(rng, kind(rng, style or usual), terms).game(f"sim-{seed}-{number:06d}", rules)

    return (game(number) for number in range(1, games + 1))


class _Side:
    """One player in a deal: the cards it holds, and those that its adversary may hold as far as it knows."""

    def __init__(self, role: Role, hand: Bits) -> None:
        self.role = role
        self.hand = hand
        self.unseen = FULL_PACK & ~hand


class _Table:
    """Two players of one kind, who share their chances and play one game."""

    def __init__(self, rng: Random, player: Player, terms: Rules) -> None:
        self.rng = rng
        self.player = player
        self.terms = terms
        self.line = GameLine(terms)

    def game(self, game_id: str, rules: str) -> Game:
        """Play deals until the game is decided; the deal passes to the other player each time."""
        names = _shuffled(self.rng, _NAMES)
        packets = {"A": 2 + below(self.rng, 2), "B": 2 + below(self.rng, 2)}
        dealers: tuple[Seat, Seat] = ("A", "B") if below(self.rng, 2) else ("B", "A")
        deals: list[Deal] = []
        while not self.line.over:
            dealer = dealers[len(deals) % 2]
            deals.append(self.scored(self.deal(dealer, packets[dealer])))
        return Game(
            format=FORMAT,
            id=game_id,
            rules=rules,
            players=Players(A=names[0], B=names[1]),
            deals=tuple(deals),
            result=self.result(),
        )

    def scored(self, deal: Deal) -> Deal:
        """Write the score of a deal, and add it to the game."""
        points = score(trace(deal), self.terms)
        self.line.add(points, {ELDER: deal.elder, YOUNGER: deal.dealer}, void=False)
        return replace(deal, score=DealScore(elder=points.elder.total, younger=points.younger.total))

    def result(self) -> Result:
        """Write the result as it was reckoned."""
        reckoned = self.line.result()
        return Result(
            winner=reckoned.winner,
            score=GameScore(A=reckoned.score.A, B=reckoned.score.B),
            settlement=UNSET if reckoned.settlement is None else reckoned.settlement,
            ended=reckoned.ended,
        )

    def deal(self, dealer: Seat, packets: int) -> Deal:
        """Deal, exchange, call and play."""
        pack = _shuffled(self.rng, tuple(Card(number) for number in range(32)))
        elder, younger = _Side(ELDER, to_bits(pack[:12])), _Side(YOUNGER, to_bits(pack[12:24]))
        talon = pack[24:]
        hands = Hands(elder=_text(elder.hand), younger=_text(younger.hand))
        exchange = self.exchange(elder, younger, talon)
        calls = _declarations(self.player.owns_to(elder.hand), self.player.owns_to(younger.hand))
        return Deal(
            dealer=dealer,
            packets=packets,
            hands=hands,
            talon=to_text(talon),
            exchange=exchange,
            declarations=calls,
            play=self.play(elder, younger),
        )

    def exchange(self, elder: _Side, younger: _Side, talon: tuple[Card, ...]) -> tuple[Exchange | CarteBlanche, ...]:
        """Let both exchange; carte blanche is shown before the own discard, by the younger after the elder's."""
        steps: list[Exchange | CarteBlanche] = []
        share = _ELDER_SHARE
        for side in (elder, younger):
            if not side.hand & COURT_CARDS and not self.player.sinks():
                steps.append(CarteBlanche(by=side.role))
            discard = self.player.exchanged(side.hand, share)
            count = discard.bit_count()
            drawn, talon = talon[:count], talon[count:]
            side.hand = side.hand & ~discard | to_bits(drawn)
            side.unseen = FULL_PACK & ~side.hand & ~discard
            steps.append(
                Exchange(
                    by=side.role,
                    discard=_text(discard),
                    draw=count,
                    announced=count if side is elder and count < _ELDER_SHARE else UNSET,
                )
            )
            share = len(talon)
        return tuple(steps)

    def play(self, elder: _Side, younger: _Side) -> tuple[str, ...]:
        """Let both play twelve tricks; who takes one leads to the next."""
        leader, second = elder, younger
        tricks = []
        for _ in range(12):
            lead = self.player.lead(leader.hand, leader.unseen)
            follow = self.player.follow(second.hand, lead, second.unseen)
            tricks.append(f"{CODES[lead]} {CODES[follow]}")
            for side, own, other in ((leader, lead, follow), (second, follow, lead)):
                side.hand &= ~(1 << own)
                side.unseen &= ~(1 << other)
            if beats(follow, lead):
                leader, second = second, leader
        return tuple(tricks)


def _shuffled(rng: Random, things: tuple[T, ...]) -> tuple[T, ...]:
    """Shuffle as Fisher and Yates do; ``Random.shuffle`` might draw otherwise in another Python version."""
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = below(rng, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
    return tuple(pile)


def _text(cards: Bits) -> str:
    return to_text(from_bits(cards))


def _declarations(elder: Holdings, younger: Holdings) -> tuple[Call, ...]:
    """Write the elder's calls with the replies, then the younger's: in each category who has the better calls all."""
    first: list[Call] = []
    second: list[Call] = []
    for what, holdings in elder.items():
        others = younger[what]
        reply = _reply(holdings, others)
        if reply is None or reply == "not-good":
            first += [_call(ELDER, what, held, reply, shown=False) for held in holdings[:1]]
            second += [_call(YOUNGER, what, held) for held in others]
        elif reply == "equal":
            first.append(_call(ELDER, what, holdings[0], reply))
            second.append(_call(YOUNGER, what, others[0]))
        else:
            first += [_call(ELDER, what, held, reply) for held in holdings]
    return (*first, *second)


def _reply(elder: list[Held], younger: list[Held]) -> Reply | None:
    """Give the younger's word to the elder's best call; None where the elder calls nothing."""
    if not elder:
        return None
    if not younger or younger[0].holding < elder[0].holding:
        return "good"
    return "equal" if younger[0].holding == elder[0].holding else "not-good"


def _call(by: Role, what: Category, held: Held, reply: Reply | None = None, *, shown: bool = True) -> Call:
    holding = held.holding
    return Call(
        by=by,
        what=what,
        cards=holding.cards,
        value=holding.value if isinstance(holding, PointHolding) else UNSET,
        top=_LETTERS[holding.top] if isinstance(holding, SequenceHolding) else UNSET,
        rank=_LETTERS[holding.rank + 3] if isinstance(holding, SetHolding) else UNSET,
        reply=reply or UNSET,
        shown=_text(held.cards) if shown and what != "set" else UNSET,
    )
