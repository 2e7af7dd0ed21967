"""Law 3. Playing with too many cards.

Statement
    Who draws more cards than he discarded, or is found to play with too many, scores nothing for what he holds. Nor
    can his holdings, be they the better ones, keep his adversary from scoring all of his.

Faults
    law-03.too-many (violation): a player has more than twelve cards after the exchange.

Ruling
    The offender is muted; the adversary scores all that he called, whatever was answered and whether or not he
    showed it, and all that he calls once the fault has come to light. What he holds and has not called is named; he
    may count it until the cards are gathered.

Reading
    The law takes hold where a draw in excess was not settled by law 8, and where a hand dealt too large was never
    brought down. A thirteenth card is never played. "Nothing" is what the article calls marking à la muette: point,
    sequences, quatorzes and trios; tricks and cards still count (parameter `mute_scope`; Lemer and Cavendish take
    those too). The adversary need not show what he calls (law 6); he may call late (law 5) from the first `notice` of
    the fault, with which it comes to light. A carte blanche shown before the draw stays the offender's. Under the
    Portland rules his holdings bar the other's all the same (parameter `excess_blocks`). Cards taken back from his
    own discard count like cards drawn. A deal that was made again needs no ruling.

Example
    sample_games/laws/law-03/thirteen.json

Source
    Article, Lois du piquet à deux, 3°; Diderot's Encyclopédie and Lemer have the same.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY, HAND_SIZE
from piquet_records.findings import Effect, Finding, OpenAll, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import uncalled_points
from piquet_records.laws.facts.hand_sizes import (
    excess_mute,
    excess_noticed_at,
    hand_sizes_in_play,
    last_addition_pointer,
)

NUMBER = 3
NEEDS = frozenset({Need.HAND_SIZES})
FAULTS = {"law-03.too-many": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find players who have more than twelve cards after the exchange."""
    for role, size in hand_sizes_in_play(case).items():
        if size <= HAND_SIZE:
            continue
        other = ADVERSARY[role]
        mute = excess_mute(case, role)
        effects: tuple[Effect, ...] = (mute,)
        told: dict[str, object] = {"variant": "bars"}
        if not mute.blocks:
            effects = (mute, OpenAll(other, max(mute.since, excess_noticed_at(case))))
            told = {"unclaimed": uncalled_points(case, other)}
        yield Finding(
            code="law-03.too-many",
            by=role,
            at=last_addition_pointer(case, role),
            evidence={"found": size, "expected": HAND_SIZE} | told,
            effects=effects,
        )
