"""Leaves findings out of a report at the user's wish; the report then says that it is not complete."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from piquet_records.report.model import Report, ReportFinding, verdict
from piquet_records.report.sentences import codes


def choose(report: Report, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Report:
    """Return the report with the findings whose code begins with one of ``select`` and with none of ``ignore``.

    An empty ``select`` selects all codes. The verdict is that of the findings kept. The report is marked as not
    complete if anything was selected or ignored, even if all findings are kept.
    """
    if report.verdict == "invalid" or not (select or ignore):
        return report

    def is_kept(finding: ReportFinding) -> bool:
        selected = not select or finding.code.startswith(tuple(select))
        return selected and not finding.code.startswith(tuple(ignore))

    deals = tuple([replace(deal, findings=tuple(filter(is_kept, deal.findings))) for deal in report.deals])
    kept = [finding for deal in deals for finding in deal.findings]
    return replace(report, deals=deals, verdict=verdict(kept), complete=False)


def unknown_codes(prefixes: Iterable[str]) -> list[str]:
    """Return the prefixes with which no finding code begins."""
    return [prefix for prefix in prefixes if not any(code.startswith(prefix) for code in codes())]
