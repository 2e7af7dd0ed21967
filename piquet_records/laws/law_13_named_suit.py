"""Law 13. Seeing what the younger left.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Look, NameSuit

NUMBER = 13
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look, NameSuit)
FAULTS = {
    "law-13.other-suit-led": Severity.VIOLATION,
    "law-13.demand-ignored": Severity.VIOLATION,
    "law-13.looked-unnamed": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
