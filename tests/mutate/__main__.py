"""Runs the tests on a module changed in one place at a time.

``make mutate MODULE=… TESTS="…"`` prints which changes of a module no test notices.

Works on a copy of the repository. A change turns a comparison round or loosens it, or puts ``or`` for ``and``, plus
for minus, a number one higher, True for False, a condition negated. Prints each change that survives, with its line,
and then how many were tried. ``--sample`` tries so many of them, chosen by ``--seed``.
"""

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("piquet_records", "tests", "sample_games", "schemas", "docs", "pyproject.toml", "README.md")
TIMEOUT = 120
"""Seconds after which a run counts as noticed: the change made a loop endless."""
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


def main() -> None:
    """Try the changes of one module. Ends with status 1 if one survives, and 2 if the tests fail without any."""
    arguments = argparse.ArgumentParser(prog="make mutate")
    arguments.add_argument("module", type=Path)
    arguments.add_argument("tests", nargs="+")
    arguments.add_argument("--sample", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    tree = ast.parse((ROOT / chosen.module).read_text("utf-8"))
    found = list(changes(tree))
    if chosen.sample is not None and chosen.sample < len(found):
        found = random.Random(chosen.seed).sample(found, chosen.sample)
    with tempfile.TemporaryDirectory() as folder:
        place = _copied(Path(folder))
        if not _passes(place, chosen.tests):
            print("the tests fail without a change")
            sys.exit(2)
        survivors = 0
        for line, said, changed in found:
            (place / chosen.module).write_text(ast.unparse(changed), "utf-8")
            if _passes(place, chosen.tests):
                survivors += 1
                print(f"{chosen.module}:{line}: {said}", flush=True)
    print(f"{chosen.module}: {len(found)} changes, {survivors} survive")
    sys.exit(survivors > 0)


def changes(tree: ast.Module) -> Iterator[tuple[int, str, ast.Module]]:
    """Yield the line, the text before and after, and the changed tree, for each change of a module."""
    for number, node in enumerate(ast.walk(tree)):
        if not isinstance(node, ast.expr):
            continue
        for kind in range(2):
            changed = copy.deepcopy(tree)
            place = next(found for count, found in enumerate(ast.walk(changed)) if count == number)
            before = ast.unparse(node)
            if _change(place, kind):
                yield node.lineno, f"{before}  ->  {ast.unparse(place)}", changed


def _change(node: ast.AST, kind: int) -> bool:
    """Change a node in place, in the first or second way that it can be; return whether it has such a way."""
    if kind == 1:
        if isinstance(node, ast.IfExp):
            node.test = ast.UnaryOp(ast.Not(), node.test)
            return True
        return False
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARED:
            node.ops[0] = COMPARED[type(op)]()
        case ast.BoolOp(op=ast.And()):
            node.op = ast.Or()
        case ast.BoolOp(op=ast.Or()):
            node.op = ast.And()
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            node.op = COMPUTED[type(op)]()
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case _:
            return False
    return True


def _copied(folder: Path) -> Path:
    """Copy what the tests need into a folder, and return it."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / name)
    return folder


def _passes(place: Path, tests: list[str]) -> bool:
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(  # noqa: S603 - the command is written above
            command, cwd=place, env={"PYTHONPATH": str(place)}, capture_output=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


if __name__ == "__main__":
    main()
