"""Faults of the play: suits not followed, cards taken back, leads out of turn, hands thrown in, a game left."""

from itertools import pairwise
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.cards.pack import CODES, from_bits
from piquet_records.cards.terms import ELDER, TRICKS, YOUNGER
from piquet_records.record.steps import Abandon, Redeal, Rewind, SuitNotNamed, TakeBack, ThrowIn
from piquet_records.simulation.faults.occasion import ExpectedFinding, Injection, Injector, RegularDeal, dealt, inserted
from piquet_records.trace.facts import Trick

_LAST_CARDS: Final = 3
"""With so many cards left, or fewer, a hand thrown in is only given up."""


def _out(trick: Trick) -> int:
    """Give the cards that were out before a trick."""
    return trick.elder_played | trick.younger_played


def revoke(occasion: RegularDeal) -> Injection | None:
    """Put a card of another suit than the one led, which is held; the cards may be taken back for it."""
    play = occasion.deal.play or ()
    choices = [
        (trick, card)
        for trick in occasion.trace.standing_tricks
        if trick.follow is not None and trick.follow >> 3 == trick.lead >> 3
        for card in from_bits(occasion.trace.hand_at(trick.follower, trick).known)
        if card >> 3 != trick.lead >> 3
    ]
    if not choices:
        return None
    trick, card = occasion.one_of(choices)
    before = (*play[: trick.index], f"{CODES[trick.lead]} {CODES[card]}")
    if occasion.chance():
        mended = (*before, Rewind(by=occasion.role(), to=trick.number), *play[trick.index :])
    else:
        out = _out(trick) | 1 << trick.lead | 1 << card
        mended = occasion.played_from(trick.number + 1, trick.leader, before, out)
    return occasion.changed(
        replace(occasion.deal, play=mended), ExpectedFinding("law-01.revoke", trick.follower, trick.at)
    )


def card_taken_back(occasion: RegularDeal) -> Injection:
    """Take back a card from a trick and put another: as the leader, or as the second player, who sometimes may."""
    trick = occasion.one_of(occasion.trace.standing_tricks[: TRICKS - 1])
    leads = occasion.chance()
    role, played = (trick.leader, trick.lead) if leads else (trick.follower, trick.follow)
    card = occasion.one_of([one for one in from_bits(occasion.trace.hand_at(role, trick).known) if one != played])
    step = TakeBack(by=role, card=CODES[card], after_lead=UNSET if leads else True)
    found = ExpectedFinding("law-16.card-taken-back", role, trick.at)
    return occasion.changed(inserted(occasion.deal, "play", trick.index, step), found)


def led_out_of_turn(occasion: RegularDeal) -> Injection | None:
    """Have the player lead who did not win the last trick."""
    trick = occasion.one_of(occasion.trace.standing_tricks)
    if trick.number == 1 and any(call.by == YOUNGER for call in occasion.calls):
        return None  # the younger would call after his own first card
    led = occasion.played_from(trick.number, trick.follower, (occasion.deal.play or ())[: trick.index], _out(trick))
    return occasion.changed(replace(occasion.deal, play=led), ExpectedFinding("usage-turn", trick.follower, trick.at))


def suit_not_named(occasion: RegularDeal) -> Injection | None:
    """Change the suit and do not name it."""
    tricks = occasion.trace.standing_tricks
    changes = [trick for last, trick in pairwise(tricks) if last.lead >> 3 != trick.lead >> 3]
    if not changes:
        return None
    trick = occasion.one_of(changes)
    found = ExpectedFinding("usage-lead.suit-not-named", trick.leader, trick.at)
    return occasion.changed(inserted(occasion.deal, "play", trick.index, SuitNotNamed(by=trick.leader)), found)


def rewind(occasion: RegularDeal) -> Injection:
    """Take tricks back in which nothing was to be mended, and play them again."""
    role, play = occasion.role(), occasion.deal.play or ()
    laid = occasion.number(1, TRICKS)
    to = occasion.number(1, laid)
    again = (*play[:laid], Rewind(by=role, to=to), *play[to - 1 :])
    return occasion.changed(
        replace(occasion.deal, play=again), ExpectedFinding("usage-remedy.rewind", role, f"play/{laid}")
    )


def redeal(occasion: RegularDeal) -> Injection:
    """Have a deal made again without a right to it, before it is played or in the midst of the play."""
    role, deal, laid = occasion.role(), occasion.fresh(), occasion.number(0, TRICKS)
    if laid:
        deal = replace(deal, play=(*(deal.play or ())[:laid], Redeal(by=role)))
        return occasion.redeal_is_ordered(deal, ExpectedFinding("usage-remedy.redeal", role, f"play/{laid}"))
    deal = occasion.redealt(dealt(deal), dealing=(Redeal(by=role),))
    return occasion.redeal_is_ordered(deal, ExpectedFinding("usage-remedy.redeal", role, "dealing/0"))


def threw_in(occasion: RegularDeal) -> Injection:
    """Throw a hand in with more than three cards left."""
    return _thrown_in(occasion, "law-26.threw-in", occasion.number(0, TRICKS - _LAST_CARDS - 1))


def last_cards(occasion: RegularDeal) -> Injection:
    """Throw the last three cards in, or fewer."""
    return _thrown_in(occasion, "law-27.last-cards", occasion.number(TRICKS - _LAST_CARDS, TRICKS - 1))


def _thrown_in(occasion: RegularDeal, code: str, laid: int) -> Injection:
    """Throw a hand in after some tricks, mixed or not, for good or to be taken up again."""
    role, play = occasion.role(), occasion.deal.play or ()
    step = ThrowIn(by=role, mixed=occasion.chance(), adversary_mixed=occasion.chance())
    rest = play[laid:] if occasion.chance() else ()
    deal = replace(occasion.deal, play=(*play[:laid], step, *rest))
    return occasion.changed(deal, ExpectedFinding(code, role, f"play/{laid}"))


def abandoned(occasion: RegularDeal) -> Injection | None:
    """Have a player leave the game after a deal or in the midst of it."""
    game, place = occasion.game, occasion.place
    if place == len(game.deals) - 1:
        return None
    role, laid = occasion.role(), occasion.number(0, TRICKS)
    deal = occasion.deal
    if laid < TRICKS:
        deal = replace(deal, play=(deal.play or ())[:laid], score=UNSET)
    step = Abandon(by=deal.elder if role == ELDER else deal.dealer, deal=place + 1)
    found = ExpectedFinding("law-25.abandoned", role, "/steps/0")
    return occasion.in_game((*game.deals[:place], deal), found, steps=(step,), result=UNSET)


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
