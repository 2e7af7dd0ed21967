"""Law 13. Seeing what the younger left.

Statement
    The elder may look at the cards that the younger left in the talon, if he first names the suit that he will lead.
    If he then leads another suit, the younger may have the card taken back, and may name the suit himself.

Faults
    law-13.looked-unnamed (violation): the elder looks at what the younger left, before his own first card, without
    having named the suit that he will lead.
    law-13.other-suit-led (violation): the elder names a suit, looks, and leads another suit.
    law-13.demand-ignored (violation): the younger demands a suit because of one of these faults; the elder holds it
    and leads another.
    law-13.refused (violation): the elder refuses to lead the suit that the younger demanded with a right.

Ruling
    The younger may name the suit of the first lead. He may do this once, before his own first card, and a card
    already led is taken back for it. The fault is remedied when the elder leads the suit demanded, or takes the card
    back. If he refuses the demand, the finding stays open. The score stands as played.

Reading
    The elder must name the suit before he looks; the last suit that he named before the look binds him. After his
    first card there is no lead left to name, and he may look. A demand for a suit that he does not hold is used up.
    Leading a suit that the younger himself demanded is no fault. It is disputed whether the younger must have looked
    first. The article lets the elder look in any case, Hoyle and Cavendish (law 36) only if the younger chose to look
    (parameter `elder_may_see_left`: `suit-named`, or `only-if-younger-looks`).

Example
    sample_games/laws/law-13/other-suit-led.json

Source
    Article, Lois du piquet à deux, 13°; *De l'écart*.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import to_text
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.demands import (
    Demand,
    DemandGround,
    find_refusals,
    first_lead_of_other_suit,
    first_look_at_left,
    suit_demands,
)
from piquet_records.laws.facts.looks import suit_named_before
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandSuit, Look, NameSuit, Rewind

NUMBER = 13
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look, NameSuit)
FAULTS = {
    "law-13.looked-unnamed": Severity.VIOLATION,
    "law-13.other-suit-led": Severity.VIOLATION,
    "law-13.demand-ignored": Severity.VIOLATION,
    "law-13.refused": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Yield a look without a suit named, a lead of another suit, and each demand that the elder refused."""
    demands = [demand for demand in suit_demands(case) if demand.ground is DemandGround.LEFT]
    yield from _looked_unnamed(case, demands)
    yield from _other_suit_led(case, demands)
    yield from find_refusals("law-13.demand-ignored", demands)
    proved = {demand.event.moment for demand in demands if demand.right_proved}
    yield from find_refused(case, "law-13.refused", DemandSuit, lambda demand: demand.moment in proved, Rewind)


def _looked_unnamed(case: Case, demands: list[Demand]) -> Iterator[Finding]:
    look = first_look_at_left(case, allowed=False)
    if look is None:
        return
    named = suit_named_before(case, look.moment)
    until = case.trace.first_card_moment(YOUNGER)
    yield Finding(
        code="law-13.looked-unnamed",
        by=ELDER,
        at=look.event.at,
        evidence={"count": len(look.cards)} | ({"suit": named, "variant": "not-looked"} if named else {}),
        options=(Option(YOUNGER, "demand-suit", "own-first-card", taken=case.taken(bool(demands), until)),),
        remedied=any(demand.obeyed for demand in demands),
    )


def _other_suit_led(case: Case, demands: list[Demand]) -> Iterator[Finding]:
    look, lead = first_look_at_left(case, allowed=True), first_lead_of_other_suit(case)
    if look is None or lead is None:
        return
    until = case.trace.first_card_moment(YOUNGER)
    yield Finding(
        code="law-13.other-suit-led",
        by=ELDER,
        at=lead.at,
        trick=1,
        evidence={"suit": suit_named_before(case, look.moment), "card": to_text((lead.card,))},
        options=(
            Option(YOUNGER, "rewind", "own-first-card", taken=case.taken(lead.taken_back, until)),
            Option(YOUNGER, "demand-suit", "own-first-card", taken=case.taken(bool(demands), until)),
        ),
        remedied=lead.taken_back and not any(demand.ignored for demand in demands),
    )
