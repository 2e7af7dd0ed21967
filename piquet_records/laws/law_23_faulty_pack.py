"""Law 23. A faulty pack.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 23
NEEDS = frozenset({Need.PACK})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-23.faulty-pack": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
