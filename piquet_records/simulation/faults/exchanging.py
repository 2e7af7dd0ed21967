"""Faults of the exchange: numbers drawn, discards changed, cards seen too early, a carte blanche not held or late."""

from typing import Any, Final

from msgspec.structs import replace

from piquet_records.cards.pack import COURT_CARDS, FULL_PACK, Card, code, from_bits, parse, to_bits, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, ELDER_SHARE, ROLES, YOUNGER, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
    CarteBlanche,
    ChangeDiscard,
    Discard,
    Draw,
    Exchange,
    ExchangeStep,
    LayOut,
    Look,
    PutBack,
    Redeal,
    Retake,
    TouchTalon,
)
from piquet_records.simulation.faults.occasion import (
    Dealt,
    ExpectedFinding,
    Injection,
    Injector,
    Plan,
    RegularDeal,
    dealt,
    exchange_of,
    inserted,
)
from piquet_records.simulation.players import shuffled

_MOST_PUT: Final[dict[Role, int]] = {ELDER: 5, YOUNGER: 3}
"""How many cards a player may always exchange, whatever the other does."""


def _own(role: Role) -> str:
    """Give the place of a player's exchange where both have done nothing else."""
    return f"exchange/{ROLES.index(role)}"


def _planned(occasion: RegularDeal, cards: Dealt, role: Role, plan: Plan) -> tuple[Exchange, Exchange]:
    return occasion.exchange(cards, {role: plan})


def _over(occasion: RegularDeal, role: Role) -> Plan:
    """Plan a draw of one card more than are put out."""
    put = occasion.number(1, _MOST_PUT[role] - 1)
    return Plan(put, put + 1)


def overdrawn(occasion: RegularDeal) -> Injection:
    """Draw a card more than was put out, and play with thirteen."""
    role, cards = occasion.role(), occasion.dealt()
    deal = occasion.replayed(cards, _planned(occasion, cards, role, _over(occasion, role)))
    return occasion.changed(
        deal, *(ExpectedFinding(found, role, _own(role)) for found in ("law-08.overdraw", "law-03.too-many"))
    )


def overdraw(occasion: RegularDeal) -> Injection:
    """Draw a card more than was put out, and have it mended: put back, laid out, or the deal made again."""
    role, way = occasion.role(), occasion.one_of(("put-back", "lay-out", "redeal"))
    cards = dealt(occasion.fresh()) if way == "redeal" else occasion.dealt()
    steps = _planned(occasion, cards, role, _over(occasion, role))
    found = ExpectedFinding("law-08.overdraw", role, _own(role))
    if way == "redeal":
        deal = occasion.redealt(cards, exchange=(*steps, Redeal(by=ADVERSARY[role])))
        return occasion.redeal_is_ordered(deal, found)
    last = sum(step.draw for step in steps[: ROLES.index(role) + 1]) - 1
    mending = LayOut(by=role, card=code(cards.talon[last])) if way == "lay-out" else _back(role)
    exchange = (steps[0], mending, steps[1]) if role == ELDER else (*steps, mending)
    return occasion.changed(occasion.replayed(cards, exchange), found)


def _back(role: Role) -> PutBack:
    return PutBack(by=role, count=1, seen=False)


def too_few(occasion: RegularDeal) -> Injection:
    """Draw a card fewer than was put out, and play with eleven."""
    role, cards = occasion.role(), occasion.dealt()
    put = occasion.number(2, _MOST_PUT[role])
    deal = occasion.replayed(cards, _planned(occasion, cards, role, Plan(put, put - 1)))
    return occasion.changed(deal, ExpectedFinding("law-04.too-few", role, _own(role)))


def none_exchanged(occasion: RegularDeal) -> Injection:
    """Exchange no card."""
    role, cards = occasion.role(), occasion.dealt()
    deal = occasion.replayed(cards, _planned(occasion, cards, role, Plan(0, 0)))
    return occasion.changed(deal, ExpectedFinding("usage-exchange.none", role, _own(role)))


def too_many_exchanged(occasion: RegularDeal) -> Injection:
    """Have the elder exchange more than five, or the younger ask for more than are left and get one too few."""
    cards, too_many = occasion.dealt(), "usage-exchange.too-many"
    if occasion.chance():
        count = occasion.number(ELDER_SHARE + 1, len(cards.talon) - 1)
        deal = occasion.replayed(cards, occasion.exchange(cards, {ELDER: Plan(count, count)}))
        return occasion.changed(deal, ExpectedFinding(too_many, ELDER, _own(ELDER)))
    count = occasion.number(1, ELDER_SHARE)
    asked = len(cards.talon) - count + 1
    deal = occasion.replayed(cards, occasion.exchange(cards, {ELDER: Plan(count, count), YOUNGER: Plan(asked, asked)}))
    return occasion.changed(
        deal, *(ExpectedFinding(found, YOUNGER, _own(YOUNGER)) for found in (too_many, "law-04.too-few"))
    )


def _parted(step: Exchange, first: str, *between: ExchangeStep) -> tuple[ExchangeStep, ...]:
    """Write an exchange as its two halves, with steps between them."""
    return (Discard(by=step.by, cards=first), *between, Draw(by=step.by, count=step.draw, announced=step.announced))


def _own_talon(occasion: RegularDeal, role: Role) -> tuple[Card, ...]:
    """Give the cards of the talon that a player may draw."""
    talon = occasion.dealt().talon
    return talon[:ELDER_SHARE] if role == ELDER else talon[exchange_of(occasion.deal, ELDER)[1].draw :]


def _look(occasion: RegularDeal, role: Role, at: Any, cards: tuple[Card, ...]) -> Look:
    """Look at some of these cards; the record names them, or only says how many."""
    seen = cards[: occasion.number(1, len(cards))]
    if occasion.chance():
        return Look(by=role, at=at, count=len(seen))
    return Look(by=role, at=at, cards=to_text(seen))


def discard_changed(occasion: RegularDeal) -> Injection:
    """Change the discard when the talon has been touched; what is put out in the end is the same."""
    role = occasion.role()
    index, step = exchange_of(occasion.deal, role)
    put = parse(step.discard)
    kept = occasion.one_of(from_bits(occasion.dealt().hands[role] & ~to_bits(put)))
    touch = TouchTalon(by=role)
    final = touch if occasion.chance() else _look(occasion, role, "own-talon", _own_talon(occasion, role))
    steps = _parted(step, to_text((kept, *put[1:])), final, ChangeDiscard(by=role, cards=step.discard))
    return occasion.changed(
        _with_exchange(occasion.deal, index, steps),
        ExpectedFinding("law-09.discard-changed", role, f"exchange/{index + 2}"),
    )


def _with_exchange(deal: Deal, index: int, steps: tuple[ExchangeStep, ...]) -> Deal:
    """Put steps in the place of one of the exchange."""
    exchange = deal.exchange or ()
    return replace(deal, exchange=(*exchange[:index], *steps, *exchange[index + 1 :]))


def looked_first(occasion: RegularDeal) -> Injection:
    """Look at one's own cards of the talon before one's own discard."""
    role = occasion.role()
    index, _ = exchange_of(occasion.deal, role)
    step = _look(occasion, role, "own-talon", _own_talon(occasion, role))
    found = ExpectedFinding("law-10.looked-first", role, f"exchange/{index}")
    return occasion.changed(inserted(occasion.deal, "exchange", index, step), found)


def short_draw_unsaid(occasion: RegularDeal) -> Injection:
    """Have the elder take fewer than five and say nothing, or a wrong number."""
    cards, count = occasion.dealt(), occasion.number(1, ELDER_SHARE - 1)
    elder, younger = occasion.exchange(cards, {ELDER: Plan(count, count)})
    wrong = [False, *(number for number in range(1, ELDER_SHARE + 1) if number != count)]
    exchange = (replace(elder, announced=occasion.one_of(wrong)), younger)
    found = ExpectedFinding("law-11.short-draw-unsaid", ELDER, _own(ELDER))
    return occasion.changed(occasion.replayed(cards, exchange), found)


def younger_first(occasion: RegularDeal) -> Injection:
    """Have the younger discard, draw and mix his cards in before the elder has."""
    cards, count = occasion.dealt(), occasion.number(1, _MOST_PUT[YOUNGER])
    elder, _ = occasion.exchange(cards)
    exchange = (occasion.exchanged(YOUNGER, cards, Plan(count, count)), elder)
    found = ExpectedFinding("law-17.younger-first", YOUNGER, "exchange/0")
    return occasion.changed(occasion.replayed(cards, exchange), found)


def elder_saw_talon(occasion: RegularDeal) -> Injection:
    """Have the elder see cards of the younger's, after his own draw or, worse, before his discard."""
    index, _ = exchange_of(occasion.deal, ELDER)
    early = occasion.chance()
    at = index + (not early)
    step = _look(occasion, ELDER, "adversary-talon", occasion.dealt().talon[ELDER_SHARE:])
    finds = [ExpectedFinding("law-18.elder-saw-talon", ELDER, f"exchange/{at}")]
    if early:
        finds.append(ExpectedFinding("law-10.looked-first", ELDER, f"exchange/{at}"))
    return occasion.changed(inserted(occasion.deal, "exchange", at, step), *finds)


def younger_saw_talon(occasion: RegularDeal) -> Injection | None:
    """Have the younger see cards of the elder's, after an early discard or, worse, before it."""
    if len(occasion.deal.exchange or ()) > len(ROLES):
        return None  # a carte blanche stands there, whose time would change
    look = _look(occasion, YOUNGER, "adversary-talon", occasion.dealt().talon[:ELDER_SHARE])
    saw = "law-19.younger-saw-talon"
    if occasion.chance():
        finds = (ExpectedFinding(found, YOUNGER, "exchange/0") for found in ("law-10.looked-first", saw))
        return occasion.changed(inserted(occasion.deal, "exchange", 0, look), *finds)
    (_, elder), (_, younger) = (exchange_of(occasion.deal, role) for role in ROLES)
    exchange = _parted(younger, younger.discard, look, elder)
    return occasion.changed(replace(occasion.deal, exchange=exchange), ExpectedFinding(saw, YOUNGER, "exchange/1"))


def retook_discard(occasion: RegularDeal) -> Injection:
    """Take a card out of the discard for another of the hand, in bad faith as the arbiter found."""
    role = occasion.role()
    index, step = exchange_of(occasion.deal, role)
    put = parse(step.discard)
    kept = from_bits(occasion.dealt().hands[role] & ~to_bits(put))
    taken, laid = occasion.one_of(put), occasion.one_of(kept)
    retake = Retake(by=role, cards=code(taken), puts=code(laid), bad_faith=True)
    exchange = inserted(occasion.deal, "exchange", index + 1, retake).exchange or ()
    found = ExpectedFinding("law-28.retook-discard", role, f"exchange/{index + 1}")
    return occasion.changed(occasion.replayed(occasion.dealt(), exchange), found)


def blanche_not_held(occasion: RegularDeal) -> Injection | None:
    """Show a carte blanche with a court card in the hand."""
    role = occasion.role()
    if not occasion.dealt().hands[role] & COURT_CARDS:
        return None
    index, _ = exchange_of(occasion.deal, role)
    found = ExpectedFinding("usage-blanche.not-held", role, f"exchange/{index}")
    return occasion.changed(inserted(occasion.deal, "exchange", index, CarteBlanche(by=role)), found)


def blanche_late(occasion: RegularDeal) -> Injection:
    """Show a carte blanche that is held after the own discard, or as the younger before the elder's."""
    role = occasion.role()
    held = to_bits(shuffled(occasion.rng, from_bits(FULL_PACK & ~COURT_CARDS))[:12])
    cards = occasion.dealt_with({role: held})
    deal = occasion.replayed(cards, occasion.exchange(cards))
    places = [("declarations", 0), ("exchange", 1 + ROLES.index(role))]
    name, index = occasion.one_of([*places, ("exchange", 0)] if role == YOUNGER else places)
    found = ExpectedFinding("usage-blanche.late", role, f"{name}/{index}")
    return occasion.changed(inserted(deal, name, index, CarteBlanche(by=role)), found)


INJECTORS: Final[dict[str, Injector]] = {
    "law-03.too-many": overdrawn,
    "law-04.too-few": too_few,
    "law-08.overdraw": overdraw,
    "law-09.discard-changed": discard_changed,
    "law-10.looked-first": looked_first,
    "law-11.short-draw-unsaid": short_draw_unsaid,
    "law-17.younger-first": younger_first,
    "law-18.elder-saw-talon": elder_saw_talon,
    "law-19.younger-saw-talon": younger_saw_talon,
    "law-28.retook-discard": retook_discard,
    "usage-blanche.not-held": blanche_not_held,
    "usage-blanche.late": blanche_late,
    "usage-exchange.none": none_exchanged,
    "usage-exchange.too-many": too_many_exchanged,
}
