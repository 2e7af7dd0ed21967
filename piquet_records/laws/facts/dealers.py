"""Whether a player dealt twice running, and what was said of it."""

from piquet_records.cards.terms import YOUNGER
from piquet_records.laws.case import Case
from piquet_records.record.steps import Notice


def same_dealer_again(case: Case) -> bool:
    """Return whether the dealer is the one of the last deal that was not made again."""
    last = next((past.deal for past in reversed(case.earlier) if not past.void), None)
    return last is not None and last.dealer == case.deal.dealer


def double_deal_notices(case: Case) -> list[Notice]:
    """Return the dealer's own notices that he deals twice running, in order of time."""
    notices = case.trace.events_and_steps(Notice)
    return [step for _, step in notices if step.by == YOUNGER and step.what == "double-deal"]
