"""Cards drawn in excess, and what was done about them: put back unseen, or laid out."""

from piquet_records.cards.pack import Card, parse
from piquet_records.cards.terms import Role
from piquet_records.laws.case import Case
from piquet_records.laws.facts.hand_sizes import Overdraw, count_put_back
from piquet_records.record.steps import LayOut, PutBack


def put_back_unseen(case: Case, role: Role, after: int, before: int) -> int:
    """Return how many cards a player put back unseen between two moments."""
    return sum(
        count_put_back(step)
        for event, step in case.trace.events_and_steps(PutBack)
        if step.by == role and step.seen is not True and after < event.moment < before
    )


def cards_in_excess(case: Case, role: Role, excess_draw: Overdraw) -> tuple[Card, ...]:
    """Return the cards that are still in excess: the last ones of that draw, without those put back or laid out.

    If none is left in excess, all that were.
    """
    draw = next(draw for draw in case.trace.exchanged[role].draws if draw.event is excess_draw.event)
    since = excess_draw.event.moment
    gone: list[Card] = []
    unnamed = 0
    for event, step in case.trace.events_and_steps(PutBack):
        if step.by == role and event.moment > since:
            named = parse(step.cards) if isinstance(step.cards, str) else ()
            gone += named
            unnamed += 0 if named else count_put_back(step)
    for event, laid_out in case.trace.events_and_steps(LayOut):
        if laid_out.by == role and event.moment > since:
            gone += parse(laid_out.card)
    still = excess_draw.excess - len(gone) - unnamed
    if still <= 0:
        return draw.cards[-excess_draw.excess :]
    kept = [card for card in draw.cards[: len(draw.cards) - unnamed] if card < 0 or card not in gone]
    return tuple(kept[-still:])
