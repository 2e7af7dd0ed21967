"""Prints how fast the program is on this machine: ``python -m bench``. It measures, and asserts nothing.

The ratios matter most: both their figures come from the same run. Targets are printed beside them.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from bench import asking, explaining, inputs, loading, others
from bench.figures import Figure

FULL: Final = 10_000_000
"""Deals of a large archive."""


def main(arguments: list[str] | None = None) -> None:
    """Measure and print, a figure a line."""
    asked = _asked(arguments)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="piquet-bench-") as name:
        folder = Path(name)
        games = inputs.simulated(folder / "games.jsonl", asked.games)
        parts: dict[str, Callable[[], Iterable[Figure]]] = {
            "loading": lambda: loading.figures(folder, games, times=asked.times, repetitions=asked.repetitions),
            "explaining": lambda: explaining.figures(games, repetitions=asked.repetitions),
            "start": explaining.start_up,
            "asking": lambda: asking.figures(folder, games, deals=asked.deals, repetitions=asked.repetitions),
            "others": lambda: others.figures(patience=asked.patience),
        }
        for part in asked.only or parts:
            began = time.monotonic()
            print(f"{part}", flush=True)
            for figure in parts[part]():
                print(figure, flush=True)
            print(f"  ({time.monotonic() - began:.0f} s)", flush=True)


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games in the file (default: %(default)s)")
    parser.add_argument("--times", type=int, default=10, help="how much larger the larger file is")
    parser.add_argument("--deals", type=int, default=FULL // 10, help="deals in the archive that is asked")
    parser.add_argument("--full", dest="deals", action="store_const", const=FULL, help=f"the same as --deals {FULL}")
    parser.add_argument("--repetitions", type=int, default=3, help="the best of so many is taken")
    parser.add_argument("--patience", type=float, default=3.0, help="seconds for each of the other libraries")
    parser.add_argument(
        "--only", action="append", choices=["loading", "explaining", "start", "asking", "others"], help="one part"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
