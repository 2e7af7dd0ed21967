"""Single holdings, calls, bonuses, tricks and settlements, from other piquet programs, Cavendish and Parlett.

One row a case. Bonuses and settlements are those of the profile ``rubicon``; the rest is common to all rules.
``test_case_deals.py`` has the cases that need a recorded deal.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from piquet_records.cards import holdings, pack
from piquet_records.rules.parameters import profile
from piquet_records.scoring.bonus import PIQUE, REPIQUE, Gain, Stage, bonus
from piquet_records.scoring.game_score import settle

RUBICON = profile("rubicon").rules


def hand(text: str) -> int:
    """Read cards as a set."""
    return pack.to_bits(pack.parse(text))


class Holding(NamedTuple):
    """A hand; its point; its sequences as length and top; its sets as number and rank; their points."""

    cards: str
    point: tuple[int, int]
    sequences: list[tuple[int, str]]
    sets: list[tuple[int, str]]
    scores: tuple[int, int]


HOLDINGS = {
    "four-nines-are-no-set": Holding("KC KD 9C QH 7C 9S JD QD 9H AH 9D AS", (4, 39), [(3, "K")], [], (3, 0)),
    "nothing-but-a-point": Holding("JC KH 7D QS KS TC 7H 8H AC 8D TH JH", (5, 45), [], [], (0, 0)),
    "of-two-suits-of-four-the-one-worth-more": Holding("7H TH KH 8H QS 7S AS 9S TD QC 8C JC", (4, 37), [], [], (0, 0)),
    "quart-and-trio": Holding("JH TH KH QH QS 7S AS 9D TD QC 8C JC", (4, 40), [(4, "K")], [(3, "Q")], (4, 3)),
    "quint-quart-and-quatorze": Holding(
        "7C 8C 9C TC JC 8H 9H TH JH JS JD QD", (5, 44), [(5, "J"), (4, "J")], [(4, "J")], (19, 14)
    ),
    "huitieme-and-quart": Holding("AC KC QC JC TC 9C 8C 7C AD KD QD JD", (8, 75), [(8, "A"), (4, "A")], [], (22, 0)),
    "no-pique-with-thirteen-in-hand": Holding(
        "AS KS QS JS 8S AH KH JH TH 8H 7H AD", (6, 56), [(4, "A")], [(3, "A")], (4, 3)
    ),
    "no-court-card": Holding("7C 8C 9C TC AC 7D 8D 9D TD AD 7H 8H", (5, 45), [(4, "T"), (4, "T")], [], (8, 0)),
    "two-equal-tierces": Holding("JH QH KH JS QS KS", (3, 30), [(3, "K"), (3, "K")], [], (6, 0)),
    "two-quatorzes-and-a-trio": Holding(
        "AC AD AH AS KC KD KH KS QC QD QH",
        (3, 31),
        [(3, "A"), (3, "A"), (3, "A")],
        [(4, "A"), (4, "K"), (3, "Q")],
        (9, 31),
    ),
    "pairs-count-nothing": Holding("AC AD TH TS 9C 8D 7H 9S", (2, 20), [], [], (0, 0)),
    "huitieme-alone": Holding("AS KS QS JS TS 9S 8S 7S", (8, 75), [(8, "A")], [], (18, 0)),
}


@pytest.mark.parametrize("case", HOLDINGS.values(), ids=HOLDINGS)
def test_holding(case: Holding) -> None:
    """A hand holds what the case says and no more."""
    bits = hand(case.cards)
    runs, sets = holdings.sequences(bits), holdings.sets(bits)
    assert holdings.best_point(bits) == case.point
    assert [(run.cards, pack.RANKS[run.top]) for run in runs] == case.sequences
    assert [(s.cards, holdings.SET_RANKS[s.rank]) for s in sets] == case.sets
    assert (sum(run.score for run in runs), sum(s.score for s in sets)) == case.scores


@pytest.mark.parametrize(("held", "blanche"), [("7C 8C 9C TC AC 7D 8D 9D TD AD 7H 8H", True), ("7C 8C JC", False)])
def test_carte_blanche_is_a_hand_without_court_cards(held: str, blanche: bool) -> None:
    """Aces and tens are not court cards; a jack is."""
    assert (hand(held) & pack.COURT_CARDS == 0) is blanche


BETTER, EQUAL, WORSE = 1, 0, -1


@pytest.mark.parametrize(
    ("left", "right", "point", "sequence", "of_a_rank"),
    [
        pytest.param("AC KC QC JC TC", "AD KD QD JD 9D", BETTER, BETTER, EQUAL, id="quint-and-51-over-quart-and-50"),
        pytest.param("AC KC QC JC TC", "AD KD QD JD TD", EQUAL, EQUAL, EQUAL, id="two-quints-from-the-ace"),
        pytest.param("AC KC QC", "AD KD QD JD", WORSE, WORSE, EQUAL, id="tierce-under-quart"),
        pytest.param("AC AD AH AS", "KC KD KH KS", BETTER, EQUAL, BETTER, id="aces-over-kings"),
        pytest.param("AC AD AH", "KC KD KH KS", BETTER, EQUAL, WORSE, id="trio-of-aces-under-quatorze-of-kings"),
        pytest.param("TC TD TH TS", "AC AD AH", WORSE, EQUAL, BETTER, id="quatorze-of-tens-over-trio-of-aces"),
    ],
)
def test_comparison(left: str, right: str, point: int, sequence: int, of_a_rank: int) -> None:
    """Holdings compare as players compare them. Two empty holdings are equal."""

    def compared(best: Any) -> int:
        ours, theirs = best(hand(left)), best(hand(right))
        return (ours > theirs) - (ours < theirs)

    assert compared(holdings.best_point) == point
    assert compared(lambda bits: holdings.sequences(bits)[:1]) == sequence
    assert compared(lambda bits: holdings.sets(bits)[:1]) == of_a_rank


POINT, SEQUENCES, SET = holdings.can_hold_point, holdings.can_hold_sequences, holdings.can_hold_set
ACE_HIGH = 7


@pytest.mark.parametrize(
    ("can_hold", "held", "called", "supported"),
    [
        pytest.param(POINT, "AC KC QC JC TC", (5, 51), True, id="whole-point"),
        pytest.param(POINT, "AC KC QC JC TC", (4, 40), True, id="smaller-point-without-the-ace"),
        pytest.param(POINT, "AC KC QC JC TC", (4, 42), False, id="point-that-no-four-cards-make"),
        pytest.param(SEQUENCES, "AC KC QC JC", ([(4, ACE_HIGH)],), True, id="quart"),
        pytest.param(SEQUENCES, "AC KC QC JC", ([(5, ACE_HIGH)],), False, id="quint-out-of-a-quart"),
        pytest.param(SET, "AC AD AH AS", (4, "A"), True, id="quatorze"),
        pytest.param(SET, "AC AD AH", (4, "A"), False, id="quatorze-out-of-a-trio"),
    ],
)
def test_claim_support(can_hold: Callable[..., bool], held: str, called: tuple[Any, ...], supported: bool) -> None:
    """A call is true if the hand holds as much or more."""
    assert can_hold(hand(held), *called) is supported


CARTE_BLANCHE, OF_POINT, OF_SEQUENCES = Stage.CARTE_BLANCHE, Stage.POINT, Stage.SEQUENCES
OF_SETS, OF_PLAY, AFTER = Stage.SETS, Stage.PLAY, Stage.AFTER
NOBODY = (None, None)


@pytest.mark.parametrize(
    ("made", "repique_and_pique", "totals"),
    [
        pytest.param(
            [("elder", OF_POINT, 5), ("elder", OF_SEQUENCES, 15), ("elder", OF_SETS, 3), ("elder", OF_PLAY, 7)],
            (None, "elder"),
            (60, 0),
            id="pique-at-the-seventh-lead",
        ),
        pytest.param(
            [("elder", OF_POINT, 5), ("elder", OF_SEQUENCES, 15), ("elder", OF_SETS, 14)],
            ("elder", None),
            (94, 0),
            id="repique-of-34",
        ),
        pytest.param(
            [("younger", OF_POINT, 5), ("elder", OF_SEQUENCES, 18), ("elder", OF_SETS, 14), ("elder", OF_PLAY, 1)],
            NOBODY,
            (33, 5),
            id="better-point-denies-both",
        ),
        pytest.param(
            [("younger", OF_POINT, 6), ("younger", OF_SEQUENCES, 16), ("younger", OF_SETS, 14), ("elder", OF_PLAY, 1)],
            ("younger", None),
            (1, 96),
            id="younger-repique-although-elder-led",
        ),
        pytest.param(
            [
                ("elder", OF_POINT, 6),
                ("elder", OF_SEQUENCES, 4),
                ("elder", OF_SETS, 3),
                ("elder", OF_PLAY, 13),
                ("elder", AFTER, 40),
            ],
            NOBODY,
            (66, 0),
            id="capot-makes-no-pique",
        ),
        pytest.param(
            [
                ("younger", OF_POINT, 5),
                ("younger", OF_SEQUENCES, 15),
                ("younger", OF_SETS, 3),
                ("elder", OF_PLAY, 1),
                ("younger", OF_PLAY, 7),
            ],
            NOBODY,
            (1, 30),
            id="younger-never-makes-a-pique",
        ),
        pytest.param(
            [("elder", OF_POINT, 8), ("elder", OF_SEQUENCES, 22), ("younger", OF_SETS, 14)],
            ("elder", None),
            (90, 14),
            id="sets-come-too-late-to-deny",
        ),
        pytest.param(
            [
                ("younger", CARTE_BLANCHE, 10),
                ("elder", OF_POINT, 7),
                ("elder", OF_SEQUENCES, 22),
                ("elder", OF_SETS, 3),
            ],
            NOBODY,
            (32, 10),
            id="carte-blanche-denies",
        ),
        pytest.param(
            [("elder", OF_SEQUENCES, 20), ("elder", OF_PLAY, 13)],
            (None, "elder"),
            (63, 0),
            id="play-makes-no-repique",
        ),
        pytest.param(
            [("elder", OF_POINT, 7), ("elder", OF_SEQUENCES, 22), ("elder", OF_SETS, 3)],
            ("elder", None),
            (92, 0),
            id="repique-of-32-arithmetic-that-no-hand-holds",
        ),
    ],
)
def test_bonus(
    made: list[tuple[Any, Stage, int]], repique_and_pique: tuple[str | None, str | None], totals: tuple[int, int]
) -> None:
    """The player who reaches thirty, in the order of points, before the other has any gets the sixty or thirty."""
    gains = [Gain(role, points, stage, moment) for moment, (role, stage, points) in enumerate(made)]
    found = bonus(gains, RUBICON)
    assert found is not None
    assert (found.repique, found.pique) == repique_and_pique
    extra = {found.repique: REPIQUE, found.pique: PIQUE}
    elder, younger = (
        sum(points for by, _, points in made if by == role) + extra.get(role, 0) for role in ("elder", "younger")
    )
    assert (elder, younger) == totals


@pytest.mark.parametrize(
    ("lead", "follow", "taken"),
    [
        pytest.param("KS", "AS", True, id="ace-takes-king"),
        pytest.param("AS", "KS", False, id="king-under-ace"),
        pytest.param("7C", "AH", False, id="ace-of-another-suit"),
        pytest.param("7C", "8C", True, id="eight-takes-seven"),
        pytest.param("AC", "7H", False, id="seven-of-another-suit"),
    ],
)
def test_trick(lead: str, follow: str, taken: bool) -> None:
    """A higher card of the same suit takes the lead, and nothing else does: there are no trumps."""
    assert pack.beats(pack.CARD[follow], pack.CARD[lead]) is taken


@pytest.mark.parametrize(
    ("winner", "loser", "points"),
    [
        pytest.param([105], [101], 104, id="both-over-the-rubicon"),
        pytest.param([51], [49], 200, id="both-under-it"),
        pytest.param([100], [99], 299, id="loser-one-short"),
        pytest.param([125], [81], 306, id="loser-at-81"),
        pytest.param([120], [101], 119, id="loser-at-101"),
        pytest.param([102], [89], 291, id="loser-at-89"),
        pytest.param([92], [91], 283, id="winner-under-it-too"),
        pytest.param([0], [0], 0, id="level-at-nothing"),
        pytest.param([100], [100], 0, id="level-at-a-hundred"),
        pytest.param([15, 75, 45, 32, 6, 51], [30, 4, 6, 12, 38, 2], 416, id="six-deals-224-to-92"),
        pytest.param([23, 9, 40, 15, 27, 16], [12, 25, 8, 26, 13, 20], 126, id="six-deals-130-to-104"),
    ],
)
def test_settlement(winner: list[int], loser: list[int], points: int) -> None:
    """The difference and 100; the sum and 100 if the loser has less than 100; nothing if the totals are equal."""
    assert settle(sum(winner), sum(loser)) == points
    assert settle(sum(loser), sum(winner)) == points
