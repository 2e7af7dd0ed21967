"""Faults of the dealing: wrong numbers of cards, cards faced, a faulty pack, packets, a deal out of turn."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import Card, bit_of, code, from_bits
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.record.steps import DealingStep, Expose, Notice, Redeal, Stand, WarnPackets
from piquet_records.simulation.faults.regular_deal import (
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


def _misdealt(regular: RegularDeal, cards: Dealt, role: Role, size: int) -> Dealt:
    """Return the cards with a hand of this size: cards come from the top of the talon, or go there."""
    hand, talon = cards.hands[role], cards.talon
    while hand.bit_count() < size:
        hand, talon = hand | bit_of(talon[0]), talon[1:]
    while hand.bit_count() > size:
        card = regular.choose(from_bits(hand))
        hand, talon = hand & ~bit_of(card), (card, *talon)
    return Dealt(cards.hands | {role: hand}, talon)


def _misdeal(role: Role) -> ExpectedFinding:
    return ExpectedFinding("law-24.misdeal", YOUNGER, f"hands/{role}")


def _late(regular: RegularDeal, role: Role) -> tuple[tuple[DealingStep, ...], ExpectedFinding]:
    """Return the steps and the finding of a misdeal that was noticed after the cards were seen, or not at all."""
    if regular.coin():
        notice = Notice(by=regular.random_role(), what="misdeal", looked=True)
        return (notice,), ExpectedFinding("law-02.noticed-late", None, "dealing/0")
    return (), ExpectedFinding("law-02.noticed-late", None, f"hands/{role}")


def noticed_late(regular: RegularDeal) -> Injection:
    """Deal a card too many or too few. Nobody says so in time, and the hand is played as it is."""
    role, size = regular.random_role(), regular.choose((11, 13))
    cards = _misdealt(regular, regular.dealt(), role, size)
    dealing, noticed = _late(regular, role)
    wrong = ExpectedFinding(
        "law-04.too-few" if size < _TWELVE else "law-03.too-many", role, f"exchange/{ROLES.index(role)}"
    )
    deal = regular.played_anew(cards, regular.exchange(cards), dealing=dealing or UNSET)
    return regular.with_deal(deal, _misdeal(role), noticed, wrong)


def mended_late(regular: RegularDeal) -> Injection:
    """Deal a card too many. Nobody says so in time, and the player comes down to twelve cards."""
    role = regular.random_role()
    cards = _misdealt(regular, regular.dealt(), role, 13)
    dealing, noticed = _late(regular, role)
    deal = regular.played_anew(cards, regular.exchange(cards, _mending(regular, role, 13)), dealing=dealing or UNSET)
    mended = ExpectedFinding("law-02.mended-late", role, f"exchange/{ROLES.index(role)}")
    return regular.with_deal(deal, _misdeal(role), noticed, mended)


def _mending(regular: RegularDeal, role: Role, size: int) -> dict[Role, Plan]:
    """Plan the exchange that brings a hand of eleven or thirteen to twelve, within the player's share."""
    least, most = (2, 5) if role == ELDER else (2, 3)
    put = regular.random_number(least, most)
    return {role: Plan(put, put + _TWELVE - size)}


def redeal_too_late(regular: RegularDeal) -> Injection:
    """Deal a card too many or too few, and redeal after the cards were seen."""
    role, size, asker = regular.random_role(), regular.choose((11, 13)), regular.random_role()
    cards = _misdealt(regular, dealt(regular.fresh_deal()), role, size)
    notice = Notice(by=asker, what="misdeal", looked=True)
    deal = regular.with_cards(cards, dealing=(notice, Redeal(by=asker)))
    expected = [_misdeal(role), ExpectedFinding("law-02.noticed-late", None, "dealing/0")]
    expected.append(ExpectedFinding("law-02.redeal-too-late", asker, "dealing/1"))
    if asker == YOUNGER:
        expected.append(ExpectedFinding("usage-remedy.redeal", asker, "dealing/1"))
    return regular.with_void_deal_before(deal, *expected)


def misdeal(regular: RegularDeal) -> Injection:
    """Deal a wrong number of cards, noticed in time. The elder asks for a redeal, or stands."""
    role, notice = regular.random_role(), Notice(by=regular.random_role(), what="misdeal", looked=False)
    if regular.coin():
        size = regular.choose((10, 11, 13, 14))
        cards = _misdealt(regular, dealt(regular.fresh_deal()), role, size)
        return regular.with_void_deal_before(
            regular.with_cards(cards, dealing=(notice, Redeal(by=ELDER))), _misdeal(role)
        )
    size = regular.choose((11, 13))
    cards = _misdealt(regular, regular.dealt(), role, size)
    exchange = regular.exchange(cards, _mending(regular, role, size))
    return regular.with_deal(regular.played_anew(cards, exchange, dealing=(notice, Stand(by=ELDER))), _misdeal(role))


def _faced(regular: RegularDeal, cards: Dealt) -> Expose:
    role = regular.random_role()
    return Expose(by=YOUNGER, card=_code(regular, from_bits(cards.hands[role])), from_=role)


def _code(regular: RegularDeal, cards: Sequence[Card]) -> str:
    return code(regular.choose(cards))


def faced(regular: RegularDeal) -> Injection:
    """Face a card of the talon, which only gives a note; or a card of a hand, and redeal."""
    found = ExpectedFinding("law-24.faced", YOUNGER, "dealing/0")
    if regular.coin():
        step = Expose(by=YOUNGER, card=_code(regular, regular.dealt().talon), from_="talon")
        return regular.with_deal(replace(regular.deal, dealing=(step,)), found)
    cards = dealt(regular.fresh_deal())
    deal = regular.with_cards(cards, dealing=(_faced(regular, cards), Redeal(by=regular.random_role())))
    return regular.with_void_deal_before(deal, found)


def redeal_owed(regular: RegularDeal) -> Injection:
    """Face a card of a hand, and play on."""
    deal = replace(regular.deal, dealing=(_faced(regular, regular.dealt()),))
    played_on = ExpectedFinding("law-24.redeal-owed", "both", "exchange/0")
    return regular.with_deal(deal, ExpectedFinding("law-24.faced", YOUNGER, "dealing/0"), played_on)


def faulty_pack(regular: RegularDeal) -> Injection:
    """Replace the last card of the pack by nothing or by a card that is in it already. It may be noticed."""
    noticed = regular.coin()
    cards = dealt(regular.fresh_deal()) if noticed else regular.dealt()
    twice = (regular.choose(from_bits(cards.hands[regular.random_role()])),) if regular.coin() else ()
    faulty = Dealt(cards.hands, (*cards.talon[:-1], *twice))
    if noticed:
        by = regular.random_role()
        steps = (Notice(by=by, what="faulty-pack"), Redeal(by=by))
        found = ExpectedFinding("law-23.faulty-pack", None, "dealing/0")
        return regular.with_void_deal_before(regular.with_cards(faulty, dealing=steps), found)
    deal = regular.played_anew(faulty, regular.exchange(cards, leaving=1))
    return regular.with_deal(deal, ExpectedFinding("law-23.faulty-pack", None, "hands"))


def _number_set(regular: RegularDeal) -> int | None:
    """Return how many cards at a time the dealer gave before; None in his first deal."""
    own = [deal.packets for deal in regular.game.deals[: regular.deal_index] if deal.dealer == regular.deal.dealer]
    return own[0] if own and own[0] is not UNSET else None


def packets_changed(regular: RegularDeal) -> Injection | None:
    """Deal by threes after dealing by twos, or by twos after threes."""
    number = _number_set(regular)
    if number is None:
        return None
    found = ExpectedFinding("law-07.packets-changed", YOUNGER, "packets")
    return regular.with_deal(replace(regular.deal, packets=5 - number), found)


def odd_packets(regular: RegularDeal) -> Injection:
    """Deal neither by twos nor by threes. A dealer who changes the number may say so beforehand, or not."""
    expected = [ExpectedFinding("usage-deal.packets", YOUNGER, "packets")]
    said = regular.coin()
    if _number_set(regular) is not None and not said:
        expected.append(ExpectedFinding("law-07.packets-changed", YOUNGER, "packets"))
    dealing = (WarnPackets(by=YOUNGER),) if said else UNSET
    return regular.with_deal(replace(regular.deal, packets=regular.choose(_ODD_PACKETS), dealing=dealing), *expected)


def dealt_twice(regular: RegularDeal) -> Injection | None:
    """Make the dealer of the deal before deal again; from then on the players take turns."""
    deals = regular.game.deals
    if not regular.deal_index:
        return None
    number = {deal.dealer: deal.packets for deal in deals}
    turned = [replace(deal, dealer=deal.elder, packets=number[deal.elder]) for deal in deals[regular.deal_index :]]
    found = ExpectedFinding("law-12.dealt-twice", YOUNGER, "dealer")
    return regular.with_deals((*deals[: regular.deal_index], *turned), found, result=UNSET)


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
