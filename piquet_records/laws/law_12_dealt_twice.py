"""Law 12. Dealing twice running.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 12
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-12.dealt-twice": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
