"""The status of each finding of a deal: remedied, waived, noted or still open.

A violation is open only if its ruling changes a score, or if the law that found it leaves it open in any case
(``Finding.unsettled``). Knows no law by number.
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
"""The codes of faults of the record itself, which belong to no law."""


def severity_of(finding: Finding) -> Severity:
    """Return how grave a finding is: its own severity if it has one, else that of its code."""
    if finding.severity is not None:
        return finding.severity
    return OF_RECORD.get(finding.code) or severity(finding.code)


def status(finding: Finding, scores: DealScores, winner: Seat | None) -> Status | None:
    """Return the status of a violation, None for a note; ``winner`` is the winner of the game as the table wrote it."""
    if severity_of(finding) is Severity.NOTE:
        return None
    if finding.code in OF_RECORD:
        return Status.OPEN
    if finding.remedied or finding.waived:
        return Status.REMEDIED if finding.remedied else Status.WAIVED
    if any(isinstance(effect, LoseGame) for effect in finding.effects):
        return _status_of_loss(finding, scores, winner)
    changes = _changes_score(finding, scores)
    if changes and _is_written_as_ruled(scores):
        return Status.REMEDIED
    return Status.OPEN if changes or finding.unsettled else Status.NOTED


def _status_of_loss(finding: Finding, scores: DealScores, winner: Seat | None) -> Status:
    """Return the status of a forfeiture: noted after an earlier one, remedied if the table wrote that the other won."""
    loss = scores.loss
    if loss is None or loss not in finding.effects:
        return Status.NOTED
    return Status.REMEDIED if winner not in (None, scores.case.seat(loss.role)) else Status.OPEN


def _changes_score(finding: Finding, scores: DealScores) -> bool:
    """Return whether a finding's ruling changes a score, alone or together with the others.

    If all rulings together leave the score as it was played, none of them does. Scores the deal twice more, once with
    only the effects of this finding and once with all others, unless this finding has all effects of the deal.
    """
    if not finding.effects or _breakdowns(scores.as_ruled) == _breakdowns(scores.as_played):
        return False
    if finding.effects == scores.effects:
        return True
    alone = _rescored(scores, finding.effects)
    if _breakdowns(alone) != _breakdowns(scores.as_played):
        return True
    without = _rescored(scores, [effect for effect in scores.effects if effect not in finding.effects])
    return _breakdowns(without) != _breakdowns(scores.as_ruled)


def _rescored(scores: DealScores, effects: Sequence[Effect]) -> Score:
    return score(scores.case.trace, scores.case.rules, effects, cut_off=scores.cut_off)


def _breakdowns(of_deal: Score) -> tuple[object, object]:
    return of_deal.elder, of_deal.younger


def _is_written_as_ruled(scores: DealScores) -> bool:
    """Return whether the table wrote the score as ruled, and this differs from the score as played."""
    written = written_score(scores.case.deal) or {}
    known = [role for role in ROLES if written.get(role) is not None]
    ruled = {role: scores.as_ruled.of(role).total for role in known}
    return all(written[role] == ruled[role] for role in known) and any(
        ruled[role] != scores.as_played.of(role).total for role in known
    )
