"""Facts about demands that were refused: which demand a ``refuse`` answers, and what became of it.

Whether there was a right to the demand is for the laws that give such rights.
"""

from collections.abc import Callable, Iterator

from piquet_records.cards.terms import ADVERSARY, Role
from piquet_records.findings import Finding
from piquet_records.laws.case import Case, cached_on_case
from piquet_records.laws.facts.calls import calls_that_must_be_shown
from piquet_records.record.steps import (
    DemandDiscard,
    DemandRedeal,
    DemandShow,
    DemandSuit,
    Notice,
    Refuse,
    Show,
    Stand,
)
from piquet_records.trace.facts import Event

_DEMANDS = (DemandDiscard, DemandRedeal, DemandShow, DemandSuit, Notice)


@cached_on_case
def refusals(case: Case) -> list[tuple[Event, Event]]:
    """Return each demand that was refused, with the refusal: the last demand of the other player before it.

    The ``notice`` of a revoke is a demand that the cards be taken back.
    """
    demands = [
        event
        for event in case.trace.events_in_time()
        if isinstance(event.step, _DEMANDS) and (not isinstance(event.step, Notice) or event.step.what == "revoke")
    ]
    found = []
    for refusal in case.trace.events_of(Refuse):
        asker = ADVERSARY[_by(refusal)]
        before = [demand for demand in demands if _by(demand) == asker and demand.moment < refusal.moment]
        if before:
            found.append((before[-1], refusal))
    return found


def find_refused(
    case: Case, code: str, act: type, has_right: Callable[[Event], bool], obeyed_by: type
) -> Iterator[Finding]:
    """Yield a finding with the given code for each refused demand of a kind to which there was a right.

    It is remedied by a later step of the kind ``obeyed_by``, and waived by a later ``stand`` of who demanded.
    """
    for demand, refusal in refusals(case):
        if isinstance(demand.step, act) and has_right(demand):
            after = [event for event in case.trace.events_of(obeyed_by) if event.moment > refusal.moment]
            yield Finding(
                code=code,
                by=_by(refusal),
                at=refusal.at,
                trick=refusal.trick if refusal.list_name == "play" else None,
                remedied=bool(after),
                waived=any(
                    stand.moment > refusal.moment and _by(stand) == _by(demand) for stand in case.trace.events_of(Stand)
                ),
                unsettled=True,
            )


def find_refused_showing(case: Case, code: str) -> Iterator[Finding]:
    """Yield a finding with the given code for each refusal to show a call that had to be shown.

    It must have been demanded before the caller's next card, with which he loses it.
    """
    asked = {
        demand.moment
        for call in calls_that_must_be_shown(case)
        for demand in call.demands
        if demand.moment < case.trace.next_card_moment(call.by, call.moment)
    }
    yield from find_refused(case, code, DemandShow, lambda demand: demand.moment in asked, Show)


def _by(event: Event) -> Role:
    return event.step.by
