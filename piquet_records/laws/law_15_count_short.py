"""Law 15. Forgetting the pique or repique.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 15
NEEDS = frozenset({Need.RECKONING})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-15.count-short": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
