"""Games played by rule-abiding simulated players, written as records: they break no law unless a fault is asked for.

The same seed gives the same games, byte for byte, on every machine and Python version: ``Random.random()`` is the
only source of chance, because only it is promised never to change. What the players choose is in ``players.py``,
what they do in a deal in ``lawful.py``; here they play deals until a game is decided.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.terms import ELDER, YOUNGER, Seat
from piquet_records.record.game import FORMAT, Deal, DealScore, Game, GameScore, Players, Result
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.deal_score import score
from piquet_records.scoring.game_score import GameTally
from piquet_records.simulation.deals import deal
from piquet_records.simulation.faults import inject
from piquet_records.simulation.players import OPEN, USUAL, Player, RandomPlayer, SensiblePlayer, Style, below, shuffled
from piquet_records.trace.walk import replay_deal

Policy = Literal["sensible", "random"]

_KINDS: Final[dict[Policy, tuple[type[Player], Style]]] = {
    "sensible": (SensiblePlayer, USUAL),
    "random": (RandomPlayer, OPEN),
}
_NAMES: Final = ("Arnaud", "Blanche", "Colin", "Delphine", "Ernest", "Flore", "Gaspard", "Hortense")


def simulate(
    games: int,
    seed: int = 0,
    *,
    policy: Policy = "sensible",
    rules: str = "classic",
    style: Style | None = None,
    faults: float = 0.0,
) -> Iterator[Game]:
    """Give games one by one, as simulated players play and write them.

    A ``sensible`` policy discards and plays with some judgement and rarely sinks a holding; a ``random`` one
    exchanges and plays any lawful cards and calls all it has. ``style`` replaces the policy's usual style.
    The last deal of a game is always played to its end. ``faults`` is the chance that a game gets a fault, which is
    named under its ``x``; the other games stay as they are without. Raises UnknownRulesError where no such profile is
    shipped.
    """
    terms = profile(rules).rules
    kind, usual = _KINDS[policy]

    def game(number: int) -> Game:
        rng = _chance(f"{seed}:{number}")
        regular = _Table(rng, kind(rng, style or usual), terms).game(f"sim-{seed}-{number:06d}", rules)
        chance = _chance(f"{seed}:{number}:faults")
        return inject(regular, chance) if chance.random() < faults else regular

    return (game(number) for number in range(1, games + 1))


def _chance(seed: str) -> Random:
    rng = Random()  # noqa: S311  (chance in a game, no secret)
    rng.seed(seed, version=2)
    return rng


class _Table:
    """Two players of one kind, who share their chances and play one game."""

    def __init__(self, rng: Random, player: Player, terms: Rules) -> None:
        self.rng = rng
        self.player = player
        self.terms = terms
        self.line = GameTally(terms)

    def game(self, game_id: str, rules: str) -> Game:
        """Play deals until the game is decided; the deal passes to the other player each time."""
        names = shuffled(self.rng, _NAMES)
        packets = {"A": 2 + below(self.rng, 2), "B": 2 + below(self.rng, 2)}
        dealers: tuple[Seat, Seat] = ("A", "B") if below(self.rng, 2) else ("B", "A")
        deals: list[Deal] = []
        while not self.line.over:
            dealer = dealers[len(deals) % 2]
            deals.append(self.scored(deal(self.player, dealer, packets[dealer])))
        return Game(
            format=FORMAT,
            id=game_id,
            rules=rules,
            players=Players(A=names[0], B=names[1]),
            deals=tuple(deals),
            result=self.result(),
        )

    def scored(self, played: Deal) -> Deal:
        """Write the score of a deal, and add it to the game."""
        points = score(replay_deal(played), self.terms)
        self.line.add(points, {ELDER: played.elder, YOUNGER: played.dealer}, void=False)
        return replace(played, score=DealScore(elder=points.elder.total, younger=points.younger.total))

    def result(self) -> Result:
        """Write the result as it was reckoned."""
        reckoned = self.line.result()
        return Result(
            winner=reckoned.winner,
            score=GameScore(A=reckoned.score.A, B=reckoned.score.B),
            settlement=UNSET if reckoned.settlement is None else reckoned.settlement,
            ended=reckoned.ended,
        )
