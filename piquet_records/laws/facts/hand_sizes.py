"""What several laws share about wrong numbers of cards: dealt, noticed, drawn in excess, taken into the play."""

from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.terms import ELDER, HAND_SIZE, ROLES, YOUNGER, Role
from piquet_records.findings import Mute
from piquet_records.laws.case import Case, cached_on_case
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
    ChangeDiscard,
    Discard,
    Draw,
    Exchange,
    Expose,
    Notice,
    PutBack,
    Redeal,
    Retake,
    Stand,
    TouchTalon,
)
from piquet_records.trace.facts import NEVER, Event, Trace

PACK_WITH_ONE_MISSING: Final = 31
WRONG_NUMBER: Final = ("misdeal", "too-many", "too-few")
"""What a ``notice`` calls a wrong number of cards."""


class Misdeal(Struct, frozen=True):
    """A deal in which a player was given a wrong number of cards."""

    sizes: dict[Role, int]
    """How many cards were dealt to whom, of the hands that are wrong."""
    noticed: Event | None
    """The first word of it: a ``notice``, or where there is none a ``stand`` or ``redeal``."""
    in_time: bool | None
    """Whether that was said while there is a choice; None where the record does not show it."""

    @property
    def needs_redeal(self) -> bool:
        """Whether the deal must be made again: two cards or more too many or too few."""
        return any(abs(size - HAND_SIZE) > 1 for size in self.sizes.values())


@cached_on_case
def misdeal(case: Case) -> Misdeal | None:
    """Give what was wrong with the numbers of cards as dealt; None where nothing is seen to be."""
    trace = case.trace
    sizes = {
        role: hand.size
        for role in ROLES
        if (hand := trace.dealt[role]) is not None
        and (hand.size > HAND_SIZE or (hand.size < HAND_SIZE and _dealt_to_the_end(trace)))
    }
    if not sizes:
        return None
    noticed = _first_word(trace)
    return Misdeal(sizes, noticed, False if noticed is None else _in_time(case, noticed))


def _notices(trace: Trace) -> list[Event]:
    return [event for event, step in trace.events_and_steps(Notice) if step.what in WRONG_NUMBER]


def _first_word(trace: Trace) -> Event | None:
    words = _notices(trace) or sorted(trace.events_of(Stand) + trace.events_of(Redeal), key=lambda event: event.moment)
    return words[0] if words else None


def _in_time(case: Case, word: Event) -> bool | None:
    """Tell whether a word on a misdeal came while there was a choice; None where the record does not show it."""
    if misdeal_choice_until(case) == "talon-touched":
        return word.moment < _talon_touched(case.trace)
    looked = word.step.looked if isinstance(word.step, Notice) else UNSET
    return None if looked is UNSET else not looked


def _talon_touched(trace: Trace, since: int = -1) -> int:
    touches = [event.moment for act in (TouchTalon, Draw, Exchange) for event in trace.events_of(act)]
    return min([moment for moment in touches if moment > since], default=NEVER)


def redeal_asked_in_time(case: Case, wrong: Misdeal, redeal: Event) -> bool:
    """Tell whether a new deal was asked for while there was a choice: who plays on after the word lets it stand."""
    if wrong.noticed is None or wrong.in_time is False:
        return False
    return redeal.moment < _talon_touched(case.trace, wrong.noticed.moment)


def _dealt_to_the_end(trace: Trace) -> bool:
    """Whether the hands are whole: a deal that was made again may have been broken off, or not written in full."""
    if not trace.events_of(Redeal) or _notices(trace):
        return True
    cards = sum(hand.size for hand in trace.dealt.values() if hand is not None) + len(trace.talon or ())
    return cards >= PACK_WITH_ONE_MISSING and not trace.events_of(Expose)


def faced_card_needs_redeal(case: Case, step: Expose) -> bool:
    """Whether a card faced while dealing makes a new deal due (parameter ``faced_in_talon``)."""
    return step.from_ != "talon" or case.rules.faced_in_talon == "redeal"


def redeal_is_ordered(case: Case) -> bool:
    """Whether the rules of dealing order the deal to be made again, without a choice."""
    wrong = misdeal(case)
    return (wrong is not None and wrong.needs_redeal) or any(
        faced_card_needs_redeal(case, step) for _, step in case.trace.events_and_steps(Expose)
    )


def misdeal_choice_until(case: Case) -> str:
    """Give the moment until which a misdeal leaves a choice (parameter ``misdeal_option_limit``)."""
    return "talon-touched" if case.rules.misdeal_option_limit == "before-talon" else "cards-seen"


def draw_allowance(case: Case, role: Role) -> int:
    """How many cards more than he discards a player may draw, standing after a misdeal; less than none where fewer."""
    wrong = misdeal(case)
    if wrong is None or wrong.needs_redeal or wrong.in_time is False:
        return 0
    return HAND_SIZE - wrong.sizes.get(role, HAND_SIZE)


class Overdraw(Struct, frozen=True):
    """A draw that brought a player more cards than he may draw."""

    event: Event
    drawn: int
    allowed: int
    """How many would have been right."""

    @property
    def excess(self) -> int:
        """How many cards were too many."""
        return self.drawn - self.allowed


@cached_on_case
def overdraw(case: Case, role: Role) -> Overdraw | None:
    """Give a player's first draw of more cards than he had discarded; None where there is none to be seen."""
    trace = case.trace
    exchanged = trace.exchanged[role]
    if trace.dealt[role] is None or not exchanged.draws:
        return None
    extra = draw_allowance(case, role)
    if len(exchanged.draws) == 1 and not trace.events_of(Discard) and exchanged.asked <= exchanged.discarded + extra:
        return None
    drawn = discarded = 0
    for event in _exchanging(trace, role):
        match event.step:
            case Exchange() | Discard() as step:
                discarded += _cards(step.discard if isinstance(step, Exchange) else step.cards)
            case ChangeDiscard() as step:
                discarded = _cards(step.cards)
            case PutBack() as step:
                drawn -= count_put_back(step)
        if isinstance(event.step, Exchange | Draw):
            drawn += event.step.draw if isinstance(event.step, Exchange) else event.step.count
            right = (discarded or exchanged.discarded) + extra
            if drawn > max(0, right):
                return Overdraw(event, drawn, max(0, right))
    return None


def _exchanging(trace: Trace, role: Role) -> list[Event]:
    events_and_steps = (Exchange, Discard, Draw, ChangeDiscard, PutBack)
    events = [event for act in events_and_steps for event in trace.events_of(act) if event.step.by == role]
    return sorted(events, key=lambda event: event.moment)


def count_put_back(step: PutBack) -> int:
    """How many cards were put back on the talon."""
    return step.count if step.count is not UNSET else _cards(step.cards or "")


def _cards(text: str) -> int:
    return len(text.split())


@cached_on_case
def hand_sizes_in_play(case: Case) -> dict[Role, int]:
    """Give how many cards each player took into the play, or has by cards taken back from his discard.

    Empty where the exchange did not come to its end, or the deal was made again; without a role whose hand is not
    known.
    """
    trace = case.trace
    drew = all(trace.exchanged[role].draws for role in ROLES)
    if trace.events_of(Redeal) or not (drew or trace.all_tricks or trace.calls or trace.deal.held is not UNSET):
        return {}
    sizes = {role: trace.playing[role].size for role in ROLES if role in trace.recorded_hands}
    for event, step in trace.events_and_steps(Retake):
        if event.list_name != "exchange" and step.by in sizes:
            sizes[step.by] += _cards(step.cards) - _cards(step.puts or "")
    return sizes


def last_addition(case: Case, role: Role) -> Event | None:
    """Give the last step by which cards came to a player's hand; None where none is recorded."""
    taken = [draw.event for draw in case.trace.exchanged[role].draws]
    taken += [event for event in case.trace.events_of(Retake) if event.step.by == role]
    return max(taken, key=lambda event: event.moment, default=None)


def hand_pointer(deal: Deal, role: Role) -> str:
    """Give where a player's hand is written, as a pointer below its deal."""
    return f"held/{role}" if deal.hands is UNSET else f"hands/{role}"


def last_addition_pointer(case: Case, role: Role) -> str:
    """Give the place of the last step by which cards came to a player's hand, or of his hand where none is recorded."""
    taking = last_addition(case, role)
    return taking.at if taking else hand_pointer(case.deal, role)


def excess_mute(case: Case, role: Role) -> Mute:
    """Give the mute of a player with too many cards; by ``excess_blocks`` his holdings bar the other all the same."""
    taking = last_addition(case, role)
    return Mute(role, 0 if taking is None else taking.moment, blocks=case.rules.excess_blocks)


def excess_noticed_at(case: Case) -> int:
    """Give the moment at which somebody noticed too many cards; END where nobody did."""
    notices = [
        event.moment for event, step in case.trace.events_and_steps(Notice) if step.what in ("misdeal", "too-many")
    ]
    return min(notices, default=NEVER)


@cached_on_case
def elder_draw_limit(case: Case) -> int:
    """How many cards of the talon are the elder's: five; four where he was dealt thirteen and stands, six if eleven."""
    dealt = case.trace.dealt[ELDER]
    if dealt is not None and dealt.size < HAND_SIZE:
        return 6
    return 5 + draw_allowance(case, ELDER)


def left_for_younger(case: Case) -> int | None:
    """How many cards lay in the talon when the younger began to draw; None where that is not known."""
    trace = case.trace
    hands = [hand.size for hand in trace.dealt.values() if hand is not None]
    if trace.talon is None and len(hands) < len(ROLES):
        return None
    talon = 32 - sum(hands) if trace.talon is None else len(trace.talon)
    began = trace.exchanged[YOUNGER].drew_at or NEVER
    elder = trace.exchanged[ELDER]
    drawn = sum(len(draw.cards) for draw in elder.draws if draw.event.moment < began)
    return talon - drawn + elder.put_back
