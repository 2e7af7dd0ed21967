"""What the younger may demand of the elder's leads, and what became of it, as laws 13 and 18 need it.

A demand rests on one ground: that the elder looked at what the younger left (law 13, once, before the younger's
first card), or that he saw cards of the younger's talon (law 18, once for each). It speaks of the elder's next lead;
of two demands before one lead the second speaks of the lead after it. Cards taken back do not bring a demand back.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from piquet_records.cards.pack import CARD, SUITS, Card, cards_of_suit, from_bits, to_text
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.findings import Finding
from piquet_records.laws.case import Case
from piquet_records.laws.facts.evidence import suit_letter
from piquet_records.laws.facts.looks import (
    TalonLook,
    elder_may_see_left,
    looks_at_left_cards,
    seen_adversary_cards,
    suit_named_before,
)
from piquet_records.record.steps import DemandSuit, TakeBack
from piquet_records.trace.facts import NEVER, Event, Trace, Trick, UnreliablePart


class DemandGround(StrEnum):
    """What gives the younger the right to demand a suit."""

    LEFT = "left"
    """The elder looked at what the younger left without a right to it, or led another suit than he had named."""
    TALON = "talon"
    """The elder saw cards that the younger was to draw."""


class FirstLead(Struct, frozen=True):
    """A card that the elder led to trick 1, perhaps taken back."""

    card: Card
    at: str
    moment: int
    taken_back: bool


class Demand(Struct, frozen=True):
    """A demanded suit, its ground, and the lead that answered it."""

    event: Event
    suit: str
    ground: DemandGround | None = None
    """None where nothing gave the right to it."""
    right_proved: bool = False
    """Whether the record proves the right."""
    lead: Trick | None = None
    """The first lead that had to answer it."""
    held_cards: tuple[Card, ...] = ()
    """The cards of the suit that the elder held at that lead, where he led another."""
    led_after_all: bool = False
    """Whether that lead was taken back, and the suit led after all."""

    @property
    def obeyed(self) -> bool:
        """Whether the suit was led, perhaps after another was taken back."""
        return self.led_after_all or (self.lead is not None and _suit(self.lead.lead) == self.suit)

    @property
    def ignored(self) -> bool:
        """Whether another suit was led although the elder held this one."""
        return self.right_proved and bool(self.held_cards)


def first_look_at_left(case: Case, *, allowed: bool) -> TalonLook | None:
    """Give the elder's first look at what the younger left that he had, or had not, a right to."""
    for look in looks_at_left_cards(case):
        if allowed == (suit_named_before(case, look.moment) is not None and elder_may_see_left(case, look.moment)):
            return look
    return None


def first_lead_of_other_suit(case: Case) -> FirstLead | None:
    """Give the elder's first lead of another suit than he had named before he looked; not one that was demanded."""
    look = first_look_at_left(case, allowed=True)
    if look is None:
        return None
    for lead in _first_leads(case.trace, look.moment):
        asked = [step.suit for event, step in case.trace.events_and_steps(DemandSuit) if event.moment < lead.moment]
        if _suit(lead.card) not in (suit_named_before(case, look.moment), *asked):
            return lead
    return None


def suit_demands(case: Case) -> tuple[Demand, ...]:
    """Give each suit that was demanded, in order of time."""
    found: list[Demand] = []
    used: set[int] = set()
    for event, step in case.trace.events_and_steps(DemandSuit):
        ground, binding = _ground(case, event, found) if step.by == YOUNGER else (None, False)
        found.append(_answered(case.trace, Demand(event, step.suit, ground, binding), used))
    return tuple(found)


def find_refusals(code: str, made: Sequence[Demand]) -> Iterator[Finding]:
    """Find, under a law's code, each demand that the elder did not obey while he held the suit."""
    for demand in made:
        if demand.ignored and demand.lead is not None:
            yield Finding(
                code=code,
                by=ELDER,
                at=demand.lead.at,
                trick=demand.lead.number,
                evidence={
                    "suit": demand.suit,
                    "cards": to_text(demand.held_cards),
                    "card": to_text((demand.lead.lead,)),
                },
                remedied=demand.led_after_all,
                unsettled=True,
            )


def _ground(case: Case, event: Event, before: Sequence[Demand]) -> tuple[DemandGround | None, bool]:
    made = [demand.ground for demand in before]
    if DemandGround.LEFT not in made and event.moment < case.trace.first_card_moment(YOUNGER):
        faults = (first_look_at_left(case, allowed=False), first_lead_of_other_suit(case))
        if any(fault is not None and fault.moment < event.moment for fault in faults):
            return DemandGround.LEFT, True
    seen = [sight for sight in seen_adversary_cards(case, ELDER) if sight.event.moment < event.moment]
    if made.count(DemandGround.TALON) < sum(sight.possible for sight in seen):
        return DemandGround.TALON, made.count(DemandGround.TALON) < sum(sight.certain for sight in seen)
    return None, False


def _answered(trace: Trace, demand: Demand, used: set[int]) -> Demand:
    """Add to a demand the lead that answered it, and what that was."""
    leads = [trick for trick in _leads_after(trace, demand) if trick.lead_moment not in used]
    if not leads:
        return demand
    used.add(leads[0].lead_moment)
    held = _held_instead(trace, leads[0], demand.suit)
    led_after_all = False
    if held and leads[0].undone < NEVER and len(leads) > 1:
        used.add(leads[1].lead_moment)
        led_after_all = not _held_instead(trace, leads[1], demand.suit)
    return replace(demand, lead=leads[0], held_cards=held, led_after_all=led_after_all)


def _leads_after(trace: Trace, demand: Demand) -> Iterator[Trick]:
    """Give the elder's leads from a demand on; a lead on the table is one of them where he has to take it back."""
    moment = demand.event.moment
    for trick in trace.all_tricks:
        on_table = trick.lead_moment < moment < trick.follow_moment
        again = demand.ground is DemandGround.LEFT or any(_cards_taken_back(trace, trick.number))
        if trick.leader == ELDER and (trick.lead_moment > moment or (on_table and again)):
            yield trick


def _held_instead(trace: Trace, trick: Trick, suit: str) -> tuple[Card, ...]:
    """Give the cards of a suit that the elder held when he led another; none where that is not certain."""
    hand = trace.hand_at(ELDER, trick)
    held = from_bits(cards_of_suit(hand.known, SUITS.index(suit)))
    certain = UnreliablePart.ELDER_HAND not in trace.unreliable and len(held) > hand.missing
    return held if certain and _suit(trick.lead) not in (suit, None) else ()


def _first_leads(trace: Trace, after: int) -> Iterator[FirstLead]:
    """Give the elder's leads to trick 1 after a moment, those that he took back at once before what he led then."""
    for event, step in _cards_taken_back(trace, 1):
        yield FirstLead(CARD[step.card], event.at, after, taken_back=True)
    for trick in trace.all_tricks:
        if trick.number == 1 and trick.leader == ELDER and trick.lead_moment > after and trick.lead >= 0:
            yield FirstLead(trick.lead, trick.at, trick.lead_moment, taken_back=trick.undone < NEVER)


def _cards_taken_back(trace: Trace, number: int) -> Iterator[tuple[Event, TakeBack]]:
    """Give the cards that the elder took back in a trick before another stayed."""
    for event, step in trace.events_and_steps(TakeBack):
        if step.by == ELDER and event.trick == number and step.card != "??":
            yield event, step


def _suit(card: Card) -> str | None:
    return suit_letter(card) if card >= 0 else None
