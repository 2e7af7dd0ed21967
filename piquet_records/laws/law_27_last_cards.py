"""Law 27. Throwing in the last cards.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import ThrowIn

NUMBER = 27
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (ThrowIn,)
FAULTS = {
    "law-27.last-cards": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
