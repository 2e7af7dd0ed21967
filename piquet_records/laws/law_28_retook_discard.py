"""Law 28. Taking cards back from the discard.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Retake

NUMBER = 28
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Retake,)
FAULTS = {
    "law-28.retook-discard": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
