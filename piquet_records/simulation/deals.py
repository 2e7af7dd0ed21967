"""Plays a deal lawfully, and writes it as a record: the exchange, the calls, the tricks.

The players take turns here; what they choose is in ``players.py``. Does not use the laws.
"""

from dataclasses import dataclass, field
from typing import Final, get_args

from msgspec import UNSET

from piquet_records.cards.holdings import SET_RANKS, Held, PointHolding, SequenceHolding, SetHolding
from piquet_records.cards.pack import (
    CODES,
    COURT_CARDS,
    FULL_PACK,
    RANKS,
    Bits,
    Card,
    bit_of,
    from_bits,
    to_bits,
    to_text,
    trick_winner,
)
from piquet_records.cards.terms import (
    ELDER,
    ELDER_SHARE,
    HAND_SIZE,
    PACK_SIZE,
    TRICKS,
    YOUNGER,
    Category,
    Rank,
    Reply,
    Role,
    Seat,
)
from piquet_records.record.game import Deal, Hands
from piquet_records.record.steps import Call, CarteBlanche, Exchange
from piquet_records.simulation.players import Holdings, Player, shuffled

_LETTERS: Final[tuple[Rank, ...]] = get_args(Rank)[::-1]
"""The letters of the ranks in the order of ``RANKS``, as types of the record."""
_FIRST_SET_RANK: Final = RANKS.index(SET_RANKS[0])


@dataclass(slots=True)
class Side:
    """One player in a deal: the cards that he holds, and those that his adversary may hold as far as he knows."""

    role: Role
    hand: Bits
    unseen: Bits = field(init=False)

    def __post_init__(self) -> None:
        """Take all cards but his own as unseen."""
        self.unseen = FULL_PACK & ~self.hand


def play_deal(player: Player, dealer: Seat, packets: int) -> Deal:
    """Deal, exchange, call and play. Return the deal without its score."""
    pack = shuffled(player.rng, tuple(Card(number) for number in range(PACK_SIZE)))
    elder = Side(ELDER, to_bits(pack[:HAND_SIZE]))
    younger = Side(YOUNGER, to_bits(pack[HAND_SIZE : 2 * HAND_SIZE]))
    talon = pack[2 * HAND_SIZE :]
    hands = Hands(elder=cards_text(elder.hand), younger=cards_text(younger.hand))
    exchanged = exchange(player, elder, younger, talon)
    calls = declarations(player.choose_calls(elder.hand), player.choose_calls(younger.hand))
    return Deal(
        dealer=dealer,
        packets=packets,
        hands=hands,
        talon=to_text(talon),
        exchange=exchanged,
        declarations=calls,
        play=play_tricks(player, elder, younger),
    )


def exchange(
    player: Player, elder: Side, younger: Side, talon: tuple[Card, ...]
) -> tuple[Exchange | CarteBlanche, ...]:
    """Let both players exchange, the elder first. Each shows a carte blanche just before his own discard.

    Changes the hands of both sides.
    """
    steps: list[Exchange | CarteBlanche] = []
    share = ELDER_SHARE
    for side in (elder, younger):
        if not side.hand & COURT_CARDS and not player.sinks():
            steps.append(CarteBlanche(by=side.role))
        discard = player.choose_discard(side.hand, share)
        count = discard.bit_count()
        drawn, talon = talon[:count], talon[count:]
        side.hand = side.hand & ~discard | to_bits(drawn)
        side.unseen = FULL_PACK & ~side.hand & ~discard
        steps.append(
            Exchange(
                by=side.role,
                discard=cards_text(discard),
                draw=count,
                announced=count if side is elder and count < ELDER_SHARE else UNSET,
            )
        )
        share = len(talon)
    return tuple(steps)


def play_tricks(player: Player, leader: Side, second: Side, tricks: int = TRICKS) -> tuple[str, ...]:
    """Let both players play a number of tricks, and return them as written.

    The winner of a trick leads to the next. A player who has no card left plays none. Changes the hands of both sides.
    """
    played = []
    for _ in range(tricks):
        if not leader.hand:
            leader, second = second, leader
        lead = player.choose_lead(leader.hand, leader.unseen)
        if not second.hand:
            _lay(leader, second, lead)
            played.append(CODES[lead])
            continue
        follow = player.choose_follow(second.hand, lead, second.unseen)
        _lay(leader, second, lead)
        _lay(second, leader, follow)
        played.append(f"{CODES[lead]} {CODES[follow]}")
        if trick_winner(leader.role, lead, follow) != leader.role:
            leader, second = second, leader
    return tuple(played)


def _lay(side: Side, other: Side, card: Card) -> None:
    side.hand &= ~bit_of(card)
    other.unseen &= ~bit_of(card)


def declarations(elder: Holdings, younger: Holdings) -> tuple[Call, ...]:
    """Write the elder's calls with the replies, then the younger's.

    The player with the better holding calls all that he has in its category. If the holdings are equal, both call the
    best only.
    """
    first: list[Call] = []
    second: list[Call] = []
    for what, holdings in elder.items():
        others = younger[what]
        reply = _reply(holdings, others)
        if reply is None or reply == "not-good":
            first += [write_call(ELDER, what, held, reply, shown=False) for held in holdings[:1]]
            second += [write_call(YOUNGER, what, held) for held in others]
        elif reply == "equal":
            first.append(write_call(ELDER, what, holdings[0], reply))
            second.append(write_call(YOUNGER, what, others[0]))
        else:
            first += [write_call(ELDER, what, held, reply) for held in holdings]
    return (*first, *second)


def _reply(elder: list[Held], younger: list[Held]) -> Reply | None:
    """Return the younger's reply to the elder's best call; None if the elder calls nothing."""
    if not elder:
        return None
    if not younger or younger[0].holding < elder[0].holding:
        return "good"
    return "equal" if younger[0].holding == elder[0].holding else "not-good"


def write_call(by: Role, what: Category, held: Held, reply: Reply | None = None, *, shown: bool = True) -> Call:
    """Write a call of a holding; ``shown`` says whether its cards are shown. Cards of sets never are."""
    holding = held.holding
    return Call(
        by=by,
        what=what,
        cards=holding.cards,
        value=holding.value if isinstance(holding, PointHolding) else UNSET,
        top=_LETTERS[holding.top] if isinstance(holding, SequenceHolding) else UNSET,
        rank=_LETTERS[holding.rank + _FIRST_SET_RANK] if isinstance(holding, SetHolding) else UNSET,
        reply=reply or UNSET,
        shown=cards_text(held.cards) if shown and what != "set" else UNSET,
    )


def cards_text(cards: Bits) -> str:
    """Write a set of cards as a record does, suit by suit."""
    return to_text(from_bits(cards))
