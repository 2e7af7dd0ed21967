"""Walks one recorded deal from end to end and gives its trace.

It follows what physically happened, also where a law says that it should not have; what cannot have happened as
written becomes a slip, and the part of the deal that hangs on it is marked as broken. Passes no judgement.
The cards are followed in ``piles.py`` (exchange) and ``table.py`` (play); here are the four lists and their steps.
"""

from collections.abc import Sequence

from msgspec import UNSET

from piquet_records.cards.pack import CARD, UNKNOWN, Bits, parse, to_bits
from piquet_records.cards.terms import ADVERSARY, TRICKS, YOUNGER, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
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
    Show,
    TakeBack,
)
from piquet_records.trace.exchange import ExchangeWalk
from piquet_records.trace.facts import CallHistory, Contradiction, Event, HandChange, Trace, UnreliablePart, claim
from piquet_records.trace.play import PlayWalk


def replay_deal(deal: Deal) -> Trace:
    """Walk a deal and give what happened in it, as facts."""
    return _DealWalk(deal).run()


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
        said = self.replies[-1].step if self.replies else step
        assert isinstance(said, Call | CorrectReply)  # noqa: S101 - narrows the type
        reply = said.reply if said.reply is not UNSET else None
        if not (self.corrections or self.replies or self.shows or self.challenges):
            return CallHistory(number, step.by, step.what, first, final, reply, self.event)
        later = (self.corrections, self.replies, self.shows, self.challenges)
        return CallHistory(number, step.by, step.what, first, final, reply, self.event, *map(tuple, later))


class _DealWalk:
    """The walk of one deal: mutable while it lasts, and seen by nobody else."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.events: dict[type, list[Event]] = {}
        self.contradictions: list[Contradiction] = []
        self.unreliable: set[UnreliablePart] = set()
        self.remarks: list[_Remarks] = []
        self.declared: dict[int, _Remarks] = {}
        self.table = PlayWalk(self._slip)
        self.over = False

    def run(self) -> Trace:
        deal = self.deal
        for index, step in enumerate(deal.dealing or ()):
            self._event(step, "dealing", index)
        exchange = ExchangeWalk(deal, self._event, self._slip, self.unreliable)
        table = self.table
        table.hands = exchange.run()
        table.recorded, table.out_of_play = exchange.recorded, exchange.out_of_play
        self.exchange = exchange
        self._play()
        calls = tuple([remarks.history(number) for number, remarks in enumerate(self.remarks)])
        return Trace(
            deal=deal,
            dealt=exchange.dealt,
            talon=exchange.talon,
            playing={
                role: hand.shown_by(0 if table.turn_lost else table.out[role]) for role, hand in table.hands.items()
            },
            recorded_hands=frozenset(role for role in exchange.recorded if UnreliablePart(role) not in self.unreliable),
            changes=tuple(table.changes),
            exchanged=exchange.summary(),
            events=self.events,
            calls=calls,
            all_tricks=tuple(table.all_tricks),
            standing_tricks=tuple([table.all_tricks[index] for index in table.standing]),
            first_card=table.first_card,
            contradictions=tuple(self.contradictions),
            unreliable=frozenset(self.unreliable),
            end=table.tick(),
        )

    # what is shared by all lists

    def _event(self, step: DealStep, place: str, index: int) -> Event:
        event = Event(step, place, index, self.table.tick(), len(self.table.standing) + 1)
        self.events.setdefault(type(step), []).append(event)
        if self.over:
            self._slip(Contradiction("order", "after-redeal", event.at), _LISTS[place])
        if isinstance(step, Redeal):
            self.over = True
        return event

    def _slip(self, slip: Contradiction, part: UnreliablePart) -> None:
        """Keep a slip, unless what it breaks is broken already: one slip, one finding; a deal goes on but once."""
        if part not in self.unreliable:
            self.unreliable.add(part)
            if slip.reason != "after-redeal" or slip.reason not in [other.reason for other in self.contradictions]:
                self.contradictions.append(slip)

    # declarations

    def _declare(self, steps: Sequence[DealStep], start: int) -> None:
        for offset, step in enumerate(steps):
            event = self._event(step, "declarations", start + offset)
            self._remark(step, event)

    def _remark(self, step: DealStep, event: Event) -> None:
        if isinstance(step, Call):
            remarks = _Remarks(event)
            self.remarks.append(remarks)
            if event.list_name == "declarations":
                self.declared[event.index] = remarks
            if isinstance(step.shown, str):
                self.table.note_seen(step.by, parse(step.shown), event.at)
        elif isinstance(step, Correct | Show | CorrectReply | Challenge):
            self._remark_on_call(step, event)
        elif isinstance(step, Answer) and not self.events.get(Ask):
            self._slip(Contradiction("order", "no-question", event.at), _LISTS[event.list_name])
        elif isinstance(step, Retake):
            self._retake(step, event)

    def _remark_on_call(self, step: Correct | Show | CorrectReply | Challenge, event: Event) -> None:
        caller = step.by if isinstance(step, Correct | Show) else ADVERSARY[step.by]
        remarks = self._meant(caller, step.what, step.of if step.of is not UNSET else None)
        if remarks is None:
            self._slip(Contradiction("order", "no-such-call", event.at), UnreliablePart.DECLARATIONS)
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
                self.table.note_seen(step.by, parse(step.cards), event.at)

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
                if pending or waiting or self.over or not self.table.lay_ordinary_trick(entry, index):
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
                self.table.taken_back(step.by, CARD[step.card], event.at)
            self._remark(step, event)

    def _trick(
        self, text: str, index: int, pending: Sequence[tuple[DealStep, int]], waiting: Sequence[DealStep]
    ) -> None:
        before, after = _around_lead(pending)
        if after and before and before[-1][1] > after[0][1]:
            self._slip(Contradiction("order", "before-after-lead", f"play/{before[-1][1]}"), UnreliablePart.PLAY)
        self._flush(before)
        at = f"play/{index}"
        if self.over:
            self._slip(Contradiction("order", "after-redeal", at), UnreliablePart.PLAY)
        if len(self.table.standing) >= TRICKS:
            self._slip(Contradiction("order", "thirteenth-trick", at), UnreliablePart.PLAY)
            return
        self.table.check_followed(at)
        cards = parse(text)
        follow = cards[1] if len(cards) > 1 else None
        trick = self.table.open_trick(cards[0], follow, at)
        self._declare(waiting, len(self.deal.declarations or ()) - len(waiting))
        self._flush(after)
        self.table.close_trick(trick, follow, index, self._shown_later(index) if UNKNOWN in cards else 0)
        if self.table.turn_lost:
            self.unreliable.add(UnreliablePart.PLAY)

    def _shown_later(self, index: int) -> Bits:
        """Give the cards that are seen in tricks after a place, up to the next rewind."""
        seen: Bits = 0
        for entry in (self.deal.play or ())[index + 1 :]:
            if isinstance(entry, Rewind):
                break
            if isinstance(entry, str):
                seen |= to_bits(parse(entry))
        return seen

    def _rewind(self, step: Rewind, index: int) -> None:
        event = self._event(step, "play", index)
        if step.to > len(self.table.standing) or step.after_lead is True:
            self._slip(Contradiction("order", "nothing-to-take-back", event.at), UnreliablePart.PLAY)
            return
        self.table.rewind(step.to, event.moment)

    def _retake(self, step: Retake, event: Event) -> None:
        """Cards go from a discard to a hand, and others back, while calls are made or cards are played."""
        taken, put = parse(step.cards), parse(step.puts) if step.puts is not UNSET else ()
        self.table.note_seen(step.by, put, event.at)
        bits = [sum(1 << card for card in cards if card >= 0) for cards in (taken, put)]
        self.table.changes.append(HandChange(step.by, event.moment, *bits))
        self.exchange.retake(step.by, taken, put, event.at)


_LISTS = {
    "dealing": UnreliablePart.EXCHANGE,
    "exchange": UnreliablePart.EXCHANGE,
    "declarations": UnreliablePart.DECLARATIONS,
    "play": UnreliablePart.PLAY,
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
