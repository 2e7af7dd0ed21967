"""Walks the tricks of one deal: who led, who followed with what, who won.

Only the cards are followed: a trick that is taken back gives its cards back. The hands are in ``hands_in_play.py``.
It does not know steps, calls or laws.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from piquet_records.cards.pack import PACK, Bits, Card, beats, bit_of, code, has_card, trick_winner
from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, TRICKS, YOUNGER, Role
from piquet_records.trace.facts import Trick, UnreliablePart
from piquet_records.trace.hands_in_play import HandsInPlay
from piquet_records.trace.log import DealLog


class OpenTrick(Struct, frozen=True, gc=False):
    """A lead on the table, and what was played before it."""

    number: int
    leader: Role
    lead: Card
    lead_moment: int
    elder_played: Bits
    younger_played: Bits
    unseen: tuple[int, int]


class PlayWalk:
    """The tricks of one deal; mutable until the walk ends."""

    def __init__(self, hands: HandsInPlay, log: DealLog) -> None:
        """Start before the first trick."""
        self._hands = hands
        self._log = log
        self.all_tricks: list[Trick] = []
        self._standing: list[int] = []
        """The indexes in ``all_tricks`` of the tricks that were not taken back."""
        self._turn: Role | None = ELDER
        """Whose lead it is; None if that is not known."""
        self.turn_lost = False
        """Whether there was a lead of which nothing shows who made it."""

    @property
    def count(self) -> int:
        """The number of tricks that stand."""
        return len(self._standing)

    def standing_tricks(self) -> tuple[Trick, ...]:
        """Return the tricks that were not taken back."""
        return tuple([self.all_tricks[index] for index in self._standing])

    def lay_ordinary_trick(self, text: str, index: int) -> bool:
        """Lay a trick of two known cards that their players hold; return False, and do nothing, if it is not one."""
        trick = _ORDINARY_TRICKS.get(text)
        leader = self._turn
        if trick is None or leader is None or self.count >= TRICKS:
            return False
        lead, follow, follow_wins, lead_bit, follow_bit = trick
        follower = ADVERSARY[leader]
        hands, played, log = self._hands.hands, self._hands.played, self._log
        if not hands[leader].known & ~played[leader] & lead_bit or self._hands.first_card[follower] is None:
            return False
        if not hands[follower].known & ~played[follower] & follow_bit:
            return False
        moment = log.clock + 1
        log.clock += 2
        unseen = self._hands.played_unseen
        opened = (log.trick, leader, lead, follow, follower if follow_wins else leader, index, moment, moment + 1)
        before = (played[ELDER], played[YOUNGER], leader, (unseen[ELDER], unseen[YOUNGER]))
        self._add(Trick(*opened, *before))
        played[leader] |= lead_bit
        played[follower] |= follow_bit
        return True

    def open_trick(self, lead: Card, follow: Card | None, at: str) -> OpenTrick:
        """Lead a card; ``follow`` is the card that will be played to it, which may show who led."""
        leader = self._leader(lead, follow)
        played, unseen = self._hands.played, self._hands.played_unseen
        before = (played[ELDER], played[YOUNGER], (unseen[ELDER], unseen[YOUNGER]))
        moment = self._hands.play(leader, lead, at, prove=not self.turn_lost)
        return OpenTrick(self._log.trick, leader, lead, moment, *before)

    def close_trick(self, trick: OpenTrick, follow: Card | None, index: int, later: Bits) -> None:
        """Play the card that follows, and find the winner; ``later`` are the cards seen in the tricks to come."""
        moment = trick.lead_moment
        if follow is not None:
            moment = self._hands.play(ADVERSARY[trick.leader], follow, f"play/{index}", prove=not self.turn_lost)
        winner = self._winner(trick.leader, trick.lead, follow, later)
        self._add(
            Trick(
                number=trick.number,
                leader=trick.leader,
                lead=trick.lead,
                follow=follow,
                winner=winner,
                index=index,
                lead_moment=trick.lead_moment,
                follow_moment=moment,
                elder_played=trick.elder_played,
                younger_played=trick.younger_played,
                turn=self._turn,
                unseen=trick.unseen,
            )
        )

    def check_followed(self, at: str) -> None:
        """Record a contradiction if the last lead was not followed, though the second player had a card left."""
        if not self._standing:
            return
        last = self.all_tricks[self._standing[-1]]
        hands = self._hands
        if last.follow is None and last.follower in hands.recorded_hands and hands.cards_left(last.follower) > 0:
            self._log.wrong_order("lead-not-followed", at, UnreliablePart.PLAY)

    def rewind(self, to: int, moment: int) -> None:
        """Take back the tricks from a number on: their cards go back to the hands, but time does not go back."""
        for index in self._standing[to - 1 :]:
            self.all_tricks[index] = replace(self.all_tricks[index], undone=moment)
        first = self.all_tricks[self._standing[to - 1]]
        self._hands.played = {ELDER: first.elder_played, YOUNGER: first.younger_played}
        self._hands.played_unseen = dict(zip(ROLES, first.unseen, strict=True))
        self._turn = first.turn
        del self._standing[to - 1 :]
        self._log.trick = len(self._standing) + 1

    def check_taken_back(self, role: Role, card: Card, at: str) -> None:
        """Record a contradiction if a card taken back from this trick was never held, or is in a trick that stands."""
        self._hands.note_seen(role, (card,), at)
        tricks = self.standing_tricks()
        played = [trick.lead if trick.leader == role else trick.follow for trick in tricks]
        if card >= 0 and card in played and not has_card(self._hands.hands[role].doubles, card):
            self._log.wrong_card("played-before", at, role, card)

    def _add(self, trick: Trick) -> None:
        self._standing.append(len(self.all_tricks))
        self.all_tricks.append(trick)
        self._turn = trick.winner
        self._log.trick += 1

    def _leader(self, lead: Card, follow: Card | None) -> Role:
        """Return who led: who holds the first card or, if that is not known, who won the last trick.

        If both cards belong to one hand, the follow is reported as not held, not the lead as out of turn.
        """
        turn, hands = self._turn, self._hands
        for role in (turn, ADVERSARY[turn]) if turn else ROLES:
            if hands.holds(role, lead) and (role == turn or not hands.holds(role, follow)):
                return role
        for role in ROLES:
            if hands.holds(role, follow) and not hands.holds(role, lead):
                return ADVERSARY[role]
        if turn is None:
            self.turn_lost = True
            return ELDER
        return ADVERSARY[turn] if follow is None and hands.has_no_cards(turn) else turn

    def _winner(self, leader: Role, lead: Card, follow: Card | None, later: Bits) -> Role | None:
        """Return who won a trick; None if an unknown card decides, or the lead was not followed."""
        follower = ADVERSARY[leader]
        if follow is None:
            return leader if self._hands.has_no_cards(follower) else None
        if lead >= 0 and follow >= 0:
            return trick_winner(leader, lead, follow)
        leads = (lead,) if lead >= 0 else self._hands.candidates(leader, later)
        follows = (follow,) if follow >= 0 else self._hands.candidates(follower, later)
        winners = {trick_winner(leader, first, second) for first in leads for second in follows if first != second}
        return winners.pop() if len(winners) == 1 else None


_ORDINARY_TRICKS: Final = {
    f"{code(lead)} {code(follow)}": (lead, follow, beats(follow, lead), bit_of(lead), bit_of(follow))
    for lead in PACK
    for follow in PACK
    if lead != follow
}
"""Every trick of two known cards: the cards, whether the follow wins, and both cards as sets."""
