"""Law 4. Playing with too few cards.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 4
NEEDS = frozenset({Need.HAND_SIZES})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-04.too-few": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
