"""Calls, tricks and effects to a breakdown of points.

*As played* is the score without effects; *as ruled* is the same function with them. Effects are applied in this
order: 1 deal void, game lost; 2 mutes; 3 strikes, and calls held to what they said; 4 replies replaced;
5 categories opened (a muted or struck holder gains nothing by it; open to both is nobody's); 6 last trick, remaining
tricks, no capot; 7 pique and repique; 8 bonus withheld.
Steps 2 to 5 stand in ``categories.py``, 7 in ``bonus.py``. Knows effects, not laws.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.pack import COURT_CARDS
from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, ROLES, TRICKS, YOUNGER, Role
from piquet_records.findings import (
    Effect,
    GiveTricks,
    LastTrickTo,
    LoseGame,
    NoCapot,
    StrikeBlanche,
    Void,
    WithholdBonus,
)
from piquet_records.record.steps import CarteBlanche, Redeal
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.bonus import NO_BONUS, PIQUE, REPIQUE, Bonus, Gain, Stage, bonus
from piquet_records.scoring.categories import CallEffects, assumed, category
from piquet_records.trace.facts import NEVER, Trace, Trick, UnreliablePart

CARDS: Final = 10
CAPOT: Final = 40
MAJORITY: Final = 7


class Breakdown(Struct, frozen=True, gc=False):
    """The points of one role in a deal, by kind; None where not checkable."""

    carte_blanche: int | None = 0
    point: int | None = 0
    sequences: int | None = 0
    sets: int | None = 0
    repique: int | None = 0
    pique: int | None = 0
    play: int | None = 0
    last_trick: int | None = 0
    cards: int | None = 0
    capot: int | None = 0
    total: int | None = 0


STAGES: Final = tuple(zip((Stage.POINT, Stage.SEQUENCES, Stage.SETS), CATEGORIES, strict=True))
COLUMNS: Final = Breakdown.__struct_fields__[:-1]
NOTHING: Final = Breakdown()


class Score(Struct, frozen=True, gc=False):
    """The score of a deal, and the gains it is made of on the time line."""

    elder: Breakdown
    younger: Breakdown
    gains: tuple[Gain, ...]
    """In the order of points; the bonus stands right after the thirtieth point, cards and capot come last."""
    complete: bool
    """Whether all tricks are accounted for."""
    tricks: tuple[int, int]
    """Tricks won by the elder and by the younger, as far as known."""

    def of(self, role: Role) -> Breakdown:
        """Give one role's breakdown."""
        return self.elder if role == ELDER else self.younger


VOID: Final = Score(NOTHING, NOTHING, (), complete=True, tricks=(0, 0))


def score(trace: Trace, rules: Rules, effects: Sequence[Effect] = (), *, cut_off: bool = False) -> Score:
    """Score a deal; ``cut_off`` says that tricks were played which the record has lost.

    Twin: ``bulk/deals.py`` counts tricks, cards, capot and the last trick for columns of regular deals.
    """
    if any(isinstance(effect, Void) for effect in effects) or trace.events_of(Redeal):
        return VOID
    rulings = CallEffects(trace, effects) if effects else None
    end = min([effect.moment for effect in effects if isinstance(effect, LoseGame)], default=NEVER)
    ending = _Ending(trace, rules, effects, rulings, end=end, cut_off=cut_off)
    gains = declared_gains(trace, rules, effects, rulings) + play_gains(trace.standing_tricks, rules)
    gains = [gain for gain in gains if gain.moment <= end and not ending.bars(gain)] + ending.given
    made = bonus(gains + ending.unseen_gains(), rules)
    if made is not None and _withheld(made, effects):
        made = NO_BONUS
    return ending.score(gains, made)


def _withheld(made: Bonus, effects: Iterable[Effect]) -> bool:
    return any(isinstance(effect, WithholdBonus) and effect.role in (made.pique, made.repique) for effect in effects)


def declared_gains(
    trace: Trace, rules: Rules, effects: Sequence[Effect] = (), rulings: CallEffects | None = None
) -> list[Gain]:
    """Give the gains of carte blanche, point, sequences and sets, in the order of points."""
    gains = _blanches(trace, rules, rulings, effects)
    unsaid = trace.deal.declarations is UNSET
    before_play = min(trace.first_card_moment(ELDER), trace.end)
    for stage, what in STAGES:
        for one in assumed(trace, what) if unsaid else category(trace, what, rulings):
            points = None if _hand_lost(trace, one.role) else one.points
            gains.append(Gain(one.role, points, stage, before_play if unsaid else one.moment))
    return gains


def _hand_lost(trace: Trace, role: Role) -> bool:
    """Whether a slip of the record hides what a player held."""
    return bool(trace.unreliable) and (
        UnreliablePart(role) in trace.unreliable
        or (UnreliablePart.EXCHANGE in trace.unreliable and role not in trace.recorded_hands)
    )


def _blanches(trace: Trace, rules: Rules, rulings: CallEffects | None, effects: Sequence[Effect]) -> list[Gain]:
    shown = {event.step.by: event.moment for event in reversed(trace.events_of(CarteBlanche))}
    if trace.deal.declarations is UNSET:
        for role in ROLES:
            hand = trace.dealt[role]
            if hand is not None and hand.full and hand.size == TRICKS and not hand.known & COURT_CARDS:
                shown.setdefault(role, 0)
    if not shown:
        return []
    struck = {effect.role for effect in effects if isinstance(effect, StrikeBlanche)}
    muted = rulings.muted if rulings else {}
    return [
        Gain(role, rules.blanche_value, Stage.CARTE_BLANCHE, shown[role])
        for role in ROLES
        if role in shown and role not in struck and not (role in muted and shown[role] > muted[role].since)
    ]


def play_gains(tricks: Iterable[Trick], rules: Rules) -> list[Gain]:
    """Give the gains of tricks, card by card: one a lead, one a trick won by the second player."""
    every = rules.lead_scores == "always"
    gains = []
    for trick in tricks:
        if every or trick.lead & 7 >= 3:
            gains.append(Gain(trick.leader, 1, Stage.PLAY, trick.lead_moment))
        if trick.winner == trick.leader or trick.follow is None:
            continue
        if trick.winner is None:
            gains.append(Gain(trick.follower, None, Stage.PLAY, trick.follow_moment))
        elif every or trick.follow & 7 >= 3:
            gains.append(Gain(trick.follower, 1, Stage.PLAY, trick.follow_moment))
    return gains


_Each = dict[Role, int | None]
_UNKNOWN: Final[_Each] = {ELDER: None, YOUNGER: None}
_HIDES_PLAY: Final = frozenset({UnreliablePart.ELDER_HAND, UnreliablePart.YOUNGER_HAND, UnreliablePart.PLAY})


class _Ending:
    """The end of a deal: tricks without cards, the last trick, the cards, capot, and the breakdowns."""

    def __init__(
        self,
        trace: Trace,
        rules: Rules,
        effects: Sequence[Effect],
        rulings: CallEffects | None,
        *,
        end: int,
        cut_off: bool,
    ) -> None:
        self.trace = trace
        self.rules = rules
        self.effects = effects
        self.cut_off = cut_off
        self.gift = next((effect for effect in effects if isinstance(effect, GiveTricks)), None)
        self.stop = min(end, self.gift.since) if self.gift else end
        played = [trick for trick in trace.standing_tricks if trick.follow_moment <= self.stop]
        self.lost = end < trace.end and len(played) < tricks_in(trace)
        self.barred = set(rulings.muted) if rulings and rules.mute_scope == "everything" else set()
        self.hidden = bool(trace.unreliable & _HIDES_PLAY) or not (trace.played or self.stop < trace.end)
        self.given, self.winners = self._tricks(played)
        open_lead = bool(played) and not self.gift and awaits_follow(trace, played[-1])
        self.complete = len(self.winners) >= tricks_in(trace) and not (self.lost or open_lead)

    def bars(self, gain: Gain) -> bool:
        """Whether a mute takes this gain of the play (parameter ``mute_scope``), or its trick was given away."""
        return gain.stage is Stage.PLAY and (gain.role in self.barred or gain.moment > self.stop)

    def unseen_gains(self) -> list[Gain]:
        """Give what may have been made in a play that the record does not show."""
        if not (self.hidden or self.cut_off) or self.complete:
            return []
        return [Gain(role, None, Stage.PLAY, self.trace.end) for role in ROLES]

    def _tricks(self, played: list[Trick]) -> tuple[list[Gain], list[Role | None]]:
        """Give the gains of the tricks that were given away or not written, and who won all."""
        if self.gift:
            played = [trick for trick in played if trick.follow is not None or trick.winner]
        winners: list[Role | None] = [trick.winner for trick in played]
        left = tricks_in(self.trace) - len(winners)
        to = self.gift.to if self.gift else None
        if to is None and not self.cut_off and not self.hidden:
            to = _outlasting(self.trace)
        if to is None or left <= 0 or self.lost:
            return [], winners
        led = any(t.leader == to and t.lead_moment <= self.stop for t in self.trace.standing_tricks[len(played) :])
        gains = 0 if to in self.barred else left - led
        return [Gain(to, 1, Stage.PLAY, self.trace.end)] * gains, winners + [to] * left

    def score(self, gains: list[Gain], made: Bonus | None) -> Score:
        """Add what comes after the play, and break the gains down."""
        won = (self.winners.count(ELDER), self.winners.count(YOUNGER))
        capot = self._capot(won)
        last = self._last_trick(capot)
        cards = self._cards(won, capot)
        line = _with_bonus(gains, made)
        for after, stage in ((last, Stage.PLAY), (cards, Stage.AFTER), (capot, Stage.AFTER)):
            line += [Gain(role, after[role], stage, self.trace.end) for role in ROLES if after[role] != 0]
        elder, younger = (self._breakdown(role, gains, made, (last[role], cards[role], capot[role])) for role in ROLES)
        return Score(elder, younger, tuple(line), complete=self.complete, tricks=won)

    def _capot(self, won: tuple[int, int]) -> _Each:
        if self.hidden:
            return dict(_UNKNOWN)
        capot: _Each = {ELDER: 0, YOUNGER: 0}
        if not (self.complete or self.cut_off):
            return capot
        no_capot = {effect.role for effect in self.effects if isinstance(effect, NoCapot)} | self.barred
        for role, mine, theirs in zip(ROLES, won, reversed(won), strict=True):
            if role not in no_capot and not theirs:
                capot[role] = CAPOT if mine == TRICKS else 0 if self.complete and mine == len(self.winners) else None
        return capot

    def _last_trick(self, capot: _Each) -> _Each:
        if self.hidden or (self.cut_off and not self.complete):
            return dict(_UNKNOWN)
        last: _Each = {ELDER: 0, YOUNGER: 0}
        forced = {effect.role for effect in self.effects if isinstance(effect, LastTrickTo)}
        if not self.complete or len(forced) == 2:
            return last
        winner = forced.pop() if forced else self.winners[-1]
        if winner is None:
            return dict(_UNKNOWN)
        if winner not in self.barred:
            made_capot = capot[winner]
            last[winner] = None if made_capot is None else self.rules.last_trick_in_capot if made_capot else 1
        return last

    def _cards(self, won: tuple[int, int], capot: _Each) -> _Each:
        if self.hidden:
            return dict(_UNKNOWN)
        cards: _Each = {ELDER: 0, YOUNGER: 0}
        if not (self.complete or self.cut_off):
            return cards
        open_tricks = self.winners.count(None) + max(0, tricks_in(self.trace) - len(self.winners))
        for role, mine in zip(ROLES, won, strict=True):
            if role in self.barred or capot[role]:
                continue
            if mine >= MAJORITY:
                cards[role] = None if capot[role] is None else CARDS
            elif mine + open_tricks >= MAJORITY:
                cards[role] = None
        return cards

    def _breakdown(
        self, role: Role, gains: list[Gain], made: Bonus | None, after: tuple[int | None, int | None, int | None]
    ) -> Breakdown:
        sums: list[int | None] = [0, 0, 0, 0, 0]
        for gain in gains:
            if gain.role == role:
                so_far = sums[gain.stage]
                sums[gain.stage] = None if so_far is None or gain.points is None else so_far + gain.points
        play = None if self.hidden or (self.cut_off and not self.complete) else sums[Stage.PLAY]
        repique = None if made is None else REPIQUE if made.repique == role else 0
        pique = None if made is None else PIQUE if made.pique == role else 0
        if role == YOUNGER and made is None and not self.rules.younger_may_repique:
            repique = 0
        if role == YOUNGER:
            pique = 0
        carte_blanche, point, sequences, sets = sums[: Stage.PLAY]
        parts = (carte_blanche, point, sequences, sets, repique, pique, play, *after)
        total = None if None in parts else sum([part for part in parts if part is not None])
        return Breakdown(*parts, total)


def awaits_follow(trace: Trace, trick: Trick) -> bool:
    """Return whether a lead was not followed, although the second player is known to have had a card left."""
    if trace.unreliable & _HIDES_PLAY:
        return False
    return trick.follow is None and trick.winner is None and trick.follower in trace.recorded_hands


def tricks_in(trace: Trace) -> int:
    """How many tricks a deal has: as many as the longer hand has cards, and never more than twelve."""
    sizes = [trace.playing[role].size for role in ROLES if role in trace.recorded_hands]
    return min(TRICKS, max(sizes)) if len(sizes) == 2 else TRICKS


def _outlasting(trace: Trace) -> Role | None:
    """Give the player who still holds cards where the other has none left: the tricks left are his."""
    if len(trace.recorded_hands) < 2:
        return None
    left = {role: trace.playing[role].size - len(trace.standing_cards(role)) for role in ROLES}
    for role in ROLES:
        if left[role] > 0 and left[ADVERSARY[role]] <= 0:
            return role
    return None


def _with_bonus(gains: list[Gain], made: Bonus | None) -> list[Gain]:
    """Set the sixty or thirty right after the thirtieth point."""
    if made is None or made.at < 0:
        return list(gains)
    thirtieth = gains[made.at]
    extra = REPIQUE if made.repique else PIQUE
    return [
        *gains[: made.at + 1],
        Gain(thirtieth.role, extra, thirtieth.stage, thirtieth.moment),
        *gains[made.at + 1 :],
    ]
