"""Law 23. A faulty pack.

Statement
    If the pack is found to be faulty, because it lacks a card or has one twice, that deal is void. The deals played
    before it are good.

Faults
    law-23.faulty-pack (violation): the hands as dealt and the talon together lack a card or have one twice.

Ruling
    This deal is void and scores nothing; the earlier ones stand. A new deal (`redeal`) is the remedy.

Reading
    The cards show the fault, so it does not matter when it was noticed, or whether it was. To find a card missing,
    all 32 must be known. To find a card twice, only those two must be known; this works too if the record gives the
    hands as held after the exchange. It is nobody's fault. If the deal was made again, its hands may be written only
    in part; then a card counts as missing only if the hands are whole or somebody said that the pack was faulty.
    Cavendish (law 75) has the same rule.

Example
    sample_games/laws/law-23/missing.json

Source
    Article, Lois du piquet à deux, 23°.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.pack import FULL_PACK, Card, from_bits, parse, to_bits, to_text
from piquet_records.cards.terms import HAND_SIZE, PACK_SIZE
from piquet_records.findings import Finding, Severity, Void
from piquet_records.laws.case import Case, Need
from piquet_records.record.game import Hands
from piquet_records.record.steps import Notice, Redeal
from piquet_records.trace.facts import Event

NUMBER = 23
NEEDS = frozenset({Need.PACK})
FAULTS = {"law-23.faulty-pack": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding if a card is missing from the pack or twice in it."""
    if _is_complete(case):
        return
    twice = _twice(case)
    missing = FULL_PACK & ~to_bits(_dealt(case)) if _shows_whole_pack(case) else 0
    if not (twice or missing):
        return
    notice = _notice(case)
    evidence = {"missing": to_text(from_bits(missing))} if missing else {}
    evidence |= {"cards": to_text(twice)} if twice else {}
    variant = "exchanged" if twice and missing else "twice" if twice else None
    redealt = bool(case.trace.events_of(Redeal))
    yield Finding(
        code="law-23.faulty-pack",
        by=None,
        at=notice.at if notice else "held" if case.deal.hands is UNSET else "hands",
        evidence=evidence | ({"variant": variant} if variant else {}),
        effects=() if redealt else (Void(),),
        remedied=redealt,
    )


def _is_complete(case: Case) -> bool:
    """Return whether hands and talon are the 32 cards. A quick test first, because nearly every deal passes it."""
    elder, younger = case.trace.dealt.values()
    if elder is None or younger is None or case.trace.talon is None or case.deal.held is not UNSET:
        return False
    cards = elder.size + younger.size + len(case.trace.talon)
    return cards == PACK_SIZE and elder.known | younger.known | to_bits(case.trace.talon) == FULL_PACK


def _dealt(case: Case) -> tuple[Card, ...]:
    """Return the recorded cards of the hands as dealt and of the talon; a card may be in it twice."""
    return (*_cards(case.deal.hands), *(case.trace.talon or ()))


def _cards(hands: object) -> tuple[Card, ...]:
    if not isinstance(hands, Hands):
        return ()
    return tuple(card for text in (hands.elder, hands.younger) if isinstance(text, str) for card in parse(text))


def _twice(case: Case) -> tuple[Card, ...]:
    """Return the known cards that occur twice among those dealt, or twice in the hands after the exchange."""
    counts = (Counter(_dealt(case)), Counter(_cards(case.deal.held)))
    return tuple(sorted({card for count in counts for card, times in count.items() if card >= 0 and times > 1}))


def _shows_whole_pack(case: Case) -> bool:
    """Return whether the record shows all cards that were in the pack, so that a card it lacks was missing."""
    if Need.PACK not in case.facts:
        return False
    hands = [hand for hand in case.trace.dealt.values() if hand is not None]
    return (
        not case.trace.events_of(Redeal) or _notice(case) is not None or all(hand.size >= HAND_SIZE for hand in hands)
    )


def _notice(case: Case) -> Event | None:
    return next((event for event, step in case.trace.events_and_steps(Notice) if step.what == "faulty-pack"), None)
