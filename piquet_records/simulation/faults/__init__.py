"""Faults injected into regular games, each with all that the judge must find: one injector for every finding code.

They serve to test the judge, and anything that reads its reports. An injected game says what was done to it under
``x``: ``{"injected": [{"codes": [...], "deal": 3, "player": "A"}]}``, one entry for each player.
"""

from random import Random
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.terms import Seat
from piquet_records.record.game import Deal, DealScore, Game, GameScore, Result
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport
from piquet_records.ruling.status import OF_RECORD
from piquet_records.scoring.game_score import GameResult
from piquet_records.simulation.faults import calling, dealing, exchanging, looking, playing, recording
from piquet_records.simulation.faults.occasion import ExpectedFinding, Injection, Injector, RegularDeal, rules_of
from piquet_records.simulation.players import shuffled

INJECTORS: Final[dict[str, Injector]] = {
    **dealing.INJECTORS,
    **exchanging.INJECTORS,
    **calling.INJECTORS,
    **looking.INJECTORS,
    **playing.INJECTORS,
    **recording.INJECTORS,
}
"""What injects each finding code; what it declares may hold other codes besides."""


def inject(game: Game, rng: Random) -> Game:
    """Inject one fault into a regular game, as chance has it, and label it.

    Gives the game as it is where no fault finds an occasion. Raises UnknownRulesError where the record names a rules
    profile that is not shipped.
    """
    codes = tuple(INJECTORS if rules_of(game).laws_judged else OF_RECORD)
    for code in shuffled(rng, codes):
        injection = injected(game, code, rng)
        if injection is not None:
            return labelled(injection)
    return game


def injected(game: Game, code: str, rng: Random) -> Injection | None:
    """Inject a certain fault into one of a game's deals of which nothing is to be found; None where none offers it.

    What the table could write without a ruling is written: the score where the laws leave it as it was played, and
    the result where they do so in every deal.
    """
    clean = tuple(deal.deal - 1 for deal in judge(game).deals if not deal.findings)
    for place in shuffled(rng, clean):
        injection = INJECTORS[code](RegularDeal.of(game, place, rng))
        if injection is not None:
            return replace(injection, game=_written_down(injection.game))
    return None


def _written_down(game: Game) -> Game:
    """Write the scores and the result that an injector left open."""
    if game.result is not UNSET:
        return game
    report = judge(game)
    deals = tuple([_scored(deal, told) for deal, told in zip(game.deals, report.deals, strict=True)])
    agreed = report.result is not None and all(deal.score is not UNSET for deal in deals)
    return replace(game, deals=deals, result=_result(report.result) if agreed and report.result else UNSET)


def _scored(deal: Deal, told: DealReport) -> Deal:
    elder, younger = told.score.elder.total, told.score.younger.total
    if deal.score is not UNSET or told.score != told.as_played or None in (elder, younger):
        return deal
    return replace(deal, score=DealScore(elder=elder, younger=younger))


def _result(told: GameResult) -> Result:
    return Result(winner=told.winner, score=GameScore(A=told.score.A, B=told.score.B), ended=told.ended)


def labelled(injection: Injection) -> Game:
    """Write under ``x`` what was injected into a game."""
    game, deal = injection.game, injection.game.deals[injection.place]
    codes: dict[Seat | None, list[str]] = {}
    for find in injection.finds:
        codes.setdefault(_seat(find, deal), []).append(find.code)
    entries = [{"codes": found, "deal": injection.place + 1, "player": player} for player, found in codes.items()]
    extra: dict[str, Any] = {} if game.x is UNSET else game.x
    return replace(game, x=extra | {"injected": entries})


def _seat(find: ExpectedFinding, deal: Deal) -> Seat | None:
    return {"elder": deal.elder, "younger": deal.dealer}.get(find.by or "")


__all__ = ["INJECTORS", "Find", "Injection", "Injector", "Occasion", "inject", "injected", "labelled"]
