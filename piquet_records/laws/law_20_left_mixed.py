"""Law 20. Mixing the cards left into the discard.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import MixLeft

NUMBER = 20
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (MixLeft,)
FAULTS = {
    "law-20.left-mixed": Severity.VIOLATION,
    "law-20.not-shown": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
