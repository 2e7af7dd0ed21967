"""Facts about suits that the younger demands of the elder: by what right, and which lead answered.

There are two grounds for a demand. The elder looked at cards that the younger left: one demand, before the younger's
first card. Or the elder saw cards that the younger was still to draw: one demand for each card. A demand applies to
the elder's next lead. Of two demands before one lead, the second applies to the lead after it. A used demand stays
used if the trick is taken back later.
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
    """Why the younger may demand a suit."""

    LEFT = "left"
    """The elder looked without a right at cards that the younger left, or led another suit than he had named."""
    TALON = "talon"
    """The elder saw cards that the younger was still to draw."""


class FirstLead(Struct, frozen=True):
    """A card that the elder led to trick 1; he may have taken it back."""

    card: Card
    at: str
    """Where it is written, as a JSON pointer below the deal."""
    moment: int
    taken_back: bool


class Demand(Struct, frozen=True):
    """A suit that was demanded, the right to it, and the lead that answered it."""

    event: Event
    suit: str
    """The letter of the suit."""
    ground: DemandGround | None = None
    """What gave the right to demand it; None if nothing did."""
    right_proved: bool = False
    """Whether the record proves the right, not only allows it."""
    lead: Trick | None = None
    """The first lead to which it applied; None if no lead followed."""
    held_cards: tuple[Card, ...] = ()
    """The cards of the suit that the elder certainly held, if he led another suit."""
    led_after_all: bool = False
    """Whether he took that lead back and then led the suit."""

    @property
    def obeyed(self) -> bool:
        """Whether the suit was led, at once or after another lead was taken back."""
        return self.led_after_all or (self.lead is not None and _suit(self.lead.lead) == self.suit)

    @property
    def ignored(self) -> bool:
        """Whether the right is proved and the elder first led another suit although he held this one."""
        return self.right_proved and bool(self.held_cards)


def first_look_at_left(case: Case, *, allowed: bool) -> TalonLook | None:
    """Return the elder's first look at the cards left that he had a right to (or, if not ``allowed``, had none to)."""
    for look in looks_at_left_cards(case):
        if allowed == (suit_named_before(case, look.moment) is not None and elder_may_see_left(case, look.moment)):
            return look
    return None


def first_lead_of_other_suit(case: Case) -> FirstLead | None:
    """Return the elder's first lead, after a look that was allowed, of a suit neither named before it nor demanded."""
    look = first_look_at_left(case, allowed=True)
    if look is None:
        return None
    for lead in _first_leads(case.trace, look.moment):
        demanded = [step.suit for event, step in case.trace.events_and_steps(DemandSuit) if event.moment < lead.moment]
        if _suit(lead.card) not in (suit_named_before(case, look.moment), *demanded):
            return lead
    return None


def suit_demands(case: Case) -> tuple[Demand, ...]:
    """Return every demand for a suit in order of time, with its ground and the lead that answered it."""
    found: list[Demand] = []
    used: set[int] = set()
    for event, step in case.trace.events_and_steps(DemandSuit):
        ground, binding = _ground(case, event, found) if step.by == YOUNGER else (None, False)
        found.append(_answered(case.trace, Demand(event, step.suit, ground, binding), used))
    return tuple(found)


def find_refusals(code: str, demands: Sequence[Demand]) -> Iterator[Finding]:
    """Yield a finding with the given code for each demand that the elder ignored although he held the suit."""
    for demand in demands:
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


def _ground(case: Case, event: Event, earlier: Sequence[Demand]) -> tuple[DemandGround | None, bool]:
    """Return the ground of a demand and whether the record proves it; each ground allows only so many demands."""
    used = [demand.ground for demand in earlier]
    if DemandGround.LEFT not in used and event.moment < case.trace.first_card_moment(YOUNGER):
        faults = (first_look_at_left(case, allowed=False), first_lead_of_other_suit(case))
        if any(fault is not None and fault.moment < event.moment for fault in faults):
            return DemandGround.LEFT, True
    looks = [seen for seen in seen_adversary_cards(case, ELDER) if seen.event.moment < event.moment]
    count = used.count(DemandGround.TALON)
    if count < sum(seen.possible for seen in looks):
        return DemandGround.TALON, count < sum(seen.certain for seen in looks)
    return None, False


def _answered(trace: Trace, demand: Demand, used: set[int]) -> Demand:
    """Return a demand with the lead that answered it. ``used`` holds the moments of leads that answered another."""
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
    """Yield the elder's leads after a demand, also the one on the table if the demand made him take it back."""
    moment = demand.event.moment
    for trick in trace.all_tricks:
        on_table = trick.lead_moment < moment < trick.follow_moment
        again = demand.ground is DemandGround.LEFT or any(_cards_taken_back(trace, trick.number))
        if trick.leader == ELDER and (trick.lead_moment > moment or (on_table and again)):
            yield trick


def _held_instead(trace: Trace, trick: Trick, suit: str) -> tuple[Card, ...]:
    """Return the cards of a suit that the elder held when he led another; none if that is not certain."""
    hand = trace.hand_at(ELDER, trick)
    held = from_bits(cards_of_suit(hand.known, SUITS.index(suit)))
    certain = UnreliablePart.ELDER_HAND not in trace.unreliable and len(held) > hand.missing
    return held if certain and _suit(trick.lead) not in (suit, None) else ()


def _first_leads(trace: Trace, after: int) -> Iterator[FirstLead]:
    """Yield the elder's leads to trick 1 after a moment; those that he took back at once come first."""
    for event, step in _cards_taken_back(trace, 1):
        yield FirstLead(CARD[step.card], event.at, after, taken_back=True)
    for trick in trace.all_tricks:
        if trick.number == 1 and trick.leader == ELDER and trick.lead_moment > after and trick.lead >= 0:
            yield FirstLead(trick.lead, trick.at, trick.lead_moment, taken_back=trick.undone < NEVER)


def _cards_taken_back(trace: Trace, number: int) -> Iterator[tuple[Event, TakeBack]]:
    """Yield the steps by which the elder took back known cards in a trick."""
    for event, step in trace.events_and_steps(TakeBack):
        if step.by == ELDER and event.trick == number and step.card != "??":
            yield event, step


def _suit(card: Card) -> str | None:
    return suit_letter(card) if card >= 0 else None
