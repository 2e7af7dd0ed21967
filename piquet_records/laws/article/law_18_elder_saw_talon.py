"""Law 18. The elder sees the younger's cards in the talon.

Statement
    An elder who by mistake turns up and sees cards of the younger's talon must lead the suit that the younger
    demands, as many times as he has seen cards.

Faults
    law-18.elder-saw-talon (violation): the elder sees cards that the younger is still to draw.
    law-18.demand-ignored (violation): for this the younger demands a suit; the elder holds it and leads another.
    law-18.refused (violation): the elder refuses to lead the suit that the younger demanded with a right.

Ruling
    For each card seen, the younger may name the suit of one lead, at any time in the deal. If his demands are obeyed,
    the fault is remedied; a demand that is refused leaves the finding open. The score stands as played.

Reading
    The top cards of the talon are the elder's share: five, or four or six after a misdeal. He may see those of them
    that he leaves. Once the younger has drawn, the cards still there are those that he left: law 13. If a look names
    its cards, their place in the talon says whose they were. If it states only a number, the record's word for the
    place decides. For a look at "the talon", only the cards beyond what the elder still had to draw are counted. A
    card seen twice counts once. A demand applies to the elder's next lead; of two demands before one lead, the second
    applies to the lead after it. A demand for a suit that the elder does not hold is used up. A demand that was used
    stays used if the trick is taken back for another reason. A card that the elder drew beyond his share is judged by
    law 8. Hoyle and Cavendish (law 27) are harder: the elder reckons nothing.

Example
    sample_games/laws/law-18/two-seen.json

Source
    Article, Lois du piquet à deux, 18°.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import to_text
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.demands import DemandGround, find_refusals, suit_demands
from piquet_records.laws.facts.looks import exchange_is_reliable, seen_adversary_cards
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandSuit, Look, Rewind

NUMBER = 18
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
FAULTS = {
    "law-18.elder-saw-talon": Severity.VIOLATION,
    "law-18.demand-ignored": Severity.VIOLATION,
    "law-18.refused": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Return whether the record shows of each card that the elder saw whose it was."""
    return exchange_is_reliable(case) and all(
        seen.certain == seen.possible for seen in seen_adversary_cards(case, ELDER)
    )


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each look at the younger's cards, and for each demand that was refused."""
    demands = [demand for demand in suit_demands(case) if demand.ground is DemandGround.TALON]
    settled = any(demand.obeyed for demand in demands) and not any(demand.ignored for demand in demands)
    for seen in seen_adversary_cards(case, ELDER):
        if seen.certain:
            named = {"cards": to_text(seen.cards), "variant": "named"} if len(seen.cards) == seen.certain else {}
            yield Finding(
                code="law-18.elder-saw-talon",
                by=ELDER,
                at=seen.event.at,
                evidence={"count": seen.certain} | named,
                options=(Option(YOUNGER, "demand-suit", "deal-end", taken=case.taken(bool(demands))),),
                remedied=settled,
            )
    yield from find_refusals("law-18.demand-ignored", demands)
    proved = {demand.event.moment for demand in demands if demand.right_proved}
    yield from find_refused(case, "law-18.refused", DemandSuit, lambda demand: demand.moment in proved, Rewind)
