"""Faults of the record itself, and written numbers against computed ones.

Each test changes one thing of a regular sample; one slip gives one finding, and it is nobody's fault.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import Report, ReportFinding
from tests.evidence import lacking

LAWS = Path(__file__).parents[1] / "sample_games" / "laws"


def sample(name: str) -> dict[str, Any]:
    """Return a sample game that a test may change."""
    game: dict[str, Any] = json.loads((LAWS / f"{name}.json").read_text("utf-8"))
    return game


def deal(name: str) -> dict[str, Any]:
    """Read the deal of a sample of one deal."""
    [one] = sample(name)["deals"]
    return dict(one)


def judged(*deals: dict[str, Any], **game: Any) -> Report:
    """Judge a game; every sentence of its findings must be concrete, in both languages."""
    record = {"format": "piquet-record/1", "id": "faulty", "players": {"A": "Agathe", "B": "Simon"}, "deals": deals}
    report = judge(msgspec.convert(record | game, Game))
    for finding in report.findings:
        evidence = {"by": finding.by, "trick": finding.trick, **finding.evidence}
        assert not lacking(finding.code, "message", evidence), finding
        assert not lacking(finding.code, "ruling", evidence), finding
    return report


def only(report: Report) -> ReportFinding:
    """Return the only finding. It is about the record, so it has no law and no player."""
    [finding] = report.findings
    assert (finding.law, finding.by, finding.player) == (None, None, None)
    return finding


def said(report: Report) -> tuple[str, str, str | None]:
    """Return code, place and status of the only finding."""
    finding = only(report)
    return finding.code, finding.at, finding.status


# cards that cannot be

UNFINISHED = {"result": {"ended": "unfinished"}}


PLAY = ["AC 9C", "AH 9H", "QC 8S", "JS AS", "AD QD", "KD 9S", "JD 8C", "TD JC", "9D TH", "KH QH", "8D JH", "QS KS"]
"""Another lawful play of the deal: the elder has the lead for four tricks."""


@pytest.mark.parametrize(
    ("trick", "text", "holder"),
    [
        pytest.param(4, "JS AS", None, id="as-it-was"),
        pytest.param(4, "KD AS", "elder", id="a-lead-out-of-the-others-hand"),
        pytest.param(4, "AH AS", "elder", id="a-lead-that-was-played-before"),
        pytest.param(4, "7S AS", "elder", id="a-lead-out-of-the-discard"),
        pytest.param(3, "QC JS", "younger", id="a-follow-out-of-the-others-hand"),
        pytest.param(3, "QC 9C", "younger", id="a-follow-that-was-played-before"),
        pytest.param(3, "QC KC", "younger", id="a-follow-that-was-left"),
    ],
)
def test_one_card_written_wrong_is_one_finding(trick: int, text: str, holder: str | None) -> None:
    """A wrong card from anywhere gives no further finding, such as a lead out of turn or a revoke."""
    one = deal("record/right-score") | {"play": list(PLAY)}
    one.pop("score")
    one["play"][trick - 1] = text
    found = [(f.code, f.at, f.status, f.evidence["holder"]) for f in judged(one, **UNFINISHED).findings]
    assert found == ([("record-card", f"/deals/0/play/{trick - 1}", "open", holder)] if holder else [])


def test_after_a_wrong_card_what_hangs_on_the_hand_is_null() -> None:
    """The elder's calls, and the play of both, are not checkable; the younger's calls are."""
    report = judged(deal("record/card-left-played"), **UNFINISHED)
    assert only(report).evidence["holder"] == "elder"
    score = report.deals[0].score
    assert (score.elder.sets, score.elder.play, score.younger.play, score.younger.cards) == (None, None, None, None)
    assert (score.younger.point, score.younger.sequences) == (5, 4)
    assert {1, 3, 4, 14} <= set(report.deals[0].not_checkable)


def test_a_wrong_card_hides_no_other_deal() -> None:
    """A wrong card in the first of two deals leaves the second checked and scored."""
    first, second = sample("law-25/put-off")["deals"]
    last = first["play"][11].split()
    first = first | {"play": [*first["play"][:11], f"{last[0]} {first['exchange'][1]['discard'].split()[0]}"]}
    report = judged({**first, "score": {"elder": 1, "younger": 1}}, second, **UNFINISHED)
    assert only(report).at == "/deals/0/play/11"
    assert report.deals[1].score.elder.total == 26


@pytest.mark.parametrize("name", ["card-of-the-other-discarded", "card-shown-not-held", "held-differs"])
def test_a_wrong_card_outside_the_play_is_one_finding(name: str) -> None:
    """Discarded, shown or held: the code is the same, and it is the only finding."""
    assert only(judged(deal(f"record/{name}"), **UNFINISHED)).code == "record-card"


# steps that cannot follow


def test_nothing_follows_a_redeal() -> None:
    """A whole deal written after the new deal was asked for is one fault, not one for each list."""
    one = deal("record/right-score") | {"dealing": [{"act": "redeal", "by": "elder"}]}
    one.pop("score")
    codes = [finding.code for finding in judged(one, **UNFINISHED).findings]
    assert codes.count("record-order") == 1


@pytest.mark.parametrize(
    ("place", "index", "step", "reason"),
    [
        ("exchange", 2, {"act": "exchange", "by": "elder", "discard": "AC", "draw": 1}, "second-exchange"),
        ("exchange", 0, {"act": "change-discard", "by": "elder", "cards": "7S"}, "no-discard"),
        ("exchange", 2, {"act": "put-back", "by": "younger", "count": 2, "seen": False}, "not-drawn"),
        ("declarations", 0, {"act": "correct", "by": "elder", "what": "point", "of": 5, "cards": 0}, "no-such-call"),
        ("declarations", 6, {"act": "show", "by": "younger", "what": "set", "cards": "KD"}, "no-such-call"),
        ("play", 5, {"act": "answer", "by": "elder", "what": "which-set", "rank": "Q"}, "no-question"),
        ("play", 3, {"act": "rewind", "by": "elder", "to": 4}, "nothing-to-take-back"),
        ("play", 12, "7S 7C", "thirteenth-trick"),
    ],
)
def test_steps_that_cannot_follow(place: str, index: int, step: Any, reason: str) -> None:
    """Each gives one finding at its place."""
    one = deal("record/right-score")
    one.pop("score")
    one[place] = [*one[place][:index], step, *one[place][index:]]
    finding = only(judged(one, **UNFINISHED))
    assert (finding.code, finding.at) == ("record-order", f"/deals/0/{place}/{index}")
    assert finding.evidence["variant"] == reason


def test_after_a_broken_list_of_calls_their_points_are_null() -> None:
    """A correction without a call: point, sequences and sets of both are not checkable; the play is."""
    one = deal("record/right-score")
    one["declarations"].append({"act": "correct", "by": "elder", "what": "set", "of": 9, "cards": 0})
    report = judged(one, **UNFINISHED)
    score = report.deals[0].score
    assert (score.elder.point, score.elder.sets, score.younger.sequences) == (None, None, None)
    assert (score.elder.play, score.younger.play, score.younger.cards) == (5, 9, 10)
    assert {5, 6, 14, 22} <= set(report.deals[0].not_checkable)


# the written score


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ((12, 29), []),
        ((12, None), []),
        ((None, None), []),
        ((13, 29), ["/deals/0/score/elder"]),
        ((None, 28), ["/deals/0/score/younger"]),
        ((29, 12), ["/deals/0/score/elder", "/deals/0/score/younger"]),
    ],
)
def test_a_written_score_is_compared_role_by_role(written: tuple[Any, Any], places: list[str]) -> None:
    """Six for two trios and six in the play make 12; ten called, nine in the play and ten for the cards make 29."""
    one = deal("record/right-score") | {"score": {"elder": written[0], "younger": written[1]}}
    report = judged(one, **UNFINISHED)
    assert [(finding.code, finding.at) for finding in report.findings] == [("record-score", at) for at in places]


def test_a_wrong_score_is_reported_with_both_and_the_breakdown() -> None:
    """It names the written score, the entries that the laws give, and the score as played."""
    evidence = only(judged(deal("record/wrong-score"), **UNFINISHED)).evidence
    assert (evidence["found"], evidence["expected"], evidence["difference"], evidence["as_played"]) == (30, 29, 1, 29)
    assert evidence["breakdown"]["cards"] == 10
    assert "variant" not in evidence


GIVEN = "law-27/played-all-the-same"
"""As played 10 and 23, as ruled 8 and 24."""


@pytest.mark.parametrize(
    ("written", "variants"),
    [((8, 24), []), ((10, 23), ["as-played", "as-played"]), ((10, 24), ["as-played"]), ((9, 24), [None])],
)
def test_where_a_ruling_changes_the_score_the_ruled_one_is_right(written: tuple[int, int], variants: list[Any]) -> None:
    """A score written as played is wrong, and the finding says that it is the score as played."""
    one = deal(GIVEN) | {"score": {"elder": written[0], "younger": written[1]}}
    wrong = [f.evidence.get("variant") for f in judged(one, **UNFINISHED).findings if f.code == "record-score"]
    assert wrong == variants


FALSE_SET = "law-14/false-set"


@pytest.mark.parametrize(
    ("elder", "younger", "status"),
    [
        pytest.param("ruled", "ruled", "remedied", id="both-as-ruled"),
        pytest.param("ruled", None, "remedied", id="one-as-ruled"),
        pytest.param("ruled", "played", "open", id="one-as-played"),
        pytest.param("played", "played", "open", id="both-as-played"),
        pytest.param(None, None, "open", id="nothing"),
    ],
)
def test_a_table_that_wrote_the_ruled_score_has_settled_it(elder: str | None, younger: str | None, status: str) -> None:
    """If the written score is the one as ruled, and that differs from the score as played, it is the remedy."""
    one = deal(FALSE_SET)
    report = judged(one, **UNFINISHED).deals[0]
    totals = {
        "ruled": (report.score.elder.total, report.score.younger.total),
        "played": (report.as_played.elder.total, report.as_played.younger.total),
        None: (None, None),
    }
    assert totals["ruled"][0] != totals["played"][0]
    assert totals["ruled"][1] != totals["played"][1]
    one["score"] = {"elder": totals[elder][0], "younger": totals[younger][1]}
    [finding] = [f for f in judged(one, **UNFINISHED).findings if f.code == "law-14.false-call"]
    assert finding.status == status


# the written result


@pytest.mark.parametrize(
    ("result", "at"),
    [
        ({"winner": "A", "score": {"A": 73, "B": 57}, "ended": "target"}, None),
        ({"winner": "A", "score": {"A": None, "B": 57}}, None),
        ({"winner": "B", "score": {"A": 73, "B": 57}, "ended": "target"}, "/result/winner"),
        ({"winner": None}, "/result/winner"),
        ({"score": {"A": 72, "B": 57}}, "/result/score/A"),
        ({"score": {"A": 73, "B": 58}}, "/result/score/B"),
        ({"winner": "A", "ended": "unfinished"}, "/result/ended"),
    ],
)
def test_a_written_result(result: dict[str, Any], at: str | None) -> None:
    """A has 9, 25 and 23 as elder and younger of three deals and B the rest; the game was for 71."""
    game = sample("record/right-result")
    report = judge(msgspec.convert(game | {"result": result}, Game))
    assert [(finding.code, finding.at) for finding in report.findings] == ([("record-result", at)] if at else [])
    assert report.result is not None
    assert report.result.agrees is (at is None)
    assert all(finding.status == "open" for finding in report.deals[-1].findings)


@pytest.mark.parametrize("result", [{}, {"settlement": None}, {"score": {"A": None, "B": None}}])
def test_where_nothing_was_written_nothing_agrees(result: dict[str, Any]) -> None:
    """Agreement is null if nothing was written that could be compared."""
    report = judge(msgspec.convert(sample("record/right-result") | {"result": result}, Game))
    assert report.result is not None
    assert (report.result.agrees, report.findings) == (None, [])


def test_several_wrong_fields_are_one_finding() -> None:
    """It names the first, and lists them all."""
    game = sample("record/right-result") | {"result": {"winner": "B", "score": {"A": 1, "B": 2}, "ended": "deals"}}
    [finding] = judge(msgspec.convert(game, Game)).findings
    assert finding.evidence["differs"] == ["winner", "score/A", "score/B", "ended"]


# spoken counts


def counted(*changes: tuple[int, int, Any]) -> Report:
    """Judge the deal with some of its right counts changed: trick, column, count."""
    one = deal("record/right-count")
    for trick, column, spoken in changes:
        one["counts"][trick - 1][column] = spoken
    return judged(one, **UNFINISHED)


def test_the_counts_of_the_sample() -> None:
    """The elder leads three times, and counts once more at each of the last tricks that he takes."""
    assert counted().findings == []


def test_of_a_run_of_wrong_counts_only_the_first_is_named() -> None:
    """Wrong at tricks 5 to 7 is one slip; wrong again at the ninth is another; each player has his own."""
    report = judged(deal("record/wrong-count"), **UNFINISHED)
    assert (only(report).severity, only(report).trick) == ("note", 5)
    assert report.verdict == "clean"
    right = deal("record/right-count")["counts"]
    again = counted((5, 0, right[4][0] + 1), (7, 0, right[6][0] + 1), (7, 1, right[6][1] - 1))
    assert [(f.trick, f.evidence["holder"]) for f in again.findings] == [(5, "elder"), (7, "elder"), (7, "younger")]


def test_a_count_not_heard_does_not_end_a_run() -> None:
    """Wrong at tricks 5 and 7, with no count recorded between them: one finding."""
    right = deal("record/right-count")["counts"]
    report = counted((5, 0, right[4][0] + 1), (6, 0, None), (7, 0, right[6][0] + 1))
    assert [finding.trick for finding in report.findings] == [5]


def test_counts_of_tricks_taken_back_have_their_place() -> None:
    """One entry a trick as written: after the rewind the count goes back, and the trick keeps its number."""
    one = deal("record/right-count")
    again = [*one["play"][:3], {"act": "rewind", "by": "elder", "to": 3}, *one["play"][2:]]
    counts = [*one["counts"][:3], *one["counts"][2:]]
    one |= {"play": again, "counts": counts}
    assert "record-count" not in {finding.code for finding in judged(one, **UNFINISHED).findings}
    counts[3] = [counts[3][0] + 5, counts[3][1]]
    [finding] = [f for f in judged(one, **UNFINISHED).findings if f.code == "record-count"]
    assert (finding.at, finding.trick) == ("/deals/0/counts/3", 3)


# a play that stops


def stopped(*steps: Any, **game: Any) -> set[str]:
    """Cut a play off after nine tricks, with other entries after them. Return the codes found."""
    one = deal("record/cut-off")
    one["play"] = [*one["play"], *steps]
    return {finding.code for finding in judged(one, **game).findings}


THROW = {"act": "throw-in", "by": "younger", "mixed": False, "adversary_mixed": False}
LEAVE = {"act": "abandon", "by": "A", "deal": 1}


@pytest.mark.parametrize(
    ("steps", "game"),
    [
        pytest.param([], {"result": {"ended": "unfinished"}}, id="unfinished"),
        pytest.param([], {"target": 9}, id="at-the-target"),
        pytest.param([THROW], {}, id="thrown-in"),
        pytest.param([{"act": "redeal", "by": "elder"}], {}, id="redealt"),
        pytest.param([], {"steps": [LEAVE]}, id="abandoned"),
        pytest.param([], {"steps": [LEAVE | {"act": "postpone"}]}, id="postponed"),
        pytest.param([], {"steps": [LEAVE | {"deal": 2}]}, id="abandoned-in-a-deal-that-was-not-begun"),
        pytest.param(
            [{"act": "retake", "by": "elder", "cards": "TH", "puts": "QS", "bad_faith": True}], {}, id="lost-by-a-fault"
        ),
    ],
)
def test_a_play_may_stop_where_the_record_says_why(steps: list[Any], game: dict[str, Any]) -> None:
    """Each of these explains why the play stops."""
    assert "record-short" not in stopped(*steps, **game)


@pytest.mark.parametrize(
    ("steps", "game"),
    [
        pytest.param([], {}, id="nothing"),
        pytest.param([], {"target": 10}, id="one-point-below-the-target"),
        pytest.param([], {"result": {"ended": "target"}}, id="target-only-written"),
        pytest.param([THROW, "TS 7D"], {}, id="thrown-in-and-taken-up-again"),
        pytest.param([{"act": "notice", "by": "elder", "what": "misdeal", "looked": True}], {}, id="a-notice"),
    ],
)
def test_a_play_may_not_stop_without_a_word(steps: list[Any], game: dict[str, Any]) -> None:
    """None of these explains why the play stops."""
    one = deal("record/cut-off")
    if "TS 7D" in steps:
        steps = [THROW, lawful_tenth(one)]
    assert "record-short" in stopped(*steps, **game)


def lawful_tenth(one: dict[str, Any]) -> str:
    """Return a tenth trick of the deal that was cut off: the elder has the lead."""
    assert one["play"][8] == "8D JD"
    return "QS 8H"


def test_only_the_last_deal_may_be_unfinished() -> None:
    """The same cut in the first of two deals is a fault, whatever the result says."""
    first, second = sample("law-25/put-off")["deals"]
    first = {name: part for name, part in first.items() if name != "score"} | {"play": first["play"][:9]}
    report = judged(first, second, **UNFINISHED)
    assert said(report) == ("record-short", "/deals/0/play", "open")


def test_a_void_deal_is_not_short() -> None:
    """A void deal need not be played to its end; here the pack has a card twice."""
    one = deal("record/cut-off")
    one["talon"] = one["talon"].replace("9C", "7C")
    codes = {finding.code for finding in judged(one).findings}
    assert "law-23.faulty-pack" in codes
    assert "record-short" not in codes
