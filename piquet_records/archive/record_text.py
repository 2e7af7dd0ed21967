"""Rebuild the record of a regular game from its rows, byte for byte.

Knows the text that each column stands for, and nothing of the database. ``regular_columns.py`` writes the columns.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, get_args

import msgspec
from msgspec import UNSET

from piquet_records.cards.pack import (
    CODES,
    RANKS,
    SUITS,
    Bits,
    card_of,
    cards_of_rank,
    cards_of_suit,
    from_bits,
    to_bits,
    to_text,
)
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Category, Rank, Reply, Role, Seat
from piquet_records.record.game import Deal, DealScore, Hands
from piquet_records.record.steps import Call, CarteBlanche, Exchange


class StoredCall(NamedTuple):
    """A row of ``regular_calls``."""

    role: Role
    what: Category
    number: int
    """As ``calls.called``: cards x 100 + pips of a point, cards x 10 + rank otherwise."""
    reply: Reply | None
    shown_suit: int
    """The suit of the cards shown, from 1; 0 if none are recorded."""


class StoredDeal(NamedTuple):
    """A row of ``regular_deals``; a pair holds the values of the elder and of the younger."""

    dealer: Seat
    packets: int | None
    dealt: tuple[Bits | None, Bits | None]
    talon: Sequence[int] | None
    discards: tuple[Bits, Bits]
    drew: tuple[int, int]
    announced: int
    """1: the elder's announcement is recorded; 2: the younger's; 3: both."""
    hands: tuple[Bits, Bits]
    """After the exchange."""
    carte_blanche: tuple[int, int]
    """Points."""
    play: Sequence[int]
    """The 24 cards in the order of play."""
    written: tuple[int | None, int | None]


def record_text(start: str, end: str, deals: Sequence[tuple[StoredDeal, Sequence[StoredCall]]]) -> bytes:
    """Return the record of a game; ``start`` is its text up to the first deal, ``end`` the text after the last one.

    The deals are written with a space after each comma and colon if ``start`` has one before its last bracket.
    """
    rebuilt = [_deal(deal, calls) for deal, calls in deals]
    text = json.dumps(msgspec.to_builtins(rebuilt)).encode() if start.endswith(" [") else msgspec.json.encode(rebuilt)
    return start.encode() + text[1:-1] + end.encode()


def _deal(deal: StoredDeal, calls: Iterable[StoredCall]) -> Deal:
    elder, younger = deal.written
    hands = dict(zip(ROLES, deal.hands, strict=True))
    return Deal(
        dealer=deal.dealer,
        packets=UNSET if deal.packets is None else deal.packets,
        hands=UNSET if deal.dealt[0] is None else _hands(deal.dealt),
        talon=UNSET if deal.talon is None else " ".join([CODES[card] for card in deal.talon]),
        held=_hands(deal.hands) if deal.dealt[0] is None else UNSET,
        exchange=UNSET if deal.dealt[0] is None else tuple(_exchange(deal)),
        declarations=tuple([_call(call, hands[call.role]) for call in calls]),
        play=tuple([_TRICKS[lead][follow] for lead, follow in zip(deal.play[::2], deal.play[1::2], strict=True)]),
        score=UNSET if elder is None else DealScore(elder=elder, younger=younger),
    )


def _hands(pair: tuple[Bits | None, Bits | None]) -> Hands:
    elder, younger = pair
    return Hands(elder=_set_text(elder or 0), younger=_set_text(younger or 0))


def _exchange(deal: StoredDeal) -> Iterable[CarteBlanche | Exchange]:
    """Yield the steps of both exchanges; a carte blanche is shown just before the exchange of its holder."""
    for role, discard, drew, points, bit in zip(
        (ELDER, YOUNGER), deal.discards, deal.drew, deal.carte_blanche, (1, 2), strict=True
    ):
        if points:
            yield CarteBlanche(by=role)
        announced = drew if deal.announced & bit else UNSET
        yield Exchange(by=role, discard=_set_text(discard), draw=drew, announced=announced)


def _call(call: StoredCall, hand: Bits) -> Call:
    cards, second = divmod(call.number, 100 if call.what == "point" else 10)
    suit = call.shown_suit - 1
    if call.what == "point":
        shown = cards_of_suit(hand, suit) if suit >= 0 else 0
    elif call.what == "sequence":
        shown = to_bits(card_of(suit, second - below) for below in range(cards)) if suit >= 0 else 0
    else:
        shown = cards_of_rank(hand, second)
    return Call(
        by=call.role,
        what=call.what,
        cards=cards,
        value=second if call.what == "point" and second else UNSET,
        top=_RANKS[second] if call.what == "sequence" else UNSET,
        rank=_RANKS[second] if call.what == "set" else UNSET,
        reply=UNSET if call.reply is None else call.reply,
        shown=_set_text(shown) if suit >= 0 else UNSET,
    )


_RANKS: Final[tuple[Rank, ...]] = tuple(reversed(get_args(Rank)))
_TRICKS: Final = tuple(tuple(f"{lead} {follow}" for follow in CODES) for lead in CODES)
_SUIT_TEXTS: Final = tuple(
    tuple(
        to_text(from_bits(to_bits(card_of(suit, rank) for rank in range(len(RANKS)) if byte & 2**rank)))
        for byte in range(256)
    )
    for suit in range(len(SUITS))
)
"""The text of each set of cards of a suit, by the byte that a hand has for that suit."""


def _set_text(cards: Bits) -> str:
    """Return the text of a set of cards: suit by suit, highest first."""
    suits = cards.to_bytes(len(SUITS), "little")
    return " ".join([text for texts, byte in zip(_SUIT_TEXTS, suits, strict=True) if (text := texts[byte])])
