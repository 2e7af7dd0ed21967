"""Law 23. A faulty pack.

Statement
    Where the pack is found to be faulty, because a card is missing or stands in it twice, that deal is void. Those
    that were played before it are good.

Faults
    law-23.faulty-pack (violation): a card is missing from, or twice in, the hands as dealt and the talon together.

Ruling
    This deal is void and scores nothing; the earlier ones stand. A new deal (`redeal`) is the remedy.

Reading
    It does not matter when it is noticed, or whether it was at all: the cards show it. For a card missing all 32
    must be known; for a card twice in the pack only those two, also where the hands are given as they were held
    after the exchange. It is nobody's fault. In a deal that was made again the hands may be written in part; then a
    card is missing only where they are whole or somebody said so. Cavendish (law 75) has the same.

Example
    sample_games/laws/law-23/missing.json

Source
    Article, Lois du piquet à deux, 23°.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import UNSET

from piquet_records.cards.pack import FULL_PACK, Card, from_bits, parse, to_bits, to_text
from piquet_records.cards.terms import HAND_SIZE
from piquet_records.findings import Finding, Severity, Void
from piquet_records.laws.case import Case, Need
from piquet_records.record.game import Hands
from piquet_records.record.steps import Notice, Redeal
from piquet_records.trace.facts import Event

NUMBER = 23
NEEDS = frozenset({Need.PACK})
FAULTS = {"law-23.faulty-pack": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Find a card missing from the pack, or twice in it."""
    if _in_order(case):
        return
    twice = _twice(case)
    missing = FULL_PACK & ~to_bits(_dealt(case)) if _whole(case) else 0
    if not (twice or missing):
        return
    word = _notice(case)
    evidence = {"missing": to_text(from_bits(missing))} if missing else {}
    evidence |= {"cards": to_text(twice)} if twice else {}
    variant = "exchanged" if twice and missing else "twice" if twice else None
    redealt = bool(case.trace.events_of(Redeal))
    yield Finding(
        code="law-23.faulty-pack",
        by=None,
        at=word.at if word else "held" if case.deal.hands is UNSET else "hands",
        evidence=evidence | ({"variant": variant} if variant else {}),
        effects=() if redealt else (Void(),),
        remedied=redealt,
    )


def _in_order(case: Case) -> bool:
    """Tell whether 32 cards lie in hands and talon, and none twice: at a glance, for nearly every deal is so."""
    elder, younger = case.trace.dealt.values()
    if elder is None or younger is None or case.trace.talon is None or case.deal.held is not UNSET:
        return False
    cards = elder.size + younger.size + len(case.trace.talon)
    return cards == 32 and elder.known | younger.known | to_bits(case.trace.talon) == FULL_PACK


def _dealt(case: Case) -> tuple[Card, ...]:
    """Give the cards of the hands as dealt and of the talon, as far as they are written."""
    return (*_cards(case.deal.hands), *(case.trace.talon or ()))


def _cards(hands: object) -> tuple[Card, ...]:
    if not isinstance(hands, Hands):
        return ()
    return tuple(card for text in (hands.elder, hands.younger) if isinstance(text, str) for card in parse(text))


def _twice(case: Case) -> tuple[Card, ...]:
    """Give the known cards that stand twice in one account of the deal."""
    accounts = (_dealt(case), _cards(case.deal.held))
    return tuple(
        sorted({card for account in accounts for card, times in Counter(account).items() if card >= 0 and times > 1})
    )


def _whole(case: Case) -> bool:
    """Whether all cards that were in the pack are known."""
    if Need.PACK not in case.facts:
        return False
    hands = [hand for hand in case.trace.dealt.values() if hand is not None]
    return (
        not case.trace.events_of(Redeal) or _notice(case) is not None or all(hand.size >= HAND_SIZE for hand in hands)
    )


def _notice(case: Case) -> Event | None:
    return next((event for event, step in case.trace.events_and_steps(Notice) if step.what == "faulty-pack"), None)
