"""Commands in processes of their own: how long they take, and how much memory they and their children use."""

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

PIQUET: Final = (sys.executable, "-c", "from piquet_records.cli import main; main()")
LOADER: Final = (sys.executable, "-m", "bench.duckdb_load")
"""DuckDB alone; see ``duckdb_load.py``."""

STEP_BY_STEP: Final = {"PIQUET_STEP_BY_STEP": "1"}
"""The environment in which the program does without its extension, as where there is no compiler."""

_PACE: Final = 0.05
"""The interval of measuring memory, in seconds."""
_ROOT: Final = Path(__file__).parent.parent
_MEMORY: Final = re.compile(r"^(Rss|Pss): +(\d+) kB", re.MULTILINE)


class Peak(NamedTuple):
    """The most memory that a command and its children used at any time, in MiB."""

    counted_once: float
    """What several of them share is divided among them."""
    counted_each: float
    """The resident sizes of all of them added up, so that what they share counts for each."""


class Cost(NamedTuple):
    """What a command took, in seconds, its children included."""

    wall: float
    cpu: float

    def over(self, other: "Cost") -> str:
        """Return the ratios of both times to those of another command, as text."""
        return f"{self.wall / other.wall:.2f} ({self.cpu / other.cpu:.2f} of CPU)"


def cost(
    command: Sequence[str], *, expected: Sequence[int] = (0,), environment: Mapping[str, str] | None = None
) -> Cost:
    """Run a command, and return what it took. Raise CalledProcessError if its exit status is not an expected one."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    environ = os.environ | (environment or {})
    done = subprocess.run(command, cwd=_ROOT, check=False, stdout=subprocess.DEVNULL, env=environ)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in expected:
        raise subprocess.CalledProcessError(done.returncode, command)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def best(works: Mapping[str, Callable[[], Cost]], repetitions: int) -> dict[str, Cost]:
    """Run each work several times, in alternating order, and return the least times of each."""
    costs: dict[str, list[Cost]] = {name: [] for name in works}
    for repetition in range(repetitions):
        for name in list(works)[:: -1 if repetition % 2 else 1]:
            costs[name].append(works[name]())
    return {name: Cost(*map(min, zip(*found, strict=True))) for name, found in costs.items()}


def watched(command: Sequence[str]) -> tuple[float, Peak | None]:
    """Run a command, and return its seconds and its peak memory; None if the system does not report memory."""
    began = time.perf_counter()
    peak: Peak | None = None
    with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            held = [_held(number) for number in _family(process.pid)]
            if any(one != Peak(0, 0) for one in held):
                sums = Peak(*(sum(part) for part in zip(*held, strict=True)))
                peak = sums if peak is None else Peak(*map(max, peak, sums))
            time.sleep(_PACE)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return time.perf_counter() - began, peak


def _family(number: int) -> Iterator[int]:
    yield number
    for children in Path(f"/proc/{number}/task").glob("*/children"):
        for child in _read(children).split():
            yield from _family(int(child))


def _held(number: int) -> Peak:
    found = dict(_MEMORY.findall(_read(Path(f"/proc/{number}/smaps_rollup"))))
    return Peak(int(found.get("Pss", 0)) / 1024, int(found.get("Rss", 0)) / 1024)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended
        return ""
