"""The article's worked examples and tables, under its own headings.

*So far* means that the play is cut after that many tricks: the total is the count that the player then says.
"""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards import holdings, pack
from piquet_records.record.game import Deal, Game, Hands
from piquet_records.record.reading import read
from piquet_records.record.steps import Call
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport

SAMPLE_GAMES = Path(__file__).parents[1] / "sample_games"


def sample(name: str) -> Game:
    """Read one of the sample games."""
    (game,) = read(SAMPLE_GAMES / f"{name}.json")
    assert isinstance(game, Game)
    return game


def judged(game: Game, **changes: Any) -> DealReport:
    """Judge a game of one deal, with changes to that deal."""
    return judge(replace(game, deals=(replace(game.deals[0], **changes),))).deals[0]


def totals(game: Game, **changes: Any) -> tuple[int | None, int | None]:
    """Return the totals of elder and younger, with changes to the deal."""
    score = judged(game, **changes).score
    return score.elder.total, score.younger.total


def so_far(name: str, tricks: int) -> tuple[int | None, int | None]:
    """Return the totals of a sample game after some tricks."""
    game = sample(name)
    return totals(game, play=game.deals[0].play[:tricks], counts=UNSET, score=UNSET)


def hand(text: str) -> int:
    """Read cards as a set."""
    return pack.to_bits(pack.parse(text))


@pytest.mark.parametrize(
    ("card", "pips"), [("A", 11), ("K", 10), ("Q", 10), ("J", 10), ("T", 10), ("9", 9), ("8", 8), ("7", 7)]
)
def test_valeur_des_cartes(card: str, pips: int) -> None:
    """The ace is worth eleven, court cards and the ten ten, the rest their number."""
    assert holdings.best_point(hand(f"{card}S")) == (1, pips)


@pytest.mark.parametrize(
    ("length", "tops", "value"),
    [
        pytest.param(3, "AKQJT9", 3, id="tierces"),
        pytest.param(4, "AKQJT", 4, id="quatriemes"),
        pytest.param(5, "AKQJ", 15, id="quintes"),
        pytest.param(6, "AKQ", 16, id="seiziemes"),
        pytest.param(7, "AK", 17, id="dix-septiemes"),
        pytest.param(8, "A", 18, id="dix-huitiemes"),
    ],
)
def test_manieres_de_compter_les_sequences(length: int, tops: str, value: int) -> None:
    """Of each length there are as many sequences as the article lists, the higher the better, all of one value."""
    ranks = "AKQJT987"
    found = [holdings.sequences(hand(" ".join(rank + "H" for rank in ranks[n : n + length]))) for n in range(len(tops))]
    assert [(run.cards, pack.RANKS[run.top], run.score) for (run,) in found] == [(length, top, value) for top in tops]
    assert found == sorted(found, reverse=True)
    assert len(tops) == len(ranks) - length + 1


def test_sequence_superieure() -> None:
    """The quint to the king lets A count his low tierce too; B counts neither his quint nor his quart from the ace."""
    deal = Deal(
        dealer="B",
        held=Hands(elder="KS QS JS TS 9S 9H 8H 7H AD KC TC 7C", younger="QD JD TD 9D 8D AC AH KH QH JH 8S 7S"),
        declarations=(
            Call(by="elder", what="sequence", cards=5, top="K", reply="good"),
            Call(by="elder", what="sequence", cards=3, top="9", reply="good"),
            Call(by="younger", what="sequence", cards=5, top="Q"),
            Call(by="younger", what="sequence", cards=4, top="A"),
        ),
        play=(),
    )
    score = judge(replace(sample("pic"), deals=(deal,))).deals[0].score
    assert (score.elder.sequences, score.younger.sequences) == (18, 0)


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param("AS AH AD AC", "KS KH KD KC", id="quatorze-d-as-annule-tout-autre"),
        pytest.param("KS KH KD KC", "QS QH QD QC", id="quatorze-de-rois-annule-celui-de-dames"),
        pytest.param("TS TH TD TC", "AS AH AD", id="un-quatorze-annule-trois-as"),
    ],
)
def test_des_quatorze(higher: str, lower: str) -> None:
    """Any quatorze beats any trio, and then the higher rank wins."""
    assert holdings.sets(hand(higher)) > holdings.sets(hand(lower))


def test_les_neuf_ne_font_pas_de_quatorze() -> None:
    """Cards under the ten make neither quatorze nor trio."""
    assert holdings.sets(hand("9S 9H 9D 9C 8S 8H 8D 8C 7S 7H 7D 7C")) == ()


@pytest.mark.parametrize(("tricks", "count"), [(0, 28), (1, 29), (2, 60), (3, 61)])
def test_exemple_de_pic(tricks: int, count: int) -> None:
    """7, 4, 3 and 14 make 28; the first lead 29; the second lead 60 instead of 30; the third 61."""
    assert so_far("pic", tricks) == (count, 0)


def test_pic_counts_by_kind() -> None:
    """Thirty of the sixty-one points are the pique."""
    score = judged(sample("pic")).score
    elder = score.elder
    assert (elder.point, elder.sequences, elder.sets, elder.pique, elder.play) == (7, 7, 14, 30, 3)
    assert elder.repique == 0


@pytest.mark.parametrize(("tricks", "count"), [(0, 95), *((n, 95 + n) for n in range(1, 12)), (12, 147)])
def test_exemple_de_repic_et_de_capot(tricks: int, count: int) -> None:
    """6 and 15 make 21; 14 more make 95 instead of 35; then one for each card makes 107, and the capot gives 40."""
    assert so_far("repic-and-capot", tricks) == (count, 0)


def test_repic_et_capot_by_kind() -> None:
    """The last trick of a capot counts one, and the capot replaces the ten for the cards."""
    elder = judged(sample("repic-and-capot")).score.elder
    assert (elder.point, elder.sequences, elder.sets, elder.repique, elder.pique) == (6, 15, 14, 60, 0)
    assert (elder.play, elder.last_trick, elder.cards, elder.capot) == (12, 0, 0, 40)


@pytest.mark.parametrize(("tricks", "counts"), [(0, (0, 35)), (1, (1, 36)), (2, (1, 37)), (11, (1, 46)), (12, (1, 87))])
def test_desavantage_de_la_donne(tricks: int, counts: tuple[int, int]) -> None:
    """The dealer makes no repique: 35, 47 with the play, 87 with the capot. The elder has one for his first lead."""
    assert so_far("disadvantage-of-dealing", tricks) == counts


def test_desavantage_de_la_donne_by_kind() -> None:
    """Of the 87, 47 are hand and play, and 40 the capot; the dealer makes no repique."""
    younger = judged(sample("disadvantage-of-dealing")).score.younger
    assert (younger.point, younger.sequences, younger.sets, younger.repique) == (6, 15, 14, 0)
    assert (younger.play, younger.capot) == (12, 40)


@pytest.mark.parametrize(
    ("play", "counts"),
    [
        pytest.param((), (6, 29), id="before-the-first-card"),
        pytest.param(("KC AC",), (7, 30), id="b-takes-the-trick"),
        pytest.param(("AD QD",), (7, 29), id="a-takes-the-trick"),
        pytest.param(("AD QD", "KD ??"), (8, 29), id="a-takes-the-trick-and-leads-again"),
    ],
)
def test_marche_du_jeu(play: tuple[str, ...], counts: tuple[int, int]) -> None:
    """A has six and says seven as he leads; B has 15 and 14, and thirty at once if he takes the trick."""
    assert totals(sample("announcements"), play=play, counts=UNSET) == counts


def test_marche_du_jeu_by_kind() -> None:
    """A has only his point; B's quint and quatorze bar his quart and his three kings; thirty here makes no pique."""
    score = judged(sample("announcements")).score
    assert (score.elder.point, score.elder.sequences, score.elder.sets) == (6, 0, 0)
    assert (score.younger.point, score.younger.sequences, score.younger.sets) == (0, 15, 14)
    assert (score.younger.pique, score.younger.repique) == (0, 0)


@pytest.mark.parametrize("name", ["pic", "repic-and-capot", "disadvantage-of-dealing", "announcements"])
def test_no_finding(name: str) -> None:
    """The article's players break no law, and their counts are those of the rules."""
    report = judge(sample(name))
    assert report.verdict == "clean"
    assert report.deals[0].findings == ()


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("point", [((5, 48), "KH QH JH TH 8H")]),
        ("sequence", [((4, 6), "KH QH JH TH"), ((3, 7), "AS KS QS"), ((3, 7), "AD KD QD")]),
        ("set", [((3, 3), "KS KH KD"), ((3, 2), "QS QH QD")]),
    ],
)
def test_holdings_with_their_cards(what: Any, expected: list[tuple[tuple[int, int], str]]) -> None:
    """Best first; of the two tierces major that of spades, the first suit. Point: 10 + 10 + 10 + 10 + 8."""
    cards = hand("AS KS QS KH QH JH TH 8H AD KD QD 7C")
    held = holdings.held_in(cards, what)
    assert [(tuple(each.holding), pack.to_text(pack.from_bits(each.cards))) for each in held] == expected
    assert [each.holding for each in held] == list(
        holdings.holdings_in(hand("AS KS QS KH QH JH TH 8H AD KD QD 7C"), what)
    )
