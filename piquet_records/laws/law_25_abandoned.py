"""Law 25. Leaving the game.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity
from piquet_records.steps import Abandon

NUMBER = 25
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Abandon,)
FAULTS = {
    "law-25.abandoned": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
