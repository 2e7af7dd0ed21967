"""The laws on calls, at their limits and in combination: 5, 6, 14, 15, 21, 22, carte blanche and replies.

The elder of most deals has a point of 50, a quart major, a tierce to the king, trios of kings and queens; the
younger a point of 45, a quart and a tierce to the ten, and a trio of tens: all of them lower.
"""

from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport

ELDER = "AS KS QS JS 9S KH QH JH AD KC QC 7D"
YOUNGER = "TS 8S AH TH 9H 8H 7H TD 9D 8D JC AC"
PLAY = ["AD 8D", "7D 9D", "TD 9S", "8S AS", "KS TS"]

E_POINT, Y_POINT = "AS KS QS JS 9S", "AH TH 9H 8H 7H"
E_QUART, E_TIERCE = "AS KS QS JS", "KH QH JH"
Y_QUART, Y_TIERCE = "TH 9H 8H 7H", "TD 9D 8D"

Step = dict[str, Any]


def point(by: str, cards: int, value: int, **more: Any) -> Step:
    """Write a call of a point."""
    return {"act": "call", "by": by, "what": "point", "cards": cards, "value": value, **more}


def sequence(by: str, cards: int, top: str, **more: Any) -> Step:
    """Write a call of a sequence."""
    return {"act": "call", "by": by, "what": "sequence", "cards": cards, "top": top, **more}


def trio(by: str, rank: str, **more: Any) -> Step:
    """Write a call of three of a rank."""
    return {"act": "call", "by": by, "what": "set", "cards": 3, "rank": rank, **more}


def show(by: str, what: str, cards: str, **more: Any) -> Step:
    """Write a later showing."""
    return {"act": "show", "by": by, "what": what, "cards": cards, **more}


def judged(declarations: list[Step], play: list[Any] | None = None, **more: Any) -> DealReport:
    """Judge one deal whose hands after the exchange are known."""
    conventions = {"conventions": more.pop("conventions")} if "conventions" in more else {}
    deal = {
        "dealer": "B",
        "held": {"elder": ELDER, "younger": YOUNGER},
        "declarations": declarations,
        "play": PLAY if play is None else play,
        **more,
    }
    game = {"format": "piquet-record/1", "id": "t", "players": {"A": "Colas", "B": "Dorval"}, "deals": [deal]}
    ended = {"result": {"ended": "unfinished"}}
    return judge(msgspec.convert(game | conventions | ended, Game)).deals[0]


def codes(report: DealReport) -> list[tuple[str, str | None]]:
    """Return the findings on players, with who broke the law."""
    return [(finding.code, finding.by) for finding in report.findings]


def scores(report: DealReport, entry: str) -> tuple[int, int]:
    """Return what elder and younger score in an entry, as ruled."""
    return getattr(report.score.elder, entry), getattr(report.score.younger, entry)


def after(tricks: int, *steps: Step) -> list[Any]:
    """Return the play with steps after this many tricks."""
    return [*PLAY[:tricks], *steps, *PLAY[tricks:]]


# Law 5


@pytest.mark.parametrize(
    ("play", "late"),
    [
        (after(0, trio("younger", "T", after_lead=True)), False),
        (after(1, trio("younger", "T")), True),
        (["AD 8D", {"act": "rewind", "by": "elder", "to": 1}, trio("younger", "T"), *PLAY], True),
    ],
    ids=["before his card", "after his card", "his card was taken back"],
)
def test_younger_calls_until_his_own_first_card(play: list[Any], late: bool) -> None:
    """The younger's limit is his own first card, even if that card is taken back."""
    report = judged([], play)
    assert (("law-05.late-call", "younger") in codes(report)) is late
    assert scores(report, "sets") == (0, 0 if late else 3)


@pytest.mark.parametrize(("limit", "late"), [("own-card", True), ("younger-first-card", False)])
def test_elder_may_call_after_his_lead_only_by_agreement(limit: str, late: bool) -> None:
    """Cavendish gives the elder time until the younger has played."""
    play = after(0, trio("elder", "K", after_lead=True))
    report = judged([], play, conventions={"late_call_limit": limit})
    assert (("law-05.late-call", "elder") in codes(report)) is late
    assert scores(report, "sets") == (0 if late else 3, 0)


def test_what_was_called_late_bars_nothing() -> None:
    """The elder's higher trio comes too late, and the younger's in time scores."""
    report = judged([trio("younger", "T")], after(1, trio("elder", "K")))
    assert scores(report, "sets") == (0, 3)
    assert (report.as_played.elder.sets, report.as_played.younger.sets) == (3, 0)


def test_a_late_call_that_was_not_shown_is_only_late() -> None:
    """It was never good, so law 6 does not apply."""
    report = judged([], after(1, sequence("younger", 4, "T", shown=False)))
    assert codes(report) == [("law-05.late-call", "younger")]


def test_a_call_made_smaller_late_is_no_late_call() -> None:
    """A call may always be made smaller."""
    smaller = {"act": "correct", "by": "elder", "what": "sequence", "cards": 3, "top": "A"}
    report = judged([sequence("elder", 4, "A", reply="good", shown=E_QUART)], after(1, smaller))
    assert codes(report) == []
    assert scores(report, "sequences") == (3, 0)


# Law 6

TWO_RUNS = [
    sequence("elder", 4, "A", reply="good", shown=False),
    sequence("elder", 3, "K", reply="good", shown=E_TIERCE),
]


@pytest.mark.parametrize(
    ("call", "sequences"),
    [
        (sequence("younger", 4, "T", shown=Y_QUART), (0, 4)),
        (sequence("younger", 4, "T", shown=False), (3, 0)),
        (sequence("younger", 4, "T"), (3, 0)),
        (None, (3, 0)),
    ],
    ids=["shown", "not shown", "not said", "not called"],
)
def test_best_sequence_not_shown_opens_the_category(call: Step | None, sequences: tuple[int, int]) -> None:
    """If the younger takes it, the elder loses the tierce too; if not, only the quart."""
    report = judged([*TWO_RUNS, *([call] if call else [])])
    assert codes(report) == [("law-06.not-shown", "elder")]
    assert scores(report, "sequences") == sequences
    assert report.findings[0].options[0].taken is (sequences == (0, 4))
    assert report.findings[0].options[0].until == "own-first-card"


def test_lesser_sequence_not_shown_strikes_only_that_one() -> None:
    """The younger scores nothing by showing, because the elder showed his best."""
    calls = [
        sequence("elder", 4, "A", reply="good", shown=E_QUART),
        sequence("elder", 3, "K", reply="good", shown=False),
        sequence("younger", 4, "T", shown=Y_QUART),
    ]
    assert scores(judged(calls), "sequences") == (4, 0)


@pytest.mark.parametrize(("tricks", "sequences", "late"), [(1, (4, 0), False), (2, (0, 0), True)])
def test_elder_may_call_what_he_had_not_called_before_his_second_card(
    tricks: int, sequences: tuple[int, int], late: bool
) -> None:
    """The younger plays without showing; the elder's call is not late under law 5 before his own second card."""
    calls = [sequence("younger", 4, "T", shown=False)]
    report = judged(calls, after(tricks, sequence("elder", 4, "A", shown=E_QUART)))
    assert ("law-06.not-shown", "younger") in codes(report)
    assert (("law-05.late-call", "elder") in codes(report)) is late
    assert scores(report, "sequences") == sequences


def test_denied_point_called_again_and_shown_scores_once() -> None:
    """Calling the denied point again is neither a second point nor late."""
    denied = point("elder", 5, 50, reply="not-good")
    report = judged([denied], after(1, point("elder", 5, 50, shown=E_POINT)))
    assert codes(report) == [("law-06.unproved-denial", "younger")]
    assert scores(report, "point") == (5, 0)


@pytest.mark.parametrize(
    ("call", "point_scores"),
    [(None, (0, 0)), (point("younger", 5, 45, shown=Y_POINT), (0, 0))],
    ids=["no call", "a lower call"],
)
def test_denial_not_made_good_and_nothing_shown_scores_nobody(call: Step | None, point_scores: tuple[int, int]) -> None:
    """Without a showing the elder scores nothing; the younger has not beaten him either."""
    report = judged([point("elder", 5, 50, reply="not-good"), *([call] if call else [])])
    assert codes(report) == [("law-06.unproved-denial", "younger")]
    assert scores(report, "point") == point_scores
    assert report.findings[0].options[0].until == "own-next-card"


def test_denied_set_is_scored_without_showing() -> None:
    """A set need not be shown, and the other set that was called scores with it."""
    report = judged([trio("elder", "K", reply="not-good"), trio("elder", "Q", reply="not-good")])
    assert codes(report) == [("law-06.unproved-denial", "younger")]
    assert scores(report, "sets") == (6, 0)


def test_equal_needs_an_equal_call() -> None:
    """The younger calls the quart equal, but his own is lower: the elder's, which was shown, scores."""
    calls = [
        sequence("elder", 4, "A", reply="equal", shown=E_QUART),
        sequence("younger", 4, "T", shown=Y_QUART),
    ]
    report = judged(calls)
    assert codes(report) == [("law-06.unproved-denial", "younger")]
    assert scores(report, "sequences") == (4, 0)


@pytest.mark.parametrize(("required", "found"), [(True, [("law-06.not-shown", "elder")]), (False, [])])
def test_showing_may_be_on_demand_only(required: bool, found: list[tuple[str, str]]) -> None:
    """Parameter show_required."""
    calls = [point("elder", 5, 50, reply="good", shown=False)]
    report = judged(calls, conventions={"show_required": required})
    assert codes(report) == found
    assert scores(report, "point") == (0 if required else 5, 0)


def test_law_6_is_not_checkable_where_showing_was_not_written() -> None:
    """If ``shown`` is absent, the call scores, and there is no finding."""
    report = judged([point("elder", 5, 50, reply="good")])
    assert 6 in report.not_checkable
    assert codes(report) == []
    assert scores(report, "point") == (5, 0)


# Law 14

FALSE_TRIO = trio("elder", "A", reply="good")
GOOD_RUN = sequence("elder", 4, "A", reply="good", shown=E_QUART)
CHALLENGE = {"act": "challenge", "by": "younger", "what": "set"}


@pytest.mark.parametrize(
    ("play", "late", "sequences"),
    [
        (after(2, CHALLENGE, sequence("younger", 3, "T")), False, (0, 3)),
        (after(2, sequence("younger", 3, "T"), CHALLENGE), True, (0, 0)),
    ],
    ids=["when it had come to light", "before"],
)
def test_who_tells_all_calls_once_the_fault_has_come_to_light(
    play: list[Any], late: bool, sequences: tuple[int, int]
) -> None:
    """Laws 5 and 14: before the fault is discovered, a late call is late for him too."""
    report = judged([GOOD_RUN, FALSE_TRIO], play)
    assert (("law-05.late-call", "younger") in codes(report)) is late
    assert ("law-14.false-call", "elder") in codes(report)
    assert scores(report, "sequences") == sequences


def test_who_tells_all_need_not_show() -> None:
    """Laws 6 and 14: the younger's unshown point scores, because the elder called falsely."""
    calls = [point("elder", 4, 41, reply="not-good"), FALSE_TRIO, point("younger", 5, 45, shown=False)]
    report = judged(calls)
    assert codes(report) == [("law-14.false-call", "elder")]
    assert scores(report, "point") == (0, 5)


def test_a_muted_player_takes_no_opened_category() -> None:
    """Laws 6 and 14: the younger does not prove his denial, but the elder is muted, so the younger scores."""
    calls = [point("elder", 5, 50, reply="not-good", shown=E_POINT), FALSE_TRIO, point("younger", 5, 45, shown=Y_POINT)]
    assert scores(judged(calls), "point") == (0, 5)


def test_false_in_both_hands_is_nobodys() -> None:
    """Both call sequences that they do not hold."""
    calls = [
        sequence("elder", 5, "A", reply="not-good", shown=E_QUART),
        sequence("younger", 6, "T", shown=Y_QUART),
    ]
    report = judged(calls)
    assert {("law-14.false-call", "elder"), ("law-14.false-call", "younger")} <= set(codes(report))
    assert scores(report, "sequences") == (0, 0)


def test_sequences_must_lie_side_by_side() -> None:
    """A tierce that is part of the called quart: the later of the two calls is false."""
    calls = [GOOD_RUN, sequence("elder", 3, "A", reply="good", shown="AS KS QS")]
    report = judged(calls)
    assert codes(report) == [("law-14.false-call", "elder")]
    assert report.findings[0].at == "/deals/0/declarations/1"
    assert scores(report, "sequences") == (0, 0)


@pytest.mark.parametrize(("value", "point_score"), [("category", 5), ("mute", 0)])
def test_a_false_sequence_may_cost_all(value: str, point_score: int) -> None:
    """Parameter false_sequence."""
    calls = [
        point("elder", 5, 50, reply="good", shown=E_POINT),
        sequence("elder", 5, "A", reply="good", shown=E_QUART),
    ]
    report = judged(calls, conventions={"false_sequence": value})
    assert scores(report, "point") == (point_score, 0)
    assert scores(report, "sequences") == (0, 0)


def test_a_point_is_not_made_greater_where_words_bind() -> None:
    """Parameter strict_point: the point first called counts; it may still be made smaller."""
    greater = {"act": "correct", "by": "elder", "what": "point", "cards": 5, "value": 50}
    calls = [point("elder", 4, 41, reply="good", shown=E_QUART), greater]
    report = judged(calls, conventions={"strict_point": True})
    assert codes(report)[0] == ("law-14.reply-mended", "elder")
    assert scores(report, "point") == (4, 0)
    assert scores(judged(calls), "point") == (5, 0)


def test_a_better_call_in_time_mends_the_reply_and_a_late_one_does_not() -> None:
    """The younger's 45 beats the 41 that was called, if he says so before his own card."""
    first = point("elder", 4, 41, reply="good", shown=E_QUART)
    second = point("younger", 5, 45, shown=Y_POINT)
    assert scores(judged([first, second]), "point") == (0, 5)
    assert scores(judged([first], after(1, second)), "point") == (4, 0)


def test_cards_that_are_not_known_convict_nobody() -> None:
    """The third ace may be the card that the recorder did not see."""
    held = {"elder": ELDER.replace("7D", "??"), "younger": YOUNGER.replace("AC", "7C")}
    assert codes(judged([FALSE_TRIO], [], held=held)) == []
    full = {"elder": ELDER.replace("7D", "??"), "younger": YOUNGER}
    pending = judged([FALSE_TRIO], [], held=full).pending or ()
    assert [(entry.code, entry.by) for entry in pending] == [("law-14.false-call", "elder")]


# Law 15, and a bonus that revives

LONG = {"elder": "AS KS QS JS TS 9S AH KH QH AD KD QC", "younger": "8S 7S TH 9H 8H 7H TD 9D 8D TC 9C 8C"}
LONG_CALLS = [
    point("elder", 6, 60, reply="good", shown="AS KS QS JS TS 9S"),
    sequence("elder", 6, "A", reply="good", shown="AS KS QS JS TS 9S"),
    trio("elder", "A", reply="good"),
]
LONG_PLAY = [
    "AS 7S", "KS 8S", "QS 8C", "JS 9C", "TS TC", "9S 8D", "AH 7H", "KH 8H", "QH 9H", "AD 9D", "KD TD", "QC TH",
]  # fmt: skip
SHORT = [[25 + trick, 0] for trick in range(1, 13)]
"""The counts of an elder with 25 in hand and a point for each lead, without the thirty of the pique."""
RIGHT = [[elder + 30 * (elder >= 30), younger] for elder, younger in SHORT]


def long_deal(*steps: Step, at: int = 12, **more: Any) -> DealReport:
    """Judge a deal of 107 to nothing: 25 in hand, twelve leads, 30 for the pique and 40 for capot."""
    return judged(LONG_CALLS, [*LONG_PLAY[:at], *steps, *LONG_PLAY[at:]], held=LONG, **more)


def mended(to: int, gathered: bool) -> Step:
    """Return the elder's correction of a count."""
    return {"act": "correct-count", "by": "elder", "to": to, "gathered": gathered}


def test_a_pique_revives_that_a_late_carte_blanche_had_blocked() -> None:
    """Laws 5 and 15: a pique that only a ruling gives need not have been counted."""
    blanche = {"act": "carte-blanche", "by": "younger"}
    report = long_deal(blanche, at=1, score={"elder": 77, "younger": 10}, counts=[[26, 0], [27, 10]])
    assert codes(report) == [("law-05.late-call", "younger"), ("record-score", None), ("record-score", None)]
    assert (report.as_played.elder.total, report.as_played.younger.total) == (77, 10)
    assert (report.score.elder.total, report.score.younger.total) == (107, 0)
    assert scores(report, "pique") == (30, 0)


@pytest.mark.parametrize(("shown", "sequences", "pique"), [("AS KS QS JS TS 9S", 16, 30), (None, 0, 0)])
def test_a_pique_revives_that_false_points_had_blocked(shown: str | None, sequences: int, pique: int) -> None:
    """Laws 14 and 15: the younger's false septième made points before the thirtieth.

    The denied sixième is the elder's again where he had shown it; without it he has 9 in hand, and makes no pique.
    """
    denied = sequence("elder", 6, "A", reply="not-good", **({"shown": shown} if shown else {}))
    false = sequence("younger", 7, "T", shown="TH 9H 8H 7H")
    report = judged([LONG_CALLS[0], denied, LONG_CALLS[2], false], LONG_PLAY, held=LONG)
    assert (report.as_played.elder.pique, report.as_played.younger.sequences) == (0, 17)
    assert (report.score.elder.sequences, report.score.elder.pique) == (sequences, pique)
    assert report.score.younger.sequences == 0


def test_counts_and_score_short_by_the_bonus_are_one_finding() -> None:
    """A difference for another reason is still reported."""
    assert codes(long_deal(counts=SHORT, score={"elder": 77, "younger": 0})) == [("law-15.count-short", "elder")]
    spoken = [*SHORT[:6], [SHORT[6][0], 1], *SHORT[7:]]
    report = long_deal(counts=spoken, score={"elder": 77, "younger": 2})
    assert codes(report) == [("law-15.count-short", "elder"), ("record-score", None), ("record-count", None)]
    assert [finding.evidence["holder"] for finding in report.findings[1:]] == ["younger", "younger"]
    assert [finding.at for finding in report.findings[1:]] == ["/deals/0/score/younger", "/deals/0/counts/6"]


@pytest.mark.parametrize(
    ("steps", "total"),
    [
        ([mended(107, False)], 107),
        ([mended(107, True)], 77),
        ([mended(67, False), mended(107, True)], 107),
    ],
    ids=["in time", "too late", "the count in time, the sum later"],
)
def test_the_bonus_is_withheld_only_where_it_was_claimed_too_late(steps: list[Step], total: int) -> None:
    """The limit is the gathering of the cards."""
    report = long_deal(*steps, counts=SHORT)
    assert codes(report) == [("law-15.count-short", "elder")]
    assert report.score.elder.total == total


def test_another_slip_mended_late_costs_no_bonus() -> None:
    """The counts show that the thirty was counted all along."""
    report = long_deal(mended(67, True), counts=[*RIGHT[:11], [66, 0]])
    assert codes(report) == [("record-count", None)]
    assert report.score.elder.total == 107


# Laws 21 and 22, where the exchange is known

DEALT = {"elder": "AS AH AD AC KS KH KD KC QS 9S 8S 7S", "younger": "TS TH TD TC 9H 8H 7H 9D QD JD QC JC"}
TALON = "JS QH JH 7D 8D 9C 8C 7C"
ASK = {"act": "ask", "by": "younger", "what": "discarded-card"}


def dealt(declarations: list[Step], play: list[Any], elder: str, younger: str = "7H 9D JC") -> DealReport:
    """Judge a deal in which the elder was dealt four aces and four kings; each discards these cards."""
    exchange = [
        {"act": "exchange", "by": "elder", "discard": elder, "draw": len(elder.split())},
        {"act": "exchange", "by": "younger", "discard": younger, "draw": len(younger.split())},
    ]
    deal = {"hands": DEALT, "talon": TALON, "exchange": exchange, "declarations": declarations, "play": play}
    game = {
        "format": "piquet-record/1",
        "id": "t",
        "players": {"A": "Colas", "B": "Dorval"},
        "deals": [{"dealer": "B", **deal}],
        "result": {"ended": "unfinished"},
    }
    return judge(msgspec.convert(game, Game)).deals[0]


def answer(card: str | bool) -> Step:
    """Return the elder's answer to which card he discarded."""
    return {"act": "answer", "by": "elder", "what": "discarded-card", "card": card}


@pytest.mark.parametrize(
    ("play", "found"),
    [
        (["7D QD", ASK, answer("KC"), "QC QS"], []),
        (["7D QD", ASK, answer("AS"), "QC QS"], [("violation", "open")]),
        (["7D QD", ASK, answer(False), "QC QS"], [("violation", "open")]),
        (["7D QD", ASK, answer("AS"), answer("AC"), "QC QS"], [("violation", "remedied")]),
        (["7D QD", "QC QS", ASK, answer(False)], [("note", None)]),
        (["7D QD", ASK, "QC QS"], []),
    ],
    ids=["one of two", "still held", "refused", "mended", "asked late", "no answer"],
)
def test_missing_card_is_named_when_asked_in_time(play: list[Any], found: list[tuple[str, str | None]]) -> None:
    """The elder called three aces and three kings, and had discarded an ace and a king."""
    calls = [trio("elder", "A", reply="not-good"), trio("elder", "K", reply="not-good")]
    tens = {"act": "call", "by": "younger", "what": "set", "cards": 4, "rank": "T"}
    report = dealt([*calls, tens], play, "AC KC 9S 8S 7S")
    said = [(f.severity, f.status) for f in report.findings if f.code == "law-21.missing-card-unsaid"]
    assert said == found
    assert (21 in report.not_checkable) is (len(play) == 3 and not found)


def quatorze(by: str, **more: Any) -> Step:
    """Return a call of four that does not name the rank."""
    return {"act": "call", "by": by, "what": "set", "cards": 4, **more}


@pytest.mark.parametrize(
    ("elder", "younger", "found"),
    [
        ("AC 9S 8S 7S QS", "7H 9D TC", True),
        ("AC AD 9S 8S 7S", "7H 9D TC", True),
        ("AC AD AH 9S 8S", "7H 9D TC", False),
        ("AC AD AH 9S 8S", "7H 9D JC", True),
    ],
    ids=["broke one by one card", "by two", "by three", "the younger has four tens"],
)
def test_a_quatorze_is_named_where_it_could_be_mistaken(elder: str, younger: str, found: bool) -> None:
    """The elder keeps four kings, and calls four without naming the rank."""
    report = dealt([quatorze("elder", reply="good")], ["KS TS"], elder, younger)
    assert (("law-22.set-unnamed", "elder") in codes(report)) is found
    assert scores(report, "sets") == (0 if found else 14, 0)


@pytest.mark.parametrize(("rank", "named"), [("K", True), ("A", False), (False, False)])
def test_an_answer_names_the_quatorze_that_is_held(rank: str | bool, named: bool) -> None:
    """An answer that does not fit the hand names nothing."""
    said = {"act": "answer", "by": "elder", "what": "which-set", "rank": rank}
    asked = {"act": "ask", "by": "younger", "what": "which-set"}
    report = dealt([quatorze("elder", reply="good"), asked, said], ["KS TS"], "AC 9S 8S 7S QS")
    assert [f.status for f in report.findings if f.code == "law-22.set-unnamed"] == ["remedied" if named else "open"]
    assert scores(report, "sets") == (14 if named else 0, 0)


def test_law_22_is_not_checkable_where_the_hand_as_dealt_is_not_known() -> None:
    """Only the hands after the exchange are written, and the elder has no four."""
    held = {"elder": ELDER, "younger": YOUNGER.replace("JC", "TC")}
    report = judged([quatorze("younger")], held=held)
    assert 22 in report.not_checkable
    assert scores(report, "sets") == (0, 14)


# Carte blanche and replies


@pytest.mark.parametrize(
    ("declarations", "play", "code"),
    [
        ([{"act": "carte-blanche", "by": "younger"}], LONG_PLAY, "usage-blanche.late"),
        ([], [*LONG_PLAY[:1], {"act": "carte-blanche", "by": "younger"}, *LONG_PLAY[1:]], "law-05.late-call"),
    ],
    ids=["after the exchange", "after his own card"],
)
def test_late_carte_blanche_is_one_finding(declarations: list[Step], play: list[Any], code: str) -> None:
    """It is late after the player's own discard; after his own first card, by law 5."""
    report = judged(declarations, play, held=LONG)
    assert codes(report) == [(code, "younger")]
    assert scores(report, "carte_blanche") == (0, 0)


def test_good_to_what_one_could_beat_is_noted_once_a_category() -> None:
    """The younger's quart beats the tierce, unless the elder's own quart makes the tierce good."""
    lower = [sequence("elder", 3, "K", reply="good", shown=E_TIERCE)]
    assert codes(judged(lower)) == [("usage-reply.could-beat", "younger")]
    both = [sequence("elder", 4, "A", reply="good", shown=E_QUART), *lower]
    assert codes(judged(both)) == []


def test_a_slip_in_the_declarations_is_one_finding() -> None:
    """After an answer without a question, turns are no longer checked."""
    stray = {"act": "answer", "by": "elder", "what": "which-set", "rank": "K"}
    report = judged([point("elder", 5, 50, reply="good", shown=False), stray, FALSE_TRIO])
    assert codes(report) == [("record-order", None)]
    assert {5, 6, 14, 22} <= set(report.not_checkable)


def test_a_second_point_is_false_whatever_the_cards() -> None:
    """A player has only one point; the first call is struck too."""
    held = {"elder": " ".join(["??"] * 12), "younger": YOUNGER}
    calls = [point("elder", 5, 50, reply="good", shown=False), point("elder", 5, 49, reply="good", shown=False)]
    report = judged(calls, [f"?? {YOUNGER.split(maxsplit=1)[0]}"], held=held)
    assert ("law-14.false-call", "elder") in codes(report)
    assert scores(report, "point") == (0, 0)
