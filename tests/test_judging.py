"""Documents are judged in the order they were read, by whatever threads and processes, deal by deal."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from piquet_records.bulk import chunks, recogniser
from piquet_records.bulk.deal_by_deal import GameInParts, judge_by_deal
from piquet_records.bulk.judgements import Failure, Judgement, judgements
from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import Document, LineBlock, RecordFault, decode, documents, entry, parts
from piquet_records.report.build import validate
from piquet_records.simulation.games import simulate
from tests.recogniser import lines as made

BROKEN = 17
needs_extension = pytest.mark.skipif(not recogniser.AVAILABLE, reason="the extension is not built, or out of date")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Write a file of games, some with faults, with a broken line among them."""
    lines = [to_json(game) for game in simulate(40, seed=21, policy="random", faults=0.2)]
    lines[BROKEN] = b'{"format": "piquet-record/1"'
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(lines))
    return path


def in_blocks(path: Path, size: int = 20_000, **options: object) -> list[Judgement | Failure]:
    """Return the judgements on a file that is read in small blocks."""
    return list(judgements(parts(path, size), **options))  # type: ignore[arg-type]


def step_by_step(lines: list[bytes]) -> list[bytes]:
    """Return the reports of the step-by-step judge on some lines."""
    found = [entry(Document("games.jsonl", number, line.strip(), number)) for number, line in enumerate(lines, 1)]
    return [
        validate(one if isinstance(one, RecordFault) else one.game, file=one.file, line=one.line).to_json()
        for one in found
    ]


def differing(lines: list[bytes]) -> list[bytes]:
    """Return those lines on which the bulk path has another report than the step-by-step judge."""
    lines = [line for line in lines if line.strip()]
    block = LineBlock("games.jsonl", 1, b"\n".join(lines))
    found = [one.encoded if isinstance(one, Judgement) else None for one in judgements([block], jobs=1)]
    return [line for line, ours, theirs in zip(lines, found, step_by_step(lines), strict=True) if ours != theirs]


@pytest.mark.parametrize("kind", made.KINDS)
def test_simulated_games_have_the_reports_of_the_judge(kind: str) -> None:
    """Byte for byte, in order; also without the pips, and where the separators have spaces."""
    lines = [to_json(game) for game in simulate(40, seed=22, **made.KINDS[kind])]
    assert not differing(lines)
    assert not differing([made.spaced(line) for line in lines[:10]])
    assert not differing([made.without_values(line) for line in lines[:20]])


@pytest.mark.parametrize("name", made.CHANGES)
def test_one_deal_changed_has_the_report_of_the_judge(name: str) -> None:
    """Regular deals around the changed one are not judged step by step, and nobody can tell."""
    assert not differing(list(made.changed_lines(12, 23, made.CHANGES[name])))


@pytest.mark.slow
def test_lines_of_every_kind_have_the_reports_of_the_judge() -> None:
    """The lines that the recogniser is tried on, among them many that are no record."""
    assert not differing(list(made.corpus(8, seed=24)))


@needs_extension
def test_only_the_odd_deals_of_a_game_are_judged_step_by_step() -> None:
    """A game of many deals in which the score of one is wrong; the deals before and after it are regular."""
    random = made.Random(25)
    (game,) = simulate(1, seed=25, policy="random")
    changed = made.document(game)
    made.CHANGES["wrong score"](changed["deals"][1], random)
    odd = decode(made.compact(changed))
    assert isinstance(odd, Game)
    found = judge_by_deal(odd, RegularGames(canonical=False))
    assert isinstance(found, GameInParts)
    assert [deal.case.number for deal in found.judged.deals] == [2]
    assert set(found.regular) == set(range(1, len(game.deals) + 1)) - {2}


@needs_extension
def test_after_a_deal_that_was_made_again_all_are_judged_step_by_step() -> None:
    """The same player deals once more, and law 12 has to see that this is right."""
    random = made.Random(26)
    (game,) = simulate(1, seed=26, policy="random")
    changed = made.document(game)
    made.CHANGES["redealt"](changed["deals"][1], random)
    odd = decode(made.compact(changed))
    assert isinstance(odd, Game)
    found = judge_by_deal(odd, RegularGames(canonical=False))
    assert isinstance(found, GameInParts)
    assert set(found.regular) == {1}


@needs_extension
def test_a_document_of_another_shape_is_recognised_when_it_is_written_anew() -> None:
    """Key order and spaces do not matter to what a game is."""
    (game,) = simulate(1, seed=27, policy="random")
    changed = made.document(game)
    changed["deals"] = [dict(reversed(deal.items())) for deal in changed["deals"]]
    turned = decode(made.compact(dict(reversed(changed.items()))))
    assert isinstance(turned, Game)
    assert isinstance(judge_by_deal(turned, RegularGames(canonical=False)), RegularGame)


def test_threads_and_processes_give_what_one_gives(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of each and small blocks change nothing, and the broken line keeps its place."""
    alone = in_blocks(games, 1 << 20, jobs=1)
    assert in_blocks(games, jobs=2) == alone
    monkeypatch.setattr(chunks, "ENOUGH_BYTES", 0)
    monkeypatch.setattr(chunks, "PIECE", 3)
    assert in_blocks(games, jobs=2) == alone
    assert [one.line for one in alone] == list(range(1, 41))
    assert [one.line for one in alone if isinstance(one, Judgement) and one.verdict == "invalid"] == [BROKEN + 1]


def test_without_the_extension_the_reports_are_the_same(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it could not be built, every game is judged step by step."""
    built = in_blocks(games, jobs=2)
    monkeypatch.setattr(recogniser, "AVAILABLE", False)
    assert in_blocks(games, jobs=2) == built


def test_documents_and_lines_may_come_mixed(games: Path) -> None:
    """Files of one record each, and what is no file, keep their places among files of lines."""
    fault = RecordFault("missing.json", 1, ())
    loose = [*documents(games)][:3]
    found = list(judgements([fault, *parts(games, 20_000), *loose, fault], jobs=2))
    assert [one.file for one in found] == ["missing.json", *[str(games)] * 43, "missing.json"]
    assert [one.line for one in found[1:-1]] == [*range(1, 41), 1, 2, 3]


def test_cards_written_wrongly_are_not_passed_over_in_bulk(games: Path) -> None:
    """A space too much after a discard makes no record, whichever path looks at it first."""
    lines = games.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'","draw":', b' ","draw":', 1)
    games.write_bytes(b"\n".join(lines))
    found = in_blocks(games, jobs=1)
    assert [one.line for one in found if isinstance(one, Judgement) and one.verdict == "invalid"] == [4, BROKEN + 1]


def test_clean_reports_are_left_out_if_they_are_not_asked_for(games: Path) -> None:
    """Only what is not clean has its report; the others are counted."""
    found = [one for one in in_blocks(games, jobs=1, every=False) if isinstance(one, Judgement)]
    assert all((one.report is None) == (one.verdict == "clean") for one in found)
    assert sum(one.deals for one in found) > 40


def test_a_failure_of_the_program_is_told_and_stops_nothing(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document on which it failed is named."""

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("made up")

    monkeypatch.setattr("piquet_records.bulk.judgements.judge_by_deal", fail)
    found = in_blocks(games, jobs=1)
    failed = [one for one in found if isinstance(one, Failure)]
    assert len(found) == 40
    assert failed
    assert {one.error for one in failed} == {"ZeroDivisionError: made up"}


STOPPED = """
import sys
from piquet_records.bulk import chunks, recogniser
from piquet_records.bulk.judgements import judgements
from piquet_records.record.reading import parts
chunks.ENOUGH_BYTES = 0
recogniser.AVAILABLE = False
stream = judgements(parts(sys.argv[1], 100_000), jobs=2)
next(stream)
print("begun", flush=True)
if sys.argv[2] == "close":
    stream.close()
else:
    sum(1 for _ in stream)
"""


@pytest.mark.skipif(os.name != "posix", reason="process groups are a matter of POSIX")
@pytest.mark.parametrize("how", ["close", "interrupt", "kill"])
def test_stopping_early_leaves_no_process(how: str, tmp_path: Path) -> None:
    """Who stops taking judgements, presses Ctrl-C, or ends the first process, ends all that it started."""
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(to_json(game) + b"\n" for game in simulate(100, seed=28)) * 8)
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", STOPPED, str(path), how],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"begun\n"
        if how == "interrupt":
            os.killpg(first.pid, signal.SIGINT)
        elif how == "kill":
            first.kill()
        assert (first.wait(timeout=60) == 0) is (how == "close")
    until = time.monotonic() + 60
    while _lives(first.pid):
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.1)


def _lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
