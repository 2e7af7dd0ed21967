"""How many deals a second are replayed and judged step by step on one core, and how long a command takes to start."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from bench.figures import Figure
from piquet_records.record.game import DEFAULT_RULES, Game
from piquet_records.record.reading import decode
from piquet_records.report.build import judge
from piquet_records.rules.parameters import profile
from piquet_records.scoring.deal_score import score
from piquet_records.trace.walk import replay_deal

MOST_GAMES: Final = 600
START_UPS: Final = 5
SAMPLE: Final = Path(__file__).parent.parent / "sample_games" / "pic.json"

Works = dict[str, tuple[Callable[[Game], object], str]]


def figures(games: Path, *, repetitions: int) -> Iterator[Figure]:
    """Yield the figures, one after another as they are measured."""
    with games.open("rb") as lines:
        documents = list(islice(lines, MOST_GAMES))
    works: Works = {"replay and score": (_replay, ""), "replay, all laws, report": (judge, "≥ 8,000")}
    for name, (work, target) in works.items():
        pace = max(deals_a_second(documents, work) for _ in range(repetitions))
        yield Figure(f"{name}, one core, with decoding", f"{pace:,.0f} deals/s", target)


def start_up() -> Iterator[Figure]:
    """Yield the CPU time that short commands take."""
    yield Figure("typer and rich alone", f"{cpu('import typer, rich'):.2f} s of CPU")
    for name, arguments, target in (
        ("piquet --help", ["--help"], "≤ 0.15"),
        ("piquet validate, one record", ["validate", str(SAMPLE)], "≤ 0.30"),
    ):
        yield Figure(name, f"{cpu(_command(arguments)):.2f} s of CPU", target)


def deals_a_second(documents: list[bytes], work: Callable[[Game], object]) -> float:
    """Decode documents, do some work on each game, and return the deals a second."""
    deals = 0
    began = time.perf_counter()
    for document in documents:
        game = decode(document)
        assert isinstance(game, Game)
        work(game)
        deals += len(game.deals)
    return deals / (time.perf_counter() - began)


def _replay(game: Game) -> None:
    """Replay and score a game without the laws."""
    rules = profile(game.rules or DEFAULT_RULES).rules
    for deal in game.deals:
        score(replay_deal(deal), rules)


def _command(arguments: list[str]) -> str:
    return f"import sys; sys.argv = ['piquet', *{arguments}]; from piquet_records.cli import main; main()"


def cpu(code: str) -> float:
    """Run Python code in a process of its own, and return the least CPU time of a few runs, in seconds."""
    return min(_cpu_once(code) for _ in range(START_UPS))


def _cpu_once(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
