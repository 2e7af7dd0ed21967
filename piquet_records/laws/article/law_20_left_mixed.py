"""Law 20. Mixing the cards left into the discard.

Statement
    A player may not put the cards that he left in the talon into his discard before he has shown them to an adversary
    who has the right to see them by naming the suit that he will lead. If he does, he must on demand show his whole
    discard.

Faults
    law-20.left-mixed (violation): the younger mixes the cards he left into his discard before the elder, who named
    his suit, has seen them.
    law-20.not-shown (violation): the elder asks to see the discard, and the younger does not show all of it.
    law-20.refused (violation): the younger refuses to show the discard that the elder demanded with a right.

Ruling
    The elder may ask to see the whole discard, with the cards left in it. Showing it remedies the fault; not showing
    it leaves the finding open. The score stands as played.

Reading
    The right to see the cards left comes from law 13. So it is the elder's, and he has it if he names his suit before
    his first lead, whether before or after the cards were mixed. Cards that he has looked at count as shown. An elder
    who names no suit has no right to see them, so mixing them is no fault. If the rules let the elder look only when
    the younger does, the younger may mix cards that he has not seen himself. A discard is whole if it has as many
    cards as were discarded and left. Hoyle (law 19) and Cavendish (law 37) say the same of an elder who has led.

Example
    sample_games/laws/law-20/mixed.json

Source
    Article, Lois du piquet à deux, 20°.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import parse, to_text
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.findings import Finding, Option, PendingAct, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.looks import exchange_is_reliable, left_mixed_unshown
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandDiscard, MixLeft, ShowDiscard

NUMBER = 20
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (MixLeft,)
FAULTS = {
    "law-20.left-mixed": Severity.VIOLATION,
    "law-20.not-shown": Severity.VIOLATION,
    "law-20.refused": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Return whether the record of the exchange is reliable."""
    return exchange_is_reliable(case)


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for cards mixed before they were shown, and one if the discard was not shown on demand."""
    mixed = left_mixed_unshown(case)
    if mixed is None:
        return
    trace, younger = case.trace, case.trace.exchanged[YOUNGER]
    asked = [
        event
        for event, step in trace.events_and_steps(DemandDiscard)
        if step.by == ELDER and event.moment > mixed.moment
    ]
    shown = [
        step.cards
        for event, step in trace.events_and_steps(ShowDiscard)
        if step.by == YOUNGER and event.moment > (asked or [mixed])[0].moment
    ]
    whole = any(len(parse(cards)) >= len(younger.discard) + len(younger.left) for cards in shown)
    yield Finding(
        code="law-20.left-mixed",
        by=YOUNGER,
        at=mixed.at,
        evidence={"cards": to_text(younger.left)} if younger.left else {"variant": "unknown"},
        options=(Option(ELDER, "demand-discard", "deal-end", taken=case.taken(bool(asked))),),
        remedied=whole,
    )
    if asked and not whole:
        owed = None if shown or not case.in_progress else PendingAct(YOUNGER, "show-discard", "deal-end")
        yield Finding(
            code="law-20.not-shown",
            by=YOUNGER,
            at=asked[0].at,
            evidence={"cards": shown[-1], "variant": "part"} if shown else {},
            pending=owed,
            unsettled=True,
        )
    since = mixed.moment
    yield from find_refused(case, "law-20.refused", DemandDiscard, lambda demand: demand.moment > since, ShowDiscard)
