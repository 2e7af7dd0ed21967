"""Law 5. Calling too late.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 5
NEEDS = frozenset({Need.DECLARATIONS})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-05.late-call": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
