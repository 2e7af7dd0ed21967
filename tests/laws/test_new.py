"""The stubs of a new finding: what is written, and that tests fail until a contributor has completed it."""

import difflib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from piquet_records.laws.new import UNWRITTEN, NewFinding, NewFindingError, stubs

ROOT = Path(__file__).parents[2]
TWICE = NewFinding("law-22", "named-twice", "He named two ranks for one quatorze.")
HASTY = NewFinding("usage-haste", "led-early", "He led before the reply.", "note", "playing", "elder")


def test_a_new_finding_of_a_law_takes_five_files_to_complete() -> None:
    """They are the law, the sentences in two languages, the record and the injector. The rest is finished."""
    made = stubs(TWICE)
    assert list(made.by_hand) == [
        "piquet_records/laws/article/law_22_set_unnamed.py",
        "piquet_records/report/words/findings-en.toml",
        "piquet_records/report/words/findings-fr.toml",
        "sample_games/laws/law-22/named-twice.json",
        "piquet_records/simulation/faults/calling.py",
    ]
    assert list(made.finished) == [
        "sample_games/laws/law-22/named-twice-twin.json",
        "sample_games/laws/law-22/index.toml",
        "schemas/piquet-report-1.schema.json",
    ]


@pytest.mark.parametrize("finding", [TWICE, HASTY], ids=lambda finding: finding.code)
def test_nothing_that_was_there_is_lost(finding: NewFinding) -> None:
    """Every line of a file is still in it, in the same order, but for one that is opened to take the code."""
    for path, text in {**stubs(finding).by_hand, **stubs(finding).finished}.items():
        if (ROOT / path).exists():
            before = (ROOT / path).read_text("utf-8").splitlines()
            lost = [line for line in difflib.ndiff(before, text.splitlines()) if line.startswith("-")]
            assert all(re.match(r"- (FAULTS|USAGES|ONLY_ELDER)", line) for line in lost), path


def test_a_new_rule_without_number_gets_a_module_and_a_place_in_the_order() -> None:
    """It is listed in ``USAGES``, its first record is its example, and who can commit it is known to the tests."""
    made = stubs(HASTY)
    assert "NUMBER = None" in made.by_hand["piquet_records/laws/article/usage_haste.py"]
    assert '"remedy", "haste")' in made.finished["piquet_records/laws/article/__init__.py"]
    assert "example = true" in made.finished["sample_games/laws/usage-haste/index.toml"]
    assert 'ONLY_ELDER = {\n    "usage-haste.led-early",\n' in made.finished["tests/test_faults.py"]


@pytest.mark.parametrize(
    ("finding", "message"),
    [
        (TWICE._replace(slug="set-unnamed"), "law-22.set-unnamed exists already"),
        (TWICE._replace(slug="only-quatorze"), "a sample record of that name"),
        (HASTY._replace(part=None), "choose a part of the deal with --part: dealing, exchanging"),
    ],
    ids=["code", "record", "part"],
)
def test_what_cannot_be_added_is_refused(finding: NewFinding, message: str) -> None:
    """Nothing is written."""
    with pytest.raises(NewFindingError, match=message):
        stubs(finding)


EXPECTED = (
    f"piquet_records/laws/article/usage_haste.py:4: write what '{UNWRITTEN}' leaves open",
    f"piquet_records/report/words/findings-en.toml:\\d+: write what 'message = \"{UNWRITTEN}.\"' leaves open",
    f"piquet_records/report/words/findings-fr.toml:\\d+: write what 'ruling = \"{UNWRITTEN}.\"' leaves open",
    "sample_games/laws/law-22/named-twice.json should give law-22.named-twice: write the fault into the record, or",
    "or its check into piquet_records/laws/article/law_22_set_unnamed.py",
    "sample_games/laws/usage-haste/led-early.json has no stored report: run `make golden`",
    f"{UNWRITTEN}: the injector of law-22.named-twice in piquet_records/simulation/faults/calling.py",
    f"{UNWRITTEN}: the injector of usage-haste.led-early in piquet_records/simulation/faults/playing.py",
    "docs/laws: .*law-22-set-unnamed.md.* run `make docs`",
)


def test_tests_name_each_file_that_is_not_complete(tmp_path: Path) -> None:
    """In a copy of the project to which two findings were just added, what fails says what is missing, and where."""
    for folder in ("piquet_records", "sample_games", "schemas", "docs", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *arguments]
        environment = {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own code

    for arguments in (
        ("22", TWICE.slug, TWICE.sentence),
        ("usage-haste", HASTY.slug, HASTY.sentence, "--note", "--part", "playing", "--by", "elder"),
    ):
        done = run("piquet_records.laws.new", *arguments)
        assert done.returncode == 0, done.stderr
    tests = (
        "tests/laws/test_registry.py",
        "tests/laws/test_golden.py",
        "tests/test_faults.py::test_whoever_can_commit_a_fault_does",
    )
    which = f"stub or date or {TWICE.slug} or {HASTY.slug}"
    found = run("pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", which).stdout
    assert [line for line in EXPECTED if not re.search(line, found)] == [], found
