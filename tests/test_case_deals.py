"""Cases that need a recorded deal, from other piquet programs and Cavendish: whole deals, categories, faults.

One row a case. Whole deals and categories are counted by the profile ``rubicon``, faults are judged by ``classic``.
"""

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from piquet_records.cards import holdings, pack
from piquet_records.record.game import Deal, DealScore, Game, Hands, Players, Result, to_json
from piquet_records.record.reading import decode
from piquet_records.record.steps import Call, CarteBlanche, Exchange
from piquet_records.report.build import judge


def hand(text: str) -> int:
    """Read cards as a set."""
    return pack.to_bits(pack.parse(text))


def game(deal: Deal, rules: str = "rubicon") -> Game:
    """Make a game of one deal, not ended."""
    return Game(
        format="piquet-record/1",
        id="case",
        rules=rules,
        players=Players(A="A", B="B"),
        deals=(deal,),
        result=Result(ended="unfinished"),
    )


def everything(held: str, by: Any) -> list[Call]:
    """Call all that a hand holds."""
    bits = hand(held)
    point = holdings.best_point(bits)
    return [
        Call(by=by, what="point", cards=point.cards, value=point.value),
        *(Call(by=by, what="sequence", cards=run.cards, top=pack.RANKS[run.top]) for run in holdings.sequences(bits)),
        *(Call(by=by, what="set", cards=s.cards, rank=holdings.SET_RANKS[s.rank]) for s in holdings.sets(bits)),
    ]


def scored(breakdown: Any) -> dict[str, int]:
    """Return the parts of a breakdown that are not 0, without the total."""
    parts = {name: getattr(breakdown, name) for name in breakdown.__struct_fields__ if name != "total"}
    return {name: points for name, points in parts.items() if points}


class Pack(NamedTuple):
    """The hands as dealt and the talon, top first."""

    elder: str
    younger: str
    talon: str


IN_ORDER = Pack("7C 8C 9C TC JC QC KC AC 7D 8D 9D TD", "JD QD KD AD 7H 8H 9H TH JH QH KH AH", "7S 8S 9S TS JS QS KS AS")
REVERSED = Pack("AS KS QS JS TS 9S 8S 7S AH KH QH JH", "TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D", "AC KC QC JC TC 9C 8C 7C")
COURTS_APART = Pack(
    "7C 8C 9C TC AC 7D 8D 9D TD AD 7H 8H", "JC QC KC JD QD KD JH QH KH JS QS KS", "9H TH AH 7S 8S 9S TS AS"
)
MIXED = Pack("7C AC KD QH JS TC 9D 8H 7S AS KC QD", "JH TS 9C 8D 7H AH KS QC JD TH 9S 8C", "7D AD KH QS JC TD 9H 8S")


class Whole(NamedTuple):
    """A deal from the pack to the last trick, and what it scores when both call all they hold."""

    pack: Pack
    elder_discards: str
    younger_discards: str
    tricks: str
    elder: dict[str, int]
    younger: dict[str, int]


WHOLE_DEALS = {
    "younger-repique-after-elder-led": Whole(
        IN_ORDER,
        "7C 8C 9C TC JC",
        "JD QD KD",
        "QC AD, KC 7H, AC 8H, 7D 9H, 8D TH, 9D JH, TD QH, 7S QS, KH 8S, AH 9S, KS TS, AS JS",
        {"play": 8, "cards": 10},
        {"point": 8, "sequences": 21, "sets": 3, "repique": 60, "play": 5, "last_trick": 1},
    ),
    "elder-repique-and-capot": Whole(
        REVERSED,
        "JH QH KH AH 7S",
        "7D 8D 9D",
        "TC 7C, JC 8C, QC 9C, KC TD, AC JD, 8S QD, 9S KD, TS AD, JS 7H, QS 8H, KS 9H, AS TH",
        {"point": 7, "sequences": 32, "repique": 60, "play": 12, "last_trick": 1, "capot": 40},
        {},
    ),
    "carte-blanche-denies-repique-of-37": Whole(
        COURTS_APART,
        "7C 8C 9C TC AC",
        "JC QC KC",
        "7D JD, QD 8D, KD 9D, JH 7H, QH 8H, KH 9H, 9S 7S, TS 8S, JS TD, QS AD, KS TH, AS AH",
        {"carte_blanche": 10, "play": 1},
        {"point": 6, "sequences": 22, "sets": 9, "play": 12, "last_trick": 1, "capot": 40},
    ),
    "point-and-sequence-equal": Whole(
        IN_ORDER,
        "7C 8C 9C 7D 8D",
        "7H 8H 9H",
        "AC TH, KC JD, QC JH, JS QS, AD TD, AH JC, AS TS, KD 9D, KH TC, KS 9S, QD 8S, QH 7S",
        {"play": 4},
        {"sets": 9, "play": 9, "last_trick": 1, "cards": 10},
    ),
    "elder-repique-with-cards-divided": Whole(
        IN_ORDER,
        "7C 8C 7D 8D 9D",
        "7H 8H 9H",
        "AC AS, KC AH, QC AD, JC KS, TC KH, 9C KD, JS QS, QH 7S, QD TD, JH 8S, JD 9S, TH TS",
        {"point": 6, "sequences": 31, "repique": 60, "play": 7},
        {"sets": 9, "play": 6, "last_trick": 1},
    ),
    "same-hands-played-otherwise-score-the-same": Whole(
        IN_ORDER,
        "7C 8C 7D 8D 9D",
        "7H 8H 9H",
        "AC TH, KC JD, QC JH, JC QD, TC QH, 9C QS, JS KS, AD TD, AH 7S, AS 8S, KD 9S, KH TS",
        {"point": 6, "sequences": 31, "repique": 60, "play": 7},
        {"sets": 9, "play": 6, "last_trick": 1},
    ),
    "sixieme-beats-two-quints": Whole(
        REVERSED,
        "JH QH 7S 8S 9S",
        "7D 8D 7H",
        "AC 9C, AS AD, KC 8C, KS KD, QC 7C, QS QD, AH TH, JC JD, JS TD, KH 9H, TC 9D, TS 8H",
        {"sets": 6, "play": 12, "last_trick": 1, "capot": 40},
        {"point": 6, "sequences": 22},
    ),
    "capot-against-29-in-hand": Whole(
        REVERSED,
        "JH QH 7S 8S 9S",
        "7H 8H 9H",
        "AC 7C, AS 7D, KC 8C, KS 8D, QC 9C, QS 9D, AH TH, JC TD, JS JD, KH QD, TC KD, TS AD",
        {"sets": 6, "play": 12, "last_trick": 1, "capot": 40},
        {"point": 8, "sequences": 21},
    ),
    "point-decided-on-pips": Whole(
        MIXED,
        "7C TC 9D 8H 7S",
        "8C 8D 7H",
        "AS 8S, AD TD, AC 9C, KH AH, KS QS, JH QH, KD JD, KC QC, QD 9H, JS 9S, JC TH, 7D TS",
        {"sequences": 3, "sets": 9, "play": 11, "last_trick": 1, "cards": 10},
        {"point": 4, "play": 3},
    ),
    "point-decided-on-pips-played-otherwise": Whole(
        MIXED,
        "7C TC 9D 8H 7S",
        "8C 8D 7H",
        "AD TD, AC 9C, KD JD, AS 8S, KC QC, QD 9H, JC 9S, KH AH, KS JS, JH QH, QS TS, 7D TH",
        {"sequences": 3, "sets": 9, "play": 11, "last_trick": 1, "cards": 10},
        {"point": 4, "play": 3},
    ),
}


def after_exchange(pack: Pack, elder_discards: str, younger_discards: str) -> tuple[str, str]:
    """Return the hands after exchanges of five and three cards."""
    kept = [
        [card for card in dealt.split() if card not in out.split()]
        for dealt, out in ((pack.elder, elder_discards), (pack.younger, younger_discards))
    ]
    talon = pack.talon.split()
    return " ".join(kept[0] + talon[:5]), " ".join(kept[1] + talon[5:])


def exchange(elder: str, younger: str) -> tuple[Exchange, Exchange]:
    """Make the two regular exchanges."""
    return (
        Exchange(by="elder", discard=elder, draw=len(elder.split())),
        Exchange(by="younger", discard=younger, draw=len(younger.split())),
    )


@pytest.mark.parametrize("case", WHOLE_DEALS.values(), ids=WHOLE_DEALS)
def test_whole_deal(case: Whole) -> None:
    """A deal in which both call all they hold scores as the case says, kind by kind."""
    elder, younger = after_exchange(case.pack, case.elder_discards, case.younger_discards)
    blanche = (CarteBlanche(by="elder"),) if not hand(case.pack.elder) & pack.COURT_CARDS else ()
    deal = Deal(
        dealer="B",
        hands=Hands(elder=case.pack.elder, younger=case.pack.younger),
        talon=case.pack.talon,
        exchange=(*blanche, *exchange(case.elder_discards, case.younger_discards)),
        declarations=(*everything(elder, "elder"), *everything(younger, "younger")),
        play=tuple(case.tricks.split(", ")),
    )
    report = judge(game(deal))
    score = report.deals[0].score
    assert (scored(score.elder), scored(score.younger)) == (case.elder, case.younger)
    assert (score.elder.total, score.younger.total) == (sum(case.elder.values()), sum(case.younger.values()))
    assert report.deals[0].findings == ()


class Category(NamedTuple):
    """What each player calls in one category from his cards, and what he scores for it."""

    what: str
    elder: str
    younger: str
    scores: tuple[int, int]
    elder_calls: bool = True


CATEGORIES = {
    "eight-cards-over-seven": Category("point", "AC KC QC JC TC 9C 8C 7C", "AD KD QD JD TD 9D 8D", (8, 0)),
    "five-cards-51-over-50": Category("point", "AC KC QC JC TC", "AD KD QD JD 9D", (5, 0)),
    "tierces-equal": Category("sequence", "AC KC QC", "AD KD QD", (0, 0)),
    "quatorze-over-trio": Category("set", "AC AD AH", "KC KD KH KS", (0, 14)),
    "quart-not-called-leaves-the-tierce-good": Category("sequence", "AC KC QC JC", "AD KD QD", (0, 3), False),
    "equal-best-annuls-the-second-tierce-too": Category("sequence", "AS KS QS AH KH QH", "AD KD QD", (0, 0)),
    "point-of-48-under-49": Category("point", "AS KS JS 9S 8S", "AH KH QH TH 8H", (0, 5)),
    "point-of-48-equal": Category("point", "AS KS JS 9S 8S", "AH QH TH 9H 8H", (0, 0)),
    "point-of-48-over-47": Category("point", "AS KS JS 9S 8S", "AH QH TH 9H 7H", (5, 0)),
}


def filled(known: str) -> str:
    """Return a hand of twelve cards: these, and unknown ones."""
    return " ".join([*known.split(), *["??"] * (12 - len(known.split()))])


@pytest.mark.parametrize("case", CATEGORIES.values(), ids=CATEGORIES)
def test_category(case: Category) -> None:
    """The better caller scores the category. If the best calls are equal, nobody scores any."""
    calls = [
        call
        for by, held in (("elder", case.elder), ("younger", case.younger))
        for call in everything(held, by)
        if call.what == case.what and (by == "younger" or case.elder_calls)
    ]
    deal = Deal(
        dealer="B",
        held=Hands(elder=filled(case.elder), younger=filled(case.younger)),
        declarations=tuple(calls),
        play=(),
    )
    score = judge(game(deal)).deals[0].score
    column = {"point": "point", "sequence": "sequences", "set": "sets"}[case.what]
    assert (getattr(score.elder, column), getattr(score.younger, column)) == case.scores


def codes(deal: Deal) -> list[str]:
    """Judge a deal by ``classic`` and return the codes of its findings."""
    return [finding.code for finding in judge(game(deal, "classic")).deals[0].findings]


ENDED = DealScore(elder=None, younger=None)
"""The line of a deal that is over, without points: nothing may still be done in it."""

QUINT_AND_ACES = Deal(
    dealer="B",
    held=Hands(elder="AC KC QC JC TC AS AH AD 9H 8S 7D 7H", younger="KS QS JS TS KH QH JH TH KD QD JD TD"),
    play=("AC TD",),
)
POINT = Call(by="elder", what="point", cards=5, value=51, reply="good")
QUINT = Call(by="elder", what="sequence", cards=5, top="A", reply="good")
ACES = Call(by="elder", what="set", cards=4, rank="A", reply="good")


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        pytest.param((POINT, QUINT, ACES), [], id="all-held"),
        pytest.param((replace(QUINT, cards=6),), ["law-14.false-call"], id="sixieme-out-of-a-quint"),
        pytest.param((replace(ACES, rank="K"),), ["law-14.false-call"], id="quatorze-not-held"),
        pytest.param((POINT, replace(POINT, cards=4, value=40)), ["law-14.false-call"], id="two-points"),
        pytest.param((QUINT, replace(QUINT, cards=4, top="K")), ["law-14.false-call"], id="sequences-that-overlap"),
        pytest.param((ACES, replace(ACES, cards=3)), ["law-14.false-call"], id="quatorze-and-trio-of-one-rank"),
    ],
)
def test_declaration(calls: tuple[Call, ...], found: list[str]) -> None:
    """Calls that a hand cannot hold together are false."""
    assert codes(replace(QUINT_AND_ACES, declarations=calls)) == found


def test_sequence_called_as_a_point_is_no_record() -> None:
    """A call has the fields of its category and no others."""
    written = game(replace(QUINT_AND_ACES, declarations=(replace(QUINT, what="point"),)))
    faults = decode(to_json(written))
    assert not isinstance(faults, Game)
    assert {fault.at.removesuffix("/top") for fault in faults} == {"/deals/0/declarations/0"}


REGULAR = Deal(
    dealer="B",
    hands=Hands(elder=MIXED.elder, younger=MIXED.younger),
    talon=MIXED.talon,
    exchange=exchange("7C TC 9D 8H 7S", "8C 8D 7H"),
    declarations=(),
    play=("AS 8S",),
)
NO_EIGHT_OF_SPADES = MIXED.talon.removesuffix(" 8S")


@pytest.mark.parametrize(
    ("deal", "found"),
    [
        pytest.param(REGULAR, [], id="regular"),
        pytest.param(
            replace(REGULAR, talon=NO_EIGHT_OF_SPADES, exchange=exchange("7C TC 9D 8H 7S", "8C 8D"), play=()),
            ["law-23.faulty-pack"],
            id="pack-of-31",
        ),
        pytest.param(
            replace(REGULAR, talon=NO_EIGHT_OF_SPADES + " AS", play=()), ["law-23.faulty-pack"], id="card-twice"
        ),
        pytest.param(
            replace(REGULAR, exchange=exchange("", "8C 8D 7H"), play=()), ["usage-exchange.none"], id="elder-takes-none"
        ),
        pytest.param(
            replace(REGULAR, exchange=exchange("7C TC 9D 8H 7S JS", "8C 8D"), play=()),
            ["usage-exchange.too-many"],
            id="elder-takes-six",
        ),
        pytest.param(
            replace(REGULAR, exchange=exchange("7C TC 9D 8H AH", "8C 8D 7H"), play=()),
            ["record-card"],
            id="card-not-held",
        ),
        pytest.param(
            replace(REGULAR, exchange=tuple(reversed(REGULAR.exchange)), play=()),
            ["law-17.younger-first", "record-result"],
            id="younger-exchanges-first-and-has-lost",
        ),
        pytest.param(
            replace(REGULAR, play=("AS 8S", Call(by="elder", what="set", cards=3, rank="Q"))),
            ["law-05.late-call"],
            id="call-after-the-first-card",
        ),
        pytest.param(replace(REGULAR, play=("AS TH",), score=ENDED), ["law-01.revoke"], id="revoke"),
    ],
)
def test_fault(deal: Deal, found: list[str]) -> None:
    """Games that other programs refuse are records with a fault here."""
    assert codes(deal) == found


VOID_IN_CLUBS = "AD 7H 8H 9H TH JH QH KH AH QS KS AS"


@pytest.mark.parametrize("follow", VOID_IN_CLUBS.split())
@pytest.mark.parametrize(("lead", "allowed"), [("7D", "AD"), ("QC", VOID_IN_CLUBS)])
def test_follow(lead: str, allowed: str, follow: str) -> None:
    """A player with a diamond must follow diamonds; a player without a club may play any card to a club."""
    deal = Deal(
        dealer="B",
        held=Hands(elder="QC KC AC 7D 8D 9D TD 7S 8S 9S TS JS", younger=VOID_IN_CLUBS),
        play=(f"{lead} {follow}",),
        score=ENDED,
    )
    assert ("law-01.revoke" in codes(deal)) is (follow not in allowed.split())
