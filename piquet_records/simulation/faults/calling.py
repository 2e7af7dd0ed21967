"""Faults of calls and replies: called late, not shown, denied without proof, false, mended too late, not named."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.holdings import (
    SET_RANKS,
    PointHolding,
    SequenceHolding,
    SetHolding,
    best_point,
    can_hold_sequences,
    can_hold_set,
)
from piquet_records.cards.pack import CODES, COURT_CARDS, FULL_PACK, RANKS, Bits, Card, from_bits, parse, to_bits
from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, ROLES, TRICKS, YOUNGER, Category, Reply, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import Answer, Ask, Call, CarteBlanche, Correct, CorrectReply, Exchange
from piquet_records.simulation import deals
from piquet_records.simulation.deals import cards_text
from piquet_records.simulation.faults.occasion import (
    Dealt,
    ExpectedFinding,
    Injection,
    Injector,
    Plan,
    RegularDeal,
    calls_of,
    exchange_of,
    inserted,
    playing,
)
from piquet_records.simulation.players import Held, shuffled

_ONE_RANK: Final[Bits] = 0x01010101
_NO_SET: Final = tuple(card for card in CODES if card[0] not in SET_RANKS)
_DENIALS: Final[tuple[Reply, Reply]] = ("not-good", "equal")


def _first_calls(occasion: RegularDeal, *replies: Reply) -> list[tuple[int, Call]]:
    """Give the elder's best call in each category that was answered so, with its place."""
    best = [calls_of(occasion.deal, ELDER, what)[:1] for what in CATEGORIES]
    return [(index, call) for first in best for index, call in first if call.reply in replies]


def _with_call(deal: Deal, index: int, call: Call) -> Deal:
    calls = deal.declarations or ()
    return replace(deal, declarations=(*calls[:index], call, *calls[index + 1 :]))


def _without(deal: Deal, role: Role, what: Category) -> Deal:
    """Leave out what a player called in a category."""
    out = [index for index, _ in calls_of(deal, role, what)]
    return replace(deal, declarations=tuple(s for index, s in enumerate(deal.declarations or ()) if index not in out))


def late_call(occasion: RegularDeal) -> Injection | None:
    """Call something, or show a carte blanche, only after one's own first card."""
    role, index = occasion.role(), occasion.number(1, TRICKS - 1)
    found = ExpectedFinding("law-05.late-call", role, f"play/{index}")
    if occasion.chance():
        held = to_bits(shuffled(occasion.rng, from_bits(FULL_PACK & ~COURT_CARDS))[:TRICKS])
        cards = occasion.dealt_with({role: held})
        deal = occasion.replayed(cards, occasion.exchange(cards))
        return occasion.changed(inserted(deal, "play", index, CarteBlanche(by=role)), found)
    proofs = [call.what for _, call in _first_calls(occasion, *_DENIALS)] if role == YOUNGER else []
    holdings = occasion.holdings(role)
    choices = [what for what in CATEGORIES if holdings[what] and what not in proofs]
    if not choices:
        return None
    what = occasion.one_of(choices)
    call = deals.call(role, what, holdings[what][0], shown=False)
    return occasion.changed(inserted(_without(occasion.deal, role, what), "play", index, call), found)


def not_shown(occasion: RegularDeal) -> Injection | None:
    """Leave a good point or sequence unshown."""
    good = [
        (index, call) for index, call in enumerate(occasion.calls) if isinstance(call.shown, str) and call.what != "set"
    ]
    good = [(index, call) for index, call in good if call.by == YOUNGER or call.reply == "good"]
    if not good:
        return None
    index, call = occasion.one_of(good)
    deal = _with_call(occasion.deal, index, replace(call, shown=False))
    return occasion.changed(deal, ExpectedFinding("law-06.not-shown", call.by, f"declarations/{index}"))


def unproved_denial(occasion: RegularDeal) -> Injection | None:
    """Have the younger say of a good call that it is not good, or equal, and call nothing for it."""
    good = _first_calls(occasion, "good")
    if not good:
        return None
    index, call = occasion.one_of(good)
    denied = replace(call, reply=occasion.one_of(_DENIALS), shown=call.shown if occasion.chance() else UNSET)
    lesser = [place for place, _ in calls_of(occasion.deal, ELDER, call.what)[1:]]
    calls = [denied if place == index else step for place, step in enumerate(occasion.calls) if place not in lesser]
    deal = replace(occasion.deal, declarations=tuple(calls))
    return occasion.changed(deal, ExpectedFinding("law-06.unproved-denial", YOUNGER, f"declarations/{index}"))


def _not_held(occasion: RegularDeal, role: Role, what: Category) -> list[Held]:
    """Give what a player could call falsely in a category, with no cards: who holds a whole suit has every sequence."""
    hand = playing(occasion.trace)[role]
    false: list[PointHolding] | list[SequenceHolding] | list[SetHolding]
    if what == "point":
        point = best_point(hand)
        false = [PointHolding(point.cards + 1, point.value + 7)]
    elif what == "sequence":
        runs = [SequenceHolding(cards, top) for cards in range(3, 9) for top in range(cards - 1, 8)]
        false = [run for run in runs if not can_hold_sequences(hand, [run])]
    else:
        sets = [(cards, place, rank) for place, rank in enumerate(SET_RANKS) for cards in (3, 4)]
        false = [SetHolding(cards, place) for cards, place, rank in sets if not can_hold_set(hand, cards, rank)]
    return [Held(holding, 0) for holding in false]


def _falsely(occasion: RegularDeal) -> tuple[Deal, int, Call] | None:
    """Have a player call in one category what he does not hold, and nothing else there; gives its place."""
    role, what = occasion.role(), occasion.one_of(CATEGORIES)
    false = _not_held(occasion, role, what)
    if not false:
        return None
    holdings = {each: occasion.holdings(each) for each in ROLES}
    holdings[role][what] = [occasion.one_of(false)]
    deal = replace(occasion.deal, declarations=deals.declarations(holdings[ELDER], holdings[YOUNGER]))
    called = calls_of(deal, role, what)
    if not called:
        return None
    index, call = called[0]
    unshown = replace(call, shown=UNSET)
    return _with_call(deal, index, unshown), index, unshown


def false_call(occasion: RegularDeal) -> Injection | None:
    """Call what is not held."""
    made = _falsely(occasion)
    if made is None:
        return None
    deal, index, call = made
    return occasion.changed(deal, ExpectedFinding("law-14.false-call", call.by, f"declarations/{index}"))


def bad_faith(occasion: RegularDeal) -> Injection | None:
    """Call what is not held and withdraw it in time, in bad faith as the arbiter found."""
    made = _falsely(occasion)
    if made is None:
        return None
    deal, index, call = made
    withdrawn = Correct(by=call.by, what=call.what, of=index, cards=0, bad_faith=True)
    finds = [ExpectedFinding("law-14.bad-faith", call.by, f"declarations/{index + 1}")]
    if call.by == YOUNGER:  # what the elder called there was denied, and nothing proves it any more
        denied = calls_of(deal, ELDER, call.what)
        finds += [ExpectedFinding("law-06.unproved-denial", YOUNGER, f"declarations/{place}") for place, _ in denied]
    return occasion.changed(inserted(deal, "declarations", index + 1, withdrawn), *finds)


def reply_mended(occasion: RegularDeal) -> Injection | None:
    """Have the younger mend a "good", in time or after his first card."""
    if occasion.chance():
        return _mended_in_time(occasion)
    good = _first_calls(occasion, "good")
    if not good:
        return None
    place, call = occasion.one_of(good)
    index = occasion.number(1, TRICKS - 1)
    mended = CorrectReply(by=YOUNGER, what=call.what, of=place, reply=occasion.one_of(_DENIALS))
    found = ExpectedFinding("law-14.reply-mended", YOUNGER, f"play/{index}")
    return occasion.changed(inserted(occasion.deal, "play", index, mended), found)


def _mended_in_time(occasion: RegularDeal) -> Injection | None:
    better = _first_calls(occasion, "not-good")
    if not better:
        return None
    place, call = occasion.one_of(better)
    deal = _with_call(occasion.deal, place, replace(call, reply="good"))
    mended = CorrectReply(by=YOUNGER, what=call.what, of=place, reply="not-good")
    found = ExpectedFinding("law-14.reply-mended", YOUNGER, f"declarations/{place + 1}")
    return occasion.changed(inserted(deal, "declarations", place + 1, mended), found)


def could_beat(occasion: RegularDeal) -> Injection | None:
    """Have the younger answer "good" to what he could beat, and keep his own back."""
    elder, younger = (occasion.holdings(role) for role in ROLES)
    choices = [
        what
        for what in CATEGORIES
        if elder[what] and younger[what] and younger[what][0].holding > elder[what][0].holding
    ]
    if not choices:
        return None
    what = occasion.one_of(choices)
    deal = replace(occasion.deal, declarations=deals.declarations(elder, younger | {what: []}))
    place = calls_of(deal, ELDER, what)[0][0]
    return occasion.changed(deal, ExpectedFinding("usage-reply.could-beat", YOUNGER, f"declarations/{place}"))


def missing_card_unsaid(occasion: RegularDeal) -> Injection | None:
    """Discard the fourth card of a trio, and name none or another when asked; or be asked too late."""
    role = occasion.role()
    trios = [call for _, call in calls_of(occasion.deal, role, "set") if call.cards == 3]
    if not trios:
        return None
    rank = occasion.one_of(trios).rank
    deal = _fourth_discarded(occasion, role, RANKS.index(str(rank)))
    if not any((call.cards, call.rank) == (3, rank) for _, call in calls_of(deal, role, "set")):
        return None
    ask = Ask(by=ADVERSARY[role], what="discarded-card")
    unsaid = "law-21.missing-card-unsaid"
    if occasion.chance():
        late = occasion.number(2, TRICKS - 1)
        return occasion.changed(inserted(deal, "play", late, ask), ExpectedFinding(unsaid, role, f"play/{late}"))
    wrong = False if occasion.chance() else occasion.one_of(_NO_SET)
    answer = Answer(by=role, what="discarded-card", card=wrong)
    return occasion.changed(inserted(deal, "play", 1, ask, answer), ExpectedFinding(unsaid, role, "play/2"))


def _fourth_discarded(occasion: RegularDeal, role: Role, rank: int) -> Deal:
    """Have a player's fourth card of a rank lie in his discard: it changes place with a card that lies there."""
    fourth = from_bits(_ONE_RANK << rank & ~playing(occasion.trace)[role])[0]
    _, own = exchange_of(occasion.deal, role)
    put = parse(own.discard)
    if fourth in put:
        return occasion.deal
    other = occasion.one_of(put)
    cards, swap = occasion.dealt(), {fourth: other, other: fourth}
    hands = {each: _swapped(hand, swap) for each, hand in cards.hands.items()}
    talon = tuple(swap.get(card, card) for card in cards.talon)
    exchange = [
        replace(step, discard=cards_text(_swapped(to_bits(parse(step.discard)), swap)))
        if isinstance(step, Exchange)
        else step
        for step in occasion.deal.exchange or ()
    ]
    return occasion.replayed(Dealt(hands, talon), exchange)


def _swapped(cards: Bits, swap: dict[Card, Card]) -> Bits:
    return to_bits([swap.get(card, card) for card in from_bits(cards)])


def set_unnamed(occasion: RegularDeal) -> Injection | None:
    """Call a quatorze without its rank, where both have one or the caller has broken another."""
    deal = _two_quatorzes(occasion) if occasion.chance() else _quatorze_broken(occasion)
    fours = [(role, index, call) for role in ROLES for index, call in calls_of(deal, role, "set") if call.cards == 4]
    if not fours or len({role for role, _, _ in fours}) < len(fours):
        return None
    role, index, call = occasion.one_of(fours)
    deal = _with_call(deal, index, replace(call, rank=UNSET))
    return occasion.changed(deal, ExpectedFinding("law-22.set-unnamed", role, f"declarations/{index}"))


def _ranks(occasion: RegularDeal) -> tuple[Bits, Bits]:
    """Draw two ranks that make sets, with all their cards."""
    first, second, *_ = shuffled(occasion.rng, tuple(SET_RANKS))
    return _ONE_RANK << RANKS.index(first), _ONE_RANK << RANKS.index(second)


def _two_quatorzes(occasion: RegularDeal) -> Deal:
    """Deal a quatorze to each, which they keep."""
    first, second = _ranks(occasion)
    cards = occasion.dealt_with({ELDER: first, YOUNGER: second})
    return occasion.replayed(cards, occasion.exchange(cards, keep=first | second))


def _quatorze_broken(occasion: RegularDeal) -> Deal:
    """Deal two quatorzes to a player, who breaks one by discarding one or two of its cards, and keeps the other."""
    role = occasion.role()
    first, second = _ranks(occasion)
    cards = occasion.dealt_with({role: first | second})
    put = from_bits(second)[: occasion.number(1, 2)]
    exchange = occasion.exchange(cards, {role: Plan(len(put), len(put))})
    broken = [replace(step, discard=cards_text(to_bits(put))) if step.by == role else step for step in exchange]
    return occasion.replayed(cards, broken)


INJECTORS: Final[dict[str, Injector]] = {
    "law-05.late-call": late_call,
    "law-06.not-shown": not_shown,
    "law-06.unproved-denial": unproved_denial,
    "law-14.false-call": false_call,
    "law-14.bad-faith": bad_faith,
    "law-14.reply-mended": reply_mended,
    "law-21.missing-card-unsaid": missing_card_unsaid,
    "law-22.set-unnamed": set_unnamed,
    "usage-reply.could-beat": could_beat,
}
