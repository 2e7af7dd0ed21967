"""Law 22. Naming the quatorze.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 22
NEEDS = frozenset({Need.DECLARATIONS})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-22.set-unnamed": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
