"""Law 17. The younger draws first.

Statement
    The younger loses the game if he discards, draws, and mixes the cards he drew into his hand before the elder has
    had time to discard and draw.

Faults
    law-17.younger-first (violation): the younger draws before the elder has drawn, and mixes the cards into his hand.

Ruling
    The younger loses the game. Points made before that draw count; points made after it do not.

Reading
    Only the draw counts. An early discard is no fault of either player, and an elder who has discarded but not drawn
    has not had his time. Cards that were drawn but kept apart (`mixed` false) are cards seen: law 19. If the elder
    draws none at all and the deal is played, the record does not show that the younger drew before him. Cavendish
    (laws 27 and 29) is milder: the younger reckons nothing, or the elder has the deal made again.

Example
    sample_games/laws/law-17/mixed.json

Source
    Article, Lois du piquet à deux, 17°.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, LoseGame, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.looks import younger_early_draws

NUMBER = 17
NEEDS = frozenset({Need.EXCHANGE})
FAULTS = {"law-17.younger-first": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for the younger's first draw before the elder's that he mixed into his hand."""
    for draw in younger_early_draws(case, mixed=True)[:1]:
        yield Finding(
            code="law-17.younger-first",
            by=YOUNGER,
            at=draw.event.at,
            evidence={"count": draw.asked},
            effects=(LoseGame(YOUNGER, draw.event.moment),),
        )
