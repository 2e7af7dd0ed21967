"""Many judgements as lines: for people, for programs, and for tools that show findings beside the text of a file.

Each list is a generator of lines, so that its length is no matter. An audit shows one game in full; these do not.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, get_args
from urllib.parse import quote

from piquet_records.bulk.judgements import Judgement
from piquet_records.laws import BY_CODE, title
from piquet_records.render.phrases import phrases
from piquet_records.render.source_lines import Places
from piquet_records.report.model import ReportFinding, Verdict
from piquet_records.report.sentences import codes

INVALID: Final = "record-invalid"
"""What stands for a finding code where a document is no record."""

_GITHUB_LEVELS: Final = {"error": "error", "warning": "warning", "note": "notice"}


def text(judgements: Iterable[Judgement], lang: str) -> Iterator[str]:
    """Give a line for each record that is not clean, a line for each fault of a document that is none, a summary."""
    said = phrases(lang)
    found: Counter[Verdict] = Counter()
    deals, complete = 0, True
    for one in judgements:
        found[one.verdict] += 1
        deals += one.deals
        report = one.report
        if report is None:
            continue
        complete = complete and report.complete
        place = f"{one.file}:{one.line}"
        for error in report.errors or ():
            yield f"{place}: {error.at}: {error.message}" if error.at else f"{place}: {error.message}"
        if one.verdict in ("settled", "violations"):
            named = ", ".join(
                f"{finding.code} ({said.summary['deal']} {deal.deal}, "
                f"{said.words['statuses' if finding.status else 'severities'][finding.status or finding.severity]})"
                for deal in report.deals
                for finding in deal.findings
            )
            yield f"{place}: {report.record.id}: {said.words['verdicts'][one.verdict]}: {named}"
    verdicts = ", ".join(f"{said.words['verdicts'][verdict]} {found[verdict]}" for verdict in get_args(Verdict))
    records = f"{found.total()} {said.summary['record' if found.total() == 1 else 'records']}"
    yield f"{records}, {deals} {said.summary['deal' if deals == 1 else 'deals']}{said.page['colon']}{verdicts}"
    if not complete:
        yield said.summary["incomplete"]


def jsonl(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Give one report a line."""
    for one in judgements:
        yield (one.encoded or b"").decode()


def github(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Give workflow commands, which GitHub shows beside the lines of a file."""
    for result in _results(judgements):
        level = _GITHUB_LEVELS[result["level"]]
        place = f"file={_property(result['file'])},line={result['line']},title={_property(result['code'])}"
        yield f"::{level} {place}::{_data(result['message'])}"


def sarif(judgements: Iterable[Judgement], _lang: str) -> Iterator[str]:
    """Give one SARIF 2.1.0 log, a result a line."""
    described = {code: title(BY_CODE[code]) if code in BY_CODE else "The record itself" for code in sorted(codes())}
    described[INVALID] = "The document is no record"
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in described.items()]
    driver = {"name": "piquet-records", "rules": rules}
    yield '{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{'
    yield f'"tool": {{"driver": {json.dumps(driver)}}}, "results": ['
    before = ""
    for result in _results(judgements):
        location = {"artifactLocation": {"uri": quote(result["file"])}, "region": {"startLine": result["line"]}}
        written = {
            "ruleId": result["code"],
            "level": result["level"],
            "message": {"text": result["message"]},
            "locations": [{"physicalLocation": location}],
            "properties": {"at": result["at"], "status": result["status"]},
        }
        yield before + json.dumps(written, ensure_ascii=False)
        before = ","
    yield "]}]}"


def _results(judgements: Iterable[Judgement]) -> Iterator[dict[str, Any]]:
    places = Places()
    for one in judgements:
        report = one.report
        if report is None:
            continue
        errors = [(INVALID, "error", None, error.at, error.message) for error in report.errors or ()]
        findings = [(one.code, _level(one), one.status, one.at, _sentences(one)) for one in report.findings]
        for code, level, status, at, message in [*errors, *findings]:
            line = places.line(one.file, one.line, at)
            yield {
                "code": code,
                "level": level,
                "status": status,
                "at": at,
                "message": message,
                "file": one.file,
                "line": line,
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
