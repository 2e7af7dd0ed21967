"""Facts about wrong numbers of cards: how many were dealt, drawn, put back and taken into the play.

Also says what the rules in force allow after a misdeal: the choice, its limit, and how many cards each may draw.
"""

from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.terms import ELDER, ELDER_SHARE, HAND_SIZE, PACK_SIZE, ROLES, YOUNGER, Role
from piquet_records.findings import Mute, Option
from piquet_records.laws.case import Case, cached_on_case
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
    ChangeDiscard,
    DemandRedeal,
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

WRONG_NUMBER: Final = ("misdeal", "too-many", "too-few")
"""What a ``notice`` calls a wrong number of cards."""


class Misdeal(Struct, frozen=True):
    """A deal in which a player was given a wrong number of cards."""

    sizes: dict[Role, int]
    """The number of cards dealt to each role whose hand is wrong."""
    noticed: Event | None
    """The first ``notice`` of it; if there is none, the first ``stand`` or ``redeal``; None if nobody spoke."""
    in_time: bool | None
    """Whether that was said while there was a choice; None if the record does not show it."""

    @property
    def needs_redeal(self) -> bool:
        """Whether the deal must be made again: a hand has two or more cards too many or too few."""
        return any(abs(size - HAND_SIZE) > 1 for size in self.sizes.values())


@cached_on_case
def misdeal(case: Case) -> Misdeal | None:
    """Return the wrong numbers of cards as dealt; None if the record shows none.

    A hand that is too small counts only if it was dealt to the end.
    """
    trace = case.trace
    sizes = {
        role: hand.size
        for role in ROLES
        if (hand := trace.dealt[role]) is not None
        and (hand.size > HAND_SIZE or (hand.size < HAND_SIZE and _dealt_to_the_end(trace)))
    }
    if not sizes:
        return None
    noticed = _first_remark(trace)
    if noticed is None:
        return Misdeal(sizes, None, None if _may_still_be_noticed(case) else False)
    return Misdeal(sizes, noticed, _in_time(case, noticed))


def _may_still_be_noticed(case: Case) -> bool:
    """Return whether nothing recorded in a deal in progress shows that the cards were seen."""
    seen = (*(case.trace.exchanged[role].discarded_at for role in ROLES), *(call.moment for call in case.trace.calls))
    return case.is_open(min([NEVER if moment is None else moment for moment in seen], default=NEVER))


def _notices(trace: Trace) -> list[Event]:
    return [event for event, step in trace.events_and_steps(Notice) if step.what in WRONG_NUMBER]


def _first_remark(trace: Trace) -> Event | None:
    choices = [event for act in (Stand, Redeal, DemandRedeal) for event in trace.events_of(act)]
    choices.sort(key=lambda event: event.moment)
    return next(iter(_notices(trace) or choices), None)


def _in_time(case: Case, remark: Event) -> bool | None:
    """Return whether a remark on a misdeal came while there was a choice; None if the record does not show it."""
    if misdeal_choice_until(case) == "talon-touched":
        return remark.moment < talon_touched(case.trace)
    if case.rules.misdeal_look == "chooser":
        return _chooser_had_not_looked(case, remark)
    looked = remark.step.looked if isinstance(remark.step, Notice) else UNSET
    return None if looked is UNSET else not looked


def _chooser_had_not_looked(case: Case, remark: Event) -> bool | None:
    """Return whether the elder, who has the choice, had not seen his cards at a remark; None if it is not recorded.

    He had if he says so in a notice, or had discarded or called; the dealer's notice speaks only of the dealer.
    """
    trace = case.trace
    own = [event.step.looked for event in _notices(trace) if event.step.by == ELDER]  # type: ignore[union-attr]
    discarded = trace.exchanged[ELDER].discarded_at
    called = [call.moment for call in trace.calls if call.by == ELDER]
    if own and own[0] is not UNSET:
        return not own[0]
    acted = min([*called, NEVER if discarded is None else discarded], default=NEVER)
    return False if acted < remark.moment else None


def talon_touched(trace: Trace, since: int = -1) -> int:
    """Return the moment after ``since`` at which a player first touched the talon or drew; NEVER if none did."""
    touches = [event.moment for act in (TouchTalon, Draw, Exchange) for event in trace.events_of(act)]
    return min([moment for moment in touches if moment > since], default=NEVER)


def redeal_asked_in_time(case: Case, wrong: Misdeal, redeal: Event) -> bool:
    """Return whether a new deal was asked for while there was a choice.

    The misdeal must have been noticed in time, and no card exchanged since: who plays on lets the deal stand.
    """
    if wrong.noticed is None or wrong.in_time is False:
        return False
    return redeal.moment < talon_touched(case.trace, wrong.noticed.moment)


def may_demand_redeal(case: Case, demand: Event) -> bool:
    """Return whether a player could demand a new deal because of the dealing.

    Either player if one is ordered, the elder while he has the choice.
    """
    wrong = misdeal(case)
    in_time = wrong is not None and wrong.in_time is not False and redeal_asked_in_time(case, wrong, demand)
    return redeal_is_ordered(case) or (in_time and demand.step.by == ELDER)


def _dealt_to_the_end(trace: Trace) -> bool:
    """Return whether dealing was finished. If the deal was made again, it may have been broken off before."""
    if not trace.events_of(Redeal) or _notices(trace):
        return True
    cards = sum(hand.size for hand in trace.dealt.values() if hand is not None) + len(trace.talon or ())
    return cards >= PACK_SIZE - 1 and not trace.events_of(Expose)


def faced_card_needs_redeal(case: Case, step: Expose) -> bool:
    """Return whether a card faced while dealing requires a new deal; in the talon by parameter ``faced_in_talon``."""
    return step.from_ != "talon" or case.rules.faced_in_talon == "redeal"


def redeal_is_ordered(case: Case) -> bool:
    """Return whether the deal must be made again without a choice: for a great misdeal or a card faced."""
    wrong = misdeal(case)
    return (wrong is not None and wrong.needs_redeal) or any(
        faced_card_needs_redeal(case, step) for _, step in case.trace.events_and_steps(Expose)
    )


def misdeal_choice_until(case: Case) -> str:
    """Return what ends the choice after a misdeal: ``talon-touched`` or ``cards-seen``.

    Set by the parameter ``misdeal_option_limit``; the values are those of ``Option.until``.
    """
    return "talon-touched" if case.rules.misdeal_option_limit == "before-talon" else "cards-seen"


def misdeal_options(case: Case, *, redealt: bool, stood: bool) -> tuple[Option, ...]:
    """Return the elder's choice after a misdeal, and which of the two he took."""
    until, touched = misdeal_choice_until(case), talon_touched(case.trace)
    limit = 0 if redealt or stood else touched
    return (
        Option(ELDER, "redeal", until, case.taken(redealt, limit)),
        Option(ELDER, "stand", until, case.taken(stood, limit)),
    )


def draw_allowance(case: Case, role: Role) -> int:
    """Return how many cards more than he discards a player may draw if a misdeal stands; negative if fewer."""
    wrong = misdeal(case)
    if wrong is None or wrong.needs_redeal or wrong.in_time is False:
        return 0
    return HAND_SIZE - wrong.sizes.get(role, HAND_SIZE)


class Overdraw(Struct, frozen=True):
    """A draw by which a player had taken more cards than he may."""

    event: Event
    drawn: int
    """How many cards he had drawn with it, less those put back before."""
    allowed: int
    """How many he was allowed to draw."""

    @property
    def excess(self) -> int:
        """How many cards he had drawn too many."""
        return self.drawn - self.allowed


@cached_on_case
def overdraw(case: Case, role: Role) -> Overdraw | None:
    """Return a player's first draw beyond his discard and his allowance; None if the record shows none."""
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
                discarded += _count_cards(step.discard if isinstance(step, Exchange) else step.cards)
            case ChangeDiscard() as step:
                discarded = _count_cards(step.cards)
            case PutBack() as step:
                drawn -= count_put_back(step)
        if isinstance(event.step, Exchange | Draw):
            drawn += event.step.draw if isinstance(event.step, Exchange) else event.step.count
            right = (discarded or exchanged.discarded) + extra
            if drawn > max(0, right):
                return Overdraw(event, drawn, max(0, right))
    return None


def _exchanging(trace: Trace, role: Role) -> list[Event]:
    """Return a player's steps of discarding, drawing and putting back, in order of time."""
    acts = (Exchange, Discard, Draw, ChangeDiscard, PutBack)
    events = [event for act in acts for event in trace.events_of(act) if event.step.by == role]
    return sorted(events, key=lambda event: event.moment)


def count_put_back(step: PutBack) -> int:
    """Return how many cards a step put back on the talon."""
    return step.count if step.count is not UNSET else _count_cards(step.cards or "")


def _count_cards(text: str) -> int:
    return len(text.split())


@cached_on_case
def hand_sizes_in_play(case: Case) -> dict[Role, int]:
    """Return how many cards each player has in the play, with those that he took back from his discard in it.

    A role is missing if its hand is not recorded. Empty if the exchange was not finished or the deal made again.
    """
    trace = case.trace
    drew = all(trace.exchanged[role].draws for role in ROLES)
    if trace.events_of(Redeal) or not (drew or trace.all_tricks or trace.calls or trace.deal.held is not UNSET):
        return {}
    sizes = {role: trace.playing[role].size for role in ROLES if role in trace.recorded_hands}
    for event, step in trace.events_and_steps(Retake):
        if event.list_name != "exchange" and step.by in sizes:
            sizes[step.by] += _count_cards(step.cards) - _count_cards(step.puts or "")
    return sizes


def last_addition(case: Case, role: Role) -> Event | None:
    """Return the last step that added cards to a player's hand, a draw or a ``retake``; None if there is none."""
    additions = [draw.event for draw in case.trace.exchanged[role].draws]
    additions += [event for event in case.trace.events_of(Retake) if event.step.by == role]
    return max(additions, key=lambda event: event.moment, default=None)


def hand_pointer(deal: Deal, role: Role) -> str:
    """Return where a player's hand is written, as a JSON pointer below its deal."""
    return f"held/{role}" if deal.hands is UNSET else f"hands/{role}"


def last_addition_pointer(case: Case, role: Role) -> str:
    """Return the JSON pointer of the last step that added cards to a player's hand; if there is none, of his hand."""
    addition = last_addition(case, role)
    return addition.at if addition else hand_pointer(case.deal, role)


def excess_mute(case: Case, role: Role) -> Mute:
    """Return the mute of a player with too many cards, from the moment at which he got them.

    By the parameter ``excess_blocks`` his holdings still bar those of his adversary.
    """
    addition = last_addition(case, role)
    return Mute(role, 0 if addition is None else addition.moment, blocks=case.rules.excess_blocks)


def excess_noticed_at(case: Case) -> int:
    """Return when somebody first noticed too many cards; NEVER if nobody did."""
    notices = [
        event.moment for event, step in case.trace.events_and_steps(Notice) if step.what in ("misdeal", "too-many")
    ]
    return min(notices, default=NEVER)


@cached_on_case
def elder_draw_limit(case: Case) -> int:
    """Return how many cards of the talon the elder may draw, from its top.

    Five; if a misdeal stands, four with thirteen cards dealt to him; six with fewer than twelve. ``trace`` sets cards
    apart for him by the number dealt alone (``set_apart_for_elder``); here the right to draw them counts.
    """
    dealt = case.trace.dealt[ELDER]
    if dealt is not None and dealt.size < HAND_SIZE:
        return ELDER_SHARE + 1
    return ELDER_SHARE + draw_allowance(case, ELDER)


def left_for_younger(case: Case) -> int | None:
    """Return how many cards lay in the talon when the younger began to draw; None if that is not known."""
    trace = case.trace
    hands = [hand.size for hand in trace.dealt.values() if hand is not None]
    if trace.talon is None and len(hands) < len(ROLES):
        return None
    talon = PACK_SIZE - sum(hands) if trace.talon is None else len(trace.talon)
    began = trace.exchanged[YOUNGER].drew_at or NEVER
    elder = trace.exchanged[ELDER]
    drawn = sum(len(draw.cards) for draw in elder.draws if draw.event.moment < began)
    return talon - drawn + elder.put_back
