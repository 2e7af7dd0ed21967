"""Law 8. Drawing more than was discarded.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 8
NEEDS = frozenset({Need.EXCHANGE})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-08.overdraw": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
