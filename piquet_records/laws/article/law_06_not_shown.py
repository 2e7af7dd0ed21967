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
    law-06.refused (violation): the other player demanded in time to see a call that had to be shown (`demand-show`),
    and the caller refuses.

Ruling
    A call that was not shown is not scored. If the player showed a sequence that is as good or better, nothing else
    follows. If he did not show his best, the adversary scores in that category what he called and showed before his
    own first card after the fault, even if it is lower and was said not to be good; then the offender scores nothing
    there. What the adversary calls for this reason is not late under law 5. The same follows from a denial that the
    younger did not prove. A set that was denied need not be shown.

Reading
    A fault needs a record that says that the call was not shown, or that too few cards were laid down for it. If
    `shown` is absent, the call scores as if it had been shown, and the law cannot be checked. A denied call without
    `shown` was not shown, because nobody shows what is not good. A player who may score all his calls (laws 3 and
    14) need not show them. If the players agreed to show on demand only, as in the Portland code (law 55), no call
    is struck for not being shown (parameter `show_required`).

Example
    sample_games/laws/law-06/sequence-not-shown.json

Source
    Article, Lois du piquet à deux, 6°, and *Marche du jeu*; Hoyle (law 16) says the same of the point.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import CATEGORIES, ELDER
from piquet_records.findings import Effect, Finding, Option, Severity, Strike, StrikeReason
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import (
    ShowingFault,
    calls_shown_in_time,
    calls_that_must_be_shown,
    good_calls,
    reply_in_force,
    showing_faults,
    showing_required,
)
from piquet_records.laws.facts.evidence import call_evidence, shown_by, shown_too_few, trick_number_at
from piquet_records.laws.facts.opened_calls import open_to_adversary, showed_as_good
from piquet_records.laws.facts.refusals import find_refused_showing
from piquet_records.laws.facts.still_open import calls_still_to_show, denials_still_to_prove
from piquet_records.trace.facts import CallHistory

NUMBER = 6
NEEDS = frozenset({Need.DECLARATIONS})
FAULTS = {
    "law-06.not-shown": Severity.VIOLATION,
    "law-06.unproved-denial": Severity.VIOLATION,
    "law-06.refused": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Return whether the record says of each good point and sequence if it was shown in time."""
    return all(
        shown_by(case.trace, call, case.trace.next_card_moment(call.by, call.moment)) is not None
        for call in calls_that_must_be_shown(case)
    )


def check(case: Case) -> Iterator[Finding]:
    """Yield good calls that were not shown in time, and denials that the younger did not prove."""
    for what in CATEGORIES:
        for fault in showing_faults(case, what):
            yield _unproved_denial(case, fault) if fault.denial else _not_shown(case, fault)
    yield from calls_still_to_show(case, "law-06.not-shown")
    yield from denials_still_to_prove(case, "law-06.unproved-denial")
    yield from find_refused_showing(case, "law-06.refused")


def _not_shown(case: Case, fault: ShowingFault) -> Finding:
    strike = Strike(fault.call.number, StrikeReason.NOT_SHOWN)
    if showed_as_good(case, fault):
        return _finding(case, "law-06.not-shown", fault, "lesser", (strike,))
    shown = calls_shown_in_time(case, fault)
    nobody_has_it = not shown and not good_calls(case, fault.call.what)
    opened = () if nobody_has_it else open_to_adversary(case, fault, shown, StrikeReason.NOT_SHOWN)
    return _finding(case, "law-06.not-shown", fault, "opened" if shown else "", (strike, *opened), shown)


def _unproved_denial(case: Case, fault: ShowingFault) -> Finding:
    shown = calls_shown_in_time(case, fault)
    is_opened = shown or reply_in_force(case, fault.call) == "good"
    variants = ["equal"] * (fault.denial == "equal") + (["opened"] if is_opened else [])
    opened = open_to_adversary(case, fault, shown, StrikeReason.UNPROVED)
    return _finding(case, "law-06.unproved-denial", fault, "-".join(variants), opened, shown)


def _finding(
    case: Case,
    code: str,
    fault: ShowingFault,
    variant: str,
    effects: tuple[Effect, ...],
    shown: list[CallHistory] | None = None,
) -> Finding:
    """Return a finding; ``shown`` is what the other showed in time, None if nothing was opened to him."""
    until = "own-next-card" if fault.opened_to == ELDER else "own-first-card"
    may_show = shown is not None and showing_required(case, fault.call.what)
    return Finding(
        code=code,
        by=fault.by,
        at=fault.call.at,
        trick=trick_number_at(case.trace, fault.since),
        evidence={"call": call_evidence(fault.call.final)}
        | shown_too_few(case.trace, fault.call, fault.since)
        | ({"variant": variant} if variant else {}),
        options=(Option(fault.opened_to, "show", until, case.taken(bool(shown), fault.until)),) if may_show else (),
        effects=effects,
    )
