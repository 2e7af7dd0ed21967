"""Law 26. Throwing in.

Statement
    A player who thinks that he has lost and throws his cards on the table has indeed lost, if his hand gets mixed
    with the talon. If nothing is mixed, and he sees that his game is not hopeless, he may take his cards up again and
    go on. But if the adversary has already mixed his own cards, the player who threw his in has lost the game.

Faults
    law-26.threw-in (violation): a player throws his hand in with more than three cards left, and cards of either
    player are mixed. As a note: he throws it in and nothing is mixed.

Ruling
    If cards are mixed, he loses the game; points made before count, later ones do not. If nothing is mixed and tricks
    follow, he took his cards up again and nothing follows from it. If no tricks follow, the tricks left are the
    adversary's.

Reading
    The article says *la partie*, the game, not only the deal; law 27 is milder to a player who throws in his last
    three cards. A trick given to the adversary counts 1 for him in the play, whoever was to lead, and the last trick
    counts 1 more. These tricks also count for the cards, the capot and the pique. If cards were played afterwards, he
    took his own up again. If the record does not say of both hands whether they were mixed, and no card follows,
    nobody can tell which ruling applies: the law is not checkable, and neither is the score of the rest of the deal.

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
"""With this many cards left or fewer, law 27 applies."""


def checkable(case: Case) -> bool:
    """Return whether the record shows which ruling applies to each hand thrown in with more cards."""
    return all(
        case.trace.card_played_after(event) or True in _mixed(step) or _mixed(step) == (False, False)
        for event, step in case.trace.events_and_steps(ThrowIn)
        if case.trace.cards_left(step.by, event.moment) > LAST_CARDS
    )


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each hand that was thrown in with more than three cards left."""
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
