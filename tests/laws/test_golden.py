"""Each law sample gives the report that is stored beside it, and what its index says of it."""

import json
from pathlib import Path

import pytest

from piquet_records.laws.samples import Sample, samples
from tests.golden import LAWS, records, report_of, stored

RECORDS = records()


def test_there_are_samples() -> None:
    """An empty folder must not pass for a tested one."""
    assert len(RECORDS) >= 100


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_report_is_the_stored_one(path: Path) -> None:
    """The report is the one that was read and stored."""
    assert report_of(path) == json.loads(stored(path).read_text("utf-8"))


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: f"{sample.folder}/{sample.name}")
def test_sample_shows_what_its_index_says(sample: Sample) -> None:
    """It gives the codes it commits, and withholds those whose twin it is."""
    report = report_of(LAWS / sample.folder / f"{sample.name}.json")
    findings = [finding for deal in report["deals"] for finding in deal["findings"]]  # type: ignore[attr-defined]
    assert set(sample.gives) <= {finding["code"] for finding in findings}
    for finding in findings:
        assert finding["code"] not in sample.withholds or finding["status"] in ("remedied", "waived", None)


def test_every_record_is_in_its_index() -> None:
    """No sample is forgotten, and no entry is without a record."""
    assert {(path.parent.name, path.stem) for path in RECORDS} == {(s.folder, s.name) for s in samples()}
