"""Faults of calls and replies: late, not shown, denied without proof, false, corrected too late, not named."""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.holdings import (
    SET_RANKS,
    Held,
    PointHolding,
    SequenceHolding,
    SetHolding,
    best_point,
    can_hold_sequences,
    can_hold_set,
)
from piquet_records.cards.pack import (
    CODES,
    COURT_CARDS,
    FULL_PACK,
    RANKS,
    Bits,
    Card,
    cards_of_rank,
    from_bits,
    parse,
    to_bits,
)
from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, ROLES, TRICKS, YOUNGER, Category, Reply, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import Answer, Ask, Call, CarteBlanche, Correct, CorrectReply, Exchange
from piquet_records.simulation import deals
from piquet_records.simulation.deals import cards_text
from piquet_records.simulation.faults.regular_deal import (
    Dealt,
    ExpectedFinding,
    Injection,
    Injector,
    Plan,
    RegularDeal,
    calls_of,
    exchange_of,
    hands_played,
    inserted,
)
from piquet_records.simulation.players import shuffled

_NO_SET: Final = tuple(card for card in CODES if card[0] not in SET_RANKS)
_DENIALS: Final[tuple[Reply, Reply]] = ("not-good", "equal")


def _first_calls(regular: RegularDeal, *replies: Reply) -> list[tuple[int, Call]]:
    """Return the elder's best call in each category that got one of these replies, with its place."""
    best = [calls_of(regular.deal, ELDER, what)[:1] for what in CATEGORIES]
    return [(index, call) for first in best for index, call in first if call.reply in replies]


def _with_call(deal: Deal, index: int, call: Call) -> Deal:
    calls = deal.declarations or ()
    return replace(deal, declarations=(*calls[:index], call, *calls[index + 1 :]))


def _without(deal: Deal, role: Role, what: Category) -> Deal:
    """Return the deal without a player's calls in a category."""
    out = [index for index, _ in calls_of(deal, role, what)]
    return replace(deal, declarations=tuple(s for index, s in enumerate(deal.declarations or ()) if index not in out))


def late_call(regular: RegularDeal) -> Injection | None:
    """Call something, or show a carte blanche, only after the caller's own first card."""
    role, index = regular.random_role(), regular.random_number(1, TRICKS - 1)
    found = ExpectedFinding("law-05.late-call", role, f"play/{index}")
    if regular.coin():
        held = to_bits(shuffled(regular.rng, from_bits(FULL_PACK & ~COURT_CARDS))[:TRICKS])
        cards = regular.dealt_with({role: held})
        deal = regular.played_anew(cards, regular.exchange(cards))
        return regular.with_deal(inserted(deal, "play", index, CarteBlanche(by=role)), found)
    proofs = [call.what for _, call in _first_calls(regular, *_DENIALS)] if role == YOUNGER else []
    holdings = regular.holdings(role)
    choices = [what for what in CATEGORIES if holdings[what] and what not in proofs]
    if not choices:
        return None
    what = regular.choose(choices)
    call = deals.write_call(role, what, holdings[what][0], shown=False)
    return regular.with_deal(inserted(_without(regular.deal, role, what), "play", index, call), found)


def not_shown(regular: RegularDeal) -> Injection | None:
    """Do not show a good point or sequence."""
    good = [
        (index, call) for index, call in enumerate(regular.calls) if isinstance(call.shown, str) and call.what != "set"
    ]
    good = [(index, call) for index, call in good if call.by == YOUNGER or call.reply == "good"]
    if not good:
        return None
    index, call = regular.choose(good)
    deal = _with_call(regular.deal, index, replace(call, shown=False))
    return regular.with_deal(deal, ExpectedFinding("law-06.not-shown", call.by, f"declarations/{index}"))


def unproved_denial(regular: RegularDeal) -> Injection | None:
    """Make the younger answer a good call with "not good" or "equal", and call nothing that proves it."""
    good = _first_calls(regular, "good")
    if not good:
        return None
    index, call = regular.choose(good)
    denied = replace(call, reply=regular.choose(_DENIALS), shown=call.shown if regular.coin() else UNSET)
    lesser = [place for place, _ in calls_of(regular.deal, ELDER, call.what)[1:]]
    calls = [denied if place == index else step for place, step in enumerate(regular.calls) if place not in lesser]
    deal = replace(regular.deal, declarations=tuple(calls))
    return regular.with_deal(deal, ExpectedFinding("law-06.unproved-denial", YOUNGER, f"declarations/{index}"))


def _not_held(regular: RegularDeal, role: Role, what: Category) -> list[Held]:
    """Return what a player could call falsely in a category, as holdings without cards.

    There may be nothing: a player who holds a whole suit holds every sequence.
    """
    hand = hands_played(regular.trace)[role]
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


def _falsely(regular: RegularDeal) -> tuple[Deal, int, Call] | None:
    """Make a player call in a category something that he does not hold, and nothing else.

    Returns the deal, the place of the call, and the call; None if the player has nothing to call falsely.
    """
    role, what = regular.random_role(), regular.choose(CATEGORIES)
    false = _not_held(regular, role, what)
    if not false:
        return None
    holdings = {each: regular.holdings(each) for each in ROLES}
    holdings[role][what] = [regular.choose(false)]
    deal = replace(regular.deal, declarations=deals.declarations(holdings[ELDER], holdings[YOUNGER]))
    called = calls_of(deal, role, what)
    if not called:
        return None
    index, call = called[0]
    unshown = replace(call, shown=UNSET)
    return _with_call(deal, index, unshown), index, unshown


def false_call(regular: RegularDeal) -> Injection | None:
    """Call something that the caller does not hold."""
    made = _falsely(regular)
    if made is None:
        return None
    deal, index, call = made
    return regular.with_deal(deal, ExpectedFinding("law-14.false-call", call.by, f"declarations/{index}"))


def bad_faith(regular: RegularDeal) -> Injection | None:
    """Call something that the caller does not hold, and withdraw it in time; the arbiter found bad faith."""
    made = _falsely(regular)
    if made is None:
        return None
    deal, index, call = made
    withdrawn = Correct(by=call.by, what=call.what, of=index, cards=0, bad_faith=True)
    expected = [ExpectedFinding("law-14.bad-faith", call.by, f"declarations/{index + 1}")]
    if call.by == YOUNGER:  # the elder's calls there were denied, and nothing proves the denial any more
        denied = calls_of(deal, ELDER, call.what)
        expected += [ExpectedFinding("law-06.unproved-denial", YOUNGER, f"declarations/{place}") for place, _ in denied]
    return regular.with_deal(inserted(deal, "declarations", index + 1, withdrawn), *expected)


def reply_mended(regular: RegularDeal) -> Injection | None:
    """Make the younger correct a "good", in time or after his first card."""
    if regular.coin():
        return _mended_in_time(regular)
    good = _first_calls(regular, "good")
    if not good:
        return None
    place, call = regular.choose(good)
    index = regular.random_number(1, TRICKS - 1)
    mended = CorrectReply(by=YOUNGER, what=call.what, of=place, reply=regular.choose(_DENIALS))
    found = ExpectedFinding("law-14.reply-mended", YOUNGER, f"play/{index}")
    return regular.with_deal(inserted(regular.deal, "play", index, mended), found)


def _mended_in_time(regular: RegularDeal) -> Injection | None:
    better = _first_calls(regular, "not-good")
    if not better:
        return None
    place, call = regular.choose(better)
    deal = _with_call(regular.deal, place, replace(call, reply="good"))
    mended = CorrectReply(by=YOUNGER, what=call.what, of=place, reply="not-good")
    found = ExpectedFinding("law-14.reply-mended", YOUNGER, f"declarations/{place + 1}")
    return regular.with_deal(inserted(deal, "declarations", place + 1, mended), found)


def could_beat(regular: RegularDeal) -> Injection | None:
    """Make the younger answer "good" to a call that he could beat, and not call his own holding."""
    elder, younger = (regular.holdings(role) for role in ROLES)
    choices = [
        what
        for what in CATEGORIES
        if elder[what] and younger[what] and younger[what][0].holding > elder[what][0].holding
    ]
    if not choices:
        return None
    what = regular.choose(choices)
    deal = replace(regular.deal, declarations=deals.declarations(elder, younger | {what: []}))
    place = calls_of(deal, ELDER, what)[0][0]
    return regular.with_deal(deal, ExpectedFinding("usage-reply.could-beat", YOUNGER, f"declarations/{place}"))


def missing_card_unsaid(regular: RegularDeal) -> Injection | None:
    """Discard the fourth card of a trio; when asked for it, name none or another card; or be asked too late."""
    role = regular.random_role()
    trios = [call for _, call in calls_of(regular.deal, role, "set") if call.cards == 3]
    if not trios:
        return None
    rank = regular.choose(trios).rank
    deal = _fourth_discarded(regular, role, RANKS.index(str(rank)))
    if not any((call.cards, call.rank) == (3, rank) for _, call in calls_of(deal, role, "set")):
        return None
    ask = Ask(by=ADVERSARY[role], what="discarded-card")
    unsaid = "law-21.missing-card-unsaid"
    if regular.coin():
        late = regular.random_number(2, TRICKS - 1)
        return regular.with_deal(inserted(deal, "play", late, ask), ExpectedFinding(unsaid, role, f"play/{late}"))
    wrong = False if regular.coin() else regular.choose(_NO_SET)
    answer = Answer(by=role, what="discarded-card", card=wrong)
    return regular.with_deal(inserted(deal, "play", 1, ask, answer), ExpectedFinding(unsaid, role, "play/2"))


def _fourth_discarded(regular: RegularDeal, role: Role, rank: int) -> Deal:
    """Put the fourth card of a rank into a player's discard, in exchange for a card of the discard."""
    fourth = from_bits(cards_of_rank(FULL_PACK, rank) & ~hands_played(regular.trace)[role])[0]
    _, own = exchange_of(regular.deal, role)
    put = parse(own.discard)
    if fourth in put:
        return regular.deal
    other = regular.choose(put)
    cards, swap = regular.dealt(), {fourth: other, other: fourth}
    hands = {each: _swapped(hand, swap) for each, hand in cards.hands.items()}
    talon = tuple(swap.get(card, card) for card in cards.talon)
    exchange = [
        replace(step, discard=cards_text(_swapped(to_bits(parse(step.discard)), swap)))
        if isinstance(step, Exchange)
        else step
        for step in regular.deal.exchange or ()
    ]
    return regular.played_anew(Dealt(hands, talon), exchange)


def _swapped(cards: Bits, swap: dict[Card, Card]) -> Bits:
    return to_bits([swap.get(card, card) for card in from_bits(cards)])


def set_unnamed(regular: RegularDeal) -> Injection | None:
    """Call a quatorze without its rank, if both players have one or the caller has broken another."""
    deal = _two_quatorzes(regular) if regular.coin() else _quatorze_broken(regular)
    fours = [(role, index, call) for role in ROLES for index, call in calls_of(deal, role, "set") if call.cards == 4]
    if not fours or len({role for role, _, _ in fours}) < len(fours):
        return None
    role, index, call = regular.choose(fours)
    deal = _with_call(deal, index, replace(call, rank=UNSET))
    return regular.with_deal(deal, ExpectedFinding("law-22.set-unnamed", role, f"declarations/{index}"))


def _ranks(regular: RegularDeal) -> tuple[Bits, Bits]:
    """Choose two ranks that make sets, and return all their cards."""
    first, second, *_ = shuffled(regular.rng, tuple(SET_RANKS))
    return cards_of_rank(FULL_PACK, RANKS.index(first)), cards_of_rank(FULL_PACK, RANKS.index(second))


def _two_quatorzes(regular: RegularDeal) -> Deal:
    """Deal a quatorze to each player. Both keep it."""
    first, second = _ranks(regular)
    cards = regular.dealt_with({ELDER: first, YOUNGER: second})
    return regular.played_anew(cards, regular.exchange(cards, keep=first | second))


def _quatorze_broken(regular: RegularDeal) -> Deal:
    """Deal two quatorzes to a player. He discards one or two cards of one, and keeps the other."""
    role = regular.random_role()
    first, second = _ranks(regular)
    cards = regular.dealt_with({role: first | second})
    put = from_bits(second)[: regular.random_number(1, 2)]
    exchange = regular.exchange(cards, {role: Plan(len(put), len(put))})
    broken = [replace(step, discard=cards_text(to_bits(put))) if step.by == role else step for step in exchange]
    return regular.played_anew(cards, broken)


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
