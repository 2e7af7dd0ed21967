"""Demands and refusals, bad faith in calls and challenges, draws from the bottom, points at the start; two parameters.

The pack of ``records`` is not shuffled: the elder holds all spades and the highest four hearts, the younger the other
hearts and all diamonds, and the clubs are the talon.
"""

from json import dumps
from typing import Any

import pytest

from piquet_records.record.explain import explain
from tests.laws.records import codes, dealt, exchanged, found, notice, report, sample, step

FALSE_ACES = step("call", "elder", what="set", cards=4, rank="A", reply="good")
"""After the exchange of ``calls`` the elder holds two aces."""


def calls(*declarations: Any, **lists: Any) -> dict[str, Any]:
    """Return a deal in which the elder draws five clubs, with these declarations."""
    return exchanged(dealt(), (5, 5), (3, 3)) | {"declarations": list(declarations), **lists}


@pytest.mark.parametrize("where", ["call", "challenge", "correct"])
def test_bad_faith_may_be_marked_in_each_step_about_the_call(where: str) -> None:
    """The call itself, the challenge and the correction may say it; the finding is at that step."""
    steps = {
        "call": [FALSE_ACES | {"bad_faith": True}],
        "challenge": [FALSE_ACES, step("challenge", "younger", what="set", bad_faith=True)],
        "correct": [FALSE_ACES, step("correct", "elder", what="set", cards=0, bad_faith=True)],
    }
    (finding,) = found(report(calls(*steps[where])), "law-14.bad-faith")
    assert (finding.by, finding.at) == ("elder", f"/deals/0/declarations/{len(steps[where]) - 1}")


def test_bad_faith_needs_a_false_call() -> None:
    """A call that the hand holds is not in bad faith, whatever is marked: the elder holds a seventh of spades."""
    held = step("call", "elder", what="point", cards=7, value=68, reply="good", bad_faith=True)
    assert found(report(calls(held)), "law-14.bad-faith") == []


def unknown_hand(cards: int) -> dict[str, Any]:
    """Return a deal whose elder hand is not known, and whose elder corrects a point of six after his lead."""
    called = step("call", "elder", what="point", cards=6, value=55, reply="good")
    corrected = step("correct", "elder", what="point", cards=cards)
    younger = "TH 9H 8H 7H AD KD QD JD TD 9C 8C 7C"
    held = {"elder": " ".join(["??"] * 12), "younger": younger}
    return {"dealer": "B", "held": held, "declarations": [called], "play": ["AS 7H", corrected]}


@pytest.mark.parametrize(("cards", "false"), [(5, True), (0, True), (7, False)])
def test_a_late_correction_to_something_smaller_admits_a_false_call(cards: int, *, false: bool) -> None:
    """The caller knows his cards, also where the record does not. To make a call greater admits nothing."""
    assert bool(found(report(unknown_hand(cards)), "law-14.false-call")) is false


def test_a_refusal_without_a_demand_is_a_fault_of_the_record() -> None:
    """Nothing was asked, so nothing can be refused."""
    (finding,) = found(report(calls(step("refuse", "younger"))), "record-order")
    assert finding.evidence["variant"] == "no-demand"


def test_an_answer_to_another_question_is_a_fault_of_the_record() -> None:
    """An answer belongs to a question of the other player about the same thing."""
    asked = [step("ask", "younger", what="which-set"), step("answer", "elder", what="discarded-card", card="AH")]
    (finding,) = found(report(calls(*asked)), "record-order")
    assert finding.evidence["variant"] == "no-question"


def test_a_new_deal_demanded_without_a_right_is_no_refusal_of_it() -> None:
    """Who demands without a right is at fault; who refuses is not."""
    deal = exchanged(dealt(), (5, 5), (3, 3), step("demand-redeal", "elder"), step("refuse", "younger"))
    assert codes(report(deal)) == [("usage-remedy.demand", "elder", "noted")]


def test_a_set_need_not_be_shown() -> None:
    """A demand to see it has no right."""
    deal = calls(FALSE_ACES | {"cards": 3, "rank": "K"}, step("demand-show", "younger", what="set"))
    assert ("usage-remedy.demand", "younger", "noted") in codes(report(deal))


def test_the_younger_may_draw_his_three_cards_from_the_bottom_first() -> None:
    """He keeps them apart and has seen none of the elder's (law 19); a fourth card would be the elder's."""
    for count, sees in ((3, False), (4, True)):
        deal = dealt()
        early = [
            step("discard", "younger", cards="TD 9D 8D 7D"[-3 * count + 1 :] if count < 4 else "TD 9D 8D 7D"),
            step("draw", "younger", count=count, mixed=False, **{"from": "bottom"}),
        ]
        judged = report(exchanged(deal, (4, 4)) | {"exchange": [*early, *exchanged(deal, (4, 4))["exchange"]]})
        assert bool(found(judged, "law-19.younger-saw-talon")) is sees


def test_a_draw_from_the_bottom_takes_the_last_cards_of_the_talon() -> None:
    """The younger draws 9C 8C 7C from the bottom before the elder draws, and plays them."""
    deal = dealt()
    early = step("exchange", "younger", discard="9D 8D 7D", draw=3, **{"from": "bottom"})
    deal = exchanged(deal, (5, 5))
    deal["exchange"].insert(0, early)
    judged = report(deal | {"declarations": [], "play": ["AC 7C", "KC 8C", "QC 9C"]})
    assert found(judged, "record-card") == []


def test_points_at_the_start_count_in_the_totals_and_end_the_game() -> None:
    """The totals are the points at the start and those of the deal; the game ends when a total reaches the target."""
    deal = sample("law-01", "followed")
    alone, later = report(deal), report(deal, start={"A": 100, "B": 20})
    assert alone.result is not None
    assert later.result is not None
    a, b = alone.result.score.A, alone.result.score.B
    assert a is not None
    assert b is not None
    assert 100 + a == later.result.score.A
    assert 20 + b == later.result.score.B
    won = report(deal, start={"A": 149, "B": 149}, result={"score": {"A": 149 + a, "B": 149 + b}})
    assert won.result is not None
    assert (won.result.ended, won.result.agrees) == ("target", True)


@pytest.mark.parametrize(("limit", "severity", "points"), [("discard", "violation", 0), ("own-card", "note", 10)])
def test_blanche_limit(limit: str, severity: str, points: int) -> None:
    """Shown after the discard and before his own first card."""
    blank = {
        "dealer": "B",
        "hands": {
            "elder": "TS 9S 8S 7S TH 9H 8H 7H TD 9D 8D 7D",
            "younger": "AS KS QS JS AH KH QH JH AD KD QD JD",
        },
        "talon": "AC KC QC JC TC 9C 8C 7C",
    }
    deal = exchanged(blank, (5, 5), (3, 3)) | {"declarations": [step("carte-blanche", "elder")]}
    judged = report(deal, conventions={"blanche_limit": limit})
    (finding,) = found(judged, "usage-blanche.late")
    assert (finding.severity, judged.deals[0].score.elder.carte_blanche) == (severity, points)


@pytest.mark.parametrize(
    ("look", "by", "late"),
    [
        ("noticer", "younger", True),
        ("noticer", "elder", True),
        ("chooser", "younger", False),
        ("chooser", "elder", True),
    ],
)
def test_misdeal_look(look: str, by: str, *, late: bool) -> None:
    """Thirteen to the elder, noticed by a player who had looked: under ``chooser`` only the elder's look ends it."""
    deal = dealt(13, 12, dealing=[notice(by, looked=True)])
    judged = report(deal, conventions={"misdeal_look": look})
    assert bool(found(judged, "law-02.noticed-late")) is late
    (wrong,) = found(judged, "law-24.misdeal")
    assert bool(wrong.options) is not late


def test_a_revoke_is_noticed_in_the_play_only() -> None:
    """In another list the notice is refused, with the list where it belongs."""
    deal = calls(notice("elder", "revoke"))
    assert [fault.message for fault in faults(deal)] == ['found "revoke"; a revoke is noticed in the list `play`']
    assert faults(calls(play=["AS 7H", notice("elder", "revoke")])) == []


def test_a_field_at_the_wrong_act_is_named_with_the_acts_that_have_it() -> None:
    """A reader learns where the field belongs."""
    (fault,) = faults(calls(step("redeal", "elder", announced=3)))
    assert fault.message == 'unknown field "announced" with 3; it belongs to the acts `exchange` or `draw`'


def faults(deal: dict[str, Any]) -> list[Any]:
    """Return what is wrong with a record of one deal."""
    record = {"format": "piquet-record/1", "id": "one", "players": {"A": "A", "B": "B"}, "deals": [deal]}
    return list(explain(dumps(record).encode()))
