"""Write the pages of the laws as Markdown: ``python -m piquet_records.laws FOLDER``.

A page is the docstring of the law's module, so code and page stand in one file.
"""

import re
import sys
import textwrap
from pathlib import Path

from piquet_records.laws import LAWS, Law, page

HEADINGS = ("Statement", "Faults", "Ruling", "Reading", "Example", "Source")


def file_name(law: Law) -> str:
    """Return the file name of a law's page, made from the name of its module."""
    return law.__name__.rpartition(".")[2].replace("_", "-") + ".md"


def markdown(law: Law) -> str:
    """Return a law's page as Markdown: the title and the headings become headings, the rest stays as it is."""
    first, *rest = page(law).splitlines()
    parts = [f"# {first.rstrip('.')}", ""]
    body: list[str] = []
    for line in [*rest, HEADINGS[0]]:
        if line in HEADINGS:
            text = _listed(textwrap.dedent("\n".join(body)).strip("\n"), law)
            parts += [text, ""] if text else []
            parts += [f"## {line}", ""]
            body = []
        else:
            body.append(line)
    return "\n".join(parts[:-2]).rstrip() + "\n"


def _listed(text: str, law: Law) -> str:
    """Return a section with the paragraphs that begin with a finding code of the law made into list items."""
    codes = "|".join(map(re.escape, law.FAULTS))
    return re.sub(rf"^({codes})(?= \()", r"- `\1`", text, flags=re.MULTILINE)


def index() -> str:
    """Return the page that lists all pages."""
    lines = [f"- [{page(law).splitlines()[0].rstrip('.')}]({file_name(law)})" for law in LAWS]
    return "\n".join(
        ["# The laws", "", "Made from the modules in `piquet_records/laws/` by `make docs`.", "", *lines, ""]
    )


def pages() -> dict[str, str]:
    """Return the text of every page, by file name."""
    return {"README.md": index()} | {file_name(law): markdown(law) for law in LAWS}


def write(folder: Path) -> None:
    """Write all pages into a folder, made if missing, and delete other Markdown files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    current = pages()
    for old in folder.glob("*.md"):
        if old.name not in current:
            old.unlink()
    for name, text in current.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
