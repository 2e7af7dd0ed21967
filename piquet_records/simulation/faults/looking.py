"""Faults about cards seen after the exchange, suits named and demanded, and discards shown."""

from typing import Final

from piquet_records.cards.pack import SUITS, Bits, Card, suit_byte, suit_of, to_text
from piquet_records.cards.terms import ELDER, ELDER_SHARE, YOUNGER, Suit
from piquet_records.record.game import Deal
from piquet_records.record.steps import DemandDiscard, DemandSuit, ExchangeStep, Look, MixLeft, NameSuit, ShowDiscard
from piquet_records.simulation.faults.regular_deal import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    exchange_of,
    hands_played,
    inserted,
)
from piquet_records.trace.walk import replay_deal

_SUITS: Final[tuple[Suit, ...]] = ("S", "H", "D", "C")


def _with_left(regular: RegularDeal) -> tuple[Deal, tuple[Card, ...]]:
    """Return the deal, played so that the younger leaves cards of the talon, and these cards."""
    cards = regular.dealt()
    steps = regular.exchange(cards, leaving=1)
    return regular.played_anew(cards, steps), cards.talon[sum(step.draw for step in steps) :]


def _ending(deal: Deal, *steps: ExchangeStep) -> Deal:
    """Return the deal with steps at the end of the exchange."""
    return inserted(deal, "exchange", len(deal.exchange or ()), *steps)


def _first_suit(deal: Deal) -> Suit:
    """Return the suit of the first lead."""
    return _SUITS[SUITS.index(str((deal.play or ())[0])[1])]


def _others(hand: Bits, suit: str) -> list[Suit]:
    """Return the suits of a hand except one."""
    return [other for number, other in enumerate(_SUITS) if other != suit and suit_byte(hand, number)]


def _look_at(left: tuple[Card, ...]) -> Look:
    return Look(by=ELDER, at="adversary-left", cards=to_text(left))


def looked_unnamed(regular: RegularDeal) -> Injection:
    """Make the elder look at the cards that the younger left, and name no suit."""
    deal, left = _with_left(regular)
    return regular.with_deal(
        _ending(deal, _look_at(left)), ExpectedFinding("law-13.looked-unnamed", ELDER, "exchange/2")
    )


def other_suit_led(regular: RegularDeal) -> Injection:
    """Make the elder name a suit, look at the cards that the younger left, and lead another suit."""
    deal, left = _with_left(regular)
    named = regular.choose([suit for suit in _SUITS if suit != _first_suit(deal)])
    deal = _ending(deal, NameSuit(by=ELDER, suit=named), _look_at(left))
    return regular.with_deal(deal, ExpectedFinding("law-13.other-suit-led", ELDER, "play/0"))


def first_demand_ignored(regular: RegularDeal) -> Injection | None:
    """Make the elder look without naming a suit, and not lead the suit that the younger then demands."""
    deal, left = _with_left(regular)
    suits = _others(hands_played(replay_deal(deal))[ELDER], _first_suit(deal))
    if not suits:
        return None
    demand = DemandSuit(by=YOUNGER, suit=regular.choose(suits))
    deal = inserted(_ending(deal, _look_at(left)), "declarations", 0, demand)
    looked = ExpectedFinding("law-13.looked-unnamed", ELDER, "exchange/2")
    return regular.with_deal(deal, looked, ExpectedFinding("law-13.demand-ignored", ELDER, "play/0"))


def later_demand_ignored(regular: RegularDeal) -> Injection | None:
    """Make the elder look at the younger's cards of the talon, and not lead the suit that the younger then demands."""
    deal = regular.deal
    leads = [trick for trick in regular.trace.standing_tricks if trick.leader == ELDER]
    choices = [
        (trick, suit)
        for trick in leads
        for suit in _others(regular.trace.hand_at(ELDER, trick).known, SUITS[suit_of(trick.lead)])
    ]
    if not choices:
        return None
    trick, suit = regular.choose(choices)
    deal = inserted(deal, "play", trick.index, DemandSuit(by=YOUNGER, suit=suit))
    place = exchange_of(deal, ELDER)[0] + 1
    seen = regular.dealt().talon[ELDER_SHARE:][: regular.random_number(1, 3)]
    deal = inserted(deal, "exchange", place, Look(by=ELDER, at="adversary-talon", cards=to_text(seen)))
    saw = ExpectedFinding("law-18.elder-saw-talon", ELDER, f"exchange/{place}")
    return regular.with_deal(deal, saw, ExpectedFinding("law-18.demand-ignored", ELDER, f"play/{trick.index + 1}"))


def _mixed(regular: RegularDeal) -> tuple[Deal, ExpectedFinding]:
    """Make the younger mix the cards he left into his discard, before or after the elder names his suit."""
    deal, _ = _with_left(regular)
    mix, name = MixLeft(by=YOUNGER), NameSuit(by=ELDER, suit=_first_suit(deal))
    before = regular.coin()
    steps = (mix, name) if before else (name, mix)
    return _ending(deal, *steps), ExpectedFinding("law-20.left-mixed", YOUNGER, f"exchange/{2 + (not before)}")


def left_mixed(regular: RegularDeal) -> Injection:
    """Make the younger mix the cards he left into his discard before the elder could see them."""
    return regular.with_deal(*_mixed(regular))


def discard_not_shown(regular: RegularDeal) -> Injection:
    """Make the younger mix the cards he left, and not show his discard when asked, or not all of it."""
    deal, found = _mixed(regular)
    shown = replay_deal(deal).exchanged[YOUNGER].discard
    part = (ShowDiscard(by=YOUNGER, cards=to_text(shown)),) if regular.coin() else ()
    deal = inserted(deal, "declarations", 0, DemandDiscard(by=ELDER), *part)
    return regular.with_deal(deal, found, ExpectedFinding("law-20.not-shown", YOUNGER, "declarations/0"))


def demand(regular: RegularDeal) -> Injection:
    """Demand a suit, or to see a discard, without a right to it."""
    role = regular.random_role()
    asked = DemandSuit(by=role, suit=regular.choose(_SUITS)) if regular.coin() else DemandDiscard(by=role)
    index = regular.random_number(0, 11)
    deal = inserted(regular.deal, "play", index, asked)
    return regular.with_deal(deal, ExpectedFinding("usage-remedy.demand", role, f"play/{index}"))


INJECTORS: Final[dict[str, Injector]] = {
    "law-13.looked-unnamed": looked_unnamed,
    "law-13.other-suit-led": other_suit_led,
    "law-13.demand-ignored": first_demand_ignored,
    "law-18.demand-ignored": later_demand_ignored,
    "law-20.left-mixed": left_mixed,
    "law-20.not-shown": discard_not_shown,
    "usage-remedy.demand": demand,
}
