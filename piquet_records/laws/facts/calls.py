"""Facts about calls, as the rules in force count them: in time or late, false, answered, shown.

Also says which player may call again or show late because of the adversary's fault. It does not know what follows
from a fault; the laws do.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, HAND_SIZE, YOUNGER, Category, Reply, Role
from piquet_records.laws.case import Case, cached_on_case
from piquet_records.laws.facts.evidence import shown_between, shown_by
from piquet_records.laws.facts.hand_sizes import excess_mute, excess_noticed_at, hand_sizes_in_play
from piquet_records.record.steps import Call, Challenge, Correct
from piquet_records.trace.claims import best_call, calls_of_category, category_holder, is_better, may_hold, strength
from piquet_records.trace.facts import NEVER, CallHistory, Claim, Event


def call_deadline(case: Case, role: Role) -> int:
    """Return the moment from which a player's call is late; NEVER if none.

    By the parameter ``late_call_limit`` it is the moment of his own first card or of the younger's.
    """
    return case.trace.first_card_moment(YOUNGER if case.rules.late_call_limit == "younger-first-card" else role)


def may_not_be_raised(case: Case, what: Category) -> bool:
    """Return whether a call of a category cannot be raised, nor ``good`` taken back (parameter ``strict_point``)."""
    return what == "point" and case.rules.strict_point


def is_raised(after: Claim, before: Claim) -> bool:
    """Return whether a correction makes a call greater. To state a value or rank for the first time does not."""
    return bool(is_better(after.strength, before.strength))


def claim_in_force(case: Case, call: CallHistory) -> Claim:
    """Return the claim that counts against the caller: his call, as corrected before his own first card.

    A raise that ``may_not_be_raised`` forbids is ignored.
    """
    claim = call.claim_at(case.trace.first_card_moment(call.by))
    return call.first if may_not_be_raised(case, call.what) and is_raised(claim, call.first) else claim


def reply_corrected_too_late(case: Case, call: CallHistory, event: Event) -> bool:
    """Return whether a corrected reply to a call comes too late to replace ``good``.

    It does if it comes after the first card of the player who replied, or if the rules never allow it.
    """
    return may_not_be_raised(case, call.what) or event.moment > case.trace.first_card_moment(ADVERSARY[call.by])


def reply_in_force(case: Case, call: CallHistory, moment: int = NEVER) -> Reply | None:
    """Return the reply that counts at a moment: the last one, but a correction that came too late leaves ``good``.

    None if the record has no reply.
    """
    reply = call.reply_at(0)
    for event in call.replies:
        if event.moment <= moment and not (reply == "good" and reply_corrected_too_late(case, call, event)):
            reply = call.reply_at(event.moment)
    return reply


@cached_on_case
def calls_in_time(case: Case, what: Category) -> list[CallHistory]:
    """Return the calls of a category that were made before the deadline and not withdrawn.

    The ``final`` claim of each is its claim in force.
    """
    calls = [
        replace(call, final=claim_in_force(case, call)) if call.corrections else call
        for call in case.trace.calls
        if call.what == what and call.moment < call_deadline(case, call.by)
    ]
    return calls_of_category(calls, what)


@cached_on_case
def good_calls(case: Case, what: Category) -> list[CallHistory]:
    """Return the calls of the player who has a category by the calls in time and their replies.

    Empty if nobody has it or the record lacks the value or rank that decides.
    """
    calls = calls_in_time(case, what)
    who = category_holder(case.trace, calls, {call.number: reply_in_force(case, call) for call in calls})
    return [call for call in calls if call.by == who]


# false calls


@cached_on_case
def false_calls(case: Case, role: Role, what: Category) -> list[CallHistory]:
    """Return a player's calls in a category that his hand cannot hold together with his true ones before them.

    Calls after his own first card are compared among themselves only, because he may then repeat what he called
    before.
    """
    found = []
    first_card = case.trace.first_card_moment(role)
    true: dict[bool, list[Claim]] = {True: [], False: []}
    for call in case.trace.calls:
        if call.by != role or call.what != what:
            continue
        claim = claim_in_force(case, call)
        beside = true[call.moment < first_card]
        admitted = _admitted_false(case, call, max(call.moment, first_card))
        if not claim.cards or (may_hold(case.trace, role, [*beside, claim]) and not admitted):
            beside += [claim] if claim.cards else []
        else:
            found.append(call)
    return found


def _admitted_false(case: Case, call: CallHistory, after: int) -> bool:
    """Return whether a caller whose hand is not known made his call smaller after a moment, and so admits it was false.

    Where his hand is known, the cards decide.
    """
    hand = case.trace.playing[call.by]
    is_known = call.by in case.trace.recorded_hands and not hand.unknown and call.by not in case.trace.unreliable
    return not is_known and any(
        is_raised(call.claim_at(event.moment - 1), call.claim_at(event.moment))
        for event in call.corrections
        if event.moment > after
    )


def called_before(case: Case, role: Role, claim: Claim, moment: int) -> list[Claim]:
    """Return the earlier claims of a player with which his hand cannot hold a claim that it may hold alone.

    The last one with which it conflicts; if it conflicts only with several together, all of them. Empty if the hand
    does not hold the claim at all. ``moment`` is that of the claim.
    """
    first_card = case.trace.first_card_moment(role)
    if not may_hold(case.trace, role, [claim]):
        return []
    before: list[Claim] = []
    for call in case.trace.calls:
        earlier = call.claim_at(moment)
        if (call.by, call.what) != (role, claim.what) or call.moment >= moment or not earlier.cards:
            continue
        if (call.moment < first_card) == (moment < first_card) and may_hold(case.trace, role, [*before, earlier]):
            before.append(earlier)
    for earlier in reversed(before):
        if not may_hold(case.trace, role, [earlier, claim]):
            return [earlier]
    return [] if may_hold(case.trace, role, [*before, claim]) else before


def false_call_mutes(case: Case, what: Category) -> bool:
    """Return whether a false call of a category mutes the caller: for a set; by ``false_sequence`` for a sequence."""
    return what == "set" or (what == "sequence" and case.rules.false_sequence == "mute")


def calls_in_bad_faith(case: Case, call: CallHistory) -> Iterator[tuple[Event, Claim]]:
    """Yield the first step that an arbiter marked as bad faith of a false call, with the claim that was false.

    It is the call itself, a correction of it, or the challenge of the other player.
    """
    for event in sorted((call.event, *call.corrections, *call.challenges), key=lambda event: event.moment):
        step = event.step
        if not isinstance(step, Call | Correct | Challenge) or step.bad_faith is not True:
            continue
        before = call.moment if isinstance(step, Call) else event.moment - 1
        claim = call.claim_at(before)
        beside = [c.claim_at(before) for c in case.trace.calls[: call.number] if (c.by, c.what) == (call.by, call.what)]
        held = may_hold(case.trace, call.by, [*[other for other in beside if other.cards], claim])
        if claim.cards and (not held or _admitted_false(case, call, before)):
            yield event, claim
            return


def false_call_discovered_at(case: Case, call: CallHistory) -> int:
    """Return when a false call was discovered: challenged, or corrected after the caller's first card; else NEVER."""
    in_time_until = max(call.moment, case.trace.first_card_moment(call.by))
    late = [event.moment for event in call.corrections if event.moment > in_time_until]
    return min([*late, *(event.moment for event in call.challenges)], default=NEVER)


@cached_on_case
def may_call_again_from(case: Case, role: Role) -> int | None:
    """Return when the adversary's fault was discovered, from which moment a player may call again.

    The faults are too many cards, a false call that mutes, and a correction in bad faith. None if there was no such
    fault; NEVER if there was one and nobody discovered it in the deal.
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
            moments += [event.moment for event, _ in calls_in_bad_faith(case, call)]
    return min(moments, default=None)


# calls not shown, and denials not proved


class ShowingFault(Struct, frozen=True):
    """A call that was not shown or a denial that was not proved, and the time in which the adversary may show."""

    call: CallHistory
    """The call that was not shown, or that was denied."""
    by: Role
    """Who did not show, or who denied."""
    since: int
    """The moment of the card that completed the fault."""
    until: int
    """The moment of the adversary's next card: until then he may show."""
    denial: Reply | None = None
    """The denying reply; None if the fault is a call not shown."""

    @property
    def opened_to(self) -> Role:
        """Who may show what he holds in the category."""
        return ADVERSARY[self.by]


def showing_required(case: Case, what: Category) -> bool:
    """Return whether calls of a category must be shown: point and sequence, if ``show_required`` is set."""
    return what != "set" and case.rules.show_required


@cached_on_case
def showing_faults(case: Case, what: Category) -> list[ShowingFault]:
    """Return the unproved denial in a category, or else each call that should have been shown and was not."""
    denied = _unproved(case, what)
    if denied is not None:
        return [denied]
    return list(_not_shown(case, what)) if showing_required(case, what) else []


def _unproved(case: Case, what: Category) -> ShowingFault | None:
    """Return the younger's ``not-good`` or ``equal`` that none of his calls before his first card bears out, if any."""
    calls = calls_in_time(case, what)
    elder = [call for call in calls if call.by == ELDER]
    since = case.trace.first_card_moment(YOUNGER)
    if not elder or since == NEVER:
        return None
    denied = best_call(case.trace, elder)
    reply = reply_in_force(case, denied, since)
    proved = denial_is_proved(case, what, denied, since)
    if proved or may_call_again_from(case, YOUNGER) is not None:
        return None
    return ShowingFault(denied, YOUNGER, since, case.trace.next_card_moment(ELDER, since), reply)


def denial_is_proved(case: Case, what: Category, denied: CallHistory, before: int) -> bool:
    """Return whether the younger's reply to a call is no denial, or a call of his before a moment bears it out."""
    reply = reply_in_force(case, denied, before)
    elders = strength(case.trace, denied)
    calls = calls_in_time(case, what)
    youngers = [strength(case.trace, call) for call in calls if call.by == YOUNGER and call.moment < before]
    if reply == "not-good":
        return any(is_better(own, elders) is not False for own in youngers)
    return reply != "equal" or any(is_better(elders, own) is not True for own in youngers)


def _not_shown(case: Case, what: Category) -> Iterator[ShowingFault]:
    """Yield each call that had to be shown and was not before the caller's next card.

    A caller who may call again anyway commits no fault.
    """
    for call in calls_to_show(case, what):
        since = case.trace.next_card_moment(call.by, call.moment)
        if since < NEVER and shown_by(case.trace, call, since) is False and may_call_again_from(case, call.by) is None:
            yield ShowingFault(call, call.by, since, case.trace.next_card_moment(ADVERSARY[call.by], since))


@cached_on_case
def calls_to_show(case: Case, what: Category) -> list[CallHistory]:
    """Return the calls that had to be shown in a category: the good ones, or the younger's that made it equal."""
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


def calls_that_must_be_shown(case: Case) -> list[CallHistory]:
    """Return the calls that had to be shown in all categories whose calls must be shown."""
    return [call for what in CATEGORIES if showing_required(case, what) for call in calls_to_show(case, what)]


def calls_shown_in_time(case: Case, fault: ShowingFault) -> list[CallHistory]:
    """Return what the adversary of a fault called in its category, and showed if he must, while he was allowed to.

    A call that he repeated after the fault is returned once, as repeated.
    """
    what = fault.call.what
    first_card = case.trace.first_card_moment(fault.opened_to)
    calls = [call for call in case.trace.calls if call.by == fault.opened_to and call.what == what and call.final.cards]
    if showing_required(case, what):
        calls = [call for call in calls if shown_between(case.trace, call, 0, fault.until)]
    early = [call for call in calls if call.moment < first_card]
    again = [call for call in calls if first_card < call.moment and fault.since < call.moment < fault.until]
    repeated = {call.final for call in again}
    return [*(call for call in early if call.final not in repeated), *again]


def late_call_is_allowed(case: Case, call: CallHistory) -> bool:
    """Return whether a fault of the adversary allows a call that comes after the caller's first card.

    Either the caller may call again from a moment before it, or a fault in showing lets him show this category now.
    """
    discovered = may_call_again_from(case, call.by)
    if discovered is not None and call.moment > discovered:
        return True
    return any(
        fault.opened_to == call.by
        and fault.since < call.moment < fault.until
        and (shown_between(case.trace, call, 0, fault.until) or not showing_required(case, call.what))
        for fault in showing_faults(case, call.what)
    )
