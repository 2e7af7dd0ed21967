"""Law 21. Naming the card missing from a trio.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Ask

NUMBER = 21
NEEDS = frozenset({Need.DECLARATIONS})
ACTS: tuple[type, ...] = (Ask,)
FAULTS = {
    "law-21.missing-card-unsaid": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
