"""Each law sample has the report that is stored beside it, and the findings that its index names."""

import difflib
from pathlib import Path

import pytest

from piquet_records.laws import BY_CODE
from piquet_records.laws.samples import Sample, samples
from tests.golden import LAWS, records, report_of, stored, text

RECORDS = records()
ROOT = Path(__file__).parents[2]


def named(path: Path) -> str:
    """Return a path from the top of the working copy."""
    return path.relative_to(ROOT).as_posix()


def lawgiver(code: str) -> str:
    """Return the file in which a finding is made."""
    return f"{BY_CODE[code].__name__.replace('.', '/')}.py" if code in BY_CODE else "piquet_records/ruling"


def test_there_are_samples() -> None:
    """An empty folder must not pass for a tested one."""
    assert len(RECORDS) >= 100


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_report_is_the_stored_one(path: Path) -> None:
    """The report is the one that was read and stored."""
    golden = stored(path)
    assert golden.exists(), f"{named(path)} has no stored report: run `make golden`, and read it against the law"
    expected, found = golden.read_text("utf-8"), text(report_of(path))
    changed = "\n".join(
        difflib.unified_diff(
            expected.splitlines(), found.splitlines(), named(golden), "the report now", n=2, lineterm=""
        )
    )
    assert expected == found, (
        f"{changed}\n\nIf each changed line is right, run `make golden` to store it; if not, mend the program."
    )


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: f"{sample.folder}/{sample.name}")
def test_sample_shows_what_its_index_says(sample: Sample) -> None:
    """It has the findings that its entry gives, and has not, or only settled, those that it withholds."""
    path = LAWS / sample.folder / f"{sample.name}.json"
    report = report_of(path)
    findings = [finding for deal in report["deals"] for finding in deal["findings"]]  # type: ignore[attr-defined]
    for code in sample.gives:
        assert code in {finding["code"] for finding in findings}, (
            f"{named(path)} should give {code}: write the fault into the record, or its check into {lawgiver(code)}"
        )
    for finding in findings:
        code = finding["code"]
        assert code not in sample.withholds or finding["status"] in ("remedied", "waived", None), (
            f"{named(path)} should not give {code}: mend the record, or the check in {lawgiver(code)}"
        )


def test_every_record_is_in_its_index() -> None:
    """Each sample has an entry, and each entry a record."""
    files, entries = {(path.parent.name, path.stem) for path in RECORDS}, {(s.folder, s.name) for s in samples()}
    for folder, name in sorted(files - entries):
        pytest.fail(f"add an entry [{name}] to sample_games/laws/{folder}/index.toml")
    for folder, name in sorted(entries - files):
        pytest.fail(f"add the record sample_games/laws/{folder}/{name}.json, or take its entry out of index.toml")
