"""Draws of too many cards, hands of a wrong size, and the required exchange: limits, parameters, laws combined."""

import pytest

from tests.laws.records import PACK, codes, dealt, exchange, exchanged, found, notice, report, sample, step

# laws 8 and 3, and the shares, after a misdeal that stands

STANDS = [notice("younger", looked=False), step("stand", "elder")]


@pytest.mark.parametrize(
    ("sizes", "elder", "younger", "expected"),
    [
        ((13, 12), (5, 4), (3, 3), set()),
        ((13, 12), (4, 4), (3, 3), {("law-08.overdraw", "elder"), ("law-03.too-many", "elder")}),
        ((13, 12), (6, 5), (2, 2), {("usage-exchange.too-many", "elder")}),
        ((12, 13), (5, 5), (3, 2), set()),
        ((12, 13), (5, 5), (2, 2), {("law-08.overdraw", "younger"), ("law-03.too-many", "younger")}),
        ((11, 12), (5, 6), (3, 3), set()),
        ((11, 12), (6, 6), (3, 3), {("law-04.too-few", "elder")}),
        ((12, 11), (5, 5), (3, 4), set()),
        ((12, 11), (5, 5), (3, 3), {("law-04.too-few", "younger")}),
        ((13, 11), (5, 4), (3, 4), set()),
        ((11, 13), (5, 6), (3, 2), set()),
    ],
)
def test_standing_each_brings_his_hand_to_twelve(sizes, elder, younger, expected):
    judged = report(exchanged(dealt(*sizes, dealing=STANDS), elder, younger))
    assert {(code, by) for code, by, _ in codes(judged) if code != "law-24.misdeal"} == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], ["noted", "too-many"]),
        ([step("put-back", "elder", count=1, seen=False)], ["remedied"]),
        ([step("put-back", "elder", count=1)], ["remedied"]),
        ([step("put-back", "elder", count=1, seen=True)], ["noted"]),
        ([step("lay-out", "elder", card="TD")], ["remedied"]),
        ([step("stand", "younger")], ["waived", "too-many"]),
        ([step("redeal", "younger")], ["remedied"]),
        ([step("redeal", "elder")], ["noted"]),
    ],
)
def test_an_overdraw_of_the_elder_is_settled_in_several_ways(steps, expected):
    deal = dealt()
    younger = [] if steps and steps[0]["act"] == "redeal" else [exchange("younger", deal, 3, 3)]
    deal["exchange"] = [exchange("elder", deal, 4, 5), *steps, *younger]
    judged = report(deal)
    said = [found(judged, "law-08.overdraw")[0].status] + ["too-many"] * len(found(judged, "law-03.too-many"))
    assert said == expected


@pytest.mark.parametrize("seen", [True, False])
def test_for_the_younger_it_is_always_too_late_to_put_back(seen):
    judged = report(exchanged(dealt(), (5, 5), (2, 3), step("put-back", "younger", count=1, seen=seen)))
    overdraw = found(judged, "law-08.overdraw")[0]
    assert (overdraw.status, overdraw.options[0].by, overdraw.options[0].may) == ("noted", "elder", "redeal")
    assert not found(judged, "law-03.too-many")


def test_a_card_discarded_after_the_draw_does_not_undo_an_overdraw():
    deal = dealt()
    deal["exchange"] = [
        step("discard", "elder", cards="JH"), step("draw", "elder", count=2), step("discard", "elder", cards="QH"),
        exchange("younger", deal, 3, 3),
    ]  # fmt: skip
    overdraw = found(report(deal), "law-08.overdraw")[0]
    assert (overdraw.evidence["found"], overdraw.evidence["expected"]) == (2, 1)


# laws 3 and 4: the score
#
# thirteen: the elder calls 6, 15 and four tens, the younger, with thirteen cards, four aces and four queens; the elder
# makes 3 in the play and 1 for the last trick, the younger 11 and 10 for ten tricks.


@pytest.mark.parametrize(
    ("conventions", "elder", "younger"),
    [
        ({}, 6 + 15 + 14 + 60 + 3 + 1, 11 + 10),
        ({"excess_blocks": True}, 6 + 15 + 3 + 1, 11 + 10),
        ({"mute_scope": "everything"}, 6 + 15 + 14 + 60 + 3 + 1, 0),
    ],
)
def test_thirteen_cards_by_parameter(conventions, elder, younger):
    deal = report(sample("law-03", "thirteen"), conventions=conventions).deals[0]
    assert (deal.score.elder.total, deal.score.younger.total) == (elder, younger)
    assert (deal.as_played.elder.total, deal.as_played.younger.total) == (25, 49)


def test_a_false_call_by_a_player_with_thirteen_cards_is_both_faults_and_one_mute():
    deal = sample("law-03", "thirteen")
    deal["declarations"].append(step("call", "younger", what="set", cards=3, rank="J"))
    judged = report(deal)
    assert {("law-03.too-many", "younger", "open"), ("law-14.false-call", "younger", "open")} <= set(codes(judged))
    assert (judged.deals[0].score.elder.total, judged.deals[0].score.younger.total) == (99, 21)


def test_a_muted_player_can_revoke_too():
    deal = sample("law-08", "kept")
    assert deal["play"][0] == "AD 7D"
    deal["play"][0], deal["play"][3] = "AD 9C", "KC 7D"
    judged = report(deal)
    assert {("law-01.revoke", "younger", "open"), ("law-03.too-many", "younger", "open")} <= set(codes(judged))
    # the elder wins all twelve tricks with 5, 15 and two trios told; 26 and four leads make the pique
    assert judged.deals[0].score.elder.total == 5 + 15 + 6 + 30 + 12 + 40


def test_what_the_offender_did_not_let_count_need_not_be_shown():
    deal = sample("law-08", "kept")
    assert not found(report(deal), "law-06.not-shown")
    for call in deal["declarations"][:2]:
        call["shown"] = False
    judged = report(deal)
    assert not found(judged, "law-06.not-shown")
    assert judged.deals[0].score.elder.point == 5


def test_carte_blanche_shown_before_the_draw_in_excess_stays():
    blank = "AS TS 9S 8S 7S AH TH 9H 8H 7H AD TD"
    rest = [card for card in PACK if card not in blank.split()]
    deal = {
        "dealer": "B",
        "hands": {"elder": blank, "younger": " ".join(rest[:12])},
        "talon": " ".join(rest[12:]),
        "exchange": [
            step("carte-blanche", "elder"),
            step("exchange", "elder", discard="7H 8H", draw=3, announced=3),
            step("exchange", "younger", discard=rest[0], draw=1),
        ],
        "declarations": [],
    }
    judged = report(deal)
    assert found(judged, "law-03.too-many")
    assert judged.deals[0].score.elder.carte_blanche == 10
    deal["exchange"] = [*deal["exchange"][1:], deal["exchange"][0]]
    assert report(deal).deals[0].score.elder.carte_blanche == 0


def test_a_hand_too_large_by_cards_taken_back_plays_with_too_many():
    deal = exchanged(dealt(), (5, 5), (3, 3)) | {"declarations": [step("retake", "elder", cards="JH")]}
    judged = report(deal)
    assert found(judged, "law-03.too-many")[0].evidence["found"] == 13
    deal["declarations"][0]["puts"] = "AS"
    assert not found(report(deal), "law-03.too-many")


SPADES, CLUBS = PACK[:8], PACK[24:]


@pytest.mark.parametrize(
    ("younger_cards", "elder_cards", "elder", "younger"),
    [
        (12, 11, 11 + 10, 1 + 1),
        (11, 12, 12 + 40, 0),
        (11, 11, 11 + 10, 0),
    ],
)
def test_who_lacks_a_card_loses_the_last_trick_and_cannot_make_capot(younger_cards, elder_cards, elder, younger):
    mine = [*SPADES, "AH", "KH", "QH", "JH"][:elder_cards]
    yours = [*CLUBS, "TD", "9D", "8D", "7D"][:younger_cards]
    play = [" ".join(pair) for pair in zip(mine, yours, strict=False)]
    held = {"elder": " ".join(mine), "younger": " ".join(yours)}
    deal = report({"dealer": "B", "held": held, "declarations": [], "play": play}).deals[0]
    assert (deal.score.elder.total, deal.score.younger.total) == (elder, younger)
    assert {finding.by for finding in deal.findings} == {
        role for role, cards in (("elder", elder_cards), ("younger", younger_cards)) if cards < 12
    }


def test_an_exchange_that_did_not_end_shows_no_wrong_hand():
    deal = dealt()
    deal["exchange"] = [step("discard", "elder", cards="JH QH KH")]
    assert codes(report(deal)) == []


# what must and may be exchanged


@pytest.mark.parametrize(
    ("elder", "younger", "conventions", "expected"),
    [
        ((5, 5), (3, 3), {}, []),
        ((5, 5), (0, 0), {}, [("usage-exchange.none", "younger")]),
        ((0, 0), (8, 8), {}, [("usage-exchange.none", "elder")]),
        ((5, 5), (0, 0), {"exchange_minimum": {"younger": 0}}, []),
        ((1, 1), (7, 7), {}, []),
        ((6, 6), (2, 2), {}, [("usage-exchange.too-many", "elder")]),
        ((5, 5), (4, 4), {}, [("usage-exchange.too-many", "younger"), ("law-04.too-few", "younger")]),
    ],
)
def test_each_draws_one_card_at_least_and_not_more_than_lie_there_for_him(elder, younger, conventions, expected):
    judged = report(exchanged(dealt(), elder, younger), conventions=conventions)
    given = [
        (code, by) for code, by, _ in codes(judged) if code.startswith("usage-exchange") or code == "law-04.too-few"
    ]
    assert sorted(given) == sorted(expected)


def test_who_has_no_exchange_written_exchanged_none_only_if_he_plays_what_he_was_dealt():
    deal = sample("usage-exchange", "none")
    assert deal["exchange"].pop()["by"] == "younger"
    assert found(report(deal), "usage-exchange.none")
    del deal["play"][11]
    assert not found(report(deal), "usage-exchange.none")
