"""Usage. Remedies that nobody was entitled to.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import DemandSuit, Redeal, Rewind

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Redeal, DemandSuit, Rewind)
FAULTS = {
    "usage-remedy.redeal": Severity.VIOLATION,
    "usage-remedy.demand": Severity.VIOLATION,
    "usage-remedy.rewind": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
