"""Which laws are to be checked in a deal, and which of them could be checked with what the record holds."""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from piquet_records.findings import Finding
from piquet_records.laws import ARTICLE, LAW_NUMBERS, LAWS, Law
from piquet_records.laws.book import acts_of, extra_acts
from piquet_records.laws.case import Case, Need, ScoredCase
from piquet_records.ruling.judged import JudgedDeal
from piquet_records.trace.facts import UnreliablePart


def findings_by_law(case: Case) -> Iterator[Finding]:
    """Yield the findings of every law that is due, except of laws whose facts a contradiction made unusable."""
    unusable = {_NEED_OF_PART[part] for part in case.trace.unreliable if part in _NEED_OF_PART}
    for law in laws_due(acts_of_deal(case)):
        if law.NEEDS.isdisjoint(unusable):
            yield from law.check(case)


def findings_about_the_game(case: ScoredCase) -> Iterator[Finding]:
    """Yield the findings of laws about acts of the game as a whole, for a deal of which nothing else is recorded."""
    acts = acts_of_deal(case)
    for law in LAWS:
        if not acts.isdisjoint(acts_of(law)):
            yield from law.check(case)
            yield from law.check_scored(case) if hasattr(law, "check_scored") else ()


_NEED_OF_PART: Final = {
    UnreliablePart.EXCHANGE: Need.EXCHANGE,
    UnreliablePart.DECLARATIONS: Need.DECLARATIONS,
    UnreliablePart.PLAY: Need.PLAY,
}
"""Which fact each contradictory list makes unusable; laws that need it are skipped.

Laws check contradictory hands themselves.
"""


def acts_of_deal(case: Case) -> frozenset[type]:
    """Return the kinds of steps in the record of a deal, and of the game's own steps about that deal."""
    acts = frozenset(case.trace.events)
    if case.game_events:
        acts |= {type(event.step) for event in case.events_of_deal}
    return acts


@cache
def laws_due(acts: frozenset[type]) -> tuple[Law, ...]:
    """Return the laws to check: a law about certain acts is checked only if one of them was recorded."""
    return tuple([law for law in LAWS if not acts_of(law) or not acts.isdisjoint((*acts_of(law), *extra_acts(law)))])


@cache
def law_number(code: str) -> int | None:
    """Return the number of the law that has a code; None for a rule without number and for the record itself."""
    return next((law.NUMBER for law in LAWS if code in law.FAULTS), None)


class Coverage(NamedTuple):
    """The numbers of the laws, each in one of four groups and in rising order."""

    checked: tuple[int, ...] = ()
    not_checkable: tuple[int, ...] = ()
    """Laws that need facts which the record does not give."""
    unrecorded: tuple[int, ...] = ()
    """Laws about acts of which the record has none."""
    not_judged: tuple[int, ...] = ()
    """Laws that the rules profile does not judge by."""


def coverage(judged: JudgedDeal) -> Coverage:
    """Return which laws were checked in a deal, and why the others were not."""
    case = judged.case
    if not case.rules.laws_judged:
        return Coverage(not_judged=LAW_NUMBERS)
    if case.deal.points_only is True:
        found = tuple(sorted({number for finding in judged.findings if (number := law_number(finding.code))}))
        return Coverage(found, tuple([number for number in LAW_NUMBERS if number not in found]))
    uncertain = frozenset(number for number, checkable in ARTICLE.checkable_if if not checkable(case))
    broken = frozenset(filter(None, [law_number(finding.code) for finding in judged.findings]))
    return _sorted_by_coverage(case.facts, acts_of_deal(case), uncertain, broken)


@cache
def _sorted_by_coverage(
    facts: frozenset[Need], acts: frozenset[type], uncertain: frozenset[int], broken: frozenset[int]
) -> Coverage:
    """Sort the laws; a law that was found broken counts as checked, whatever facts are missing."""
    checked, not_checkable, unrecorded = [], [], []
    for law in LAWS:
        number = law.NUMBER
        if number is None:
            continue
        if number in broken:
            checked.append(number)
        elif acts_of(law) and acts.isdisjoint(acts_of(law)):
            unrecorded.append(number)
        elif facts >= law.NEEDS and number not in uncertain:
            checked.append(number)
        else:
            not_checkable.append(number)
    return Coverage(tuple(checked), tuple(not_checkable), tuple(unrecorded))
