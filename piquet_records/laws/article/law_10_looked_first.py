"""Law 10. Looking before discarding.

Statement
    Nobody may look at cards of the talon before he has discarded.

Faults
    law-10.looked-first (violation): a player looks at cards of the talon before his own discard.

Ruling
    Nothing changes in the score. If the cards were the adversary's to draw, law 18 (the elder looked) or law 19 (the
    younger looked) says what the adversary may ask for.

Reading
    The law applies to all cards of the talon: a player's own, and also those that the elder left to the younger.
    After his discard the elder may look at those of his five cards that he leaves, and the younger at those that he
    leaves. A look that is recorded after the exchange is no fault. Nor is it a fault if a player who exchanges
    nothing looks at cards that are left.

Example
    sample_games/laws/law-10/own-three.json

Source
    Article, Lois du piquet à deux, 10°; *De l'écart* on what each may look at.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import UNKNOWN, to_text
from piquet_records.cards.terms import ROLES
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.looks import exchange_is_reliable, talon_looks
from piquet_records.record.steps import Look

NUMBER = 10
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
FAULTS = {"law-10.looked-first": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the exchange can be followed."""
    return exchange_is_reliable(case)


def check(case: Case) -> Iterator[Finding]:
    """Yield each look at the talon that a player takes before his own discard."""
    for role in ROLES:
        discarded_at = case.trace.exchanged[role].discarded_at
        for look in talon_looks(case, role):
            exchanges_none = discarded_at is None and look.at in ("left", "adversary-left")
            has_discarded = discarded_at is not None and discarded_at < look.moment
            if look.event.list_name != "exchange" or has_discarded or exchanges_none:
                continue
            named = {"variant": "counted"} if UNKNOWN in look.cards else {"cards": to_text(look.cards)}
            yield Finding(
                code="law-10.looked-first", by=role, at=look.event.at, evidence={"count": len(look.cards)} | named
            )
