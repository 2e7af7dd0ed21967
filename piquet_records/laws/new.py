"""Write the stubs of a new finding: ``python -m piquet_records.laws.new 14 withdrawn-twice "The caller …"``.

For contributors, in a working copy; CONTRIBUTING.md describes the steps that follow. Knows the files that a finding
needs and the places in them, as text; knows no law.
"""

import argparse
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from piquet_records.laws.samples import record_text, samples

UNWRITTEN: Final = "UNWRITTEN"
"""Marks what a contributor has to write. Tests fail as long as it is found in a file."""

PARTS: Final = ("dealing", "exchanging", "calling", "looking", "playing", "recording", "refusing")
"""The modules of ``piquet_records/simulation/faults``, by the part of a deal in which the fault is made."""

PLAYERS: Final = {"elder": "ONLY_ELDER", "younger": "ONLY_YOUNGER", "nobody": "NOBODYS"}
"""Who can commit a fault, if not both players can, and the set of tests/test_faults.py that says so."""

_ROOT: Final = Path(__file__).parents[2]
_ARTICLE: Final = "piquet_records/laws/article"
_BOOK: Final = f"{_ARTICLE}/__init__.py"
_FAULTS: Final = "piquet_records/simulation/faults"
_WORDS: Final = tuple(f"piquet_records/report/words/findings-{lang}.toml" for lang in ("en", "fr"))
_SCHEMA: Final = "schemas/piquet-report-1.schema.json"
_TESTS: Final = "tests/test_faults.py"

_NEW_LAW: Final = '''"""{heading}

Statement
    {unwritten}

Faults
    {unwritten}

Ruling
    {unwritten}

Reading
    {unwritten}

Example
    sample_games/laws/{prefix}/{slug}.json

Source
    {unwritten}
"""

from collections.abc import Iterator

from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need

NUMBER = {number}
NEEDS: frozenset[Need] = frozenset()
FAULTS: dict[str, Severity] = {{}}


def check(case: Case) -> Iterator[Finding]:
    """Find {unwritten}."""
    yield from ()
'''

_INJECTOR: Final = '''def {function}(regular: RegularDeal) -> Injection | None:
    """{unwritten}."""
    message = "{unwritten}: the injector of {code} in {file}"
    raise NotImplementedError(message)


'''

_ENTRIES: Final = """[{slug}]
about = "{sentence}"
gives = ["{code}"]
{example}
[{slug}-twin]
about = "The same deal without the fault."
withholds = ["{code}"]
twin_of = "{slug}"
"""


class NewFindingError(ValueError):
    """A finding that cannot be added: its code is taken, or a file is not as expected."""


class NewFinding(NamedTuple):
    """A finding to be added."""

    prefix: str
    """What its code begins with: ``law-14`` or ``usage-exchange``."""
    slug: str
    sentence: str
    """What was done wrong."""
    severity: str = "violation"
    part: str | None = None
    """The part of a deal in which it is injected; None: where the other findings of its law are."""
    player: str | None = None
    """Who alone can commit it, a key of ``PLAYERS``; None: both players can."""

    @property
    def code(self) -> str:
        """The finding code."""
        return f"{self.prefix}.{self.slug}"


class Stubs(NamedTuple):
    """New texts of files, by their paths from the top of the working copy."""

    by_hand: dict[str, str]
    """Files that have to be completed by hand."""
    finished: dict[str, str]
    """Files in which nothing is left to write."""


def stubs(finding: NewFinding, root: Path = _ROOT) -> Stubs:
    """Return the files that a new finding needs, with its stubs in them. Writes nothing.

    Raises NewFindingError if the code exists already, if it is not known where its injector belongs, or if a file has
    not the form that is expected.
    """
    law = _law_file(finding, root)
    injector = f"{_FAULTS}/{finding.part or _part_of_law(finding, root)}.py"
    folder = f"sample_games/laws/{finding.prefix}"
    if finding.code in _text(root, law) or (root / folder / f"{finding.slug}.json").exists():
        message = f"{finding.code} exists already, or a sample record of that name does; choose another name"
        raise NewFindingError(message)
    by_hand = {
        law: _with_fault(_text(root, law) or _new_law(finding), finding, law),
        **{path: _with_sentences(_text(root, path), finding, path) for path in _WORDS},
        f"{folder}/{finding.slug}.json": _record(finding, finding.slug),
        injector: _with_injector(_text(root, injector), finding, injector),
    }
    finished = {
        f"{folder}/{finding.slug}-twin.json": _record(finding, f"{finding.slug}-twin"),
        f"{folder}/index.toml": _with_entries(_text(root, f"{folder}/index.toml"), finding),
        _SCHEMA: _with_code(_text(root, _SCHEMA), finding.code),
    }
    if not _text(root, law) and finding.prefix.startswith("usage-"):
        usage = finding.prefix.removeprefix("usage-")
        finished[_BOOK] = _inserted(_text(root, _BOOK), r"^USAGES[^\n]*(?=\)$)", f', "{usage}"', _BOOK)
    if finding.player:
        opening = rf"^{PLAYERS[finding.player]}\b[^\n]*= {{"
        finished[_TESTS] = _inserted(_text(root, _TESTS), opening, f'\n    "{finding.code}",', _TESTS)
    return Stubs(by_hand, finished)


def _text(root: Path, path: str) -> str:
    """Return the text of a file; empty if there is none."""
    file = root / path
    return file.read_text("utf-8") if file.is_file() else ""


def _inserted(text: str, pattern: str, addition: str, path: str) -> str:
    """Insert text behind the last match of a pattern. Raise NewFindingError if there is none."""
    matches = list(re.finditer(pattern, text, re.MULTILINE))
    if not matches:
        message = f"{path}: found no place for the new finding: nothing matches {pattern}"
        raise NewFindingError(message)
    end = matches[-1].end()
    return text[:end] + addition + text[end:]


# The law


def _law_file(finding: NewFinding, root: Path) -> str:
    """Return the module of the law, found by the beginning of its name, or the name of a new module."""
    stem = finding.prefix.replace("-", "_")
    numbered = stem.startswith("law_")
    there = sorted((root / _ARTICLE).glob(f"{stem}_*.py" if numbered else f"{stem}.py"))
    if there:
        return there[0].relative_to(root).as_posix()
    return f"{_ARTICLE}/{stem}_{_identifier(finding.slug)}.py" if numbered else f"{_ARTICLE}/{stem}.py"


def _identifier(slug: str) -> str:
    return slug.replace("-", "_")


def _new_law(finding: NewFinding) -> str:
    kind, _, number = finding.prefix.partition("-")
    return _NEW_LAW.format(
        heading=f"Law {int(number)}. {UNWRITTEN}." if kind == "law" else f"Usage. {UNWRITTEN}.",
        number=int(number) if kind == "law" else None,
        prefix=finding.prefix,
        slug=finding.slug,
        unwritten=UNWRITTEN,
    )


def _with_fault(text: str, finding: NewFinding, path: str) -> str:
    """Add the code to the page of a law, as the last under *Faults*, and to its ``FAULTS``."""
    line = f"{finding.code} ({finding.severity}): {finding.sentence[:1].lower()}{finding.sentence[1:]}"
    page = textwrap.fill(line, 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    text = _inserted(text, r"^Faults\n(    [^\n]*\n)*", f"{page}\n", path)
    entry = f'"{finding.code}": Severity.{finding.severity.upper()}'
    if one_line := re.search(r"^(FAULTS[^\n]* = {)([^\n]*)}$", text, re.MULTILINE):
        body = "".join([f"\n    {each}," for each in (one_line[2], entry) if each])
        return f"{text[: one_line.end(1)]}{body}\n}}{text[one_line.end() :]}"
    return _inserted(text, r"^FAULTS[^\n]* = {\n(    [^\n]*\n)*", f"    {entry},\n", path)


# Sentences, schema, samples


def _with_sentences(text: str, finding: NewFinding, path: str) -> str:
    """Add the sentences behind those of the same law, else behind those of all laws or usages."""
    section = f'[findings."{finding.code}"]\nmessage = "{UNWRITTEN}."\nruling = "{UNWRITTEN}."\n\n'
    block = r'^\[findings\."{}\b[^\n]*\n([^\[\n][^\n]*\n|\n)*'
    same, kind = block.format(finding.prefix), block.format(finding.prefix.partition("-")[0])
    return _inserted(text, same if re.search(same, text, re.MULTILINE) else kind, section, path)


def _with_code(text: str, code: str) -> str:
    """Add the code to the list of finding codes in the schema of reports, in order of name."""
    found = re.search(r'"code": {\s*"description": [^\n]*\s*"enum": \[\n([^\]]*?)\n *\]', text)
    codes = sorted([*re.findall(r'"([^"]+)"', found[1]), code]) if found else []
    if not found:
        message = f"{_SCHEMA}: found no list of finding codes"
        raise NewFindingError(message)
    lines = ",\n".join([f'            "{each}"' for each in codes])
    return text[: found.start(1)] + lines + text[found.end(1) :]


def _with_entries(text: str, finding: NewFinding) -> str:
    """Add the two records to the index of their folder; the first of a new folder is the law's example."""
    before, example = (f"{text}\n", "") if text else ("", "example = true\n")
    return before + _ENTRIES.format(slug=finding.slug, code=finding.code, sentence=finding.sentence, example=example)


def _record(finding: NewFinding, name: str) -> str:
    """Return a lawful record, of the same law if possible, under a new id."""
    lawful = [sample for sample in samples() if sample.withholds and not sample.gives]
    lawful.sort(key=lambda sample: sample.folder != finding.prefix)
    return re.sub(r'"id": "[^"]*"', f'"id": "{finding.prefix}-{name}"', record_text(lawful[0]), count=1)


# The injector


def _part_of_law(finding: NewFinding, root: Path) -> str:
    for part in PARTS:
        if f'"{finding.prefix}.' in _text(root, f"{_FAULTS}/{part}.py").partition("INJECTORS: Final")[2]:
            return part
    message = f"no fault of {finding.prefix} is injected yet; choose a part of the deal with --part: {', '.join(PARTS)}"
    raise NewFindingError(message)


def _with_injector(text: str, finding: NewFinding, path: str) -> str:
    """Add a function and its entry in ``INJECTORS``."""
    function = _identifier(finding.slug)
    if re.search(rf"\b{function}\b", text):
        function = f"{_identifier(finding.prefix)}_{function}"
    stub = _INJECTOR.format(function=function, unwritten=UNWRITTEN, code=finding.code, file=path)
    entries, same = r"^INJECTORS: Final[^\n]* = {\n(    [^\n]*\n)*", rf'^    "{finding.prefix}\b[^\n]*,\n'
    place = same if re.search(same, text, re.MULTILINE) else entries
    text = _inserted(text, place, f'    "{finding.code}": {function},\n', path)
    return text.replace("INJECTORS: Final", f"{stub}INJECTORS: Final", 1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the stubs, and print which files have to be completed."""
    parser = argparse.ArgumentParser(prog="python -m piquet_records.laws.new", description="Write a finding's stubs.")
    parser.add_argument("law", help="the number of a law, or usage-NAME")
    parser.add_argument("slug", help="the rest of the code: words joined by hyphens")
    parser.add_argument("sentence", help="what a player does wrong, in one sentence")
    parser.add_argument("--note", action="store_true", help="it is a note, not a violation")
    parser.add_argument("--by", choices=PLAYERS, help="who alone can commit it; by default both players can")
    parser.add_argument("--part", choices=PARTS, help="the part of a deal in which the fault is injected")
    asked = parser.parse_args(arguments)
    prefix = f"law-{int(asked.law):02d}" if asked.law.isdecimal() else asked.law
    sentence = asked.sentence.rstrip(".") + "."
    if not re.fullmatch(r"(law-\d\d|usage-[a-z]+) [a-z]+(-[a-z]+)*", f"{prefix} {asked.slug}") or '"' in sentence:
        parser.error("write a law's number or usage-NAME, words joined by hyphens, and a sentence without quotes")
    severity = "note" if asked.note else "violation"
    try:
        made = stubs(NewFinding(prefix, asked.slug, sentence, severity, asked.part, asked.by))
    except NewFindingError as error:
        parser.error(str(error))
    for path, text in {**made.by_hand, **made.finished}.items():
        (_ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (_ROOT / path).write_text(text, encoding="utf-8")
    print("Complete by hand:", *made.by_hand, "Finished:", *made.finished, sep="\n  ")
    print(f"Then `make golden`, `make docs`, `make test`; what is missing is marked {UNWRITTEN}.")


if __name__ == "__main__":
    main()
