"""Dealing: wrong numbers of cards and who may choose, packets, dealing twice, faulty packs; parameters and limits."""

import pytest

from piquet_records.report.model import Report
from tests.laws.records import PACK, Record, codes, dealt, exchanged, found, notice, report, sample, step

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
        ("elder", "redeal", "cards-seen", None),
        ("elder", "stand", "cards-seen", None),
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
        ("unseen", [], [step("discard", "elder", cards="7S")], True),
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
    """Return a deal with other hands or another talon."""
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
