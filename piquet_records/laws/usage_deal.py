"""Usage. Cards given by twos or threes.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = ()
FAULTS = {
    "usage-deal.packets": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
