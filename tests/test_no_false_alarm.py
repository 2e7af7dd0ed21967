"""Regular play breaks no law: simulated games have no findings but notes.

Twenty thousand deals and more, of both kinds of players and all their styles, under both dealers; each seed is a
share of its own, so that they can run side by side.
"""

import pytest

from piquet_records.findings import Severity
from piquet_records.record.steps import CarteBlanche
from piquet_records.report.build import judge
from piquet_records.simulation.games import Policy, simulate
from piquet_records.simulation.players import OPEN, USUAL, Style
from tests.styles import VARIED

pytestmark = pytest.mark.slow
"""It judges twenty thousand deals."""

DEALS = 2_000
"""How many deals each share has at least."""
SHARES: list[tuple[int, Policy, Style]] = [
    (1, "sensible", USUAL),
    (2, "sensible", USUAL),
    (3, "sensible", OPEN),
    (4, "sensible", VARIED),
    (5, "sensible", VARIED),
    (6, "random", OPEN),
    (7, "random", OPEN),
    (8, "random", USUAL),
    (9, "random", VARIED),
    (10, "random", VARIED),
]


@pytest.mark.parametrize(("seed", "policy", "style"), SHARES, ids=[f"{seed}-{policy}" for seed, policy, _ in SHARES])
def test_regular_deals_give_nothing_but_notes(seed: int, policy: Policy, style: Style) -> None:
    """Every deal is played to its end, has the written score, and breaks no law."""
    judged, dealers, blanches = 0, set(), 0
    for game in simulate(DEALS, seed, policy=policy, style=style):
        report = judge(game)
        assert [finding.code for finding in report.findings if finding.severity == Severity.VIOLATION] == [], game.id
        assert report.verdict == "clean"
        assert report.result is not None
        assert report.result.agrees is True, game.id
        assert all(deal.outcome == "played" and deal.score == deal.as_played for deal in report.deals)
        judged += len(report.deals)
        dealers |= {deal.dealer for deal in report.deals}
        blanches += sum(isinstance(step, CarteBlanche) for deal in game.deals for step in deal.exchange or ())
        if judged >= DEALS:
            break
    assert judged >= DEALS
    assert dealers == {"A", "B"}
    assert blanches or policy == "sensible"
