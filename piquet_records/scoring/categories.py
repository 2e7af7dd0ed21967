"""Who has the point, the sequences and the sets, and which calls score in them.

What scores is what was called; the reply decides who has a category (scoring.md: *What scores is what was called*).
The tables of effects are read here, in their order: mutes; strikes, and calls held to
what they said; replies replaced; categories opened.
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
    """Points in a category, and when they were called."""

    role: Role
    points: int | None
    moment: int


class CallEffects:
    """The effects on calls of one deal, sorted by what they do."""

    def __init__(self, trace: Trace, effects: Iterable[Effect]) -> None:
        """Sort them."""
        self.muted: dict[Role, Mute] = {}
        self.all_to: dict[Role, int] = {}
        self.replies: dict[int, Reply | None] = {}
        self.opened: list[OpenCategory] = []
        self.held: dict[int, int] = {}
        strikes: list[Strike] = []
        for effect in effects:
            match effect:
                case Mute():
                    since = min(effect.since, self.muted[effect.role].since) if effect.role in self.muted else None
                    self.muted[effect.role] = effect if since is None else Mute(effect.role, since, effect.blocks)
                case OpenAll():
                    self.all_to[effect.to] = min(effect.since, self.all_to.get(effect.to, effect.since))
                case ReplaceReply():
                    self.replies[effect.call] = effect.reply
                case HoldTo():
                    self.held[effect.call] = min(effect.moment, self.held.get(effect.call, effect.moment))
                case OpenCategory():
                    self.opened.append(effect)
                case Strike():
                    strikes.append(effect)
        self.struck = {strike.call for strike in strikes if not self._spared(trace, strike)}

    def _spared(self, trace: Trace, strike: Strike) -> bool:
        """Tell whether a call is spared: its caller scores all he called, or no denial needs proof of a false call."""
        if strike.why is StrikeReason.UNPROVED and any(strike.call in opened.calls for opened in self.opened):
            return True
        call = trace.calls[strike.call]
        since = self.all_to.get(call.by)
        if since is None:
            return False
        return strike.why in (StrikeReason.NOT_SHOWN, StrikeReason.UNPROVED) or (
            strike.why is StrikeReason.LATE and call.moment > since
        )


def category(trace: Trace, what: Category, rulings: CallEffects | None) -> list[CategoryPoints]:
    """Give who scores what in a category, call by call; points are None where that is not checkable."""
    if UnreliablePart.DECLARATIONS in trace.unreliable:
        return [CategoryPoints(ELDER, None, 0), CategoryPoints(YOUNGER, None, 0)]
    if rulings is None:
        return _by_replies(trace, calls_of_category(trace.calls, what), {})
    calls = calls_of_category([_as_held(call, rulings.held) for call in trace.calls], what)
    standing = [call for call in calls if call.number not in rulings.struck]
    taken = _opened(what, [call for call in standing if call.by not in rulings.muted], rulings)
    if taken is not None:
        return taken
    silenced = {role for role, mute in rulings.muted.items() if not mute.blocks}
    heard = [call for call in standing if call.by not in silenced]
    return [scored for scored in _by_replies(trace, heard, rulings.replies) if scored.role not in rulings.muted]


def _as_held(call: CallHistory, held: Mapping[int, int]) -> CallHistory:
    """Undo the corrections of a call that do not hold."""
    return replace(call, final=call.claim_at(held[call.number])) if call.number in held else call


def _one_point_each(calls: Iterable[CallHistory]) -> list[CallHistory]:
    """Of two points that a player called, the first is believed."""
    first: dict[Role | int, CallHistory] = {}
    for call in calls:
        first.setdefault(call.by if call.what == "point" else call.number, call)
    return list(first.values())


def _opened(what: Category, heard: list[CallHistory], rulings: CallEffects) -> list[CategoryPoints] | None:
    """Give what a player scores to whom a ruling opened the category; None where nobody takes it so."""
    shown = {number for opened in rulings.opened if opened.category == what for number in opened.calls}
    all_to = {ADVERSARY[role] for role, mute in rulings.muted.items() if not mute.blocks} | set(rulings.all_to)
    taken = [call for call in heard if call.by in all_to or call.number in shown]
    if len(all_to | {call.by for call in taken}) == 2:
        return []
    return [_scored(call) for call in _one_point_each(taken)] if taken else None


def _by_replies(trace: Trace, standing: list[CallHistory], replies: Mapping[int, Reply | None]) -> list[CategoryPoints]:
    """Give the category to whom the reply to the elder's highest call gives it."""
    if len(standing) == 1 and standing[0].by == ELDER and not replies and standing[0].reply == "good":
        return [_scored(standing[0])]
    calls = _one_point_each(standing)
    who = category_holder(trace, calls, replies)
    if who == UNDECIDED:
        return [CategoryPoints(role, None, calls[0].moment) for role in ROLES]
    return [_scored(call) for call in calls if call.by == who]


def _scored(call: CallHistory) -> CategoryPoints:
    return CategoryPoints(call.by, claim_points(call.final), call.moment)


def assumed(trace: Trace, what: Category) -> list[CategoryPoints]:
    """Give a category where declarations were not recorded: both called and showed all they could."""
    elder, younger = trace.playing[ELDER], trace.playing[YOUNGER]
    if not (elder.full and younger.full):
        return [CategoryPoints(ELDER, None, 0), CategoryPoints(YOUNGER, None, 0)]
    elders, youngers = holdings_in(elder.known, what), holdings_in(younger.known, what)
    if elders[:1] == youngers[:1]:
        return []
    role, holdings = (ELDER, elders) if elders[:1] > youngers[:1] else (YOUNGER, youngers)
    return [CategoryPoints(role, holding.score, 0) for holding in holdings]
