"""Law 7. Changing the number of cards given.

Statement
    The dealer gives the cards by twos or by threes, as he likes. Once he has begun in one way, he may not change it
    without telling his adversary.

Faults
    law-07.packets-changed (violation): a dealer gives the cards by another number than the one that binds him, and
    did not say so.

Ruling
    Nothing changes in the score.

Reading
    Each dealer is bound by his own number: that of his first deal, or that of a later deal in which he announced a
    change (`warn-packets`). A change that he did not announce does not bind him, nor does a number other than two or
    three, nor a deal that was made again. He must speak before he deals. The article says before he shuffles, which a
    record does not show. Burger lets him change only from game to game, Cavendish not within a game.

Example
    sample_games/laws/law-07/by-threes.json

Source
    Article, Lois du piquet à deux, 7°, and De la donne.
"""

from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.record.game import Deal
from piquet_records.record.steps import WarnPackets

NUMBER = 7
NEEDS = frozenset[Need]()
FAULTS = {"law-07.packets-changed": Severity.VIOLATION}

LAWFUL = (2, 3)
"""The numbers in which cards are given."""


def checkable(case: Case) -> bool:
    """Tell whether the number is known here and in the dealer's earlier deals, if there are any."""
    earlier = _own_deals(case)
    known = _set_by(earlier) is not None or all(deal.packets is not UNSET for deal in earlier)
    return not earlier or (case.deal.packets is not UNSET and known)


def check(case: Case) -> Iterator[Finding]:
    """Find a deal by another number than its dealer has set."""
    number = _set_by(_own_deals(case))
    packets = case.deal.packets
    if number is None or packets is UNSET or packets == number or _warned(case.deal):
        return
    yield Finding(
        code="law-07.packets-changed", by=YOUNGER, at="packets", evidence={"found": packets, "expected": number}
    )


def _own_deals(case: Case) -> list[Deal]:
    return [past.deal for past in case.earlier if past.deal.dealer == case.deal.dealer and not past.void]


def _set_by(deals: list[Deal]) -> int | None:
    """Give the number that a dealer's earlier deals have set; None where they show none."""
    number: int | None = None
    for deal in deals:
        if number is None or _warned(deal):
            lawful = deal.packets in LAWFUL
            number = deal.packets if lawful and deal.packets is not UNSET else None
    return number


def _warned(deal: Deal) -> bool:
    return any(isinstance(step, WarnPackets) and step.by == YOUNGER for step in deal.dealing or ())
