"""What became of each finding of a deal: whether it was remedied, waived, or still stands open.

A violation is open only where its ruling changes a score, or where the law that found it says that it has no other
end. Knows no law by number.
"""

from collections.abc import Sequence
from typing import Final

from piquet_records.cards.terms import ROLES, Seat
from piquet_records.findings import Effect, Finding, LoseGame, Severity, Status
from piquet_records.laws import severity
from piquet_records.record.game import written_score
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.ruling.judged import DealScores
from piquet_records.scoring.deal_score import Score, score

OF_RECORD: Final = {**record_faults.FAULTS, **written_vs_computed.FAULTS}
"""The codes that belong to the record itself, and to no law."""


def severity_of(finding: Finding) -> Severity:
    """Give how grave a finding is: as it says itself, or as its code is."""
    if finding.severity is not None:
        return finding.severity
    return OF_RECORD.get(finding.code) or severity(finding.code)


def status(finding: Finding, scores: DealScores, winner: Seat | None) -> Status | None:
    """Give what became of a violation, None for a note; ``winner`` is the game's as the table wrote it."""
    if severity_of(finding) is Severity.NOTE:
        return None
    if finding.code in OF_RECORD:
        return Status.OPEN
    if finding.remedied or finding.waived:
        return Status.REMEDIED if finding.remedied else Status.WAIVED
    if any(isinstance(effect, LoseGame) for effect in finding.effects):
        return _of_loss(finding, scores, winner)
    changes = _changes_score(finding, scores)
    if changes and _written_as_ruled(scores):
        return Status.REMEDIED
    return Status.OPEN if changes or finding.unsettled else Status.NOTED


def _of_loss(finding: Finding, scores: DealScores, winner: Seat | None) -> Status:
    """Say what became of a lost game: it is lost once, and settled where the table wrote that the other won."""
    loss = scores.loss
    if loss is None or loss not in finding.effects:
        return Status.NOTED
    return Status.REMEDIED if winner not in (None, scores.case.seat(loss.role)) else Status.OPEN


def _changes_score(finding: Finding, scores: DealScores) -> bool:
    """Tell whether a finding's ruling changes a score, by itself or beside the others.

    Where all rulings together leave the score as it was played, none of them does.
    """
    if not finding.effects or _breakdowns(scores.ruled) == _breakdowns(scores.played):
        return False
    own = _rescored(scores, finding.effects)
    without = _rescored(scores, [effect for effect in scores.effects if effect not in finding.effects])
    return _breakdowns(own) != _breakdowns(scores.played) or _breakdowns(without) != _breakdowns(scores.ruled)


def _rescored(scores: DealScores, effects: Sequence[Effect]) -> Score:
    return score(scores.case.trace, scores.case.rules, effects, cut_off=scores.cut_off)


def _breakdowns(one: Score) -> tuple[object, object]:
    return one.elder, one.younger


def _written_as_ruled(scores: DealScores) -> bool:
    """Tell whether the table wrote the score as ruled, where that differs from the score as played."""
    written = written_score(scores.case.deal) or {}
    known = [role for role in ROLES if written.get(role) is not None]
    ruled = {role: scores.ruled.of(role).total for role in known}
    return all(written[role] == ruled[role] for role in known) and any(
        ruled[role] != scores.played.of(role).total for role in known
    )
