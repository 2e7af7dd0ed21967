"""Who saw which cards of the talon, as laws 10, 13 and 18 to 20 need it.

Until the elder has drawn, the top of the talon is his share and the rest is the younger's; from then on all that is
left is the younger's to draw, and once he has drawn, what lies there is what he left. Where a look names its cards,
the cards say whose they were; where it gives only a number, the words of the record do.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.pack import UNKNOWN, Card, parse
from piquet_records.cards.terms import ADVERSARY, ELDER, YOUNGER, Role
from piquet_records.laws.case import Case
from piquet_records.laws.facts.hand_sizes import count_put_back, elder_draw_limit
from piquet_records.record.steps import Look, MixLeft, NameSuit, PutBack
from piquet_records.trace.facts import NEVER, DrawRecord, Event, UnreliablePart

_DISCARDS: Final = ("own-discard", "adversary-discard")
_ADVERSARYS: Final = ("adversary-talon", "adversary-left")
_TALON_SIZE: Final = 8


class TalonLook(Struct, frozen=True):
    """A look at cards of the talon, also at those that were left there."""

    event: Event
    by: Role
    at: str
    cards: tuple[Card, ...]
    """The cards seen; as unknown ones where only their number is written."""

    @property
    def moment(self) -> int:
        """When he looked."""
        return self.event.moment

    @property
    def is_adversarys(self) -> bool | None:
        """Whether they were the adversary's by the words of the record; None where these leave it open."""
        return None if self.at == "talon" else self.at in _ADVERSARYS


class SeenCards(Struct, frozen=True):
    """A look at cards of the talon that the adversary was still to draw."""

    event: Event
    certain: int
    """How many such cards he saw, as far as the record proves it."""
    possible: int
    """How many they may have been."""
    cards: tuple[Card, ...]
    """Those of them that are known."""


def exchange_is_reliable(case: Case) -> bool:
    """Whether the exchange can be followed: no slip of the record hides what lay where."""
    return UnreliablePart.EXCHANGE not in case.trace.unreliable


def talon_looks(case: Case, role: Role) -> list[TalonLook]:
    """Give every look of a player at cards of the talon; none where the exchange cannot be followed."""
    return [
        TalonLook(event, role, step.at, (UNKNOWN,) * step.count if step.count is not UNSET else parse(step.cards or ""))
        for event, step in case.trace.events_and_steps(Look)
        if step.by == role and step.at not in _DISCARDS and exchange_is_reliable(case)
    ]


def seen_adversary_cards(case: Case, role: Role) -> Iterator[SeenCards]:
    """Give each look by which a player saw, or may have seen, cards that his adversary was still to draw."""
    seen: set[Card] = set()
    for look in talon_looks(case, role):
        if not _to_be_drawn(case, ADVERSARY[role], look):
            continue
        named = [card for card in look.cards if card >= 0 and card not in seen]
        seen.update(named)
        sure, possible = _unnamed(case, look)
        known = tuple([card for card in named if _is_adversarys(case, look, card)])
        possible += sum(_is_adversarys(case, look, card) is not False for card in named)
        if possible:
            yield SeenCards(look.event, sure + len(known), possible, known)


def looks_at_left_cards(case: Case) -> Iterator[TalonLook]:
    """Give each look of the elder, before his first card, at what the younger left."""
    trace = case.trace
    for look in talon_looks(case, ELDER):
        if look.moment > trace.first_card_moment(ELDER) or _to_be_drawn(case, YOUNGER, look):
            continue
        own_left = look.is_adversarys is False
        if not own_left or any(_is_adversarys(case, look, card) for card in look.cards):
            yield look


def suit_named_before(case: Case, moment: int) -> str | None:
    """Give the suit that the elder had named last before a moment."""
    named = [
        step.suit for event, step in case.trace.events_and_steps(NameSuit) if step.by == ELDER and event.moment < moment
    ]
    return named[-1] if named else None


def elder_may_see_left(case: Case, moment: int) -> bool:
    """Tell whether the elder, once he has named his suit, may see what was left (parameter ``elder_may_see_left``)."""
    if case.rules.elder_may_see_left == "suit-named":
        return True
    drew_at = case.trace.exchanged[YOUNGER].drew_at or 0
    return any(drew_at < look.moment < moment for look in talon_looks(case, YOUNGER))


def _to_be_drawn(case: Case, owner: Role, look: TalonLook) -> bool:
    """Tell whether a player had still to draw when somebody looked."""
    if look.event.list_name != "exchange":
        return False
    drew_at = case.trace.exchanged[owner].drew_at
    if drew_at is not None:
        return look.moment < drew_at
    other = case.trace.exchanged[ADVERSARY[owner]].drew_at
    leaves_all = look.at in ("left", "adversary-left") and other is not None and other < look.moment
    return not leaves_all


def _is_adversarys(case: Case, look: TalonLook, card: Card) -> bool | None:
    """Tell whether a card seen lay in the adversary's part of the talon; None where the record does not tell."""
    talon = case.trace.talon or ()
    places = [place for place, there in enumerate(talon) if there == card]
    places = places or [place for place, there in enumerate(talon) if there < 0]
    theirs = {(place < elder_draw_limit(case)) == (look.by == YOUNGER) for place in places}
    return theirs.pop() if len(theirs) == 1 else look.is_adversarys


def _unnamed(case: Case, look: TalonLook) -> tuple[int, int]:
    """Tell how many cards of a look that does not name them were surely, and possibly, the adversary's."""
    trace = case.trace
    count = sum(card < 0 for card in look.cards)
    elders = elder_draw_limit(case)
    youngers = (_TALON_SIZE if trace.talon is None else len(trace.talon)) - elders
    own, theirs = (elders, youngers) if look.by == ELDER else (youngers, elders)
    if look.is_adversarys is not None:
        return (min(count, theirs),) * 2 if look.is_adversarys else (0, 0)
    exchanged = trace.exchanged[look.by]
    own -= sum(len(draw.cards) for draw in exchanged.draws if draw.event.moment < look.moment) - exchanged.put_back
    return min(max(0, count - max(0, own)), theirs), min(count, theirs)


def left_mixed_unshown(case: Case) -> Event | None:
    """Give the step by which the younger mixed what he left into his discard before an elder who may had seen it."""
    trace = case.trace
    drew = trace.exchanged[YOUNGER]
    if suit_named_before(case, trace.first_card_moment(ELDER)) is None or (
        trace.talon is not None and drew.draws and not drew.left
    ):
        return None
    for event, step in trace.events_and_steps(MixLeft):
        shown = any(look.moment < event.moment for look in looks_at_left_cards(case))
        if step.by == YOUNGER and not shown and exchange_is_reliable(case) and elder_may_see_left(case, event.moment):
            return event
    return None


def younger_early_draws(case: Case, *, mixed: bool) -> list[DrawRecord]:
    """Give the younger's draws before the elder's; those that joined his hand, or those that he kept apart."""
    trace = case.trace
    elder_drew = trace.exchanged[ELDER].drew_at
    if not exchange_is_reliable(case) or (elder_drew is None and (trace.all_tricks or trace.calls)):
        return []
    return [
        draw
        for draw in trace.exchanged[YOUNGER].draws
        if draw.asked and draw.event.moment < (elder_drew or NEVER) and (draw.event.step.mixed is not False) == mixed  # type: ignore[union-attr]
    ]


def count_put_back_unseen(case: Case, drawn: Event) -> int:
    """How many cards the younger put back unseen after a draw, before the elder drew."""
    until = case.trace.exchanged[ELDER].drew_at or NEVER
    return sum(
        count_put_back(step)
        for event, step in case.trace.events_and_steps(PutBack)
        if step.by == YOUNGER and step.seen is False and drawn.moment < event.moment < until
    )
