"""What a player may score because his adversary broke a law on calls."""

from piquet_records.cards.terms import ADVERSARY, Category, Role
from piquet_records.findings import Effect, Mute, OpenAll, OpenCategory, Strike, StrikeReason
from piquet_records.laws.case import Case
from piquet_records.laws.facts.calls import ShowingFault, calls_in_time, showing_required
from piquet_records.laws.facts.evidence import shown_between, shown_by
from piquet_records.trace.claims import strength
from piquet_records.trace.facts import CallHistory


def mute_and_open_all(mute: Mute, discovered_at: int) -> tuple[Effect, ...]:
    """Return a player's mute, and what lets the other score every call, those after the discovery included.

    The mute alone if the muted player's holdings still bar the other's (parameter ``excess_blocks``).
    """
    return (mute,) if mute.blocks else (mute, OpenAll(ADVERSARY[mute.role], discovered_at))


def calls_before_first_card(case: Case, role: Role, what: Category) -> tuple[list[CallHistory], list[CallHistory]]:
    """Return a player's calls of a category before his own first card: those that count as shown by then, the others.

    Both lists are in order of time. Withdrawn calls are in them.
    """
    first_card = case.trace.first_card_moment(role)
    shown: list[CallHistory] = []
    unshown: list[CallHistory] = []
    for call in case.trace.calls:
        if call.by == role and call.what == what and call.moment < first_card:
            (shown if _counts_as_shown(case, call, first_card) else unshown).append(call)
    return shown, unshown


def _counts_as_shown(case: Case, call: CallHistory, moment: int) -> bool:
    """Return whether a call was shown by a moment, need not be, or was good and the record does not say."""
    if not showing_required(case, call.what) or shown_between(case.trace, call, 0, moment):
        return True
    return shown_by(case.trace, call, moment) is None and call.reply in ("good", None)


def showed_as_good(case: Case, fault: ShowingFault) -> bool:
    """Return whether the player at fault showed in time another call of the category that is at least as good."""
    trace = case.trace
    return any(
        call.by == fault.by
        and call.number != fault.call.number
        and shown_by(trace, call, fault.since) is not False
        and strength(trace, call) >= strength(trace, fault.call)
        for call in calls_in_time(case, fault.call.what)
    )


def open_to_adversary(
    case: Case, fault: ShowingFault, shown: list[CallHistory], why: StrikeReason
) -> tuple[Effect, ...]:
    """Return what lets the other score in the category what he showed in time, and strikes the calls that lose by it.

    After a denial those are the calls of the player who denied, otherwise the ones that the other did not show.
    """
    loser = fault.by if fault.denial else fault.opened_to
    scored = tuple(sorted({call.number for call in shown}))
    calls = [call for call in calls_in_time(case, fault.call.what) if call.by == loser and call.number not in scored]
    strikes = [Strike(call.number, why) for call in calls]
    return (*strikes, *([OpenCategory(fault.call.what, fault.opened_to, scored)] if scored else ()))
