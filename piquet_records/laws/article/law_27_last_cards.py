"""Law 27. Throwing in the last cards.

Statement
    When at the end of a deal a player throws in his last two or three cards, thinking that the adversary's are
    higher, he cannot take them up again once the adversary has mixed his own. They count for as many tricks of the
    adversary's, even where the adversary's cards were lower.

Faults
    law-27.last-cards (note): cards are thrown in with three cards left, or fewer.

Ruling
    Cards of either player mixed: the tricks left are the adversary's, whatever the cards, also where they were
    played all the same. Nothing mixed: if tricks follow, he took his cards up again and nothing follows; if none
    follow, the tricks left are the adversary's.

Reading
    It is no violation: the deal is as good as over, and the law only says what the cards come to. A last single
    card is treated like two or three. A trick given counts 1 in the play to the adversary, whoever was to lead, the
    last trick 1 more, and they count for the cards, the capot and the pique. Where the record does not say whether
    cards were mixed and none follow, the tricks left are the adversary's either way.

Example
    sample_games/laws/law-27/two-cards-mixed.json

Source
    Article, Lois du piquet à deux, 27°; with nothing mixed, 26°.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY
from piquet_records.findings import Finding, GiveTricks, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.record.steps import ThrowIn
from piquet_records.trace.facts import Event

NUMBER = 27
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (ThrowIn,)
FAULTS = {"law-27.last-cards": Severity.NOTE}

LAST_CARDS = 3
"""With more cards left, law 26 has the ruling."""


def check(case: Case) -> Iterator[Finding]:
    """Find each time that the last cards were thrown in."""
    for event, step in case.trace.events_and_steps(ThrowIn):
        count = case.trace.cards_left(step.by, event.moment)
        if not 0 < count <= LAST_CARDS:
            continue
        variant = _variant(case, event, step)
        yield Finding(
            code="law-27.last-cards",
            by=step.by,
            at=event.at,
            evidence={"count": count} | ({"variant": variant} if variant else {}),
            options=(Option(step.by, "take-up", "cards-mixed", taken=variant == "resumed"),) if variant else (),
            effects=() if variant == "resumed" else (GiveTricks(ADVERSARY[step.by], event.moment),),
        )


def _variant(case: Case, event: Event, step: ThrowIn) -> str:
    """Tell what came of it: empty where cards were mixed."""
    if True in (step.mixed, step.adversary_mixed):
        return ""
    if case.trace.card_played_after(event):
        return "resumed"
    return "given" if (step.mixed, step.adversary_mixed) == (False, False) else "unsaid"
