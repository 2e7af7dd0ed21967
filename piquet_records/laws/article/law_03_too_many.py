"""Law 3. Playing with too many cards.

Statement
    A player who draws more cards than he discarded, or who is found to have too many during the play, scores nothing
    for what he holds. Even if his holdings are the better ones, they do not keep his adversary from scoring all of
    his own.

Faults
    law-03.too-many (violation): a player has more than twelve cards after the exchange.

Ruling
    The offender is muted. His adversary scores everything that he called, whatever the reply was and whether he
    showed it or not, and everything that he calls after the fault is discovered. The finding names the points for
    what he holds and has not called; he may count them until the cards are gathered.

Reading
    The law applies if a draw of too many cards was not settled by law 8, or if a hand dealt too large was never
    brought down. A thirteenth card is never played. "Nothing" is what the article calls marking à la muette: nothing
    for point, sequences, quatorzes and trios, while tricks and cards still count (parameter `mute_scope`; Lemer and
    Cavendish take those too). The adversary need not show what he calls (law 6). He may call late (law 5) from the
    first `notice` of the fault, because that is when it is discovered. The offender keeps a carte blanche that he
    showed before he drew. Under the Portland rules his holdings still bar those of the other (parameter
    `excess_blocks`). Cards that he takes back from his own discard count as cards drawn. A deal that was made again
    needs no ruling.

Example
    sample_games/laws/law-03/thirteen.json

Source
    Article, Lois du piquet à deux, 3°; Diderot's Encyclopédie and Lemer have the same.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY, HAND_SIZE
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import uncalled_points
from piquet_records.laws.facts.hand_sizes import (
    excess_mute,
    excess_noticed_at,
    hand_sizes_in_play,
    last_addition_pointer,
)
from piquet_records.laws.facts.opened_calls import mute_and_open_all

NUMBER = 3
NEEDS = frozenset({Need.HAND_SIZES})
FAULTS = {"law-03.too-many": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each player who has more than twelve cards after the exchange."""
    for role, size in hand_sizes_in_play(case).items():
        if size <= HAND_SIZE:
            continue
        mute = excess_mute(case, role)
        gain = {"variant": "bars"} if mute.blocks else {"unclaimed": uncalled_points(case, ADVERSARY[role])}
        yield Finding(
            code="law-03.too-many",
            by=role,
            at=last_addition_pointer(case, role),
            evidence={"found": size, "expected": HAND_SIZE} | gain,
            effects=mute_and_open_all(mute, max(mute.since, excess_noticed_at(case))),
        )
