"""How many deals a second are replayed and judged step by step on one core, and how long the start takes."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from piquet_records.judge import judge
from piquet_records.reading import decode
from piquet_records.record import DEFAULT_RULES, Game, to_json
from piquet_records.replay import trace
from piquet_records.rules import profile
from piquet_records.scoring import score
from piquet_records.simulate import simulate

GAMES = 600
START_UPS = 5
SAMPLE = Path(__file__).parent.parent / "sample_games" / "pic.json"

Figure = tuple[str, str]
"""What was measured, and what came out."""


def figures() -> Iterator[Figure]:
    """Give the figures, one after another as they are measured."""
    documents = _documents()
    yield "replay and score, one core, with decoding", f"{deals_a_second(documents, _replay):,.0f} deals/s"
    yield "replay and judge, one core, with decoding", f"{deals_a_second(documents, _judge):,.0f} deals/s"
    bare = cpu("import typer, rich")
    yield "start: typer and rich alone", f"{bare:.2f} s of CPU"
    for name, arguments in (("piquet --help", ["--help"]), ("piquet validate, one record", ["validate", str(SAMPLE)])):
        yield f"start: {name}", f"{cpu(_command(arguments)):.2f} s of CPU"


def deals_a_second(documents: list[bytes], work: Callable[[Game], object]) -> float:
    """Decode documents and do some work on each game."""
    deals = 0
    began = time.perf_counter()
    for document in documents:
        game = decode(document)
        assert isinstance(game, Game)
        work(game)
        deals += len(game.deals)
    return deals / (time.perf_counter() - began)


def _documents() -> list[bytes]:
    return [to_json(game) for game in simulate(GAMES, seed=1)]


def _replay(game: Game) -> None:
    """Do what the replayer does, without the laws."""
    rules = profile(game.rules or DEFAULT_RULES).rules
    for deal in game.deals:
        score(trace(deal), rules)


def _judge(game: Game) -> None:
    judge(game)


def _command(arguments: list[str]) -> str:
    return f"import sys; sys.argv = ['piquet', *{arguments}]; from piquet_records.cli import main; main()"


def cpu(code: str) -> float:
    """Run Python code in a process of its own, and give the CPU time that it takes: the least of a few times."""
    return min(_cpu_once(code) for _ in range(START_UPS))


def _cpu_once(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
