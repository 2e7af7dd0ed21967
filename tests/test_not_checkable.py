"""A law whose facts are not recorded is not checkable: no finding, no guess, and null for unknown points.

The lists of laws say which facts each law needs, and which laws are about acts
that leave no trace. One regular deal loses one fact after another.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport

RECORDS = Path(__file__).parents[1] / "sample_games" / "laws" / "record"
NO_TRACE = (9, 10, 13, 16, 18, 19, 20, 21, 25, 26, 27, 28)
"""The laws about acts that leave no trace in the cards."""
ALWAYS = {7, 12}
"""The laws that need no more than the deals before."""


def whole(name: str = "right-score") -> dict[str, Any]:
    """Return a completely recorded deal."""
    deal: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))["deals"][0]
    return deal


def judged(deal: dict[str, Any], **game: Any) -> DealReport:
    """Judge one deal of an unfinished game."""
    record = {
        "format": "piquet-record/1",
        "id": "not-checkable",
        "players": {"A": "Lélie", "B": "Anselme"},
        "deals": [deal],
        "result": {"ended": "unfinished"},
    }
    report = judge(msgspec.convert(record | game, Game)).deals[0]
    assert sorted((*report.checked, *report.not_checkable, *report.unrecorded)) == list(range(1, 29))
    return report


def without(*parts: str) -> dict[str, Any]:
    """Return the whole deal without some of its parts, and without the score."""
    return {name: part for name, part in whole().items() if name not in (*parts, "score")}


def unknown(place: str, *cards: str) -> dict[str, Any]:
    """Return the whole deal with cards unknown wherever they stand in one part of it."""
    deal = without()
    text = json.dumps(deal[place])
    for card in cards:
        assert card in text
        text = text.replace(card, "??")
    return deal | {place: json.loads(text)}


def nulls(report: DealReport) -> set[str]:
    """Return the entries that are null, as role and name."""
    return {
        f"{role} {name}"
        for role in ("elder", "younger")
        for name in report.score.elder.__struct_fields__
        if getattr(getattr(report.score, role), name) is None
    }


def test_of_a_whole_record_every_law_is_checked() -> None:
    """Only laws about acts that were not done are unrecorded."""
    report = judged(whole())
    assert (report.not_checkable, report.unrecorded, report.findings) == ((), NO_TRACE, ())
    assert nulls(report) == set()


HELD = {"elder": "AH QH JH QD AC QC JC KS 9S JS TH 8C", "younger": "AS QS KH 9H AD KD JD TD 9D 8D 9C 8S"}


@pytest.mark.parametrize(
    ("deal", "laws"),
    [
        pytest.param(without(), {15}, id="no-score"),
        pytest.param(without("declarations"), {5, 6, 14, 15, 22}, id="no-declarations"),
        pytest.param(without("play"), {1, 15}, id="no-play"),
        pytest.param(without("exchange"), {1, 3, 4, 8, 11, 14, 15, 17}, id="no-exchange"),
        pytest.param(without("exchange") | {"held": HELD}, {8, 11, 15, 17}, id="held-in-place-of-the-exchange"),
        pytest.param(
            without("hands", "talon", "exchange") | {"held": HELD}, {2, 8, 11, 15, 17, 23, 24}, id="held-and-calls"
        ),
        pytest.param(
            without("hands", "talon", "exchange", "declarations") | {"held": HELD},
            {2, 5, 6, 8, 11, 14, 15, 17, 22, 23, 24},
            id="only-held",
        ),
        pytest.param(without("talon"), {15, 23}, id="no-talon"),
        pytest.param(unknown("talon", "8S"), {15, 23}, id="a-drawn-card-that-the-play-shows"),
        pytest.param(unknown("talon", "KC"), {15, 23}, id="a-card-that-was-left"),
        pytest.param(unknown("hands", "7S"), {15, 23}, id="a-card-that-was-discarded"),
        pytest.param(unknown("exchange", "8H"), {15}, id="a-discard-that-the-play-shows"),
        pytest.param(unknown("play", "8S"), {1, 15}, id="a-card-of-the-play"),
    ],
)
def test_each_law_needs_its_facts(deal: dict[str, Any], laws: set[int]) -> None:
    """Exactly the laws whose facts are missing are not checkable, and nobody is found at fault."""
    report = judged(deal)
    assert set(report.not_checkable) == laws
    assert set(report.unrecorded) == set(NO_TRACE)
    assert set(report.checked) >= ALWAYS
    assert report.findings == ()


def test_shown_is_needed_only_where_it_matters() -> None:
    """Law 6 is not checkable if the record does not say whether a good point was shown; a set need not be shown."""
    deal = without()
    del deal["declarations"][4]["shown"]
    assert set(judged(deal).not_checkable) == {6, 15}


def test_a_short_draw_has_to_be_said() -> None:
    """The elder drew one card: law 11 is not checkable if it is not recorded what he announced."""
    deal = whole("cut-off")
    assert 11 in judged(deal).checked
    del deal["exchange"][0]["announced"]
    assert 11 in judged(deal).not_checkable


def test_where_declarations_are_not_written_all_that_is_held_counts() -> None:
    """The younger holds six diamonds, a quart to the jack and no set; the elder two trios."""
    report = judged(without("declarations"))
    assert report.assumed
    assert (report.score.elder.total, report.score.younger.total) == (12, 29)
    assert nulls(report) == set()


def test_nobody_called_is_not_the_same_as_not_written() -> None:
    """An empty list means that both called nothing: only the play counts, 6 and 19."""
    report = judged(without() | {"declarations": []})
    assert not report.assumed
    assert (report.score.elder.total, report.score.younger.total) == (6, 19)
    assert set(report.not_checkable) == {15}


def test_an_act_that_is_written_is_checked() -> None:
    """A card was taken back from a trick whose lead was not seen: the act is recorded, but cannot be judged."""
    deal = without()
    deal["play"][2:2] = [{"act": "take-back", "by": "younger", "card": "KH", "after_lead": True}]
    assert 16 in judged(deal).checked
    deal["play"][3] = "?? 8S"
    report = judged(deal)
    assert 16 in report.not_checkable
    assert not [finding for finding in report.findings if finding.code.startswith("law-16")]


# null entries


def test_a_card_not_seen_that_cannot_have_won_changes_nothing() -> None:
    """The elder's ace of hearts wins against any card."""
    report = judged(unknown("play", "9H"))
    assert nulls(report) == set()
    assert (report.score.elder.total, report.score.younger.total) == (12, 29)


def test_a_card_not_seen_is_known_where_no_other_is_left() -> None:
    """Of the younger's twelve cards eleven are seen in the play: on the queen of hearts he put the king."""
    report = judged(unknown("play", "KH"))
    assert nulls(report) == set()
    assert report.score.younger.play == 9


def test_a_card_not_seen_that_decides_makes_the_play_null() -> None:
    """The king of hearts and the eight of spades followed to tricks 3 and 4, nobody saw in which order.

    The younger may have won the fourth or not: the point for it is open, and his total. He has seven others, so the
    cards are his.
    """
    report = judged(unknown("play", "KH", "8S"))
    assert nulls(report) == {"younger play", "younger total"}
    assert (report.score.younger.cards, report.score.elder.total) == (10, 12)


def test_an_unknown_hand_that_called_is_believed_and_scored() -> None:
    """Nothing of the hands is known: the calls stand as they were answered, and the tricks as they fell."""
    report = judged(
        without("hands", "talon", "exchange")
        | {"held": {"elder": " ".join(["??"] * 12), "younger": " ".join(["??"] * 12)}}
    )
    assert report.findings == ()
    assert (report.score.elder.total, report.score.younger.total) == (12, 29)
    assert nulls(report) == set()


def test_without_the_play_only_the_play_is_null() -> None:
    """Point, sequences and sets stand as called; 6 in sets is too little for a pique that the younger's ten bar."""
    report = judged(without("play"))
    assert nulls(report) == {
        f"{role} {name}" for role in ("elder", "younger") for name in ("play", "last_trick", "cards", "capot", "total")
    }
    assert (report.score.elder.sets, report.score.younger.point, report.score.younger.sequences) == (6, 6, 4)
    assert (report.score.elder.pique, report.score.elder.repique) == (0, 0)


def test_a_cut_off_play_is_null_where_the_lost_tricks_count() -> None:
    """Four tricks to five after nine: both may still have won seven, neither twelve; the trio of kings bars a pique."""
    deal = whole("cut-off")
    report = judged(deal, result={})
    assert [finding.code for finding in report.findings] == ["record-short"]
    assert nulls(report) == {
        f"{role} {name}" for role in ("elder", "younger") for name in ("play", "last_trick", "cards", "total")
    }
    assert (report.score.elder.point, report.score.younger.sets, report.score.elder.capot) == (4, 3, 0)


def test_a_majority_that_stands_is_known_in_a_cut_off_play() -> None:
    """After eleven tricks of the other deal the younger has seven: his ten are sure, the elder's nought too."""
    deal = without()
    deal["play"] = deal["play"][:11]
    report = judged(deal, result={})
    assert (report.score.elder.cards, report.score.younger.cards) == (0, 10)
    assert nulls(report) == {
        f"{role} {name}" for role in ("elder", "younger") for name in ("play", "last_trick", "total")
    }


def test_an_unfinished_play_is_scored_as_far_as_it_goes() -> None:
    """If the record says that the game is unfinished, the rest is not given away: nine tricks, no cards."""
    report = judged(whole("cut-off"))
    assert nulls(report) == set()
    assert (report.score.elder.total, report.score.younger.total) == (9, 9)


# conviction is safe


def test_unknown_cards_convict_nobody_of_a_revoke() -> None:
    """The younger throws a spade on the king of hearts; he is known to have no heart but perhaps the card not seen."""
    deal = without()
    assert deal["play"][2] == "QC 8S"
    deal["held"] = dict(HELD, younger=HELD["younger"].replace("7C", "??"))
    for part in ("hands", "talon", "exchange"):
        del deal[part]
    assert judged(deal).findings == ()


def test_a_card_that_comes_to_light_convicts() -> None:
    """Of two hands of which nothing is known, the younger follows clubs with a spade and plays a club later."""
    deal = without("hands", "talon", "exchange")
    deal["held"] = {"elder": " ".join(["??"] * 12), "younger": " ".join(["??"] * 12)}
    deal["play"][8] = "9C TH"
    deal["play"][0] = "AC 9D"
    report = judged(deal)
    assert [(finding.code, finding.by, finding.trick) for finding in report.findings] == [
        ("law-01.revoke", "younger", 1),
        ("law-01.revoke", "younger", 3),
    ]
    assert report.findings[0].evidence["later"] == 9


def test_a_call_that_unknown_cards_may_hold_is_true() -> None:
    """The elder's third queen may be the card not seen; that he has four is seen to be false."""
    deal = without("hands", "talon", "exchange")
    deal["held"] = dict(HELD, elder=HELD["elder"].replace("QC", "??"))
    deal["play"] = []
    assert judged(deal).findings == ()
    deal["declarations"][2]["cards"] = 4
    assert [entry.code for entry in judged(deal).pending or ()] == ["law-14.false-call"]
