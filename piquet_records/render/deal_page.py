"""One deal as a page shows it: hands, exchange, calls, play and score, in words and in the order of time.

Takes a judged deal and its report; follows and scores nothing itself. Knows nothing of how the page looks.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from piquet_records.cards.pack import RANKS, SUITS, Bits, Card, card_of, has_card, to_bits
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role, Seat
from piquet_records.record.game import Game
from piquet_records.record.steps import Call
from piquet_records.render.phrases import Phrases
from piquet_records.render.step_sentences import StepSentence, call_sentences, step_sentence
from piquet_records.report.model import DealReport
from piquet_records.ruling.judged import JudgedDeal
from piquet_records.scoring.deal_score import KINDS
from piquet_records.scoring.timeline import Counts, State, timeline
from piquet_records.trace.facts import NEVER, Event, Hand, Trace, Trick

UNKNOWN: Final = "–"
"""Shown for a number that is not checkable."""

Marks = Mapping[str, tuple[int, ...]]
"""The numbers of the findings about a step or trick, by its JSON pointer below the deal."""


class HandRow(Struct, frozen=True):
    """Some cards, suit by suit."""

    who: Role | None
    """None for the talon."""
    label: str
    suits: tuple[str, ...]
    """The ranks of each suit, in the order of ``SUITS``."""
    more: str
    """How many of its cards are unknown, in words; empty if none is."""


class TrickRow(Struct, frozen=True):
    """A trick: who leads which card, which card follows, who wins, and both counts after it."""

    number: int
    leader: Role
    lead: str
    follow: str
    winner: Role | None
    elder: str
    younger: str
    taken_back: bool
    marks: tuple[int, ...]


class ScoreRow(Struct, frozen=True):
    """A kind of point, or the total: as ruled and as played, the elder's and the younger's of each."""

    label: str
    ruled: tuple[str, str]
    played: tuple[str, str]


class DealPage(Struct, frozen=True, kw_only=True):
    """All that is shown of a deal, except its findings."""

    number: int
    names: dict[str, str]
    """The players, by role."""
    notes: str
    hands: tuple[HandRow, ...]
    dealing: tuple[StepSentence, ...]
    exchange: tuple[StepSentence, ...]
    talon_left: str
    """The cards left in the talon."""
    declarations: tuple[StepSentence, ...]
    counts_before_play: tuple[str, str]
    """Both counts before the first card."""
    play: tuple[TrickRow | StepSentence, ...]
    score: tuple[ScoreRow, ...]
    written: tuple[str, str] | None
    as_played_differs: bool

    @property
    def has_unknown(self) -> bool:
        """Whether a number is shown as not checkable."""
        shown = [*self.counts_before_play, *(value for row in self.score for value in (*row.ruled, *row.played))]
        shown += [value for row in self.play if isinstance(row, TrickRow) for value in (row.elder, row.younger)]
        return UNKNOWN in shown


def deal_page(
    judged: JudgedDeal, report: DealReport, names: Mapping[Seat, str], marks: Marks, phrases: Phrases
) -> DealPage:
    """Return the page of a judged deal; ``names`` are the players' names by seat."""
    trace = judged.trace
    states = list(timeline(trace, judged.case.rules, judged.scores.as_played))
    sentences = _DealSentences(trace, states, marks, phrases)
    return DealPage(
        number=report.deal,
        names={ELDER: names[report.elder], YOUNGER: names[report.dealer]},
        notes=trace.deal.notes or "",
        hands=tuple(_hands(trace, phrases)),
        dealing=sentences.of_list("dealing"),
        exchange=sentences.of_list("exchange"),
        talon_left=_talon_left(trace, phrases),
        declarations=sentences.declarations(),
        counts_before_play=_in_digits(_counts_before_play(states)),
        play=tuple(sentences.play()),
        score=tuple(_score(report, phrases)),
        written=_in_digits((report.recorded.elder, report.recorded.younger)) if report.recorded else None,
        as_played_differs=report.score != report.as_played,
    )


def player_name(game: Game, seat: Seat) -> str:
    """Return the name of the player at a seat, or the seat if the name is blank."""
    name = game.players.A if seat == "A" else game.players.B
    return name.strip() or seat


def points_text(points: int | None) -> str:
    """Return a number of points as text; a dash if it is not checkable."""
    return UNKNOWN if points is None else str(points)


def _in_digits(counts: Counts) -> tuple[str, str]:
    return points_text(counts[0]), points_text(counts[1])


class _DealSentences:
    """The sentences about what happened in a deal."""

    def __init__(self, trace: Trace, states: Sequence[State], marks: Marks, phrases: Phrases) -> None:
        self.states = states
        self.marks = marks
        self.phrases = phrases
        self.drawn = {draw.event.at: draw.cards for exchanged in trace.exchanged.values() for draw in exchanged.draws}

    def of_list(self, list_name: str) -> tuple[StepSentence, ...]:
        """Return the sentences about the steps of one list of the record."""
        events = [state.event for state in self.states if state.event and state.event.list_name == list_name]
        return tuple([sentence for event in events for sentence in self._event(event)])

    def declarations(self) -> tuple[StepSentence, ...]:
        """Return the sentences about the calls; before calls made after the elder's first lead, also that lead."""
        called = [state for state in self.states if state.event and state.event.list_name == "declarations"]
        lead = next((state for state in self.states if state.trick), None)
        sentences: list[StepSentence] = []
        for state in called:
            if lead is not None and lead.trick is not None and state.moment > lead.moment:
                card = self.phrases.cards((lead.trick.lead,))
                sentences.append(StepSentence(lead.trick.leader, self.phrases.page_words("leads", card=card)))
                lead = None
            sentences += self._event(state.event) if state.event else []
        return tuple(sentences)

    def play(self) -> Iterator[TrickRow | StepSentence]:
        """Yield the tricks, and the sentences about the steps between them."""
        for state in self.states:
            if state.event is not None and state.event.list_name == "play":
                yield from self._event(state.event)
            elif state.trick is not None and state.moment == state.trick.follow_moment:
                yield self._trick(state.trick, state.counts)

    def _event(self, event: Event) -> list[StepSentence]:
        step, marks = event.step, self.marks.get(event.at, ())
        if isinstance(step, Call):
            first, *others = call_sentences(step, self.phrases)
            return [StepSentence(first.who, first.text, marks), *others]
        return [StepSentence(step.by, step_sentence(step, self.phrases, self.drawn.get(event.at, ())), marks)]

    def _card(self, card: Card) -> str:
        return self.phrases.cards((card,)) if card >= 0 else "?"

    def _trick(self, trick: Trick, counts: Counts) -> TrickRow:
        elder, younger = _in_digits(counts)
        return TrickRow(
            number=trick.number,
            leader=trick.leader,
            lead=self._card(trick.lead),
            follow="" if trick.follow is None else self._card(trick.follow),
            winner=trick.winner,
            elder=elder,
            younger=younger,
            taken_back=trick.undone < NEVER,
            marks=self.marks.get(trick.at, ()),
        )


def _hands(trace: Trace, phrases: Phrases) -> Iterator[HandRow]:
    """Yield both hands as dealt, both discards, both hands as they were played, and the talon."""
    page = phrases.page
    for role in ROLES:
        if trace.dealt[role] is not None:
            yield _hand_row(role, page["dealt"], trace.dealt[role], phrases)
        discard = trace.exchanged[role].discard
        if discard:
            yield _cards_row(role, page["discarded"], discard, phrases)
        if trace.dealt[role] is None or trace.deal.exchange or trace.played:
            hand = trace.playing[role] if role in trace.recorded_hands else None
            yield _hand_row(role, page["to_play"], hand, phrases)
    if trace.talon is not None:
        yield _cards_row(None, page["talon"], trace.talon, phrases)


def _hand_row(role: Role, label: str, hand: Hand | None, phrases: Phrases) -> HandRow:
    if hand is None:
        return HandRow(role, label, ("",) * 4, phrases.page["not_recorded"])
    unknown = hand.unknown - hand.missing
    more = phrases.page_words("unknown_cards", count=unknown) if unknown else ""
    return HandRow(role, label, _suits(hand.known, hand.doubles, phrases), more)


def _cards_row(role: Role | None, label: str, cards: tuple[Card, ...], phrases: Phrases) -> HandRow:
    known = [card for card in cards if card >= 0]
    doubles = to_bits([card for card in known if known.count(card) > 1])
    unknown = len(cards) - len(known)
    more = phrases.page_words("unknown_cards", count=unknown) if unknown else ""
    return HandRow(role, label, _suits(to_bits(known), doubles, phrases), more)


def _suits(known: Bits, doubles: Bits, phrases: Phrases) -> tuple[str, ...]:
    """Return the ranks of each suit, highest first, a card that occurs twice two times."""
    ranks = phrases.words["ranks"]
    rows = []
    for suit in range(len(SUITS)):
        row = [
            ranks[RANKS[rank]]
            for rank in reversed(range(len(RANKS)))
            for bits in (known, doubles)
            if has_card(bits, card_of(suit, rank))
        ]
        rows.append(" ".join(row))
    return tuple(rows)


def _talon_left(trace: Trace, phrases: Phrases) -> str:
    left = trace.exchanged[YOUNGER].left
    return phrases.page_words("left", cards=phrases.cards(left)) if left and trace.deal.exchange else ""


def _counts_before_play(states: Sequence[State]) -> Counts:
    """Return the counts before the first card."""
    counts = states[0].counts
    for state in states:
        if state.trick is not None:
            break
        counts = state.counts
    return counts


def _score(report: DealReport, phrases: Phrases) -> Iterator[ScoreRow]:
    """Yield the kinds of point that anybody made, or that are not checkable, and the totals."""
    sides = (report.score.elder, report.score.younger, report.as_played.elder, report.as_played.younger)
    for name in (*KINDS, "total"):
        values = [getattr(side, name) for side in sides]
        if name == "total" or any(value != 0 for value in values):
            ruled_elder, ruled_younger, played_elder, played_younger = map(points_text, values)
            label = phrases.words["entries"][name]
            yield ScoreRow(label, (ruled_elder, ruled_younger), (played_elder, played_younger))
