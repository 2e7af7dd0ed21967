"""Judges whole games by the bulk path where every deal of them is regular, and step by step otherwise.

The caller cannot tell which path judged: the reports are the same, in the same order. Coverage (which laws were
checked) is asked of the step-by-step judge once for each kind of regular deal, and remembered.
"""

from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any, Final

from msgspec import UNSET, Struct

from piquet_records import bulk
from piquet_records.bonus import Gain, Stage
from piquet_records.conditions import known_rules
from piquet_records.gameline import GameLine
from piquet_records.gather import Columns, gather
from piquet_records.judge import TOOL, compare_result, judge, seats
from piquet_records.record import DEFAULT_RULES, Deal, Game, sha256
from piquet_records.replay import trace
from piquet_records.report import DealReport, GameResult, Recorded, RecordRef, Report, SeatsOfDeal
from piquet_records.rules import Profile, Rules, agreed, profile
from piquet_records.scoring import Breakdown, Score, score
from piquet_records.steps import ELDER, ROLES, YOUNGER
from piquet_records.trace import END

Coverage = tuple[tuple[int, ...], ...]

_COVERAGE: Final[dict[tuple[Any, ...], Coverage]] = {}


class RegularGame(Struct, frozen=True):
    """A game that the bulk path judged: every deal regular, the result in agreement."""

    game: Game
    rules: Profile
    result: GameResult
    decided: bulk.Regular
    rows: range
    """Where its deals stand in what was decided."""

    @property
    def points(self) -> list[list[list[int]]]:
        """Of each deal, of elder and younger, the points in the order of a ``Breakdown``, from ``point`` on."""
        points: list[list[list[int]]] = self.decided.points[self.rows.start : self.rows.stop].tolist()
        return points

    @property
    def kinds(self) -> list[tuple[Any, ...]]:
        """Of each deal, what its coverage hangs on."""
        own, deals = slice(self.rows.start, self.rows.stop), self.decided.deals
        flags = (deals.announced[own].tolist(), self.decided.shown[own].tolist(), (deals.written[own, 0] >= 0).tolist())
        return [(self.rules.name, *of_deal) for of_deal in zip(*flags, strict=True)]

    @property
    def target(self) -> int | None:
        """The points that win the game."""
        return agreed(self.rules.rules, UNSET, self.game.target).target

    def report(self, file: str | None, line: int | None, *, deals: bool = True) -> Report:
        """Give the report that the step-by-step judge would give; ``deals`` may be left out of it."""
        return Report(
            tool=TOOL,
            record=RecordRef(file, line, self.game.id, sha256(self.game)),
            verdict="clean",
            rules=self.rules.name,
            target=self.target,
            deals=tuple(map(self._deal, count(), self.points, _coverages(self))) if deals else (),
            result=self.result,
        )

    def _deal(self, number: int, points: list[list[int]], coverage: Coverage) -> DealReport:
        deal = self.game.deals[number]
        elder, younger = points
        score = SeatsOfDeal(Breakdown(0, *elder), Breakdown(0, *younger))
        checked, not_checkable, unrecorded, not_judged = coverage
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


class RegularBatch(Struct, frozen=True):
    """Games under one profile, with what was decided of them."""

    decided: bulk.Regular
    games: dict[int, RegularGame]
    """The games that are regular throughout, by their places."""


def regular_batches(games: Mapping[int, Game]) -> list[RegularBatch]:
    """Judge in bulk what can be judged so of games by their places; a batch for each profile."""
    by_rules: dict[str, list[int]] = {}
    for place, game in games.items():
        if game.conventions is UNSET:
            by_rules.setdefault(game.rules if game.rules is not UNSET else DEFAULT_RULES, []).append(place)
    batches = [_batch([games[place] for place in places], places, name) for name, places in by_rules.items()]
    return [batch for batch in batches if batch is not None]


def regular_games(games: Sequence[Game]) -> dict[int, RegularGame]:
    """Give those games that are regular throughout, by their place in the sequence."""
    batches = regular_batches(dict(enumerate(games)))
    return {place: game for batch in batches for place, game in batch.games.items()}


def _batch(games: Sequence[Game], places: Sequence[int], rules: str) -> RegularBatch | None:
    if rules not in known_rules():
        return None
    named = profile(rules)
    columns = gather(games) if bulk.covers(named.rules) else None
    if columns is None or not columns.games:
        return None
    decided = bulk.judge(columns, named.rules)
    rows = [range(*ends) for ends in pairwise(columns.first_deal)]
    kept = [games[place] for place in columns.games]
    results = _results(kept, named.rules, decided)
    found = zip([places[place] for place in columns.games], kept, results, rows, strict=True)
    regular = {
        place: RegularGame(game, named, result, decided, own) for place, game, result, own in found if result is not None
    }
    return RegularBatch(decided, regular)


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


def _results(games: Sequence[Game], rules: Rules, decided: bulk.Regular, rows: Sequence[range]) -> list[GameResult | None]:
    """Give the results of games; None where a deal is not regular, or comes after the end, or the table's differs.

    A game to a number of points is summed up in bulk; where both pass it in the last deal, or a number of deals ends
    the game, it is added up deal by deal.
    """
    starts = np.array([own.start for own in rows])
    lasts = np.array([own.stop - 1 for own in rows])
    all_regular = np.logical_and.reduceat(decided.regular, starts).tolist()
    sums = np.add.reduceat(_by_seat(games, rows, decided.total), starts)
    before = (sums - _by_seat(games, rows, decided.total)[lasts]).max(axis=1).tolist()
    results: list[GameResult | None] = []
    return results


def _coverages(regular: RegularGame) -> list[Coverage]:
    """Give which laws were checked in each deal, as the step-by-step judge says it."""
    unsaid = [deal.packets is UNSET for deal in regular.game.deals]
    keys = [(*kind, number > 0, number > 1, *_packets(unsaid, number)) for number, kind in enumerate(regular.kinds)]
    if any(key not in _COVERAGE for key in keys):
        report = judge(regular.game)
        for key, deal in zip(keys, report.deals, strict=True):
            _COVERAGE[key] = (deal.checked, deal.not_checkable, deal.unrecorded, deal.not_judged)
    return [_COVERAGE[key] for key in keys]


def _packets(unsaid: Sequence[bool], number: int) -> tuple[bool, bool, bool]:
    """Tell of a deal what the law on the number of cards given hangs on: where that number is not written."""
    own = unsaid[number % 2 : number : 2]
    return unsaid[number], any(own), all(own)
