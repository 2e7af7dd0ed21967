"""Judges whole games by the bulk path where every deal of them is regular, and step by step otherwise.

The caller cannot tell which path judged: the reports are the same, in the same order. Coverage (which laws were
checked) is asked of the step-by-step judge once for each kind of regular deal, and remembered.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from piquet_records import bulk
from piquet_records.bonus import Gain, Stage
from piquet_records.gameline import GameLine
from piquet_records.gather import gather
from piquet_records.judge import TOOL, compare_result, judge, seats
from piquet_records.record import DEFAULT_RULES, Deal, Game, sha256
from piquet_records.replay import trace
from piquet_records.report import DealReport, GameResult, Recorded, RecordRef, Report, SeatsOfDeal
from piquet_records.rules import Profile, Rules, agreed, profile
from piquet_records.scoring import Breakdown, Score, score
from piquet_records.steps import ELDER, YOUNGER
from piquet_records.trace import END

Coverage = tuple[tuple[int, ...], ...]

_COVERAGE: Final[dict[tuple[Any, ...], Coverage]] = {}


class RegularGame(Struct, frozen=True):
    """A game that the bulk path judged: every deal regular, the result in agreement."""

    game: Game
    rules: Profile
    target: int | None
    result: GameResult
    breakdowns: list[tuple[Breakdown, Breakdown]]
    """Of each deal, the elder's and the younger's."""
    coverage: list[Coverage]

    def report(self, file: str | None, line: int | None) -> Report:
        """Give the report that the step-by-step judge would give."""
        return Report(
            tool=TOOL,
            record=RecordRef(file, line, self.game.id, sha256(self.game)),
            verdict="clean",
            rules=self.rules.name,
            target=self.target,
            deals=tuple([self._deal(number) for number in range(len(self.breakdowns))]),
            result=self.result,
        )

    def _deal(self, number: int) -> DealReport:
        deal = self.game.deals[number]
        score = SeatsOfDeal(*self.breakdowns[number])
        checked, not_checkable, unrecorded, not_judged = self.coverage[number]
        return DealReport(
            deal=number + 1,
            dealer=deal.dealer,
            elder=deal.elder,
            outcome="played",
            score=score,
            as_played=score,
            recorded=None if deal.score is UNSET else Recorded(deal.score.elder, deal.score.younger),
            checked=checked,
            not_checkable=not_checkable,
            unrecorded=unrecorded,
            not_judged=not_judged,
        )


def regular_games(games: Sequence[Game]) -> dict[int, RegularGame]:
    """Give those games that are regular throughout, by their place in the sequence."""
    by_rules: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        if game.conventions is UNSET:
            by_rules.setdefault(game.rules if game.rules is not UNSET else DEFAULT_RULES, []).append(place)
    found: dict[int, RegularGame] = {}
    for name, places in by_rules.items():
        named = profile(name)
        if bulk.covers(named.rules):
            found.update(_under_rules([games[place] for place in places], places, named))
    return found


def _under_rules(games: Sequence[Game], places: Sequence[int], named: Profile) -> Iterator[tuple[int, RegularGame]]:
    columns = gather(games)
    if not columns.games:
        return
    decided = bulk.judge(columns, named.rules)
    regular = decided.regular.tolist()
    rows: list[list[list[int]]] = bulk.breakdowns(decided).tolist()
    shown = decided.shown.tolist()
    for kept, place in enumerate(columns.games):
        first, end = columns.first_deal[kept], columns.first_deal[kept + 1]
        if not all(regular[first:end]):
            continue
        game = games[place]
        breakdowns = [(Breakdown(0, *elder), Breakdown(0, *younger)) for elder, younger in rows[first:end]]
        result = _result(game, named.rules, breakdowns) if _deals_follow(game.deals) else None
        if result is None:
            continue
        kinds = [
            (named.name, columns.announced[row], shown[row], columns.written[row][0] >= 0) for row in range(first, end)
        ]
        target = agreed(named.rules, UNSET, game.target).target
        yield places[place], RegularGame(game, named, target, result, breakdowns, _coverages(game, kinds))


def _deals_follow(deals: Sequence[Deal]) -> bool:
    """Tell whether the deal passes on each time, and each dealer gives cards as he began to, by two or three."""
    packets: dict[str, Any] = {}
    before = None
    for deal in deals:
        if deal.dealer == before or deal.packets not in (2, 3, UNSET):
            return False
        if packets.setdefault(deal.dealer, deal.packets) != deal.packets:
            return False
        before = deal.dealer
    return True


def _result(game: Game, rules: Rules, breakdowns: Sequence[tuple[Breakdown, Breakdown]]) -> GameResult | None:
    """Give the result of a game; None where deals come after its end, or the table's result differs."""
    line = GameLine(agreed(rules, UNSET, game.target))
    for deal, (elder, younger) in zip(game.deals, breakdowns, strict=True):
        if line.over:
            return None
        roles = seats(deal)
        totals = [
            (line.totals[roles[role]] or 0) + (made.total or 0) for role, made in ((ELDER, elder), (YOUNGER, younger))
        ]
        both_pass = min(totals) >= (line.target or END)
        line.add(_score(deal, rules, (elder, younger), both_pass=both_pass), roles, void=False)
    result, disagreement = compare_result(game, line.result())
    return None if disagreement else result


def _score(deal: Deal, rules: Rules, made: tuple[Breakdown, Breakdown], *, both_pass: bool) -> Score:
    """Give a deal's score for the game's line: where both pass the target in it, point by point."""
    if both_pass:
        return score(trace(deal), rules)
    elder, younger = made
    gains = (Gain(ELDER, elder.total, Stage.PLAY, 0), Gain(YOUNGER, younger.total, Stage.PLAY, 0))
    return Score(elder, younger, gains, complete=True, tricks=(0, 0))


def _coverages(game: Game, kinds: Sequence[tuple[Any, ...]]) -> list[Coverage]:
    """Give which laws were checked in each deal, as the step-by-step judge says it."""
    unsaid = [deal.packets is UNSET for deal in game.deals]
    keys = [(*kind, number > 0, number > 1, *_packets(unsaid, number)) for number, kind in enumerate(kinds)]
    if any(key not in _COVERAGE for key in keys):
        report = judge(game)
        for key, deal in zip(keys, report.deals, strict=True):
            _COVERAGE[key] = (deal.checked, deal.not_checkable, deal.unrecorded, deal.not_judged)
    return [_COVERAGE[key] for key in keys]


def _packets(unsaid: Sequence[bool], number: int) -> tuple[bool, bool, bool]:
    """Tell of a deal what the law on the number of cards given hangs on: where that number is not written."""
    own = unsaid[number % 2 : number : 2]
    return unsaid[number], any(own), all(own)
