"""Small records that were once judged wrongly, with what is right.

``tests/data/once_wrong.jsonl`` has for each what the article makes of it: findings with their statuses, findings that
must be absent, parts of the evidence, words that no sentence may say, and the elder's points for sets.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from piquet_records.cards.holdings import missing_from
from piquet_records.cards.pack import parse
from piquet_records.record.game import Game
from piquet_records.report.build import judge

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "once_wrong.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_is_judged_rightly(case: dict[str, Any]) -> None:
    expected = case["expect"]
    report = judge(msgspec.convert(case["record"], Game))
    found = {finding.code: finding for finding in report.findings}
    for code, status in expected["codes"]:
        assert code in found, f"{case['about']}: {code} is missing"
        assert found[code].status == status
    assert not found.keys() & set(expected.get("absent", ()))
    for code, evidence in expected.get("evidence", {}).items():
        assert evidence.items() <= found[code].evidence.items()
    said = " ".join(f"{finding.message} {finding.ruling}" for finding in report.findings)
    assert not [words for words in expected.get("not_said", ()) if words in said]
    if "verdict" in expected:
        assert report.verdict == expected["verdict"]
    if "sets" in expected:
        assert report.deals[0].score.elder.sets == expected["sets"]


@pytest.mark.parametrize(
    ("shown", "what", "cards", "top", "missing"),
    [
        ("AS KS QS JS TS", "point", 6, -1, 1),
        ("AS KS QS JS TS 9S", "point", 6, -1, 0),
        ("AS KS QH JS TS 9S", "point", 6, -1, 1),
        ("QD JD", "sequence", 3, 5, 1),
        ("QD JD TD", "sequence", 3, 5, 0),
        ("KD JD TD", "sequence", 3, 5, 1),
        ("QD ?? TD", "sequence", 3, 5, 0),
        ("QD JD JD", "sequence", 3, 5, 0),
    ],
)
def test_cards_missing_from_those_laid_down(shown: str, what: Any, cards: int, top: int, missing: int) -> None:
    """The queen is rank 5, from the seven as 0. An unknown card and a double prove nothing against the player."""
    assert missing_from(parse(shown), what, cards, top) == missing
