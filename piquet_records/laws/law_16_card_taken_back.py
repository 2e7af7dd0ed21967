"""Law 16. A card put down is played.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import TakeBack

NUMBER = 16
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (TakeBack,)
FAULTS = {
    "law-16.card-taken-back": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
