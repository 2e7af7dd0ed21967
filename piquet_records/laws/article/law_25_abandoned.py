"""Law 25. Leaving the game.

Statement
    A player who leaves a game before it is over has lost it. But if pressing business calls him away, his adversary
    may agree to put the game off.

Faults
    law-25.abandoned (violation): a player leaves the game before its end (`abandon`), and the two have not agreed to
    put it off (`postpone` by one of them, `consent` by the other, for the same deal).

Ruling
    He loses the game, whatever the score. The points made so far are counted: a deal that was complete keeps its
    cards or capot, and a deal that was broken off counts as far as it was played.

Reading
    A game is over once a player has reached the target by the score as ruled; a player who goes after that leaves no
    game. A record cannot show that the business was pressing; the adversary's consent is enough. Either player may be
    the first to ask; the other must agree. No other authority has a different rule.

Example
    sample_games/laws/law-25/left-unanswered.json

Source
    Article, Lois du piquet à deux, 25°.
"""

from collections.abc import Iterator

from piquet_records.findings import Finding, LoseGame, Severity
from piquet_records.laws.case import Case, Need, ScoredCase
from piquet_records.record.steps import Abandon

NUMBER = 25
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Abandon,)
FAULTS = {"law-25.abandoned": Severity.VIOLATION}


def check(_case: Case) -> Iterator[Finding]:
    """Yield nothing: whether the game is over depends on the score."""
    yield from ()


def check_scored(case: ScoredCase) -> Iterator[Finding]:
    """Yield a finding if a player left during or after this deal, unless the game was over or put off."""
    if case.game_is_over or case.put_off:
        return
    for event in case.events_of_deal:
        if isinstance(event.step, Abandon):
            role = case.role(event.step.by)
            yield Finding(
                code="law-25.abandoned",
                by=role,
                at=event.at,
                effects=(LoseGame(role, case.trace.end, "abandoned"),),
            )
