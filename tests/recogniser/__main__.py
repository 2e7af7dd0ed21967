"""``make fuzz``: looks for lines on which the recogniser and the judge differ, or a sanitizer finds a fault.

Each round has another seed, which is printed; ``--seed`` runs one again.
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.recogniser.agreement import accepted
from tests.recogniser.lines import corpus
from tests.recogniser.sanitized import NoSanitizersError, Sanitized


def main() -> None:
    """Run rounds until the time is over."""
    arguments = argparse.ArgumentParser(prog="make fuzz")
    arguments.add_argument("--minutes", type=float, default=1.0)
    arguments.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    arguments.add_argument("--games", type=int, default=20, help="games of each kind in a round")
    chosen = arguments.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    with tempfile.TemporaryDirectory() as folder:
        sanitized = _sanitized(Path(folder))
        seed = chosen.seed
        while True:
            lines = list(corpus(chosen.games, seed))
            if sanitized is not None:
                sanitized.regular_deals(lines)
            print(f"seed {seed}: {accepted(lines):,} of {len(lines):,} lines accepted, and rightly", flush=True)
            if time.monotonic() > until:
                return
            seed += 1


def _sanitized(folder: Path) -> Sanitized | None:
    try:
        return Sanitized(folder)
    except NoSanitizersError as reason:
        print(f"without sanitizers: {reason}")
        return None


if __name__ == "__main__":
    main()
