"""Documents are judged in order, by any number of processes."""

import multiprocessing
import subprocess
import sys
import time
from pathlib import Path

import pytest

from piquet_records.bulk import judgements, processes
from piquet_records.record.game import to_json
from piquet_records.record.reading import documents
from piquet_records.simulation.games import simulate


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a file of games with a broken line among them."""
    monkeypatch.setattr(judgements, "FEW", 10)
    lines = [to_json(game) for game in simulate(40, seed=21)]
    lines[17] = b'{"format": "piquet-record/1"'
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(lines))
    return path


def test_processes_give_what_one_gives(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes and small batches give the same results, and the broken line keeps its place."""
    alone = list(judgements.judgements(documents(games), jobs=1))
    monkeypatch.setattr(processes, "BATCH_BYTES", 20_000)
    assert list(judgements.judgements(documents(games), jobs=2)) == alone
    assert [one.line for one in alone] == list(range(1, 41))
    assert [one.line for one in alone if one.verdict == "invalid"] == [18]


def test_cards_written_wrongly_are_not_passed_over_in_bulk(games: Path) -> None:
    """A surplus space after a discard is a fault of the record on both paths."""
    lines = games.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'","draw":', b' ","draw":', 1)
    games.write_bytes(b"\n".join(lines))
    found = list(judgements.judgements(documents(games), jobs=1))
    assert [one.line for one in found if one.verdict == "invalid"] == [4, 18]


def test_clean_reports_are_left_out_where_they_are_not_asked_for(games: Path) -> None:
    """Only games that are not clean have a report; the others are counted."""
    found = list(judgements.judgements(documents(games), jobs=1, every=False))
    assert all((one.report is None) == (one.verdict == "clean") for one in found)
    assert sum(one.deals for one in found) > 40


def test_stopping_early_leaves_no_process(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the caller stops taking judgements, the processes stop."""
    monkeypatch.setattr(processes, "BATCH_BYTES", 20_000)
    stream = judgements.judgements(documents(games), jobs=2)
    next(stream)
    stream.close()  # type: ignore[attr-defined]
    until = time.monotonic() + 10  # the library's own thread may be about to note that a process has ended
    while multiprocessing.active_children() and time.monotonic() < until:
        time.sleep(0.01)
    assert not multiprocessing.active_children()


STOPPING = """
import sys
from piquet_records.bulk import judgements, processes
from piquet_records.record.reading import documents
processes.BATCH_BYTES = 100_000
stream = judgements.judgements(documents(sys.argv[1]), jobs=2)
next(stream)
stream.close()
"""


def test_stopping_early_lets_the_program_end(tmp_path: Path) -> None:
    """If processes are stopped during batches larger than a pipe can hold, the program still ends."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(to_json(game) + b"\n" for game in simulate(100, seed=22)) * 5)
    subprocess.run([sys.executable, "-c", STOPPING, path], check=True, timeout=30)  # noqa: S603 - our own code
