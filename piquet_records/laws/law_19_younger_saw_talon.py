"""Law 19. The younger sees the elder's cards in the talon.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Look

NUMBER = 19
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
FAULTS = {
    "law-19.younger-saw-talon": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
