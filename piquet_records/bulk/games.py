"""Judges whole games by the bulk path where every deal of them is regular, and step by step otherwise.

The caller cannot tell which path judged: the reports are the same, in the same order. Coverage (which laws were
checked) is asked of the step-by-step judge once for each kind of regular deal, and remembered.
Twin: ``scoring.game_score.GameTally`` has the same rules for the end of a game.
"""

from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import UNSET, Struct

from piquet_records.bulk import deals
from piquet_records.bulk.columns import gather
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Seat
from piquet_records.record.consistency import known_rules
from piquet_records.record.game import DEFAULT_RULES, Deal, Game, sha256
from piquet_records.record.reading import (
    Document,
    Entry,
    GameEntry,
    RecordFault,
    decode_by_types,
    entry,
    has_doubled_key,
)
from piquet_records.report.build import TOOL, judge
from piquet_records.report.model import DealReport, RecordRef, Report, RoleBreakdowns, WrittenScore
from piquet_records.rules.parameters import Profile, Rules, agreed, profile
from piquet_records.ruling.written_vs_computed import compare_result
from piquet_records.scoring.bonus import Gain, Stage
from piquet_records.scoring.deal_score import Breakdown, Score, score
from piquet_records.scoring.game_score import GameResult, GameTally, Totals
from piquet_records.trace.facts import NEVER
from piquet_records.trace.walk import replay_deal

Coverage = tuple[tuple[int, ...], ...]

_COVERAGE: Final[dict[tuple[Any, ...], Coverage]] = {}


class RegularGame(Struct, frozen=True):
    """A game that the bulk path judged: every deal regular, the result in agreement."""

    game: Game
    rules: Profile
    result: GameResult
    decided: deals.Regular
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
        score = RoleBreakdowns(Breakdown(0, *elder), Breakdown(0, *younger))
        checked, not_checkable, unrecorded, not_judged = coverage
        return DealReport(
            deal=number + 1,
            dealer=deal.dealer,
            elder=deal.elder,
            outcome="played",
            score=score,
            as_played=score,
            recorded=None if deal.score is UNSET else WrittenScore(deal.score.elder, deal.score.younger),
            checked=checked,
            not_checkable=not_checkable,
            unrecorded=unrecorded,
            not_judged=not_judged,
        )


class RegularBatch(Struct, frozen=True):
    """Games under one profile, with what was decided of them."""

    decided: deals.Regular
    games: dict[int, RegularGame]
    """The games that are regular throughout, by their places."""


def regular_batches(games: Mapping[int, Game]) -> list[RegularBatch]:
    """Judge in bulk what can be judged so of games by their places; a batch for each profile."""
    by_rules: dict[str, list[int]] = {}
    for place, game in games.items():
        if game.conventions is UNSET and game.start is UNSET:
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
    columns = gather(games) if deals.covers(named.rules) else None
    if columns is None or not columns.games:
        return None
    decided = deals.judge(columns, named.rules)
    rows = [range(*ends) for ends in pairwise(columns.first_deal)]
    kept = [games[place] for place in columns.games]
    results = _results(kept, rows, named.rules, decided)
    found = zip([places[place] for place in columns.games], kept, results, rows, strict=True)
    regular = {
        place: RegularGame(game, named, result, decided, own)
        for place, game, result, own in found
        if result is not None
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


def _results(
    games: Sequence[Game], rows: Sequence[range], rules: Rules, decided: deals.Regular
) -> list[GameResult | None]:
    """Give the result of each game; None where it is not regular throughout, or the table's result differs."""
    starts, lasts = [own.start for own in rows], [own.stop - 1 for own in rows]
    elder_is_a = np.array([deal.dealer == "B" for game in games for deal in game.deals])[:, None]
    by_seat = np.where(elder_is_a, decided.total, decided.total[:, ::-1])
    sums = np.add.reduceat(by_seat, starts)
    earlier = sums - by_seat[lasts]
    terms = [rules if game.target is UNSET else agreed(rules, UNSET, game.target) for game in games]
    needed = np.array([[one.target or 0] for one in terms]) - earlier
    elder_first = deals.elder_first(decided, lasts, np.where(elder_is_a[lasts], needed, needed[:, ::-1]))
    a_first = (elder_first == elder_is_a[lasts, 0]).tolist()
    regular = np.logical_and.reduceat(decided.regular, starts).tolist()
    ends = map(_End, sums.tolist(), earlier.tolist(), a_first)
    return [
        _result(game, one, decided.total[own.start : own.stop], end) if right and _deals_follow(game.deals) else None
        for game, one, own, end, right in zip(games, terms, rows, ends, regular, strict=True)
    ]


class _End(NamedTuple):
    """How a game stands at the end, by seat."""

    sums: list[int]
    earlier: list[int]
    """The same without the last deal."""
    a_first: bool
    """Where both pass the target in the last deal: whether A does so first."""


def _result(game: Game, rules: Rules, totals: deals.Numbers, end: _End) -> GameResult | None:
    """Give the result of a game; None where deals come after its end, or the table's result differs."""
    if rules.target is None or rules.deals is not None:
        result = _added_up(game, rules, totals.tolist())
    else:
        result = _to_target(rules, rules.target, end)
    if result is None:
        return None
    compared, disagreement = compare_result(game.result, result)
    return None if disagreement else compared


def _to_target(rules: Rules, target: int, end: _End) -> GameResult | None:
    """Give the result of a game to a number of points; None where deals come after its end."""
    if max(end.earlier) >= target:
        return None
    a, b = end.sums
    over = max(a, b) >= target
    winner: Seat | None = None
    if min(a, b) >= target and rules.both_pass != "higher-total":  # noqa: S105 - no password
        winner = "A" if end.a_first else "B"
    elif over and a != b:
        winner = "A" if a > b else "B"
    return GameResult(
        winner=winner, score=Totals(a, b), settlement=None, ended="target" if over else "unfinished", agrees=None
    )


def _added_up(game: Game, rules: Rules, totals: Sequence[tuple[int, int]]) -> GameResult | None:
    """Give the result of a game that a number of deals ends; None where deals come after its end."""
    line = GameTally(rules)
    for deal, made in zip(game.deals, totals, strict=True):
        if line.over:
            return None
        roles = deal.seats
        reached = [(line.totals[roles[role]] or 0) + points for role, points in zip(ROLES, made, strict=True)]
        line.add(_score(deal, rules, made, both_pass=min(reached) >= (line.target or NEVER)), roles, void=False)
    return line.result()


def _score(deal: Deal, rules: Rules, made: tuple[int, int], *, both_pass: bool) -> Score:
    """Give a deal's score for the game's line: where both pass the target in it, point by point."""
    if both_pass:
        return score(replay_deal(deal), rules)
    elder, younger = made
    gains = (Gain(ELDER, elder, Stage.PLAY, 0), Gain(YOUNGER, younger, Stage.PLAY, 0))
    return Score(Breakdown(total=elder), Breakdown(total=younger), gains, complete=True, tricks=(0, 0))


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


class InBulk(NamedTuple):
    """A batch of documents, with what the bulk path says of it."""

    found: list[tuple[Entry, RegularGame | None]]
    """Each document in order; where the bulk path did not judge it, that is left to the step-by-step judge."""
    batches: list[RegularBatch]
    """The same by columns; a game's place is that of its document."""


def judged_in_bulk(documents: Sequence[Document | RecordFault]) -> InBulk:
    """Decode a batch, and judge in bulk what can be judged so.

    The bulk path looks at the cards and fields that it takes by itself, so only what it leaves is decoded in full.
    """
    games = {
        place: game
        for place, document in enumerate(documents)
        if isinstance(document, Document) and (game := decode_by_types(document.raw)) is not None
    }
    batches = regular_batches(games)
    regular = {place: game for batch in batches for place, game in batch.games.items()}
    return InBulk([_found(document, regular.get(place)) for place, document in enumerate(documents)], batches)


def _found(document: Document | RecordFault, regular: RegularGame | None) -> tuple[Entry, RegularGame | None]:
    if isinstance(document, RecordFault):
        return document, None
    if regular is not None and not has_doubled_key(document.raw, regular.game):
        return GameEntry(document.file, document.line, document.raw, regular.game), regular
    return entry(document), None
