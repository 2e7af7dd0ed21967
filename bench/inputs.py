"""The files that are measured: regular games of simulated players, in a folder that is removed afterwards."""

import json
import os
import subprocess
from pathlib import Path
from typing import Final

from bench.commands import PIQUET

FAULTS: Final = 0.05
"""The share of games with a fault, in the file of such games."""


def simulated(path: Path, games: int, *, faults: float = 0.0) -> Path:
    """Write a file of games in which everything is called and shown; one process on each core makes them."""
    processes = min(os.cpu_count() or 1, games)
    parts = [path.with_suffix(f".{seed}.jsonl") for seed in range(processes)]
    running = []
    for seed, part in enumerate(parts):
        own = games // processes + (seed < games % processes)
        command = [*PIQUET, "simulate", str(own), str(part), "--seed", str(seed), "--policy", "random"]
        command += ["--faults", str(faults)]
        running.append(subprocess.Popen(command))
    for process in running:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, process.args)
    with path.open("wb") as whole:
        for part in parts:
            whole.write(part.read_bytes())
            part.unlink()
    return path


def foreign(source: Path, path: Path) -> Path:
    """Write the games of a file as another program might: keys in another order, spaces, points without their pips."""
    with source.open("rb") as lines, path.open("w") as file:
        for line in lines:
            game = json.loads(line)
            for deal in game["deals"]:
                for call in deal["declarations"]:
                    call.pop("value", None)
            game["deals"] = [dict(reversed(deal.items())) for deal in game["deals"]]
            file.write(json.dumps(dict(reversed(game.items()))) + "\n")
    return path


def beginning(source: Path, path: Path, share: float) -> Path:
    """Write the first games of a file: about this share of it, and one at least."""
    size = source.stat().st_size * share
    with source.open("rb") as lines, path.open("wb") as file:
        while file.tell() < size:
            file.write(lines.readline())
    return path


def multiplied(source: Path, path: Path, times: int) -> Path:
    """Write the games of a file several times, each time under other ids."""
    text = source.read_bytes()
    with path.open("wb") as file:
        for time in range(times):
            file.write(text.replace(b'"id":"', b'"id":"%d-' % time))
    return path


def deals(path: Path) -> int:
    """Return how many deals the games of a file have."""
    with path.open("rb") as lines:
        return sum(line.count(b'"dealer":') for line in lines)
