"""What two rule-abiding players do in a deal, and how it is written: the exchange, the calls, the tricks.

How the players choose is in ``players.py``; here they act in turn. They know no laws, they only keep them.
"""

from dataclasses import dataclass, field
from typing import Final, get_args

from msgspec import UNSET

from piquet_records.cards.holdings import PointHolding, SequenceHolding, SetHolding
from piquet_records.cards.pack import (
    CODES,
    COURT_CARDS,
    FULL_PACK,
    Bits,
    Card,
    from_bits,
    to_bits,
    to_text,
    trick_winner,
)
from piquet_records.cards.terms import ELDER, ELDER_SHARE, TRICKS, YOUNGER, Category, Rank, Reply, Role, Seat
from piquet_records.record.game import Deal, Hands
from piquet_records.record.steps import Call, CarteBlanche, Exchange
from piquet_records.simulation.players import Held, Holdings, Player, shuffled

_LETTERS: Final[tuple[Rank, ...]] = get_args(Rank)[::-1]
"""The letters of the ranks, seven first."""


@dataclass(slots=True)
class Side:
    """One player in a deal: the cards he holds, and those that his adversary may hold as far as he knows."""

    role: Role
    hand: Bits
    unseen: Bits = field(init=False)

    def __post_init__(self) -> None:
        """He knows his own cards."""
        self.unseen = FULL_PACK & ~self.hand


def deal(player: Player, dealer: Seat, packets: int) -> Deal:
    """Deal, exchange, call and play; the score is left to be written."""
    pack = shuffled(player.rng, tuple(Card(number) for number in range(32)))
    elder, younger = Side(ELDER, to_bits(pack[:12])), Side(YOUNGER, to_bits(pack[12:24]))
    talon = pack[24:]
    hands = Hands(elder=cards_text(elder.hand), younger=cards_text(younger.hand))
    exchanged = exchange(player, elder, younger, talon)
    calls = declarations(player.owns_to(elder.hand), player.owns_to(younger.hand))
    return Deal(
        dealer=dealer,
        packets=packets,
        hands=hands,
        talon=to_text(talon),
        exchange=exchanged,
        declarations=calls,
        play=play(player, elder, younger),
    )


def exchange(
    player: Player, elder: Side, younger: Side, talon: tuple[Card, ...]
) -> tuple[Exchange | CarteBlanche, ...]:
    """Let both exchange; carte blanche is shown before the own discard, by the younger after the elder's."""
    steps: list[Exchange | CarteBlanche] = []
    share = ELDER_SHARE
    for side in (elder, younger):
        if not side.hand & COURT_CARDS and not player.sinks():
            steps.append(CarteBlanche(by=side.role))
        discard = player.exchanged(side.hand, share)
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


def play(player: Player, leader: Side, second: Side, tricks: int = TRICKS) -> tuple[str, ...]:
    """Let both play so many tricks; who takes one leads to the next, and who has no card left puts none."""
    played = []
    for _ in range(tricks):
        if not leader.hand:
            leader, second = second, leader
        lead = player.lead(leader.hand, leader.unseen)
        if not second.hand:
            _put(leader, second, lead)
            played.append(CODES[lead])
            continue
        follow = player.follow(second.hand, lead, second.unseen)
        _put(leader, second, lead)
        _put(second, leader, follow)
        played.append(f"{CODES[lead]} {CODES[follow]}")
        if trick_winner(leader.role, lead, follow) != leader.role:
            leader, second = second, leader
    return tuple(played)


def _put(side: Side, other: Side, card: Card) -> None:
    side.hand &= ~(1 << card)
    other.unseen &= ~(1 << card)


def declarations(elder: Holdings, younger: Holdings) -> tuple[Call, ...]:
    """Write the elder's calls with the replies, then the younger's: in each category who has the better calls all."""
    first: list[Call] = []
    second: list[Call] = []
    for what, holdings in elder.items():
        others = younger[what]
        reply = _reply(holdings, others)
        if reply is None or reply == "not-good":
            first += [call(ELDER, what, held, reply, shown=False) for held in holdings[:1]]
            second += [call(YOUNGER, what, held) for held in others]
        elif reply == "equal":
            first.append(call(ELDER, what, holdings[0], reply))
            second.append(call(YOUNGER, what, others[0]))
        else:
            first += [call(ELDER, what, held, reply) for held in holdings]
    return (*first, *second)


def _reply(elder: list[Held], younger: list[Held]) -> Reply | None:
    """Give the younger's word to the elder's best call; None where the elder calls nothing."""
    if not elder:
        return None
    if not younger or younger[0].holding < elder[0].holding:
        return "good"
    return "equal" if younger[0].holding == elder[0].holding else "not-good"


def call(by: Role, what: Category, held: Held, reply: Reply | None = None, *, shown: bool = True) -> Call:
    """Write a call of a holding, and the cards that are shown for it."""
    holding = held.holding
    return Call(
        by=by,
        what=what,
        cards=holding.cards,
        value=holding.value if isinstance(holding, PointHolding) else UNSET,
        top=_LETTERS[holding.top] if isinstance(holding, SequenceHolding) else UNSET,
        rank=_LETTERS[holding.rank + 3] if isinstance(holding, SetHolding) else UNSET,
        reply=reply or UNSET,
        shown=cards_text(held.cards) if shown and what != "set" else UNSET,
    )


def cards_text(cards: Bits) -> str:
    """Write a set of cards as a record does, suit by suit."""
    return to_text(from_bits(cards))
