"""Law 9. Changing the discard.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import ChangeDiscard

NUMBER = 9
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (ChangeDiscard,)
FAULTS = {
    "law-09.discard-changed": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
