"""Law 12. Dealing twice running.

Statement
    If a player deals twice in succession by mistake, and notices it before he has seen any of his cards, he may make
    his adversary deal instead, even if the adversary has already seen his hand.

Faults
    law-12.dealt-twice (violation): the same player deals as in the last deal, although that deal was not made again.

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
from piquet_records.record.steps import Notice, Redeal, Stand

NUMBER = 12
NEEDS = frozenset[Need]()
FAULTS = {"law-12.dealt-twice": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find a deal by the dealer of the deal before."""
    last = next((past.deal for past in reversed(case.earlier) if not past.void), None)
    if last is None or last.dealer != case.deal.dealer:
        return
    unseen = _unseen(case)
    redealt = bool(unseen and case.trace.events_of(Redeal)) or (unseen is None and _did(case, Redeal))
    yield Finding(
        code="law-12.dealt-twice",
        by=YOUNGER,
        at="dealer",
        evidence={"variant": "in-time"} if unseen else {"variant": "redealt"} if redealt else {},
        options=(Option(YOUNGER, "redeal", "cards-seen", redealt),) if unseen else (),
        remedied=redealt,
        waived=unseen is True and _did(case, Stand),
    )


def _unseen(case: Case) -> bool | None:
    """Tell whether the dealer noticed it before he saw a card; None where only his having it made again is written."""
    notices = [
        step for _, step in case.trace.events_and_steps(Notice) if step.by == YOUNGER and step.what == "double-deal"
    ]
    if not notices:
        return None if _did(case, Redeal) else False
    return None if notices[0].looked is UNSET else not notices[0].looked


def _did(case: Case, act: type) -> bool:
    return any(event.step.by == YOUNGER for event in case.trace.events_of(act))
