"""The cards on the table: who led, who followed with what, who won; and what the players still hold.

Follows the cards only: hands empty as cards are put down and fill as tricks are taken back, and a card that is seen
becomes a known card of its hand. Knows nothing of steps, calls or laws.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec.structs import replace

from piquet_records.cards.pack import FULL_PACK, Bits, Card, beats, code
from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, TRICKS, YOUNGER, Role
from piquet_records.trace.facts import Contradiction, Hand, HandChange, Trick, UnreliablePart

OnSlip = Callable[[Contradiction, UnreliablePart], None]


class PlayWalk:
    """The play of one deal, card by card: mutable while it is walked."""

    def __init__(self, on_slip: OnSlip) -> None:
        """Start before any card is put down; the hands come when the exchange is over."""
        self._on_slip = on_slip
        self.clock = 0
        """The moment that was last given."""
        self.hands: dict[Role, Hand] = {}
        self.recorded: AbstractSet[Role] = frozenset()
        self.out_of_play: Bits = 0
        """Cards known to lie in a discard or in the talon."""
        self.all_tricks: list[Trick] = []
        self.standing: list[int] = []
        """The places in ``laid`` of the tricks that stand."""
        self.first_card: dict[Role, int | None] = {ELDER: None, YOUNGER: None}
        self.out: dict[Role, Bits] = {ELDER: 0, YOUNGER: 0}
        self.unseen: dict[Role, int] = {ELDER: 0, YOUNGER: 0}
        self.changes: list[HandChange] = []
        self.turn: Role | None = ELDER
        """Whose lead it is; None where that is not known."""
        self.turn_lost = False
        """Whether a lead came of which nothing tells whose it was."""

    def tick(self) -> int:
        """Give the next moment."""
        self.clock += 1
        return self.clock

    def lay_ordinary_trick(self, text: str, index: int) -> bool:
        """Lay a trick of two known cards that their players hold; False, and nothing done, where it is not one."""
        cards = _TRICKS.get(text)
        leader = self.turn
        number = len(self.standing) + 1
        if cards is None or leader is None or number > TRICKS:
            return False
        lead, follow, taken, lead_bit, follow_bit = cards
        follower = ADVERSARY[leader]
        out = self.out
        if not self.hands[leader].known & ~out[leader] & lead_bit:
            return False
        if not self.hands[follower].known & ~out[follower] & follow_bit or self.first_card[follower] is None:
            return False
        winner = follower if taken else leader
        self.clock += 2
        self.standing.append(len(self.all_tricks))
        self.all_tricks.append(
            Trick(
                number,
                leader,
                lead,
                follow,
                winner,
                index,
                self.clock - 1,
                self.clock,
                out[ELDER],
                out[YOUNGER],
                leader,
                (self.unseen[ELDER], self.unseen[YOUNGER]),
            )
        )
        out[leader] |= lead_bit
        out[follower] |= follow_bit
        self.turn = winner
        return True

    def open_trick(self, lead: Card, follow: Card | None, at: str) -> "OpenTrick":
        """Put a lead on the table; ``follow`` is the card that will come, which may tell who led."""
        leader = self._leader(lead, follow)
        before = OpenTrick(
            len(self.standing) + 1,
            leader,
            lead,
            (self.out[ELDER], self.out[YOUNGER]),
            (self.unseen[ELDER], self.unseen[YOUNGER]),
        )
        before.lead_moment = self._put(leader, lead, at)
        return before

    def close_trick(self, trick: "OpenTrick", follow: Card | None, index: int, later: Bits) -> None:
        """Put the card that follows, and tell who won; ``later`` are the cards that the tricks to come show."""
        moment = trick.lead_moment
        if follow is not None:
            moment = self._put(ADVERSARY[trick.leader], follow, f"play/{index}")
        winner = self._winner(trick.leader, trick.lead, follow, later)
        self.standing.append(len(self.all_tricks))
        self.all_tricks.append(
            Trick(
                trick.number,
                trick.leader,
                trick.lead,
                follow,
                winner,
                index,
                trick.lead_moment,
                moment,
                *trick.out,
                self.turn,
                trick.unseen,
            )
        )
        self.turn = winner

    def check_followed(self, at: str) -> None:
        """Note a slip where a lead stays without a follow, though the second player had a card left."""
        if not self.standing:
            return
        last = self.all_tricks[self.standing[-1]]
        if last.follow is None and last.follower in self.recorded and self._left(last.follower) > 0:
            self._on_slip(Contradiction("order", "lead-not-followed", at), UnreliablePart.PLAY)

    def rewind(self, to: int, moment: int) -> None:
        """Take back the tricks from a number on: cards go back, time does not."""
        for place in self.standing[to - 1 :]:
            self.all_tricks[place] = replace(self.all_tricks[place], undone=moment)
        first = self.all_tricks[self.standing[to - 1]]
        self.out = {ELDER: first.elder_played, YOUNGER: first.younger_played}
        self.unseen = dict(zip(ROLES, first.unseen, strict=True))
        self.turn = first.turn
        del self.standing[to - 1 :]

    def note_seen(self, role: Role, cards: Sequence[Card], at: str) -> None:
        """Take cards that are seen for known ones of a hand, or let them fill its unknown ones; else note a slip."""
        hand = self.hands[role]
        for card in cards:
            if card < 0 or hand.known >> card & 1:
                continue
            if hand.unknown and not self._elsewhere(role) >> card & 1:
                hand = Hand(hand.known | 1 << card, hand.unknown - 1, hand.doubles, hand.missing)
                self.hands[role] = hand
            elif not any(change.role == role and change.taken >> card & 1 for change in self.changes):
                self._on_slip(Contradiction("card", "not-held", at, role, card), UnreliablePart(role))

    def taken_back(self, role: Role, card: Card, at: str) -> None:
        """Note a slip where a card that was taken up from this trick lies in one that stands, or was never held."""
        self.note_seen(role, (card,), at)
        tricks = [self.all_tricks[place] for place in self.standing]
        put = [trick.lead if trick.leader == role else trick.follow for trick in tricks]
        if card >= 0 and card in put and not self.hands[role].doubles >> card & 1:
            self._on_slip(Contradiction("card", "played-before", at, role, card), UnreliablePart(role))

    def _left(self, role: Role) -> int:
        """How many cards a player still holds."""
        return self.hands[role].size - self.out[role].bit_count() - self.unseen[role]

    def _put(self, role: Role, card: Card, at: str) -> int:
        """Put a card on the table; gives its moment."""
        self.tick()
        if self.first_card[role] is None:
            self.first_card[role] = self.clock
        if card >= 0:
            mask = 1 << card
            if not self.turn_lost:
                self.note_seen(role, (card,), at)
            if self.out[role] & mask and not self.hands[role].doubles & mask:
                self._on_slip(Contradiction("card", "played-before", at, role, card), UnreliablePart(role))
            self.out[role] |= mask
        else:
            self.unseen[role] += 1
        return self.clock

    def _elsewhere(self, role: Role) -> Bits:
        return self.hands[ADVERSARY[role]].known | self.out_of_play

    def _leader(self, lead: Card, follow: Card | None) -> Role:
        """Tell who led: who holds the first card, and where that is not known, who won the last trick.

        Two cards out of one hand are no lead out of turn, but a slip.
        """
        turn = self.turn
        for role in (turn, ADVERSARY[turn]) if turn else ROLES:
            if self._holds(role, lead) and (role == turn or not self._holds(role, follow)):
                return role
        for role in ROLES:
            if self._holds(role, follow) and not self._holds(role, lead):
                return ADVERSARY[role]
        if turn is None:
            self.turn_lost = True
            return ELDER
        spent = follow is None and turn in self.recorded and self._left(turn) <= 0
        return ADVERSARY[turn] if spent else turn

    def _holds(self, role: Role, card: Card | None) -> bool:
        hand = self.hands[role]
        return card is not None and card >= 0 and bool((hand.known & ~self.out[role] | hand.doubles) & 1 << card)

    def _winner(self, leader: Role, lead: Card, follow: Card | None, later: Bits) -> Role | None:
        follower = ADVERSARY[leader]
        if follow is None:
            alone = follower in self.recorded and self._left(follower) <= 0
            return leader if alone else None
        if lead >= 0 and follow >= 0:
            return follower if beats(follow, lead) else leader
        leads = (lead,) if lead >= 0 else self._candidates(leader, later)
        follows = (follow,) if follow >= 0 else self._candidates(follower, later)
        wins = {beats(second, first) for first in leads for second in follows if first != second}
        return None if len(wins) != 1 else follower if wins.pop() else leader

    def _candidates(self, role: Role, later: Bits) -> tuple[Card, ...]:
        """Give the cards that a player may have put where the card was not seen."""
        hand = self.hands[role]
        bits = hand.known
        if hand.unknown or role not in self.recorded:
            bits = FULL_PACK & ~self._elsewhere(role)
        bits &= ~(self.out[ELDER] | self.out[YOUNGER] | later)
        return tuple([Card(card) for card in range(32) if bits >> card & 1])


class OpenTrick:
    """A lead that lies on the table."""

    def __init__(self, number: int, leader: Role, lead: Card, out: tuple[Bits, Bits], unseen: tuple[int, int]) -> None:
        """Remember what was put before it."""
        self.number = number
        self.leader = leader
        self.lead = lead
        self.out = out
        self.unseen = unseen
        self.lead_moment = 0


_TRICKS: Final = {
    f"{code(lead)} {code(follow)}": (lead, follow, beats(follow, lead), 1 << lead, 1 << follow)
    for lead in map(Card, range(32))
    for follow in map(Card, range(32))
    if lead != follow
}
"""Every trick of two known cards: the cards, whether the second takes the first, and both as sets."""
