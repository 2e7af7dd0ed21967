"""A judged game: each deal with what happened in it, its scores, and its findings with their statuses.

The report, the audit page and the archive rows are made from it, so that no deal is followed or scored again for them.
Knows no language and no file.
"""

from typing import Literal

from msgspec import Struct

from piquet_records.findings import Effect, Finding, LoseGame, PendingAct, Status
from piquet_records.laws.case import Case
from piquet_records.record.game import Game
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.deal_score import Score
from piquet_records.scoring.game_score import GameResult
from piquet_records.trace.facts import Trace

Outcome = Literal["played", "void", "thrown-in", "forfeited", "stopped", "unfinished"]


class DealScores(Struct, frozen=True):
    """The scores of a deal, and what they depend on."""

    case: Case
    effects: tuple[Effect, ...]
    as_ruled: Score
    as_played: Score
    """The score without any effect."""
    cut_off: bool
    """Whether tricks were played which the record does not hold."""
    loss: LoseGame | None
    """The forfeiture that ends the game in this deal."""


class PendingFinding(Struct, frozen=True):
    """A finding that follows only if a player does not do in time what he still may."""

    finding: Finding
    act: PendingAct
    worth: int | None
    """What the act is worth to him in points with the score so far: his score less the other's, done or not done.

    None if that is not checkable.
    """


class JudgedDeal(Struct, frozen=True):
    """One deal, judged."""

    scores: DealScores
    findings: tuple[Finding, ...]
    statuses: tuple[Status | None, ...]
    """The status of each finding; None for a note."""
    outcome: Outcome
    after_end: bool
    """Whether the game was over before this deal."""
    pending: tuple[PendingFinding, ...] = ()
    """What is not found yet in a deal in progress."""

    @property
    def case(self) -> Case:
        """The deal as the laws saw it."""
        return self.scores.case

    @property
    def trace(self) -> Trace:
        """What happened in the deal."""
        return self.scores.case.trace


class JudgedGame(Struct, frozen=True):
    """One game, judged deal by deal."""

    game: Game
    rules: Rules
    """The parameters of the profile, changed by the conventions and the target that the record names."""
    profile: str
    """The profile's name with its version, such as ``classic@1``."""
    deals: tuple[JudgedDeal, ...]
    """The deals that were judged: all of them, unless some were known to be regular."""
    result: GameResult
    disagreement: Finding | None
    """The finding that the written result differs from the computed one."""
