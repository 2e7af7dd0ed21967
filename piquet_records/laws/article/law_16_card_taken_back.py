"""Law 16. A card put down is played.

Statement
    The player who leads to a trick has played his card for good once he lets go of it. The second player may by
    mistake cover the lead with a card of another suit. He may take this card back to follow suit. If he has no card
    of the suit led, the card he put down stays.

Faults
    law-16.card-taken-back (violation): the leader takes back the card that he led; or the second player takes back a
    card of the suit led, or any card if he has none of that suit. As a note: the second player takes back a card of
    another suit while he holds the suit led, which the law allows.

Ruling
    The card first put down should have been played. If the trick shows it after all, the fault is remedied. If it
    shows another card, the finding stays open and the score stands as played.

Reading
    The law sets no limit to the second player's right. It is taken to end with the next lead; a card that stays after
    that is judged by law 1. Other rules allow two exceptions. A leader takes his card back if the adversary demands a
    suit because the leader saw some of his cards (laws 13 and 18). The second player may take back any card in a
    trick to which the leader changed suit without naming it (article, *Marche du jeu*). A card that the second player
    took back is not judged if the lead was not seen, or if his hand is not known well enough to say whether he had
    the suit. Cavendish (law 59) also holds a player to cards that he drops or leads out of turn; the article does
    not.

Example
    sample_games/laws/law-16/lead-taken-back.json

Source
    Article, Lois du piquet à deux, 16°; *Marche du jeu* on naming the suit.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import CARD, suit_of
from piquet_records.cards.terms import ELDER, ROLES
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.demands import suit_demands
from piquet_records.laws.facts.evidence import cards_of_same_suit
from piquet_records.record.steps import SuitNotNamed, TakeBack
from piquet_records.trace.facts import Event, UnreliablePart

NUMBER = 16
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (TakeBack,)
FAULTS = {"law-16.card-taken-back": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the record shows of each card taken back whether that was allowed."""
    return all(_allowed(case, event, step) is not None for event, step in case.trace.events_and_steps(TakeBack))


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each card that was taken back; a note if the second player was allowed to."""
    for event, step in case.trace.events_and_steps(TakeBack):
        allowed = _allowed(case, event, step)
        if allowed is None or _demanded(case, event, step) or _suit_not_named(case, event, step):
            continue
        trick = case.trace.trick_of(event)
        played = not allowed and _played_after_all(case, event, step)
        variant = "allowed" if allowed else "played" if played else ""
        yield Finding(
            code="law-16.card-taken-back",
            by=step.by,
            at=event.at,
            trick=trick.number if trick else event.trick,
            severity=Severity.NOTE if allowed else None,
            evidence={"card": step.card} | ({"variant": variant} if variant else {}),
            options=(Option(step.by, "take-back", "next-lead", taken=True),) if allowed else (),
            remedied=played,
            unsettled=True,
        )


def _allowed(case: Case, event: Event, step: TakeBack) -> bool | None:
    """Return whether a second player took a card back to follow suit; None if the record does not show it."""
    trick = case.trace.trick_of(event)
    if not case.trace.unreliable.isdisjoint({*ROLES, UnreliablePart.PLAY}):
        return None
    if trick is None:
        leader = case.trace.standing_tricks[-1].winner if case.trace.standing_tricks else ELDER
        return False if leader == step.by and step.after_lead is not True else None
    if trick.leader == step.by:
        return False
    if trick.lead < 0:
        return None
    card, hand = CARD[step.card], case.trace.hand_at(step.by, trick)
    of_suit = cards_of_same_suit(hand.known, trick.lead)
    if suit_of(card) == suit_of(trick.lead) or not (of_suit or hand.unknown):
        return False
    return True if card >= 0 and len(of_suit) > hand.missing else None


def _demanded(case: Case, event: Event, step: TakeBack) -> bool:
    """Return whether it is the elder's lead, and the younger had a right to demand another suit for this trick."""
    trick = case.trace.trick_of(event)
    return step.by == ELDER and any(
        demand.ground is not None and demand.lead == trick and demand.suit != step.card[1]
        for demand in suit_demands(case)
    )


def _suit_not_named(case: Case, event: Event, step: TakeBack) -> bool:
    """Return whether the other player had led to this trick without naming his new suit."""
    trick = case.trace.trick_of(event)
    return any(
        case.trace.trick_of(other) == trick
        for other, unnamed in case.trace.events_and_steps(SuitNotNamed)
        if unnamed.by != step.by
    )


def _played_after_all(case: Case, event: Event, step: TakeBack) -> bool:
    """Return whether the card was played to the trick after it had been taken back."""
    trick = case.trace.trick_of(event)
    if trick is None or step.card == "??":
        return False
    standing = [trick, *(other for other in case.trace.standing_tricks if other.number == trick.number)]
    shown = trick if trick.index > event.index else standing[-1]
    return CARD[step.card] == (shown.lead if shown.leader == step.by else shown.follow)
