"""Every law is complete: its page, its codes, their sentences, their samples, their injectors.

A test that fails names the file to edit.
"""

import ast
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


def lines_of_code(text: str) -> int:
    """Count the lines of a module that are neither empty, nor a comment, nor part of a docstring."""
    tree = ast.parse(text)
    with_docstring = (ast.Module, ast.ClassDef, ast.FunctionDef)
    blocks = [node.body for node in ast.walk(tree) if isinstance(node, with_docstring)]
    texts = [item for block in blocks for item in block if isinstance(item, ast.Expr)]
    prose = {
        number
        for item in texts
        if isinstance(item.value, ast.Constant) and isinstance(item.value.value, str)
        for number in range(item.lineno, (item.end_lineno or item.lineno) + 1)
    }
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return sum(1 for number, line in lines if line and not line.startswith("#") and number not in prose)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.rpartition(".")[2])
def test_module_is_small(law: Law) -> None:
    """The module of a law has at most 200 lines, of which at most 75 are code."""
    text = (ROOT / module(law)).read_text("utf-8")
    lines, code = len(text.splitlines()), lines_of_code(text)
    advice = "shorten its page, or move what other laws could ask of a deal to piquet_records/laws/facts"
    assert lines <= 200, f"{module(law)}: {lines} lines, at most 200 are allowed; {advice}"
    assert code <= 75, f"{module(law)}: {code} lines of code, at most 75 are allowed; {advice}"


def test_lines_of_code_leaves_out_prose() -> None:
    """Docstrings, comments and empty lines are no code; a text in the middle of code is."""
    text = '"""A page\n\nof three lines."""\n\nLIMIT = 3\n"""What it is."""\n# why\nWORDS = (\n    "a",\n)\n'
    assert lines_of_code(text) == 4
    assert lines_of_code(f'{text}\n\ndef check():\n    """Yield nothing."""\n    yield from ()\n') == 6


@pytest.mark.parametrize("path", sorted((ROOT / "piquet_records/laws/facts").glob("*.py")), ids=lambda path: path.stem)
def test_facts_name_no_law(path: Path) -> None:
    """Facts serve every book of laws, so they name no law of one of them."""
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    named = [
        f"{number}: {line.strip()}"
        for number, line in lines
        if re.search(r"\blaws? \d|law-\d|law_\d", line, re.IGNORECASE)
    ]
    assert not named, f"{path.relative_to(ROOT)} names a law; say what the fact is instead: {named}"


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
