"""The yardstick: DuckDB loads a file of games by ``read_json`` into a table of a database on disk.

``python -m bench.duckdb_load GAMES DATABASE`` prints the seconds that the loading took, without the start of Python.
"""

import sys
import time
from pathlib import Path

import duckdb

HANDS = "STRUCT(elder VARCHAR, younger VARCHAR)"
EXCHANGE = 'STRUCT(act VARCHAR, "by" VARCHAR, discard VARCHAR, draw UTINYINT, announced UTINYINT)'
CALL = (
    'STRUCT(act VARCHAR, "by" VARCHAR, what VARCHAR, cards VARCHAR, "value" USMALLINT, top VARCHAR, rank VARCHAR, '
    "reply VARCHAR, shown VARCHAR)"
)
"""``cards`` is text, since an irregular step such as ``show`` has cards there, not their number."""
SCORE = "STRUCT(elder SMALLINT, younger SMALLINT)"
DEAL = (
    f"STRUCT(dealer VARCHAR, packets UTINYINT, hands {HANDS}, talon VARCHAR, exchange {EXCHANGE}[], "
    f"declarations {CALL}[], play VARCHAR[], score {SCORE})"
)
COLUMNS = {
    "format": "VARCHAR",
    "id": "VARCHAR",
    "rules": "VARCHAR",
    "players": "STRUCT(A VARCHAR, B VARCHAR)",
    "deals": f"{DEAL}[]",
    "result": "STRUCT(winner VARCHAR, score STRUCT(A INTEGER, B INTEGER), ended VARCHAR)",
}
"""All fields of a simulated regular game, so that the database need not guess types or skip fields."""


def load(games: Path, database: Path) -> float:
    """Load a file into a new database and close it, which writes it out. Return the seconds."""
    began = time.perf_counter()
    with duckdb.connect(database) as connection:
        connection.execute(
            "CREATE TABLE games AS SELECT * FROM read_json($file, format = 'newline_delimited', columns = $columns)",
            {"file": str(games), "columns": COLUMNS},
        )
    return time.perf_counter() - began


if __name__ == "__main__":
    print(load(Path(sys.argv[1]), Path(sys.argv[2])))
