"""Walks one recorded deal from end to end and returns its trace.

It follows what physically happened, even if a law forbids it. What cannot have happened as written is recorded as a
contradiction, and the part of the deal that depends on it as unreliable. It does not say what was right or wrong.

The log of time and contradictions (``log.py``) goes through the parts in order: the dealing, the exchange
(``exchange.py``), then calls (``call_log.py``) and tricks (``play.py``, ``hands_in_play.py``), which this module
puts in the order of time.
"""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import CARD, UNKNOWN, Bits, parse, to_bits
from piquet_records.cards.terms import TRICKS, YOUNGER, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
    Answer,
    Ask,
    Call,
    Challenge,
    Correct,
    CorrectReply,
    DealStep,
    DemandDiscard,
    DemandRedeal,
    DemandShow,
    DemandSuit,
    Notice,
    Refuse,
    Retake,
    Rewind,
    Show,
    TakeBack,
)
from piquet_records.trace.call_log import CallLog
from piquet_records.trace.exchange import ExchangeResult, take_from_discard, walk_exchange
from piquet_records.trace.facts import Event, ExchangeSummary, Trace, UnreliablePart
from piquet_records.trace.hands_in_play import HandsInPlay
from piquet_records.trace.log import PART_OF_LIST, DealLog
from piquet_records.trace.play import PlayWalk

Waiting = list[tuple[DealStep, int]]
"""Steps of the play that wait for the next trick, with their indexes in ``play``."""


def replay_deal(deal: Deal) -> Trace:
    """Walk a deal and return what happened in it, as facts."""
    log = DealLog()
    for index, step in enumerate(deal.dealing or ()):
        log.add(step, "dealing", index)
    exchange = walk_exchange(deal, log)
    walk = _TrickWalk(deal, exchange, log)
    walk.run()
    _check_refusals(log)
    unreliable = frozenset(log.unreliable)
    return Trace(
        deal=deal,
        dealt=exchange.dealt,
        talon=exchange.talon,
        playing=walk.hands.at_end(prove=not walk.play.turn_lost),
        recorded_hands=frozenset(role for role in exchange.recorded_hands if UnreliablePart(role) not in unreliable),
        hands_before_play=exchange.hands_before_play,
        changes=tuple(walk.hands.changes),
        exchanged=walk.exchanged(),
        events=log.events,
        calls=walk.calls.histories(),
        all_tricks=tuple(walk.play.all_tricks),
        standing_tricks=walk.play.standing_tricks(),
        first_card=walk.hands.first_card,
        contradictions=tuple(log.contradictions),
        unreliable=unreliable,
        end=log.tick(),
    )


class _TrickWalk:
    """The walk through declarations and play, put in the order of time."""

    def __init__(self, deal: Deal, exchange: ExchangeResult, log: DealLog) -> None:
        self._deal = deal
        self._log = log
        self._summaries = exchange.summaries
        self._discards = {role: list(summary.discard) for role, summary in exchange.summaries.items()}
        self.hands = HandsInPlay(exchange, log)
        self.play = PlayWalk(self.hands, log)
        self.calls = CallLog()

    def run(self) -> None:
        """Walk to the end: the elder's declarations, then the tricks, the younger's declarations after the lead."""
        declarations = self._deal.declarations or ()
        first_of_younger = _first_call_of_younger(declarations)
        self._declare(declarations[:first_of_younger], 0)
        waiting: Waiting = []
        of_younger = declarations[first_of_younger:]
        for index, entry in enumerate(self._deal.play or ()):
            if isinstance(entry, str):
                is_plain = not (waiting or of_younger or self._log.is_redealt)
                if not (is_plain and self.play.lay_ordinary_trick(entry, index)):
                    self._trick(entry, index, waiting, of_younger)
                    waiting, of_younger = [], ()
            elif isinstance(entry, Rewind):
                self._take_steps(waiting)
                waiting = []
                self._rewind(entry, index)
            else:
                waiting.append((entry, index))
        self._declare(of_younger, first_of_younger)
        self._take_steps(waiting)

    def exchanged(self) -> dict[Role, ExchangeSummary]:
        """Return the summaries of the exchange, with the discards as they are after the play."""
        return {
            role: replace(summary, discard=tuple(self._discards[role])) if self.hands.changes else summary
            for role, summary in self._summaries.items()
        }

    def _declare(self, steps: Sequence[DealStep], start: int) -> None:
        for index, step in enumerate(steps, start):
            self._take_step(step, self._log.add(step, "declarations", index))

    def _take_steps(self, steps: Waiting) -> None:
        for step, index in steps:
            event = self._log.add(step, "play", index)
            if isinstance(step, TakeBack):
                self.play.check_taken_back(step.by, CARD[step.card], event.at)
            self._take_step(step, event)

    def _take_step(self, step: DealStep, event: Event) -> None:
        match step:
            case Call():
                self.calls.add_call(step, event)
                if isinstance(step.shown, str):
                    self.hands.note_seen(step.by, parse(step.shown), event.at)
            case Correct() | Show() | CorrectReply() | Challenge() | DemandShow():
                if not self.calls.add_later_step(step, event):
                    self._log.wrong_order("no-such-call", event.at, UnreliablePart.DECLARATIONS)
                elif isinstance(step, Show):
                    self.hands.note_seen(step.by, parse(step.cards), event.at)
            case DemandRedeal() | DemandSuit() | DemandDiscard() | Notice(what="revoke"):
                self.calls.forget_demand(step.by)
            case Refuse():
                self.calls.add_refusal(step.by, event)
            case Answer() if not self._was_asked(step):
                self._log.wrong_order("no-question", event.at, PART_OF_LIST[event.list_name])
            case Retake():
                self._retake(step, event)

    def _was_asked(self, step: Answer) -> bool:
        """Return whether the other player asked what a step answers."""
        asked = [event.step for event in self._log.events.get(Ask, [])]
        return any(isinstance(ask, Ask) and ask.by != step.by and ask.what == step.what for ask in asked)

    def _retake(self, step: Retake, event: Event) -> None:
        """Move cards from a discard to a hand, and others back."""
        cards = parse(step.cards)
        discarded = parse(step.puts) if step.puts is not UNSET else ()
        self.hands.change(step.by, event.moment, cards, discarded, event.at)
        take_from_discard(self._discards[step.by], cards, step.by, event.at, self._log)
        self._discards[step.by].extend(discarded)

    def _trick(self, text: str, index: int, waiting: Waiting, of_younger: Sequence[DealStep]) -> None:
        """Play a trick, with the steps before its lead and those between lead and follow."""
        before, after = _around_lead(waiting)
        if after and before and before[-1][1] > after[0][1]:
            self._log.wrong_order("before-after-lead", f"play/{before[-1][1]}", UnreliablePart.PLAY)
        self._take_steps(before)
        at = f"play/{index}"
        self._log.check_not_redealt(at, UnreliablePart.PLAY)
        if self.play.count >= TRICKS:
            self._log.wrong_order("thirteenth-trick", at, UnreliablePart.PLAY)
            return
        self.play.check_followed(at)
        cards = parse(text)
        follow = cards[1] if len(cards) > 1 else None
        trick = self.play.open_trick(cards[0], follow, at)
        self._declare(of_younger, len(self._deal.declarations or ()) - len(of_younger))
        self._take_steps(after)
        self.play.close_trick(trick, follow, index, self._seen_later(index) if UNKNOWN in cards else 0)
        if self.play.turn_lost:
            self._log.unreliable.add(UnreliablePart.PLAY)

    def _seen_later(self, index: int) -> Bits:
        """Return the cards that are seen in tricks after an index of ``play``, up to the next rewind."""
        seen: Bits = 0
        for entry in (self._deal.play or ())[index + 1 :]:
            if isinstance(entry, Rewind):
                break
            if isinstance(entry, str):
                seen |= to_bits(parse(entry))
        return seen

    def _rewind(self, step: Rewind, index: int) -> None:
        event = self._log.add(step, "play", index)
        if step.to > self.play.count or step.after_lead is True:
            self._log.wrong_order("nothing-to-take-back", event.at, UnreliablePart.PLAY)
        else:
            self.play.rewind(step.to, event.moment)


def _check_refusals(log: DealLog) -> None:
    """Record a contradiction for each refusal that answers no demand of the other player."""
    demands = [
        event
        for kind in (DemandDiscard, DemandRedeal, DemandShow, DemandSuit, Notice)
        for event in log.events.get(kind, [])
        if not isinstance(event.step, Notice) or event.step.what == "revoke"
    ]
    for refusal in log.events.get(Refuse, []):
        if not any(demand.moment < refusal.moment and demand.step.by != refusal.step.by for demand in demands):
            log.wrong_order("no-demand", refusal.at, PART_OF_LIST[refusal.list_name])


def _first_call_of_younger(declarations: Sequence[DealStep]) -> int:
    """Return the index from which all declarations come after the elder's first lead."""
    for index, step in enumerate(declarations):
        if isinstance(step, Call) and step.by == YOUNGER:
            return index
    return len(declarations)


def _around_lead(steps: Waiting) -> tuple[Waiting, Waiting]:
    """Separate the steps before a trick into those before its lead and those between lead and follow."""
    before = [entry for entry in steps if getattr(entry[0], "after_lead", UNSET) is not True]
    after = [entry for entry in steps if getattr(entry[0], "after_lead", UNSET) is True]
    return before, after
