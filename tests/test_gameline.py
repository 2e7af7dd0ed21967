"""The game: who wins it, how it ends, and the settlement.

Points are passed as gains in the order of points, with totals computed by hand; games that end otherwise
than by points are samples with a change.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from piquet_records.cards.terms import Role
from piquet_records.findings import LoseGame
from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import Report
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.bonus import Gain, Stage
from piquet_records.scoring.deal_score import VOID, Breakdown, Score, score
from piquet_records.scoring.game_score import GameTally, settle
from piquet_records.trace.walk import replay_deal

SAMPLE_GAMES = Path(__file__).parents[1] / "sample_games"
CLASSIC, RUBICON = profile("classic").rules, profile("rubicon").rules
DEAL_BY_B = {"elder": "A", "younger": "B"}
DEAL_BY_A = {"elder": "B", "younger": "A"}

Points = tuple[Role, int | None, Stage]


def deal(*points: Points) -> Score:
    """Return a deal's score with gains in the order of points."""
    totals: dict[Role, int | None] = {"elder": 0, "younger": 0}
    for role, made, _ in points:
        so_far = totals[role]
        totals[role] = None if so_far is None or made is None else so_far + made
    gains = tuple(Gain(role, made, stage, 0) for role, made, stage in points)
    return Score(
        Breakdown(total=totals["elder"]), Breakdown(total=totals["younger"]), gains, complete=True, tricks=(0, 0)
    )


def plain(elder: int | None, younger: int | None) -> Score:
    """Return a deal's score with two totals, the elder's first."""
    return deal(("elder", elder, Stage.PLAY), ("younger", younger, Stage.PLAY))


def line(rules: Rules = CLASSIC, *deals: Score, **changes: Any) -> GameTally:
    """Add deals to a game, B dealing first and then each in turn."""
    game = GameTally(replace(rules, **changes))
    for number, one in enumerate(deals):
        game.add(one, DEAL_BY_A if number % 2 else DEAL_BY_B, void=one is VOID)
    return game


def sample(name: str) -> dict[str, Any]:
    """Return a sample game that a test may change."""
    game: dict[str, Any] = json.loads((SAMPLE_GAMES / f"{name}.json").read_text("utf-8"))
    return game


def judged(game: dict[str, Any], **changes: Any) -> Report:
    """Judge a game with changes."""
    return judge(msgspec.convert(game | changes, Game))


def ending(report: Report) -> tuple[str | None, int | None, int | None, str]:
    """Return the winner, both totals and how the game ended."""
    result = report.result
    assert result is not None
    return result.winner, result.score.A, result.score.B, result.ended


# the target

BEFORE = plain(elder=140, younger=145)
"""A has 140 of 150, B 145; B is the elder of the next deal."""


@pytest.mark.parametrize(
    ("points", "winner"),
    [
        pytest.param([("younger", 10, Stage.CARTE_BLANCHE), ("elder", 7, Stage.POINT)], "A", id="blanche-before-point"),
        pytest.param([("elder", 5, Stage.POINT), ("younger", 15, Stage.SEQUENCES)], "B", id="point-before-sequences"),
        pytest.param([("younger", 15, Stage.SEQUENCES), ("elder", 14, Stage.SETS)], "A", id="sequences-before-sets"),
        pytest.param([("younger", 9, Stage.SETS), ("elder", 5, Stage.PLAY)], "B", id="nine-are-one-too-few"),
        pytest.param([("younger", 14, Stage.SETS), ("elder", 5, Stage.PLAY)], "A", id="calls-before-play"),
        pytest.param([("elder", 5, Stage.PLAY), ("younger", 10, Stage.AFTER)], "B", id="play-before-cards"),
    ],
)
def test_who_first_reaches_the_target_has_won(points: list[Points], winner: str) -> None:
    """The order is that of points, not of the final totals."""
    game = line(CLASSIC, BEFORE, deal(*points))
    assert (game.ended, game.winner) == ("target", winner)


def test_the_deciding_deal_counts_in_full() -> None:
    """A wins with his sequence, 150 before B has a point; B's forty after it stand in the totals, and are higher."""
    game = line(
        CLASSIC, BEFORE, deal(("younger", 15, Stage.SEQUENCES), ("elder", 12, Stage.PLAY), ("elder", 40, Stage.AFTER))
    )
    assert game.winner == "A"
    assert game.totals == {"A": 155, "B": 197}


def test_where_the_deal_is_finished_the_higher_total_wins() -> None:
    """The same deal under ``higher-total``: B has 197 against 155."""
    last = deal(("younger", 15, Stage.SEQUENCES), ("elder", 12, Stage.PLAY), ("elder", 40, Stage.AFTER))
    game = line(CLASSIC, BEFORE, last, both_pass="higher-total")  # noqa: S106 - no password
    assert (game.ended, game.winner) == ("target", "B")


@pytest.mark.parametrize(
    ("target", "outcome", "expected"),
    [
        (29, "stopped", ("A", 61, 0, "target")),
        (60, "stopped", ("A", 61, 0, "target")),
        (61, "stopped", ("A", 61, 0, "target")),
        (62, "unfinished", (None, None, None, "unfinished")),
    ],
)
def test_a_deal_may_stop_at_the_target(target: int, outcome: str, expected: tuple[Any, ...]) -> None:
    """The article's pic: 28 in hand, 29, 60 and 61 in the play; a deal that stops short of the target is cut off."""
    game = sample("pic")
    game.pop("result")
    report = judged(game, target=target)
    assert report.deals[0].outcome == outcome
    assert ending(report) == expected
    short = [finding.code for finding in report.findings]
    assert short == ([] if outcome == "stopped" else ["record-short"])


@pytest.mark.parametrize(("target", "winner"), [(107, "A"), (147, "A"), (148, None)])
def test_the_capot_comes_last(target: int, winner: str | None) -> None:
    """The article's repic and capot: 107 in hand and play, 147 with the capot."""
    report = judged(sample("repic-and-capot"), target=target, result={"winner": winner})
    assert ending(report) == (winner, 147, 0, "target" if winner else "unfinished")
    assert report.result is not None
    assert report.result.agrees is True


def test_deals_after_the_end_are_judged_and_count_nowhere() -> None:
    """A has 73 after three deals, the last of 23; for 50 points he had won with the first two (9, 25 elder's 42)."""
    game = sample("laws/record/right-result")
    report = judged(game, target=45, result={"winner": "A"})
    assert [one.after_end for one in report.deals] == [False, False, True]
    assert [one.outcome for one in report.deals] == ["played", "played", "played"]
    assert ending(report) == ("A", 55, 34, "target")


def test_a_fault_after_the_end_is_found() -> None:
    """It is judged like any other; but nobody can lose a game that is over."""
    game = sample("laws/record/right-result")
    game["deals"][2]["play"][6:] = [{"act": "throw-in", "by": "elder", "mixed": True, "adversary_mixed": True}]
    game["deals"][2].pop("score")
    report = judged(game, target=45, result={"winner": "A"})
    [finding] = report.deals[2].findings
    assert (finding.code, finding.status) == ("law-26.threw-in", "noted")
    assert ending(report) == ("A", 55, 34, "target")


# deals without a score, and scores that are not known


def test_a_void_deal_makes_no_points_and_is_not_counted() -> None:
    """Of four agreed deals the second is void: the fifth recorded deal is the fourth that counts."""
    four = line(CLASSIC, plain(10, 20), VOID, plain(30, 5), plain(1, 2), deals=4)
    assert not four.over
    four.add(plain(7, 7), DEAL_BY_B, void=False)
    assert (four.ended, four.winner, four.totals) == ("deals", "A", {"A": 49, "B": 33})


def test_an_unknown_score_decides_nothing() -> None:
    """If a point is unknown, so is the player who first reached the target, and every later total."""
    game = line(CLASSIC, BEFORE, deal(("younger", None, Stage.SEQUENCES), ("elder", 12, Stage.PLAY)), plain(40, 40))
    assert game.result().score.A is None
    assert (game.winner, game.result().ended) == (None, "unfinished")
    assert game.ends_with(plain(1, 1), DEAL_BY_B, void=False) is None


def test_what_comes_before_an_unknown_point_decides() -> None:
    """B reaches 150 with his point, before A's unknown sequences count."""
    game = line(CLASSIC, BEFORE, deal(("elder", 5, Stage.POINT), ("younger", None, Stage.SEQUENCES)))
    assert (game.ended, game.winner) == ("target", "B")
    assert (game.totals["A"], game.totals["B"]) == (None, 150)


def test_a_result_that_cannot_be_computed_is_not_compared() -> None:
    """A card that the elder cannot have makes his score unknown; the written winner and totals are not contradicted."""
    game = sample("laws/record/card-left-played")
    written = {"winner": "A", "score": {"A": 99, "B": 1}, "ended": "target"}
    report = judged(game, result=written)
    assert [finding.code for finding in report.findings] == ["record-card"]
    assert report.result is not None
    assert report.result.agrees is None


# rubicon


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        pytest.param(130, 110, 120, id="difference-and-100"),
        pytest.param(130, 100, 130, id="not-below-the-rubicon"),
        pytest.param(130, 99, 329, id="sum-and-100-below-it"),
        pytest.param(90, 80, 270, id="the-winner-below-it-too"),
        pytest.param(120, 120, 0, id="level"),
    ],
)
def test_settlement(first: int, second: int, points: int) -> None:
    """Difference and 100; sum and 100 if the loser has less than 100; no settlement of equal totals."""
    assert (settle(first, second), settle(second, first)) == (points, points)


SIX = [plain(20, 20)] * 5
"""Five deals; each player has 100 after them."""


def test_six_deals_end_a_rubicon() -> None:
    """A, who is younger in the sixth, has 110 against 130: difference 20, and 100."""
    result = line(RUBICON, *SIX, plain(30, 10)).result()
    assert (result.winner, result.score.A, result.score.B, result.settlement, result.ended) == (
        "B",
        110,
        130,
        120,
        "deals",
    )


def test_five_deals_do_not() -> None:
    """The game is unfinished, and nothing is settled."""
    result = line(RUBICON, *SIX).result()
    assert (result.winner, result.settlement, result.ended) == (None, None, "unfinished")


def test_level_after_six_deals_settles_nothing() -> None:
    """Nobody has won, and no further deal was recorded."""
    result = line(RUBICON, *SIX, plain(15, 15)).result()
    assert (result.winner, result.settlement, result.ended) == (None, 0, "deals")


def test_level_after_six_two_further_deals_decide() -> None:
    """115 each after six; the seventh and the eighth give A 20 and 8, B 10 and 12: 143 and 137."""
    game = line(RUBICON, *SIX, plain(15, 15), plain(20, 10))
    assert not game.over
    game.add(plain(12, 8), DEAL_BY_A, void=False)
    result = game.result()
    assert (result.winner, result.score.A, result.score.B, result.settlement) == ("A", 143, 137, 106)


def test_level_again_after_eight_deals_settles_nothing() -> None:
    """There are no more than two further deals."""
    game = line(RUBICON, *SIX, plain(15, 15), plain(20, 10), plain(10, 0))
    assert (game.ended, game.winner, game.result().settlement) == ("deals", None, 0)


# games that end otherwise

FOUR_CARDS = {"act": "throw-in", "by": "younger", "mixed": True, "adversary_mixed": True}


def test_a_forfeiture_counts_what_came_before_it() -> None:
    """Five, six and six in hand and eight leads are 25; tricks after the fault count for nobody, though written."""
    game = sample("laws/law-26/taken-up-again")
    game.pop("result")
    game["deals"][0]["play"][8] = FOUR_CARDS
    report = judged(game)
    assert report.deals[0].outcome == "thrown-in"
    assert (report.deals[0].score.elder.total, report.deals[0].score.younger.total) == (25, 0)
    assert (report.deals[0].as_played.elder.total, report.deals[0].as_played.younger.total) == (38, 3)
    assert ending(report) == ("A", 25, 0, "thrown-in")


@pytest.mark.parametrize(
    ("tricks", "elder", "younger"),
    [pytest.param(12, 38, 3, id="after-the-last-card"), pytest.param(11, 28, 1, id="before-the-last-trick")],
)
def test_cards_are_counted_where_the_deal_was_played_out(tricks: int, elder: int, younger: int) -> None:
    """17 in hand, eleven leads and ten for the cards; the younger wins the eleventh trick, leads the last and wins it.

    A fault after the last card takes nothing away; one before the last trick takes that trick and the cards.
    """
    facts = replay_deal(msgspec.convert(sample("laws/law-26/taken-up-again"), Game).deals[0])
    fault = LoseGame("elder", facts.standing_tricks[tricks - 1].follow_moment)
    ruled = score(facts, CLASSIC, [fault])
    assert (ruled.elder.total, ruled.younger.total) == (elder, younger)


@pytest.mark.parametrize(("target", "winner", "ended"), [(25, "A", "target"), (26, "A", "thrown-in")])
def test_a_game_that_is_won_cannot_be_lost(target: int, winner: str, ended: str) -> None:
    """Here the elder throws his cards in: with 25 points he has won a game for 25 before, and loses a longer one."""
    game = sample("laws/law-26/adversary-mixed")
    game["deals"][0]["play"][8] = FOUR_CARDS | {"by": "elder"}
    report = judged(game, target=target)
    assert ending(report) == ("A" if ended == "target" else "B", 25, 0, ended)
    assert report.deals[0].outcome == ("stopped" if ended == "target" else "thrown-in")
    [finding] = report.findings
    assert finding.status == ("noted" if ended == "target" else "open")
    assert winner == "A"


def test_of_two_forfeitures_the_first_decides() -> None:
    """The younger is caught with his discard after five tricks; that the elder then throws in no longer matters."""
    game = sample("laws/law-26/adversary-mixed")
    play = game["deals"][0]["play"]
    play[8] = FOUR_CARDS | {"by": "elder"}
    play.insert(5, {"act": "retake", "by": "younger", "cards": "TH", "puts": "TC", "bad_faith": True})
    report = judged(game)
    statuses = {finding.code: finding.status for finding in report.findings}
    assert statuses["law-28.retook-discard"] == "open"
    assert statuses["law-26.threw-in"] == "noted"
    assert ending(report)[0::3] == ("A", "forfeited")


def test_the_table_may_have_settled_a_forfeiture() -> None:
    """A written winner who is not the loser is the remedy; the loser as winner is a fault of the record besides."""
    game = sample("laws/law-26/adversary-mixed")
    right = judged(game, result={"winner": "A"})
    assert [(f.code, f.status) for f in right.findings] == [("law-26.threw-in", "remedied")]
    wrong = judged(game, result={"winner": "B"})
    assert [(f.code, f.status) for f in wrong.findings] == [("law-26.threw-in", "open"), ("record-result", "open")]


def test_a_game_that_is_put_off_has_no_winner() -> None:
    """Both agreed: the totals stand as they are."""
    report = judged(sample("laws/law-25/put-off"))
    assert ending(report) == (None, 38, 44, "postponed")


def test_a_game_that_was_put_off_goes_on_where_deals_follow() -> None:
    """The game is postponed after the first deal and continued: the second deal counts."""
    game = sample("laws/law-25/put-off")
    for step in game["steps"]:
        step["deal"] = 1
    report = judged(game, result={"ended": "unfinished"})
    assert ending(report) == (None, 38, 44, "unfinished")
    assert not report.deals[1].after_end


def test_deals_after_a_player_left_count_nowhere() -> None:
    """B leaves after the first deal: A has won it, whatever the second brings."""
    game = sample("laws/law-25/left-unanswered")
    game["steps"] = [{"act": "abandon", "by": "B", "deal": 1}]
    report = judged(game)
    assert [one.after_end for one in report.deals] == [False, True]
    assert ending(report) == ("A", 12, 31, "abandoned")


def test_a_line_that_never_reaches_the_target_has_no_winner() -> None:
    """38 and 44 of 150: nobody has won, and a written winner is a fault of the record."""
    game = sample("laws/law-25/put-off")
    game.pop("steps")
    assert ending(judged(game, result={"winner": None})) == (None, 38, 44, "unfinished")
    [finding] = judged(game, result={"winner": "B"}).findings
    assert (finding.code, finding.at, finding.status) == ("record-result", "/result/winner", "open")
