"""Usage. Remedies that nobody was entitled to.

Statement
    A new deal, a suit to be led, a discard to be shown or tricks to be played again can be asked for only where a law
    gives the right to it.

Faults
    usage-remedy.redeal (violation): the deal is made again, and nothing gave the player who asked a right to it.
    usage-remedy.demand (violation): a suit, or the sight of a discard, is demanded without a right to it.
    usage-remedy.rewind (violation): tricks are taken back, and nothing in the first of them had to be mended.

Ruling
    What the record shows happened all the same: the deal is void, the line last written counts.

Reading
    A new deal is the right of the dealer's adversary after a misdeal by one card, of anybody after a greater one, a
    card faced in dealing or a faulty pack (laws 23 and 24); of the other after an overdraw (law 8); of him who dealt
    twice and has not seen his cards (law 12); of the elder whose cards the younger saw (law 19). A misdeal redealt
    too late is law 2's. Suits are the younger's to demand by laws 13 and 18, a discard the elder's by law 20. Tricks
    go back to a card that did not follow suit, to a lead out of turn or of a suit that the younger had not asked for
    by these laws, to a card wrongly taken back, and for the second player to a suit that was not named. Where the
    facts that would give the right are not recorded, nobody is blamed.

Example
    sample_games/laws/usage-remedy/rewind.json

Source
    Article, Lois du piquet à deux, 1°, 2°, 8°, 12°, 13°, 16° to 20°, 23°; *De la maldonne*, *De l'écart*.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.demands import suit_demands
from piquet_records.laws.facts.looks import left_mixed_unshown
from piquet_records.laws.facts.rights import may_redeal, may_rewind
from piquet_records.record.steps import DemandDiscard, DemandSuit, Redeal, Rewind

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Redeal, DemandSuit, DemandDiscard, Rewind)
FAULTS = {
    "usage-remedy.redeal": Severity.VIOLATION,
    "usage-remedy.demand": Severity.VIOLATION,
    "usage-remedy.rewind": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Find each remedy that was asked for without a right to it."""
    for event, redeal in case.trace.events_and_steps(Redeal):
        if not may_redeal(case, redeal.by, event.moment):
            yield Finding(code="usage-remedy.redeal", by=redeal.by, at=event.at)
    for demand in suit_demands(case):
        if demand.ground is None:
            by = demand.event.step.by
            yield Finding(code="usage-remedy.demand", by=by, at=demand.event.at, evidence={"suit": demand.suit})
    for event, asked in case.trace.events_and_steps(DemandDiscard):
        mixed = left_mixed_unshown(case)
        if asked.by == YOUNGER or mixed is None or mixed.moment > event.moment:
            yield Finding(code="usage-remedy.demand", by=asked.by, at=event.at, evidence={"variant": "discard"})
    for event, rewind in case.trace.events_and_steps(Rewind):
        undone = [trick for trick in case.trace.all_tricks if trick.undone == event.moment]
        if undone and not may_rewind(case, rewind, event, undone):
            yield Finding(code="usage-remedy.rewind", by=rewind.by, at=event.at, trick=undone[0].number)
