"""Every law is whole: its page, its codes, their sentences, their samples."""

import re
from pathlib import Path

import pytest

from piquet_records.findings import Severity
from piquet_records.laws import BY_CODE, LAW_NUMBERS, LAWS, Law, page
from piquet_records.laws.__main__ import pages
from piquet_records.laws.samples import samples
from piquet_records.report import sentences
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.simulation.faults import INJECTORS

HEADINGS = ("Statement", "Faults", "Ruling", "Reading", "Example", "Source")
OWN = {**record_faults.FAULTS, **written_vs_computed.FAULTS}
CODES = sorted({*BY_CODE, *OWN})
ROOT = Path(__file__).parents[2]


def test_exactly_twenty_eight_laws() -> None:
    """The article has 28 laws."""
    assert tuple(range(1, 29)) == LAW_NUMBERS


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.rpartition(".")[2])
def test_page_has_its_headings_in_order(law: Law) -> None:
    """Each page is made of the same headings in the same order, and says what each code is."""
    found = tuple(line for line in page(law).splitlines() if line in HEADINGS)
    assert found == HEADINGS
    for code, severity in law.FAULTS.items():
        assert re.search(rf"{re.escape(code)} \({severity.value}", page(law)), f"{code} is not explained"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.rpartition(".")[2])
def test_module_is_small(law: Law) -> None:
    """A law fits a small room."""
    text = (ROOT / f"{law.__name__.replace('.', '/')}.py").read_text("utf-8")
    assert len(text.splitlines()) <= 220


@pytest.mark.parametrize("code", CODES)
def test_code_is_well_formed_and_has_sentences(code: str) -> None:
    """A code is stable and readable, and has its sentence in every language."""
    assert re.fullmatch(r"(law-\d\d|usage-[a-z]+|record)(\.[a-z-]+|-[a-z]+)?", code)
    assert code in sentences.codes()


def test_no_sentence_is_orphaned() -> None:
    """The catalogue has no code that nothing gives."""
    assert sentences.codes() == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_code_is_given_by_a_sample(code: str) -> None:
    """Some sample record commits it."""
    assert any(code in sample.gives for sample in samples())


@pytest.mark.parametrize("code", [code for code in CODES if code not in OWN or OWN[code] is Severity.VIOLATION])
def test_code_is_withheld_from_a_twin(code: str) -> None:
    """Some sample record differs in the one fact that matters, and does not commit it."""
    assert any(code in sample.withholds and sample.twin_of for sample in samples())


@pytest.mark.parametrize("code", CODES)
def test_code_can_be_injected(code: str) -> None:
    """A fault of it can be put into a regular game."""
    assert code in INJECTORS


@pytest.mark.parametrize("number", LAW_NUMBERS)
def test_law_has_one_example(number: int) -> None:
    """One sample of each law is printed with its page."""
    chosen = [sample for sample in samples() if sample.folder == f"law-{number:02d}" and sample.example]
    assert len(chosen) == 1


def test_pages_are_up_to_date() -> None:
    """The pages in ``docs/laws`` are those that `make docs` writes."""
    folder = ROOT / "docs" / "laws"
    assert {path.name: path.read_text("utf-8") for path in folder.glob("*.md")} == pages()
