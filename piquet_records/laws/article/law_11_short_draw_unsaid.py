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
from piquet_records.laws.facts.looks import exchange_is_reliable
from piquet_records.record.steps import Draw, Exchange
from piquet_records.trace.facts import Trace

NUMBER = 11
NEEDS = frozenset({Need.DEALT})
FAULTS = {"law-11.short-draw-unsaid": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the elder drew his full share, or the record says what he announced."""
    if not exchange_is_reliable(case):
        return False
    return case.trace.exchanged[ELDER].asked >= elder_draw_limit(case) or bool(_announcements(case.trace))


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding if the elder drew fewer cards than his share and did not announce how many."""
    trace = case.trace
    share, drawn, announcements = elder_draw_limit(case), trace.exchanged[ELDER].asked, _announcements(trace)
    if trace.dealt[ELDER] is None or not exchange_is_reliable(case) or drawn >= share or not announcements:
        return
    numbers = [number for number in announcements if number is not False]
    if drawn in numbers or (numbers and drawn == sum(numbers)):
        return
    last = announcements[-1]
    yield Finding(
        code="law-11.short-draw-unsaid",
        by=ELDER,
        at=trace.exchanged[ELDER].draws[-1].event.at,
        evidence={"found": drawn, "expected": share}
        | ({} if last is False else {"count": int(last), "variant": "misstated"}),
        options=(Option(YOUNGER, "object", "first-lead", taken=None),),
    )


def _announcements(trace: Trace) -> list[int | bool]:
    """Return what the elder announced at each draw that records it: a number of cards, or False for nothing."""
    steps = [draw.event.step for draw in trace.exchanged[ELDER].draws]
    return [step.announced for step in steps if isinstance(step, Exchange | Draw) and step.announced is not UNSET]
