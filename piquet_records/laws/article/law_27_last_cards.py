"""Law 27. Throwing in the last cards.

Statement
    At the end of a deal a player may throw in his last two or three cards, thinking that the adversary's are higher.
    Once the adversary has mixed his own, he cannot take them up again. Each of them counts as a trick for the
    adversary, even if the adversary's cards were lower.

Faults
    law-27.last-cards (note): a player throws in his cards with three or fewer left.

Ruling
    If cards of either player are mixed, the tricks left are the adversary's, whatever the cards, even if they were
    played nevertheless. If nothing is mixed and tricks follow, he took his cards up again and nothing follows from
    it. If no tricks follow, the tricks left are the adversary's.

Reading
    It is no violation: the deal is nearly over, and the law only says what the cards count for. A last single card is
    treated like two or three. A trick given to the adversary counts 1 for him in the play, whoever was to lead, and
    the last trick counts 1 more. These tricks also count for the cards, the capot and the pique. If the record does
    not say whether cards were mixed, and no tricks follow, the tricks left are the adversary's in either case.

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
"""With more cards left, law 26 applies."""


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each time that the last cards were thrown in."""
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
    """Return the variant of the finding's sentence: what followed, or "" if cards were mixed."""
    if True in (step.mixed, step.adversary_mixed):
        return ""
    if case.trace.card_played_after(event):
        return "resumed"
    return "given" if (step.mixed, step.adversary_mixed) == (False, False) else "unsaid"
