"""Corrections of replies and of calls, and what undoes those that the laws do not allow.

The younger takes back a ``good`` by another reply, or by a call that is as good as the elder's. A call is corrected
by its caller: here only the point that a rule of the table forbids to make greater (parameter ``strict_point``).
"""

from collections.abc import Iterator

from msgspec import Struct

from piquet_records.cards.terms import CATEGORIES, ELDER, YOUNGER, Category, Role
from piquet_records.findings import Effect, HoldTo, ReplaceReply, Strike, StrikeReason
from piquet_records.laws.case import Case
from piquet_records.laws.facts.calls import (
    calls_in_time,
    is_raised,
    may_not_be_raised,
    reply_corrected_too_late,
)
from piquet_records.trace.claims import best_call, is_better, strength
from piquet_records.trace.facts import CallHistory, claim


class Correction(Struct, frozen=True):
    """A change of what was first said."""

    call: CallHistory
    """The call that was changed, or the reply to which was."""
    by: Role
    at: str
    """Where the change is written, as a JSON pointer below its deal."""
    undone_by: tuple[Effect, ...] = ()
    """What makes the first words count; empty if the correction is allowed."""


def corrections(case: Case) -> Iterator[Correction]:
    """Yield the points made greater against the rules, and every ``good`` taken back by a reply or by a call."""
    for call in case.trace.calls:
        yield from _point_raised(case, call)
        if call.by == ELDER:
            yield from _good_taken_back(case, call)
    for what in CATEGORIES:
        yield from _good_contradicted(case, what)


def _point_raised(case: Case, call: CallHistory) -> Iterator[Correction]:
    """Yield the first correction before the caller's own first card that makes a call greater, if none may do so."""
    if not may_not_be_raised(case, call.what):
        return
    for event in call.corrections:
        if event.moment < case.trace.first_card_moment(call.by) and is_raised(claim(event.step), call.first):
            yield Correction(call, call.by, event.at, (HoldTo(call.number, call.moment),))
            return


def _good_taken_back(case: Case, call: CallHistory) -> Iterator[Correction]:
    for event in call.replies:
        if call.reply_at(event.moment - 1) == "good":
            too_late = reply_corrected_too_late(case, call, event)
            yield Correction(call, YOUNGER, event.at, (ReplaceReply(call.number, "good"),) if too_late else ())


def _good_contradicted(case: Case, what: Category) -> Iterator[Correction]:
    """Yield the younger's first call before his own first card that is as good as the elder's best, answered good."""
    calls = calls_in_time(case, what)
    elder = [call for call in calls if call.by == ELDER]
    younger = [call for call in calls if call.by == YOUNGER]
    if not elder or not younger:
        return
    best = best_call(case.trace, elder)
    not_allowed = may_not_be_raised(case, what)
    if best.reply_at(0) != "good" or (best.replies and not not_allowed):
        return
    for call in younger:
        in_time = call.moment < case.trace.first_card_moment(YOUNGER)
        if in_time and is_better(strength(case.trace, best), strength(case.trace, call)) is False:
            strike = Strike(call.number, StrikeReason.UNPROVED)
            yield Correction(best, YOUNGER, call.at, (strike,) if not_allowed else ())
            return
