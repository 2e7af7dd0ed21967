"""The documents: complete, and true as far as a test can check."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import piquet_records
from piquet_records.archive import named_queries
from piquet_records.record import steps
from piquet_records.rules.parameters import Rules, profile_names
from piquet_records.ruling.status import OF_RECORD

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "sample_games").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(document: Path, language: str) -> list[str]:
    """Return the code blocks of a language in a document."""
    return [body for name, body in BLOCK.findall(document.read_text("utf-8")) if name == language]


def commands():
    """Return the commands, by name."""
    from typer.main import get_command

    from piquet_records import cli

    return get_command(cli.app).commands


def named(path: Path) -> str:
    """Name a document in a test's id."""
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """Return a folder with the sample games in which examples can be run."""
    shutil.copytree(ROOT / "sample_games", tmp_path / "sample_games")
    monkeypatch.chdir(tmp_path)
    scripts = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_links_lead_somewhere(document):
    targets = re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8"))
    local = [target for target in targets if not target.startswith("https://")]
    assert [target for target in local if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=named)
def test_json_examples_are_json(document):
    for example in blocks(document, "json"):
        json.loads(example)


def test_every_page_stands_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [page.name for page in (ROOT / "docs").glob("*.md") if page.name != "README.md"]
    assert [page for page in pages if f"]({page})" not in index] == []


def test_every_act_and_its_fields_are_described():
    page = (ROOT / "docs" / "record.md").read_text("utf-8")
    shared = {"act", "by", "notes", "x", "after_lead"}
    acts = [kind for kind in vars(steps).values() if isinstance(kind, type) and issubclass(kind, steps.BaseStep)]
    tags = {act.__struct_config__.tag for act in acts if act.__struct_config__.tag != act.__name__}
    assert len(tags) == 38
    words = tags | {field for act in acts for field in act.__struct_encode_fields__} - shared
    assert [word for word in sorted(words) if f"`{word}`" not in page] == []


def test_every_parameter_of_a_profile_is_described():
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert [name for name in Rules.__struct_fields__ if f"| `{name}` |" not in page] == []


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_is_described(profile):
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert f"| `{profile}` |" in page, f"docs/rules.md: add a row for {profile} to the table of profiles"


@pytest.mark.parametrize("query", [query.name for query in named_queries()])
def test_every_named_query_is_described(query):
    page = (ROOT / "docs" / "archive.md").read_text("utf-8")
    assert re.search(rf"^\|[^|]*`{query}`", page, re.MULTILINE), f"docs/archive.md: add {query} to the table of queries"


def test_every_command_has_help_and_a_section():
    sections = re.findall(r"^## piquet (\w+)$", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.MULTILINE)
    found = commands()
    assert sorted(sections) == sorted(found)
    assert [name for name, command in found.items() if not command.help] == []


@pytest.mark.slow
@pytest.mark.parametrize("document", [path for path in DOCUMENTS if blocks(path, "sh")], ids=named)
def test_commands_in_documents_run(document, workplace):
    lines = [line for block in blocks(document, "sh") for line in block.splitlines() if line.startswith("piquet ")]
    for line in lines:
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)  # noqa: S603, S607 - our own documents
        assert done.returncode in {0, 1}, f"{line}\n{done.stderr}"
        assert done.stdout or " > " in line or " --out " in line or line.startswith("piquet ingest"), (
            f"{line} says nothing"
        )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(piquet_records, "validate"), reason="the library's public names are not there yet")
@pytest.mark.parametrize("document", [path for path in DOCUMENTS if blocks(path, "python")], ids=named)
def test_python_in_documents_runs(document, workplace):
    for example in blocks(document, "python"):
        subprocess.run([sys.executable, "-c", example], capture_output=True, check=True)  # noqa: S603 - our own documents


def test_the_codes_of_the_record_itself_are_explained():
    """They have no page of their own."""
    explained = re.findall(r"^\| `(record-\w+)` \|", (ROOT / "docs" / "report.md").read_text("utf-8"), re.MULTILINE)
    assert explained == list(OF_RECORD)
