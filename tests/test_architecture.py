"""What holds the package together: the direction of imports, and a few things that no module may do."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import piquet_records
from piquet_records.rules import Rules

PACKAGE = Path(piquet_records.__file__).parent

LAYERS = (
    ("errors", "cards", "steps", "writing", "samples"),
    ("holdings", "rules", "messages"),
    ("record", "players"),
    ("trace", "conditions", "lawful"),
    ("findings", "piles", "table", "lexical"),
    ("replay", "categories", "bonus", "schema"),
    ("scoring", "reading"),
    ("case", "counting", "report"),
    ("record_faults", "agreement", "gameline", "states", "laws.common", "laws.misdeals"),
    ("laws.looks", "laws.calls"),
    ("laws.demands",),
    ("laws.rights",),
    ("laws.law_*", "laws.usage_*"),
    ("laws",),
    ("laws.__main__",),
    ("status",),
    ("judge",),
    ("faults.occasion",),
    ("faults.*",),
    ("faults",),
    ("simulate",),
    ("validation", "stats", "render.phrases", "render.places", "render.tables"),
    ("render.telling",),
    ("render.deal_page",),
    ("render.page",),
    ("gather", "render.*"),
    ("bulk",),
    ("regular",),
    ("judging",),
    ("archive.rows", "archive.queries"),
    ("archive.store", "archive.regular_rows"),
    ("archive.ready", "archive.query"),
    ("archive.*",),
    ("archive", "render"),
    ("",),  # the package itself: the public names
    ("cli.common", "cli.progress"),
    ("cli.*",),
    ("cli",),
)
"""A module imports only from layers above its own. One that stands nowhere fails the tests: place it."""

SCORING = {"scoring", "bonus"}
NAMES_LAWS = ("laws", "laws.*", "messages", "faults", "faults.*")
"""Who may name a law: the laws, their sentences, and what injects faults for the tests."""

HEAVY = {"polars", "duckdb", "numpy", "jsonschema", "altair", "jinja2"}

TREES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix("."): (
        path,
        ast.parse(path.read_text("utf-8")),
    )
    for path in sorted(PACKAGE.rglob("*.py"))
}


def layer(module: str) -> int:
    """Give the layer that a module stands in, or -1."""
    for number, patterns in enumerate(LAYERS):
        if any(fnmatch(module, pattern) for pattern in patterns):
            return number
    return -1


def imports(module: str) -> Iterator[str]:
    """Give the modules of the package that a module imports, wherever in it the import stands."""
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.Import):
            yield from (named(alias.name) for alias in node.names if alias.name.split(".")[0] == "piquet_records")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} line {node.lineno}: write the import in full"
            if node.module and node.module.split(".")[0] == "piquet_records":
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                yield from {named(name) if named(name) in TREES else named(node.module) for name in inside}


def named(dotted: str) -> str:
    """Give a module's name within the package."""
    return dotted.removeprefix("piquet_records").removeprefix(".")


def functions(module: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Give the functions and methods of a module."""
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def profile_names() -> set[str]:
    """Give the names of the profiles, with and without their versions."""
    stems = {path.stem.rpartition("-") for path in (PACKAGE / "profiles").glob("*.toml")}
    return {name for name, _, _ in stems} | {f"{name}@{version}" for name, _, version in stems}


def compared(tree: ast.Module) -> Iterator[tuple[int, list[ast.AST]]]:
    """Give what is compared with what, line by line, in comparisons and in the cases of a match."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            listed = [item for side in node.comparators for item in getattr(side, "elts", ())]
            yield node.lineno, [node.left, *node.comparators, *listed]
        elif isinstance(node, ast.Match):
            patterns = [inner for case in node.cases for inner in ast.walk(case.pattern)]
            yield from (
                (inner.lineno, [node.subject, inner.value]) for inner in patterns if isinstance(inner, ast.MatchValue)
            )


def heavy_after(code: str) -> set[str]:
    """Run Python code by itself and give the heavy packages that it loaded."""
    report = f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", report], capture_output=True, text=True, check=True)  # noqa: S603 - our own code
    return HEAVY & set(done.stderr.split())


@pytest.mark.parametrize("module", TREES)
def test_every_module_has_its_place(module):
    assert layer(module) >= 0, f"give {module} a place in LAYERS"


@pytest.mark.parametrize("module", TREES)
def test_modules_import_only_from_layers_above_their_own(module):
    assert [other for other in imports(module) if layer(other) >= layer(module)] == []


def test_laws_and_scoring_never_import_each_other():
    for module in TREES:
        if module.split(".")[0] == "laws":
            assert not SCORING & set(imports(module)), module
        elif module in SCORING:
            assert not [other for other in imports(module) if other.split(".")[0] == "laws"], module


def test_no_law_imports_another():
    numbered = [module for module in TREES if fnmatch(module, "laws.law_*")]
    for module in numbered:
        assert not set(numbered) & set(imports(module)), module


@pytest.mark.parametrize("module", [m for m in TREES if not any(fnmatch(m, pattern) for pattern in NAMES_LAWS)])
def test_only_laws_name_a_law(module):
    lines = TREES[module][0].read_text("utf-8").splitlines()
    assert [line for line in lines if re.search(r"\blaw[-_]\d", line)] == []


def test_no_code_asks_for_the_name_of_a_profile():
    """A parameter's value may be spelt like a profile; then the comparison names the parameter."""
    names = profile_names()
    assert "classic" in names
    asks = [
        f"{module}:{line}"
        for module, (_, tree) in TREES.items()
        for line, sides in compared(tree)
        if any(isinstance(side, ast.Constant) and side.value in names for side in sides)
        and not any(isinstance(side, ast.Attribute) and side.attr in Rules.__struct_fields__ for side in sides)
    ]
    assert asks == []


@pytest.mark.parametrize("module", TREES)
def test_modules_and_functions_stay_small(module):
    assert len(TREES[module][0].read_text("utf-8").splitlines()) <= 400
    assert [f.name for f in functions(module) if (f.end_lineno or f.lineno) - f.lineno >= 60] == []


def test_importing_the_package_loads_nothing_heavy():
    assert heavy_after("import piquet_records") == set()


def test_help_loads_nothing_heavy():
    assert heavy_after("sys.argv = ['piquet', '--help']; from piquet_records.cli import main; main()") == set()
