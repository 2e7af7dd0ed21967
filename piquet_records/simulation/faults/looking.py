"""Faults about cards seen after the exchange, suits named and demanded, and discards shown."""

from typing import Final

from piquet_records.cards.pack import SUITS, Bits, Card, suit_byte, to_text
from piquet_records.cards.terms import ELDER, ELDER_SHARE, YOUNGER, Suit
from piquet_records.record.game import Deal
from piquet_records.record.steps import DemandDiscard, DemandSuit, ExchangeStep, Look, MixLeft, NameSuit, ShowDiscard
from piquet_records.simulation.faults.occasion import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    exchange_of,
    inserted,
    playing,
)
from piquet_records.trace.walk import replay_deal

_SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")


def _with_left(occasion: RegularDeal) -> tuple[Deal, tuple[Card, ...]]:
    """Have the deal played so that the younger leaves cards; gives them too."""
    cards = occasion.dealt()
    steps = occasion.exchange(cards, leaving=1)
    return occasion.replayed(cards, steps), cards.talon[sum(step.draw for step in steps) :]


def _ending(deal: Deal, *steps: ExchangeStep) -> Deal:
    """Put steps at the end of the exchange."""
    return inserted(deal, "exchange", len(deal.exchange or ()), *steps)


def _first_suit(deal: Deal) -> Suit:
    """Give the suit of the first lead."""
    return _SUITS[SUITS.index(str((deal.play or ())[0])[1])]


def _others(hand: Bits, suit: str) -> list[Suit]:
    """Give the suits of a hand but for one."""
    return [other for number, other in enumerate(_SUITS) if other != suit and suit_byte(hand, number)]


def _look_at(left: tuple[Card, ...]) -> Look:
    return Look(by=ELDER, at="adversary-left", cards=to_text(left))


def looked_unnamed(occasion: RegularDeal) -> Injection:
    """Have the elder look at what the younger left, and name no suit."""
    deal, left = _with_left(occasion)
    return occasion.changed(
        _ending(deal, _look_at(left)), ExpectedFinding("law-13.looked-unnamed", ELDER, "exchange/2")
    )


def other_suit_led(occasion: RegularDeal) -> Injection:
    """Have the elder name a suit, look at what the younger left, and lead another."""
    deal, left = _with_left(occasion)
    named = occasion.one_of([suit for suit in _SUITS if suit != _first_suit(deal)])
    deal = _ending(deal, NameSuit(by=ELDER, suit=named), _look_at(left))
    return occasion.changed(deal, ExpectedFinding("law-13.other-suit-led", ELDER, "play/0"))


def first_demand_ignored(occasion: RegularDeal) -> Injection | None:
    """Have the elder look without naming a suit, and not lead the one demanded for it."""
    deal, left = _with_left(occasion)
    suits = _others(playing(replay_deal(deal))[ELDER], _first_suit(deal))
    if not suits:
        return None
    demand = DemandSuit(by=YOUNGER, suit=occasion.one_of(suits))
    deal = inserted(_ending(deal, _look_at(left)), "declarations", 0, demand)
    looked = ExpectedFinding("law-13.looked-unnamed", ELDER, "exchange/2")
    return occasion.changed(deal, looked, ExpectedFinding("law-13.demand-ignored", ELDER, "play/0"))


def later_demand_ignored(occasion: RegularDeal) -> Injection | None:
    """Have the elder see cards of the younger's, and not lead the suit demanded for it."""
    deal = occasion.deal
    leads = [trick for trick in occasion.trace.standing_tricks if trick.leader == ELDER]
    choices = [
        (trick, suit)
        for trick in leads
        for suit in _others(occasion.trace.hand_at(ELDER, trick).known, SUITS[trick.lead >> 3])
    ]
    if not choices:
        return None
    trick, suit = occasion.one_of(choices)
    deal = inserted(deal, "play", trick.index, DemandSuit(by=YOUNGER, suit=suit))
    place = exchange_of(deal, ELDER)[0] + 1
    seen = occasion.dealt().talon[ELDER_SHARE:][: occasion.number(1, 3)]
    deal = inserted(deal, "exchange", place, Look(by=ELDER, at="adversary-talon", cards=to_text(seen)))
    saw = ExpectedFinding("law-18.elder-saw-talon", ELDER, f"exchange/{place}")
    return occasion.changed(deal, saw, ExpectedFinding("law-18.demand-ignored", ELDER, f"play/{trick.index + 1}"))


def _mixed(occasion: RegularDeal) -> tuple[Deal, ExpectedFinding]:
    """Have the younger mix what he left into his discard, before or after the elder names his suit."""
    deal, _ = _with_left(occasion)
    mix, name = MixLeft(by=YOUNGER), NameSuit(by=ELDER, suit=_first_suit(deal))
    before = occasion.chance()
    steps = (mix, name) if before else (name, mix)
    return _ending(deal, *steps), ExpectedFinding("law-20.left-mixed", YOUNGER, f"exchange/{2 + (not before)}")


def left_mixed(occasion: RegularDeal) -> Injection:
    """Have the younger mix what he left into his discard before the elder could see it."""
    return occasion.changed(*_mixed(occasion))


def discard_not_shown(occasion: RegularDeal) -> Injection:
    """Have the younger mix what he left, and show nothing, or not all, of his discard."""
    deal, found = _mixed(occasion)
    shown = replay_deal(deal).exchanged[YOUNGER].discard
    part = (ShowDiscard(by=YOUNGER, cards=to_text(shown)),) if occasion.chance() else ()
    deal = inserted(deal, "declarations", 0, DemandDiscard(by=ELDER), *part)
    return occasion.changed(deal, found, ExpectedFinding("law-20.not-shown", YOUNGER, "declarations/0"))


def demand(occasion: RegularDeal) -> Injection:
    """Demand a suit, or the sight of a discard, without a right to it."""
    role = occasion.role()
    asked = DemandSuit(by=role, suit=occasion.one_of(_SUITS)) if occasion.chance() else DemandDiscard(by=role)
    index = occasion.number(0, 11)
    deal = inserted(occasion.deal, "play", index, asked)
    return occasion.changed(deal, ExpectedFinding("usage-remedy.demand", role, f"play/{index}"))


INJECTORS: Final[dict[str, Injector]] = {
    "law-13.looked-unnamed": looked_unnamed,
    "law-13.other-suit-led": other_suit_led,
    "law-13.demand-ignored": first_demand_ignored,
    "law-18.demand-ignored": later_demand_ignored,
    "law-20.left-mixed": left_mixed,
    "law-20.not-shown": discard_not_shown,
    "usage-remedy.demand": demand,
}
