"""A judged game becomes a report in a language; a document that is no record becomes a report of its errors."""

from collections.abc import Iterable
from importlib.metadata import version

import msgspec
from msgspec import UNSET

from piquet_records.findings import Finding, Status
from piquet_records.laws.case import Case
from piquet_records.record.game import Game, sha256, written_score
from piquet_records.record.reading import RecordFault
from piquet_records.report.circumstances import circumstances
from piquet_records.report.model import (
    DealReport,
    RecordRef,
    Report,
    ReportError,
    ReportFinding,
    ReportOption,
    ReportPending,
    RoleBreakdowns,
    WrittenScore,
    verdict,
)
from piquet_records.report.sentences import finding_text
from piquet_records.rules.parameters import Overrides
from piquet_records.ruling.coverage import coverage, law_number
from piquet_records.ruling.judge import judge_game
from piquet_records.ruling.judged import JudgedDeal, JudgedGame, PendingFinding
from piquet_records.ruling.status import severity_of

TOOL = f"piquet-records {version('piquet-records')}"


def validate(
    found: Game | RecordFault, *, file: str | None = None, line: int | None = None, lang: str = "en"
) -> Report:
    """Return the report on what ``read`` found: a game, or the faults of a document that is no record."""
    if isinstance(found, Game):
        return judge(found, file=file, line=line, lang=lang)
    errors = tuple([ReportError(fault.at, fault.message, fault.line, fault.column) for fault in found.faults])
    return Report(tool=TOOL, record=RecordRef(found.file, found.line), verdict="invalid", errors=errors)


def judge(game: Game, *, file: str | None = None, line: int | None = None, lang: str = "en") -> Report:
    """Judge a game and return its report.

    Raises UnknownRulesError if the record names a rules profile that is not shipped.
    """
    return build_report(judge_game(game), file=file, line=line, lang=lang)


def build_report(
    judged: JudgedGame,
    *,
    file: str | None = None,
    line: int | None = None,
    lang: str = "en",
    regular: Iterable[DealReport] = (),
) -> Report:
    """Return the report on a judged game; ``file`` and ``line`` say where its record was read.

    ``regular`` has the reports on those deals of the game that were known to be regular, and not judged.
    """
    game = judged.game
    reports = [*regular, *(_deal_report(deal, judged.disagreement, lang) for deal in judged.deals)]
    deals = tuple(sorted(reports, key=lambda report: report.deal))
    findings = [finding for deal in deals for finding in deal.findings]
    conventions = game.conventions.given() if isinstance(game.conventions, Overrides) else {}
    return Report(
        tool=TOOL,
        record=RecordRef(file, line, game.id, sha256(game)),
        verdict=verdict(findings, pending=any(deal.pending for deal in judged.deals)),
        rules=judged.profile,
        conventions=msgspec.to_builtins(conventions),
        target=judged.rules.target,
        deals=deals,
        result=judged.result,
    )


def _deal_report(judged: JudgedDeal, disagreement: Finding | None, lang: str) -> DealReport:
    """Return the report on a deal; the last deal also has the finding about the result of the game."""
    case, scores = judged.case, judged.scores
    findings = list(zip(judged.findings, judged.statuses, strict=True))
    if disagreement is not None and case.is_last_deal:
        findings.append((disagreement, Status.OPEN))
    written = written_score(case.deal)
    covered = coverage(judged)
    return DealReport(
        deal=case.number,
        dealer=case.deal.dealer,
        elder=case.deal.elder,
        after_end=judged.after_end,
        outcome=judged.outcome,
        findings=tuple([_report_finding(finding, status, judged, lang) for finding, status in findings]),
        score=RoleBreakdowns(scores.as_ruled.elder, scores.as_ruled.younger),
        as_played=RoleBreakdowns(scores.as_played.elder, scores.as_played.younger),
        recorded=None if written is None else WrittenScore(written["elder"], written["younger"]),
        assumed=case.deal.declarations is UNSET and case.deal.points_only is UNSET,
        checked=covered.checked,
        not_checkable=covered.not_checkable,
        unrecorded=covered.unrecorded,
        not_judged=covered.not_judged,
        pending=tuple([_report_pending(pending, case) for pending in judged.pending]) or UNSET,
    )


def _report_pending(pending: PendingFinding, case: Case) -> ReportPending:
    act, finding = pending.act, pending.finding
    return ReportPending(
        law=law_number(finding.code),
        code=finding.code,
        by=act.by,
        may=act.may,
        until=act.until,
        worth=pending.worth,
        at=f"/deals/{case.number - 1}/{finding.at}",
    )


def _report_finding(finding: Finding, status: Status | None, judged: JudgedDeal, lang: str) -> ReportFinding:
    by, case = finding.by, judged.case
    holds = circumstances(finding, judged)
    proof = finding.evidence
    if holds & {"void", "adversary-muted"}:
        proof = {name: value for name, value in proof.items() if name != "unclaimed"}
    evidence = {"by": by, "trick": finding.trick, **proof}
    at = finding.at if finding.at.startswith("/") else f"/deals/{case.number - 1}/{finding.at}".rstrip("/")
    return ReportFinding(
        code=finding.code,
        law=law_number(finding.code),
        severity=severity_of(finding).value,
        status=None if status is None else status.value,
        by=by,  # type: ignore[arg-type]
        player=case.seat(by) if by in ("elder", "younger") else None,  # type: ignore[arg-type]
        at=at,
        trick=finding.trick,
        message=finding_text(finding.code, "message", lang, evidence, holds),
        ruling=finding_text(finding.code, "ruling", lang, evidence, holds),
        evidence=proof,
        options=tuple([ReportOption(o.by, o.may, o.until, o.taken) for o in finding.options]),
    )
