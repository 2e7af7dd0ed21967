"""The named queries on a large archive: some simulated games, multiplied in SQL."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import duckdb

from bench.commands import PIQUET, cost
from bench.figures import Figure
from piquet_records.archive import Archive, named_queries, store

TARGET: Final = "≤ 1 s"
FAULTY: Final = 2_500
"""There is a game that may have a fault for this many deals."""
TABLES: Final = {
    table: "* REPLACE (game + time * $apart AS game, id || '-' || time AS id)"
    if table == "games"
    else "* REPLACE (game + time * $apart AS game)"
    for table in store.GAME_TABLES
}
"""The columns to write for each copy of the rows, by table."""


def figures(folder: Path, games: Path, *, deals: int, repetitions: int) -> Iterator[Figure]:
    """Yield how long each query takes, the slowest first."""
    archive = Archive(folder / "large.duckdb")
    faulty = folder / "faulty.jsonl"
    some = str(1 + deals // FAULTY)
    cost([*PIQUET, "simulate", some, str(faulty), "--faults", "0.5", "--seed", "1000"])
    archive.ingest(games, faulty)
    multiply(archive.path, deals)
    count = archive.sql("SELECT count(*) FROM deals").item()
    yield Figure(f"the archive: {count:,} deals, {archive.path.stat().st_size / 1e6:,.0f} MB", "")
    times = {query.name: min(_seconds(archive, query.name) for _ in range(repetitions)) for query in named_queries()}
    for name, taken in sorted(times.items(), key=lambda one: -one[1]):
        yield Figure(name, f"{taken:.2f} s", TARGET)


def multiply(path: Path, deals: int) -> None:
    """Copy the games of an archive under other numbers until it has this many deals."""
    with duckdb.connect(path) as connection:
        ((there, apart),) = connection.execute("SELECT sum(deals), max(game) FROM games").fetchall()
        times = -(-deals // there)
        for table, columns in TABLES.items():
            connection.execute(
                f"INSERT INTO {table} BY NAME SELECT {columns.replace('* ', f'{table}.* ', 1)} "
                f"FROM range(1, $times) AS times(time), {table}",
                {"times": times, "apart": apart},
            )


def _seconds(archive: Archive, name: str) -> float:
    began = time.perf_counter()
    archive.query(name)
    return time.perf_counter() - began
