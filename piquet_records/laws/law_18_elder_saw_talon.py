"""Law 18. The elder sees the younger's cards in the talon.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Look

NUMBER = 18
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
FAULTS = {
    "law-18.elder-saw-talon": Severity.VIOLATION,
    "law-18.demand-ignored": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
