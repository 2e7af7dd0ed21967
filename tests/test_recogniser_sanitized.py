"""The recogniser under the address and undefined-behaviour sanitizers, on lines of every kind."""

from itertools import pairwise

import pytest

from piquet_records.bulk import recogniser
from piquet_records.bulk.recogniser import PLACES, Workspace, parameters
from piquet_records.record.game import to_json
from piquet_records.rules.parameters import profile
from piquet_records.simulation.games import simulate
from tests.recogniser.lines import corpus, spaced
from tests.recogniser.sanitized import NoSanitizersError, Sanitized

pytestmark = pytest.mark.skipif(not recogniser.AVAILABLE, reason="the extension is not built, or out of date")


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Sanitized:
    """Build the recogniser with sanitizers."""
    try:
        return Sanitized(tmp_path_factory.mktemp("sanitized"))
    except NoSanitizersError as reason:
        pytest.skip(str(reason))


def regular_deals(line: bytes) -> int:
    """Return how many deals of a text are regular to the extension."""
    workspace = Workspace()
    rows = list(workspace.rows(line, parameters(profile("classic").rules) or b"", canonical=True))
    return sum(
        workspace.deal(deal)[PLACES["regular"]][0]
        for row in rows
        for deal in range(row.first_deal, row.first_deal + row.deals)
    )


def test_lines_of_every_kind(sanitized: Sanitized) -> None:
    """Nothing is read or written out of bounds, and the answers are those of the extension."""
    lines = list(corpus(6, seed=41))
    assert sanitized.regular_deals(lines) == [regular_deals(line) for line in lines]


def test_every_beginning_of_a_line(sanitized: Sanitized) -> None:
    """A line cut off after each of its bytes, in both styles: the buffer ends where the text does."""
    (game,) = simulate(1, seed=42, policy="random")
    for line in (to_json(game)[:2000], spaced(to_json(game))[:2200]):
        beginnings = [line[:size] for size in range(len(line) + 1)]
        counts = sanitized.regular_deals(beginnings)
        assert all(first <= second for first, second in pairwise(counts))
        assert counts[-1] == 0


def test_small_and_odd_texts(sanitized: Sanitized) -> None:
    """Texts without a game, and nesting without an end."""
    odd = [
        b"",
        b"{",
        b"\n",
        b'{"deals":[',
        b'{"deals": [',
        b'{"a":"\\',
        b"[" * 100_000,
        b'{"deals":[' + b"{" * 50_000,
        b"\0",
    ]
    assert sanitized.regular_deals(odd) == [0] * len(odd)
