"""Which laws are to be checked in a deal, and which of them could be checked with what the record holds."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from piquet_records.findings import Finding
from piquet_records.laws import ARTICLE, LAW_NUMBERS, LAWS, Law
from piquet_records.laws.book import acts as acts_of
from piquet_records.laws.book import extra_acts
from piquet_records.laws.case import Case, Need
from piquet_records.ruling.judged import Judged
from piquet_records.trace.facts import Broken


def _by_the_laws(case: Case) -> Iterator[Finding]:
    lost = {_LISTS[part] for part in case.trace.broken if part in _LISTS}
    for law in _due(_acts(case)):
        if law.NEEDS.isdisjoint(lost):
            yield from law.check(case)


_LISTS: Final = {
    Broken.EXCHANGE: Need.EXCHANGE,
    Broken.DECLARATIONS: Need.DECLARATIONS,
    Broken.PLAY: Need.PLAY,
}
"""The facts that a slip in a list takes away: laws that need them find nothing. What hangs on a hand, they know."""


def _acts(case: Case) -> frozenset[type]:
    """Give the kinds of acts that stand in the record of a deal and, about that deal, of the game."""
    acts = frozenset(case.trace.events)
    if case.game_events:
        acts |= {type(event.step) for event in case.events_of_deal}
    return acts


@cache
def _due(acts: frozenset[type]) -> tuple[Law, ...]:
    """Give the laws that are to be checked: those about other acts than there are have nothing to find."""
    return tuple([law for law in LAWS if not acts_of(law) or not acts.isdisjoint((*acts_of(law), *extra_acts(law)))])


@cache
def _law_number(code: str) -> int | None:
    return next((law.NUMBER for law in LAWS if code in law.FAULTS), None)


Coverage = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _coverage(one: Judged) -> Coverage:
    """Tell which laws were checked, which were not checkable, which are unrecorded and which are not judged."""
    case = one.case
    if not case.rules.laws_judged:
        return (), (), (), LAW_NUMBERS
    uncertain = frozenset(number for number, checkable in ARTICLE.checkable_if if not checkable(case))
    convicted = frozenset(filter(None, [_law_number(finding.code) for finding in one.findings]))
    return _sorted_by_coverage(case.facts, _acts(case), uncertain, convicted)


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
