"""From what stands at a path to reports: games are judged, documents that are no record get a report that says why.

One bad record never stops the others, nor does one on which the program itself fails. Also leaves findings out at
the user's wish; a report then says that it is not complete.
"""

import traceback
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from piquet_records.judge import TOOL, judge
from piquet_records.messages import codes
from piquet_records.reading import Document, Entry, RecordFault, entry
from piquet_records.record import Game
from piquet_records.report import RecordRef, Report, ReportError, ReportFinding, Verdict, verdict

_decode_report: Final = msgspec.json.Decoder(Report).decode


class Judgement(Struct, frozen=True):
    """What was found in one document."""

    file: str
    line: int
    verdict: Verdict
    deals: int
    encoded: bytes | None
    """The report as JSON; left out for a clean game where only others were asked for."""

    @property
    def report(self) -> Report | None:
        """The report, where it was asked for."""
        return None if self.encoded is None else _decode_report(self.encoded)


class Failure(Struct, frozen=True):
    """A document on which the program itself failed."""

    file: str
    line: int
    error: str
    """What kind of failure, in a line."""
    trace: str
    """Where in the program, in many lines."""


def validate(
    found: Game | RecordFault, *, file: str | None = None, line: int | None = None, lang: str = "en"
) -> Report:
    """Give the report on what ``read`` found: a game, or the faults of a document that is none."""
    if isinstance(found, Game):
        return judge(found, file=file, line=line, lang=lang)
    errors = tuple([ReportError(fault.at, fault.message) for fault in found.faults])
    return Report(tool=TOOL, record=RecordRef(found.file, found.line), verdict="invalid", errors=errors)


def judgement(document: Document | RecordFault, lang: str, *, every: bool = True) -> Judgement | Failure:
    """Judge one document; ``every`` asks for the report of a clean game too."""
    try:
        source = entry(document) if isinstance(document, Document) else document
    except Exception as error:
        return _failure(document, error)
    return judgement_on(source, lang, every=every)


def judgement_on(source: Entry, lang: str, *, every: bool = True) -> Judgement | Failure:
    """Judge what one document was found to hold."""
    try:
        found = source if isinstance(source, RecordFault) else source.game
        report = validate(found, file=source.file, line=source.line, lang=lang)
    except Exception as error:
        return _failure(source, error)
    wanted = every or report.verdict != "clean"
    return Judgement(source.file, source.line, report.verdict, len(report.deals), report.to_json() if wanted else None)


def _failure(place: Document | Entry, error: Exception) -> Failure:
    told = f"{type(error).__name__}: {error}".splitlines()[0]
    return Failure(place.file, place.line, told, traceback.format_exc())


def choose(report: Report, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Report:
    """Keep the findings whose code begins with one of ``select`` (all, where it is empty) and with none of ``ignore``.

    The verdict is that of the findings kept. The report is marked as not complete wherever a choice was asked for.
    """
    if report.verdict == "invalid" or not (select or ignore):
        return report

    def kept(finding: ReportFinding) -> bool:
        chosen = not select or finding.code.startswith(tuple(select))
        return chosen and not finding.code.startswith(tuple(ignore))

    deals = tuple([replace(deal, findings=tuple(filter(kept, deal.findings))) for deal in report.deals])
    left = [finding for deal in deals for finding in deal.findings]
    return replace(report, deals=deals, verdict=verdict(left), complete=False)


def unknown_codes(asked: Iterable[str]) -> list[str]:
    """Give those of some beginnings with which no finding code begins."""
    return [start for start in asked if not any(code.startswith(start) for code in codes())]
