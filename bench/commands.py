"""Commands in processes of their own: how long they take, and how much memory they and their children use."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

PIQUET: Final = (sys.executable, "-c", "from piquet_records.cli import main; main()")
LOADER: Final = (sys.executable, "-m", "bench.duckdb_load")
"""DuckDB alone; see ``duckdb_load.py``."""

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


def seconds(command: Sequence[str]) -> float:
    """Run a command, and return how many seconds it took. Raise CalledProcessError if it fails."""
    began = time.perf_counter()
    subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def best(works: Mapping[str, Callable[[], float]], repetitions: int) -> dict[str, float]:
    """Run each work several times, in alternating order, and return the least time of each, in seconds."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for repetition in range(repetitions):
        for name in list(works)[:: -1 if repetition % 2 else 1]:
            times[name].append(works[name]())
    return {name: min(taken) for name, taken in times.items()}


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
