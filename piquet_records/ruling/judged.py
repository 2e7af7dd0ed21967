"""One deal, judged: its case, its scores, its findings with what became of each. Knows no language and no file."""

from typing import Literal

from msgspec import Struct

from piquet_records.findings import Effect, Finding, LoseGame, Status
from piquet_records.laws.case import Case
from piquet_records.scoring.deal_score import Score

Outcome = Literal["played", "void", "thrown-in", "forfeited", "stopped", "unfinished"]


class DealScores(Struct, frozen=True):
    """The scores of a deal, and what they hang on."""

    case: Case
    effects: tuple[Effect, ...]
    ruled: Score
    played: Score
    cut_off: bool
    """Whether the record has lost part of the play."""
    loss: LoseGame | None
    """The forfeiture that ends the game in this deal."""


class JudgedDeal(Struct, frozen=True):
    """One deal, judged: what the report says of it, and the facts behind that."""

    scores: DealScores
    findings: tuple[Finding, ...]
    statuses: tuple[Status | None, ...]
    outcome: Outcome
    after_end: bool

    @property
    def case(self) -> Case:
        """The deal as the laws saw it."""
        return self.scores.case
