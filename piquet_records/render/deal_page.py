"""One deal as a page shows it: hands, exchange, calls, play and score, in words and in the order of time.

Reads the states of the deal and its report, and decides nothing. How it looks is ``text.py``'s and ``html.py``'s.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from piquet_records.cards.pack import RANKS, SUITS, Bits, Card, to_bits
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.record.game import Deal, Game
from piquet_records.record.steps import Call
from piquet_records.render.phrases import Phrases
from piquet_records.render.step_sentences import Line, called, told
from piquet_records.report.model import DealReport
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import COLUMNS
from piquet_records.scoring.timeline import Counts, State, states
from piquet_records.trace.facts import NEVER, Event, Hand, Trace, Trick
from piquet_records.trace.walk import replay_deal

UNKNOWN: Final = "–"
"""What stands for a number that is not checkable."""

Marks = Mapping[str, tuple[int, ...]]
"""The numbers of the findings about a place in the deal, by its JSON pointer below the deal."""


class HandRow(Struct, frozen=True):
    """Some cards, suit by suit."""

    who: Role | None
    """None for the talon."""
    label: str
    suits: tuple[str, ...]
    """The ranks of each suit, in the order of ``SUITS``."""
    more: str
    """What is not known of it."""


class TrickRow(Struct, frozen=True):
    """A trick: who leads what, what follows, who wins, and both counts after it."""

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
    """Everything that is shown of a deal but its findings."""

    number: int
    names: dict[str, str]
    """The players, by role."""
    notes: str
    hands: tuple[HandRow, ...]
    dealing: tuple[Line, ...]
    exchange: tuple[Line, ...]
    left: str
    """The cards left in the talon."""
    declarations: tuple[Line, ...]
    before_play: tuple[str, str]
    """Both counts before the first card."""
    play: tuple[TrickRow | Line, ...]
    score: tuple[ScoreRow, ...]
    written: tuple[str, str] | None
    as_played_differs: bool

    @property
    def has_unknown(self) -> bool:
        """Whether a number is shown as not checkable."""
        shown = [*self.before_play, *(value for row in self.score for value in (*row.ruled, *row.played))]
        shown += [value for row in self.play if isinstance(row, TrickRow) for value in (row.elder, row.younger)]
        return UNKNOWN in shown


def deal_page(deal: Deal, game: Game, report: DealReport, rules: Rules, marks: Marks, phrases: Phrases) -> DealPage:
    """Put a deal into words."""
    facts = replay_deal(deal)
    passed = list(states(facts, rules))
    telling = _Telling(facts, passed, marks, phrases)
    seats = {ELDER: deal.elder, YOUNGER: deal.dealer}
    played = report.score != report.as_played
    return DealPage(
        number=report.deal,
        names={role: name_of(game, seats[role]) for role in ROLES},
        notes=deal.notes or "",
        hands=tuple(_hands(facts, phrases)),
        dealing=telling.lines("dealing"),
        exchange=telling.lines("exchange"),
        left=_left(facts, phrases),
        declarations=telling.declarations(),
        before_play=_numbers(_before_play(passed)),
        play=tuple(telling.play()),
        score=tuple(_score(report, phrases)),
        written=_numbers((report.recorded.elder, report.recorded.younger)) if report.recorded else None,
        as_played_differs=played,
    )


def name_of(game: Game, seat: str) -> str:
    """Give the name at a seat, or the seat where the name is blank."""
    name: str = getattr(game.players, seat)
    return name.strip() or seat


def number(value: int | None) -> str:
    """Give a number of points; a dash where it is not checkable."""
    return UNKNOWN if value is None else str(value)


def _numbers(counts: Counts) -> tuple[str, str]:
    return number(counts[0]), number(counts[1])


class _Telling:
    """What happened in a deal, told line by line."""

    def __init__(self, facts: Trace, passed: Sequence[State], marks: Marks, phrases: Phrases) -> None:
        self.passed = passed
        self.marks = marks
        self.phrases = phrases
        self.drawn = {draw.event.at: draw.cards for exchanged in facts.exchanged.values() for draw in exchanged.draws}

    def lines(self, place: str) -> tuple[Line, ...]:
        """Tell the steps of one list."""
        events = [state.event for state in self.passed if state.event and state.event.list_name == place]
        return tuple([line for event in events for line in self._event(event)])

    def declarations(self) -> tuple[Line, ...]:
        """Tell the calls; where the younger's come after it, also the elder's first lead."""
        events = [state for state in self.passed if state.event and state.event.list_name == "declarations"]
        lead = next((state for state in self.passed if state.trick), None)
        lines: list[Line] = []
        for state in events:
            if lead is not None and lead.trick is not None and state.moment > lead.moment:
                card = self.phrases.cards((lead.trick.lead,))
                lines.append(Line(lead.trick.leader, self.phrases.page_words("leads", card=card)))
                lead = None
            lines += self._event(state.event) if state.event else []
        return tuple(lines)

    def play(self) -> Iterator[TrickRow | Line]:
        """Tell the tricks, and the steps among them."""
        for state in self.passed:
            if state.event is not None and state.event.list_name == "play":
                yield from self._event(state.event)
            elif state.trick is not None and state.moment == state.trick.follow_moment:
                yield self._trick(state.trick, state.counts)

    def _event(self, event: Event) -> list[Line]:
        step, marks = event.step, self.marks.get(event.at, ())
        if isinstance(step, Call):
            first, *others = called(step, self.phrases)
            return [Line(first.who, first.text, marks), *others]
        return [Line(step.by, told(step, self.phrases, self.drawn.get(event.at, ())), marks)]

    def _card(self, card: Card) -> str:
        return self.phrases.cards((card,)) if card >= 0 else "?"

    def _trick(self, trick: Trick, counts: Counts) -> TrickRow:
        elder, younger = _numbers(counts)
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


def _hands(facts: Trace, phrases: Phrases) -> Iterator[HandRow]:
    """Give both hands as dealt, what was put out, both hands as they were played, and the talon."""
    page = phrases.page
    for role in ROLES:
        if facts.dealt[role] is not None:
            yield _hand_row(role, page["dealt"], facts.dealt[role], phrases)
        discard = facts.exchanged[role].discard
        if discard:
            yield _cards_row(role, page["discarded"], discard, phrases)
        if facts.dealt[role] is None or facts.deal.exchange or facts.played:
            hand = facts.playing[role] if role in facts.recorded_hands else None
            yield _hand_row(role, page["to_play"], hand, phrases)
    if facts.talon is not None:
        yield _cards_row(None, page["talon"], facts.talon, phrases)


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
    """Give the ranks of each suit, highest first, a double twice."""
    ranks = phrases.words["ranks"]
    rows = []
    for suit in range(len(SUITS)):
        row = [
            ranks[RANKS[rank]]
            for rank in reversed(range(len(RANKS)))
            for bits in (known, doubles)
            if bits >> (suit * 8 + rank) & 1
        ]
        rows.append(" ".join(row))
    return tuple(rows)


def _left(facts: Trace, phrases: Phrases) -> str:
    left = facts.exchanged[YOUNGER].left
    return phrases.page_words("left", cards=phrases.cards(left)) if left and facts.deal.exchange else ""


def _before_play(passed: Sequence[State]) -> Counts:
    """Give the counts before the first card."""
    counts = passed[0].counts
    for state in passed:
        if state.trick is not None:
            break
        counts = state.counts
    return counts


def _score(report: DealReport, phrases: Phrases) -> Iterator[ScoreRow]:
    """Give the kinds of point that anybody made, or that are not checkable, and the totals."""
    sides = (report.score.elder, report.score.younger, report.as_played.elder, report.as_played.younger)
    for name in (*COLUMNS, "total"):
        values = [getattr(side, name) for side in sides]
        if name == "total" or any(value != 0 for value in values):
            ruled_elder, ruled_younger, played_elder, played_younger = map(number, values)
            label = phrases.words["entries"][name]
            yield ScoreRow(label, (ruled_elder, ruled_younger), (played_elder, played_younger))
