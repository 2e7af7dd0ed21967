"""Law 11. Taking fewer without saying so.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 11
NEEDS = frozenset({Need.EXCHANGE})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-11.short-draw-unsaid": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
