"""Faults of the dealing: wrong numbers of cards, cards faced, a faulty pack, packets, a deal out of turn."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import Card, code, from_bits
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.record.steps import DealingStep, Expose, Notice, Redeal, Stand, WarnPackets
from piquet_records.simulation.faults.occasion import (
    Dealt,
    ExpectedFinding,
    Injection,
    Injector,
    Plan,
    RegularDeal,
    dealt,
)

_ODD_PACKETS: Final = (1, 4, 6)
_TWELVE: Final = 12


def _misdealt(occasion: RegularDeal, cards: Dealt, role: Role, size: int) -> Dealt:
    """Give a player more cards, off the talon, or fewer: the rest goes on top of it."""
    hand, talon = cards.hands[role], cards.talon
    while hand.bit_count() < size:
        hand, talon = hand | 1 << talon[0], talon[1:]
    while hand.bit_count() > size:
        card = occasion.one_of(from_bits(hand))
        hand, talon = hand & ~(1 << card), (card, *talon)
    return Dealt(cards.hands | {role: hand}, talon)


def _misdeal(role: Role) -> ExpectedFinding:
    return ExpectedFinding("law-24.misdeal", YOUNGER, f"hands/{role}")


def _late(occasion: RegularDeal, role: Role) -> tuple[tuple[DealingStep, ...], ExpectedFinding]:
    """Have a misdeal noticed when the cards have been seen, or by nobody."""
    if occasion.chance():
        notice = Notice(by=occasion.role(), what="misdeal", looked=True)
        return (notice,), ExpectedFinding("law-02.noticed-late", None, "dealing/0")
    return (), ExpectedFinding("law-02.noticed-late", None, f"hands/{role}")


def noticed_late(occasion: RegularDeal) -> Injection:
    """Deal a card too many or too few, which nobody says in time: the hand is played as it is."""
    role, size = occasion.role(), occasion.one_of((11, 13))
    cards = _misdealt(occasion, occasion.dealt(), role, size)
    dealing, noticed = _late(occasion, role)
    wrong = ExpectedFinding(
        "law-04.too-few" if size < _TWELVE else "law-03.too-many", role, f"exchange/{ROLES.index(role)}"
    )
    deal = occasion.replayed(cards, occasion.exchange(cards), dealing=dealing or UNSET)
    return occasion.changed(deal, _misdeal(role), noticed, wrong)


def mended_late(occasion: RegularDeal) -> Injection:
    """Deal a card too many, which nobody says in time, and have the hand brought down to twelve."""
    role = occasion.role()
    cards = _misdealt(occasion, occasion.dealt(), role, 13)
    dealing, noticed = _late(occasion, role)
    deal = occasion.replayed(cards, occasion.exchange(cards, _mending(occasion, role, 13)), dealing=dealing or UNSET)
    mended = ExpectedFinding("law-02.mended-late", role, f"exchange/{ROLES.index(role)}")
    return occasion.changed(deal, _misdeal(role), noticed, mended)


def _mending(occasion: RegularDeal, role: Role, size: int) -> dict[Role, Plan]:
    """Plan the exchange that brings a hand of eleven or thirteen to twelve, within the player's share."""
    least, most = (2, 5) if role == ELDER else (2, 3)
    put = occasion.number(least, most)
    return {role: Plan(put, put + _TWELVE - size)}


def redeal_too_late(occasion: RegularDeal) -> Injection:
    """Deal a card too many or too few, and have the deal made again when the cards have been seen."""
    role, size, asker = occasion.role(), occasion.one_of((11, 13)), occasion.role()
    cards = _misdealt(occasion, dealt(occasion.fresh()), role, size)
    notice = Notice(by=asker, what="misdeal", looked=True)
    deal = occasion.redealt(cards, dealing=(notice, Redeal(by=asker)))
    finds = [_misdeal(role), ExpectedFinding("law-02.noticed-late", None, "dealing/0")]
    finds.append(ExpectedFinding("law-02.redeal-too-late", asker, "dealing/1"))
    if asker == YOUNGER:
        finds.append(ExpectedFinding("usage-remedy.redeal", asker, "dealing/1"))
    return occasion.redeal_is_ordered(deal, *finds)


def misdeal(occasion: RegularDeal) -> Injection:
    """Deal a wrong number of cards, noticed in time: the elder has the deal made again or stands."""
    role, notice = occasion.role(), Notice(by=occasion.role(), what="misdeal", looked=False)
    if occasion.chance():
        size = occasion.one_of((10, 11, 13, 14))
        cards = _misdealt(occasion, dealt(occasion.fresh()), role, size)
        return occasion.redeal_is_ordered(occasion.redealt(cards, dealing=(notice, Redeal(by=ELDER))), _misdeal(role))
    size = occasion.one_of((11, 13))
    cards = _misdealt(occasion, occasion.dealt(), role, size)
    exchange = occasion.exchange(cards, _mending(occasion, role, size))
    return occasion.changed(occasion.replayed(cards, exchange, dealing=(notice, Stand(by=ELDER))), _misdeal(role))


def _faced(occasion: RegularDeal, cards: Dealt) -> Expose:
    role = occasion.role()
    return Expose(by=YOUNGER, card=_code(occasion, from_bits(cards.hands[role])), from_=role)


def _code(occasion: RegularDeal, cards: Sequence[Card]) -> str:
    return code(occasion.one_of(cards))


def faced(occasion: RegularDeal) -> Injection:
    """Face a card of the talon, which is worth a note, or one of a hand, and have the deal made again."""
    found = ExpectedFinding("law-24.faced", YOUNGER, "dealing/0")
    if occasion.chance():
        step = Expose(by=YOUNGER, card=_code(occasion, occasion.dealt().talon), from_="talon")
        return occasion.changed(replace(occasion.deal, dealing=(step,)), found)
    cards = dealt(occasion.fresh())
    deal = occasion.redealt(cards, dealing=(_faced(occasion, cards), Redeal(by=occasion.role())))
    return occasion.redeal_is_ordered(deal, found)


def redeal_owed(occasion: RegularDeal) -> Injection:
    """Face a card of a hand, and play on."""
    deal = replace(occasion.deal, dealing=(_faced(occasion, occasion.dealt()),))
    played_on = ExpectedFinding("law-24.redeal-owed", "both", "exchange/0")
    return occasion.changed(deal, ExpectedFinding("law-24.faced", YOUNGER, "dealing/0"), played_on)


def faulty_pack(occasion: RegularDeal) -> Injection:
    """Lose the last card of the pack, or have another stand there twice; perhaps it is noticed."""
    noticed = occasion.chance()
    cards = dealt(occasion.fresh()) if noticed else occasion.dealt()
    twice = (occasion.one_of(from_bits(cards.hands[occasion.role()])),) if occasion.chance() else ()
    faulty = Dealt(cards.hands, (*cards.talon[:-1], *twice))
    if noticed:
        by = occasion.role()
        steps = (Notice(by=by, what="faulty-pack"), Redeal(by=by))
        found = ExpectedFinding("law-23.faulty-pack", None, "dealing/0")
        return occasion.redeal_is_ordered(occasion.redealt(faulty, dealing=steps), found)
    deal = occasion.replayed(faulty, occasion.exchange(cards, leaving=1))
    return occasion.changed(deal, ExpectedFinding("law-23.faulty-pack", None, "hands"))


def _number_set(occasion: RegularDeal) -> int | None:
    """Give the number of cards that the dealer has given before; None in his first deal."""
    own = [deal.packets for deal in occasion.game.deals[: occasion.place] if deal.dealer == occasion.deal.dealer]
    return own[0] if own and own[0] is not UNSET else None


def packets_changed(occasion: RegularDeal) -> Injection | None:
    """Give cards by threes where it was by twos, or the other way."""
    number = _number_set(occasion)
    if number is None:
        return None
    found = ExpectedFinding("law-07.packets-changed", YOUNGER, "packets")
    return occasion.changed(replace(occasion.deal, packets=5 - number), found)


def odd_packets(occasion: RegularDeal) -> Injection:
    """Give cards neither by twos nor by threes; who did otherwise before may say so, or has changed it unsaid."""
    finds = [ExpectedFinding("usage-deal.packets", YOUNGER, "packets")]
    said = occasion.chance()
    if _number_set(occasion) is not None and not said:
        finds.append(ExpectedFinding("law-07.packets-changed", YOUNGER, "packets"))
    dealing = (WarnPackets(by=YOUNGER),) if said else UNSET
    return occasion.changed(replace(occasion.deal, packets=occasion.one_of(_ODD_PACKETS), dealing=dealing), *finds)


def dealt_twice(occasion: RegularDeal) -> Injection | None:
    """Have the dealer of the deal before deal again, and the other from then on in turn."""
    deals = occasion.game.deals
    if not occasion.place:
        return None
    number = {deal.dealer: deal.packets for deal in deals}
    turned = [replace(deal, dealer=deal.elder, packets=number[deal.elder]) for deal in deals[occasion.place :]]
    found = ExpectedFinding("law-12.dealt-twice", YOUNGER, "dealer")
    return occasion.in_game((*deals[: occasion.place], *turned), found, result=UNSET)


INJECTORS: Final[dict[str, Injector]] = {
    "law-02.noticed-late": noticed_late,
    "law-02.mended-late": mended_late,
    "law-02.redeal-too-late": redeal_too_late,
    "law-07.packets-changed": packets_changed,
    "law-12.dealt-twice": dealt_twice,
    "law-23.faulty-pack": faulty_pack,
    "law-24.misdeal": misdeal,
    "law-24.faced": faced,
    "law-24.redeal-owed": redeal_owed,
    "usage-deal.packets": odd_packets,
}
