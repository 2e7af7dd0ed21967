"""A deal in progress: each limit just before and just after the act that passes it, and what is pending.

The cards are those of ``records``: the pack is not shuffled, and the elder draws the five highest clubs. His hand is
then A K Q J 10 9 8 of spades and A K Q J 10 of clubs; the younger's 10 9 8 7 of hearts, A K Q J 10 of diamonds,
9 8 7 of clubs.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from piquet_records.laws.samples import record_text, samples
from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import Report
from piquet_records.simulation.games import simulate
from tests.laws.records import codes, dealt, exchange, exchanged, report, step

LEAD, FOLLOW, AGAIN = "AS", "AS 7H", "KS 8H"
POINT = step("call", "elder", what="point", cards=7, value=68, reply="good")
FALSE = step("call", "elder", what="set", cards=4, rank="A", reply="good")
DENIED = step("call", "elder", what="sequence", cards=5, top="A", reply="not-good", shown="AC KC QC JC TC")
OF_YOUNGER = step("call", "younger", what="set", cards=4, rank="A")


def after(*declarations: Any, play: list[Any] | None = None) -> dict[str, Any]:
    """Return a deal with these declarations and this play."""
    deal = exchanged(dealt(), (5, 5), (3, 3)) | {"declarations": list(declarations)}
    return deal if play is None else deal | {"play": play}


def overdrawn(*more: Any) -> dict[str, Any]:
    """Return a deal whose elder discards four cards and draws five."""
    deal = dealt()
    return deal | {"exchange": [exchange("elder", deal, 4, 5), *more]}


LIMITS: dict[str, tuple[dict[str, Any], dict[str, Any], str, tuple[str, str, str]]] = {
    "law 2": (
        dealt(13, 12, exchange=[]),
        dealt(13, 12, exchange=[step("discard", "elder", cards="KH")]),
        "law-02.noticed-late",
        ("elder", "notice", "cards-seen"),
    ),
    "law 6, a call": (
        after(POINT | {"shown": False}),
        after(POINT | {"shown": False}, play=[LEAD]),
        "law-06.not-shown",
        ("elder", "show", "own-next-card"),
    ),
    "law 6, a denial": (
        after(DENIED, play=[LEAD]),
        after(DENIED, play=[FOLLOW]),
        "law-06.unproved-denial",
        ("younger", "call", "own-first-card"),
    ),
    "law 8": (
        overdrawn(),
        overdrawn(exchange("younger", dealt(), 3, 3)),
        "law-08.overdraw",
        ("elder", "put-back", "other-draw"),
    ),
    "law 14, the elder": (
        after(FALSE),
        after(FALSE, play=[LEAD]),
        "law-14.false-call",
        ("elder", "correct", "own-first-card"),
    ),
    "law 14, the younger": (
        after(OF_YOUNGER, play=[LEAD]),
        after(OF_YOUNGER, play=[FOLLOW]),
        "law-14.false-call",
        ("younger", "correct", "own-first-card"),
    ),
    "laws 1 and 16": (
        after(play=["AC 7H"]),
        after(play=["AC 7H", "KC"]),
        "law-01.revoke",
        ("younger", "take-back", "next-lead"),
    ),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_open_until_an_act_passes_it(name: str) -> None:
    """Before it the fault is pending, and is not found; after it the fault is found, and nothing of it is pending."""
    before, passed, code, act = LIMITS[name]
    open_, closed = report(before), report(passed)
    assert code not in [found for found, *_ in codes(open_)]
    assert act in [(entry.by, entry.may, entry.until) for entry in pending(open_) if entry.code == code]
    assert code in [found for found, *_ in codes(closed)]
    assert code not in [entry.code for entry in pending(closed)]


def pending(judged: Report) -> list[Any]:
    """Return what is pending in the last deal."""
    return list(judged.deals[-1].pending or ())


def test_the_verdict_is_undecided_while_something_is_pending() -> None:
    """The record ends before the lead; the elder has called four aces and may still correct the call."""
    judged = report(after(FALSE))
    assert (judged.verdict, judged.findings) == ("undecided", [])


def test_worth_is_what_the_act_saves() -> None:
    """Shown, the point of seven scores 7; not shown, nothing."""
    (shown,) = pending(report(after(POINT | {"shown": False})))
    assert (shown.law, shown.worth, shown.at) == (6, 7, "/deals/0/declarations/0")


def test_the_worth_of_a_correction_is_what_is_left_without_the_call() -> None:
    """Withdrawn, the four aces score nothing and the point 7; not withdrawn, the elder is muted."""
    (correct,) = pending(report(after(POINT, FALSE)))
    assert (correct.law, correct.worth) == (14, 7)


def test_an_option_that_is_open_is_not_yet_untaken() -> None:
    """The elder may ask for a new deal until the talon is touched."""
    for exchanges, taken in (([], None), ([step("touch-talon", "elder")], False)):
        deal = dealt(13, 12, exchange=exchanges, dealing=[step("notice", "elder", what="misdeal", looked=False)])
        options = [option for find in report(deal).findings if find.code == "law-24.misdeal" for option in find.options]
        assert {option.may: option.taken for option in options} == {"redeal": taken, "stand": taken}


def test_a_record_with_a_score_is_not_in_progress() -> None:
    """Who wrote the score of the deal had ended it."""
    judged = report(after(FALSE) | {"score": {"elder": 0, "younger": 0}})
    assert pending(judged) == []


def complete_games() -> Iterator[Game]:
    """Yield sample records whose last deal is played to the end, and simulated games."""
    for sample in samples():
        game = msgspec.json.decode(record_text(sample), type=Game)
        if sum(isinstance(entry, str) for entry in game.deals[-1].play or ()) >= 12:
            yield game
    yield from simulate(20, 5)


def test_a_complete_record_is_never_undecided() -> None:
    """Nothing is pending where no card is left."""
    undecided = [game.id for game in complete_games() if judge(game).verdict == "undecided"]
    assert undecided == []


def cuts() -> list[Any]:
    """Return the sample records of one deal with a fault that a card played completes, by name."""
    return [
        pytest.param(json.loads(record_text(sample)), id=f"{sample.folder}/{sample.name}")
        for sample in samples()
        if {"law-14.false-call", "law-06.not-shown", "law-22.set-unnamed"} & set(sample.gives)
    ]


@pytest.mark.parametrize("record", cuts())
def test_samples_cut_before_the_play_have_no_fault_that_a_card_completes(record: dict[str, Any]) -> None:
    """No card was played, so nobody has played a card too early."""
    deal = record["deals"][-1]
    deal["play"] = []
    deal.pop("score", None)
    deal.pop("counts", None)
    record["result"] = {"ended": "unfinished"}
    record.pop("steps", None)
    judged = judge(msgspec.convert(record, Game))
    found = {finding.code for finding in judged.deals[-1].findings if finding.status != "remedied"}
    assert not found & {"law-14.false-call", "law-06.not-shown", "law-22.set-unnamed", "law-06.unproved-denial"}
