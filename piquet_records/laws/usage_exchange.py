"""Usage. What must and may be exchanged.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER: int | None = None
NEEDS = frozenset({Need.EXCHANGE})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "usage-exchange.none": Severity.VIOLATION,
    "usage-exchange.too-many": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
