"""Law 7. Changing the number of cards given.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 7
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-07.packets-changed": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
