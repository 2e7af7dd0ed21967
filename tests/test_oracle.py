"""The oracle itself: it finds the article's totals, and each thing that it is there to refuse."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import deal_points, impossible

SAMPLES = Path(__file__).parent.parent / "sample_games"
Document = dict[str, Any]

GAME: Document = {
    "format": "piquet-record/1",
    "id": "oracle",
    "players": {"A": "a", "B": "b"},
    "deals": [
        {
            "dealer": "B",
            "hands": {
                "elder": "AS KS QS JS TS 9S 8S AH KH 7H 7D 7C",
                "younger": "AD KD QD JD TD 9D AC KC 7S 8H 9H TH",
            },
            "talon": "QH JH 8D QC JC TC 9C 8C",
            "exchange": [
                {"act": "exchange", "by": "elder", "discard": "7H 7D 7C", "draw": 3},
                {"act": "exchange", "by": "younger", "discard": "7S 8H", "draw": 2},
            ],
            "declarations": [
                {"act": "call", "by": "elder", "what": "point", "cards": 7, "value": 68, "reply": "good"},
                {"act": "call", "by": "elder", "what": "sequence", "cards": 7, "top": "A", "reply": "good"},
                {"act": "call", "by": "elder", "what": "set", "cards": 3, "rank": "K", "reply": "good"},
            ],
            "play": ["AS QC"],
        }
    ],
    "result": {"ended": "unfinished"},
}
"""The elder has seven spades from the ace and draws ♥Q ♥J ♦8, so that he has two kings, and no trio of them."""


def sample(name: str) -> Document:
    document: Document = json.loads((SAMPLES / f"{name}.json").read_bytes())
    return document


def faults(change: Callable[[Document], None], name: str | None = None) -> list[str]:
    """Return what the oracle finds in a record after a change of its first deal."""
    game = copy.deepcopy(GAME) if name is None else sample(name)
    change(game["deals"][0])
    return impossible(game)


def test_the_totals_of_the_article() -> None:
    """35 in hand and 60 for the repique, 12 leads, 40; as dealer 35, 12 tricks, 40, and 1 for the other's lead."""
    (repique,) = sample("repic-and-capot")["deals"]
    assert deal_points(repique, rubicon=False) == {"elder": 147, "younger": 0}
    (dealer,) = sample("disadvantage-of-dealing")["deals"]
    assert deal_points(dealer, rubicon=False) == {"elder": 1, "younger": 87}


def test_a_capot_in_the_rubicon_game_counts_its_last_trick_twice() -> None:
    """One more than the article's 147: rubicon counts the last trick of a capot, classic does not."""
    (repique,) = sample("repic-and-capot")["deals"]
    assert deal_points(repique, rubicon=True) == {"elder": 148, "younger": 0}


@pytest.mark.parametrize("name", ["repic-and-capot", "disadvantage-of-dealing", "pic", "announcements"])
def test_nothing_is_wrong_in_the_articles_examples(name: str) -> None:
    assert impossible(sample(name)) == []


def _set_of(rank: str, cards: int) -> Callable[[Document], None]:
    def change(deal: Document) -> None:
        deal["declarations"][2].update(rank=rank, cards=cards)

    return change


def _field(*path: Any, value: Any) -> Callable[[Document], None]:
    def change(deal: Document) -> None:
        place = deal
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (_set_of("K", 3), "elder calls a set that he does not hold"),
        (_field("declarations", 0, "value", value=67), "elder calls a point that he does not hold"),
        (_field("declarations", 1, "top", value="K"), "elder calls a sequence that he does not hold"),
        (_field("declarations", 1, "shown", value="AD"), "elder shows a card that he has not"),
        (_field("declarations", 1, "reply", value="not-good"), "the younger answers not-good and calls no sequence"),
        (_field("play", value=["AS 9D", "AS 9H"]), "trick 2: elder leads AS, which he has not"),
        (_field("play", value=["AS QH"]), "trick 1: younger plays QH, which he has not"),
        (_field("play", value=["AH QC"]), "trick 1: younger does not follow suit"),
        (_field("play", value=["AD AH"]), "trick 1: younger leads out of turn"),
        (_field("exchange", 0, "discard", value="AD 7D 7C"), "elder discards a card that he has not"),
        (_field("exchange", 0, "draw", value=4), "elder draws more than he discarded"),
        (_field("exchange", 1, "draw", value=6), "more cards drawn than are left"),
        (_field("talon", value="AS JH 8D QC JC TC 9C 8C"), "a card is there twice"),
        (_field("talon", value="JH 8D QC JC TC 9C 8C"), "31 cards in the pack"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_fault_is_found(change: Callable[[Document], None], found: str) -> None:
    """The fault is named in a deal that has no other; all cases but that of the trio drop the false trio."""

    def changed(deal: Document) -> None:
        change(deal)
        if "set" not in found:
            del deal["declarations"][2]

    assert f"deal 1: {found}" in faults(changed)
    assert faults(lambda deal: deal["declarations"].pop(2)) == []


@pytest.mark.parametrize(
    ("part", "value", "found"),
    [
        ("score", {"elder": 146, "younger": 0}, "elder is written 146, and makes 147"),
        ("score", {"elder": 147, "younger": 1}, "younger is written 1, and makes 0"),
    ],
)
def test_a_wrong_score_is_found(part: str, value: Any, found: str) -> None:
    assert f"deal 1: {found}" in faults(_field(part, value=value), "repic-and-capot")


def test_a_forgotten_bonus_may_be_lacking() -> None:
    """147 without the 60 of the repique is 87 (law 15)."""
    assert faults(_field("score", value={"elder": 87, "younger": 0}), "repic-and-capot") == []


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ({"score": {"A": 146, "B": 0}}, "A is written 146 in the game, and has 147"),
        ({"winner": "B"}, "B is written as the winner, and is not"),
        ({"ended": "target"}, "the game is written as ended by target, and was not over"),
    ],
)
def test_a_wrong_result_is_found(result: Document, found: str) -> None:
    """147 points of the 150 do not end the game."""
    game = sample("repic-and-capot")
    game["result"] = result
    assert found in impossible(game)
    game["target"] = 147
    game["result"] = {"winner": "A", "score": {"A": 147, "B": 0}, "ended": "target"}
    assert impossible(game) == []
    game["result"]["ended"] = "unfinished"
    assert impossible(game) == ["the game is written as unfinished, and was played to its end"]


def test_the_same_dealer_twice_is_found() -> None:
    game = copy.deepcopy(GAME)
    del game["deals"][0]["declarations"][2]
    game["deals"] *= 2
    assert "deal 2: the same dealer again" in impossible(game)
