"""``make fuzz``: records changed at random, and lines for the recogniser, for so many minutes.

Each round has another seed, which is printed; ``--seed`` runs one again. Ends with status 1 if a round found something,
after it has printed what was found and the text in which it was found.
"""

import argparse
import collections
import random
import sys
import time

from tests.fuzz.mutations import LEVELS, changed
from tests.fuzz.properties import judged, written_and_read

ROUND = 700
"""Texts in a round."""


def main() -> None:
    """Run rounds until the time is over."""
    arguments = argparse.ArgumentParser(prog="make fuzz")
    arguments.add_argument("--minutes", type=float, default=1.0)
    arguments.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    chosen = arguments.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    seed, failed = chosen.seed, 0
    while True:
        seen, found = _round(seed)
        told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(seen.items()))
        print(f"seed {seed}: {ROUND} texts: {told}; {len(found)} faults found", flush=True)
        for fault in found:
            print(fault, flush=True)
        failed += len(found)
        if time.monotonic() > until:
            sys.exit(failed > 0)
        seed += 1


def _round(seed: int) -> tuple[collections.Counter[str], list[str]]:
    """Return how many texts got each verdict, and what was wrong with the program on some of them."""
    rng = random.Random(seed)
    seen: collections.Counter[str] = collections.Counter()
    found = []
    for number in range(ROUND):
        text = changed(rng, LEVELS[number % len(LEVELS)])
        try:
            report = judged(text, "fr" if number % 5 == 0 else "en")
            seen["refused" if report is None else report.verdict] += 1
            if number % 4 == 0:
                written_and_read(text)
        except Exception as fault:  # any exception is what is looked for
            found.append(f"{type(fault).__name__}: {fault}\n  {text!r}")
    return seen, found


if __name__ == "__main__":
    main()
