"""How laws select a player's calls and cards, and how they write them as the evidence of a finding."""

from typing import Any

from piquet_records.cards.holdings import holdings_in, missing_from
from piquet_records.cards.pack import RANKS, SUITS, Bits, Card, cards_of_suit, from_bits, parse, suit_of
from piquet_records.cards.terms import CATEGORIES, Category, Role
from piquet_records.laws.case import Case
from piquet_records.record.steps import Answer
from piquet_records.trace.claims import calls_of_category, claim_points, may_hold
from piquet_records.trace.facts import CallHistory, Claim, Event, Trace


def cards_of_same_suit(hand: Bits, card: Card) -> tuple[Card, ...]:
    """Return the cards of a hand that have the suit of a known card, highest first."""
    return from_bits(cards_of_suit(hand, suit_of(card)))


def suit_letter(card: Card) -> str:
    """Return the suit of a known card as the letter used in records."""
    return SUITS[suit_of(card)]


def call_evidence(claim: Claim) -> dict[str, Any]:
    """Return a claim as evidence, with the fields of a ``call`` step; fields that were not stated are left out."""
    fields: dict[str, Any] = {"what": claim.what, "cards": claim.cards}
    if claim.value >= 0:
        fields["value"] = claim.value
    if claim.top >= 0:
        fields["top"] = RANKS[claim.top]
    if claim.rank >= 0:
        fields["rank"] = RANKS[claim.rank]
    return fields


def standing_calls(case: Case, role: Role, what: Category) -> list[CallHistory]:
    """Return a player's calls in a category that were not withdrawn, in order of time. Late and false ones count."""
    return [call for call in calls_of_category(case.trace.calls, what) if call.by == role]


def shown_between(trace: Trace, call: CallHistory, after: int, before: int) -> bool:
    """Return whether a call's cards, all of them, were laid down between two moments: with it, or by a ``show``."""
    return 0 in missing_when_shown(trace, call, after, before)


def shown_by(trace: Trace, call: CallHistory, moment: int) -> bool | None:
    """Return whether a call's cards were shown by a moment; None if the record does not say.

    Cards that do not make the call, such as five for a point of six, do not show it.
    """
    missing = missing_when_shown(trace, call, -1, moment + 1)
    refused = any(event.moment <= moment for event in call.refusals)
    return True if 0 in missing else False if missing or refused or call.step.shown is False else None


def missing_when_shown(trace: Trace, call: CallHistory, after: int, before: int) -> list[int]:
    """Return how many cards were missing, each time that cards were laid down for a call between two moments.

    0 for a set, for a call that the hand does not hold or that its caller later made smaller, and for a hand that the
    record contradicts: what was laid down is then no question of showing.
    """
    laid_down = [(call.moment, call.step.shown), *((show.moment, show.step.cards) for show in call.shows)]  # type: ignore[union-attr]
    found = []
    for moment, cards in laid_down:
        if isinstance(cards, str) and after < moment < before:
            said = call.claim_at(moment)
            missing = 0 if said.what == "set" else missing_from(parse(cards), said.what, said.cards, said.top)
            found.append(0 if missing and _is_no_question_of_showing(trace, call, said) else missing)
    return found


def _is_no_question_of_showing(trace: Trace, call: CallHistory, said: Claim) -> bool:
    """Return whether a call is false, by the hand or by its caller's later word, or the record contradicts his hand."""
    if call.by in trace.unreliable or trace.calls[call.number].final.cards < said.cards:
        return True
    return not may_hold(trace, call.by, [said])


def shown_too_few(trace: Trace, call: CallHistory, moment: int) -> dict[str, int]:
    """Return the evidence of how many cards were missing from those laid down for a call by a moment, if any were."""
    missing = missing_when_shown(trace, call, -1, moment + 1)
    return {"short_by": missing[-1]} if missing and missing[-1] else {}


def answers_between(case: Case, role: Role, what: str, after: int, before: int) -> list[tuple[Event, Answer]]:
    """Return a player's answers to a kind of question (``Answer.what``) between two moments, in order of time."""
    return [
        (event, answer)
        for event, answer in case.trace.events_and_steps(Answer)
        if answer.by == role and answer.what == what and after < event.moment < before
    ]


def uncalled_points(case: Case, role: Role) -> int:
    """Return the points for point, sequences and sets that a player holds and has not called.

    Counts each category by its points, not call by call; 0 if a card of the hand is not known.
    """
    hand = case.trace.playing[role]
    if not hand.full:
        return 0
    held = {what: sum(holding.score for holding in holdings_in(hand.known, what)) for what in CATEGORIES}
    called = {what: sum(claim_points(call.final) for call in standing_calls(case, role, what)) for what in CATEGORIES}
    return sum(max(0, held[what] - called[what]) for what in CATEGORIES)


def trick_number_at(trace: Trace, moment: int) -> int | None:
    """Return the number of the trick to which a card was played at a moment; None if none was."""
    tricks = trace.all_tricks
    return next((trick.number for trick in tricks if moment in (trick.lead_moment, trick.follow_moment)), None)
