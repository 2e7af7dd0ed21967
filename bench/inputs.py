"""The files that are measured: regular games of simulated players, in a folder that is removed afterwards."""

import os
import subprocess
from pathlib import Path

from bench.commands import PIQUET


def simulated(path: Path, games: int) -> Path:
    """Write a file of games in which everything is called and shown; one process on each core makes them."""
    processes = min(os.cpu_count() or 1, games)
    parts = [path.with_suffix(f".{seed}.jsonl") for seed in range(processes)]
    running = []
    for seed, part in enumerate(parts):
        own = games // processes + (seed < games % processes)
        command = [*PIQUET, "simulate", str(own), str(part), "--seed", str(seed), "--policy", "random"]
        running.append(subprocess.Popen(command))
    for process in running:
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, process.args)
    with path.open("wb") as whole:
        for part in parts:
            whole.write(part.read_bytes())
            part.unlink()
    return path


def multiplied(source: Path, path: Path, times: int) -> Path:
    """Write the games of a file several times, each time under other ids."""
    text = source.read_bytes()
    with path.open("wb") as file:
        for time in range(times):
            file.write(text.replace(b'"id":"', b'"id":"%d-' % time))
    return path


def first(source: Path, path: Path) -> Path:
    """Write the first game of a file."""
    with source.open("rb") as lines:
        path.write_bytes(lines.readline())
    return path


def deals(path: Path) -> int:
    """Return how many deals the games of a file have."""
    with path.open("rb") as lines:
        return sum(line.count(b'"dealer":') for line in lines)
