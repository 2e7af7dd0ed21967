"""Games of simulated players, written as records. They break no law unless a fault is asked for.

The same seed gives the same games, byte for byte, on every machine and in every Python version: ``Random.random()`` is
the only source of random numbers, because Python promises that its results never change. What the players choose is in
``players.py``, and how they play a deal in ``deals.py``. Here they play deals until a game is decided.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, Literal

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.terms import Seat
from piquet_records.record.game import FORMAT, Deal, DealScore, Game, GameScore, Players, Result
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.deal_score import score
from piquet_records.scoring.game_score import GameTally
from piquet_records.simulation.deals import play_deal
from piquet_records.simulation.faults import inject
from piquet_records.simulation.players import (
    OPEN,
    USUAL,
    Player,
    RandomPlayer,
    SensiblePlayer,
    Style,
    random_below,
    shuffled,
)
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
    """Yield games one by one, as simulated players play and write them.

    With the policy ``sensible`` they discard and play with some judgement and rarely sink a holding; with ``random``
    they exchange and play any lawful cards and call all they hold. ``style`` replaces the usual style of the policy.
    The last deal of a game is always played to its end. ``faults`` is the chance that a game gets a fault, which its
    ``x`` names; the other games are the same as without faults. Raises UnknownRulesError if there is no such profile.
    """
    terms = profile(rules).rules
    kind, usual = _KINDS[policy]

    def game(number: int) -> Game:
        rng = _generator(f"{seed}:{number}")
        regular = _GameInPlay(rng, kind(rng, style or usual), terms).game(f"sim-{seed}-{number:06d}", rules)
        fault_rng = _generator(f"{seed}:{number}:faults")
        return inject(regular, fault_rng) if fault_rng.random() < faults else regular

    return (game(number) for number in range(1, games + 1))


def _generator(seed: str) -> Random:
    rng = Random()  # noqa: S311 - shuffles cards, keeps no secret
    rng.seed(seed, version=2)
    return rng


class _GameInPlay:
    """A game between two players of one kind, who share one source of random numbers."""

    def __init__(self, rng: Random, player: Player, terms: Rules) -> None:
        self.rng = rng
        self.player = player
        self.terms = terms
        self.tally = GameTally(terms)

    def game(self, game_id: str, rules: str) -> Game:
        """Play deals until the game is decided. The players deal in turn."""
        names = shuffled(self.rng, _NAMES)
        packets = {"A": 2 + random_below(self.rng, 2), "B": 2 + random_below(self.rng, 2)}
        dealers: tuple[Seat, Seat] = ("A", "B") if random_below(self.rng, 2) else ("B", "A")
        deals: list[Deal] = []
        while not self.tally.over:
            dealer = dealers[len(deals) % 2]
            deals.append(self.scored(play_deal(self.player, dealer, packets[dealer])))
        return Game(
            format=FORMAT,
            id=game_id,
            rules=rules,
            players=Players(A=names[0], B=names[1]),
            deals=tuple(deals),
            result=self.result(),
        )

    def scored(self, played: Deal) -> Deal:
        """Return a deal with its score, and add the score to the game."""
        points = score(replay_deal(played), self.terms)
        self.tally.add(points, played.seats, void=False)
        return replace(played, score=DealScore(elder=points.elder.total, younger=points.younger.total))

    def result(self) -> Result:
        """Return the result of the game as a record writes it."""
        totals = self.tally.result()
        return Result(
            winner=totals.winner,
            score=GameScore(A=totals.score.A, B=totals.score.B),
            settlement=UNSET if totals.settlement is None else totals.settlement,
            ended=totals.ended,
        )
