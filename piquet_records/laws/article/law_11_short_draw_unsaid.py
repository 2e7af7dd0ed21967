"""Law 11. Taking fewer without saying so.

Statement
    If the elder does not take all the cards of the talon that are his, he must tell his adversary how many he takes
    or how many he leaves.

Faults
    law-11.short-draw-unsaid (violation): the elder draws fewer cards than his share of the talon, and says nothing or
    another number.

Ruling
    Nothing changes in the score. The younger may object: he draws from the top, so he may have drawn cards other than
    those he expected.

Reading
    The elder's share is five cards. If the deal stands after a misdeal, it is four if he was dealt thirteen, and six
    if he was dealt eleven. If the record does not say what he announced, the law cannot be checked, unless he took
    his full share. Cavendish (law 32) lets a younger who finds more cards than he was told change his discard; the
    article says only that the elder must speak.

Example
    sample_games/laws/law-11/nothing-said.json

Source
    Article, Lois du piquet à deux, 11°; *De l'écart*.
"""

from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import elder_draw_limit
from piquet_records.record.steps import Draw, Exchange
from piquet_records.trace.facts import Trace, UnreliablePart

NUMBER = 11
NEEDS = frozenset({Need.DEALT})
FAULTS = {"law-11.short-draw-unsaid": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Tell whether the elder took all that was his, or the record says what he announced."""
    if UnreliablePart.EXCHANGE in case.trace.unreliable:
        return False
    return case.trace.exchanged[ELDER].asked >= elder_draw_limit(case) or bool(_announced(case.trace))


def check(case: Case) -> Iterator[Finding]:
    """Find an elder who took fewer cards than were his and did not say so."""
    trace, share = case.trace, elder_draw_limit(case)
    drawn, announced = trace.exchanged[ELDER].asked, _announced(trace)
    numbers = [said for said in announced if said is not False]
    told = drawn in numbers or (numbers and drawn == sum(numbers))
    if (
        trace.dealt[ELDER] is None
        or UnreliablePart.EXCHANGE in trace.unreliable
        or drawn >= share
        or not announced
        or told
    ):
        return
    said = announced[-1]
    yield Finding(
        code="law-11.short-draw-unsaid",
        by=ELDER,
        at=trace.exchanged[ELDER].draws[-1].event.at,
        evidence={"found": drawn, "expected": share}
        | ({} if said is False else {"count": int(said), "variant": "misstated"}),
        options=(Option(YOUNGER, "object", "first-lead", taken=None),),
    )


def _announced(trace: Trace) -> list[int | bool]:
    """Give what the elder announced at his draws, where the record says it; False where he said nothing."""
    steps = [draw.event.step for draw in trace.exchanged[ELDER].draws]
    return [step.announced for step in steps if isinstance(step, Exchange | Draw) and step.announced is not UNSET]
