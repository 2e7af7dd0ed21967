"""A judged game becomes a report in a language; a document that is no record becomes a report of its errors."""

from importlib.metadata import version

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from piquet_records.findings import Finding, Status
from piquet_records.laws.case import Case
from piquet_records.record.game import DEFAULT_RULES, Game, sha256, written_score
from piquet_records.record.reading import RecordFault
from piquet_records.report.model import (
    DealReport,
    RecordRef,
    Report,
    ReportError,
    ReportFinding,
    ReportOption,
    RoleBreakdowns,
    WrittenScore,
    verdict,
)
from piquet_records.report.sentences import text
from piquet_records.rules.parameters import Overrides, agreed, profile
from piquet_records.ruling.coverage import coverage, law_number
from piquet_records.ruling.judge import judge_deals
from piquet_records.ruling.judged import JudgedDeal
from piquet_records.ruling.status import severity_of

TOOL = f"piquet-records {version('piquet-records')}"


def validate(
    found: Game | RecordFault, *, file: str | None = None, line: int | None = None, lang: str = "en"
) -> Report:
    """Give the report on what ``read`` found: a game, or the faults of a document that is none."""
    if isinstance(found, Game):
        return judge(found, file=file, line=line, lang=lang)
    errors = tuple([ReportError(fault.at, fault.message) for fault in found.faults])
    return Report(tool=TOOL, record=RecordRef(found.file, found.line), verdict="invalid", errors=errors)


def judge(game: Game, *, file: str | None = None, line: int | None = None, lang: str = "en") -> Report:
    """Judge a game and give its report.

    Raises UnknownRulesError where the record names a rules profile that is not shipped.
    """
    named = profile(game.rules if game.rules is not UNSET else DEFAULT_RULES)
    rules = agreed(named.rules, game.conventions, game.target)
    judged, result, disagreement = judge_deals(game, rules)
    deals = tuple([_deal_report(one, lang) for one in judged])
    if disagreement:
        last = _report_finding(disagreement, Status.OPEN, judged[-1].case, lang)
        deals = (*deals[:-1], replace(deals[-1], findings=(*deals[-1].findings, last)))
    given = game.conventions.given() if isinstance(game.conventions, Overrides) else {}
    return Report(
        tool=TOOL,
        record=RecordRef(file, line, game.id, sha256(game)),
        verdict=verdict([finding for deal in deals for finding in deal.findings]),
        rules=named.name,
        conventions=msgspec.to_builtins(given),
        target=rules.target,
        deals=deals,
        result=result,
    )


def _deal_report(one: JudgedDeal, lang: str) -> DealReport:
    case = one.case
    written = written_score(case.deal)
    checked, not_checkable, unrecorded, not_judged = coverage(one)
    return DealReport(
        deal=case.number,
        dealer=case.deal.dealer,
        elder=case.deal.elder,
        after_end=one.after_end,
        outcome=one.outcome,
        findings=tuple(
            [_report_finding(finding, end, case, lang) for finding, end in zip(one.findings, one.statuses, strict=True)]
        ),
        score=RoleBreakdowns(one.scores.ruled.elder, one.scores.ruled.younger),
        as_played=RoleBreakdowns(one.scores.played.elder, one.scores.played.younger),
        recorded=None if written is None else WrittenScore(written["elder"], written["younger"]),
        assumed=case.deal.declarations is UNSET,
        checked=checked,
        not_checkable=not_checkable,
        unrecorded=unrecorded,
        not_judged=not_judged,
    )


def _report_finding(finding: Finding, end: Status | None, case: Case, lang: str) -> ReportFinding:
    by = finding.by
    evidence = {"by": by, "trick": finding.trick, **finding.evidence}
    at = finding.at if finding.at.startswith("/") else f"/deals/{case.number - 1}/{finding.at}".rstrip("/")
    return ReportFinding(
        code=finding.code,
        law=law_number(finding.code),
        severity=severity_of(finding).value,
        status=None if end is None else end.value,
        by=by,  # type: ignore[arg-type]
        player=case.seat(by) if by in ("elder", "younger") else None,  # type: ignore[arg-type]
        at=at,
        trick=finding.trick,
        message=text(finding.code, "message", lang, evidence),
        ruling=text(finding.code, "ruling", lang, evidence),
        evidence=finding.evidence,
        options=tuple([ReportOption(o.by, o.may, o.until, o.taken) for o in finding.options]),
    )
