"""Law 8. Drawing more than was discarded.

Statement
    A player who draws more cards than he discarded can repair this while he has not seen the cards that he drew and
    his adversary has not drawn. After that the adversary may have the deal made again. If he does not, both players
    see the extra card, and it goes to a discard.

Faults
    law-08.overdraw (violation): a player draws more cards than he discarded; or, if the deal stands after a misdeal,
    more than the misdeal allows.
    law-08.refused (violation): the other player demanded a new deal (`demand-redeal`), and it is refused.

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
    record does not say whether a card put back had been seen, it counts as unseen. Cards put back unseen in time and
    cards laid out together can repair the whole. Cavendish (law 24) allows no
    repair.

Example
    sample_games/laws/law-08/redealt.json

Source
    Article, Lois du piquet à deux, 8°.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import to_text
from piquet_records.cards.terms import ADVERSARY, ROLES, Role
from piquet_records.findings import Finding, Option, PendingAct, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.excess import cards_in_excess, put_back_unseen
from piquet_records.laws.facts.hand_sizes import Overdraw, count_put_back, overdraw
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandRedeal, LayOut, PutBack, Redeal, Stand
from piquet_records.trace.facts import NEVER, Event

NUMBER = 8
NEEDS = frozenset({Need.EXCHANGE})
FAULTS = {"law-08.overdraw": Severity.VIOLATION, "law-08.refused": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield each player's first draw of too many cards, with how it was settled."""
    for role in ROLES:
        excess_draw = overdraw(case, role)
        if excess_draw is not None:
            yield _finding(case, role, excess_draw)
    yield from find_refused(case, "law-08.refused", DemandRedeal, lambda demand: _may_demand(case, demand), Redeal)


def _may_demand(case: Case, demand: Event) -> bool:
    """Return whether the other player had drawn too many cards, and had not put them back in time."""
    role = ADVERSARY[demand.step.by]
    excess_draw = overdraw(case, role)
    if excess_draw is None or excess_draw.event.moment > demand.moment:
        return False
    drew_at = case.trace.exchanged[demand.step.by].drew_at or NEVER
    return (_put_back_unseen_at(case, role, excess_draw) or NEVER) >= min(drew_at, demand.moment)


def _finding(case: Case, role: Role, excess_draw: Overdraw) -> Finding:
    other = ADVERSARY[role]
    drew_at = case.trace.exchanged[other].drew_at
    deadline = NEVER if drew_at is None else drew_at
    put_back_at = _put_back_unseen_at(case, role, excess_draw)
    in_time = put_back_at is not None and put_back_at < deadline
    first_lead = 0 if case.trace.all_tricks else NEVER
    redealt, stood = (bool(_acts_after(case, act, other, excess_draw)) for act in (Redeal, Stand))
    returned = put_back_unseen(case, role, excess_draw.event.moment, deadline)
    laid_out = len(_acts_after(case, LayOut, role, excess_draw)) + returned >= excess_draw.excess
    settled_by = {
        "put-back": in_time,
        "redealt": redealt,
        "laid-out": laid_out,
        "put-back-late": put_back_at is not None,
    }
    variant = next((word for word, is_so in settled_by.items() if is_so), None)
    still = variant is None and not stood and case.is_open(deadline)
    return Finding(
        code="law-08.overdraw",
        by=role,
        at=excess_draw.event.at,
        evidence={
            "found": excess_draw.drawn,
            "expected": excess_draw.allowed,
            "cards": to_text(cards_in_excess(case, role, excess_draw)),
        }
        | ({"variant": variant} if variant else {}),
        options=() if in_time else (Option(other, "redeal", "first-lead", case.taken(redealt, first_lead)),),
        pending=PendingAct(role, "put-back", "other-draw") if still else None,
        remedied=in_time or redealt or laid_out,
        waived=stood,
    )


def _put_back_unseen_at(case: Case, role: Role, excess_draw: Overdraw) -> int | None:
    """Return the moment at which all cards in excess had been put back unseen; None if they were not."""
    remaining = excess_draw.excess
    for event in _acts_after(case, PutBack, role, excess_draw):
        if isinstance(event.step, PutBack) and event.step.seen is not True:
            remaining -= count_put_back(event.step)
            if remaining <= 0:
                return event.moment
    return None


def _acts_after(case: Case, act: type, role: Role, excess_draw: Overdraw) -> list[Event]:
    """Return a player's steps of one kind after the draw, in order of time."""
    drew_at = excess_draw.event.moment
    return [event for event in case.trace.events_of(act) if event.step.by == role and event.moment > drew_at]
