"""Facts about looks at the talon: who saw which cards, and whose cards they were.

Until the elder has drawn, the top of the talon is his and the rest is the younger's. After that, all that is left is
the younger's to draw. Once he has drawn too, the cards still there are those that he left. If a look names its cards,
their place in the talon says whose they were. If it states only a number, the field ``at`` of the step says it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.pack import UNKNOWN, Card, parse
from piquet_records.cards.terms import ADVERSARY, ELDER, TALON_SIZE, YOUNGER, Role
from piquet_records.laws.case import Case
from piquet_records.laws.facts.hand_sizes import count_put_back, elder_draw_limit
from piquet_records.record.steps import Look, MixLeft, NameSuit, PutBack
from piquet_records.trace.facts import NEVER, DrawRecord, Event, UnreliablePart

_DISCARDS: Final = ("own-discard", "adversary-discard")
_AT_ADVERSARYS: Final = ("adversary-talon", "adversary-left")


class TalonLook(Struct, frozen=True):
    """A look at cards of the talon, before or after the exchange."""

    event: Event
    by: Role
    at: str
    """Where the record says they lay: a value of ``Look.at``."""
    cards: tuple[Card, ...]
    """The cards seen; unknown ones if the record states only their number."""

    @property
    def moment(self) -> int:
        """The moment of the look."""
        return self.event.moment

    @property
    def is_adversarys(self) -> bool | None:
        """Whether ``at`` says that they were the adversary's; None if it names only the talon."""
        return None if self.at == "talon" else self.at in _AT_ADVERSARYS


class SeenCards(Struct, frozen=True):
    """The cards that a player saw in one look and that his adversary was still to draw."""

    event: Event
    certain: int
    """How many such cards the record proves."""
    possible: int
    """How many such cards there may have been; at least ``certain``."""
    cards: tuple[Card, ...]
    """The known ones among the proved."""


def exchange_is_reliable(case: Case) -> bool:
    """Return whether the record of the exchange has no contradiction that hides where cards lay."""
    return UnreliablePart.EXCHANGE not in case.trace.unreliable


def talon_looks(case: Case, role: Role) -> list[TalonLook]:
    """Return every look of a player at cards of the talon; none if the exchange is not reliable."""
    return [
        TalonLook(event, role, step.at, (UNKNOWN,) * step.count if step.count is not UNSET else parse(step.cards or ""))
        for event, step in case.trace.events_and_steps(Look)
        if step.by == role and step.at not in _DISCARDS and exchange_is_reliable(case)
    ]


def seen_adversary_cards(case: Case, role: Role) -> Iterator[SeenCards]:
    """Yield, for each look, the cards that a player saw or may have seen and that his adversary was still to draw.

    A named card is counted the first time only.
    """
    seen: set[Card] = set()
    for look in talon_looks(case, role):
        if not _to_be_drawn(case, ADVERSARY[role], look):
            continue
        named = [card for card in look.cards if card >= 0 and card not in seen]
        seen.update(named)
        certain, possible = _unnamed(case, look)
        known = tuple([card for card in named if _is_adversarys(case, look, card)])
        possible += sum(_is_adversarys(case, look, card) is not False for card in named)
        if possible:
            yield SeenCards(look.event, certain + len(known), possible, known)


def looks_at_left_cards(case: Case) -> Iterator[TalonLook]:
    """Yield each look of the elder, before his first card, at cards that the younger left in the talon."""
    trace = case.trace
    for look in talon_looks(case, ELDER):
        if look.moment > trace.first_card_moment(ELDER) or _to_be_drawn(case, YOUNGER, look):
            continue
        own_left = look.is_adversarys is False
        if not own_left or any(_is_adversarys(case, look, card) for card in look.cards):
            yield look


def suit_named_before(case: Case, moment: int) -> str | None:
    """Return the letter of the suit that the elder named last before a moment; None if he had named none."""
    named = [
        step.suit for event, step in case.trace.events_and_steps(NameSuit) if step.by == ELDER and event.moment < moment
    ]
    return named[-1] if named else None


def elder_may_see_left(case: Case, moment: int) -> bool:
    """Return whether the elder, having named a suit, may see the cards left (parameter ``elder_may_see_left``).

    Either always, or only if the younger has looked at them himself before that moment.
    """
    if case.rules.elder_may_see_left == "suit-named":
        return True
    drew_at = case.trace.exchanged[YOUNGER].drew_at or 0
    return any(drew_at < look.moment < moment for look in talon_looks(case, YOUNGER))


def _to_be_drawn(case: Case, owner: Role, look: TalonLook) -> bool:
    """Return whether the cards in the talon were still a player's to draw at the moment of a look."""
    if look.event.list_name != "exchange":
        return False
    drew_at = case.trace.exchanged[owner].drew_at
    if drew_at is not None:
        return look.moment < drew_at
    other = case.trace.exchanged[ADVERSARY[owner]].drew_at
    leaves_all = look.at in ("left", "adversary-left") and other is not None and other < look.moment
    return not leaves_all


def _is_adversarys(case: Case, look: TalonLook, card: Card) -> bool | None:
    """Return whether a card seen lay in the adversary's part of the talon; None if the record does not show it."""
    talon = case.trace.talon or ()
    positions = [position for position, there in enumerate(talon) if there == card]
    positions = positions or [position for position, there in enumerate(talon) if there < 0]
    answers = {(position < elder_draw_limit(case)) == (look.by == YOUNGER) for position in positions}
    return answers.pop() if len(answers) == 1 else look.is_adversarys


def _unnamed(case: Case, look: TalonLook) -> tuple[int, int]:
    """Return how many cards of a look that does not name them were certainly, and possibly, the adversary's."""
    trace = case.trace
    count = sum(card < 0 for card in look.cards)
    elders = elder_draw_limit(case)
    youngers = (TALON_SIZE if trace.talon is None else len(trace.talon)) - elders
    own, theirs = (elders, youngers) if look.by == ELDER else (youngers, elders)
    if look.is_adversarys is not None:
        return (min(count, theirs),) * 2 if look.is_adversarys else (0, 0)
    exchanged = trace.exchanged[look.by]
    own -= sum(len(draw.cards) for draw in exchanged.draws if draw.event.moment < look.moment) - exchanged.put_back
    return min(max(0, count - max(0, own)), theirs), min(count, theirs)


def left_mixed_unshown(case: Case) -> Event | None:
    """Return the step by which the younger mixed the cards he left into his discard before the elder had seen them.

    None if he did not, if the elder had no right to see them, or if the exchange is not reliable.
    """
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
    """Return the younger's draws before the elder's first: those mixed into his hand, or those kept apart.

    None are early if the elder drew nothing and the deal was played, or if the exchange is not reliable.
    """
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
    """Return how many cards the younger put back unseen between a draw and the elder's draw."""
    until = case.trace.exchanged[ELDER].drew_at or NEVER
    return sum(
        count_put_back(step)
        for event, step in case.trace.events_and_steps(PutBack)
        if step.by == YOUNGER and step.seen is False and drawn.moment < event.moment < until
    )
