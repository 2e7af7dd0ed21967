"""Single cards and sets of cards: suits, ranks, who wins a trick."""

import pytest

from piquet_records.cards import holdings, pack
from piquet_records.cards.pack import CARD
from piquet_records.trace.claims import best_claim
from piquet_records.trace.facts import Hand

HAND = "AS KS 7S AH TH AD JD 9D AC KC QC 8C"
"""Four aces, two kings; three spades, two hearts, three diamonds, four clubs."""


def bits(text):
    """Return a text of cards as a set."""
    return pack.to_bits(pack.parse(text))


def text(cards):
    """Return a set of cards as a text, suit by suit, highest first."""
    return pack.to_text(pack.from_bits(cards))


def test_suit_and_rank_make_the_card_again():
    for card in pack.PACK:
        assert pack.card_of(pack.suit_of(card), pack.rank_of(card)) == card


@pytest.mark.parametrize(("code", "suit", "rank"), [("7S", 0, 0), ("AS", 0, 7), ("TH", 1, 3), ("AC", 3, 7)])
def test_suit_and_rank_of_a_card(code, suit, rank):
    """Suits are numbered in the order spades, hearts, diamonds, clubs; ranks from the seven to the ace."""
    assert (pack.suit_of(CARD[code]), pack.rank_of(CARD[code])) == (suit, rank)


def test_cards_of_a_suit_and_of_a_rank():
    hand = bits(HAND)
    assert [text(pack.cards_of_suit(hand, suit)) for suit in range(4)] == [
        "AS KS 7S",
        "AH TH",
        "AD JD 9D",
        "AC KC QC 8C",
    ]
    assert text(pack.cards_of_rank(hand, 7)) == "AS AH AD AC"
    assert text(pack.cards_of_rank(hand, 6)) == "KS KC"
    assert text(pack.cards_of_rank(hand, 5)) == "QC"


def test_a_set_has_its_cards_and_no_others():
    assert [code for code in pack.CODES if pack.has_card(bits(HAND), CARD[code])] == sorted(
        HAND.split(), key=pack.CODES.index
    )


@pytest.mark.parametrize(
    ("lead", "follow", "winner"),
    [
        ("KH", "AH", "younger"),  # higher in the suit
        ("KH", "QH", "elder"),  # lower in the suit
        ("7H", "AS", "elder"),  # higher in another suit
        ("AS", "7C", "elder"),
    ],
)
def test_the_higher_card_of_the_suit_led_wins(lead, follow, winner):
    assert pack.trick_winner("elder", CARD[lead], CARD[follow]) == winner
    other = {"elder": "younger", "younger": "elder"}
    assert pack.trick_winner("younger", CARD[lead], CARD[follow]) == other[winner]


@pytest.mark.parametrize(
    ("lead", "beating"), [("8C", "AC KC QC"), ("QC", "AC KC"), ("AC", ""), ("9H", "AH TH"), ("AH", "")]
)
def test_cards_that_beat_a_lead(lead, beating):
    assert text(pack.cards_beating(bits(HAND), CARD[lead])) == beating


def test_holdings_of_a_category():
    """A quatorze of aces; a tierce from the ace in clubs; the point is four clubs: 11, 10, 10 and 8."""
    hand = bits(HAND)
    assert holdings.holdings_in(hand, "point") == ((4, 39),)
    assert holdings.holdings_in(hand, "sequence") == ((3, 7),)
    assert holdings.holdings_in(hand, "set") == ((4, 4),)
    assert [held.score for what in ("point", "sequence", "set") for held in holdings.holdings_in(hand, what)] == [
        4,
        3,
        14,
    ]


def test_the_best_call_that_a_hand_allows():
    """Ranks count from the seven (0) to the ace (7)."""
    hand = Hand(bits(HAND))
    point, sequence, of_a_rank = (best_claim(hand, what) for what in ("point", "sequence", "set"))
    assert (point.cards, point.value) == (4, 39)
    assert (sequence.cards, sequence.top) == (3, 7)
    assert (of_a_rank.cards, of_a_rank.rank) == (4, 7)
    assert best_claim(Hand(bits("AS QS TS KH 9H")), "sequence") is None
    assert best_claim(Hand(bits("9S 9H 9D 9C")), "set") is None
