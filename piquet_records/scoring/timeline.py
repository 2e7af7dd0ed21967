"""A deal moment by moment: who holds what, and what both have counted, after each step and each card.

The facts of a trace, in order of time. Passes no judgement: the counts are those *as played*.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from piquet_records.cards.pack import bit_of, has_card
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.record.game import DEFAULT_RULES, Deal
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.bonus import Gain, bonus
from piquet_records.scoring.deal_score import Score, awaits_follow, declared_gains, play_gains, score, tricks_in
from piquet_records.trace.facts import Event, Hand, Trace, Trick
from piquet_records.trace.walk import replay_deal

Counts = tuple[int | None, int | None]
"""The elder's count and the younger's; None if it is not checkable."""


class State(Struct, frozen=True, kw_only=True):
    """A deal at one moment: after a step, or after a card was played."""

    moment: int
    """Rises in the order of play; 0 is the deal before anything happened."""
    event: Event | None = None
    """The step that was just made; None if a card was played."""
    trick: Trick | None = None
    """The trick to which a card was just played: its lead at ``lead_moment``, its follow at ``follow_moment``."""
    elder: Hand | None
    """The elder's cards; None if the record does not give them."""
    younger: Hand | None
    counts: Counts
    """What elder and younger have counted so far, without cards and capot."""

    def hand(self, role: Role) -> Hand | None:
        """Return the cards of one role."""
        return self.elder if role == ELDER else self.younger


def replay(deal: Deal, rules: Rules | str = DEFAULT_RULES) -> Iterator[State]:
    """Yield the states of a deal in order of time, beginning with the cards as dealt.

    ``rules`` is a profile's name or parameters. Raises UnknownRulesError if no profile of that name is shipped.
    """
    trace = replay_deal(deal)
    parameters = profile(rules).rules if isinstance(rules, str) else rules
    return timeline(trace, parameters, score(trace, parameters))


def timeline(trace: Trace, rules: Rules, as_played: Score) -> Iterator[State]:
    """Yield the states of a deal that was followed and scored already, in order of time."""
    moments: list[tuple[int, Event | None, Trick | None]] = [(0, None, None)]
    moments += [(event.moment, event, None) for event in trace.events_in_time()]
    for laid in trace.all_tricks:
        moments += [(moment, None, laid) for moment in sorted({laid.lead_moment, laid.follow_moment})]
    moments.sort(key=lambda entry: entry[0])
    counts = _counts_at([moment for moment, _, _ in moments], trace, rules, as_played)
    for (moment, event, trick), both in zip(moments, counts, strict=True):
        hands = trace.hands_before_play.get(moment) or {role: _hand_in_play(trace, role, moment) for role in ROLES}
        yield State(moment=moment, event=event, trick=trick, elder=hands[ELDER], younger=hands[YOUNGER], counts=both)


def running_counts(trace: Trace, rules: Rules, as_played: Score) -> list[Counts]:
    """Return both counts after each trick as it was played, including tricks that were taken back.

    ``as_played`` is the deal's score without effects; the extra point of the last trick is taken from it.
    """
    return _counts_at([trick.follow_moment for trick in trace.all_tricks], trace, rules, as_played)


def _counts_at(moments: Iterable[int], trace: Trace, rules: Rules, as_played: Score) -> list[Counts]:
    declared = declared_gains(trace, rules)
    return [_counts(moment, trace, rules, as_played, declared) for moment in moments]


def _counts(moment: int, trace: Trace, rules: Rules, as_played: Score, declared: list[Gain]) -> Counts:
    standing = [trick for trick in trace.all_tricks if trick.lead_moment <= moment < trick.undone]
    gains = [gain for gain in declared + play_gains(standing, rules) if gain.moment <= moment]
    earned = bonus(gains, rules)
    last = standing[-1] if standing and len(standing) == tricks_in(trace) else None
    ended = last is not None and last.follow_moment <= moment and not awaits_follow(trace, last)
    sums: dict[Role, int | None] = {}
    for role in ROLES:
        points = [gain.points for gain in gains if gain.role == role]
        extra = None if earned is None else earned.points(role)
        parts = [*points, extra, as_played.of(role).last_trick if ended else 0]
        sums[role] = None if None in parts else sum(part for part in parts if part is not None)
    return sums[ELDER], sums[YOUNGER]


def _hand_in_play(trace: Trace, role: Role, moment: int) -> Hand | None:
    """Return the cards of one role at a moment of the play; None if the record does not give the hand."""
    if role not in trace.recorded_hands:
        return None
    hand = trace.playing[role]
    known, doubles, unseen = hand.known, hand.doubles, hand.missing
    for change in trace.changes:
        if change.role == role and change.moment <= moment:
            known = (known | change.taken) & ~change.discarded
    for trick in trace.all_tricks:
        if not trick.lead_moment <= moment < trick.undone:
            continue
        card = trick.lead if trick.leader == role else trick.follow if trick.follow_moment <= moment else None
        if card is None:
            continue
        if card < 0:
            unseen += 1
        elif has_card(doubles, card):
            doubles &= ~bit_of(card)
        else:
            known &= ~bit_of(card)
    return Hand(known, hand.unknown, doubles, unseen)
