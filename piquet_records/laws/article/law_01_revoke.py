"""Law 1. Follow suit.

Statement
    A player who holds a card of the suit led must play one to the trick. If he plays a card of another suit, he
    revokes.

Faults
    law-01.revoke (violation): the second card of a trick is not of the suit led, although the player holds a card of
    that suit.
    law-01.refused (violation): the other player noticed the revoke (`notice`), and its player refuses to take the card
    back.

Ruling
    The offender takes his card back and follows suit (law 16 allows it). All that was played after it is taken back
    too and played again; a `rewind` in the record remedies the fault. The laws name no other penalty. Without a
    `rewind` the deal stands as played, and the finding stays open; a `stand` of the adversary after the `notice` of
    the revoke waives it.

Reading
    Every trick is checked as it was first played, even if it was taken back later. The finding names the cards that
    he could have played, and the next trick in which he plays one of them. If his hand is not fully known, the record
    must prove that he held a card of the suit: he plays one later, or more of them are known than he can have played
    unseen. A card taken back at once (`take-back`) was never played: only the card that stays is checked here.
    Cavendish (law 59) orders the same remedy at any time, and no penalty either.

Example
    sample_games/laws/law-01/revoke.json

Source
    Article, Lois du piquet à deux, 1°; what follows from it, 16°.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import Card, suit_of, to_text
from piquet_records.cards.terms import ROLES, Role
from piquet_records.findings import Finding, PendingAct, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import cards_of_same_suit, suit_letter
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import Notice, Rewind, Stand
from piquet_records.trace.facts import NEVER, Trick

NUMBER = 1
NEEDS = frozenset({Need.HANDS, Need.PLAY})
FAULTS = {"law-01.revoke": Severity.VIOLATION, "law-01.refused": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield each trick whose second card is of another suit than the lead, although the player held that suit."""
    if not case.trace.unreliable.isdisjoint(ROLES):
        return
    revokes = list(_revokes(case))
    yield from revokes
    noticed = {event.moment for event, step in case.trace.events_and_steps(Notice) if step.what == "revoke"}
    has_right = noticed if any(not revoke.remedied for revoke in revokes) else set()
    yield from find_refused(case, "law-01.refused", Notice, lambda demand: demand.moment in has_right, Rewind)


def _revokes(case: Case) -> Iterator[Finding]:
    tricks = case.trace.all_tricks
    for trick in tricks:
        if trick.follow is None or -1 in (trick.lead, trick.follow) or suit_of(trick.follow) == suit_of(trick.lead):
            continue
        hand = case.trace.hand_at(trick.follower, trick)
        playable = cards_of_same_suit(hand.known, trick.lead)
        after = [other for other in tricks if other.lead_moment > trick.lead_moment]
        shown_in = [other for other in after if _card_played(other, trick.follower) in playable]
        if len(playable) <= hand.missing and not shown_in:
            continue
        shown_before_undone = [other.number for other in shown_in if other.lead_moment < trick.undone]
        yield Finding(
            code="law-01.revoke",
            by=trick.follower,
            at=trick.at,
            trick=trick.number,
            evidence={
                "card": to_text((trick.follow,)),
                "lead": to_text((trick.lead,)),
                "suit": suit_letter(trick.lead),
                "cards": to_text(playable),
            }
            | ({"later": shown_before_undone[0]} if shown_before_undone else {}),
            remedied=trick.undone < NEVER,
            waived=_is_waived(case, trick),
            pending=PendingAct(trick.follower, "take-back", "next-lead") if case.in_progress and not after else None,
            unsettled=True,
        )


def _is_waived(case: Case, trick: Trick) -> bool:
    """Return whether the other player let the revoke stand, after he noticed it or with nothing else to let stand."""
    notices = [(event.moment, step.what) for event, step in case.trace.events_and_steps(Notice)]
    noticed = [moment for moment, what in notices if what == "revoke" and moment > trick.follow_moment]
    since = noticed[0] if noticed else trick.follow_moment if not notices else NEVER
    return any(
        step.by == trick.leader and event.list_name == "play" and event.moment > since
        for event, step in case.trace.events_and_steps(Stand)
    )


def _card_played(trick: Trick, role: Role) -> Card | None:
    """Return the card that a player played to a trick; None if he has not followed."""
    return trick.lead if trick.leader == role else trick.follow
