"""Law 2. Speaking of a misdeal.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER = 2
NEEDS = frozenset({Need.DEALT})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "law-02.noticed-late": Severity.NOTE,
    "law-02.mended-late": Severity.VIOLATION,
    "law-02.redeal-too-late": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
