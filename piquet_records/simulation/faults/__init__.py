"""Faults injected into regular games, each with all findings that must follow: one injector for each finding code.

They test the judge, and programs that read its reports. An injected game names its faults under ``x``:
``{"injected": [{"codes": [...], "deal": 3, "player": "A"}]}``, with one entry for each player.
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
from piquet_records.simulation.faults import calling, dealing, exchanging, looking, playing, recording, refusing
from piquet_records.simulation.faults.regular_deal import ExpectedFinding, Injection, Injector, RegularDeal, rules_of
from piquet_records.simulation.players import shuffled

INJECTORS: Final[dict[str, Injector]] = {
    **dealing.INJECTORS,
    **exchanging.INJECTORS,
    **calling.INJECTORS,
    **looking.INJECTORS,
    **playing.INJECTORS,
    **recording.INJECTORS,
    **refusing.INJECTORS,
}
"""The injector of each finding code. The findings that it expects may include other codes."""


def inject(game: Game, rng: Random) -> Game:
    """Inject one random fault into a regular game, and label it.

    Returns the game unchanged if no fault can be injected. Raises UnknownRulesError if the record names an unknown
    rules profile.
    """
    codes = tuple(INJECTORS if rules_of(game).laws_judged else OF_RECORD)
    for code in shuffled(rng, codes):
        injection = injected(game, code, rng)
        if injection is not None:
            return labelled(injection)
    return game


def injected(game: Game, code: str, rng: Random) -> Injection | None:
    """Inject the fault of a code into a deal that has no findings. Return None if no such deal offers the occasion.

    A deal's score is written if no ruling changes it, and the result of the game if that is so for every deal: the
    table could have written them without an arbiter.
    """
    clean = tuple(deal.deal - 1 for deal in judge(game).deals if not deal.findings)
    for deal_index in shuffled(rng, clean):
        injection = INJECTORS[code](RegularDeal.of(game, deal_index, rng))
        if injection is not None:
            return replace(injection, game=_written_down(injection.game))
    return None


def _written_down(game: Game) -> Game:
    """Write the scores and the result that an injector left open."""
    if game.result is not UNSET:
        return game
    report = judge(game)
    deals = tuple([_scored(deal, judged) for deal, judged in zip(game.deals, report.deals, strict=True)])
    agreed = report.result is not None and all(deal.score is not UNSET for deal in deals)
    return replace(game, deals=deals, result=_result(report.result) if agreed and report.result else UNSET)


def _scored(deal: Deal, judged: DealReport) -> Deal:
    elder, younger = judged.score.elder.total, judged.score.younger.total
    if deal.score is not UNSET or judged.score != judged.as_played or None in (elder, younger):
        return deal
    return replace(deal, score=DealScore(elder=elder, younger=younger))


def _result(computed: GameResult) -> Result:
    score = GameScore(A=computed.score.A, B=computed.score.B)
    return Result(winner=computed.winner, score=score, ended=computed.ended)


def labelled(injection: Injection) -> Game:
    """Return the game with the names of its faults under ``x``."""
    game, deal = injection.game, injection.game.deals[injection.deal_index]
    codes: dict[Seat | None, list[str]] = {}
    for finding in injection.expected:
        codes.setdefault(_seat(finding, deal), []).append(finding.code)
    entries = [{"codes": found, "deal": injection.deal_index + 1, "player": player} for player, found in codes.items()]
    extra: dict[str, Any] = {} if game.x is UNSET else game.x
    return replace(game, x=extra | {"injected": entries})


def _seat(finding: ExpectedFinding, deal: Deal) -> Seat | None:
    return next((seat for role, seat in deal.seats.items() if role == finding.by), None)


__all__ = ["INJECTORS", "ExpectedFinding", "Injection", "Injector", "RegularDeal", "inject", "injected", "labelled"]
