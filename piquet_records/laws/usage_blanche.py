"""Usage. Carte blanche.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import CarteBlanche

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (CarteBlanche,)
FAULTS = {
    "usage-blanche.not-held": Severity.VIOLATION,
    "usage-blanche.late": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
