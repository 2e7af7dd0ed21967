"""Usage. Remedies that nobody was entitled to.

Statement
    A player may ask for a new deal, for a suit to be led, for a discard to be shown or for tricks to be played again
    only if a law gives him the right.

Faults
    usage-remedy.redeal (violation): the deal is made again, and the player who asked for it had no right to it.
    usage-remedy.demand (violation): a player demands a suit, or the sight of a discard, without a right to it.
    usage-remedy.rewind (violation): tricks are taken back, and nothing in the first of them had to be corrected.

Ruling
    What the record shows did happen: the deal is void, and the tricks that were written last count.

Reading
    These players have a right to a new deal: the dealer's adversary after a misdeal by one card; either player after
    a greater misdeal, a card faced in dealing or a faulty pack (laws 23 and 24); the adversary of a player who drew
    too many cards (law 8); a player who dealt twice and has not seen his cards (law 12); the elder if the younger saw
    his cards in the talon (law 19). A new deal asked for too late after a misdeal is judged by law 2. The younger may
    demand suits by laws 13 and 18, the elder a discard by law 20. Tricks may be taken back to a card that did not
    follow suit, a lead out of turn, a lead that does not obey a suit demanded by these laws, or a card wrongly taken
    back; for the second player also to a suit that was not named. If the facts that would give the right are not
    recorded, nobody is blamed.

Example
    sample_games/laws/usage-remedy/rewind.json

Source
    Article, Lois du piquet à deux, 1°, 2°, 8°, 12°, 13°, 16° to 20°, 23°; *De la maldonne*, *De l'écart*.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import showing_required
from piquet_records.laws.facts.demands import suit_demands
from piquet_records.laws.facts.looks import left_mixed_unshown
from piquet_records.laws.facts.rights import may_redeal, may_rewind
from piquet_records.record.steps import DemandDiscard, DemandRedeal, DemandShow, DemandSuit, Redeal, Rewind

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Redeal, DemandSuit, DemandDiscard, DemandRedeal, DemandShow, Rewind)
FAULTS = {
    "usage-remedy.redeal": Severity.VIOLATION,
    "usage-remedy.demand": Severity.VIOLATION,
    "usage-remedy.rewind": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each remedy that was asked for without a right to it."""
    yield from _redeals(case)
    yield from _demands(case)
    for event, rewind in case.trace.events_and_steps(Rewind):
        undone = [trick for trick in case.trace.all_tricks if trick.undone == event.moment]
        if undone and not may_rewind(case, rewind, event, undone):
            yield Finding(code="usage-remedy.rewind", by=rewind.by, at=event.at, trick=undone[0].number)


def _redeals(case: Case) -> Iterator[Finding]:
    for event, redeal in case.trace.events_and_steps(Redeal):
        if not may_redeal(case, redeal.by, event.moment):
            yield Finding(code="usage-remedy.redeal", by=redeal.by, at=event.at)
    for event, asked_again in case.trace.events_and_steps(DemandRedeal):
        if not may_redeal(case, asked_again.by, event.moment):
            yield Finding(code="usage-remedy.demand", by=asked_again.by, at=event.at, evidence={"variant": "redeal"})


def _demands(case: Case) -> Iterator[Finding]:
    for event, asked_show in case.trace.events_and_steps(DemandShow):
        if not showing_required(case, asked_show.what):
            yield Finding(code="usage-remedy.demand", by=asked_show.by, at=event.at, evidence={"variant": "show"})
    for demand in suit_demands(case):
        if demand.ground is None:
            by = demand.event.step.by
            yield Finding(code="usage-remedy.demand", by=by, at=demand.event.at, evidence={"suit": demand.suit})
    for event, asked in case.trace.events_and_steps(DemandDiscard):
        mixed = left_mixed_unshown(case)
        if asked.by == YOUNGER or mixed is None or mixed.moment > event.moment:
            yield Finding(code="usage-remedy.demand", by=asked.by, at=event.at, evidence={"variant": "discard"})
