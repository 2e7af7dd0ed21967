"""Faults of the play: suits not followed, cards taken back, leads out of turn, hands thrown in, a game left."""

from itertools import pairwise
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import CODES, bit_of, from_bits, suit_of
from piquet_records.cards.terms import ELDER, TRICKS, YOUNGER
from piquet_records.record.steps import Abandon, Redeal, Rewind, SuitNotNamed, TakeBack, ThrowIn
from piquet_records.simulation.faults.regular_deal import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    dealt,
    inserted,
)
from piquet_records.trace.facts import Trick

_LAST_CARDS: Final = 3
"""The most cards with which a hand that is thrown in counts as the last cards (law 27)."""


def _out(trick: Trick) -> int:
    """Return the cards that were played before a trick."""
    return trick.elder_played | trick.younger_played


def revoke(regular: RegularDeal) -> Injection | None:
    """Play a card of another suit although the suit led is held. The trick may be taken back."""
    play = regular.deal.play or ()
    choices = [
        (trick, card)
        for trick in regular.trace.standing_tricks
        if trick.follow is not None and suit_of(trick.follow) == suit_of(trick.lead)
        for card in from_bits(regular.trace.hand_at(trick.follower, trick).known)
        if suit_of(card) != suit_of(trick.lead)
    ]
    if not choices:
        return None
    trick, card = regular.choose(choices)
    before = (*play[: trick.index], f"{CODES[trick.lead]} {CODES[card]}")
    if regular.coin():
        mended = (*before, Rewind(by=regular.random_role(), to=trick.number), *play[trick.index :])
    else:
        out = _out(trick) | bit_of(trick.lead) | bit_of(card)
        mended = regular.played_from(trick.number + 1, trick.leader, before, out)
    return regular.with_deal(
        replace(regular.deal, play=mended), ExpectedFinding("law-01.revoke", trick.follower, trick.at)
    )


def card_taken_back(regular: RegularDeal) -> Injection:
    """Take back a card from a trick and play another, as the leader or as the second player."""
    trick = regular.choose(regular.trace.standing_tricks[: TRICKS - 1])
    is_leader = regular.coin()
    role, played = (trick.leader, trick.lead) if is_leader else (trick.follower, trick.follow)
    card = regular.choose([other for other in from_bits(regular.trace.hand_at(role, trick).known) if other != played])
    step = TakeBack(by=role, card=CODES[card], after_lead=UNSET if is_leader else True)
    found = ExpectedFinding("law-16.card-taken-back", role, trick.at)
    return regular.with_deal(inserted(regular.deal, "play", trick.index, step), found)


def led_out_of_turn(regular: RegularDeal) -> Injection | None:
    """Make the player lead who did not win the last trick."""
    trick = regular.choose(regular.trace.standing_tricks)
    if trick.number == 1 and any(call.by == YOUNGER for call in regular.calls):
        return None  # the younger would call after his own first card
    led = regular.played_from(trick.number, trick.follower, (regular.deal.play or ())[: trick.index], _out(trick))
    return regular.with_deal(replace(regular.deal, play=led), ExpectedFinding("usage-turn", trick.follower, trick.at))


def suit_not_named(regular: RegularDeal) -> Injection | None:
    """Lead another suit than the one before, and do not name it."""
    tricks = regular.trace.standing_tricks
    changes = [trick for last, trick in pairwise(tricks) if suit_of(last.lead) != suit_of(trick.lead)]
    if not changes:
        return None
    trick = regular.choose(changes)
    found = ExpectedFinding("usage-lead.suit-not-named", trick.leader, trick.at)
    return regular.with_deal(inserted(regular.deal, "play", trick.index, SuitNotNamed(by=trick.leader)), found)


def rewind(regular: RegularDeal) -> Injection:
    """Take back tricks in which there was no fault, and play them again."""
    role, play = regular.random_role(), regular.deal.play or ()
    laid = regular.random_number(1, TRICKS)
    to = regular.random_number(1, laid)
    again = (*play[:laid], Rewind(by=role, to=to), *play[to - 1 :])
    return regular.with_deal(
        replace(regular.deal, play=again), ExpectedFinding("usage-remedy.rewind", role, f"play/{laid}")
    )


def redeal(regular: RegularDeal) -> Injection:
    """Redeal without a right to it, before the play or during it."""
    role, deal, laid = regular.random_role(), regular.fresh_deal(), regular.random_number(0, TRICKS)
    if laid:
        deal = replace(deal, play=(*(deal.play or ())[:laid], Redeal(by=role)))
        return regular.with_void_deal_before(deal, ExpectedFinding("usage-remedy.redeal", role, f"play/{laid}"))
    deal = regular.with_cards(dealt(deal), dealing=(Redeal(by=role),))
    return regular.with_void_deal_before(deal, ExpectedFinding("usage-remedy.redeal", role, "dealing/0"))


def threw_in(regular: RegularDeal) -> Injection:
    """Throw a hand in with more than three cards left."""
    return _thrown_in(regular, "law-26.threw-in", regular.random_number(0, TRICKS - _LAST_CARDS - 1))


def last_cards(regular: RegularDeal) -> Injection:
    """Throw the last three cards in, or fewer."""
    return _thrown_in(regular, "law-27.last-cards", regular.random_number(TRICKS - _LAST_CARDS, TRICKS - 1))


def _thrown_in(regular: RegularDeal, code: str, laid: int) -> Injection:
    """Throw a hand in after some tricks, mixed with other cards or not; the play may go on afterwards."""
    role, play = regular.random_role(), regular.deal.play or ()
    step = ThrowIn(by=role, mixed=regular.coin(), adversary_mixed=regular.coin())
    rest = play[laid:] if regular.coin() else ()
    deal = replace(regular.deal, play=(*play[:laid], step, *rest))
    return regular.with_deal(deal, ExpectedFinding(code, role, f"play/{laid}"))


def abandoned(regular: RegularDeal) -> Injection | None:
    """Make a player leave the game after a deal or during it."""
    game, place = regular.game, regular.deal_index
    if place == len(game.deals) - 1:
        return None
    role, laid = regular.random_role(), regular.random_number(0, TRICKS)
    deal = regular.deal
    if laid < TRICKS:
        deal = replace(deal, play=(deal.play or ())[:laid], score=UNSET)
    step = Abandon(by=deal.elder if role == ELDER else deal.dealer, deal=place + 1)
    found = ExpectedFinding("law-25.abandoned", role, "/steps/0")
    return regular.with_deals((*game.deals[:place], deal), found, steps=(step,), result=UNSET)


INJECTORS: Final[dict[str, Injector]] = {
    "law-01.revoke": revoke,
    "law-16.card-taken-back": card_taken_back,
    "law-25.abandoned": abandoned,
    "law-26.threw-in": threw_in,
    "law-27.last-cards": last_cards,
    "usage-lead.suit-not-named": suit_not_named,
    "usage-remedy.redeal": redeal,
    "usage-remedy.rewind": rewind,
    "usage-turn": led_out_of_turn,
}
