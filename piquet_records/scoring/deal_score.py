"""Turns calls, tricks and effects into the points of a deal.

*As played* is the score without effects; *as ruled* is the same function with them. Effects are applied in this
order: 1 deal void, game lost; 2 mutes; 3 strikes, and corrections that do not count; 4 replies replaced;
5 categories opened (a muted or struck holder gains nothing by it; open to both is nobody's); 6 last trick, remaining
tricks, no capot; 7 pique and repique; 8 bonus withheld.
Steps 2 to 5 are in ``categories.py``, step 7 is in ``bonus.py``. Knows effects, not laws.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import UNSET, Struct

from piquet_records.cards.pack import COURT_CARDS, RANKS, rank_of
from piquet_records.cards.terms import ADVERSARY, CATEGORIES, ELDER, HAND_SIZE, ROLES, TRICKS, YOUNGER, Role
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
"""The points for the greater number of tricks (article: the ten of the cards)."""
CAPOT: Final = 40
"""The points for all tricks, in place of those for the cards (article)."""
MAJORITY: Final = 7
"""The tricks that win the cards: more than half of twelve."""


class Breakdown(Struct, frozen=True, gc=False):
    """The points of one role in a deal, by kind; None if not checkable."""

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


KINDS: Final = Breakdown.__struct_fields__[:-1]
"""The kinds of point: the fields of a breakdown without the total."""
_STAGES: Final = tuple(zip((Stage.POINT, Stage.SEQUENCES, Stage.SETS), CATEGORIES, strict=True))


class Score(Struct, frozen=True, gc=False):
    """The score of a deal, and the gains that it is the sum of."""

    elder: Breakdown
    younger: Breakdown
    gains: tuple[Gain, ...]
    """In the order of points; the bonus comes right after the thirtieth point, cards and capot come last."""
    complete: bool
    """Whether it is known who won, or was given, each trick."""
    tricks: tuple[int, int]
    """Tricks won by the elder and by the younger, as far as known."""

    def of(self, role: Role) -> Breakdown:
        """Return the breakdown of one role."""
        return self.elder if role == ELDER else self.younger


VOID: Final = Score(Breakdown(), Breakdown(), (), complete=True, tricks=(0, 0))
"""The score of a void deal."""


def score(trace: Trace, rules: Rules, effects: Sequence[Effect] = (), *, cut_off: bool = False) -> Score:
    """Return the score of a deal; ``cut_off`` means that tricks were played which the record does not hold.

    Twin: ``bulk/recogniser_rules.c`` counts tricks, cards, capot and the last trick of regular deals.
    """
    if any(isinstance(effect, Void) for effect in effects) or trace.events_of(Redeal):
        return VOID
    call_effects = CallEffects(trace, effects) if effects else None
    lost_at = min([effect.moment for effect in effects if isinstance(effect, LoseGame)], default=NEVER)
    ending = _Ending(trace, rules, effects, call_effects, lost_at=lost_at, cut_off=cut_off)
    gains = declared_gains(trace, rules, effects, call_effects) + play_gains(trace.standing_tricks, rules)
    gains = [gain for gain in gains if gain.moment <= lost_at and not ending.bars(gain)] + ending.gains_without_cards
    earned = bonus(gains + ending.possible_gains(), rules)
    if earned is not None and _is_withheld(earned, effects):
        earned = NO_BONUS
    return ending.score(gains, earned)


def _is_withheld(earned: Bonus, effects: Iterable[Effect]) -> bool:
    return any(
        isinstance(effect, WithholdBonus) and effect.role in (earned.pique, earned.repique) for effect in effects
    )


def declared_gains(
    trace: Trace, rules: Rules, effects: Sequence[Effect] = (), call_effects: CallEffects | None = None
) -> list[Gain]:
    """Return the gains of carte blanche, point, sequences and sets, in the order of points.

    ``call_effects`` are the same effects, sorted; None if there are no effects.
    """
    gains = _blanche_gains(trace, rules, effects, call_effects)
    unrecorded = trace.deal.declarations is UNSET
    before_play = min(trace.first_card_moment(ELDER), trace.end)
    for stage, what in _STAGES:
        for scored in assumed(trace, what) if unrecorded else category(trace, what, call_effects):
            points = None if _hand_is_unreliable(trace, scored.role) else scored.points
            gains.append(Gain(scored.role, points, stage, before_play if unrecorded else scored.moment))
    return gains


def _hand_is_unreliable(trace: Trace, role: Role) -> bool:
    """Return whether a contradiction in the record hides what a player held."""
    return bool(trace.unreliable) and (
        UnreliablePart(role) in trace.unreliable
        or (UnreliablePart.EXCHANGE in trace.unreliable and role not in trace.recorded_hands)
    )


def _blanche_gains(
    trace: Trace, rules: Rules, effects: Sequence[Effect], call_effects: CallEffects | None
) -> list[Gain]:
    """Return the gains of carte blanche: shown, or held as dealt if the calls were not recorded."""
    shown = {event.step.by: event.moment for event in reversed(trace.events_of(CarteBlanche))}
    if trace.deal.declarations is UNSET:
        for role in ROLES:
            hand = trace.dealt[role]
            if hand is not None and hand.full and hand.size == HAND_SIZE and not hand.known & COURT_CARDS:
                shown.setdefault(role, 0)
    if not shown:
        return []
    struck = {effect.role for effect in effects if isinstance(effect, StrikeBlanche)}
    muted = call_effects.muted if call_effects else {}
    return [
        Gain(role, rules.blanche_value, Stage.CARTE_BLANCHE, shown[role])
        for role in ROLES
        if role in shown and role not in struck and not (role in muted and shown[role] > muted[role].since)
    ]


def play_gains(tricks: Iterable[Trick], rules: Rules) -> list[Gain]:
    """Return the gains of tricks, card by card: one for each lead, one for each trick won by the second player.

    Parameter ``lead_scores`` may limit them to cards from the ten up.
    """
    every_card = rules.lead_scores == "always"
    gains = []
    for trick in tricks:
        if every_card or rank_of(trick.lead) >= _TEN:
            gains.append(Gain(trick.leader, 1, Stage.PLAY, trick.lead_moment))
        if trick.winner == trick.leader or trick.follow is None:
            continue
        if trick.winner is None:
            gains.append(Gain(trick.follower, None, Stage.PLAY, trick.follow_moment))
        elif every_card or rank_of(trick.follow) >= _TEN:
            gains.append(Gain(trick.follower, 1, Stage.PLAY, trick.follow_moment))
    return gains


_TEN: Final = RANKS.index("T")

_RolePoints = dict[Role, int | None]
_NOT_CHECKABLE: Final[_RolePoints] = {ELDER: None, YOUNGER: None}
_HIDES_PLAY: Final = frozenset({UnreliablePart.ELDER_HAND, UnreliablePart.YOUNGER_HAND, UnreliablePart.PLAY})


class _Ending:
    """The end of a deal: who won each trick, the last trick, the cards, capot, and the breakdowns."""

    def __init__(
        self,
        trace: Trace,
        rules: Rules,
        effects: Sequence[Effect],
        call_effects: CallEffects | None,
        *,
        lost_at: int,
        cut_off: bool,
    ) -> None:
        self.trace = trace
        self.rules = rules
        self.effects = effects
        self.cut_off = cut_off
        self.gift = next((effect for effect in effects if isinstance(effect, GiveTricks)), None)
        self.last_moment = min(lost_at, self.gift.since) if self.gift else lost_at
        """Cards played after it do not score."""
        played = [trick for trick in trace.standing_tricks if trick.follow_moment <= self.last_moment]
        self.lost = lost_at < trace.end and len(played) < tricks_in(trace)
        self.barred = set(call_effects.muted) if call_effects and rules.mute_scope == "everything" else set()
        """Who scores nothing at all (parameter ``mute_scope``)."""
        self.hidden = bool(trace.unreliable & _HIDES_PLAY) or not (trace.played or self.last_moment < trace.end)
        """Whether the record does not show who won the tricks."""
        self.gains_without_cards, self.winners = self._tricks(played)
        open_lead = bool(played) and not self.gift and awaits_follow(trace, played[-1])
        self.complete = len(self.winners) >= tricks_in(trace) and not (self.lost or open_lead)

    def bars(self, gain: Gain) -> bool:
        """Return whether a gain of the play does not score: its player is barred, or its trick was given away."""
        return gain.stage is Stage.PLAY and (gain.role in self.barred or gain.moment > self.last_moment)

    def possible_gains(self) -> list[Gain]:
        """Return a gain of unknown size for each player if the record does not show the whole play."""
        if not (self.hidden or self.cut_off) or self.complete:
            return []
        return [Gain(role, None, Stage.PLAY, self.trace.end) for role in ROLES]

    def _tricks(self, played: list[Trick]) -> tuple[list[Gain], list[Role | None]]:
        """Return the gains of tricks in which no card was played, and the winner of each trick.

        Such tricks are given to a player by a ruling, or won by the player who alone has cards left.
        """
        if self.gift:
            played = [trick for trick in played if trick.follow is not None or trick.winner]
        winners: list[Role | None] = [trick.winner for trick in played]
        left = tricks_in(self.trace) - len(winners)
        to = self.gift.to if self.gift else None
        if to is None and not self.cut_off and not self.hidden:
            to = _player_with_cards_left(self.trace)
        if to is None or left <= 0 or self.lost:
            return [], winners
        led = any(
            t.leader == to and t.lead_moment <= self.last_moment for t in self.trace.standing_tricks[len(played) :]
        )
        gains = 0 if to in self.barred else left - led
        return [Gain(to, 1, Stage.PLAY, self.trace.end)] * gains, winners + [to] * left

    def score(self, gains: list[Gain], earned: Bonus | None) -> Score:
        """Return the score: the gains, the bonus, and what comes after the play."""
        won = (self.winners.count(ELDER), self.winners.count(YOUNGER))
        capot = self._capot(won)
        last = self._last_trick(capot)
        cards = self._cards(won, capot)
        all_gains = _with_bonus(gains, earned)
        for after, stage in ((last, Stage.PLAY), (cards, Stage.AFTER), (capot, Stage.AFTER)):
            all_gains += [Gain(role, after[role], stage, self.trace.end) for role in ROLES if after[role] != 0]
        elder, younger = (
            self._breakdown(role, gains, earned, (last[role], cards[role], capot[role])) for role in ROLES
        )
        return Score(elder, younger, tuple(all_gains), complete=self.complete, tricks=won)

    def _capot(self, won: tuple[int, int]) -> _RolePoints:
        if self.hidden:
            return dict(_NOT_CHECKABLE)
        capot: _RolePoints = {ELDER: 0, YOUNGER: 0}
        if not (self.complete or self.cut_off):
            return capot
        no_capot = {effect.role for effect in self.effects if isinstance(effect, NoCapot)} | self.barred
        for role, mine, theirs in zip(ROLES, won, reversed(won), strict=True):
            if role not in no_capot and not theirs:
                capot[role] = CAPOT if mine == TRICKS else 0 if self.complete and mine == len(self.winners) else None
        return capot

    def _last_trick(self, capot: _RolePoints) -> _RolePoints:
        if self.hidden or (self.cut_off and not self.complete):
            return dict(_NOT_CHECKABLE)
        last: _RolePoints = {ELDER: 0, YOUNGER: 0}
        forced = {effect.role for effect in self.effects if isinstance(effect, LastTrickTo)}
        no_twelfth_trick = tricks_in(self.trace) < TRICKS  # both lack a card, or no card was dealt
        if not self.complete or len(forced) == 2 or no_twelfth_trick or not self.winners:
            return last
        winner = forced.pop() if forced else self.winners[-1]
        if winner is None:
            return dict(_NOT_CHECKABLE)
        if winner not in self.barred:
            for_capot = capot[winner]
            last[winner] = None if for_capot is None else self.rules.last_trick_in_capot if for_capot else 1
        return last

    def _cards(self, won: tuple[int, int], capot: _RolePoints) -> _RolePoints:
        if self.hidden:
            return dict(_NOT_CHECKABLE)
        cards: _RolePoints = {ELDER: 0, YOUNGER: 0}
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
        self,
        role: Role,
        gains: list[Gain],
        earned: Bonus | None,
        after: tuple[int | None, int | None, int | None],
    ) -> Breakdown:
        sums: list[int | None] = [0, 0, 0, 0, 0]
        for gain in gains:
            if gain.role == role:
                before = sums[gain.stage]
                sums[gain.stage] = None if before is None or gain.points is None else before + gain.points
        play = None if self.hidden or (self.cut_off and not self.complete) else sums[Stage.PLAY]
        repique = None if earned is None else REPIQUE * (earned.repique == role)
        pique = None if earned is None else PIQUE * (earned.pique == role)
        if role == YOUNGER and earned is None and not self.rules.younger_may_repique:
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
    """Return the number of tricks in a deal: as many as the longer hand has cards, but at most twelve."""
    sizes = [trace.playing[role].size for role in ROLES if role in trace.recorded_hands]
    return min(TRICKS, max(sizes)) if len(sizes) == 2 else TRICKS


def _player_with_cards_left(trace: Trace) -> Role | None:
    """Return the player who has cards left while the other has none, and so wins the tricks left; else None."""
    if len(trace.recorded_hands) < 2:
        return None
    left = {role: trace.playing[role].size - len(trace.standing_cards(role)) for role in ROLES}
    for role in ROLES:
        if left[role] > 0 and left[ADVERSARY[role]] <= 0:
            return role
    return None


def _with_bonus(gains: list[Gain], earned: Bonus | None) -> list[Gain]:
    """Return the gains with the points of the bonus right after the thirtieth point."""
    if earned is None or earned.at < 0:
        return list(gains)
    thirtieth = gains[earned.at]
    extra = REPIQUE if earned.repique else PIQUE
    return [
        *gains[: earned.at + 1],
        Gain(thirtieth.role, extra, thirtieth.stage, thirtieth.moment),
        *gains[earned.at + 1 :],
    ]
