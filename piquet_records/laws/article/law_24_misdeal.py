"""Law 24. Faults in the dealing.

Statement
    For faults in the dealing the article refers to its paragraph on the misdeal. If either player has one card too
    many or too few, the dealer's adversary may have the deal made again or let it stand. If he lets it stand, a
    player with thirteen cards draws one card fewer than he discards, and a player with eleven draws one more. If
    either has two or more cards too many or too few, or if a card is faced while dealing, the deal is made again. To
    deal is a disadvantage, so a misdeal does not pass the deal on: the same player deals again.

Faults
    law-24.misdeal (violation): the dealer gave a wrong number of cards to either player.
    law-24.faced (violation): a card was faced while dealing; a note if it lay in the talon, unless the rules say
    otherwise.
    law-24.refused (violation): a player refuses a new deal to one who has a right to it.
    law-24.redeal-owed (violation): the deal had to be made again, and both players played on.

Ruling
    The dealer's adversary has the choice, whoever has the wrong number of cards: `redeal` remedies the misdeal,
    `stand` waives it. He loses the choice when the cards have been seen (law 2). A deal that had to be made again and
    was played nevertheless is void.

Reading
    If one player has thirteen cards and the other eleven, the choice is the same; if the deal stands, both correct
    their number when they draw. As Burger counts it, the elder's share of the talon is then four if he was dealt
    thirteen and six if he was dealt eleven; the rest is the younger's. The parameter `misdeal_option_limit` says when
    the choice ends. The article speaks of a card faced while dealing; Burger adds cards faced in the talon (parameter
    `faced_in_talon`). A new deal that the article orders without a choice is due even after the cards were seen.

Example
    sample_games/laws/law-24/stood.json

Source
    Article, Lois du piquet à deux, 24°, and De la maldonne.
"""

from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.terms import ELDER, HAND_SIZE, YOUNGER
from piquet_records.findings import Finding, Severity, Void
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import (
    Misdeal,
    faced_card_needs_redeal,
    hand_pointer,
    may_demand_redeal,
    misdeal,
    misdeal_options,
    redeal_asked_in_time,
    redeal_is_ordered,
)
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandRedeal, Expose, Redeal, Stand

NUMBER = 24
NEEDS = frozenset({Need.DEALT})
FAULTS = {
    "law-24.misdeal": Severity.VIOLATION,
    "law-24.faced": Severity.VIOLATION,
    "law-24.redeal-owed": Severity.VIOLATION,
    "law-24.refused": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Yield findings for wrong numbers of cards, for cards faced, and for a deal that was not made again."""
    wrong = misdeal(case)
    if wrong is not None:
        yield from _misdeal(case, wrong)
    yield from _faced(case)
    yield from _redeal_owed(case)
    yield from find_refused(
        case, "law-24.refused", DemandRedeal, lambda demand: may_demand_redeal(case, demand), Redeal
    )


def _misdeal(case: Case, wrong: Misdeal) -> Iterator[Finding]:
    redealt = any(
        step.by == ELDER and redeal_asked_in_time(case, wrong, event)
        for event, step in case.trace.events_and_steps(Redeal)
    )
    stood = any(step.by == ELDER for _, step in case.trace.events_and_steps(Stand))
    choice = wrong.in_time is not False and not wrong.needs_redeal
    options = misdeal_options(case, redealt=redealt, stood=stood) if choice else ()
    mended = wrong.needs_redeal and bool(case.trace.events_of(Redeal))
    both = sorted(wrong.sizes.values()) == [HAND_SIZE - 1, HAND_SIZE + 1]
    variant = "again" if wrong.needs_redeal else "-".join(["both"] * both + ["late"] * (not choice))
    for role, size in list(wrong.sizes.items())[: 1 if both else 2]:
        yield Finding(
            code="law-24.misdeal",
            by=YOUNGER,
            at=hand_pointer(case.deal, role),
            evidence={"holder": role, "found": size, "expected": HAND_SIZE} | ({"variant": variant} if variant else {}),
            options=options,
            remedied=mended or (choice and redealt),
            waived=choice and stood,
        )


def _faced(case: Case) -> Iterator[Finding]:
    for event, step in case.trace.events_and_steps(Expose):
        again = faced_card_needs_redeal(case, step)
        variant = {"variant": "talon-again" if again else "talon"} if step.from_ == "talon" else {}
        yield Finding(
            code="law-24.faced",
            by=YOUNGER,
            at=event.at,
            severity=None if again else Severity.NOTE,
            evidence={"card": step.card} | variant,
            remedied=bool(case.trace.events_of(Redeal)),
        )


def _redeal_owed(case: Case) -> Iterator[Finding]:
    deal = case.deal
    lists = {"exchange": deal.exchange, "declarations": deal.declarations, "play": deal.play}
    played_on = next((name for name, steps in lists.items() if steps is not UNSET and steps), None)
    if played_on and redeal_is_ordered(case) and not case.trace.events_of(Redeal):
        yield Finding(code="law-24.redeal-owed", by="both", at=f"{played_on}/0", effects=(Void(),))
