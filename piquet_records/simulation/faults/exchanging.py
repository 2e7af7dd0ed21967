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
from piquet_records.simulation.faults.regular_deal import (
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
"""How many cards a player may always exchange, whatever the adversary exchanges."""


def _own(role: Role) -> str:
    """Return the place of a player's exchange if there are no other steps."""
    return f"exchange/{ROLES.index(role)}"


def _planned(regular: RegularDeal, cards: Dealt, role: Role, plan: Plan) -> tuple[Exchange, Exchange]:
    return regular.exchange(cards, {role: plan})


def _over(regular: RegularDeal, role: Role) -> Plan:
    """Plan to draw one card more than is discarded."""
    put = regular.random_number(1, _MOST_PUT[role] - 1)
    return Plan(put, put + 1)


def overdrawn(regular: RegularDeal) -> Injection:
    """Draw one card more than was discarded, and play with thirteen."""
    role, cards = regular.random_role(), regular.dealt()
    deal = regular.played_anew(cards, _planned(regular, cards, role, _over(regular, role)))
    return regular.with_deal(
        deal, *(ExpectedFinding(found, role, _own(role)) for found in ("law-08.overdraw", "law-03.too-many"))
    )


def overdraw(regular: RegularDeal) -> Injection:
    """Draw one card more than was discarded, and settle it: put it back, lay it out, or redeal."""
    role, way = regular.random_role(), regular.choose(("put-back", "lay-out", "redeal"))
    cards = dealt(regular.fresh_deal()) if way == "redeal" else regular.dealt()
    steps = _planned(regular, cards, role, _over(regular, role))
    found = ExpectedFinding("law-08.overdraw", role, _own(role))
    if way == "redeal":
        deal = regular.with_cards(cards, exchange=(*steps, Redeal(by=ADVERSARY[role])))
        return regular.with_void_deal_before(deal, found)
    last = sum(step.draw for step in steps[: ROLES.index(role) + 1]) - 1
    mending = LayOut(by=role, card=code(cards.talon[last])) if way == "lay-out" else _back(role)
    exchange = (steps[0], mending, steps[1]) if role == ELDER else (*steps, mending)
    return regular.with_deal(regular.played_anew(cards, exchange), found)


def _back(role: Role) -> PutBack:
    return PutBack(by=role, count=1, seen=False)


def too_few(regular: RegularDeal) -> Injection:
    """Draw one card fewer than was discarded, and play with eleven."""
    role, cards = regular.random_role(), regular.dealt()
    put = regular.random_number(2, _MOST_PUT[role])
    deal = regular.played_anew(cards, _planned(regular, cards, role, Plan(put, put - 1)))
    return regular.with_deal(deal, ExpectedFinding("law-04.too-few", role, _own(role)))


def none_exchanged(regular: RegularDeal) -> Injection:
    """Exchange no card."""
    role, cards = regular.random_role(), regular.dealt()
    deal = regular.played_anew(cards, _planned(regular, cards, role, Plan(0, 0)))
    return regular.with_deal(deal, ExpectedFinding("usage-exchange.none", role, _own(role)))


def too_many_exchanged(regular: RegularDeal) -> Injection:
    """Make the elder exchange more than five cards, or the younger more than are left, so that he gets one too few."""
    cards, too_many = regular.dealt(), "usage-exchange.too-many"
    if regular.coin():
        count = regular.random_number(ELDER_SHARE + 1, len(cards.talon) - 1)
        deal = regular.played_anew(cards, regular.exchange(cards, {ELDER: Plan(count, count)}))
        return regular.with_deal(deal, ExpectedFinding(too_many, ELDER, _own(ELDER)))
    count = regular.random_number(1, ELDER_SHARE)
    asked = len(cards.talon) - count + 1
    deal = regular.played_anew(cards, regular.exchange(cards, {ELDER: Plan(count, count), YOUNGER: Plan(asked, asked)}))
    return regular.with_deal(
        deal, *(ExpectedFinding(found, YOUNGER, _own(YOUNGER)) for found in (too_many, "law-04.too-few"))
    )


def _parted(step: Exchange, first: str, *between: ExchangeStep) -> tuple[ExchangeStep, ...]:
    """Return an exchange as a discard and a draw, with steps between them."""
    return (Discard(by=step.by, cards=first), *between, Draw(by=step.by, count=step.draw, announced=step.announced))


def _own_talon(regular: RegularDeal, role: Role) -> tuple[Card, ...]:
    """Return the cards of the talon that a player may draw."""
    talon = regular.dealt().talon
    return talon[:ELDER_SHARE] if role == ELDER else talon[exchange_of(regular.deal, ELDER)[1].draw :]


def _look(regular: RegularDeal, role: Role, at: Any, cards: tuple[Card, ...]) -> Look:
    """Return a look at some of these cards, which names the cards or only their number."""
    seen = cards[: regular.random_number(1, len(cards))]
    if regular.coin():
        return Look(by=role, at=at, count=len(seen))
    return Look(by=role, at=at, cards=to_text(seen))


def discard_changed(regular: RegularDeal) -> Injection:
    """Change the discard after touching the talon. The final discard is that of the regular deal."""
    role = regular.random_role()
    index, step = exchange_of(regular.deal, role)
    put = parse(step.discard)
    kept = regular.choose(from_bits(regular.dealt().hands[role] & ~to_bits(put)))
    touch = TouchTalon(by=role)
    final = touch if regular.coin() else _look(regular, role, "own-talon", _own_talon(regular, role))
    steps = _parted(step, to_text((kept, *put[1:])), final, ChangeDiscard(by=role, cards=step.discard))
    return regular.with_deal(
        _with_exchange(regular.deal, index, steps),
        ExpectedFinding("law-09.discard-changed", role, f"exchange/{index + 2}"),
    )


def _with_exchange(deal: Deal, index: int, steps: tuple[ExchangeStep, ...]) -> Deal:
    """Return the deal with these steps in place of one step of the exchange."""
    exchange = deal.exchange or ()
    return replace(deal, exchange=(*exchange[:index], *steps, *exchange[index + 1 :]))


def looked_first(regular: RegularDeal) -> Injection:
    """Look at the player's own cards of the talon before his discard."""
    role = regular.random_role()
    index, _ = exchange_of(regular.deal, role)
    step = _look(regular, role, "own-talon", _own_talon(regular, role))
    found = ExpectedFinding("law-10.looked-first", role, f"exchange/{index}")
    return regular.with_deal(inserted(regular.deal, "exchange", index, step), found)


def short_draw_unsaid(regular: RegularDeal) -> Injection:
    """Make the elder draw fewer than five cards and say nothing, or a wrong number."""
    cards, count = regular.dealt(), regular.random_number(1, ELDER_SHARE - 1)
    elder, younger = regular.exchange(cards, {ELDER: Plan(count, count)})
    wrong = [False, *(number for number in range(1, ELDER_SHARE + 1) if number != count)]
    exchange = (replace(elder, announced=regular.choose(wrong)), younger)
    found = ExpectedFinding("law-11.short-draw-unsaid", ELDER, _own(ELDER))
    return regular.with_deal(regular.played_anew(cards, exchange), found)


def younger_first(regular: RegularDeal) -> Injection:
    """Make the younger discard, draw and take up his cards before the elder."""
    cards, count = regular.dealt(), regular.random_number(1, _MOST_PUT[YOUNGER])
    elder, _ = regular.exchange(cards)
    exchange = (regular.planned_exchange(YOUNGER, cards, Plan(count, count)), elder)
    found = ExpectedFinding("law-17.younger-first", YOUNGER, "exchange/0")
    return regular.with_deal(regular.played_anew(cards, exchange), found)


def elder_saw_talon(regular: RegularDeal) -> Injection:
    """Make the elder look at the younger's cards of the talon, after his own draw or before his discard."""
    index, _ = exchange_of(regular.deal, ELDER)
    early = regular.coin()
    at = index + (not early)
    step = _look(regular, ELDER, "adversary-talon", regular.dealt().talon[ELDER_SHARE:])
    expected = [ExpectedFinding("law-18.elder-saw-talon", ELDER, f"exchange/{at}")]
    if early:
        expected.append(ExpectedFinding("law-10.looked-first", ELDER, f"exchange/{at}"))
    return regular.with_deal(inserted(regular.deal, "exchange", at, step), *expected)


def younger_saw_talon(regular: RegularDeal) -> Injection | None:
    """Make the younger look at the elder's cards of the talon, after his own early discard or before it."""
    if len(regular.deal.exchange or ()) > len(ROLES):
        return None  # it has a carte blanche, which would be shown at another time
    look = _look(regular, YOUNGER, "adversary-talon", regular.dealt().talon[:ELDER_SHARE])
    saw = "law-19.younger-saw-talon"
    if regular.coin():
        expected = (ExpectedFinding(found, YOUNGER, "exchange/0") for found in ("law-10.looked-first", saw))
        return regular.with_deal(inserted(regular.deal, "exchange", 0, look), *expected)
    (_, elder), (_, younger) = (exchange_of(regular.deal, role) for role in ROLES)
    exchange = _parted(younger, younger.discard, look, elder)
    return regular.with_deal(replace(regular.deal, exchange=exchange), ExpectedFinding(saw, YOUNGER, "exchange/1"))


def retook_discard(regular: RegularDeal) -> Injection:
    """Take a card out of the discard in exchange for one of the hand; the arbiter found bad faith."""
    role = regular.random_role()
    index, step = exchange_of(regular.deal, role)
    put = parse(step.discard)
    kept = from_bits(regular.dealt().hands[role] & ~to_bits(put))
    taken, laid = regular.choose(put), regular.choose(kept)
    retake = Retake(by=role, cards=code(taken), puts=code(laid), bad_faith=True)
    exchange = inserted(regular.deal, "exchange", index + 1, retake).exchange or ()
    found = ExpectedFinding("law-28.retook-discard", role, f"exchange/{index + 1}")
    return regular.with_deal(regular.played_anew(regular.dealt(), exchange), found)


def blanche_not_held(regular: RegularDeal) -> Injection | None:
    """Show a carte blanche although the hand has a court card."""
    role = regular.random_role()
    if not regular.dealt().hands[role] & COURT_CARDS:
        return None
    index, _ = exchange_of(regular.deal, role)
    found = ExpectedFinding("usage-blanche.not-held", role, f"exchange/{index}")
    return regular.with_deal(inserted(regular.deal, "exchange", index, CarteBlanche(by=role)), found)


def blanche_late(regular: RegularDeal) -> Injection:
    """Show a true carte blanche after the player's own discard, or as the younger before the elder's discard."""
    role = regular.random_role()
    held = to_bits(shuffled(regular.rng, from_bits(FULL_PACK & ~COURT_CARDS))[:12])
    cards = regular.dealt_with({role: held})
    deal = regular.played_anew(cards, regular.exchange(cards))
    places = [("declarations", 0), ("exchange", 1 + ROLES.index(role))]
    name, index = regular.choose([*places, ("exchange", 0)] if role == YOUNGER else places)
    found = ExpectedFinding("usage-blanche.late", role, f"{name}/{index}")
    return regular.with_deal(inserted(deal, name, index, CarteBlanche(by=role)), found)


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
