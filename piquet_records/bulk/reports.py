"""Reports on regular games and deals: the same that the step-by-step judge would make.

Which laws were checked in a regular deal depends on what its record says and leaves out. The judge is asked once for
each such shape of a deal, and its answer is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from piquet_records.bulk.deal_by_deal import GameInParts
from piquet_records.bulk.recogniser import Workspace
from piquet_records.bulk.regular import RegularGame
from piquet_records.bulk.regular_deal import RegularDeal, regular_deal
from piquet_records.record.game import Game
from piquet_records.record.reading import decode
from piquet_records.report.build import TOOL, build_report, judge
from piquet_records.report.model import DealReport, RecordRef, Report, RoleBreakdowns, WrittenScore
from piquet_records.rules.parameters import Overrides, Rules
from piquet_records.ruling.coverage import Coverage

Shape = tuple[Rules, tuple[bool, ...], bool, bool, bool, bool, bool]

_COVERAGE: Final[dict[Shape, Coverage]] = {}


def regular_report(regular: RegularGame, workspace: Workspace, file: str | None, line: int | None) -> Report:
    """Return the report on a regular game, whose rows are in a workspace."""
    row, header = regular.row, regular.header
    deals = {
        number: regular_deal(workspace, row.first_deal + number - 1, regular.rules)
        for number in range(1, row.deals + 1)
    }
    unwritten = [deal.packets is None for deal in deals.values()]
    conventions = header.conventions.given() if isinstance(header.conventions, Overrides) else {}
    return Report(
        tool=TOOL,
        record=RecordRef(file, line, header.id, regular.sha256),
        verdict="clean",
        rules=regular.profile,
        conventions=msgspec.to_builtins(conventions),
        target=regular.rules.target,
        deals=tuple(_deal_reports(deals, unwritten, lambda: _decoded(regular.raw))),
        result=regular.result,
    )


def report_in_parts(found: GameInParts, file: str | None, line: int | None, lang: str) -> Report:
    """Return the report on a game of which some deals are regular."""
    game = found.judged.game
    unwritten = [deal.packets is UNSET for deal in game.deals]
    regular = _deal_reports(found.regular, unwritten, lambda: game)
    return build_report(found.judged, file=file, line=line, lang=lang, regular=regular)


def _deal_reports(
    deals: Mapping[int, RegularDeal], unwritten: Sequence[bool], game: Callable[[], Game]
) -> list[DealReport]:
    """Return the reports on regular deals by number.

    ``unwritten``: whether it is not written, of each deal of the game, how many cards were given at a time. ``game`` is
    called if the judge has to be asked.
    """
    shapes = {number: _shape(deal, number, unwritten) for number, deal in deals.items()}
    if any(shape not in _COVERAGE for shape in shapes.values()):
        reports = judge(game()).deals
        for number, shape in shapes.items():
            report = reports[number - 1]
            _COVERAGE[shape] = Coverage(report.checked, report.not_checkable, report.unrecorded, report.not_judged)
    return [_deal_report(number, deal, _COVERAGE[shapes[number]]) for number, deal in deals.items()]


def _shape(deal: RegularDeal, number: int, unwritten: Sequence[bool]) -> Shape:
    """Return what the coverage of a deal depends on: its own shape, and the law on the number of cards given.

    That law asks for the number in this deal, and in the dealer's earlier ones; the dealers take turns.
    """
    own = unwritten[(number - 1) % 2 : number - 1 : 2]
    return (deal.rules, deal.shape, number > 1, number > 2, unwritten[number - 1], any(own), all(own))


def _deal_report(number: int, deal: RegularDeal, coverage: Coverage) -> DealReport:
    elder, younger = deal.breakdowns()
    return DealReport(
        deal=number,
        dealer=deal.dealer,
        elder=deal.elder,
        outcome="played",
        score=RoleBreakdowns(elder, younger),
        as_played=RoleBreakdowns(elder, younger),
        recorded=None if deal.written is None else WrittenScore(*deal.written),
        checked=coverage.checked,
        not_checkable=coverage.not_checkable,
        unrecorded=coverage.unrecorded,
        not_judged=coverage.not_judged,
    )


def _decoded(raw: bytes) -> Game:
    game = decode(raw)
    assert isinstance(game, Game)  # noqa: S101 - narrows the type; a game that was recognised is a record
    return game
