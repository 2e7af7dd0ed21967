"""The states of a deal: both hands and both counts after each step and card."""

from pathlib import Path

import pytest
from msgspec import convert

import piquet_records as piquet
from piquet_records.cards.pack import from_bits, to_text
from piquet_records.errors import UnknownRulesError
from piquet_records.record.game import Deal

SAMPLES = Path(__file__).parent.parent / "sample_games"

ELDER = "AS KS QS JS TS 9S AH KH QH AD 8C 7C"
YOUNGER = "8S 7S JH TH 9H KD QD JD AC KC QC JC"
TALON = "8H 7H TD 9D TC 8D 7D 9C"


def deal_of(name):
    """Return the first deal of a sample game."""
    return next(piquet.read(SAMPLES / f"{name}.json")).deals[0]


def held(state, role):
    """Return a hand as a record writes it."""
    return to_text(from_bits(state.hand(role).known))


def exchanged(*steps):
    """Return a deal with these steps in its exchange, and the first trick."""
    document = {
        "dealer": "B",
        "hands": {"elder": ELDER, "younger": YOUNGER},
        "talon": TALON,
        "exchange": list(steps),
        "declarations": [],
        "play": ["AS JH"],
    }
    return convert(document, Deal)


def test_counts_of_the_article_s_repic():
    """The article: 35 in hand is 95 at once; the first lead makes 96, twelve tricks 107, before the capot."""
    states = list(piquet.replay(deal_of("repic-and-capot")))
    before = [state for state in states if state.trick is None][-1]
    leads = [state for state in states if state.trick is not None and state.moment == state.trick.lead_moment]
    assert before.counts == (95, 0)
    assert leads[0].counts == (96, 0)
    assert states[-1].counts == (107, 0)


def test_counts_of_the_article_s_pic():
    """The article: 28 in hand, the first lead makes 29, the second 30, which is called 60."""
    states = [state for state in piquet.replay(deal_of("pic")) if state.trick is not None]
    leads = [state.counts[0] for state in states if state.moment == state.trick.lead_moment]
    assert leads == [29, 60, 61]


def test_hands_through_a_regular_exchange():
    deal = exchanged(
        {"act": "exchange", "by": "elder", "discard": "9S 8C 7C", "draw": 3},
        {"act": "exchange", "by": "younger", "discard": "8S 7S", "draw": 2},
    )
    dealt, first, second, lead, follow = piquet.replay(deal)
    assert held(dealt, "elder") == ELDER
    assert held(first, "elder") == "AS KS QS JS TS AH KH QH 8H 7H AD TD"
    assert held(first, "younger") == YOUNGER
    assert held(second, "younger") == "JH TH 9H KD QD JD 9D AC KC QC JC TC"
    assert held(lead, "elder") == "KS QS JS TS AH KH QH 8H 7H AD TD"
    assert lead.younger == second.younger
    assert lead.event is None
    assert second.trick is None
    assert follow.trick is lead.trick


def test_hands_between_a_discard_and_its_draw():
    deal = exchanged(
        {"act": "discard", "by": "elder", "cards": "8C 7C"},
        {"act": "draw", "by": "elder", "count": 2},
        {"act": "exchange", "by": "younger", "discard": "8S", "draw": 1},
    )
    _, after_discard, after_draw, *_ = piquet.replay(deal)
    assert held(after_discard, "elder") == "AS KS QS JS TS 9S AH KH QH AD"
    assert held(after_draw, "elder") == "AS KS QS JS TS 9S AH KH QH 8H 7H AD"


def test_cards_taken_back_return_to_the_hand():
    document = {
        "dealer": "B",
        "held": {"elder": ELDER, "younger": YOUNGER},
        "declarations": [],
        "play": ["AS JH", {"act": "rewind", "by": "elder", "to": 1}, "AS 8S"],
    }
    states = list(piquet.replay(convert(document, Deal)))
    rewound = next(state for state in states if state.event is not None)
    assert (held(rewound, "elder"), held(rewound, "younger")) == (ELDER, YOUNGER)
    assert rewound.counts == (0, 0)
    assert [state.counts for state in states if state.trick is not None] == [(1, 0), (1, 0), (1, 0), (1, 0)]


def test_hands_that_were_not_recorded_are_none():
    """Of a record with the hands after the exchange only, the hands as dealt are not known."""
    first, *others = piquet.replay(deal_of("repic-and-capot"))
    assert (first.elder, first.younger) == (None, None)
    assert {state.hand(role).size for state in others[:3] for role in ("elder", "younger")} == {12}


def test_every_moment_comes_once_and_in_order():
    moments = [state.moment for state in piquet.replay(next(piquet.simulate(1, 2)).deals[0])]
    assert moments == sorted(set(moments))
    assert moments[0] == 0


def test_rules_that_are_none_are_refused():
    with pytest.raises(UnknownRulesError):
        piquet.replay(deal_of("pic"), "clasic")
