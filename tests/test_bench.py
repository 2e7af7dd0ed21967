"""The benchmark prints a figure for everything that it measures."""

import pytest

from bench.__main__ import main

pytestmark = pytest.mark.slow
"""It runs every benchmark on a few games."""

TINY = ["--games", "4", "--times", "2", "--deals", "60", "--repetitions", "1", "--patience", "0.01"]

PARTS = {
    "loading": [
        "DuckDB, whole command",
        "ingest : DuckDB, regular games",
        "validate, 2 x the deals : 1 x",
        "bytes a deal",
    ],
    "explaining": ["replay and score, one core, with decoding", "replay, all laws, report, one core, with decoding"],
    "asking": ["overview", "violations-by-player"],
    "others": ["PokerKit", "python-chess"],
}


@pytest.mark.parametrize("part", PARTS)
def test_each_part_gives_its_figures(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On a few games, each part runs to its end and prints a line for each thing that it measures."""
    main([*TINY, "--only", part])
    lines = capsys.readouterr().out.splitlines()
    for name in PARTS[part]:
        assert any(line.strip().startswith(name) for line in lines), name
