"""Law 28. Taking cards back from the discard.

Statement
    A player of bad faith who is caught taking cards out of his discard, or changing some for others, loses the game,
    and deserves to be shut out of the company.

Faults
    law-28.retook-discard (violation): a player takes cards out of his own discard (`retake`), and the arbiter found
    bad faith.

Ruling
    He loses the game; points made before count, later ones do not.

Reading
    Bad faith cannot be seen in the cards: only an arbiter can write it, and it is never inferred. Without it, taking
    back a card is a change of the discard, which law 9 judges, and law 3 where he ends with too many cards.
    Cavendish (law 25) takes it for no fraud: who takes a discard back plays with too many cards.

Example
    sample_games/laws/law-28/caught-changing.json

Source
    Article, Lois du piquet à deux, 28°.
"""

from collections.abc import Iterator

from piquet_records.findings import Finding, LoseGame, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.record.steps import Retake

NUMBER = 28
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Retake,)
FAULTS = {"law-28.retook-discard": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find each time that cards were taken out of a discard in bad faith."""
    for event, step in case.trace.events_and_steps(Retake):
        if step.bad_faith is True:
            yield Finding(
                code="law-28.retook-discard",
                by=step.by,
                at=event.at,
                evidence={"cards": step.cards},
                effects=(LoseGame(step.by, event.moment),),
            )
