"""Law 6. Points and sequences not shown.

Statement
    Once a player has played a card, he can no longer count a point or sequence that he called but did not show. His
    adversary then counts what he has there himself, although he was told that it was not good. But he must show it
    before he plays his next card after the fault. For the younger this is his first card. For the elder it is his
    second, if the younger played his first card without having shown.

Faults
    law-06.not-shown (violation): a player called a good point or sequence and did not show it before his next card.
    law-06.unproved-denial (violation): the younger answered `not-good` and called nothing better, or answered `equal`
    and called nothing as good, in that category before his own first card.

Ruling
    A call that was not shown is not scored. If the player showed a sequence that is as good or better, nothing else
    follows. If he did not show his best, the adversary scores in that category what he called and showed before his
    own first card after the fault, even if it is lower and was said not to be good; then the offender scores nothing
    there. What the adversary calls for this reason is not late under law 5. The same follows from a denial that the
    younger did not prove. A set that was denied need not be shown.

Reading
    A fault needs a record that says that the call was not shown. If `shown` is absent, the call scores as if it had
    been shown, and the law cannot be checked. A denied call without `shown` was not shown, because nobody shows what
    is not good. A player who may score all his calls (laws 3 and 14) need not show them. If the players agreed to
    show on demand only, as in the Portland code (law 55), no call is struck for not being shown (parameter
    `show_required`).

Example
    sample_games/laws/law-06/sequence-not-shown.json

Source
    Article, Lois du piquet à deux, 6°, and *Marche du jeu*; Hoyle (law 16) says the same of the point.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import CATEGORIES, ELDER
from piquet_records.findings import Effect, Finding, OpenCategory, Option, Severity, Strike, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import (
    ShowingFault,
    calls_in_time,
    calls_shown_in_time,
    calls_to_show,
    good_calls,
    reply_in_force,
    showing_faults,
    showing_required,
)
from piquet_records.laws.facts.evidence import call_evidence
from piquet_records.trace.claims import strength
from piquet_records.trace.facts import CallHistory

NUMBER = 6
NEEDS = frozenset({Need.DECLARATIONS})
FAULTS = {
    "law-06.not-shown": Severity.VIOLATION,
    "law-06.unproved-denial": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Tell whether the record says of each good point and sequence whether it was shown."""
    return all(
        call.shown_at(case.trace.next_card_moment(call.by, call.moment)) is not None
        for what in CATEGORIES
        if showing_required(case, what)
        for call in calls_to_show(case, what)
    )


def check(case: Case) -> Iterator[Finding]:
    """Find good calls that were not shown, and denials that were not made good."""
    for what in CATEGORIES:
        for fault in showing_faults(case, what):
            yield _denied(case, fault) if fault.denial else _unshown(case, fault)


def _unshown(case: Case, fault: ShowingFault) -> Finding:
    struck = Strike(fault.call.number, StrikeReason.NOT_SHOWN)
    if _is_lesser(case, fault):
        return _finding(case, "law-06.not-shown", fault, "lesser", (struck,))
    taken = calls_shown_in_time(case, fault)
    stays_equal = not taken and not good_calls(case, fault.call.what)
    effects = (struck,) if stays_equal else (struck, *_given(case, fault, taken))
    return _finding(case, "law-06.not-shown", fault, "opened" if taken else "", effects, taken=bool(taken))


def _denied(case: Case, fault: ShowingFault) -> Finding:
    taken = calls_shown_in_time(case, fault)
    scores = taken or reply_in_force(case, fault.call) == "good"
    variant = "-".join(filter(None, ("equal" * (fault.denial == "equal"), "opened" * bool(scores))))
    effects = _given(case, fault, taken, StrikeReason.UNPROVED)
    return _finding(case, "law-06.unproved-denial", fault, variant, effects, taken=bool(taken))


def _is_lesser(case: Case, fault: ShowingFault) -> bool:
    """Tell whether a sequence as good as the one not shown was shown."""
    mine = strength(case.trace, fault.call)
    return any(
        call.by == fault.by and call.shown_at(fault.since) is not False and strength(case.trace, call) >= mine
        for call in calls_in_time(case, fault.call.what)
        if call.number != fault.call.number
    )


def _given(
    case: Case, fault: ShowingFault, taken: list[CallHistory], why: StrikeReason = StrikeReason.NOT_SHOWN
) -> tuple[Effect, ...]:
    """Open the category to what the other showed in time, and let what was not shown, or not good, take nothing."""
    what = fault.call.what
    other = fault.by if fault.denial else fault.opened_to
    kept = {call.number for call in taken}
    strikes = [
        Strike(call.number, why) for call in calls_in_time(case, what) if call.by == other and call.number not in kept
    ]
    return (*strikes, *([OpenCategory(what, fault.opened_to, tuple(sorted(kept)))] if taken else ()))


def _finding(
    case: Case, code: str, fault: ShowingFault, variant: str, effects: tuple[Effect, ...], *, taken: bool | None = None
) -> Finding:
    until = "own-next-card" if fault.opened_to == ELDER else "own-first-card"
    shows = taken is not None and showing_required(case, fault.call.what)
    return Finding(
        code=code,
        by=fault.by,
        at=fault.call.at,
        trick=next(
            (
                trick.number
                for trick in case.trace.all_tricks
                if fault.since in (trick.lead_moment, trick.follow_moment)
            ),
            None,
        ),
        evidence={"call": call_evidence(fault.call.final)} | ({"variant": variant} if variant else {}),
        options=(Option(fault.opened_to, "show", until, taken),) if shows else (),
        effects=effects,
    )
