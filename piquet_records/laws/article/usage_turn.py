"""Usage. Leading in turn.

Statement
    The elder leads to the first trick; who wins a trick leads to the next.

Faults
    usage-turn (violation): a card is led by the player who did not win the last trick, or to the first trick by the
    younger.

Ruling
    The tricks count as they were played. Where the cards were taken back, that is the remedy.

Reading
    The leader is who holds the first card of the trick; where that is not known, who won the last trick. A trick to
    which one player has no card left is the other's, whoever won the one before (law 4), and no fault. The laws say
    nothing of a lead out of turn; Cavendish (law 59) has the card taken back.

Example
    sample_games/laws/usage-turn/led-out-of-turn.json

Source
    Article, *Marche du jeu*.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY, ROLES
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.trace.facts import NEVER

NUMBER: int | None = None
NEEDS = frozenset({Need.PLAY})
FAULTS = {"usage-turn": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find each lead by the player whose turn it was not."""
    trace = case.trace
    if not trace.unreliable.isdisjoint(ROLES):
        return
    for trick in trace.all_tricks:
        if trick.turn in (None, trick.leader) or not trace.hand_at(ADVERSARY[trick.leader], trick).size:
            continue
        yield Finding(
            code="usage-turn", by=trick.leader, at=trick.at, trick=trick.number, remedied=trick.undone < NEVER
        )
