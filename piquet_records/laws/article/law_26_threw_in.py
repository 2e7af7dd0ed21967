"""Law 26. Throwing in.

Statement
    A player who thinks that he has lost and throws his cards on the table has lost indeed, if his hand gets mixed
    with the talon. If nothing is mixed he may find that his game is not desperate, take his cards up again and go
    on, unless the adversary has mixed his own: then the game is lost for him who threw his cards in.

Faults
    law-26.threw-in (violation): a hand is thrown in with more than three cards left, and cards of one of the two
    players are mixed. As a note: it is thrown in and nothing is mixed.

Ruling
    Mixed: he loses the game; points made before count, later ones do not. Nothing mixed: if tricks follow, he took
    his cards up again and nothing follows; if none follow, the tricks left are the adversary's.

Reading
    The article says *la partie*, the game, not only the deal; law 27 is milder to who throws in his last three
    cards. A trick given counts 1 in the play to the adversary, whoever was to lead, the last trick 1 more, and they
    count for the cards, the capot and the pique. Cards that were played afterwards show that he took his own up
    again. Where the record does not say of both hands whether they were mixed, and no card follows, it cannot be
    told which ruling applies: the law is not checkable, and neither is what the rest of the deal scores.

Example
    sample_games/laws/law-26/adversary-mixed.json

Source
    Article, Lois du piquet à deux, 26°.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY
from piquet_records.findings import Finding, GiveTricks, LoseGame, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.record.steps import ThrowIn
from piquet_records.trace.facts import Event

NUMBER = 26
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (ThrowIn,)
FAULTS = {"law-26.threw-in": Severity.VIOLATION}

LAST_CARDS = 3
"""With so many cards left, or fewer, law 27 has the ruling."""


def checkable(case: Case) -> bool:
    """Tell whether the record says what came of each hand thrown in with more cards."""
    return all(
        case.trace.card_played_after(event) or True in _mixed(step) or _mixed(step) == (False, False)
        for event, step in case.trace.events_and_steps(ThrowIn)
        if case.trace.cards_left(step.by, event.moment) > LAST_CARDS
    )


def check(case: Case) -> Iterator[Finding]:
    """Find each hand that was thrown in with more than three cards left."""
    for event, step in case.trace.events_and_steps(ThrowIn):
        count = case.trace.cards_left(step.by, event.moment)
        if count <= LAST_CARDS:
            continue
        if True in _mixed(step):
            yield Finding(
                code="law-26.threw-in",
                by=step.by,
                at=event.at,
                evidence={"count": count},
                effects=(LoseGame(step.by, event.moment, "thrown-in"),),
            )
        elif case.trace.card_played_after(event) or _mixed(step) == (False, False):
            yield _nothing_mixed(case, event, step, count)


def _mixed(step: ThrowIn) -> tuple[object, object]:
    return step.mixed, step.adversary_mixed


def _nothing_mixed(case: Case, event: Event, step: ThrowIn, count: int) -> Finding:
    resumed = case.trace.card_played_after(event)
    return Finding(
        code="law-26.threw-in",
        by=step.by,
        at=event.at,
        severity=Severity.NOTE,
        evidence={"count": count, "variant": "resumed" if resumed else "given"},
        options=(Option(step.by, "take-up", "cards-mixed", taken=resumed),),
        effects=() if resumed else (GiveTricks(ADVERSARY[step.by], event.moment),),
    )
