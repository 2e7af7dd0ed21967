"""Holds what the recogniser accepts against the authority: decoding, the step-by-step judge, SHA-256."""

from collections.abc import Sequence

from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.bulk.regular_deal import regular_deal
from piquet_records.record.game import Game
from piquet_records.record.reading import decode
from piquet_records.report.build import judge


def accepted(lines: Sequence[bytes]) -> int:
    """Return how many of some lines are regular games to the recogniser; each of them must be one to the judge.

    Raises AssertionError for a game on which they differ.
    """
    lines = [line for line in lines if line.strip()]
    finder = RegularGames(canonical=True)
    found = list(finder.find(b"\n".join(lines)))
    assert [row.line for row, _ in found] == list(range(len(lines)))
    games = [(game, line) for (_, game), line in zip(found, lines, strict=True) if game is not None]
    for game, line in games:
        _agree(finder, game, line)
    return len(games)


def _agree(finder: RegularGames, regular: RegularGame, line: bytes) -> None:
    game = decode(line.strip())
    assert isinstance(game, Game), line
    report = judge(game)
    assert report.verdict == "clean", line
    assert report.result == regular.result, line
    assert report.record.sha256 == regular.sha256, line
    assert report.rules == regular.profile, line
    assert len(report.deals) == regular.row.deals, line
    for number, deal in enumerate(report.deals):
        row = regular_deal(finder.workspace, regular.row.first_deal + number, regular.rules)
        assert not deal.findings, line
        assert (deal.outcome, deal.after_end, deal.assumed) == ("played", False, False), line
        assert deal.score is not None, line
        assert (deal.score.elder, deal.score.younger) == row.breakdowns(), line
        assert (deal.dealer, deal.elder) == (row.dealer, row.elder), line
