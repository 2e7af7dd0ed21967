"""Law 6. Points and sequences not shown.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 6
NEEDS = frozenset({Need.DECLARATIONS})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-06.not-shown": Severity.VIOLATION,
    "law-06.unproved-denial": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
