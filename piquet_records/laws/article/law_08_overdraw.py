"""Law 8. Drawing more than was discarded.

Statement
    A player who draws more cards than he discarded can repair this while he has not seen the cards that he drew and
    his adversary has not drawn. After that the adversary may have the deal made again. If he does not, both players
    see the extra card, and it goes to a discard.

Faults
    law-08.overdraw (violation): a player draws more cards than he discarded; or, if the deal stands after a misdeal,
    more than the misdeal allows.

Ruling
    Three things remedy the fault: a `put-back` of the extra cards, unseen and before the adversary draws; a new deal
    at the adversary's request; a `lay-out` of the extra cards. Extra cards put back unseen but later leave twelve,
    and the adversary may still have the deal made again. If nothing is done, the offender plays with too many cards:
    law 3.

Reading
    The younger is always too late to repair it, because the elder has drawn before him. The law does not say which
    card is the extra one; it is taken to be the last one drawn. Law 8 applies to the draw, law 3 to what is
    discovered later. If a player was dealt thirteen or eleven cards, and the deal stands, he rightly draws one card
    fewer or more than he discards; the same if the record does not show that the misdeal was noticed too late. If the
    record does not say whether a card put back had been seen, it counts as unseen. Cavendish (law 24) allows no
    repair.

Example
    sample_games/laws/law-08/redealt.json

Source
    Article, Lois du piquet à deux, 8°.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import to_text
from piquet_records.cards.terms import ADVERSARY, ROLES, Role
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import Overdraw, count_put_back, overdraw
from piquet_records.record.steps import LayOut, PutBack, Redeal, Stand
from piquet_records.trace.facts import NEVER, Event

NUMBER = 8
NEEDS = frozenset({Need.EXCHANGE})
FAULTS = {"law-08.overdraw": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find draws of more cards than were discarded, and how they were settled."""
    for role in ROLES:
        over = overdraw(case, role)
        if over is not None:
            yield _finding(case, role, over)


def _finding(case: Case, role: Role, over: Overdraw) -> Finding:
    other = ADVERSARY[role]
    drew_at = case.trace.exchanged[other].drew_at
    back = _put_back(case, role, over)
    in_time = back is not None and back < (NEVER if drew_at is None else drew_at)
    redealt, stood = (_later(case, act, other, over) for act in (Redeal, Stand))
    laid_out = len(_later(case, LayOut, role, over)) >= over.excess
    settled = {"put-back": in_time, "redealt": redealt, "laid-out": laid_out, "put-back-late": back is not None}
    variant = next((word for word, true in settled.items() if true), None)
    return Finding(
        code="law-08.overdraw",
        by=role,
        at=over.event.at,
        evidence={"found": over.drawn, "expected": over.allowed, "cards": _excess(case, role, over)}
        | ({"variant": variant} if variant else {}),
        options=() if in_time else (Option(other, "redeal", "first-lead", bool(redealt)),),
        remedied=in_time or bool(redealt) or laid_out,
        waived=bool(stood),
    )


def _put_back(case: Case, role: Role, over: Overdraw) -> int | None:
    """Give the moment at which the excess was put back without having been seen; None where it was not."""
    left = over.excess
    for event in _later(case, PutBack, role, over):
        if isinstance(event.step, PutBack) and event.step.seen is not True:
            left -= count_put_back(event.step)
            if left <= 0:
                return event.moment
    return None


def _later(case: Case, act: type, role: Role, over: Overdraw) -> list[Event]:
    return [event for event in case.trace.events_of(act) if event.step.by == role and event.moment > over.event.moment]


def _excess(case: Case, role: Role, over: Overdraw) -> str:
    """Name the cards in excess: the last of that draw."""
    draw = next(draw for draw in case.trace.exchanged[role].draws if draw.event is over.event)
    return to_text(draw.cards[-over.excess :])
