"""The states of a deal, one after another: who holds what, and what both have counted, after each step and card.

What ``trace.py`` knows of a deal, laid out in order of time. Passes no judgement: the counts are those *as played*.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.findings import Effect
from piquet_records.record.game import DEFAULT_RULES, Deal
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.bonus import PIQUE, REPIQUE, Gain, bonus
from piquet_records.scoring.categories import CallEffects
from piquet_records.scoring.deal_score import Score, declared_gains, play_gains, score, tricks_in
from piquet_records.trace.facts import Event, Hand, Trace, Trick
from piquet_records.trace.walk import replay_deal

Hands = dict[Role, Hand | None]


Counts = tuple[int | None, int | None]
"""The elder's count and the younger's; None where it is not checkable."""


def running_counts(trace: Trace, rules: Rules, score: Score, effects: Sequence[Effect] = ()) -> list[Counts]:
    """Give the counts after each trick as it was laid, those taken back included.

    ``score`` is the deal's score with the same effects; the last trick's extra point is taken from it.
    """
    return counts_at([trick.follow_moment for trick in trace.all_tricks], trace, rules, score, effects)


def counts_at(
    moments: Iterable[int], trace: Trace, rules: Rules, score: Score, effects: Sequence[Effect] = ()
) -> list[Counts]:
    """Give the counts at some moments of a deal; ``score`` as for ``running_counts``."""
    called = declared_gains(trace, rules, effects, CallEffects(trace, effects) if effects else None)
    return [_counts(moment, trace, rules, score, called) for moment in moments]


def _counts(moment: int, trace: Trace, rules: Rules, score: Score, called: list[Gain]) -> Counts:
    standing = [trick for trick in trace.all_tricks if trick.lead_moment <= moment < trick.undone]
    gains = [gain for gain in called + play_gains(standing, rules) if gain.moment <= moment]
    made = bonus(gains, rules)
    ended = len(standing) == tricks_in(trace) and standing[-1].follow_moment <= moment
    sums: dict[Role, int | None] = {}
    for role in ROLES:
        points = [gain.points for gain in gains if gain.role == role]
        extra = None if made is None else REPIQUE * (made.repique == role) + PIQUE * (made.pique == role)
        parts = [*points, extra, score.of(role).last_trick if ended else 0]
        sums[role] = None if None in parts else sum(part for part in parts if part is not None)
    return sums["elder"], sums["younger"]


class State(Struct, frozen=True, kw_only=True):
    """A deal at one moment: after a step, or after a card was put down."""

    moment: int
    """It grows in the order of play; 0 is the deal before anything happened."""
    event: Event | None = None
    """The step that was just made, if it was one."""
    trick: Trick | None = None
    """The trick to which a card was just put: its lead at ``lead_moment``, its follow at ``follow_moment``."""
    elder: Hand | None
    """The elder's cards; None where the record does not give them."""
    younger: Hand | None
    counts: Counts
    """What elder and younger have counted so far, without cards and capot; None where not checkable."""

    def hand(self, role: Role) -> Hand | None:
        """Give one role's cards."""
        return self.elder if role == ELDER else self.younger


def replay(deal: Deal, rules: Rules | str = DEFAULT_RULES) -> Iterator[State]:
    """Give the states of a deal in order of time, beginning with the cards as dealt.

    ``rules`` is a profile's name or parameters. Raises UnknownRulesError for a name that is none.
    """
    return states(replay_deal(deal), profile(rules).rules if isinstance(rules, str) else rules)


def states(facts: Trace, rules: Rules) -> Iterator[State]:
    """Give the states of a deal that was walked already."""
    happened: list[tuple[int, Event | None, Trick | None]] = [(0, None, None)]
    happened += [(event.moment, event, None) for event in facts.events_in_time()]
    for laid in facts.all_tricks:
        happened += [(moment, None, laid) for moment in sorted({laid.lead_moment, laid.follow_moment})]
    happened.sort(key=lambda entry: entry[0])
    counts = counts_at([moment for moment, _, _ in happened], facts, rules, score(facts, rules))
    for (moment, event, trick), counted in zip(happened, counts, strict=True):
        hands = facts.hands_before_play.get(moment) or {role: _hand_in_play(facts, role, moment) for role in ROLES}
        yield State(moment=moment, event=event, trick=trick, elder=hands[ELDER], younger=hands[YOUNGER], counts=counted)


def _hand_in_play(facts: Trace, role: Role, moment: int) -> Hand | None:
    if role not in facts.recorded_hands:
        return None
    hand = facts.playing[role]
    known, doubles, unseen = hand.known, hand.doubles, hand.missing
    for change in facts.changes:
        if change.role == role and change.moment <= moment:
            known = (known | change.taken) & ~change.discarded
    for trick in facts.all_tricks:
        if not trick.lead_moment <= moment < trick.undone:
            continue
        card = trick.lead if trick.leader == role else trick.follow if trick.follow_moment <= moment else None
        if card is None:
            continue
        if card < 0:
            unseen += 1
        elif doubles >> card & 1:
            doubles &= ~(1 << card)
        else:
            known &= ~(1 << card)
    return Hand(known, hand.unknown, doubles, unseen)
