"""Faults of what was written: cards and steps that cannot be, a play cut off, wrong counts, scores and results."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import CODES, code, from_bits, parse, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, TRICKS, Seat
from piquet_records.record.game import DealScore, GameScore
from piquet_records.record.steps import Answer, Call
from piquet_records.scoring.deal_score import score
from piquet_records.scoring.timeline import running_counts
from piquet_records.simulation.faults.occasion import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    exchange_of,
    inserted,
    playing,
)

_SLIP: Final = (1, 9)
"""By how many points a figure is miswritten, always upwards."""


def count_short(occasion: RegularDeal) -> Injection | None:
    """Write a score without the pique or repique that was made."""
    made = score(occasion.trace, occasion.rules).elder
    bonus, written = made.repique or made.pique, occasion.deal.score
    if not bonus or written is UNSET or written.elder is None:
        return None
    deal = replace(occasion.deal, score=replace(written, elder=written.elder - bonus))
    return occasion.written(deal, ExpectedFinding("law-15.count-short", ELDER, "score/elder"))


def card(occasion: RegularDeal) -> Injection:
    """Write a card that the player cannot have: played out of his discard, or shown out of the other's hand."""
    shown = [(place, call) for place, call in enumerate(occasion.calls) if isinstance(call.shown, str)]
    if shown and occasion.chance():
        place, call = occasion.one_of(shown)
        return _card_shown(occasion, place, call)
    trick = occasion.one_of(occasion.trace.standing_tricks)
    discard = parse(exchange_of(occasion.deal, trick.follower)[1].discard)
    text = f"{CODES[trick.lead]} {CODES[occasion.one_of(discard)]}"
    play = tuple(text if place == trick.index else entry for place, entry in enumerate(occasion.deal.play or ()))
    return occasion.changed(replace(occasion.deal, play=play), ExpectedFinding("record-card", None, trick.at))


def _card_shown(occasion: RegularDeal, place: int, call: Call) -> Injection:
    other = occasion.one_of(from_bits(playing(occasion.trace)[ADVERSARY[call.by]]))
    shown = to_text((*parse(str(call.shown))[:-1], other))
    calls = tuple(replace(step, shown=shown) if step is call else step for step in occasion.calls)
    deal = replace(occasion.deal, declarations=calls)
    return occasion.changed(deal, ExpectedFinding("record-card", None, f"declarations/{place}"))


def order(occasion: RegularDeal) -> Injection:
    """Write an answer to no question, or a lead that nobody followed."""
    if occasion.chance():
        answer = Answer(by=occasion.role(), what="discarded-card", card=False)
        found = ExpectedFinding("record-order", None, "declarations/0")
        return occasion.changed(inserted(occasion.deal, "declarations", 0, answer), found)
    trick = occasion.one_of(occasion.trace.standing_tricks[: TRICKS - 1])
    play = list(occasion.deal.play or ())
    play[trick.index] = code(trick.lead)
    found = ExpectedFinding("record-order", None, f"play/{trick.index + 1}")
    return occasion.changed(replace(occasion.deal, play=tuple(play)), found)


def short(occasion: RegularDeal) -> Injection | None:
    """Break the play off without a word, before the last deal."""
    if occasion.place == len(occasion.game.deals) - 1:
        return None
    laid = occasion.number(1, TRICKS - 1)
    deal = replace(occasion.deal, play=(occasion.deal.play or ())[:laid])
    return occasion.changed(deal, ExpectedFinding("record-short", None, "play"))


def deal_score(occasion: RegularDeal) -> Injection | None:
    """Write a wrong score of the deal."""
    written, role = occasion.deal.score, occasion.role()
    if written is UNSET or written.elder is None or written.younger is None:
        return None
    wrong = {**_by_role(written), role: (_by_role(written)[role] or 0) + occasion.number(*_SLIP)}
    deal = replace(occasion.deal, score=DealScore(elder=wrong["elder"], younger=wrong["younger"]))
    return occasion.written(deal, ExpectedFinding("record-score", None, f"score/{role}"))


def _by_role(written: DealScore) -> dict[str, int | None]:
    return {"elder": written.elder, "younger": written.younger}


def count(occasion: RegularDeal) -> Injection:
    """Write the counts as they were spoken after each trick, one of them wrong."""
    rules, told = occasion.rules, occasion.trace
    counts = [list(pair) for pair in running_counts(told, rules, score(told, rules))]
    place, who = occasion.number(0, len(counts) - 1), occasion.number(0, len(ROLES) - 1)
    counts[place][who] = (counts[place][who] or 0) + occasion.number(*_SLIP)
    deal = replace(occasion.deal, counts=tuple((elder, younger) for elder, younger in counts))
    return occasion.written(deal, ExpectedFinding("record-count", None, f"counts/{place}"))


def result(occasion: RegularDeal) -> Injection | None:
    """Write a wrong winner, or a wrong total."""
    written = occasion.game.result
    if written is UNSET or written.score is UNSET or written.winner in (UNSET, None):
        return None
    if occasion.chance():
        other: Seat = "A" if written.winner == "B" else "B"
        wrong, at = replace(written, winner=other), "/result/winner"
    else:
        slip, seat = occasion.number(*_SLIP), occasion.one_of(("A", "B"))
        totals = {"A": written.score.A or 0, "B": written.score.B or 0}
        totals[seat] += slip
        wrong, at = replace(written, score=GameScore(A=totals["A"], B=totals["B"])), f"/result/score/{seat}"
    game = replace(occasion.game, result=wrong)
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
