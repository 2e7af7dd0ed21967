"""From what stands at a path to reports: games are judged, documents that are no record get a report that says why.

One bad record never stops the others, nor does one on which the program itself fails. Also leaves findings out at
the user's wish; a report then says that it is not complete.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from piquet_records.report.model import Report, ReportFinding, verdict
from piquet_records.report.sentences import codes


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
