"""Law 12. Dealing twice running.

Statement
    If a player deals twice in succession by mistake, and notices it before he has seen any of his cards, he may make
    his adversary deal instead, even if the adversary has already seen his hand.

Faults
    law-12.dealt-twice (violation): the same player deals as in the last deal, although that deal was not made again.
    law-12.refused (violation): a dealer who noticed it in time demanded a new deal, and it is refused.

Ruling
    If the dealer speaks before he has seen a card of his own (`notice` of `double-deal` with `looked: false`), he may
    have the deal made again by the other player. If he speaks later, the deal stands.

Reading
    The right is the dealer's alone, because dealing is a disadvantage. When he has spoken, the other player may be
    the one to ask for the new deal. After a deal that was made again, the same dealer rightly deals once more. If the
    dealer had the deal made again and no notice is written, the record does not show that he was too late. Cavendish
    (law 16) lets either player notice it, before any card is taken up.

Example
    sample_games/laws/law-12/noticed-unseen.json

Source
    Article, Lois du piquet à deux, 12°.
"""

from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.terms import YOUNGER
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.dealers import double_deal_notices, same_dealer_again
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandRedeal, Redeal, Stand
from piquet_records.trace.facts import NEVER

NUMBER = 12
NEEDS = frozenset[Need]()
FAULTS = {"law-12.dealt-twice": Severity.VIOLATION, "law-12.refused": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding if the dealer of the last deal deals again."""
    if not same_dealer_again(case):
        return
    in_time = _noticed_in_time(case)
    redealt = bool(in_time and case.trace.events_of(Redeal)) or (in_time is None and _dealer_did(case, Redeal))
    seen = case.trace.exchanged[YOUNGER].discarded_at or NEVER
    yield Finding(
        code="law-12.dealt-twice",
        by=YOUNGER,
        at="dealer",
        evidence=_variant(case, in_time, redealt=redealt),
        options=(Option(YOUNGER, "redeal", "cards-seen", case.taken(redealt, seen)),) if in_time else (),
        remedied=redealt,
        waived=in_time is True and _dealer_did(case, Stand),
    )
    has_right = in_time is True
    yield from find_refused(
        case, "law-12.refused", DemandRedeal, lambda demand: has_right and demand.step.by == YOUNGER, Redeal
    )


def _variant(case: Case, in_time: bool | None, *, redealt: bool) -> dict[str, str]:
    """Return the evidence that says what became of the deal."""
    if in_time:
        return {"variant": "in-time"}
    if redealt:
        return {"variant": "redealt"}
    return {"variant": "redealt-by-other"} if case.trace.events_of(Redeal) else {}


def _noticed_in_time(case: Case) -> bool | None:
    """Return whether the dealer noticed it before he saw a card of his own; None if the record does not show it."""
    notices = double_deal_notices(case)
    if notices:
        return None if notices[0].looked is UNSET else not notices[0].looked
    return None if _dealer_did(case, Redeal) else False


def _dealer_did(case: Case, act: type) -> bool:
    return any(event.step.by == YOUNGER for event in case.trace.events_of(act))
