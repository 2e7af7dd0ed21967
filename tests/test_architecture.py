"""The rules of the package: the direction of imports, and a few things that no module may do."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import piquet_records
from piquet_records.rules.parameters import Rules

PACKAGE = Path(piquet_records.__file__).parent

ROOMS = (
    "errors",
    "files",
    "cards",
    "rules",
    "record",
    "trace",
    "findings",
    "scoring",
    "laws",
    "ruling",
    "report",
    "notation",
    "bulk",
    "archive",
    "render",
    "simulation",
    "",  # the package itself: the public names
    "cli",
)
"""The rooms in the order of the flow. A module imports from its own room and from those above it in this list."""

WALLS = {
    "files": ("errors",),
    "cards": (),
    "rules": ("errors",),
    "record": ("errors", "files", "cards", "rules"),
    "trace": ("cards", "record"),
    "notation": ("errors", "files", "cards", "rules", "record", "trace"),
    "findings": ("cards", "record"),
    "scoring": ("cards", "rules", "record", "trace", "findings"),
    "laws": ("files", "cards", "rules", "record", "trace", "findings", "scoring"),
    "ruling": ("cards", "rules", "record", "trace", "findings", "scoring", "laws"),
    "report": ("cards", "rules", "record", "findings", "scoring", "laws", "ruling"),
    "render": (
        "errors",
        "files",
        "cards",
        "record",
        "trace",
        "scoring",
        "laws",
        "ruling",
        "report",
        "bulk",
        "archive",
        "notation",
    ),
}
"""Rooms that may not even import from every room above them."""

TYPES_FOR_LAWS = {"Score", "Breakdown"}
"""All that laws may take from scoring: the types of the score that they are given."""

JUDGING = {"judge", "judge_game", "replay", "replay_deal", "score", "validate", "walk_exchange"}
"""What no page may call: a page is made from a game that was judged already."""

HEAVY = {"polars", "duckdb", "numpy", "jsonschema", "altair", "jinja2", "lark"}

TREES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").removesuffix("."): (
        path,
        ast.parse(path.read_text("utf-8")),
    )
    for path in sorted(PACKAGE.rglob("*.py"))
}


def room(module: str) -> str:
    """Return the room of a module: the first part of its name."""
    return module.partition(".")[0]


def imports(module: str) -> Iterator[str]:
    """Yield the modules of the package that a module imports, wherever in it the import stands."""
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.Import):
            yield from (named(alias.name) for alias in node.names if alias.name.split(".")[0] == "piquet_records")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} line {node.lineno}: write the import in full"
            if node.module and node.module.split(".")[0] == "piquet_records":
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                yield from {named(name) if named(name) in TREES else named(node.module) for name in inside}


def reached(module: str) -> dict[str, str]:
    """Return every module that a module imports, directly or not, with the one that imports it."""
    found: dict[str, str] = {}
    todo = [module]
    while todo:
        current = todo.pop()
        for other in imports(current):
            if other not in found:
                found[other] = current
                todo.append(other)
    return found


def named(dotted: str) -> str:
    """Return a module's name within the package."""
    return dotted.removeprefix("piquet_records").removeprefix(".")


def functions(module: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions and methods of a module."""
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def profile_names() -> set[str]:
    """Return the names of the profiles, with and without their versions."""
    stems = {path.stem.rpartition("-") for path in (PACKAGE / "rules" / "profiles").glob("*.toml")}
    return {name for name, _, _ in stems} | {f"{name}@{version}" for name, _, version in stems}


def compared(tree: ast.Module) -> Iterator[tuple[int, list[ast.AST]]]:
    """Yield what is compared with what, line by line, in comparisons and in the cases of a match."""
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
def test_every_module_stands_in_a_room(module):
    assert room(module) in ROOMS, f"{TREES[module][0]}: move it into one of the rooms {', '.join(ROOMS)}"


@pytest.mark.parametrize("module", TREES)
def test_imports_follow_the_flow(module):
    own = room(module)
    allowed = WALLS.get(own, ROOMS[: ROOMS.index(own)])
    for other in imports(module):
        assert room(other) in (own, *allowed), (
            f"{TREES[module][0]} imports piquet_records.{other}, but the room {own!r} may only import from "
            f"{', '.join(allowed) or 'no other room'}. Move what is shared into one of those, or pass it in as a "
            "value; the rooms are described in piquet_records/ROOM/__init__.py."
        )


@pytest.mark.parametrize("module", TREES)
def test_rooms_have_no_circle(module):
    """Imports go one way within a room too."""
    assert module not in reached(module), f"{TREES[module][0]}: it imports itself by way of {reached(module)[module]}"


@pytest.mark.parametrize("module", [module for module in TREES if room(module) == "laws"])
def test_laws_take_only_types_from_scoring(module):
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("piquet_records.scoring"):
            names = {alias.name for alias in node.names}
            assert names <= TYPES_FOR_LAWS, (
                f"{TREES[module][0]} takes {sorted(names - TYPES_FOR_LAWS)} from scoring. A law is given a score and "
                "may not work one out; what laws and scoring both need to know of calls belongs in trace/claims.py."
            )


@pytest.mark.parametrize("module", [module for module in TREES if module.startswith("render.")])
def test_pages_are_made_from_a_judged_game(module):
    for node in ast.walk(TREES[module][1]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("piquet_records"):
            names = {alias.name for alias in node.names}
            assert names.isdisjoint(JUDGING), (
                f"{TREES[module][0]} takes {sorted(names & JUDGING)}. Pass it a JudgedGame or a Report instead, which "
                "keep what happened in each deal and its scores; see ruling/judged.py."
            )


@pytest.mark.parametrize("module", [module for module in TREES if "law_" in module])
def test_no_law_imports_another(module):
    others = [other for other in imports(module) if "law_" in other or "usage_" in other]
    assert not others, f"{TREES[module][0]} imports {others}; move what both need into laws/facts"


@pytest.mark.parametrize("module", [m for m in TREES if room(m) != "laws" and not m.startswith("simulation.faults")])
def test_only_laws_name_a_law(module):
    """Only laws name laws, and the injectors of faults, which name the findings that tests expect."""
    lines = enumerate(TREES[module][0].read_text("utf-8").splitlines(), start=1)
    found = [f"{TREES[module][0]}:{number}: {line}" for number, line in lines if re.search(r"\blaw[-_]\d", line)]
    assert not found, f"ask for a parameter or an effect instead of a law: {found}"


def test_no_code_asks_for_the_name_of_a_profile():
    """If the value of a parameter is spelt like a profile, the comparison must name the parameter."""
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
