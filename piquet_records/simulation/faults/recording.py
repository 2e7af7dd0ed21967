"""Faults of the record itself: impossible cards and steps, a play cut short, wrong counts, scores and results."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import CODES, code, from_bits, parse, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, TRICKS, Seat
from piquet_records.record.game import DealScore, GameScore
from piquet_records.record.steps import Answer, Call
from piquet_records.scoring.deal_score import score
from piquet_records.scoring.timeline import running_counts
from piquet_records.simulation.faults.regular_deal import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    exchange_of,
    hands_played,
    inserted,
)

_SLIP: Final = (1, 9)
"""The least and the most points by which a number is written too high."""


def count_short(regular: RegularDeal) -> Injection | None:
    """Write a score without the pique or repique that was made."""
    made = score(regular.trace, regular.rules).elder
    bonus, written = made.repique or made.pique, regular.deal.score
    if not bonus or written is UNSET or written.elder is None:
        return None
    deal = replace(regular.deal, score=replace(written, elder=written.elder - bonus))
    return regular.with_writing(deal, ExpectedFinding("law-15.count-short", ELDER, "score/elder"))


def card(regular: RegularDeal) -> Injection:
    """Write a card that the player cannot have: he plays it from his discard, or shows it from the adversary's hand."""
    shown = [(place, call) for place, call in enumerate(regular.calls) if isinstance(call.shown, str)]
    if shown and regular.coin():
        place, call = regular.choose(shown)
        return _card_shown(regular, place, call)
    trick = regular.choose(regular.trace.standing_tricks)
    discard = parse(exchange_of(regular.deal, trick.follower)[1].discard)
    text = f"{CODES[trick.lead]} {CODES[regular.choose(discard)]}"
    play = tuple(text if place == trick.index else entry for place, entry in enumerate(regular.deal.play or ()))
    return regular.with_deal(replace(regular.deal, play=play), ExpectedFinding("record-card", None, trick.at))


def _card_shown(regular: RegularDeal, place: int, call: Call) -> Injection:
    other = regular.choose(from_bits(hands_played(regular.trace)[ADVERSARY[call.by]]))
    shown = to_text((*parse(str(call.shown))[:-1], other))
    calls = tuple(replace(step, shown=shown) if step is call else step for step in regular.calls)
    deal = replace(regular.deal, declarations=calls)
    return regular.with_deal(deal, ExpectedFinding("record-card", None, f"declarations/{place}"))


def order(regular: RegularDeal) -> Injection:
    """Write an answer without a question, or a lead without the card that follows."""
    if regular.coin():
        answer = Answer(by=regular.random_role(), what="discarded-card", card=False)
        found = ExpectedFinding("record-order", None, "declarations/0")
        return regular.with_deal(inserted(regular.deal, "declarations", 0, answer), found)
    trick = regular.choose(regular.trace.standing_tricks[: TRICKS - 1])
    play = list(regular.deal.play or ())
    play[trick.index] = code(trick.lead)
    found = ExpectedFinding("record-order", None, f"play/{trick.index + 1}")
    return regular.with_deal(replace(regular.deal, play=tuple(play)), found)


def short(regular: RegularDeal) -> Injection | None:
    """Stop the play early without a reason, in a deal before the last."""
    if regular.deal_index == len(regular.game.deals) - 1:
        return None
    laid = regular.random_number(1, TRICKS - 1)
    deal = replace(regular.deal, play=(regular.deal.play or ())[:laid])
    return regular.with_deal(deal, ExpectedFinding("record-short", None, "play"))


def deal_score(regular: RegularDeal) -> Injection | None:
    """Write a wrong score of the deal."""
    written, role = regular.deal.score, regular.random_role()
    if written is UNSET or written.elder is None or written.younger is None:
        return None
    wrong = {**_by_role(written), role: (_by_role(written)[role] or 0) + regular.random_number(*_SLIP)}
    deal = replace(regular.deal, score=DealScore(elder=wrong["elder"], younger=wrong["younger"]))
    return regular.with_writing(deal, ExpectedFinding("record-score", None, f"score/{role}"))


def _by_role(written: DealScore) -> dict[str, int | None]:
    return {"elder": written.elder, "younger": written.younger}


def count(regular: RegularDeal) -> Injection:
    """Write the counts after each trick, with one of them wrong."""
    rules, told = regular.rules, regular.trace
    counts = [list(pair) for pair in running_counts(told, rules, score(told, rules))]
    place, who = regular.random_number(0, len(counts) - 1), regular.random_number(0, len(ROLES) - 1)
    counts[place][who] = (counts[place][who] or 0) + regular.random_number(*_SLIP)
    deal = replace(regular.deal, counts=tuple((elder, younger) for elder, younger in counts))
    return regular.with_writing(deal, ExpectedFinding("record-count", None, f"counts/{place}"))


def result(regular: RegularDeal) -> Injection | None:
    """Write a wrong winner, or a wrong total."""
    written = regular.game.result
    if written is UNSET or written.score is UNSET or written.winner in (UNSET, None):
        return None
    if regular.coin():
        other: Seat = "A" if written.winner == "B" else "B"
        wrong, at = replace(written, winner=other), "/result/winner"
    else:
        slip, seat = regular.random_number(*_SLIP), regular.choose(("A", "B"))
        totals = {"A": written.score.A or 0, "B": written.score.B or 0}
        totals[seat] += slip
        wrong, at = replace(written, score=GameScore(A=totals["A"], B=totals["B"])), f"/result/score/{seat}"
    game = replace(regular.game, result=wrong)
    return Injection(game, len(game.deals) - 1, (ExpectedFinding("record-result", None, at),))


INJECTORS: Final[dict[str, Injector]] = {
    "law-15.count-short": count_short,
    "record-card": card,
    "record-order": order,
    "record-short": short,
    "record-score": deal_score,
    "record-count": count,
    "record-result": result,
}
