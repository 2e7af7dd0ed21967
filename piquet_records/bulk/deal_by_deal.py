"""Judges a game deal by deal: regular deals as the recogniser found them, the others step by step.

One odd deal does not send the others of its game to the judge. Of a regular deal, the laws ask only how it follows the
deals before it: who dealt, how many cards were given at a time, and whether one of those deals was made again (laws 7
and 12).
"""

from typing import Final

from msgspec import UNSET, Struct

from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.bulk.regular_deal import RegularDeal
from piquet_records.record.consistency import is_redealt
from piquet_records.record.game import Deal, Game
from piquet_records.ruling.judge import judge_game
from piquet_records.ruling.judged import JudgedGame

_ENDINGS: Final = (UNSET, "target", "deals", "unfinished")
"""The endings of which no law has to say anything in a regular deal."""


class GameInParts(Struct, frozen=True):
    """A judged game whose regular deals were not judged step by step."""

    judged: JudgedGame
    """Its ``deals`` are the others."""
    regular: dict[int, RegularDeal]
    """The regular deals, by number from 1."""


def judge_by_deal(game: Game, finder: RegularGames) -> RegularGame | GameInParts:
    """Judge a game; return it as a regular one if all of it is.

    The rows of regular deals are in the finder's workspace until it is used again.
    Raises UnknownRulesError if the record names a rules profile that is not shipped.
    """
    found = finder.of_game(game)
    if isinstance(found, RegularGame):
        return found
    regular = _following(game, {number: deal for number, deal in enumerate(found, start=1) if deal.regular})
    in_parts = _in_parts(game, regular)
    last = len(game.deals)
    if in_parts.judged.disagreement is not None and last in regular:  # the finding stands with the last deal
        del regular[last]
        in_parts = _in_parts(game, regular)
    return in_parts


def _in_parts(game: Game, regular: dict[int, RegularDeal]) -> GameInParts:
    judged = judge_game(game, regular={number: deal.score() for number, deal in regular.items()})
    numbers = {deal.case.number for deal in judged.deals}
    return GameInParts(judged, {number: deal for number, deal in regular.items() if number not in numbers})


def _following(game: Game, regular: dict[int, RegularDeal]) -> dict[int, RegularDeal]:
    """Return those regular deals of a game in which no law finds anything for what came before them."""
    if game.steps is not UNSET or (game.result is not UNSET and game.result.ended not in _ENDINGS):
        return {}
    packets: dict[str, object] = {}
    before: Deal | None = None
    kept = {}
    for number, deal in enumerate(game.deals, start=1):
        takes_turns = before is None or (deal.dealer != before.dealer and not is_redealt(before))
        if not takes_turns or packets.setdefault(deal.dealer, deal.packets) != deal.packets:
            break
        if number in regular:
            kept[number] = regular[number]
        before = deal
    return kept
