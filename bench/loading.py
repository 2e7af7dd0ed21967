"""``piquet ingest`` and ``piquet validate`` against DuckDB loading the same file, at two sizes of it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bench import commands, inputs
from bench.figures import Figure

TARGETS: Final = {"ingest": 1.0, "validate": 0.8}
GROWTH: Final = 1.05
"""How much longer a larger file may take than in proportion."""
MEMORY: Final = 400

Commands = Mapping[str, Callable[[], list[str]]]


def figures(folder: Path, games: Path, *, times: int, repetitions: int) -> Iterator[Figure]:
    """Yield the figures, one after another as they are measured."""
    small = _measured(_commands(folder, games), repetitions)
    start = _measured(_commands(folder, inputs.first(games, folder / "one.jsonl")), repetitions)
    count = inputs.deals(games)
    yield Figure(f"the file: {count:,} deals, {games.stat().st_size / 1e6:,.0f} MB", "")
    for name, taken in small.items():
        yield Figure(f"{name}, whole command", f"{taken:.2f} s, {count / taken / 1000:,.0f} k deals/s")
    for name, target in TARGETS.items():
        yield Figure(f"{name} : DuckDB, whole commands", f"{small[name] / small['DuckDB']:.2f}", f"≤ {target}")
        net = (small[name] - start[name]) / (small["DuckDB"] - start["DuckDB"])
        yield Figure(f"{name} : DuckDB, each without what one game takes", f"{net:.2f}")
    yield from _growth(folder, games, small, times)


def _growth(folder: Path, games: Path, small: Mapping[str, float], times: int) -> Iterator[Figure]:
    large = _commands(folder, inputs.multiplied(games, folder / "large.jsonl", times))
    once = _commands(folder, games)
    loading = commands.seconds(large["DuckDB"]())
    for name, target in TARGETS.items():
        _, at_once = commands.watched(once[name]())
        taken, at_large = commands.watched(large[name]())
        yield Figure(f"{name}, {times} x the deals : 1 x", f"{taken / small[name]:.1f}", f"≤ {times * GROWTH:.1f}")
        yield Figure(f"{name} : DuckDB, {times} x the deals", f"{taken / loading:.2f}", f"≤ {target}")
        for size, peak in (("1", at_once), (f"{times}", at_large)):
            if peak is not None:
                held = f"{peak.counted_once:,.0f} MiB ({peak.counted_each:,.0f})"
                yield Figure(f"{name}, {size} x: all processes (shared memory for each)", held, f"≤ {MEMORY}")


def _commands(folder: Path, games: Path) -> Commands:
    """Return a function for each command that returns its arguments; a command that writes gets a new file."""

    def new(name: str) -> str:
        path = folder / name
        path.unlink(missing_ok=True)
        return str(path)

    return {
        "DuckDB": lambda: [*commands.LOADER, str(games), new("loaded.duckdb")],
        "ingest": lambda: [*commands.PIQUET, "ingest", new("archive.duckdb"), str(games)],
        "validate": lambda: [*commands.PIQUET, "validate", str(games)],
    }


def _measured(made: Commands, repetitions: int) -> dict[str, float]:
    works = {name: lambda make=make: commands.seconds(make()) for name, make in made.items()}
    return commands.best(works, repetitions)
