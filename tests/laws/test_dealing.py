"""Dealing, wrong numbers of cards, misdeals and draws in excess: limits, parameters, unknown cards, laws that meet."""

import json
from typing import Any

import msgspec
import pytest

from piquet_records.judge import judge
from piquet_records.record import Game
from piquet_records.report import Report, ReportFinding
from tests.golden import LAWS

SUITS, RANKS = "SHDC", "AKQJT987"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
"""Spades from the ace down, then hearts, diamonds, clubs."""

Record = dict[str, Any]


def step(act: str, by: str, **fields: Any) -> Record:
    """Write a step."""
    return {"act": act, "by": by, **fields}


def notice(by: str, what: str = "misdeal", **fields: Any) -> Record:
    """Write a notice."""
    return step("notice", by, what=what, **fields)


def dealt(elder: int = 12, younger: int = 12, dealer: str = "B", **lists: Any) -> Record:
    """Write a deal of so many cards to each, from the top of the pack."""
    hands = {"elder": " ".join(PACK[:elder]), "younger": " ".join(PACK[elder : elder + younger])}
    return {"dealer": dealer, "hands": hands, "talon": " ".join(PACK[elder + younger :]), **lists}


def exchange(by: str, deal: Record, discard: int, draw: int, **fields: Any) -> Record:
    """Write an exchange: the last cards of the hand as dealt go out."""
    cards = deal["hands"][by].split()
    return step("exchange", by, discard=" ".join(cards[len(cards) - discard :]), draw=draw, **fields)


def exchanged(deal: Record, elder: tuple[int, int], younger: tuple[int, int] | None = None, *more: Record) -> Record:
    """Add an exchange to a deal: how many each discards and draws, then further steps."""
    steps = [exchange("elder", deal, *elder, announced=elder[1])]
    steps += [exchange("younger", deal, *younger)] if younger else []
    return deal | {"exchange": [*steps, *more]}


def report(*deals: Record, **fields: Any) -> Report:
    """Judge a game of these deals."""
    record = {"format": "piquet-record/1", "id": "test", "players": {"A": "A", "B": "B"}, "deals": list(deals)}
    return judge(msgspec.convert(record | {"result": {"ended": "unfinished"}} | fields, Game))


def found(judged: Report, code: str) -> list[ReportFinding]:
    """Give the findings of a code in the last deal."""
    return [finding for finding in judged.deals[-1].findings if finding.code == code]


def codes(judged: Report) -> list[tuple[str, str | None, str | None]]:
    """Give code, player and status of what was found in the last deal."""
    return [(finding.code, finding.by, finding.status) for finding in judged.deals[-1].findings]


def sample(folder: str, name: str) -> Record:
    """Give the first deal of a sample, without what the table wrote of its score."""
    deal = json.loads((LAWS / folder / f"{name}.json").read_text("utf-8"))["deals"][0]
    deal.pop("score", None)
    return deal


# law 24: what was dealt, and whose choice it is

UNSEEN = [notice("younger", looked=False)]
ONE_OFF = [(13, 12), (12, 13), (11, 12), (12, 11), (13, 11), (11, 13), (13, 13), (11, 11)]
TWO_OFF = [(14, 12), (12, 14), (10, 12), (12, 10), (14, 11)]


@pytest.mark.parametrize("sizes", ONE_OFF)
def test_one_card_off_leaves_the_elder_a_choice(sizes):
    judged = report(dealt(*sizes, dealing=UNSEEN))
    assert {code for code, _, _ in codes(judged)} == {"law-24.misdeal"}
    options = found(judged, "law-24.misdeal")[0].options
    assert [(o.by, o.may, o.until, o.taken) for o in options] == [
        ("elder", "redeal", "cards-seen", False),
        ("elder", "stand", "cards-seen", False),
    ]


def test_thirteen_and_eleven_are_one_misdeal_and_thirteen_twice_are_two():
    assert [len(found(report(dealt(*sizes)), "law-24.misdeal")) for sizes in [(13, 11), (13, 13)]] == [1, 2]


@pytest.mark.parametrize("sizes", TWO_OFF)
@pytest.mark.parametrize("stand", [[], [step("stand", "elder")]])
def test_two_cards_off_make_a_played_deal_void_whatever_is_chosen(sizes, stand):
    judged = report(exchanged(dealt(*sizes, dealing=[*UNSEEN, *stand]), (5, 5), (2, 2)))
    assert ("law-24.redeal-owed", "both", "open") in codes(judged)
    assert judged.deals[0].outcome == "void"
    assert not any(finding.options for finding in found(judged, "law-24.misdeal"))


def test_a_deal_that_stops_after_the_misdeal_owes_nothing_yet():
    assert not found(report(dealt(14, 12, dealing=UNSEEN)), "law-24.redeal-owed")


@pytest.mark.parametrize(
    ("steps", "status"),
    [
        ([notice("younger", looked=False), step("redeal", "elder")], "remedied"),
        ([notice("younger", looked=False), step("stand", "elder")], "waived"),
        ([notice("elder", "too-few", looked=False)], "noted"),
        ([notice("elder", looked=True), step("redeal", "elder")], "noted"),
        ([notice("elder", looked=True), step("stand", "elder")], "noted"),
        ([step("redeal", "elder")], "remedied"),
        ([step("stand", "elder")], "waived"),
        ([notice("younger", looked=False), step("redeal", "younger")], "noted"),
    ],
)
def test_the_choice_is_the_elders_while_the_cards_are_unseen(steps, status):
    assert found(report(dealt(12, 11, dealing=steps)), "law-24.misdeal")[0].status == status


def test_in_a_deal_that_was_broken_off_short_hands_are_no_misdeal():
    deal = dealt(dealing=[step("expose", "younger", card="AS", **{"from": "elder"}), step("redeal", "elder")])
    judged = report(
        {"dealer": "B", "dealing": deal["dealing"], "hands": {"elder": "AS KS QS JS", "younger": "TS 9S 8S"}}
    )
    assert codes(judged) == [("law-24.faced", "younger", "remedied")]


@pytest.mark.parametrize(
    ("where", "parameter", "void"),
    [("elder", "note", True), ("younger", "note", True), ("talon", "note", False), ("talon", "redeal", True)],
)
def test_a_faced_card_voids_the_deal_and_in_the_talon_only_by_agreement(where, parameter, void):
    exposed = [step("expose", "younger", card="7C", **{"from": where})]
    judged = report(exchanged(dealt(dealing=exposed), (5, 5), (3, 3)), conventions={"faced_in_talon": parameter})
    assert found(judged, "law-24.faced")[0].severity == ("violation" if void else "note")
    assert bool(found(judged, "law-24.redeal-owed")) is void
    assert (judged.deals[0].outcome == "void") is void


# law 2: when it is too late


@pytest.mark.parametrize(
    ("limit", "before", "after", "late"),
    [
        ("unseen", [notice("elder", looked=False)], [], False),
        ("unseen", [notice("elder", looked=True)], [], True),
        ("unseen", [], [], True),
        ("before-talon", [notice("elder", looked=True)], [], False),
        ("before-talon", [], [step("touch-talon", "elder"), notice("elder", looked=True)], True),
        ("before-talon", [], [notice("elder", looked=True), step("touch-talon", "elder")], False),
    ],
)
def test_the_choice_ends_with_a_look_or_with_a_touch_of_the_talon(limit, before, after, late):
    judged = report(dealt(12, 13, dealing=before, exchange=after), conventions={"misdeal_option_limit": limit})
    assert bool(found(judged, "law-02.noticed-late")) is late
    assert bool(found(judged, "law-24.misdeal")[0].options) is not late


@pytest.mark.parametrize("steps", [[notice("elder")], [step("stand", "elder")], [step("redeal", "elder")]])
def test_where_it_is_not_written_whether_the_cards_were_seen_nothing_is_too_late(steps):
    judged = report(dealt(13, 12, dealing=steps))
    assert {code for code, _, _ in codes(judged)} == {"law-24.misdeal"}
    assert 2 in judged.deals[0].not_checkable


def test_the_first_word_of_a_misdeal_decides():
    steps = [notice("elder", looked=True), notice("younger", looked=False)]
    assert found(report(dealt(13, 12, dealing=steps)), "law-02.noticed-late")


@pytest.mark.parametrize(
    ("sizes", "redeal_by", "too_late"),
    [((12, 11), "elder", True), ((12, 11), "younger", True), ((12, 10), "elder", False), ((14, 12), "younger", False)],
)
def test_a_new_deal_is_too_late_only_where_it_is_a_choice(sizes, redeal_by, too_late):
    judged = report(dealt(*sizes, dealing=[notice("elder", looked=True), step("redeal", redeal_by)]))
    expected = [("law-02.redeal-too-late", redeal_by, "noted")] if too_late else []
    assert [said for said in codes(judged) if said[0] == "law-02.redeal-too-late"] == expected


def test_a_new_deal_for_an_overdraw_is_not_too_late_for_an_old_misdeal():
    deal = dealt(11, 12, dealing=[notice("elder", looked=True)])
    judged = report(exchanged(deal, (5, 5), (2, 4), step("redeal", "elder")))
    assert not found(judged, "law-02.redeal-too-late")
    assert found(judged, "law-08.overdraw")[0].status == "remedied"


@pytest.mark.parametrize(
    ("dealing", "muted"),
    [
        ([], True),
        ([notice("elder", looked=True)], True),
        ([notice("elder", looked=False)], False),
        ([notice("elder")], False),
    ],
)
def test_thirteen_brought_down_to_twelve_is_muted_where_it_was_noticed_late(dealing, muted):
    judged = report(exchanged(dealt(13, 12, dealing=dealing), (5, 4), (3, 3)))
    assert bool(found(judged, "law-02.mended-late")) is muted
    assert not found(judged, "law-03.too-many")


def test_eleven_brought_up_to_twelve_after_a_late_notice_is_an_overdraw():
    late, in_time = (
        report(exchanged(dealt(11, 12, dealing=[notice("elder", looked=looked)]), (4, 5), (3, 3)))
        for looked in (True, False)
    )
    assert [f.evidence["expected"] for f in found(late, "law-08.overdraw")] == [4]
    assert not found(in_time, "law-08.overdraw")


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
        step("discard", "elder", cards="JH"), step("draw", "elder", count=2), step("discard", "elder", cards="QH")
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


# law 7


def packets(*numbers: int | None, warned: tuple[int, ...] = (), void: tuple[int, ...] = ()) -> Report:
    """Judge deals by one dealer with these packets; between them the other deals by threes."""
    deals: list[Record] = []
    for number, packet in enumerate(numbers):
        deal = dealt(dealer="A") | ({} if packet is None else {"packets": packet})
        steps = [step("warn-packets", "younger")] if number in warned else []
        steps += [step("redeal", "elder")] if number in void else []
        deals += [deal | ({"dealing": steps} if steps else {}), dealt(dealer="B", packets=3)]
    return report(*deals[:-1], target=9999)


@pytest.mark.parametrize(
    ("judged", "changed"),
    [
        (packets(2, 3), True),
        (packets(2, 2), False),
        (packets(2, 3, 2), False),
        (packets(2, 3, 3), True),
        (packets(2, 3, warned=(1,)), False),
        (packets(2, 3, 3, warned=(1,)), False),
        (packets(2, 3, 2, warned=(1,)), True),
        (packets(2, 3, void=(0,)), False),
        (packets(4, 3), False),
        (packets(4, 3, 2), True),
        (packets(2, None, 3), True),
        (packets(None, 3), False),
    ],
)
def test_each_dealer_is_held_to_the_number_he_last_lawfully_set(judged, changed):
    assert bool(found(judged, "law-07.packets-changed")) is changed


def test_unwritten_packets_make_law_7_not_checkable():
    assert [7 in judged.deals[-1].not_checkable for judged in (packets(2), packets(None), packets(2, 3))] == [False] * 3
    assert [7 in judged.deals[-1].not_checkable for judged in (packets(None, 3), packets(2, None))] == [True] * 2


def test_a_number_that_is_neither_two_nor_three_is_a_fault_of_its_own():
    assert [bool(found(packets(number), "usage-deal.packets")) for number in (1, 2, 3, 4, 12)] == [
        True, False, False, True, True,
    ]  # fmt: skip


# law 12


@pytest.mark.parametrize(
    ("steps", "status", "options"),
    [
        ([], "noted", 0),
        ([notice("younger", "double-deal", looked=False), step("redeal", "younger")], "remedied", 1),
        ([notice("younger", "double-deal", looked=False), step("redeal", "elder")], "remedied", 1),
        ([step("redeal", "elder")], "noted", 0),
        ([notice("younger", "double-deal", looked=False), step("stand", "younger")], "waived", 1),
        ([notice("younger", "double-deal", looked=False)], "noted", 1),
        ([notice("younger", "double-deal", looked=True), step("redeal", "younger")], "noted", 0),
        ([notice("elder", "double-deal", looked=False)], "noted", 0),
        ([step("redeal", "younger")], "remedied", 0),
    ],
)
def test_only_a_dealer_who_has_not_looked_gets_out_of_dealing_twice(steps, status, options):
    finding = found(report(dealt(), dealt(dealing=steps)), "law-12.dealt-twice")[0]
    assert (finding.by, finding.player, finding.status, len(finding.options)) == ("younger", "B", status, options)


def test_a_deal_that_was_made_again_does_not_pass_the_deal():
    void = dealt(14, 12, dealing=[step("redeal", "elder")])
    assert not found(report(dealt(dealer="A"), void, void, dealt()), "law-12.dealt-twice")
    assert found(report(dealt(), void | {"dealer": "A"}, dealt()), "law-12.dealt-twice")


def test_a_deal_void_only_by_ruling_passes_the_deal():
    owed = exchanged(dealt(14, 12), (5, 5), (2, 2))
    assert found(report(owed, dealt()), "law-12.dealt-twice")
    assert not found(report(owed, dealt(dealer="A")), "law-12.dealt-twice")


# law 23


def faulty(**changes: str) -> Record:
    """Write a deal with its hands or talon changed."""
    deal = dealt()
    return (
        deal
        | {"hands": deal["hands"] | {k: v for k, v in changes.items() if k != "talon"}}
        | {k: v for k, v in changes.items() if k == "talon"}
    )


TALON = dealt()["talon"]


@pytest.mark.parametrize(
    ("deal", "evidence"),
    [
        (faulty(talon=TALON[3:]), {"missing": "AC"}),
        (faulty(talon=TALON + " AS"), {"cards": "AS", "variant": "twice"}),
        (faulty(talon=TALON[:-2] + "AS"), {"missing": "7C", "cards": "AS", "variant": "exchanged"}),
        (faulty(talon=TALON[:-2] + "??"), None),
        (faulty(talon=TALON[:-5] + "AS ??"), {"cards": "AS", "variant": "twice"}),
        (faulty(), None),
    ],
)
def test_the_pack_is_faulty_by_what_is_known_of_it(deal, evidence):
    given = found(report(deal), "law-23.faulty-pack")
    assert [(finding.by, finding.evidence) for finding in given] == ([] if evidence is None else [(None, evidence)])


def test_a_card_held_by_both_is_twice_in_the_pack():
    held = {"elder": " ".join(PACK[:12]), "younger": " ".join(PACK[11:23])}
    judged = report({"dealer": "B", "held": held})
    assert found(judged, "law-23.faulty-pack")[0].evidence["cards"] == PACK[11]
    assert 23 in judged.deals[0].checked


def test_a_faulty_deal_counts_nowhere_and_the_earlier_ones_stand():
    good, bad = sample("law-24", "faced-in-the-talon"), sample("law-23", "missing")
    first, both = report(good), report(good, bad | {"dealer": "B"})
    assert both.result is not None
    assert first.result is not None
    assert both.result.score == first.result.score
    assert [deal.outcome for deal in both.deals] == ["played", "void"]
    assert both.deals[1].as_played.younger.total


def test_a_hand_written_in_part_before_a_new_deal_is_no_missing_card():
    short = dealt(11, 12, dealing=[step("redeal", "elder")])
    short["talon"] = TALON
    assert not found(report(short), "law-23.faulty-pack")
    short["dealing"].insert(0, notice("elder", "faulty-pack", looked=True))
    assert found(report(short), "law-23.faulty-pack")[0].status == "remedied"


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
