"""Law 24. Faults in the dealing.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 24
NEEDS = frozenset({Need.DEALT})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-24.misdeal": Severity.VIOLATION,
    "law-24.faced": Severity.VIOLATION,
    "law-24.redeal-owed": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
