"""Disputes with the codes, scores and verdict that the laws give them.

Each line of the files ``data/disputes*.jsonl`` holds a record and what is expected of it: codes as [code, by, deal],
where ``?`` is anybody; codes that must be absent; scores and coverage of the first deal.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import Report

DISPUTES = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "data").glob("disputes*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
KNOWN = {
    "codes", "absent", "as_ruled", "as_played", "verdict", "exit", "winner", "totals", "agrees", "after_end",
    "not_checkable", "unrecorded", "assumed",
}  # fmt: skip


def _observed(report: Report, expect: dict[str, Any]) -> dict[str, Any]:
    """Return the report's values for what is expected."""
    deal = report.deals[0]
    result = report.result
    assert result is not None
    said: dict[str, Any] = {
        "as_ruled": {"elder": deal.score.elder.total, "younger": deal.score.younger.total},
        "as_played": {"elder": deal.as_played.elder.total, "younger": deal.as_played.younger.total},
        "verdict": report.verdict,
        "exit": 1 if report.verdict == "violations" else 0,
        "winner": result.winner,
        "totals": {"A": result.score.A, "B": result.score.B},
        "agrees": result.agrees,
        "after_end": [deal.deal for deal in report.deals if deal.after_end],
        "not_checkable": list(deal.not_checkable),
        "unrecorded": list(deal.unrecorded),
        "assumed": deal.assumed,
    }
    return {key: said[key] for key in expect if key in said}


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda dispute: dispute["id"])
def test_dispute(dispute: dict[str, Any]) -> None:
    """The report has the expected codes, by the right player in the right deal, and the expected scores."""
    report = judge(msgspec.convert(dispute["record"], Game))
    expect = dispute["expect"]
    assert set(expect) <= KNOWN
    found = [(finding.code, finding.by, deal.deal) for deal in report.deals for finding in deal.findings]
    for code, by, number in expect["codes"]:
        assert any(
            code == found_code and by in ("?", found_by) and number in (None, found_deal)
            for found_code, found_by, found_deal in found
        ), f"{code} by {by} in deal {number} is not among {found}"
    assert not {code for code, _, _ in found} & set(expect.get("absent", []))
    assert _observed(report, expect) == {key: value for key, value in expect.items() if key not in ("codes", "absent")}
