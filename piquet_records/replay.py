"""Walks one recorded deal from end to end and gives its trace.

It follows what physically happened, also where a law says that it should not have; what cannot have happened as
written becomes a slip, and the part of the deal that hangs on it is marked as broken. Passes no judgement.
The exchange is walked in ``piles.py``; here are the declarations and the play.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards import CARD, FULL_PACK, Bits, Card, beats, code, parse
from piquet_records.piles import ExchangeWalk
from piquet_records.record import Deal
from piquet_records.steps import (
    ADVERSARY,
    ELDER,
    ROLES,
    YOUNGER,
    Answer,
    Ask,
    Call,
    Challenge,
    Correct,
    CorrectReply,
    DealStep,
    Redeal,
    Retake,
    Rewind,
    Role,
    Show,
    TakeBack,
)
from piquet_records.trace import (
    Broken,
    CallHistory,
    Change,
    Event,
    Hand,
    Slip,
    Trace,
    Trick,
    claim,
)


def trace(deal: Deal) -> Trace:
    """Walk a deal and give what happened in it, as facts."""
    return _Walk(deal).run()


class _Remarks:
    """The later words about one call, as they are collected."""

    __slots__ = ("challenges", "corrections", "event", "replies", "shows")

    def __init__(self, event: Event) -> None:
        self.event = event
        self.corrections: list[Event] = []
        self.replies: list[Event] = []
        self.shows: list[Event] = []
        self.challenges: list[Event] = []

    def history(self, number: int) -> CallHistory:
        step = self.event.step
        assert isinstance(step, Call)  # noqa: S101 - narrows the type
        first = final = claim(step)
        if self.corrections:
            final = claim(self.corrections[-1].step)
        reply = step.reply if step.reply is not UNSET else None
        if self.replies:
            reply = self.replies[-1].step.reply  # type: ignore[union-attr]
        if not (self.corrections or self.replies or self.shows or self.challenges):
            return CallHistory(number, step.by, step.what, first, final, reply, self.event)
        later = (self.corrections, self.replies, self.shows, self.challenges)
        return CallHistory(number, step.by, step.what, first, final, reply, self.event, *map(tuple, later))


class _Walk:
    """The walk of one deal: mutable while it lasts, and seen by nobody else."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.clock = 0
        self.events: dict[type, list[Event]] = {}
        self.slips: list[Slip] = []
        self.broken: set[Broken] = set()
        self.remarks: list[_Remarks] = []
        self.declared: dict[int, _Remarks] = {}
        self.laid: list[Trick] = []
        self.standing: list[int] = []
        self.first_card: dict[Role, int | None] = {ELDER: None, YOUNGER: None}
        self.out: dict[Role, Bits] = {ELDER: 0, YOUNGER: 0}
        self.unseen: dict[Role, int] = {ELDER: 0, YOUNGER: 0}
        self.hands: dict[Role, Hand] = {}
        self.changes: list[Change] = []
        self.turn: Role | None = ELDER
        self.over = False

    def run(self) -> Trace:
        deal = self.deal
        for index, step in enumerate(deal.dealing or ()):
            self._event(step, "dealing", index)
        exchange = ExchangeWalk(deal, self._event, self._slip, self.broken)
        self.hands = exchange.run()
        self.exchange = exchange
        self._play()
        calls = tuple([remarks.history(number) for number, remarks in enumerate(self.remarks)])
        return Trace(
            deal=deal,
            dealt=exchange.dealt,
            talon=exchange.talon,
            playing={role: hand.seen_in(self.out[role]) for role, hand in self.hands.items()},
            recorded=frozenset(role for role in exchange.recorded if Broken(role) not in self.broken),
            changes=tuple(self.changes),
            exchanged=exchange.summary(),
            events=self.events,
            calls=calls,
            laid=tuple(self.laid),
            tricks=tuple([self.laid[index] for index in self.standing]),
            first_card=self.first_card,
            slips=tuple(self.slips),
            broken=frozenset(self.broken),
            end=self.clock + 1,
        )

    # what is shared by all lists

    def _event(self, step: DealStep, place: str, index: int) -> Event:
        self.clock += 1
        event = Event(step, place, index, self.clock, len(self.standing) + 1)
        self.events.setdefault(type(step), []).append(event)
        if self.over:
            self._slip(Slip("order", "after-redeal", event.at), _LISTS[place])
        if isinstance(step, Redeal):
            self.over = True
        return event

    def _slip(self, slip: Slip, part: Broken) -> None:
        """Keep a slip, unless what it breaks is broken already: one slip, one finding."""
        if part not in self.broken:
            self.broken.add(part)
            self.slips.append(slip)

    # declarations

    def _declare(self, steps: Sequence[DealStep], start: int) -> None:
        for offset, step in enumerate(steps):
            event = self._event(step, "declarations", start + offset)
            self._remark(step, event)

    def _remark(self, step: DealStep, event: Event) -> None:
        if isinstance(step, Call):
            remarks = _Remarks(event)
            self.remarks.append(remarks)
            if event.place == "declarations":
                self.declared[event.index] = remarks
            if isinstance(step.shown, str):
                self._must_hold(step.by, parse(step.shown), event.at)
        elif isinstance(step, Correct | Show | CorrectReply | Challenge):
            self._remark_on_call(step, event)
        elif isinstance(step, Answer) and not self.events.get(Ask):
            self._slip(Slip("order", "no-question", event.at), _LISTS[event.place])
        elif isinstance(step, Retake):
            self._retake(step, event)

    def _remark_on_call(self, step: Correct | Show | CorrectReply | Challenge, event: Event) -> None:
        caller = step.by if isinstance(step, Correct | Show) else ADVERSARY[step.by]
        remarks = self._meant(caller, step.what, step.of if step.of is not UNSET else None)
        if remarks is None:
            self._slip(Slip("order", "no-such-call", event.at), Broken.DECLARATIONS)
            return
        match step:
            case Correct():
                remarks.corrections.append(event)
            case CorrectReply():
                remarks.replies.append(event)
            case Challenge():
                remarks.challenges.append(event)
            case Show():
                remarks.shows.append(event)
                self._must_hold(step.by, parse(step.cards), event.at)

    def _meant(self, caller: Role, what: str, place: int | None) -> _Remarks | None:
        """Find the call that a later step speaks of; None where there is none, or more than one it could be."""

        def fits(remarks: _Remarks) -> bool:
            step = remarks.event.step
            return isinstance(step, Call) and step.by == caller and step.what == what

        if place is not None:
            meant = self.declared.get(place)
            return meant if meant is not None and fits(meant) else None
        found = [remarks for remarks in self.declared.values() if fits(remarks)]
        found = found or [remarks for remarks in self.remarks if fits(remarks)]
        return found[0] if len(found) == 1 else None

    # the play

    def _play(self) -> None:
        declarations = self.deal.declarations or ()
        later = _first_call_of_younger(declarations)
        self._declare(declarations[:later], 0)
        pending: list[tuple[DealStep, int]] = []
        waiting = declarations[later:]
        for index, entry in enumerate(self.deal.play or ()):
            if isinstance(entry, str):
                if pending or waiting or not self._plain_trick(entry, index):
                    self._trick(entry, index, pending, waiting)
                    pending, waiting = [], ()
            elif isinstance(entry, Rewind):
                self._flush(pending)
                pending = []
                self._rewind(entry, index)
            else:
                pending.append((entry, index))
        self._declare(waiting, later)
        self._flush(pending)

    def _flush(self, pending: Sequence[tuple[DealStep, int]]) -> None:
        for step, index in pending:
            event = self._event(step, "play", index)
            if isinstance(step, TakeBack):
                self._must_hold(step.by, (CARD[step.card],), event.at)
            self._remark(step, event)

    def _plain_trick(self, text: str, index: int) -> bool:
        """Lay a trick of two known cards that their players hold; False, and nothing done, where it is not one."""
        cards = _TRICKS.get(text)
        leader = self.turn
        number = len(self.standing) + 1
        if cards is None or leader is None or self.over or number > 12:
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
        self.standing.append(len(self.laid))
        self.laid.append(
            Trick(
                number, leader, lead, follow, winner, index, self.clock - 1, self.clock,
                out[ELDER], out[YOUNGER], leader, (self.unseen[ELDER], self.unseen[YOUNGER]),
            )  # fmt: skip
        )
        out[leader] |= lead_bit
        out[follower] |= follow_bit
        self.turn = winner
        return True

    def _trick(
        self, text: str, index: int, pending: Sequence[tuple[DealStep, int]], waiting: Sequence[DealStep]
    ) -> None:
        before, after = _around_lead(pending)
        if after and before and before[-1][1] > after[0][1]:
            self._slip(Slip("order", "before-after-lead", f"play/{before[-1][1]}"), Broken.PLAY)
        self._flush(before)
        at = f"play/{index}"
        if self.over:
            self._slip(Slip("order", "after-redeal", at), Broken.PLAY)
        if len(self.standing) >= 12:
            self._slip(Slip("order", "thirteenth-trick", at), Broken.PLAY)
            return
        self._check_followed(at)
        lead, _, follow_text = text.partition(" ")
        lead_card = CARD[lead]
        follow_card = CARD[follow_text] if follow_text else None
        leader = self._leader(lead_card, follow_card)
        follower = ADVERSARY[leader]
        out_elder, out_younger = self.out[ELDER], self.out[YOUNGER]
        unseen = (self.unseen[ELDER], self.unseen[YOUNGER])
        lead_moment = self._put(leader, lead_card, at)
        self._declare(waiting, len(self.deal.declarations or ()) - len(waiting))
        self._flush(after)
        follow_moment = lead_moment if follow_card is None else self._put(follower, follow_card, at)
        winner = self._winner(leader, lead_card, follow_card, index)
        number = len(self.standing) + 1
        self.standing.append(len(self.laid))
        self.laid.append(
            Trick(
                number, leader, lead_card, follow_card, winner, index, lead_moment, follow_moment,
                out_elder, out_younger, self.turn, unseen,
            )  # fmt: skip
        )
        self.turn = winner

    def _check_followed(self, at: str) -> None:
        """A lead can stay without a follow only where the second player had no card left."""
        if not self.standing:
            return
        last = self.laid[self.standing[-1]]
        if last.follow is None and last.follower in self.exchange.recorded and self._left(last.follower) > 0:
            self._slip(Slip("order", "lead-not-followed", at), Broken.PLAY)

    def _left(self, role: Role) -> int:
        """How many cards a player still holds."""
        return self.hands[role].size - self.out[role].bit_count() - self.unseen[role]

    def _put(self, role: Role, card: Card, at: str) -> int:
        """Put a card on the table; gives its moment."""
        self.clock += 1
        if self.first_card[role] is None:
            self.first_card[role] = self.clock
        if card >= 0:
            mask = 1 << card
            self._must_hold(role, (card,), at)
            if self.out[role] & mask and not self.hands[role].doubles & mask:
                self._slip(Slip("card", "played-before", at, role, card), Broken(role))
            self.out[role] |= mask
        else:
            self.unseen[role] += 1
        return self.clock

    def _must_hold(self, role: Role, cards: Sequence[Card], at: str) -> None:
        """A card that is seen in a hand is one of its known cards or fills one of its unknown ones."""
        hand = self.hands[role]
        for card in cards:
            if card < 0 or hand.known >> card & 1:
                continue
            if hand.unknown and not self._elsewhere(role) >> card & 1:
                hand = Hand(hand.known | 1 << card, hand.unknown - 1, hand.doubles, hand.missing)
                self.hands[role] = hand
            elif not any(change.role == role and change.taken >> card & 1 for change in self.changes):
                self._slip(Slip("card", "not-held", at, role, card), Broken(role))

    def _elsewhere(self, role: Role) -> Bits:
        return self.hands[ADVERSARY[role]].known | self.exchange.lying

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
            self.broken.add(Broken.PLAY)
        return turn or ELDER

    def _holds(self, role: Role, card: Card | None) -> bool:
        hand = self.hands[role]
        return card is not None and card >= 0 and bool((hand.known & ~self.out[role] | hand.doubles) & 1 << card)

    def _winner(self, leader: Role, lead: Card, follow: Card | None, index: int) -> Role | None:
        follower = ADVERSARY[leader]
        if follow is None:
            alone = follower in self.exchange.recorded and self._left(follower) <= 0
            return leader if alone else None
        if lead >= 0 and follow >= 0:
            return follower if beats(follow, lead) else leader
        leads = (lead,) if lead >= 0 else self._candidates(leader, index)
        follows = (follow,) if follow >= 0 else self._candidates(follower, index)
        wins = {beats(second, first) for first in leads for second in follows if first != second}
        return None if len(wins) != 1 else follower if wins.pop() else leader

    def _candidates(self, role: Role, index: int) -> tuple[Card, ...]:
        """Give the cards that a player may have put where the card was not seen."""
        hand = self.hands[role]
        bits = hand.known
        if hand.unknown or role not in self.exchange.recorded:
            bits = FULL_PACK & ~self._elsewhere(role)
        for entry in (self.deal.play or ())[index + 1 :]:
            if isinstance(entry, Rewind):
                break
            if isinstance(entry, str):
                for card in parse(entry):
                    bits &= ~(1 << card) if card >= 0 else -1
        bits &= ~(self.out[ELDER] | self.out[YOUNGER])
        return tuple([Card(card) for card in range(32) if bits >> card & 1])

    def _rewind(self, step: Rewind, index: int) -> None:
        event = self._event(step, "play", index)
        if step.to > len(self.standing) or step.after_lead is True:
            self._slip(Slip("order", "nothing-to-take-back", event.at), Broken.PLAY)
            return
        for place in self.standing[step.to - 1 :]:
            self.laid[place] = replace(self.laid[place], undone=event.moment)
        first = self.laid[self.standing[step.to - 1]]
        self.out = {ELDER: first.out_elder, YOUNGER: first.out_younger}
        self.unseen = dict(zip(ROLES, first.unseen, strict=True))
        self.turn = first.turn
        del self.standing[step.to - 1 :]

    def _retake(self, step: Retake, event: Event) -> None:
        """Cards go from a discard to a hand, and others back, while calls are made or cards are played."""
        taken, put = parse(step.cards), parse(step.puts) if step.puts is not UNSET else ()
        self._must_hold(step.by, put, event.at)
        bits = [sum(1 << card for card in cards if card >= 0) for cards in (taken, put)]
        self.changes.append(Change(step.by, event.moment, *bits))
        self.exchange.retake(step.by, taken, put, event.at)


_TRICKS: Final = {
    f"{code(lead)} {code(follow)}": (lead, follow, beats(follow, lead), 1 << lead, 1 << follow)
    for lead in map(Card, range(32))
    for follow in map(Card, range(32))
    if lead != follow
}
"""Every trick of two known cards: the cards, whether the second takes the first, and both as sets."""

_LISTS = {
    "dealing": Broken.EXCHANGE,
    "exchange": Broken.EXCHANGE,
    "declarations": Broken.DECLARATIONS,
    "play": Broken.PLAY,
}


def _first_call_of_younger(declarations: Sequence[DealStep]) -> int:
    """Give the place from which all declarations come after the elder's first lead."""
    for index, step in enumerate(declarations):
        if isinstance(step, Call) and step.by == YOUNGER:
            return index
    return len(declarations)


def _around_lead(
    pending: Sequence[tuple[DealStep, int]],
) -> tuple[list[tuple[DealStep, int]], list[tuple[DealStep, int]]]:
    """Part the steps before a trick into those before its lead and those between lead and follow."""
    before = [entry for entry in pending if getattr(entry[0], "after_lead", UNSET) is not True]
    after = [entry for entry in pending if getattr(entry[0], "after_lead", UNSET) is True]
    return before, after
