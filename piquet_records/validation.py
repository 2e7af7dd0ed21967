"""From what stands at a path to reports: games are judged, documents that are no record get a report that says why.

Also leaves findings out at the user's wish; a report then says that it is not complete.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from piquet_records.judge import TOOL, judge
from piquet_records.messages import codes
from piquet_records.reading import RecordFault
from piquet_records.record import Game
from piquet_records.report import RecordRef, Report, ReportError, ReportFinding, verdict


def validate(
    found: Game | RecordFault, *, file: str | None = None, line: int | None = None, lang: str = "en"
) -> Report:
    """Give the report on what ``read`` found: a game, or the faults of a document that is none."""
    if isinstance(found, Game):
        return judge(found, file=file, line=line, lang=lang)
    errors = tuple([ReportError(fault.at, fault.message) for fault in found.faults])
    return Report(tool=TOOL, record=RecordRef(found.file, found.line), verdict="invalid", errors=errors)


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
