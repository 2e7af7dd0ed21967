"""Lists of findings: for people, for programs, and for tools that show findings beside the text of a file.

Each format is a generator of lines, so that a list can be of any length. An audit shows one game in full; these do not.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args
from urllib.parse import quote

from piquet_records.bulk.judgements import Judgement
from piquet_records.laws import BY_CODE, title
from piquet_records.render.phrases import Phrases, phrases_in
from piquet_records.render.source_lines import SourceLines
from piquet_records.report.model import Report, ReportFinding, Verdict
from piquet_records.report.sentences import codes

INVALID: Final = "record-invalid"
"""The code of a fault that makes a document no valid record; it is no finding code."""

_GITHUB_LEVELS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def text(judgements: Iterable[Judgement], lang: str) -> Iterator[str]:
    """Yield a line for each record that is not clean, a line for each fault of an invalid document, and a summary.

    A clean record with a note that leaves another score than the table wrote has a line too.
    """
    phrases = phrases_in(lang)
    verdicts: Counter[Verdict] = Counter()
    deals, complete = 0, True
    for judgement in judgements:
        verdicts[judgement.verdict] += 1
        deals += judgement.deals
        report = judgement.report
        if report is None:
            continue
        complete = complete and report.complete
        where = f"{judgement.file}:{judgement.line}"
        for error in report.errors or ():
            if error.line is not None:
                yield f"{judgement.file}:{error.line}:{error.column}: {error.message}"
            else:
                yield f"{where}: {error.at}: {error.message}" if error.at else f"{where}: {error.message}"
        if judgement.verdict in ("settled", "violations"):
            named = ", ".join(_named_findings(report, phrases))
            yield f"{where}: {report.record.id}: {phrases.words['verdicts'][judgement.verdict]}: {named}"
        elif judgement.verdict == "clean" and report.differs_from_table and report.findings:
            named = ", ".join(_named_findings(report, phrases))
            yield f"{where}: {report.record.id}: {phrases.summary['differs']}: {named}"
    yield _summary(verdicts, deals, phrases)
    if not complete:
        yield phrases.summary["incomplete"]


def _named_findings(report: Report, phrases: Phrases) -> Iterator[str]:
    """Yield the code of each finding with its deal and its status."""
    for deal in report.deals:
        for finding in deal.findings:
            table, key = ("statuses", finding.status) if finding.status else ("severities", finding.severity)
            yield f"{finding.code} ({phrases.summary['deal']} {deal.deal}, {phrases.words[table][key]})"


def _summary(verdicts: "Counter[Verdict]", deals: int, phrases: Phrases) -> str:
    """Return how many records and deals there were, and how many records of each verdict."""
    records = verdicts.total()
    counted = ", ".join(
        f"{phrases.words['verdicts'][verdict]} {verdicts[verdict]}"
        for verdict in get_args(Verdict)
        if verdict != "undecided" or verdicts[verdict]
    )
    return (
        f"{records} {phrases.summary['record' if records == 1 else 'records']}, "
        f"{deals} {phrases.summary['deal' if deals == 1 else 'deals']}{phrases.page['colon']}{counted}"
    )


def jsonl(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Yield one report a line."""
    for judgement in judgements:
        yield (judgement.encoded or b"").decode()


def github(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Yield workflow commands, which GitHub shows beside the lines of a file."""
    for result in _results(judgements):
        level = _GITHUB_LEVELS[result["level"]]
        properties = f"file={_property(result['file'])},line={result['line']},title={_property(result['code'])}"
        yield f"::{level} {properties}::{_data(result['message'])}"


def sarif(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Yield one SARIF 2.1.0 log, one result a line."""
    described = {code: title(BY_CODE[code]) if code in BY_CODE else "The record itself" for code in sorted(codes())}
    described[INVALID] = "The document is no record"
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in described.items()]
    driver = {"name": "piquet-records", "rules": rules}
    yield '{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{'
    yield f'"tool": {{"driver": {json.dumps(driver)}}}, "results": ['
    before = ""
    for result in _results(judgements):
        location = {"artifactLocation": {"uri": quote(result["file"])}, "region": {"startLine": result["line"]}}
        sarif_result = {
            "ruleId": result["code"],
            "level": result["level"],
            "message": {"text": result["message"]},
            "locations": [{"physicalLocation": location}],
            "properties": {"at": result["at"], "status": result["status"]},
        }
        yield before + json.dumps(sarif_result, ensure_ascii=False)
        before = ","
    yield "]}]}"


def _results(judgements: Iterable[Judgement]) -> Iterator[dict[str, Any]]:
    """Yield each fault and each finding with the line of the file that it is about."""
    lines = SourceLines()
    for judgement in judgements:
        report = judgement.report
        if report is None:
            continue
        errors = [(INVALID, "error", None, error.at, error.message, error.line) for error in report.errors or ()]
        findings = [
            (found.code, _level(found), found.status, found.at, _sentences(found), None) for found in report.findings
        ]
        for code, level, status, at, message, line in [*errors, *findings]:
            yield {
                "code": code,
                "level": level,
                "status": status,
                "at": at,
                "message": message,
                "file": judgement.file,
                "line": line or lines.line(judgement.file, judgement.line, at),
            }


def _level(finding: ReportFinding) -> str:
    if finding.severity == "note":
        return "note"
    return "error" if finding.status == "open" else "warning"


def _sentences(finding: ReportFinding) -> str:
    return f"{finding.message} {finding.ruling}".strip()


def _data(message: str) -> str:
    return message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


LISTS: Final[dict[str, Callable[[Iterable[Judgement], str], Iterator[str]]]] = {
    "text": text,
    "json": jsonl,
    "sarif": sarif,
    "github": github,
}
"""By the name of the format."""
