"""Exchanges, looks, demands, and remedies without a right to them: laws 9 to 11, 13, 17 to 20.

Each test changes one fact of a sample game; the expected findings come from the law.
"""

import json
from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport, ReportFinding
from tests.evidence import lacking
from tests.golden import LAWS

Step = dict[str, Any]


def sample(name: str) -> dict[str, Any]:
    """Return a sample game that a test may change."""
    game: dict[str, Any] = json.loads((LAWS / f"{name}.json").read_text("utf-8"))
    for deal in game["deals"]:
        deal.pop("score", None)
    return game


def step(act: str, by: str, **fields: Any) -> Step:
    """Write a step."""
    return {"act": act, "by": by, **fields}


def judged(game: dict[str, Any], deal: int = -1) -> DealReport:
    """Judge a game and return the report of one deal. Every sentence of its findings must be concrete."""
    report = judge(msgspec.convert(game, Game))
    for finding in [finding for one in report.deals for finding in one.findings]:
        evidence = {"by": finding.by, "trick": finding.trick, **finding.evidence}
        for kind in ("message", "ruling"):
            assert not lacking(finding.code, kind, evidence), finding  # type: ignore[arg-type]
    return report.deals[deal]


def found(game: dict[str, Any], deal: int = -1) -> dict[str, tuple[str | None, str | None]]:
    """Return code, player and status of the findings of a deal."""
    return {finding.code: (finding.by, finding.status) for finding in judged(game, deal).findings}


def finding(game: dict[str, Any], code: str) -> ReportFinding:
    """Return the one finding of a code."""
    [one] = [finding for finding in judged(game).findings if finding.code == code]
    return one


# law 9


@pytest.mark.parametrize(("final_at", "expected"), [("touch", {"law-09.discard-changed"}), ("take", set())])
@pytest.mark.parametrize("name", ["after-touching", "after-looking"])
def test_touch_binds_only_where_the_rules_say_so(name, final_at, expected):
    game = sample(f"law-09/{name}")
    game["conventions"] = {"discard_final_at": final_at}
    assert set(found(game)) == expected


def test_draw_binds_under_every_rule():
    game = sample("law-09/retaken")
    game["conventions"] = {"discard_final_at": "take"}
    assert found(game) == {"law-09.discard-changed": ("younger", "noted")}


def test_touch_of_the_other_player_binds_nobody():
    game = sample("law-09/after-touching")
    game["deals"][0]["exchange"][1]["by"] = "younger"
    assert found(game) == {}


def test_touch_before_the_discard_does_not_bind_it():
    game = sample("law-09/after-touching")
    steps = game["deals"][0]["exchange"]
    steps[0], steps[1] = steps[1], steps[0]
    assert found(game) == {}


def test_bad_faith_is_not_a_changed_discard():
    game = sample("law-09/retaken")
    game["deals"][0]["exchange"][-1]["bad_faith"] = True
    assert "law-09.discard-changed" not in found(game)


# law 10, and whose the cards are


def test_younger_who_looks_before_the_elder_drew_breaks_two_laws():
    """The top five are the elder's until he draws; the two below are the younger's own."""
    game = sample("law-10/own-three")
    deal = game["deals"][0]
    deal["exchange"].insert(0, deal["exchange"].pop(1))
    assert set(found(game)) == {"law-10.looked-first"}
    deal["exchange"][0]["cards"] = " ".join(deal["talon"].split()[4:6])
    assert set(found(game)) == {"law-10.looked-first", "law-19.younger-saw-talon"}
    assert finding(game, "law-19.younger-saw-talon").evidence["count"] == 1


def test_look_at_a_discard_is_no_look_at_the_talon():
    game = sample("law-10/own-three")
    game["deals"][0]["exchange"][1].update(at="adversary-discard")
    assert found(game) == {}


@pytest.mark.parametrize(
    ("count", "seen"),
    [(5, None), (6, 1), (8, 3)],
    ids=["perhaps all his own", "one more than his own", "the whole talon"],
)
def test_unnamed_cards_convict_only_beyond_the_own_share(count, seen):
    """Before he draws, five of the eight are the elder's own."""
    game = sample("law-10/elder-counted")
    game["deals"][0]["exchange"][0]["count"] = count
    deal = judged(game)
    saw = [f.evidence["count"] for f in deal.findings if f.code == "law-18.elder-saw-talon"]
    assert saw == ([] if seen is None else [seen])
    assert (18 in deal.not_checkable) == (seen is None)


def test_unknown_card_of_the_talon_is_judged_by_where_it_lay():
    """The talon's only unknown card is the last: whatever it is, it was the younger's."""
    game = sample("law-18/one-too-far")
    deal = game["deals"][0]
    talon = deal["talon"].split()
    deal["exchange"][1]["cards"] = talon[7]
    assert finding(game, "law-18.elder-saw-talon").evidence == {"count": 1, "cards": talon[7], "variant": "named"}
    deal["talon"] = " ".join([*talon[:7], "??"])
    assert finding(game, "law-18.elder-saw-talon").evidence["count"] == 1


def test_label_gives_way_to_the_cards():
    """The elder left the fourth and fifth card: he may look at them, however the look is written."""
    game = sample("law-18/own-left")
    game["deals"][0]["exchange"][1]["at"] = "adversary-talon"
    assert found(game) == {}


# law 11


def test_short_draw_in_two_halves_is_judged_by_the_sum():
    game = sample("law-11/said")
    deal = game["deals"][0]
    whole = deal["exchange"][0]
    halves = [
        step("discard", "elder", cards=whole["discard"]),
        step("draw", "elder", count=2, announced=2),
        step("draw", "elder", count=1, announced=1),
    ]
    deal["exchange"][0:1] = halves
    assert found(game) == {}
    halves[2]["announced"] = 3
    assert found(game) == {}
    halves[1]["announced"], halves[2]["announced"] = 5, False
    assert found(game) == {"law-11.short-draw-unsaid": ("elder", "noted")}


def test_unrecorded_announcement_is_not_checkable():
    deal = judged(sample("law-11/not-recorded"))
    assert 11 in deal.not_checkable
    assert 11 in judged(sample("law-09/before-touching")).checked


# law 13


def test_lead_of_another_suit_may_be_taken_back_at_once():
    """The younger demands before he follows; the elder takes his card back and obeys, which law 16 allows."""
    game = sample("law-13/other-suit-led")
    play = game["deals"][0]["play"]
    play[0:3] = [
        step("demand-suit", "younger", suit="H", after_lead=True),
        step("take-back", "elder", card="AD", after_lead=True),
    ]
    assert found(game) == {"law-13.other-suit-led": ("elder", "remedied")}


def test_demand_after_the_own_first_card_comes_too_late():
    game = sample("law-13/lead-kept")
    game["deals"][0]["play"].insert(1, step("demand-suit", "younger", suit="H"))
    assert found(game) == {
        "law-13.other-suit-led": ("elder", "noted"),
        "usage-remedy.demand": ("younger", "noted"),
    }


def test_rewind_of_a_lead_that_was_followed_comes_too_late():
    game = sample("law-13/lead-kept")
    play = game["deals"][0]["play"]
    play.insert(1, step("rewind", "younger", to=1))
    play.insert(2, play[0])
    assert found(game)["usage-remedy.rewind"] == ("younger", "noted")


def test_elder_has_no_right_to_take_his_lead_back_himself():
    game = sample("law-13/other-suit-led")
    play = game["deals"][0]["play"]
    play[1]["by"] = "elder"
    del play[2]
    assert found(game)["usage-remedy.rewind"] == ("elder", "noted")


def test_demand_without_a_fault_gives_no_right():
    """He named his suit, looked, and has not led yet."""
    game = sample("law-13/named-suit-led")
    game["deals"][0]["play"].insert(0, step("demand-suit", "younger", suit="S"))
    assert found(game) == {"usage-remedy.demand": ("younger", "noted")}


def test_demand_ignored_and_then_obeyed_is_mended():
    """A♣ goes back, A♠ is led: both findings are remedied."""
    game = sample("law-13/demand-ignored")
    play = game["deals"][0]["play"]
    play[play.index("AS QS")] = "AC QS"
    play[1:2] = ["AC", step("rewind", "younger", to=1), "AS 7S"]
    codes = {code: status for code, (_, status) in found(game).items() if code.startswith(("law-13", "usage"))}
    assert codes == {"law-13.looked-unnamed": "remedied", "law-13.demand-ignored": "remedied"}


def test_slip_in_a_hand_hides_what_was_held():
    """The elder plays A♦ twice: his hand cannot be known, so a refused demand is no finding."""
    game = sample("law-13/demand-ignored")
    game["deals"][0]["play"][-1] = "KS AD"
    assert set(found(game)) == {"law-13.looked-unnamed", "record-card"}


@pytest.mark.parametrize(("younger_looks", "expected"), [(False, {"law-13.looked-unnamed"}), (True, set())])
def test_elder_may_look_only_if_the_younger_did(younger_looks, expected):
    game = sample("law-13/named-first")
    game["conventions"] = {"elder_may_see_left": "only-if-younger-looks"}
    deal = game["deals"][0]
    if younger_looks:
        deal["exchange"].append(step("look", "younger", at="left", cards="8C"))
    assert set(found(game)) == expected


# law 17


def test_points_made_before_the_fault_count():
    """The younger shows carte blanche before the elder's discard, and then draws first: the ten are his."""
    game = sample("law-17/mixed")
    deal = game["deals"][1]
    pips = "TS 9S 8S 7S TH 9H 8H 7H TD 9D 8D 7D"
    rest = [r + s for s in "SHDC" for r in "AKQJT987" if r + s not in pips.split()]
    deal["hands"] = {"elder": " ".join(rest[:12]), "younger": pips}
    deal["talon"] = " ".join(rest[12:])
    deal["exchange"] = [step("carte-blanche", "younger"), step("exchange", "younger", discard="7S 7H 7D", draw=3)]
    del deal["declarations"], deal["play"]
    report = judged(game)
    assert report.outcome == "forfeited"
    assert (report.score.elder.total, report.score.younger.total) == (0, 10)
    assert found(game)["law-17.younger-first"] == ("younger", "open")


def test_deals_after_a_lost_game_count_nowhere():
    game = sample("law-17/mixed")
    game["deals"].append(sample("law-11/said")["deals"][0])
    report = judge(msgspec.convert(game, Game))
    assert [deal.after_end for deal in report.deals] == [False, False, True]
    assert (report.result.winner, report.result.ended) == ("A", "forfeited")


def test_cards_put_back_unseen_were_not_seen():
    game = sample("law-17/kept-apart")
    back = game["deals"][1]["exchange"][2]
    assert set(found(game)) == {"law-19.younger-saw-talon"}
    back["seen"] = False
    assert found(game) == {}


def test_elder_who_never_draws_was_not_forestalled():
    """The elder exchanged none: that is his own fault, and the record does not show that the younger was too early."""
    game = sample("law-17/after-the-elder")
    deal = game["deals"][1]
    del deal["exchange"][0]
    deal["play"], deal["declarations"] = ["AS 9S"], []
    assert "law-17.younger-first" not in found(game)


# law 18


def test_demand_beyond_the_cards_seen_has_no_ground():
    """Two cards were seen: a third demand has no right."""
    game = sample("law-18/both-obeyed")
    play = game["deals"][0]["play"]
    play.insert(len(play) - 1, step("demand-suit", "younger", suit="S"))
    assert found(game) == {
        "law-18.elder-saw-talon": ("elder", "remedied"),
        "usage-remedy.demand": ("younger", "noted"),
    }


def test_demand_for_a_suit_not_held_is_used_up():
    """One card was seen, and the one demand was for a suit that the elder does not have."""
    game = sample("law-13/demand-not-held")
    deal = game["deals"][0]
    deal["declarations"] = [said for said in deal["declarations"] if said["act"] != "look"]
    deal["exchange"].insert(1, step("look", "elder", at="adversary-talon", count=1))
    assert found(game) == {"law-18.elder-saw-talon": ("elder", "noted")}
    deal["play"].insert(2, step("demand-suit", "younger", suit="S"))
    assert found(game)["usage-remedy.demand"] == ("younger", "noted")


def test_two_demands_before_one_lead_bind_two_leads():
    """Diamonds, then clubs: A♦ and A♣ are led."""
    game = sample("law-18/two-seen")
    play = game["deals"][0]["play"]
    del play[3]
    play.insert(1, step("demand-suit", "younger", suit="C"))
    assert found(game) == {"law-18.elder-saw-talon": ("elder", "remedied")}


def test_demand_used_stays_used_when_the_trick_is_taken_back():
    """Trick 1 obeyed the demand. After it is taken back for the younger's revoke, it may begin with another suit."""
    game = sample("law-18/both-obeyed")
    play = game["deals"][0]["play"]
    play[1:2] = ["AD 7C", step("rewind", "elder", to=1), "AC 7C", "AD 7D"]
    del play[5]
    assert found(game) == {
        "law-01.revoke": ("younger", "remedied"),
        "law-18.elder-saw-talon": ("elder", "remedied"),
    }


def test_elder_demands_nothing():
    game = sample("law-18/two-seen")
    game["deals"][0]["play"][0]["by"] = "elder"
    assert found(game)["usage-remedy.demand"] == ("elder", "noted")


def test_demanded_suit_excuses_from_the_suit_named():
    """Laws 13 and 18: he named clubs and looked, but the younger demanded diamonds for a card seen."""
    game = sample("law-18/both-obeyed")
    deal = game["deals"][0]
    deal["exchange"][2].update(discard="8S 7S", draw=2)
    deal["exchange"] += [step("name-suit", "elder", suit="C"), step("look", "elder", at="adversary-left", cards="7D")]
    deal["play"] = [step("demand-suit", "younger", suit="D"), "AD 8D"]
    deal["declarations"] = []
    assert "law-13.other-suit-led" not in found(game)


# law 19


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("elder", {"law-19.younger-saw-talon": ("younger", "remedied")}),
        (
            "younger",
            {"law-19.younger-saw-talon": ("younger", "noted"), "usage-remedy.redeal": ("younger", "noted")},
        ),
    ],
)
def test_new_deal_is_the_elders_to_choose(by, expected):
    game = sample("law-19/redealt")
    game["deals"] = game["deals"][:1]
    game["deals"][0]["exchange"][-1]["by"] = by
    assert found(game) == expected


def test_new_deal_after_the_first_lead_comes_too_late():
    game = sample("law-19/played-on")
    game["deals"][0]["play"][1:] = [step("redeal", "elder")]
    assert found(game) == {
        "law-19.younger-saw-talon": ("younger", "noted"),
        "usage-remedy.redeal": ("elder", "noted"),
    }


def test_share_follows_the_misdeal():
    """The elder was dealt eleven and stands: six cards of the talon are his, so the sixth is not the younger's."""
    game = sample("law-19/played-on")
    deal = game["deals"][0]
    elder = deal["hands"]["elder"].split()
    deal["hands"]["elder"], talon = " ".join(elder[:-1]), [*deal["talon"].split(), elder[-1]]
    deal["talon"] = " ".join(talon)
    deal["dealing"] = [step("notice", "elder", what="misdeal", looked=False), step("stand", "elder")]
    deal["exchange"] = [
        step("discard", "younger", cards="7S 9C 8C"),
        step("look", "younger", at="talon", cards=talon[5]),
        step("redeal", "elder"),
    ]
    del deal["declarations"], deal["play"]
    assert found(game)["law-19.younger-saw-talon"][0] == "younger"
    deal["exchange"][1]["cards"] = talon[6]
    assert "law-19.younger-saw-talon" not in found(game)


# law 20


def test_younger_who_left_nothing_has_mixed_nothing():
    game = sample("law-20/mixed")
    deal = game["deals"][0]
    deal["exchange"][1].update(discard="8H QS JS", draw=3)
    deal["declarations"], deal["play"] = [], ["AS 7S"]
    assert "law-20.left-mixed" not in found(game)


def test_cards_that_the_younger_did_not_see_may_be_mixed_where_the_rules_say_so():
    game = sample("law-20/mixed")
    game["conventions"] = {"elder_may_see_left": "only-if-younger-looks"}
    assert found(game) == {}
    game["deals"][0]["exchange"].insert(2, step("look", "younger", at="left", count=2))
    assert set(found(game)) == {"law-20.left-mixed"}


# remedies


def test_rewind_to_a_trick_before_the_revoke_has_no_ground():
    game = sample("usage-remedy/rewind-due")
    play = game["deals"][0]["play"]
    play[5:6] = [step("rewind", "younger", to=4), play[3]]
    assert found(game) == {
        "law-01.revoke": ("elder", "remedied"),
        "usage-remedy.rewind": ("younger", "noted"),
    }


def test_unknown_hand_spares_who_asks_for_a_rewind():
    """The second player did not follow suit, and his hand is not known: it may have been a revoke."""
    game = sample("usage-remedy/rewind-due")
    deal = game["deals"][0]
    for card in deal["hands"]["elder"].split():
        deal["hands"]["elder"] = deal["hands"]["elder"].replace(card, "??")
    assert "usage-remedy.rewind" not in found(game)


@pytest.mark.parametrize(("by", "expected"), [("elder", False), ("younger", True)])
def test_dealer_has_no_choice_after_a_misdeal_by_one(by, expected):
    game = sample("usage-remedy/redeal")
    game["deals"] = game["deals"][:1]
    deal = game["deals"][0]
    talon = deal["talon"].split()
    deal["hands"]["younger"] += " " + talon[0]
    deal["talon"] = " ".join(talon[1:])
    deal["dealing"] = [step("notice", "younger", what="misdeal", looked=False), step("redeal", by)]
    del deal["exchange"]
    assert ("usage-remedy.redeal" in found(game)) == expected


@pytest.mark.parametrize(
    ("looked", "by", "expected"),
    [(False, "younger", False), (True, "younger", True), (None, "younger", False), (None, "elder", True)],
)
def test_who_dealt_twice_may_have_it_made_again_unseen(looked, by, expected):
    game = sample("usage-remedy/redeal")
    first, second = game["deals"][1], game["deals"][0]
    game["deals"] = [first, second]
    second["dealing"] = [step("redeal", by)]
    if looked is not None:
        second["dealing"].insert(0, step("notice", "younger", what="double-deal", looked=looked))
    del second["exchange"]
    assert ("usage-remedy.redeal" in found(game)) == expected


def test_faulty_pack_that_cannot_be_seen_whole_spares_who_asks():
    game = sample("usage-remedy/redeal")
    game["deals"] = game["deals"][:1]
    deal = game["deals"][0]
    deal["exchange"].insert(1, step("notice", "elder", what="faulty-pack", looked=True))
    assert "usage-remedy.redeal" in found(game)
    deal["talon"] = " ".join([*deal["talon"].split()[:7], "??"])
    assert "usage-remedy.redeal" not in found(game)
