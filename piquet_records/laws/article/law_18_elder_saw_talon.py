"""Law 18. The elder sees the younger's cards in the talon.

Statement
    An elder who by mistake turns up and sees cards of the younger's talon must lead the suit that the younger
    demands, as many times as he has seen cards.

Faults
    law-18.elder-saw-talon (violation): the elder sees cards that the younger is to draw.
    law-18.demand-ignored (violation): by this the younger demands a suit; the elder holds it and leads another.

Ruling
    For each card seen the younger may name the suit of one lead, at any time of the deal. A demand obeyed is the
    remedy, a demand refused leaves the finding open. The score stands as played.

Reading
    The top of the talon is the elder's share, five cards or four or six after a misdeal; what he leaves of it he may
    see. Once the younger has drawn, what lies there is what he left, and law 13 has it. A look that names its cards
    is judged by where they lay; one that gives a number only, by the words of the record; a look at "the talon" by
    so many more than his own share had left. A card seen twice is one. A demand speaks of the elder's next lead, of
    two before one lead the second of the lead after it; one for a suit that he does not hold is used up, and one used
    stays so where the trick is taken back for another reason. A card that the elder drew beyond his share is law 8's.
    Hoyle and Cavendish (law 27) are harder: the elder reckons nothing.

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
from piquet_records.record.steps import Look

NUMBER = 18
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
FAULTS = {
    "law-18.elder-saw-talon": Severity.VIOLATION,
    "law-18.demand-ignored": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Tell whether the record shows of each card that the elder saw whose it was."""
    return exchange_is_reliable(case) and all(
        sight.certain == sight.possible for sight in seen_adversary_cards(case, ELDER)
    )


def check(case: Case) -> Iterator[Finding]:
    """Find each look at the younger's cards, and each demand that was refused."""
    made = [demand for demand in suit_demands(case) if demand.ground is DemandGround.TALON]
    settled = any(demand.obeyed for demand in made) and not any(demand.ignored for demand in made)
    for sight in seen_adversary_cards(case, ELDER):
        if sight.certain:
            named = {"cards": to_text(sight.cards), "variant": "named"} if len(sight.cards) == sight.certain else {}
            yield Finding(
                code="law-18.elder-saw-talon",
                by=ELDER,
                at=sight.event.at,
                evidence={"count": sight.certain} | named,
                options=(Option(YOUNGER, "demand-suit", "deal-end", taken=bool(made)),),
                remedied=settled,
            )
    yield from find_refusals("law-18.demand-ignored", made)
