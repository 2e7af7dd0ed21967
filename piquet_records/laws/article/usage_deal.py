"""Usage. Cards given by twos or threes.

Statement
    The twelve cards of each hand are given two or three at a time, as the dealer likes.

Faults
    usage-deal.packets (violation): cards are given in any other number.

Ruling
    The score does not change.

Reading
    The article names no penalty. Burger says expressly that one or four at a time is not allowed; an English code
    allows only twos.

Example
    sample_games/laws/usage-deal/by-fours.json

Source
    Article, De la donne.
"""

from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need

NUMBER: int | None = None
NEEDS = frozenset[Need]()
FAULTS = {"usage-deal.packets": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding if cards were given in another number than two or three."""
    packets = case.deal.packets
    if packets is not UNSET and packets not in (2, 3):
        yield Finding(code="usage-deal.packets", by=YOUNGER, at="packets", evidence={"found": packets})
