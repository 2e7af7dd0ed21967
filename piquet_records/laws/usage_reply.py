"""Usage. Answering good to what one could beat.

Pending.
"""

from collections.abc import Iterator

from piquet_records.case import Case, Need
from piquet_records.findings import Finding, Severity

NUMBER: int | None = None
NEEDS = frozenset({Need.DECLARATIONS, Need.HANDS})
ACTS: tuple[type, ...] = ()
FAULTS = {
    "usage-reply.could-beat": Severity.NOTE,
}


def check(case: Case) -> Iterator[Finding]:
    """Pending."""
    yield from ()
