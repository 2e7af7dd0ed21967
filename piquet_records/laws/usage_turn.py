"""Usage. Leading in turn.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER: int | None = None
NEEDS = frozenset({Need.PLAY})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "usage-turn": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
