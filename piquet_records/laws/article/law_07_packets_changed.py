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

LAWFUL_PACKETS = (2, 3)
"""How many cards the dealer may give at a time (article, De la donne)."""


def checkable(case: Case) -> bool:
    """Return whether the record gives the number of this deal, and of the deals that bind the dealer."""
    earlier = _deals_of_dealer(case)
    known = _binding_number(earlier) is not None or all(deal.packets is not UNSET for deal in earlier)
    return not earlier or (case.deal.packets is not UNSET and known)


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding if the cards were given by another number than the one that binds the dealer."""
    number = _binding_number(_deals_of_dealer(case))
    packets = case.deal.packets
    if number is None or packets is UNSET or packets == number or _announced_change(case.deal):
        return
    yield Finding(
        code="law-07.packets-changed", by=YOUNGER, at="packets", evidence={"found": packets, "expected": number}
    )


def _deals_of_dealer(case: Case) -> list[Deal]:
    """Return the earlier deals of this deal's dealer, without those that were made again."""
    return [past.deal for past in case.earlier if past.deal.dealer == case.deal.dealer and not past.void]


def _binding_number(deals: list[Deal]) -> int | None:
    """Return the number that a dealer's earlier deals bind him to; None if they do not show one."""
    number: int | None = None
    for deal in deals:
        if number is None or _announced_change(deal):
            packets = deal.packets
            number = packets if packets is not UNSET and packets in LAWFUL_PACKETS else None
    return number


def _announced_change(deal: Deal) -> bool:
    """Return whether the dealer said in a deal that he changes the number."""
    return any(isinstance(step, WarnPackets) and step.by == YOUNGER for step in deal.dealing or ())
