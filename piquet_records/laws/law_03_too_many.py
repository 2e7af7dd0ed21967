"""Law 3. Playing with too many cards.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 3
NEEDS = frozenset({Need.HAND_SIZES})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-03.too-many": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
