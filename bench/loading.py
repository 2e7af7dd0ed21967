"""Ingest and validate against DuckDB loading the same file: several kinds of files, at two sizes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bench import commands, inputs
from bench.commands import Cost
from bench.figures import Figure

GROWTH: Final = 1.05
"""How much longer a larger file may take than in proportion."""
MEMORY: Final = 400
"""MiB."""
BYTES: Final = 130
"""The most that a regular deal may take in an archive, its record included."""
SMALL_SHARE: Final = 0.1
"""The share of the file that is judged without the extension."""
STATUSES: Final = (0, 1)
"""Exit statuses of the program: 1 if a game has an open violation."""


class Kind(NamedTuple):
    """A kind of file: its name, and what ingest and validate should not exceed, as shares of DuckDB's time."""

    name: str
    ingest: float | None = None
    validate: float | None = None


REGULAR: Final = Kind("regular games", 0.75, 0.25)
FAULTY: Final = Kind("a fault in 5% of the games", 1.0, 0.5)
FOREIGN: Final = Kind("written by another program", 2.0)
STEP_BY_STEP: Final = Kind("without the extension, a tenth of the file")


def figures(folder: Path, games: Path, *, times: int, repetitions: int) -> Iterator[Figure]:
    """Yield the figures, one after another as they are measured."""
    size = games.stat().st_size
    count = inputs.deals(games)
    yield Figure(f"the file: {count:,} deals, {size / 1e6:,.0f} MB", "")
    small = _costs(folder, games, repetitions)
    stored = _stored(folder, games)
    for name, cost in small.items():
        yield Figure(f"{name}, whole command", f"{cost.wall:.2f} s ({cost.cpu:.2f} of CPU)")
    yield from _against_duckdb(REGULAR, small)
    yield Figure("bytes a deal in the archive", f"{stored / count:.0f}", f"≤ {BYTES}")
    yield from _growth(folder, games, small, times)
    lines = games.read_bytes().count(b"\n")
    faulty = inputs.simulated(folder / "faulty.jsonl", lines, faults=inputs.FAULTS)
    yield from _against_duckdb(FAULTY, _costs(folder, faulty, repetitions))
    foreign = inputs.foreign(games, folder / "foreign.jsonl")
    yield from _against_duckdb(FOREIGN, _costs(folder, foreign, repetitions))
    part = inputs.beginning(games, folder / "part.jsonl", SMALL_SHARE)
    yield from _against_duckdb(STEP_BY_STEP, _costs(folder, part, 1, environment=commands.STEP_BY_STEP))


def _stored(folder: Path, games: Path) -> int:
    """Store the games in an archive, and return its bytes."""
    commands.cost(_commands(folder, games)["ingest"], expected=STATUSES)
    return _archive(folder).stat().st_size


def _growth(folder: Path, games: Path, small: dict[str, Cost], times: int) -> Iterator[Figure]:
    """Yield what a larger file costs, and how much memory both sizes take."""
    path = inputs.multiplied(games, folder / "large.jsonl", times)
    large = _costs(folder, path, 1)
    yield from _against_duckdb(Kind(f"{times} x {REGULAR.name}", REGULAR.ingest, REGULAR.validate), large)
    for name in ("ingest", "validate"):
        longer = large[name].wall / small[name].wall
        yield Figure(f"{name}, {times} x the deals : 1 x", f"{longer:.1f}", f"≤ {times * GROWTH:.1f}")
        for source, label in ((games, "1 x"), (path, f"{times} x")):
            _, peak = commands.watched(_commands(folder, source)[name])
            if peak is not None:
                held = f"{peak.counted_once:,.0f} MiB ({peak.counted_each:,.0f})"
                yield Figure(f"{name}, {label}: all processes (shared memory for each)", held, f"≤ {MEMORY}")
    path.unlink()


def _against_duckdb(kind: Kind, costs: dict[str, Cost]) -> Iterator[Figure]:
    for name, target in (("ingest", kind.ingest), ("validate", kind.validate)):
        told = "" if target is None else f"≤ {target}"
        yield Figure(f"{name} : DuckDB, {kind.name}", costs[name].over(costs["DuckDB"]), told)


def _costs(
    folder: Path, games: Path, repetitions: int, *, environment: dict[str, str] | None = None
) -> dict[str, Cost]:
    """Run DuckDB, ingest and validate on a file in turn, and return what each took at best."""

    def run(name: str) -> Cost:
        command = _commands(folder, games)[name]
        return commands.cost(command, expected=(0,) if name == "DuckDB" else STATUSES, environment=environment)

    return commands.best({name: lambda name=name: run(name) for name in _commands(folder, games)}, repetitions)


def _commands(folder: Path, games: Path) -> dict[str, list[str]]:
    """Return the commands; what they write is removed before."""
    loaded, archive = folder / "loaded.duckdb", _archive(folder)
    for path in (loaded, archive):
        path.unlink(missing_ok=True)
    return {
        "DuckDB": [*commands.LOADER, str(games), str(loaded)],
        "ingest": [*commands.PIQUET, "ingest", str(archive), str(games)],
        "validate": [*commands.PIQUET, "validate", str(games)],
    }


def _archive(folder: Path) -> Path:
    return folder / "archive.duckdb"
