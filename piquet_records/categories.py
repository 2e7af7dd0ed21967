"""Who has the point, the sequences and the sets, and which calls score in them.

What scores is what was called; the reply decides who has a category (scoring.md: *What scores is what was called*).
The tables of effects are read here, in their order: mutes, strikes, replies replaced, categories opened.
Knows nothing of the play.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from piquet_records.cards import RANKS
from piquet_records.findings import Effect, Mute, Open, OpenAll, ReplaceReply, Strike, Why
from piquet_records.holdings import SEQUENCE_VALUE, SET_RANKS, SET_VALUE, best_point, sequences, sets
from piquet_records.steps import ADVERSARY, ELDER, YOUNGER, Category, Reply, Role
from piquet_records.trace import Broken, CallHistory, Claim, Hand, Trace

CATEGORIES: Final[tuple[Category, ...]] = ("point", "sequence", "set")


class Scored(Struct, frozen=True, gc=False):
    """Points in a category, and when they were called."""

    role: Role
    points: int | None
    moment: int


def worth(claim: Claim) -> int:
    """Give what a claim scores when it is good: a card a point, or the value of the sequence or set."""
    if claim.what == "point":
        return claim.cards
    return (SEQUENCE_VALUE if claim.what == "sequence" else SET_VALUE).get(claim.cards, 0)


def strength(trace: Trace, call: CallHistory) -> tuple[int, int]:
    """Give what a call is compared by; a set that was not named is the one that the hand holds, where that is one."""
    claim = call.final
    if claim.what != "set" or claim.rank >= 0:
        return claim.strength
    others = {other.final.rank for other in trace.calls if other.by == call.by and other.what == "set"}
    hand = trace.playing[call.by]
    held = [
        rank
        for rank in map(RANKS.index, SET_RANKS)
        if (hand.known >> rank & 0x01010101).bit_count() >= claim.cards and rank not in others
    ]
    return (claim.cards, held[0] if len(held) == 1 and hand.full else -1)


def better(first: tuple[int, int], second: tuple[int, int]) -> bool | None:
    """Tell whether the first of two strengths is the greater; None where a value that decides was not said."""
    if first[0] == second[0] and -1 in (first[1], second[1]):
        return None
    return first > second


class Rulings:
    """The effects on calls of one deal, sorted by what they do."""

    def __init__(self, trace: Trace, effects: Iterable[Effect]) -> None:
        """Sort them."""
        self.muted: dict[Role, Mute] = {}
        self.all_to: dict[Role, int] = {}
        self.replies: dict[int, Reply | None] = {}
        self.opened: list[Open] = []
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
                case Open():
                    self.opened.append(effect)
                case Strike():
                    strikes.append(effect)
        self.struck = {strike.call for strike in strikes if not self._spared(trace, strike)}

    def _spared(self, trace: Trace, strike: Strike) -> bool:
        """Tell whether a player who scores all he called is spared a call's lateness or its not being shown."""
        call = trace.calls[strike.call]
        since = self.all_to.get(call.by)
        if since is None:
            return False
        return strike.why in (Why.NOT_SHOWN, Why.UNPROVED) or (strike.why is Why.LATE and call.moment > since)


NO_RULINGS: Final = None


def category(trace: Trace, what: Category, rulings: Rulings | None) -> list[Scored]:
    """Give who scores what in a category, call by call; points are None where that is not checkable."""
    if Broken.DECLARATIONS in trace.broken:
        return [Scored(ELDER, None, 0), Scored(YOUNGER, None, 0)]
    calls = [call for call in trace.calls if call.what == what and call.final.cards]
    if what == "point":
        calls = _first_of_each(calls)
    if rulings is None:
        return _by_replies(trace, calls, calls, rulings)
    standing = [call for call in calls if call.number not in rulings.struck]
    heard = [call for call in standing if call.by not in rulings.muted]
    taken = _opened(what, heard, rulings)
    if taken is not None:
        return taken
    silenced = {role for role, mute in rulings.muted.items() if not mute.blocks}
    return [
        scored
        for scored in _by_replies(trace, [c for c in standing if c.by not in silenced], calls, rulings)
        if scored.role not in rulings.muted
    ]


def _first_of_each(calls: list[CallHistory]) -> list[CallHistory]:
    """Of two points that a player called, the first is believed."""
    seen: set[Role] = set()
    return [call for call in calls if not (call.by in seen or seen.add(call.by))]  # type: ignore[func-returns-value]


def _opened(what: Category, heard: list[CallHistory], rulings: Rulings) -> list[Scored] | None:
    """Give what a player scores to whom a ruling opened the category; None where nobody takes it so."""
    to = {ADVERSARY[role] for role, mute in rulings.muted.items() if not mute.blocks} | set(rulings.all_to)
    by_showing = {opened.to: opened.calls for opened in rulings.opened if opened.category == what and opened.calls}
    if len(to | set(by_showing)) == 2:
        return []
    if to:
        role = to.pop()
        taken = [call for call in heard if call.by == role]
    else:
        taken = [call for call in heard for numbers in by_showing.values() if call.number in numbers]
    return [_scored(call) for call in taken] if taken else None


def _by_replies(
    trace: Trace, standing: list[CallHistory], calls: list[CallHistory], rulings: Rulings | None
) -> list[Scored]:
    """Give the category to whom the reply to the elder's highest call gives it."""
    elder = [call for call in standing if call.by == ELDER]
    younger = [call for call in standing if call.by == YOUNGER]
    if not elder:
        denied = any(call.by == ELDER and _reply(call, rulings) == "equal" for call in calls)
        return [] if denied and not younger else [_scored(call) for call in younger]
    if not younger and rulings is None and len(elder) == 1 and elder[0].reply == "good":
        return [_scored(elder[0])]
    holder = _holder(trace, elder, younger, rulings)
    if holder is None:
        return []
    if holder == "":
        return [Scored(ELDER, None, elder[0].moment), Scored(YOUNGER, None, (younger or elder)[0].moment)]
    return [_scored(call) for call in (elder if holder == ELDER else younger)]


def _holder(
    trace: Trace, elder: list[CallHistory], younger: list[CallHistory], rulings: Rulings | None
) -> Role | str | None:
    """Give who has the category: a role, None for nobody, or an empty string where it is not checkable."""
    highest = max(elder, key=lambda call: strength(trace, call))
    reply = _reply(highest, rulings)
    if reply == "not-good":
        return YOUNGER
    if not younger:
        return ELDER if reply != "equal" else None
    best = max(strength(trace, call) for call in younger)
    over = better(best, strength(trace, highest))
    equal = best == strength(trace, highest) and -1 not in best
    if reply is None:
        return "" if over is None else YOUNGER if over else None if equal else ELDER
    if over:
        return YOUNGER
    return None if equal or reply == "equal" else ELDER


def _reply(call: CallHistory, rulings: Rulings | None) -> Reply | None:
    if rulings is not None and call.number in rulings.replies:
        return rulings.replies[call.number]
    return call.reply


def _scored(call: CallHistory) -> Scored:
    return Scored(call.by, worth(call.final), call.moment)


def assumed(trace: Trace, what: Category) -> list[Scored]:
    """Give a category where declarations were not recorded: both called and showed all they could."""
    elder, younger = trace.playing[ELDER], trace.playing[YOUNGER]
    if not (elder.full and younger.full):
        return [Scored(ELDER, None, 0), Scored(YOUNGER, None, 0)]
    best = {role: _best(trace.playing[role], what) for role in (ELDER, YOUNGER)}
    if best[ELDER] == best[YOUNGER]:
        return []
    role: Role = ELDER if best[ELDER] > best[YOUNGER] else YOUNGER
    return [Scored(role, points, 0) for points in _all(trace.playing[role], what)]


def _best(hand: Hand, what: Category) -> tuple[int, ...]:
    if what == "point":
        return best_point(hand.known)
    found: Sequence[tuple[int, ...]] = sequences(hand.known) if what == "sequence" else sets(hand.known)
    return found[0] if found else (0,)


def _all(hand: Hand, what: Category) -> list[int]:
    if what == "point":
        return [best_point(hand.known).cards]
    found = sequences(hand.known) if what == "sequence" else sets(hand.known)
    return [holding.score for holding in found]
