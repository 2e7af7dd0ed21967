"""Checks what the types of a record cannot: that texts are cards, which fields belong together, what a deal needs.

This is the quick answer to whether a decoded game is a record. The JSON Schema states the same conditions, and
``explain.py`` puts what is wrong into words. This module does not know laws.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from msgspec import UNSET, UnsetType

from piquet_records.cards.pack import RANKS, SUITS
from piquet_records.record.game import Deal, Game, Hands
from piquet_records.record.json_text import too_deep
from piquet_records.record.steps import (
    CARD_TEXTS,
    Answer,
    BasePlayStep,
    Call,
    ChangeDiscard,
    Correct,
    DealStep,
    Discard,
    Draw,
    Exchange,
    Look,
    Notice,
    PutBack,
    Redeal,
    Retake,
    Show,
    ShowDiscard,
)
from piquet_records.rules import parameters

Texts = list[str | bool | UnsetType]
"""The values of all fields that hold cards; they are checked together, for speed."""

_CODES: Final = frozenset(CARD_TEXTS)


def is_consistent(game: Game) -> bool:
    """Return whether a decoded game meets every condition that its types do not express."""
    texts: Texts = []
    return (
        (game.rules is UNSET or game.rules in known_rules())
        and (game.conventions is UNSET or game.target is UNSET or game.conventions.target is UNSET)
        and (game.x is UNSET or not too_deep(game.x))
        and (game.steps is UNSET or all(step.x is UNSET or not too_deep(step.x) for step in game.steps))
        and all(_deal_is_consistent(deal, texts) for deal in game.deals)
        and _are_cards(texts)
    )


@cache
def known_rules() -> frozenset[str]:
    """Return every name by which a record may choose its rules, with and without a version."""
    names = parameters.profile_names()
    return frozenset(names) | {name.partition("@")[0] for name in names}


def _deal_is_consistent(deal: Deal, texts: Texts) -> bool:
    """Return whether a deal meets its conditions; its texts of cards are added to ``texts``, and not yet checked."""
    for hands in (deal.hands, deal.held):
        if hands is not UNSET:
            texts += (hands.elder, hands.younger)
    texts.append(deal.talon)
    for steps in (deal.dealing, deal.exchange, deal.declarations):
        for step in steps or ():
            if not _step_is_consistent(step, texts) or _belongs_in_play(step):
                return False
    played = [entry for entry in deal.play or () if not isinstance(entry, str)]
    return (
        all(_step_is_consistent(step, texts) for step in played)
        and (_has_points_only(deal) if deal.points_only is not UNSET else _has_cards(deal) or is_redealt(deal))
        and (deal.x is UNSET or not too_deep(deal.x))
    )


def _belongs_in_play(step: DealStep) -> bool:
    """Return whether a step says what can happen only in the play."""
    after_lead = isinstance(step, BasePlayStep) and step.after_lead is not UNSET
    return after_lead or (isinstance(step, Notice) and step.what == "revoke")


def _has_cards(deal: Deal) -> bool:
    hands, held = deal.hands, deal.held
    if held is UNSET and (hands is UNSET or deal.talon is UNSET):
        return False
    return (hands is UNSET or _has_both(hands)) and (held is UNSET or _has_both(held))


def _has_points_only(deal: Deal) -> bool:
    parts = (deal.hands, deal.talon, deal.held, deal.dealing, deal.exchange, deal.declarations, deal.play, deal.counts)
    return deal.points_only is True and deal.score is not UNSET and all(part is UNSET for part in parts)


def _has_both(hands: Hands) -> bool:
    return hands.elder is not UNSET and hands.younger is not UNSET


def is_redealt(deal: Deal) -> bool:
    """Return whether a ``redeal`` is written in a deal."""
    lists = (deal.dealing, deal.exchange, deal.declarations, deal.play)
    return any(type(step) is Redeal for steps in lists for step in steps or ())


def _step_is_consistent(step: DealStep, texts: Texts) -> bool:
    check = _CHECKS.get(type(step))
    return (check is None or check(step, texts)) and (step.x is UNSET or not too_deep(step.x))


def _exchange_is_consistent(exchange: Exchange, texts: Texts) -> bool:
    texts.append(exchange.discard)
    return exchange.announced is not True


def _draw_is_consistent(draw: Draw, _texts: Texts) -> bool:
    return draw.announced is not True


def _call_is_consistent(call: Call, texts: Texts) -> bool:
    texts.append(call.shown)
    if call.what == "point":
        return call.top is UNSET and call.rank is UNSET and call.shown is not True
    if call.what == "sequence":
        return call.top is not UNSET and call.value is UNSET and call.rank is UNSET and call.shown is not True
    return call.cards in (3, 4) and call.value is UNSET and call.top is UNSET and not isinstance(call.shown, bool)


def _correct_is_consistent(correct: Correct, _texts: Texts) -> bool:
    withdrawn = correct.cards == 0
    if correct.what == "point":
        return correct.top is UNSET and correct.rank is UNSET
    if correct.what == "sequence":
        return (withdrawn or correct.top is not UNSET) and correct.value is UNSET and correct.rank is UNSET
    return correct.cards in (0, 3, 4) and correct.value is UNSET and correct.top is UNSET


def _answer_is_consistent(answer: Answer, _texts: Texts) -> bool:
    if answer.what == "discarded-card":
        return answer.card is not UNSET and answer.card is not True and answer.rank is UNSET
    return answer.rank is not UNSET and answer.rank is not True and answer.card is UNSET


def _seen_cards_are_consistent(step: Look | PutBack, texts: Texts) -> bool:
    texts.append(step.cards)
    return (step.cards is UNSET) != (step.count is UNSET)


def _collect_cards(step: Discard | ChangeDiscard | ShowDiscard | Show, texts: Texts) -> bool:
    texts.append(step.cards)
    return True


def _retake_is_consistent(retake: Retake, texts: Texts) -> bool:
    texts += (retake.cards, retake.puts)
    return True


_CHECKS: Final[dict[type, Callable[[Any, Texts], bool]]] = {
    Exchange: _exchange_is_consistent,
    Draw: _draw_is_consistent,
    Call: _call_is_consistent,
    Correct: _correct_is_consistent,
    Answer: _answer_is_consistent,
    Look: _seen_cards_are_consistent,
    PutBack: _seen_cards_are_consistent,
    Discard: _collect_cards,
    ChangeDiscard: _collect_cards,
    ShowDiscard: _collect_cards,
    Show: _collect_cards,
    Retake: _retake_is_consistent,
}


def _are_cards(texts: Texts) -> bool:
    """Return whether texts are cards with single spaces between; values that are not texts are skipped.

    Joined by spaces, every third character is a rank, a suit, a space; any other character is an error.
    """
    written = [text for text in texts if text and isinstance(text, str)]
    joined = " ".join(written)
    if "?" in joined:
        return all(_CODES.issuperset(text.split(" ")) for text in written)
    wrong = joined[0::3].strip(RANKS) + joined[1::3].strip(SUITS) + joined[2::3].strip(" ")
    return not joined or (not wrong and len(joined) % 3 == 2)
