"""Law 16. A card put down is played.

Statement
    Who plays first to a trick has played his card for good once he lets go of it. The second player, who by mistake
    covers the lead with a card of another suit, may take it back to follow suit; where he has none of the suit led,
    the card he put down stays.

Faults
    law-16.card-taken-back (violation): the leader takes back the card that he led, or the second player a card of
    the suit led, or any card while he has none of that suit. As a note: the second player takes back a card of
    another suit while he holds the suit led, which the law allows.

Ruling
    The card first put down should have been played. Where the trick shows it after all, that is the remedy; where
    it shows another, the finding stays open and the score stands as played.

Reading
    The law sets no limit to the second player's right; it is taken to end with the next lead, and a card that stays
    after that is law 1's. Two exceptions come from elsewhere: a leader takes his card back where the adversary
    demands a suit for what the leader saw of his cards (laws 13 and 18); and the second player may take back any
    card in a trick where the leader changed suit without naming it (article, *Marche du jeu*). Where the lead was
    not seen, or the second player's hand is not known well enough to say whether he had the suit, a taken-back card
    of his is not judged. Cavendish (law 59) also binds a player to cards that he drops or leads out of turn; the
    article does not.

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
    """Tell whether the cards show, of each card taken back, whether that was allowed."""
    return all(_allowed(case, event, step) is not None for event, step in case.trace.events_and_steps(TakeBack))


def check(case: Case) -> Iterator[Finding]:
    """Find each card that was taken back; as a note where the second player might do so."""
    for event, step in case.trace.events_and_steps(TakeBack):
        allowed = _allowed(case, event, step)
        if allowed is None or _demanded(case, event, step) or _suit_not_named(case, event, step):
            continue
        trick = case.trace.trick_of(event)
        played = not allowed and _played_after_all(case, event, step)
        yield Finding(
            code="law-16.card-taken-back",
            by=step.by,
            at=event.at,
            trick=trick.number if trick else event.trick,
            severity=Severity.NOTE if allowed else None,
            evidence={"card": step.card}
            | ({"variant": "allowed" if allowed else "played"} if allowed or played else {}),
            options=(Option(step.by, "take-back", "next-lead", taken=True),) if allowed else (),
            remedied=played,
            unsettled=True,
        )


def _allowed(case: Case, event: Event, step: TakeBack) -> bool | None:
    """Tell whether a second player mends his failing to follow suit; None where the cards do not show it."""
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
    could = cards_of_same_suit(hand.known, trick.lead)
    if suit_of(card) == suit_of(trick.lead) or not (could or hand.unknown):
        return False
    return True if card >= 0 and len(could) > hand.missing else None


def _demanded(case: Case, event: Event, step: TakeBack) -> bool:
    """Tell whether it is the elder's lead, and he was told by law 13 or 18 to lead another suit to this trick."""
    trick = case.trace.trick_of(event)
    return step.by == ELDER and any(
        demand.ground is not None and demand.lead == trick and demand.suit != step.card[1]
        for demand in suit_demands(case)
    )


def _suit_not_named(case: Case, event: Event, step: TakeBack) -> bool:
    """Tell whether the other player had led to this trick without naming his new suit."""
    trick = case.trace.trick_of(event)
    return any(
        case.trace.trick_of(other) == trick
        for other, unnamed in case.trace.events_and_steps(SuitNotNamed)
        if unnamed.by != step.by
    )


def _played_after_all(case: Case, event: Event, step: TakeBack) -> bool:
    """Tell whether the trick that stands shows the card."""
    trick = case.trace.trick_of(event)
    if trick is None or step.card == "??":
        return False
    standing = [trick, *(other for other in case.trace.standing_tricks if other.number == trick.number)]
    shown = trick if trick.index > event.index else standing[-1]
    return CARD[step.card] == (shown.lead if shown.leader == step.by else shown.follow)
