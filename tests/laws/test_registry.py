"""Every law is complete: its page, its codes, their sentences, their samples, their injectors.

A test that fails names the file to edit.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from piquet_records.findings import Severity
from piquet_records.laws import BY_CODE, LAW_NUMBERS, LAWS, Law, page
from piquet_records.laws.__main__ import pages
from piquet_records.laws.new import UNWRITTEN
from piquet_records.laws.samples import samples
from piquet_records.report import sentences
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.simulation.faults import INJECTORS

HEADINGS = ("Statement", "Faults", "Ruling", "Reading", "Example", "Source")
OWN = {**record_faults.FAULTS, **written_vs_computed.FAULTS}
CODES = sorted({*BY_CODE, *OWN})
ROOT = Path(__file__).parents[2]
WORDS = "piquet_records/report/words/findings-en.toml and findings-fr.toml"


def module(law: Law) -> str:
    """Return the path of a law's module."""
    return f"{law.__name__.replace('.', '/')}.py"


def index(code: str) -> str:
    """Return the path of the index that lists the samples of a code."""
    folder = "record" if code in OWN else code.partition(".")[0]
    return f"sample_games/laws/{folder}/index.toml"


def written_by_hand() -> Iterator[Path]:
    """Yield the files that hold what contributors write about findings."""
    package = ROOT / "piquet_records"
    yield from sorted((package / "laws" / "article").glob("*.py"))
    yield from sorted((package / "report" / "words").glob("*.toml"))
    yield from sorted((package / "simulation" / "faults").glob("*.py"))
    yield from sorted((ROOT / "sample_games" / "laws").glob("*/index.toml"))


def test_exactly_twenty_eight_laws() -> None:
    """The article has 28 laws."""
    assert tuple(range(1, 29)) == LAW_NUMBERS


def test_no_stub_is_left_unwritten() -> None:
    """All that ``piquet_records.laws.new`` left to be written has been written."""
    left = [
        f"{path.relative_to(ROOT)}:{number}: write what {line.strip()!r} leaves open"
        for path in written_by_hand()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if UNWRITTEN in line
    ]
    assert not left, "\n".join(left)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.rpartition(".")[2])
def test_page_has_its_headings_in_order(law: Law) -> None:
    """Each page has the same headings in the same order, and explains each code."""
    found = tuple(line for line in page(law).splitlines() if line in HEADINGS)
    assert found == HEADINGS, f"{module(law)}: the docstring needs the headings {', '.join(HEADINGS)}, in this order"
    for code, severity in law.FAULTS.items():
        explained = re.search(rf"{re.escape(code)} \({severity.value}", page(law))
        assert explained, f"{module(law)}: explain {code!r} under Faults: `{code} ({severity.value}): …`"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.rpartition(".")[2])
def test_module_is_small(law: Law) -> None:
    """The module of a law has at most 220 lines."""
    count = len((ROOT / module(law)).read_text("utf-8").splitlines())
    assert count <= 220, f"{module(law)}: {count} lines; move what other laws could use to piquet_records/laws/facts"


@pytest.mark.parametrize("code", CODES)
def test_code_is_well_formed_and_has_sentences(code: str) -> None:
    """A code is readable, and has its sentences in every language."""
    where = module(BY_CODE[code]) if code in BY_CODE else "piquet_records/ruling"
    well_formed = re.fullmatch(r"(law-\d\d|usage-[a-z]+|record)(\.[a-z-]+|-[a-z]+)?", code)
    assert well_formed, f"{where}: write {code!r} as law-NN.words or usage-word.words"
    assert code in sentences.codes(), f"add the sentences of {code} to {WORDS}"


def test_no_sentence_is_without_its_code() -> None:
    """The catalogue has sentences only for codes that are given."""
    extra = sentences.codes() - set(CODES)
    assert not extra, f"take {sorted(extra)} out of {WORDS}, or add them to the FAULTS of their law"


@pytest.mark.parametrize("code", CODES)
def test_code_is_given_by_a_sample(code: str) -> None:
    """A sample record has this finding."""
    gives = [sample.name for sample in samples() if code in sample.gives]
    assert gives, f"add a record with {code} beside {index(code)}, and an entry in it with gives = [{code!r}]"


@pytest.mark.parametrize("code", [code for code in CODES if code not in OWN or OWN[code] is Severity.VIOLATION])
def test_code_is_withheld_from_a_twin(code: str) -> None:
    """A sample record differs in the one fact that matters, and has not this finding."""
    twins = [sample.name for sample in samples() if code in sample.withholds and sample.twin_of]
    assert twins, (
        f"add the lawful twin of a record with {code} beside {index(code)}, and an entry in it with "
        f"withholds = [{code!r}] and twin_of"
    )


@pytest.mark.parametrize("code", CODES)
def test_code_can_be_injected(code: str) -> None:
    """A fault of this code can be put into a regular game."""
    assert code in INJECTORS, f"add an injector of {code} to a module of piquet_records/simulation/faults"


@pytest.mark.parametrize("number", LAW_NUMBERS)
def test_law_has_one_example(number: int) -> None:
    """One sample of each law is printed with its page."""
    folder = f"law-{number:02d}"
    chosen = [sample.name for sample in samples() if sample.folder == folder and sample.example]
    assert len(chosen) == 1, f"sample_games/laws/{folder}/index.toml: one entry needs example = true; found {chosen}"


def test_pages_are_up_to_date() -> None:
    """The pages in ``docs/laws`` are those that `make docs` writes."""
    stored = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "laws").glob("*.md")}
    differ = sorted(name for name in {*stored, *pages()} if stored.get(name) != pages().get(name))
    assert not differ, f"docs/laws: {', '.join(differ)} differ from the modules of the laws; run `make docs`"
