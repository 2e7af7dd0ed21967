"""Which laws are to be checked in a deal, and which of them could be checked with what the record holds."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from piquet_records.findings import Finding
from piquet_records.laws import ARTICLE, LAW_NUMBERS, LAWS, Law
from piquet_records.laws.book import acts_of, extra_acts
from piquet_records.laws.case import Case, Need
from piquet_records.ruling.judged import JudgedDeal
from piquet_records.trace.facts import UnreliablePart


def findings_by_law(case: Case) -> Iterator[Finding]:
    """Yield the findings of every law that is due, except of laws whose facts a contradiction made unusable."""
    lost = {_LOST_NEEDS[part] for part in case.trace.unreliable if part in _LOST_NEEDS}
    for law in laws_due(acts_of_deal(case)):
        if law.NEEDS.isdisjoint(lost):
            yield from law.check(case)


_LOST_NEEDS: Final = {
    UnreliablePart.EXCHANGE: Need.EXCHANGE,
    UnreliablePart.DECLARATIONS: Need.DECLARATIONS,
    UnreliablePart.PLAY: Need.PLAY,
}
"""The facts that a slip in a list takes away: laws that need them find nothing. What hangs on a hand, they know."""


def acts_of_deal(case: Case) -> frozenset[type]:
    """Give the kinds of acts that stand in the record of a deal and, about that deal, of the game."""
    acts = frozenset(case.trace.events)
    if case.game_events:
        acts |= {type(event.step) for event in case.events_of_deal}
    return acts


@cache
def laws_due(acts: frozenset[type]) -> tuple[Law, ...]:
    """Give the laws that are to be checked: those about other acts than there are have nothing to find."""
    return tuple([law for law in LAWS if not acts_of(law) or not acts.isdisjoint((*acts_of(law), *extra_acts(law)))])


@cache
def law_number(code: str) -> int | None:
    """Return the number of the law that gives a code; None for a rule without number and for the record itself."""
    return next((law.NUMBER for law in LAWS if code in law.FAULTS), None)


Coverage = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def coverage(one: JudgedDeal) -> Coverage:
    """Tell which laws were checked, which were not checkable, which are unrecorded and which are not judged."""
    case = one.case
    if not case.rules.laws_judged:
        return (), (), (), LAW_NUMBERS
    uncertain = frozenset(number for number, checkable in ARTICLE.checkable_if if not checkable(case))
    convicted = frozenset(filter(None, [law_number(finding.code) for finding in one.findings]))
    return _sorted_by_coverage(case.facts, acts_of_deal(case), uncertain, convicted)


@cache
def _sorted_by_coverage(
    facts: frozenset[Need], acts: frozenset[type], uncertain: frozenset[int], convicted: frozenset[int]
) -> Coverage:
    checked, not_checkable, unrecorded = [], [], []
    for law in LAWS:
        number = law.NUMBER
        if number is None:
            continue
        if number in convicted:
            checked.append(number)
        elif acts_of(law) and acts.isdisjoint(acts_of(law)):
            unrecorded.append(number)
        elif facts >= law.NEEDS and number not in uncertain:
            checked.append(number)
        else:
            not_checkable.append(number)
    return tuple(checked), tuple(not_checkable), tuple(unrecorded), ()
