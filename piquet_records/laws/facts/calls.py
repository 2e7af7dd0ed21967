"""What the laws on calls share: what was called in time, held, answered and shown, and whom a fault sets free.

Facts of the trace, put together under the rules in force; what follows from them is said by the laws.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, HAND_SIZE, YOUNGER, Category, Reply, Role
from piquet_records.laws.case import Case, cached_on_case
from piquet_records.laws.facts.evidence import shown_between
from piquet_records.laws.facts.hand_sizes import excess_mute, excess_noticed_at, hand_sizes_in_play
from piquet_records.record.steps import Correct
from piquet_records.trace.claims import best_call, calls_of_category, category_holder, is_better, may_hold, strength
from piquet_records.trace.facts import NEVER, CallHistory, Claim, Event


def call_deadline(case: Case, role: Role) -> int:
    """Give the moment from which a player calls too late (parameter ``late_call_limit``)."""
    return case.trace.first_card_moment(YOUNGER if case.rules.late_call_limit == "younger-first-card" else role)


def may_not_be_raised(case: Case, what: Category) -> bool:
    """Tell whether what was said of a category is not mended, unless to make it smaller (``strict_point``)."""
    return what == "point" and case.rules.strict_point


def is_raised(after: Claim, before: Claim) -> bool:
    """Tell whether a correction makes a call greater; a value or rank that was not said before is only named."""
    return bool(is_better(after.strength, before.strength))


def claim_in_force(case: Case, call: CallHistory) -> Claim:
    """Give what a caller is held to: his call with the corrections made before his own first card."""
    claim = call.claim_at(case.trace.first_card_moment(call.by))
    return call.first if may_not_be_raised(case, call.what) and is_raised(claim, call.first) else claim


def reply_corrected_too_late(case: Case, call: CallHistory, event: Event) -> bool:
    """Tell whether a corrected reply to a call comes too late to undo a ``good``."""
    return may_not_be_raised(case, call.what) or event.moment > case.trace.first_card_moment(ADVERSARY[call.by])


def reply_in_force(case: Case, call: CallHistory, moment: int = NEVER) -> Reply | None:
    """Give the reply that the laws let stand at a moment: after ``good``, only one mended in time."""
    reply = call.reply_at(0)
    for event in call.replies:
        if event.moment <= moment and not (reply == "good" and reply_corrected_too_late(case, call, event)):
            reply = call.reply_at(event.moment)
    return reply


@cached_on_case
def calls_in_time(case: Case, what: Category) -> list[CallHistory]:
    """Give the calls of a category that were made in time, each saying what its caller is held to."""
    calls = [
        replace(call, final=claim_in_force(case, call)) if call.corrections else call
        for call in case.trace.calls
        if call.what == what and call.moment < call_deadline(case, call.by)
    ]
    return calls_of_category(calls, what)


@cached_on_case
def good_calls(case: Case, what: Category) -> list[CallHistory]:
    """Give the calls of the player who has a category by what was called in time and answered."""
    calls = calls_in_time(case, what)
    who = category_holder(case.trace, calls, {call.number: reply_in_force(case, call) for call in calls})
    return [call for call in calls if call.by == who]


# false calls


@cached_on_case
def false_calls(case: Case, role: Role, what: Category) -> list[CallHistory]:
    """Give the calls of a player in a category that his hand does not hold side by side.

    Calls after his own first card are judged apart: they may say again what he called in time.
    """
    found = []
    first_card = case.trace.first_card_moment(role)
    true: dict[bool, list[Claim]] = {True: [], False: []}
    for call in case.trace.calls:
        if call.by != role or call.what != what:
            continue
        claim = claim_in_force(case, call)
        beside = true[call.moment < first_card]
        if not claim.cards or may_hold(case.trace, role, [*beside, claim]):
            beside += [claim] if claim.cards else []
        else:
            found.append(call)
    return found


def false_call_mutes(case: Case, what: Category) -> bool:
    """Tell whether a false call of a category costs more than the category (parameter ``false_sequence``)."""
    return what == "set" or (what == "sequence" and case.rules.false_sequence == "mute")


def bad_faith_corrections(case: Case, call: CallHistory) -> Iterator[tuple[Event, Claim]]:
    """Give each correction of a false call that the arbiter marked as bad faith, with what was called."""
    for event in call.corrections:
        step = event.step
        if not isinstance(step, Correct) or step.bad_faith is not True:
            continue
        before = event.moment - 1
        claim = call.claim_at(before)
        beside = [c.claim_at(before) for c in case.trace.calls[: call.number] if (c.by, c.what) == (call.by, call.what)]
        if not may_hold(case.trace, call.by, [*[other for other in beside if other.cards], claim]):
            yield event, claim


def false_call_discovered_at(case: Case, call: CallHistory) -> int:
    """Give the moment at which a false call came to light: challenged, or mended too late; END where it did not."""
    bound = max(call.moment, case.trace.first_card_moment(call.by))
    late = [event.moment for event in call.corrections if event.moment > bound]
    return min([*late, *(event.moment for event in call.challenges)], default=NEVER)


@cached_on_case
def may_call_again_from(case: Case, role: Role) -> int | None:
    """Give the moment from which a player may call again, his adversary's fault having come to light.

    None where he does not tell all; END where he does, but the fault did not come to light in the deal.
    """
    other = ADVERSARY[role]
    moments = []
    if hand_sizes_in_play(case).get(other, HAND_SIZE) > HAND_SIZE and not excess_mute(case, other).blocks:
        moments.append(excess_noticed_at(case))
    for what in CATEGORIES:
        if false_call_mutes(case, what):
            moments += [false_call_discovered_at(case, call) for call in false_calls(case, other, what)]
    for call in case.trace.calls:
        if call.by == other:
            moments += [event.moment for event, _ in bad_faith_corrections(case, call)]
    return min(moments, default=None)


# calls not shown, and denials not made good


class ShowingFault(Struct, frozen=True):
    """A fault of law 6: a call not shown or a denial not made good, and the time in which the other may show his."""

    call: CallHistory
    by: Role
    """Who did not show, or denied."""
    since: int
    """The card that completed the fault."""
    until: int
    """The next card of the other: before it he may show."""
    denial: Reply | None = None

    @property
    def opened_to(self) -> Role:
        """Who may show what he has there."""
        return ADVERSARY[self.by]


def showing_required(case: Case, what: Category) -> bool:
    """Tell whether calls of a category must be shown (parameter ``show_required``): sets need not be."""
    return what != "set" and case.rules.show_required


@cached_on_case
def showing_faults(case: Case, what: Category) -> list[ShowingFault]:
    """Give each fault of law 6 in a category."""
    denied = _unproved(case, what)
    if denied is not None:
        return [denied]
    return list(_not_shown(case, what)) if showing_required(case, what) else []


def _unproved(case: Case, what: Category) -> ShowingFault | None:
    """Find a ``not-good`` or ``equal`` that the younger did not make good by a call before his first card."""
    calls = calls_in_time(case, what)
    elder = [call for call in calls if call.by == ELDER]
    since = case.trace.first_card_moment(YOUNGER)
    if not elder or since == NEVER:
        return None
    denied = best_call(case.trace, elder)
    reply = reply_in_force(case, denied, since)
    mine = strength(case.trace, denied)
    others = [strength(case.trace, call) for call in calls if call.by == YOUNGER and call.moment < since]
    if reply == "not-good":
        proved = any(is_better(other, mine) is not False for other in others)
    else:
        proved = reply != "equal" or any(is_better(mine, other) is not True for other in others)
    if proved or may_call_again_from(case, YOUNGER) is not None:
        return None
    return ShowingFault(denied, YOUNGER, since, case.trace.next_card_moment(ELDER, since), reply)


def _not_shown(case: Case, what: Category) -> Iterator[ShowingFault]:
    """Find good calls, and calls that make an ``equal`` good, that were not shown before the caller's next card."""
    for call in calls_to_show(case, what):
        since = case.trace.next_card_moment(call.by, call.moment)
        if since < NEVER and call.shown_at(since) is False and may_call_again_from(case, call.by) is None:
            yield ShowingFault(call, call.by, since, case.trace.next_card_moment(ADVERSARY[call.by], since))


@cached_on_case
def calls_to_show(case: Case, what: Category) -> list[CallHistory]:
    """Give the calls of a category that had to be shown."""
    good = good_calls(case, what)
    calls = calls_in_time(case, what)
    elder = [call for call in calls if call.by == ELDER]
    if good or not elder:
        return good
    highest = best_call(case.trace, elder)
    if reply_in_force(case, highest) != "equal":
        return []
    equal = strength(case.trace, highest)
    return [call for call in calls if call.by == YOUNGER and strength(case.trace, call) == equal]


def calls_shown_in_time(case: Case, fault: ShowingFault) -> list[CallHistory]:
    """Give what the other called and showed in a category before the time was out, each holding once."""
    what = fault.call.what
    first_card = case.trace.first_card_moment(fault.opened_to)
    calls = [call for call in case.trace.calls if call.by == fault.opened_to and call.what == what and call.final.cards]
    if showing_required(case, what):
        calls = [call for call in calls if shown_between(call, 0, fault.until)]
    early = [call for call in calls if call.moment < first_card]
    again = [call for call in calls if first_card < call.moment and fault.since < call.moment < fault.until]
    said_again = {call.final for call in again}
    return [*(call for call in early if call.final not in said_again), *again]


def late_call_is_allowed(case: Case, call: CallHistory) -> bool:
    """Tell whether a call after the caller's first card is not late: a fault of the other has opened it to him."""
    told = may_call_again_from(case, call.by)
    if told is not None and call.moment > told:
        return True
    return any(
        fault.opened_to == call.by
        and fault.since < call.moment < fault.until
        and (shown_between(call, 0, fault.until) or not showing_required(case, call.what))
        for fault in showing_faults(case, call.what)
    )
