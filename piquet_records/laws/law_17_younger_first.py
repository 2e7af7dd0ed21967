"""Law 17. The younger draws first.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 17
NEEDS = frozenset({Need.EXCHANGE})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-17.younger-first": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
