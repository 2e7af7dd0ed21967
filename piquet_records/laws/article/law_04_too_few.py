"""Law 4. Playing with too few cards.

Statement
    A player who lacks one card or more, because he was not given them or did not draw them, bears the consequences
    and nothing else. It is no fault, and he scores all that he holds. But the last trick is not his: his adversary
    counts it. He cannot make his adversary capot, but can be made capot himself.

Faults
    law-04.too-few (note): a player has fewer than twelve cards after the exchange.

Ruling
    He scores all that he calls. The adversary wins every trick for which he has no card, whoever won the trick
    before. Each of these counts one point in the play. The twelfth counts one more for the last trick, unless the
    adversary has all twelve tricks. The player with too few cards may still win the ten points for seven tricks.

Reading
    The article does not say whether the tricks to which he cannot play count as tricks. Cavendish (law 57) counts
    them for the adversary, and without them he could not be made capot. The record writes such a trick with the
    adversary's card alone, or leaves it out. If both players lack a card, neither counts the last trick.

Example
    sample_games/laws/law-04/eleven.json

Source
    Article, Lois du piquet à deux, 4°; Diderot's Encyclopédie and Lemer give the other the last trick too.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY, HAND_SIZE
from piquet_records.findings import Finding, LastTrickTo, NoCapot, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import hand_sizes_in_play, last_addition_pointer

NUMBER = 4
NEEDS = frozenset({Need.HAND_SIZES})
FAULTS = {"law-04.too-few": Severity.NOTE}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each player who has fewer than twelve cards after the exchange."""
    for role, size in hand_sizes_in_play(case).items():
        if size >= HAND_SIZE:
            continue
        yield Finding(
            code="law-04.too-few",
            by=role,
            at=last_addition_pointer(case, role),
            evidence={"found": size, "expected": HAND_SIZE},
            effects=(LastTrickTo(ADVERSARY[role]), NoCapot(role)),
        )
