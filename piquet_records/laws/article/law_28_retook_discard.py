"""Law 28. Taking cards back from the discard.

Statement
    A player in bad faith who is caught taking cards out of his discard, or exchanging some of them, loses the game
    and deserves to be excluded from the company.

Faults
    law-28.retook-discard (violation): a player takes cards out of his own discard (`retake`), and the arbiter found
    bad faith.

Ruling
    He loses the game; points made before count, later ones do not.

Reading
    The cards cannot show bad faith: only an arbiter can record it, and it is never inferred. Without it, taking back
    a card is a change of the discard, which law 9 judges; law 3 applies if the player ends with too many cards.
    Cavendish (law 25) does not treat it as fraud: a player who takes his discard back plays with too many cards.

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
    """Yield a finding for each time that cards were taken out of a discard in bad faith."""
    for event, step in case.trace.events_and_steps(Retake):
        if step.bad_faith is True:
            yield Finding(
                code="law-28.retook-discard",
                by=step.by,
                at=event.at,
                evidence={"cards": step.cards},
                effects=(LoseGame(step.by, event.moment),),
            )
