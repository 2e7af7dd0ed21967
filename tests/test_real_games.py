"""The games in ``sample_games``: each is a record, and scores what its source says, kind by kind.

The figures are added up by hand from the source; one that a source does not give follows from its cards.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from piquet_records.record.game import Game
from piquet_records.record.reading import read
from piquet_records.report.build import judge

SAMPLE_GAMES = Path(__file__).parents[1] / "sample_games"
NAMES = sorted(file.stem for file in SAMPLE_GAMES.glob("*.json"))

Points = dict[str, int | None]
OPEN = None
"""It depends on a card that the source leaves open."""
NOT_PLAYED: Points = {"play": OPEN, "last_trick": OPEN, "cards": OPEN, "capot": OPEN}


class Expected(NamedTuple):
    """The parts of both breakdowns that are not 0."""

    elder: Points
    younger: Points


EXPECTED = {
    "pic": Expected({"point": 7, "sequences": 7, "sets": 14, "pique": 30, "play": 3}, {}),
    "repic-and-capot": Expected({"point": 6, "sequences": 15, "sets": 14, "repique": 60, "play": 12, "capot": 40}, {}),
    "disadvantage-of-dealing": Expected(
        {"play": 1}, {"point": 6, "sequences": 15, "sets": 14, "play": 12, "capot": 40}
    ),
    "announcements": Expected({"point": 6, "play": 1}, {"sequences": 15, "sets": 14, "play": 1}),
    "cavendish-playing-01": Expected({"play": 5}, {"point": 4, "play": 1}),
    "cavendish-playing-03": Expected({"point": 5, "sequences": 4, "play": 5}, {"sets": 3}),
    "cavendish-playing-05": Expected({"point": 5, "sets": 14, "play": OPEN}, {"play": 7}),
    "cavendish-playing-07": Expected({"point": 5, "sequences": 4, "play": 6}, {"sets": 3, "play": OPEN}),
    "cavendish-playing-09": Expected(NOT_PLAYED, {"sets": 3} | NOT_PLAYED),
    "cavendish-playing-11": Expected({"point": 5, "play": 2}, {"play": 4}),
    "cavendish-playing-15": Expected(
        {"point": 5, "sequences": 6, "sets": 6, "play": 9, "cards": 10}, {"play": 4, "last_trick": 1}
    ),
    "cavendish-playing-17-divided": Expected(
        {"point": 6, "sequences": 15, "sets": 3, "play": 7, "last_trick": 1}, {"play": 7}
    ),
    "cavendish-playing-17-pique": Expected(
        {"point": 6, "sequences": 15, "sets": 3, "pique": 30, "play": 6}, {"play": 7, "last_trick": 1, "cards": 10}
    ),
    "cavendish-playing-19": Expected({"point": 3, "sets": 3, "play": 3}, {"sequences": 4, "play": 7}),
    "cavendish-sinking-03": Expected({"play": 10}, {"point": 6, "sets": 3}),
    "two-player-games-example": Expected(
        {"sets": 6, "play": 9, "last_trick": 1, "cards": 10}, {"point": 4, "sequences": 3, "play": 7}
    ),
    "worked-hand-denied-repique": Expected(
        {"point": 7, "sequences": 32, "repique": 60, "play": 8, "cards": 10},
        {"sets": 9, "play": 5, "last_trick": 1},
    ),
    "hoyle-greatest-deal": Expected(
        {"point": 3, "sequences": 12, "sets": 42, "repique": 60, "play": 12, "last_trick": 1, "capot": 40}, {}
    ),
}

WRITTEN_TOTALS = {
    "repic-and-capot": (147, 0),
    "disadvantage-of-dealing": (1, 87),
    "cavendish-playing-17-divided": (32, 7),
    "cavendish-playing-17-pique": (60, 18),
    "two-player-games-example": (26, 14),
    "hoyle-greatest-deal": (170, 0),
}

TOLD_PLAY = {
    "cavendish-playing-15": (9, 5),
    "cavendish-playing-17-divided": (8, 7),
    "cavendish-playing-17-pique": (6, 8),
}
"""The points of the play by Cavendish, with the extra point of the last trick."""


def sample(name: str) -> Game:
    """Read one of the sample games."""
    (game,) = read(SAMPLE_GAMES / f"{name}.json")
    assert isinstance(game, Game)
    return game


def parts(breakdown: Any) -> Points:
    """Return the parts of a breakdown that are not 0, without the total."""
    named = {name: getattr(breakdown, name) for name in breakdown.__struct_fields__ if name != "total"}
    return {name: points for name, points in named.items() if points != 0}


def total(points: Points) -> int | None:
    """Add up parts. If a part is None, so is the sum."""
    given = [value for value in points.values() if value is not None]
    return sum(given) if len(given) == len(points) else None


def test_every_game_is_expected_and_listed() -> None:
    """No sample game is untested or missing from the list."""
    assert set(NAMES) == set(EXPECTED)
    listed = (SAMPLE_GAMES / "README.md").read_text("utf-8")
    assert [name for name in NAMES if f"`{name}.json`" not in listed] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_names_its_source(name: str) -> None:
    """Each game is filed under its id and says where it stands, by which rules, and what was inferred."""
    game = sample(name)
    assert game.id == name
    assert game.rules in {"classic", "rubicon"}
    assert game.notes
    for field in ("title", "author", "year", "where"):
        assert getattr(game.source, field)


@pytest.mark.parametrize("name", EXPECTED)
def test_scores_by_kind(name: str) -> None:
    """Both breakdowns are those of the source."""
    expected = EXPECTED[name]
    score = judge(sample(name)).deals[0].score
    assert (parts(score.elder), parts(score.younger)) == (expected.elder, expected.younger)
    assert (score.elder.total, score.younger.total) == (total(expected.elder), total(expected.younger))


@pytest.mark.parametrize(("name", "totals"), WRITTEN_TOTALS.items(), ids=WRITTEN_TOTALS)
def test_totals_in_print(name: str, totals: tuple[int, int]) -> None:
    """The totals in print are those that the rules give."""
    score = judge(sample(name)).deals[0].score
    assert (score.elder.total, score.younger.total) == totals


@pytest.mark.parametrize(("name", "play"), TOLD_PLAY.items(), ids=TOLD_PLAY)
def test_play_in_print(name: str, play: tuple[int, int]) -> None:
    """The points in play are those that Cavendish tells."""
    score = judge(sample(name)).deals[0].score
    assert (score.elder.play + score.elder.last_trick, score.younger.play + score.younger.last_trick) == play


@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "worked-hand-denied-repique"])
def test_source_agrees_with_the_rules(name: str) -> None:
    """Counts and scores in print raise no finding."""
    report = judge(sample(name))
    assert report.deals[0].findings == ()
    assert report.verdict == "clean"


def test_a_count_in_print_is_compared() -> None:
    """A spoken count that is one too low would have been noted."""
    game = sample("two-player-games-example")
    (deal,) = game.deals
    wrong = replace(deal, counts=(*deal.counts[:-1], (15, 14)))
    (finding,) = judge(replace(game, deals=(wrong,))).deals[0].findings
    assert (finding.code, finding.trick) == ("record-count", 12)


def test_denied_repique_is_reported() -> None:
    """The report on a source that denies the repique of 39 in point and sequences says that its 57 should be 117."""
    report = judge(sample("worked-hand-denied-repique"))
    deal = report.deals[0]
    assert [finding.code for finding in deal.findings] == ["record-score"]
    assert report.verdict == "violations"
    assert (deal.score.elder.total, deal.score.younger.total) == (117, 15)


def test_only_untold_calls_are_assumed() -> None:
    """If a source has no calls, the score assumes that both called all they hold, and the report says so."""
    assert [name for name in EXPECTED if judge(sample(name)).deals[0].assumed] == ["cavendish-playing-07"]


@pytest.mark.parametrize(
    ("name", "ended", "winner"),
    [("repic-and-capot", "unfinished", None), ("hoyle-greatest-deal", "target", "A")],
)
def test_result(name: str, ended: str, winner: str | None) -> None:
    """147 is not yet the 150 of a game; 170 is beyond Hoyle's 101."""
    result = judge(sample(name)).result
    assert (result.ended, result.winner) == (ended, winner)
