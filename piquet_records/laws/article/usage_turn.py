"""Usage. Leading in turn.

Statement
    The elder leads to the first trick; the winner of each trick leads to the next.

Faults
    usage-turn (violation): a player who did not win the last trick leads to the next, or the younger leads to the
    first.

Ruling
    The tricks count as they were played. If the cards were taken back, the fault is remedied.

Reading
    The leader is the player who holds the first card of the trick; if that is not known, the winner of the last
    trick. If one player has no card left for a trick, it is the other's, whoever won the trick before (law 4), and
    that is no fault. The laws say nothing about a lead out of turn; Cavendish (law 59) has the card taken back.

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
    """Yield a finding for each lead by the player whose turn it was not."""
    trace = case.trace
    if not trace.unreliable.isdisjoint(ROLES):
        return
    for trick in trace.all_tricks:
        if trick.turn in (None, trick.leader) or not trace.hand_at(ADVERSARY[trick.leader], trick).size:
            continue
        yield Finding(
            code="usage-turn", by=trick.leader, at=trick.at, trick=trick.number, remedied=trick.undone < NEVER
        )
