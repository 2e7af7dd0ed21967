"""Two records of one disputed deal: where they differ, what each comes to, and what each difference changes."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import piquet_records as piquet
from piquet_records.cli import app
from piquet_records.record.game import Game
from piquet_records.ruling.comparing import Comparison, FindingKey, compare

LAWS = Path(__file__).parent.parent / "sample_games" / "laws"


def document(name: str) -> dict[str, Any]:
    """Return a sample record as plain data."""
    found: dict[str, Any] = json.loads((LAWS / f"{name}.json").read_text("utf-8"))
    return found


def compared(first: dict[str, Any], second: dict[str, Any]) -> Comparison:
    """Compare two records given as plain data."""
    return compare(msgspec.convert(first, Game), msgspec.convert(second, Game))


def totals(comparison: Comparison) -> list[tuple[int | None, int | None]]:
    """Return the points of the first deal as ruled, in each of two records."""
    return [
        (side.deals[0].scores.as_ruled.elder.total, side.deals[0].scores.as_ruled.younger.total)
        for side in (comparison.first, comparison.second)
    ]


def test_a_call_withdrawn_in_one_record_only():
    """Without the false trio (law 14) the elder keeps 6 for the point, 4 for the quart and 8 for the play.

    With it he scores only the play, and the younger, who has 7, calls a quart (4) when it is found out.
    """
    found = compared(document("law-14/false-set"), document("law-14/false-set-mended"))
    assert totals(found) == [(8, 11), (18, 7)]
    assert not found.same_outcome
    assert found.only_first == (FindingKey(1, "law-14.false-call", "elder"),)
    assert found.only_second == ()
    assert [(trial.difference.field, trial.difference.deal) for trial in found.trials] == [
        ("declarations", 1),
        ("play", 1),
    ]
    assert found.causes(found.only_first[0]) == (1,)
    withdrawn = found.trials[0]
    assert withdrawn.goes == found.only_first
    assert withdrawn.comes == (FindingKey(1, "law-05.late-call", "younger"),), "his quart has no ground any more"


def test_tricks_that_follow_from_one_another_are_one_difference():
    """The younger follows suit in one record; every later trick then differs, and they are tried together."""
    found = compared(document("law-01/revoke"), document("law-01/followed"))
    (trial,) = found.trials
    assert (trial.difference.field, trial.difference.at) == ("play", (2, 12))
    assert found.causes(FindingKey(1, "law-01.revoke", "younger")) == (1,)


def test_records_that_differ_only_in_words_come_to_the_same():
    changed = document("law-01/revoke") | {"id": "other", "notes": "seen by the second player", "date": "1890"}
    changed["deals"][0]["notes"] = "a remark"
    found = compared(document("law-01/revoke"), changed)
    assert found.same_outcome
    assert found.trials == ()
    assert set(found.ignored) >= {"id", "notes", "date"}


def test_a_difference_that_makes_the_record_contradict_itself_decides_nothing():
    """A card exchanged between the two hands in one record: half of it alone would put one card in both hands."""
    first = document("law-01/revoke")
    second = json.loads(json.dumps(first))
    hands = second["deals"][0].get("held") or second["deals"][0]["hands"]
    elder, younger = hands["elder"].split(), hands["younger"].split()
    elder[0], younger[0] = younger[0], elder[0]
    hands["elder"], hands["younger"] = " ".join(elder), " ".join(younger)
    found = compared(first, second)
    assert [trial.difference.path[-1] for trial in found.trials] == ["elder", "younger"]
    assert all(trial.impossible for trial in found.trials)
    for key in (*found.only_first, *found.only_second):
        assert key.code in ("record-card", "record-order") or found.causes(key) == ()


def test_records_with_another_number_of_deals():
    first = document("law-01/revoke")
    second = json.loads(json.dumps(first))
    second["deals"].append(second["deals"][0] | {"dealer": "A" if first["deals"][0]["dealer"] == "B" else "B"})
    found = compared(first, second)
    added = next(trial for trial in found.trials if trial.difference.deal == 2)
    assert added.difference.first is None
    assert added.judged is not None
    assert len(added.judged.deals) == 2
    assert not found.same_outcome


def test_other_rules_are_a_difference():
    """Under ``rubicon@1`` no law of the article is judged: the false call is not found, and the score is as played."""
    first = document("law-14/false-set")
    found = compared(first, first | {"rules": "rubicon@1"})
    (trial,) = found.trials
    assert trial.difference.field == "rules"
    assert FindingKey(1, "law-14.false-call", "elder") in trial.goes


def run(*arguments: object) -> tuple[int, str]:
    """Run the command and return its status and output."""
    done = CliRunner().invoke(app, ["compare", *map(str, arguments)])
    return done.exit_code, done.output


def test_the_page_says_what_each_comes_to_and_why():
    status, out = run(LAWS / "law-14/false-set.json", LAWS / "law-14/false-set-mended.json")
    assert status == 1
    flat = " ".join(out.split())
    assert "The two records do not come to the same." in out
    assert "Morel 8, Lacaze 11 Morel 18, Lacaze 7" in flat
    assert "Only by false-set.json, deal 1: law-14.false-call" in flat
    assert "It depends on difference 1." in out
    assert "Morel withdraws his call" in flat


def test_the_page_in_french():
    status, out = run(LAWS / "law-01/revoke.json", LAWS / "law-01/followed.json", "--lang", "fr")
    assert status == 1
    assert "Les deux relevés n’aboutissent pas au même résultat." in out
    assert "1. Coup 1, le jeu de la" in out


def test_the_same_record_twice():
    status, out = run(LAWS / "law-01/revoke.json", LAWS / "law-01/revoke.json")
    assert status == 0
    assert "Nothing differs on which a ruling or a score depends." in out


def test_as_json():
    status, out = run(LAWS / "law-14/false-set.json", LAWS / "law-14/false-set-mended.json", "--format", "json")
    found = json.loads(out)
    assert status == 1
    assert found["format"] == "piquet-comparison/1"
    assert [difference["at"] for difference in found["differences"]] == ["/deals/0/declarations/3", "/deals/0/play/5"]
    assert found["only_first"] == [{"deal": 1, "code": "law-14.false-call", "by": "elder", "depends_on": [1]}]
    assert found["first"]["verdict"] == "violations"


@pytest.mark.parametrize("broken", ["{", "[]", ""])
def test_a_file_that_is_no_record(tmp_path, broken):
    path = tmp_path / "broken.json"
    path.write_text(broken)
    assert run(LAWS / "law-01/revoke.json", path)[0] == 2


def test_a_file_with_several_games_is_refused(tmp_path):
    path = tmp_path / "two.jsonl"
    path.write_text(json.dumps(document("law-01/revoke")) + "\n" + json.dumps(document("law-01/followed")))
    status, out = run(path, LAWS / "law-01/revoke.json")
    assert status == 2
    assert "holds 2 games" in " ".join(out.split())


def test_from_the_library():
    game = msgspec.convert(document("law-01/revoke"), Game)
    assert piquet.compare(game, game).same_outcome
