"""Facts about rights: who could ask for a new deal, or for tricks to be played again, by any rule.

A right is denied only if the record has the facts that would give it.
"""

from piquet_records.cards.pack import FULL_PACK, UNKNOWN, suit_of, to_bits
from piquet_records.cards.terms import ADVERSARY, ELDER, HAND_SIZE, PACK_SIZE, YOUNGER, Role
from piquet_records.laws.case import Case
from piquet_records.laws.facts.dealers import double_deal_notices, same_dealer_again
from piquet_records.laws.facts.demands import first_lead_of_other_suit, first_look_at_left, suit_demands
from piquet_records.laws.facts.evidence import cards_of_same_suit
from piquet_records.laws.facts.hand_sizes import misdeal, overdraw, redeal_is_ordered
from piquet_records.laws.facts.looks import seen_adversary_cards, younger_early_draws
from piquet_records.record.steps import Notice, PutBack, Rewind, SuitNotNamed, TakeBack
from piquet_records.trace.facts import NEVER, Event, Trick


def may_redeal(case: Case, role: Role, moment: int) -> bool:
    """Return whether a player had, or may have had, a right to a new deal at a moment."""
    hands = case.trace.dealt.values()
    if redeal_is_ordered(case) or _faulty_pack(case) or any(hand is None for hand in hands):
        return True
    wrong = misdeal(case)
    if role == ELDER and (wrong is not None or _younger_saw(case, moment)):
        return True
    if wrong is None and any(hand is not None and hand.size < HAND_SIZE for hand in hands):
        return True
    return _overdrawn_by_adversary(case, role, moment) or _dealt_twice(case, role)


def _younger_saw(case: Case, moment: int) -> bool:
    """Return whether the younger may have seen cards that were the elder's to draw, before the elder led."""
    looks = [seen.event for seen in seen_adversary_cards(case, YOUNGER)]
    looks += [draw.event for mixed in (True, False) for draw in younger_early_draws(case, mixed=mixed)]
    return any(event.moment < moment for event in looks) and moment < case.trace.first_card_moment(ELDER)


def _overdrawn_by_adversary(case: Case, role: Role, moment: int) -> bool:
    """Return whether the adversary had drawn too many cards and not put them back unseen before the player drew."""
    other = ADVERSARY[role]
    over = overdraw(case, other)
    drew_at = case.trace.exchanged[role].drew_at or NEVER
    put_back = any(
        step.by == other and step.seen is False and event.moment < min(moment, drew_at)
        for event, step in case.trace.events_and_steps(PutBack)
    )
    return over is not None and over.event.moment < moment and not put_back


def _dealt_twice(case: Case, role: Role) -> bool:
    """Return whether the dealer dealt twice running and is not known to have seen his cards.

    The adversary may rely on the dealer's statement.
    """
    if not same_dealer_again(case):
        return False
    notices = double_deal_notices(case)
    return notices[0].looked is not True if notices else role == YOUNGER


def _faulty_pack(case: Case) -> bool:
    """Return whether the pack is faulty, or was noticed to be and not all its cards are known."""
    trace = case.trace
    hands = [hand for hand in trace.dealt.values() if hand is not None]
    talon = trace.talon or (UNKNOWN,) * (PACK_SIZE - sum(hand.size for hand in hands))
    known = to_bits(talon)
    for hand in hands:
        known |= hand.known
    total = len(talon) + sum(hand.size for hand in hands)
    unknown = talon.count(UNKNOWN) + sum(hand.unknown for hand in hands)
    noticed = any(step.what == "faulty-pack" for _, step in trace.events_and_steps(Notice))
    return total != PACK_SIZE or known.bit_count() + unknown != total or (noticed and known != FULL_PACK)


def may_rewind(case: Case, rewind: Rewind, event: Event, undone: list[Trick]) -> bool:
    """Return whether something in the first trick taken back had, or may have had, to be corrected.

    ``undone`` are the tricks taken back by the step, in order.
    """
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
    """Return whether the second player did not follow suit and held, or may have held, the suit led."""
    if trick.follow is None:
        return False
    if trick.lead < 0 or trick.follow < 0:
        return True
    hand = case.trace.hand_at(trick.follower, trick)
    off_suit = suit_of(trick.follow) != suit_of(trick.lead)
    unknown = not hand.full or trick.follower not in case.trace.recorded_hands
    return off_suit and (unknown or len(cards_of_same_suit(hand.known, trick.lead)) > 0)


def _may_take_lead_back(case: Case, rewind: Rewind, event: Event, lead: Trick) -> bool:
    """Return whether the elder's first lead could be taken back because of the cards left.

    That is so if he looked at them without a right or led another suit than he had named, and the younger asks for it
    or had demanded a suit.
    """
    other = first_lead_of_other_suit(case)
    at_fault = first_look_at_left(case, allowed=False) is not None or (other is not None and other.at == lead.at)
    demanded = any(demand.ground is not None and demand.event.moment < event.moment for demand in suit_demands(case))
    return at_fault and (rewind.by == YOUNGER or demanded)
