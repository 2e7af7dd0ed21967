"""Cards on the table and games given up: laws 1, 16, 25 to 28, unnamed suits and leads out of turn.

Each test changes one fact of a sample; expected findings come from the law, and totals are added up by hand.
"""

import json
from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import DealReport, ReportFinding
from tests.evidence import lacking
from tests.golden import LAWS

Step = dict[str, Any]
ROLES = ("elder", "younger")


def sample(name: str) -> dict[str, Any]:
    """Return a sample game that a test may change."""
    game: dict[str, Any] = json.loads((LAWS / f"{name}.json").read_text("utf-8"))
    return game


def judged(game: dict[str, Any], **changes: Any) -> DealReport:
    """Judge a game and return the report of its last deal. Every sentence of its findings must be concrete."""
    report = judge(msgspec.convert(game | changes, Game))
    for finding in report.findings:
        evidence = {"by": finding.by, "trick": finding.trick, **finding.evidence}
        assert not lacking(finding.code, "message", evidence), finding
        assert not lacking(finding.code, "ruling", evidence), finding
    return report.deals[-1]


def found(game: dict[str, Any], **changes: Any) -> list[tuple[str, str | None, str | None]]:
    """Return code, player and status of the findings of the last deal; the status of a note is ``note``."""
    findings = judged(game, **changes).findings
    return [(f.code, f.by, f.status if f.severity == "violation" else "note") for f in findings]


def only(game: dict[str, Any], code: str) -> ReportFinding:
    """Return the one finding of a code in the last deal."""
    [finding] = [finding for finding in judged(game).findings if finding.code == code]
    return finding


def totals(report: DealReport) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Return the totals of elder and younger, as ruled and as played."""
    return (
        tuple(getattr(report.score, role).total for role in ROLES),
        tuple(getattr(report.as_played, role).total for role in ROLES),
    )


def play(game: dict[str, Any]) -> list[Any]:
    """Return the play of a game's last deal, which a test may change."""
    tricks: list[Any] = game["deals"][-1]["play"]
    return tricks


def put(game: dict[str, Any], before: int, *steps: Any) -> dict[str, Any]:
    """Insert steps before an entry of the play, counted from 0."""
    play(game)[before:before] = steps
    return game


def take_back(by: str, card: str, *, after_lead: bool = True) -> Step:
    """Return the step of taking a card back."""
    step = {"act": "take-back", "by": by, "card": card}
    return step | {"after_lead": True} if after_lead else step


# law 1


def test_a_revoke_stands_until_it_is_taken_back() -> None:
    """A revoke taken back twelve tricks later is still remedied: the laws set no limit."""
    revoked, followed = play(sample("law-01/revoke")), play(sample("law-01/followed"))
    game = sample("law-01/revoke")
    game["deals"][0]["play"] = [*revoked, {"act": "rewind", "by": "elder", "to": 3}, *followed[2:]]
    assert revoked[:2] == followed[:2]
    assert found(game) == [("law-01.revoke", "younger", "remedied")]
    assert totals(judged(game)) == totals(judged(sample("law-01/followed")))


def test_a_second_revoke_after_the_first_was_taken_back_is_open() -> None:
    """When the trick is played again, he revokes again."""
    revoked = play(sample("law-01/revoke"))
    game = sample("law-01/revoke")
    game["deals"][0]["play"] = [*revoked[:4], {"act": "rewind", "by": "elder", "to": 3}, *revoked[2:]]
    assert found(game) == [("law-01.revoke", "younger", "remedied"), ("law-01.revoke", "younger", "open")]


def test_a_taken_back_revoke_names_what_came_to_light_before_it_was() -> None:
    """The clubs show at trick 6; after a rewind made before that, no trick is named."""
    assert only(sample("law-01/revoke"), "law-01.revoke").evidence["later"] == 6
    assert "later" not in only(sample("law-01/taken-back"), "law-01.revoke").evidence


# law 16


@pytest.mark.parametrize("after_lead", [False, True])
def test_a_lead_is_played_once_let_go(*, after_lead: bool) -> None:
    """The younger, on lead at the fifth trick, takes back the ace of spades and leads that of diamonds."""
    game = put(sample("record/right-score"), 4, take_back("younger", "AS", after_lead=after_lead))
    assert play(game)[5] == "AD QD"
    assert found(game) == [("law-16.card-taken-back", "younger", "open")]


def test_two_cards_taken_back_to_one_trick() -> None:
    """The younger covers with another suit, may take it back, follows suit, and may not take that back."""
    game = put(sample("law-16/suit-taken-back"), 3, play(sample("law-16/mended-at-once"))[3])
    assert found(game) == [("law-16.card-taken-back", "younger", "note"), ("law-16.card-taken-back", "younger", "open")]


@pytest.mark.parametrize(("name", "status"), [("suit-taken-back", "open"), ("discard-taken-back", "open")])
def test_a_card_that_comes_down_again_is_the_remedy(name: str, status: str) -> None:
    """If the card that was taken back is in the trick after all, nothing is left to correct."""
    game = sample(f"law-16/{name}")
    place = next(index for index, entry in enumerate(play(game)) if not isinstance(entry, str))
    [(_, by, first)] = found(game)
    assert first == status
    game["deals"][0]["play"][place]["card"] = play(game)[place + 1].split()[1]
    assert found(game) == [("law-16.card-taken-back", by, "remedied")]


def test_a_suit_not_named_frees_only_the_second_player() -> None:
    """The leader who did not name his suit may not take his own card back."""
    game = sample("usage-lead/unnamed")
    place = next(index for index, entry in enumerate(play(game)) if not isinstance(entry, str))
    lead = play(game)[place + 1].split()[0]
    put(game, place, take_back("elder", lead, after_lead=False))
    assert found(game) == [
        ("law-16.card-taken-back", "elder", "remedied"),
        ("usage-lead.suit-not-named", "elder", "noted"),
    ]


def test_a_suit_not_named_frees_him_in_that_trick_alone() -> None:
    """In the trick after it, a card of the suit led that is taken back is a fault again."""
    game = sample("law-16/suit-not-named")
    back = play(game).pop(4)
    assert back["act"] == "take-back"
    assert play(game)[4].split()[1] != back["card"]
    later = next(index for index, entry in enumerate(play(game)) if isinstance(entry, str) and back["card"] in entry)
    suit = play(game)[later].split()[0][1]
    assert suit == back["card"][1]
    put(game, later, take_back("younger", back["card"]))
    assert found(game) == [
        ("law-16.card-taken-back", "younger", "remedied"),
        ("usage-lead.suit-not-named", "elder", "noted"),
    ]


def test_without_a_ground_a_demand_frees_nobody() -> None:
    """The same lead is taken back after a demand, but the elder saw nothing: both are at fault."""
    game = sample("law-16/taken-back-on-demand")
    game["deals"][0]["declarations"] = [
        step for step in game["deals"][0]["declarations"] if step["act"] not in ("look", "name-suit")
    ]
    assert found(game) == [
        ("law-16.card-taken-back", "elder", "open"),
        ("usage-remedy.demand", "younger", "noted"),
    ]


def test_a_demand_of_the_suit_taken_back_frees_nobody() -> None:
    """He had led the suit demanded, so he took the card back of his own accord."""
    game = sample("law-16/taken-back-on-demand")
    back, demand = play(game)[:2]
    demand["suit"] = back["card"][1]
    assert ("law-16.card-taken-back", "elder", "open") in found(game)


def test_a_hand_that_is_not_known_convicts_nobody_of_keeping_his_card() -> None:
    """It is not known whether the second player had the suit: the act is recorded, but the law is not checkable."""
    game = sample("law-16/discard-taken-back")
    deal = game["deals"][0]
    for part in ("hands", "talon", "exchange"):
        del deal[part]
    deal["held"] = {role: " ".join(["??"] * 12) for role in ROLES}
    place = next(index for index, entry in enumerate(play(game)) if not isinstance(entry, str))
    deal["play"] = play(game)[: place + 2]
    report = judged(game)
    assert report.findings == ()
    assert 16 in report.not_checkable


# naming the suit


def test_a_suit_that_goes_on_need_not_be_named() -> None:
    """The lead before the unnamed one was of another suit; written one trick later or at the first, it is no fault."""
    game = sample("usage-lead/unnamed")
    place = next(index for index, entry in enumerate(play(game)) if not isinstance(entry, str))
    step = play(game).pop(place)
    same = [n for n in range(1, 12) if play(game)[n][1] == play(game)[n - 1][1]]
    for at in (0, same[0]):
        changed = sample("usage-lead/named")
        assert found(put(changed, at, step)) == []


def test_the_card_may_be_taken_back_until_the_next_lead() -> None:
    """The finding says so, and whether it was done."""
    for name, taken in (("unnamed", False), ("card-taken-back", True)):
        [option] = only(sample(f"usage-lead/{name}"), "usage-lead.suit-not-named").options
        assert (option.by, option.may, option.until, option.taken) == ("younger", "take-back", "next-lead", taken)


# leads out of turn


def test_who_won_leads_also_after_a_rewind() -> None:
    """Taken back to the first trick, it is the elder's lead again, whoever had won it."""
    game = sample("law-01/taken-back")
    assert found(game) == [("law-01.revoke", "younger", "remedied")]


def test_a_trick_for_which_one_has_no_card_is_nobodys_fault() -> None:
    """The younger discarded two and drew one: the last trick is the elder's king alone, whoever had won before."""
    game = sample("record/right-score")
    deal = game["deals"][0]
    del deal["score"]
    deal["exchange"][1]["discard"] = "7C QS"
    assert play(game)[10:] == ["8D JH", "QS KS"]
    deal["play"][11] = "KS"
    report = judged(game)
    assert [(finding.code, finding.by) for finding in report.findings] == [("law-04.too-few", "younger")]
    assert (report.score.elder.play, report.score.elder.last_trick) == (5, 1)


# law 25

LEAVE = {"act": "abandon", "by": "B", "deal": 2}
ASK = {"act": "postpone", "by": "B", "deal": 2}
AGREE = {"act": "consent", "by": "A", "deal": 2}


@pytest.mark.parametrize(
    ("steps", "lost"),
    [
        pytest.param([LEAVE], True, id="without-a-word"),
        pytest.param([ASK, LEAVE], True, id="unanswered"),
        pytest.param([ASK, AGREE, LEAVE], False, id="agreed"),
        pytest.param([ASK, LEAVE, AGREE], False, id="agreed-afterwards"),
        pytest.param([ASK | {"by": "A"}, AGREE | {"by": "B"}, LEAVE], False, id="the-other-asked"),
        pytest.param([ASK, AGREE | {"by": "B"}, LEAVE], True, id="agreed-with-himself"),
        pytest.param([AGREE, LEAVE], True, id="agreed-to-nothing"),
        pytest.param([ASK | {"deal": 1}, AGREE | {"deal": 1}, LEAVE], True, id="agreed-for-the-deal-before"),
        pytest.param([ASK | {"deal": 3}, AGREE | {"deal": 3}, LEAVE | {"deal": 3}], False, id="before-a-third-deal"),
        pytest.param([LEAVE | {"deal": 3}], True, id="left-before-a-third-deal"),
    ],
)
def test_leaving_loses_unless_the_other_agreed(steps: list[Step], *, lost: bool) -> None:
    """Only an agreement of both about the same deal saves the game."""
    game = sample("law-25/left-unanswered") | {"steps": steps}
    assert found(game) == ([("law-25.abandoned", "younger", "open")] if lost else [])


def test_a_deal_that_was_complete_keeps_its_points() -> None:
    """The deal played out gives 26 to 13, with the cards; broken off after five tricks it is 10 to 10."""
    assert totals(judged(sample("law-25/left-unanswered"))) == ((26, 13), (26, 13))
    assert totals(judged(sample("law-25/left-midway"))) == ((10, 10), (10, 10))


@pytest.mark.parametrize(("target", "lost"), [(44, False), (45, True)])
def test_only_a_game_that_is_not_over_can_be_left(target: int, *, lost: bool) -> None:
    """B has 44 points."""
    game = sample("law-25/left-after-the-end") | {"target": target}
    assert [finding[0] for finding in found(game)] == (["law-25.abandoned"] if lost else [])


def test_after_the_last_agreed_deal_there_is_nothing_to_leave() -> None:
    """The game was to have two deals."""
    game = sample("law-25/left-unanswered") | {"conventions": {"deals": 2}}
    assert found(game) == []


# laws 26 and 27


def thrown(tricks: int, by: str = "younger", *, mixed: Any = False, adversary_mixed: Any = False, then: int = 0) -> Any:
    """Return law 26's deal in which a player throws in after some tricks, and a few more are played."""
    game = sample("law-26/taken-up-again")
    whole = [entry for entry in play(game) if isinstance(entry, str)]
    step = {"act": "throw-in", "by": by, "mixed": mixed, "adversary_mixed": adversary_mixed}
    step = {name: value for name, value in step.items() if value is not None}
    game["deals"][0]["play"] = [*whole[:tricks], step, *whole[tricks : tricks + then]]
    game.pop("result")
    return game


@pytest.mark.parametrize("by", ROLES)
@pytest.mark.parametrize(
    ("mixed", "adversary_mixed"), [(True, False), (False, True), (True, True), (True, None), (None, True)]
)
def test_with_four_cards_one_mixed_hand_loses_the_game(by: str, mixed: Any, adversary_mixed: Any) -> None:
    """For either player and any mixed cards; also if the rest was played anyway."""
    for then in (0, 4):
        game = thrown(8, by, mixed=mixed, adversary_mixed=adversary_mixed, then=then)
        assert found(game) == [("law-26.threw-in", by, "open")]
        assert totals(judged(game))[0] == (25, 0)


@pytest.mark.parametrize("by", ROLES)
@pytest.mark.parametrize("mixed", [True, False, None])
def test_with_three_cards_the_tricks_are_given(by: str, mixed: Any) -> None:
    """17 in hand and nine tricks: with the last three the elder has all twelve, 69; or the younger three and the last.

    The elder then has 26 and ten for his nine tricks, the younger 3 in the play and 1 more.
    """
    game = thrown(9, by, mixed=mixed, adversary_mixed=mixed)
    assert found(game) == [("law-27.last-cards", by, "note")]
    report = judged(game)
    assert totals(report)[0] == ((69, 0) if by == "younger" else (36, 4))
    assert report.outcome == "thrown-in"


def test_what_was_mixed_may_not_be_known() -> None:
    """With more cards it decides between the game and the tricks: not checkable, and the rest of the score is null."""
    for unsaid in ({"mixed": None}, {"adversary_mixed": None}, {"mixed": None, "adversary_mixed": None}):
        report = judged(thrown(8, **unsaid))
        assert report.findings == ()
        assert 26 in report.not_checkable
        assert report.outcome == "thrown-in"
        assert (report.score.elder.play, report.score.elder.total, report.score.elder.point) == (None, None, 5)


def test_cards_played_afterwards_show_that_nothing_was_mixed() -> None:
    """Nothing was said of either hand, and four tricks follow."""
    game = thrown(8, mixed=None, adversary_mixed=None, then=4)
    assert found(game) == [("law-26.threw-in", "younger", "note")]
    assert totals(judged(game))[0] == (38, 3)


def test_a_trick_that_was_led_to_is_given_too() -> None:
    """The elder has led to the tenth trick, and the younger throws in: he counted the lead, and counts two more."""
    game = thrown(9)
    step = play(game).pop()
    game["deals"][0]["play"] += ["7S", step]
    assert only(game, "law-27.last-cards").evidence["count"] == 3
    assert totals(judged(game))[0] == (69, 0)


def test_who_led_and_throws_in_has_counted_his_lead() -> None:
    """The elder leads to the tenth trick and gives up: 17, nine, one and ten for the cards; the other has 4."""
    game = thrown(9, "elder")
    step = play(game).pop()
    game["deals"][0]["play"] += ["7S", step]
    assert only(game, "law-27.last-cards").evidence["count"] == 2
    assert totals(judged(game))[0] == (37, 4)


def test_thrown_in_on_the_lead_before_following() -> None:
    """The same written before the trick, as having happened after its lead."""
    game = thrown(9)
    step = play(game).pop() | {"after_lead": True}
    game["deals"][0]["play"] += [step, "7S"]
    assert found(game) == [("law-27.last-cards", "younger", "note")]
    assert totals(judged(game))[0] == (69, 0)


def test_given_tricks_count_for_a_pique() -> None:
    """The article's 28 in hand and 29 with the first lead: the tricks given make sixty of thirty, and all a capot.

    28 in hand, twelve in the play, thirty for the pique and forty: 110.
    """
    game: dict[str, Any] = json.loads((LAWS.parent / "pic.json").read_text("utf-8"))
    step = {"act": "throw-in", "by": "younger", "mixed": False, "adversary_mixed": False}
    game["deals"][0] |= {"play": ["AS TS", step], "counts": [[29, None]]}
    report = judged(game)
    assert (report.score.elder.pique, report.score.elder.play, report.score.elder.capot) == (30, 12, 40)
    assert totals(report)[0] == (110, 0)


def test_before_any_card_all_twelve_tricks_can_be_given() -> None:
    """Nothing called was good, nothing mixed, nothing played: twelve tricks and forty for the capot are the other’s."""
    game = sample("law-26/before-the-first-lead")
    game.pop("result")
    game["deals"][0]["declarations"][-1]["mixed"] = False
    assert only(game, "law-26.threw-in").evidence["count"] == 12
    assert totals(judged(game))[0] == (0, 52)


def test_the_right_to_take_his_cards_up_is_an_option() -> None:
    """If nothing was mixed, the finding has the option to take the cards up, and whether it was used."""
    for then, taken in ((0, False), (4, True)):
        [option] = only(thrown(8, then=then), "law-26.threw-in").options
        assert (option.by, option.may, option.until, option.taken) == ("younger", "take-up", "cards-mixed", taken)
    assert only(thrown(8, mixed=True), "law-26.threw-in").options == ()


# law 28


@pytest.mark.parametrize(
    ("place", "counted"),
    [
        pytest.param("exchange", (0, 0), id="before-anything-was-called"),
        pytest.param("declarations", (7, 0), id="after-the-point"),
        pytest.param("play", (25, 3), id="after-the-first-trick"),
    ],
)
def test_bad_faith_loses_the_game_from_there_on(place: str, counted: tuple[int, int]) -> None:
    """The elder has 7 and 17 in hand and leads, the younger three tens: what comes before the fault is counted."""
    game = sample("law-28/thought-better")
    game.pop("result")
    deal = game["deals"][0]
    retake = deal["exchange"].pop(1)
    deal[place].insert(1, retake | {"bad_faith": True})
    for call in deal["declarations"]:
        call.pop("shown", None)
    report = judged(game)
    assert ("law-28.retook-discard", "elder", "open") in found(game)
    assert not [code for code, _, _ in found(game) if code.startswith("record")]
    assert (report.outcome, totals(report)[0]) == ("forfeited", counted)


def test_bad_faith_is_never_inferred() -> None:
    """Without bad faith, a change of the discard can only break law 9."""
    game = sample("law-28/caught-changing")
    del play(game)[-1]["bad_faith"]
    assert "law-28.retook-discard" not in {finding[0] for finding in found(game)}


# laws meet


def test_a_muted_player_who_revokes() -> None:
    """The elder is muted for a trio that he does not hold; his revoke on the king of hearts costs nothing more."""
    game = sample("law-14/false-set")
    before = totals(judged(game))
    swapped = {"KH JH": "KH TD", "TS TD": "TS JH"}
    game["deals"][0]["play"] = [swapped.get(entry, entry) if isinstance(entry, str) else entry for entry in play(game)]
    assert found(game) == [("law-01.revoke", "elder", "open"), ("law-14.false-call", "elder", "open")]
    assert totals(judged(game)) == before == ((8, 11), (21, 7))


def test_a_rewind_that_takes_back_the_trick_of_a_late_call() -> None:
    """A rewind does not turn back time: the younger had played his first card, and a later call stays late.

    He calls his three tens only when the first trick was played and taken back.
    """
    game = sample("law-28/thought-better")
    deal = game["deals"][0]
    late = deal["declarations"].pop()
    assert (late["by"], late["rank"]) == ("younger", "T")
    deal["play"] = [*play(game)[:1], {"act": "rewind", "by": "elder", "to": 1}, late, *play(game)]
    report = judged(game)
    assert ("law-05.late-call", "younger") in [(finding.code, finding.by) for finding in report.findings]
    assert (report.score.younger.sets, report.as_played.younger.sets) == (0, 3)
