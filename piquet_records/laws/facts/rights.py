"""Who had a right to a new deal or to play tricks again, whichever law it came from.

Where the facts that would give the right are not recorded, it is not denied.
"""

from piquet_records.cards.pack import FULL_PACK, UNKNOWN, suit_of, to_bits
from piquet_records.cards.terms import ADVERSARY, ELDER, YOUNGER, Role
from piquet_records.laws.case import Case
from piquet_records.laws.facts.demands import first_lead_of_other_suit, first_look_at_left, suit_demands
from piquet_records.laws.facts.evidence import cards_of_same_suit
from piquet_records.laws.facts.hand_sizes import misdeal, overdraw, redeal_is_ordered
from piquet_records.laws.facts.looks import seen_adversary_cards, younger_early_draws
from piquet_records.record.steps import Notice, PutBack, Rewind, SuitNotNamed, TakeBack
from piquet_records.trace.facts import NEVER, Event, Trick


def may_redeal(case: Case, role: Role, moment: int) -> bool:
    """Tell whether a player could have a new deal, or the record does not show that he could not."""
    hands = case.trace.dealt.values()
    if redeal_is_ordered(case) or _faulty_pack(case) or any(hand is None for hand in hands):
        return True
    wrong = misdeal(case)
    if role == ELDER and (wrong is not None or _younger_saw(case, moment)):
        return True
    if wrong is None and any(hand is not None and hand.size < 12 for hand in hands):
        return True
    return _overdrawn_by_other(case, role, moment) or _dealt_twice(case, role)


def _younger_saw(case: Case, moment: int) -> bool:
    """Tell whether the younger may have seen cards that were the elder's to draw, and the elder had not led."""
    seen = [sight.event for sight in seen_adversary_cards(case, YOUNGER)]
    seen += [draw.event for mixed in (True, False) for draw in younger_early_draws(case, mixed=mixed)]
    return any(event.moment < moment for event in seen) and moment < case.trace.first_card_moment(ELDER)


def _overdrawn_by_other(case: Case, role: Role, moment: int) -> bool:
    other = ADVERSARY[role]
    over = overdraw(case, other)
    drew_at = case.trace.exchanged[role].drew_at or NEVER
    mended = any(
        step.by == other and step.seen is False and event.moment < min(moment, drew_at)
        for event, step in case.trace.events_and_steps(PutBack)
    )
    return over is not None and over.event.moment < moment and not mended


def _dealt_twice(case: Case, role: Role) -> bool:
    """Tell whether the dealer had dealt before and is not known to have seen his cards; the other acts on his word."""
    last = next((past.deal for past in reversed(case.earlier) if not past.void), None)
    if last is None or last.dealer != case.deal.dealer:
        return False
    words = [
        step for _, step in case.trace.events_and_steps(Notice) if step.by == YOUNGER and step.what == "double-deal"
    ]
    return words[0].looked is not True if words else role == YOUNGER


def _faulty_pack(case: Case) -> bool:
    """Tell whether the pack is faulty, or was said to be and cannot be seen to be whole."""
    trace = case.trace
    hands = [hand for hand in trace.dealt.values() if hand is not None]
    talon = trace.talon or (UNKNOWN,) * (32 - sum(hand.size for hand in hands))
    known = to_bits(talon)
    for hand in hands:
        known |= hand.known
    total = len(talon) + sum(hand.size for hand in hands)
    unknown = talon.count(UNKNOWN) + sum(hand.unknown for hand in hands)
    said = any(step.what == "faulty-pack" for _, step in trace.events_and_steps(Notice))
    return total != 32 or known.bit_count() + unknown != total or (said and known != FULL_PACK)


def may_rewind(case: Case, rewind: Rewind, event: Event, undone: list[Trick]) -> bool:
    """Tell whether the first trick taken back had something to be mended, or may have had."""
    first = undone[0]
    if first.turn not in (None, first.leader) or _may_be_revoke(case, first):
        return True
    if any(demand.held_cards and demand.ground is not None and demand.lead is first for demand in suit_demands(case)):
        return True
    if any(
        step.by != rewind.by and other.trick == first.number for other, step in case.trace.events_and_steps(TakeBack)
    ):
        return True
    unnamed = any(case.trace.trick_of(other) is first for other in case.trace.events_of(SuitNotNamed))
    if unnamed and len(undone) == 1 and rewind.by == first.follower:
        return True
    return first.number == 1 and first.follow is None and _may_take_lead_back(case, rewind, event, first)


def _may_be_revoke(case: Case, trick: Trick) -> bool:
    if trick.follow is None:
        return False
    if trick.lead < 0 or trick.follow < 0:
        return True
    hand = case.trace.hand_at(trick.follower, trick)
    off_suit = suit_of(trick.follow) != suit_of(trick.lead)
    unknown = not hand.full or trick.follower not in case.trace.recorded_hands
    return off_suit and (unknown or len(cards_of_same_suit(hand.known, trick.lead)) > 0)


def _may_take_lead_back(case: Case, rewind: Rewind, event: Event, lead: Trick) -> bool:
    """Tell whether the younger could have the elder's first lead taken back for what was left (law 13)."""
    other = first_lead_of_other_suit(case)
    wrong = first_look_at_left(case, allowed=False) is not None or (other is not None and other.at == lead.at)
    told = any(demand.ground is not None and demand.event.moment < event.moment for demand in suit_demands(case))
    return wrong and (rewind.by == YOUNGER or told)
