"""A comparison of two records as JSON, ``piquet-comparison/1``: both reports, the differences, and what they change."""

from typing import Any, Final

import msgspec

from piquet_records.report.build import build_report
from piquet_records.ruling.comparing import Comparison, FindingKey, Trial

FORMAT: Final = "piquet-comparison/1"


def comparison_json(comparison: Comparison, names: tuple[str, str], lang: str = "en") -> bytes:
    """Return a comparison as one JSON object; ``names`` are what the two records are called, such as their files."""
    first, second = (
        build_report(judged, file=name, lang=lang)
        for judged, name in zip((comparison.first, comparison.second), names, strict=True)
    )
    document = {
        "format": FORMAT,
        "same_outcome": comparison.same_outcome,
        "differences": [_difference(number, trial) for number, trial in enumerate(comparison.trials, start=1)],
        "only_first": [_finding(key, comparison) for key in comparison.only_first],
        "only_second": [_finding(key, comparison) for key in comparison.only_second],
        "ignored": comparison.ignored,
        "first": first,
        "second": second,
    }
    return msgspec.json.encode(document)


def _difference(number: int, trial: Trial) -> dict[str, Any]:
    difference = trial.difference
    pointer = "".join(f"/{key}" for key in difference.path) + (f"/{difference.at[0]}" if difference.at else "")
    alone = trial.judged and {
        "comes": trial.comes,
        "goes": trial.goes,
        "scores": [
            {"elder": deal.scores.as_ruled.elder.total, "younger": deal.scores.as_ruled.younger.total}
            for deal in trial.judged.deals
        ],
    }
    return {
        "number": number,
        "at": pointer,
        "deal": difference.deal,
        "first": difference.first,
        "second": difference.second,
        "alone": alone,
    }


def _finding(key: FindingKey, comparison: Comparison) -> dict[str, Any]:
    return {**msgspec.to_builtins(key), "by": key.by or None, "depends_on": comparison.causes(key)}
