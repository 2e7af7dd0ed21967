"""Who has the point, the sequences and the sets, and which calls score in them.

Calls score as they were called, whatever the hand holds; the reply decides who has a category.
The effects on calls are applied in this order: mutes; strikes, and corrections that do not count; replies replaced;
categories opened.
Knows nothing of the play.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from piquet_records.cards.holdings import holdings_in
from piquet_records.cards.terms import ADVERSARY, ELDER, ROLES, YOUNGER, Category, Reply, Role
from piquet_records.findings import Effect, HoldTo, Mute, OpenAll, OpenCategory, ReplaceReply, Strike, StrikeReason
from piquet_records.trace.claims import UNDECIDED, calls_of_category, category_holder, claim_points
from piquet_records.trace.facts import CallHistory, Trace, UnreliablePart


class CategoryPoints(Struct, frozen=True, gc=False):
    """Points of a player for one call, or for one holding if the calls were not recorded."""

    role: Role
    points: int | None
    """None if not checkable."""
    moment: int
    """The moment of the call."""


class CallEffects:
    """The effects on calls of one deal, sorted by what they do."""

    def __init__(self, trace: Trace, effects: Iterable[Effect]) -> None:
        """Sort the effects; of several alike, the earliest moment counts."""
        self.muted: dict[Role, Mute] = {}
        self.scores_all: dict[Role, int] = {}
        """Who scores all he called; calls after the moment are not late."""
        self.replies: dict[int, Reply | None] = {}
        """The reply that counts, by the number of the call."""
        self.opened: list[OpenCategory] = []
        self.counted_as_at: dict[int, int] = {}
        """The moment at which the wording of a call counts, by the number of the call."""
        strikes: list[Strike] = []
        for effect in effects:
            match effect:
                case Mute():
                    since = min(effect.since, self.muted[effect.role].since) if effect.role in self.muted else None
                    self.muted[effect.role] = effect if since is None else Mute(effect.role, since, effect.blocks)
                case OpenAll():
                    self.scores_all[effect.to] = min(effect.since, self.scores_all.get(effect.to, effect.since))
                case ReplaceReply():
                    self.replies[effect.call] = effect.reply
                case HoldTo():
                    before = self.counted_as_at.get(effect.call, effect.moment)
                    self.counted_as_at[effect.call] = min(effect.moment, before)
                case OpenCategory():
                    self.opened.append(effect)
                case Strike():
                    strikes.append(effect)
        self.struck = {strike.call for strike in strikes if not self._spared(trace, strike)}

    def _spared(self, trace: Trace, strike: Strike) -> bool:
        """Return whether a strike is void.

        It is if the caller scores every call anyway, or if the call that was denied was false.
        """
        if strike.why is StrikeReason.UNPROVED and any(strike.call in opened.calls for opened in self.opened):
            return True
        call = trace.calls[strike.call]
        since = self.scores_all.get(call.by)
        if since is None:
            return False
        return strike.why in (StrikeReason.NOT_SHOWN, StrikeReason.UNPROVED) or (
            strike.why is StrikeReason.LATE and call.moment > since
        )


def category(trace: Trace, what: Category, call_effects: CallEffects | None) -> list[CategoryPoints]:
    """Return the points that calls score in a category, call by call; both players' are None if not checkable."""
    if UnreliablePart.DECLARATIONS in trace.unreliable:
        return [CategoryPoints(ELDER, None, 0), CategoryPoints(YOUNGER, None, 0)]
    if call_effects is None:
        return _by_replies(trace, calls_of_category(trace.calls, what), {})
    calls = calls_of_category([_as_it_counts(call, call_effects.counted_as_at) for call in trace.calls], what)
    standing = [call for call in calls if call.number not in call_effects.struck]
    opened = _opened(what, [call for call in standing if call.by not in call_effects.muted], call_effects)
    if opened is not None:
        return opened
    silenced = {role for role, mute in call_effects.muted.items() if not mute.blocks}
    considered = [call for call in standing if call.by not in silenced]
    by_replies = _by_replies(trace, considered, call_effects.replies)
    return [points for points in by_replies if points.role not in call_effects.muted]


def _as_it_counts(call: CallHistory, moments: Mapping[int, int]) -> CallHistory:
    """Return a call without the corrections that a ruling does not count."""
    return replace(call, final=call.claim_at(moments[call.number])) if call.number in moments else call


def _one_point_each(calls: Iterable[CallHistory]) -> list[CallHistory]:
    """Return the calls; if a player called two points, only the first."""
    first: dict[Role | int, CallHistory] = {}
    for call in calls:
        first.setdefault(call.by if call.what == "point" else call.number, call)
    return list(first.values())


def _opened(what: Category, calls: list[CallHistory], call_effects: CallEffects) -> list[CategoryPoints] | None:
    """Return the points of the player for whom a ruling opened the category; None if there is no such player.

    A category that is open to both players is nobody's.
    """
    shown = {number for opened in call_effects.opened if opened.category == what for number in opened.calls}
    scores_all = {ADVERSARY[role] for role, mute in call_effects.muted.items() if not mute.blocks}
    scores_all |= set(call_effects.scores_all)
    scoring = [call for call in calls if call.by in scores_all or call.number in shown]
    if len(scores_all | {call.by for call in scoring}) == 2:
        return []
    return [_points_of(call) for call in _one_point_each(scoring)] if scoring else None


def _by_replies(trace: Trace, standing: list[CallHistory], replies: Mapping[int, Reply | None]) -> list[CategoryPoints]:
    """Award the category by the reply to the elder's best call."""
    if len(standing) == 1 and standing[0].by == ELDER and not replies and standing[0].reply == "good":
        return [_points_of(standing[0])]
    calls = _one_point_each(standing)
    who = category_holder(trace, calls, replies)
    if who == UNDECIDED:
        return [CategoryPoints(role, None, calls[0].moment) for role in ROLES]
    return [_points_of(call) for call in calls if call.by == who]


def _points_of(call: CallHistory) -> CategoryPoints:
    return CategoryPoints(call.by, claim_points(call.final), call.moment)


def assumed(trace: Trace, what: Category) -> list[CategoryPoints]:
    """Return the points of a category whose calls were not recorded: it is assumed that both called and showed all."""
    elder, younger = trace.playing[ELDER], trace.playing[YOUNGER]
    if not (elder.full and younger.full):
        return [CategoryPoints(ELDER, None, 0), CategoryPoints(YOUNGER, None, 0)]
    elders, youngers = holdings_in(elder.known, what), holdings_in(younger.known, what)
    if elders[:1] == youngers[:1]:
        return []
    role, holdings = (ELDER, elders) if elders[:1] > youngers[:1] else (YOUNGER, youngers)
    return [CategoryPoints(role, holding.score, 0) for holding in holdings]
