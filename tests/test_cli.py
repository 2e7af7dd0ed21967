"""The commands: good, bad and odd input, what they print, and their exit status."""

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from piquet_records import cli
from piquet_records.bulk import judgements
from piquet_records.cli import progress
from piquet_records.cli.common import Lang
from piquet_records.files import zstd
from piquet_records.laws import LAW_NUMBERS, NUMBERED, page
from piquet_records.report.sentences import codes

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_games"
PIC = SAMPLES / "pic.json"
DENIED = SAMPLES / "worked-hand-denied-repique.json"
COMMANDS = get_command(cli.app).commands
PROGRAM = [sys.executable, "-c", "from piquet_records.cli import main; main()"]


@pytest.fixture
def piquet(capsys, monkeypatch):
    """Return a function that runs the command line: status, standard output, standard error."""
    monkeypatch.delenv("PIQUET_LANG", raising=False)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            cli.app([str(argument) for argument in arguments], prog_name="piquet")
        captured = capsys.readouterr()
        return ended.value.code, captured.out, captured.err

    return run


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bad(folder, name, content):
    """Write a file."""
    file = folder / name
    file.write_bytes(content)
    return file


def test_validate_clean_games(piquet):
    status, out, err = piquet("validate", PIC, SAMPLES / "repic-and-capot.json")
    assert (status, err) == (0, "")
    assert out == "2 records, 2 deals: clean 2, settled 0, violations 0, invalid 0\n"


def test_validate_an_open_violation(piquet):
    status, out, _ = piquet("validate", DENIED)
    assert status == 1
    first, summary = out.splitlines()
    assert first == f"{DENIED}:1: worked-hand-denied-repique: violations: record-score (deal 1, open)"
    assert summary == "1 record, 1 deal: clean 0, settled 0, violations 1, invalid 0"


def test_validate_in_french_by_option_and_by_variable(piquet, monkeypatch):
    french = "1 relevé, 1 coup : sans faute 1, réglée 0, infractions 0, invalide 0\n".replace(" :", "\u00a0:")
    assert piquet("validate", PIC, "--lang", "fr")[1] == french
    monkeypatch.setenv("PIQUET_LANG", "fr")
    assert piquet("validate", PIC)[1] == french
    assert piquet("validate", PIC, "--lang", "en")[1].startswith("1 record")
    monkeypatch.setenv("PIQUET_LANG", "de")
    status, _, err = piquet("validate", PIC)
    assert status == 2
    assert "Invalid value for '--lang' (env var: 'PIQUET_LANG'): 'de' is not one of 'en', 'fr'." in " ".join(
        err.split()
    )


BROKEN = {
    "missing.json": (None, "missing.json:1: no such file"),
    "empty.json": (b"", "empty.json:1: the file is empty"),
    "binary.json": (b"\x00\x01\x80\xff", "binary.json:1: line 1, column 3: the byte 0x80"),
    "cut.json.gz": (gzip.compress(PIC.read_bytes())[:100], "the file is cut off here"),
    "none.json.zst": (b"plain", "the compressed data are damaged"),
    "half.json": (PIC.read_bytes().partition(b'"deals"')[0], "the JSON text ends too early"),
    "profile.json": (
        PIC.read_bytes().replace(b'"classic"', b'"clasic"'),
        'profile.json:1: /rules: no rules profile is called "clasic"; did you mean "classic"?',
    ),
    "field.json": (
        PIC.read_bytes().replace(b'"declarations"', b'"declaration"'),
        'field.json:1: /deals/0/declaration: unknown field "declaration"',
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_record_is_named_with_its_place(piquet, folder, name):
    content, message = BROKEN[name]
    if content is not None:
        bad(folder, name, content)
    status, out, err = piquet("validate", name, PIC)
    first, *_, summary = out.splitlines()
    assert (status, err) == (2, "")
    assert first.startswith(f"{name}:")
    assert message in first
    assert summary == "2 records, 1 deal: clean 1, settled 0, violations 0, invalid 1"


@pytest.mark.parametrize(
    "content",
    [
        PIC.read_bytes().replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + PIC.read_bytes(),
    ],
    ids=["CRLF", "BOM"],
)
def test_foreign_line_ends_and_marks_are_accepted(piquet, folder, content):
    bad(folder, "game.json", content)
    assert piquet("validate", "game.json")[0] == 0


def test_an_empty_folder_and_a_pattern_without_match(piquet, folder):
    (folder / "games").mkdir()
    assert piquet("validate", "games")[1].startswith("games:1: found no record in this folder")
    status, out, _ = piquet("validate", "*.json")
    assert status == 2
    assert out.startswith("*.json:1: nothing matches this pattern")


def test_the_highest_status_counts_and_nothing_stops_the_rest(piquet, folder):
    lines = [
        b"{}",
        json.dumps(json.loads(DENIED.read_bytes())).encode(),
        json.dumps(json.loads(PIC.read_bytes())).encode(),
    ]
    bad(folder, "games.jsonl", b"\n".join(lines))
    status, out, _ = piquet("validate", "games.jsonl")
    assert status == 2
    assert "games.jsonl:1: the field `id` is missing" in out
    assert "games.jsonl:2: worked-hand-denied-repique: violations: " in out
    assert out.endswith("3 records, 2 deals: clean 1, settled 0, violations 1, invalid 1\n")


def test_standard_input(piquet, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PIC.read_bytes())))
    status, out, _ = piquet("validate", "-", "--format", "json")
    assert status == 0
    assert json.loads(out)["record"]["file"] == "<stdin>"


def test_json_is_one_report_a_line_and_nothing_else(piquet, folder):
    bad(folder, "no.json", b"{}")
    status, out, _ = piquet("validate", PIC, "no.json", "--format", "json")
    first, second = map(json.loads, out.splitlines())
    assert status == 2
    assert (first["verdict"], second["verdict"]) == ("clean", "invalid")
    assert "errors" not in first
    assert second["errors"][0] == {"at": "", "message": "the field `format` is missing: the format of this document"}


def test_findings_can_be_left_out(piquet):
    status, out, _ = piquet("validate", DENIED, "--ignore", "record-", "--format", "json")
    report = json.loads(out)
    assert (status, report["verdict"], report["complete"]) == (0, "clean", False)
    status, out, _ = piquet("validate", DENIED, "--select", "law-", "--select", "record-score")
    assert status == 1
    assert out.endswith("Findings were left out as asked.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validate"], "Missing argument 'PATH'"),
        (["validate", PIC, "--select", "law-99"], "no finding code begins with 'law-99'"),
        (["validate", PIC, "--format", "xml"], "'xml' is not one of"),
        (["valdate", PIC], "Did you mean 'validate'?"),
        (["audit", PIC, "--deal", "2"], "there is no deal 2; the game has 1"),
        (["audit", PIC, "--deal", "0"], "Invalid value for '--deal'"),
        (["audit", PIC, "--id", "pik"], "no game of the id 'pik'"),
        (["laws", "29"], "no law '29'; there are 1 to 28"),
        (["laws", "record-score"], "no law 'record-score'"),
        (["schema", "game"], "'game' is not one of"),
        (["simulate", "2", "games.txt"], "'games.txt' should end in .jsonl"),
        (["simulate", "0"], "Invalid value for 'N'"),
        (["simulate", "2", "--rules", "clasic"], "no rules profile 'clasic'; there are "),
        (["simulate", "2", "no/where.jsonl"], "no/where.jsonl: No such file or directory"),
        (["audit", PIC, "--html", "no/where.html"], "no/where.html: No such file or directory"),
    ],
    ids=lambda value: " ".join(map(str, value)).replace(str(ROOT), "") if isinstance(value, list) else "",
)
def test_mistakes_are_explained(piquet, folder, arguments, message):
    status, out, err = piquet(*arguments)
    assert (status, out) == (2, "")
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def fail(*_arguments, **_options):
    """Raise an unforeseen error."""
    message = "unforeseen\nin two lines"
    raise LookupError(message)


def test_an_internal_error_is_one_line_and_stops_nothing(piquet, monkeypatch):
    judge = judgements.judge_by_deal
    monkeypatch.setattr(judgements, "judge_by_deal", lambda *of: fail() if of[0].id == "pic" else judge(*of))
    status, out, err = piquet("validate", PIC, DENIED)
    assert status == 3
    assert out.endswith("1 record, 1 deal: clean 0, settled 0, violations 1, invalid 0\n")
    assert err.startswith(f"piquet: {PIC}:1: internal error (LookupError: unforeseen")
    assert "report" in err
    assert len(err.splitlines()) == 1
    assert "Traceback" in piquet("validate", PIC, "--debug")[2]


def test_an_internal_error_of_any_command(piquet, monkeypatch):
    monkeypatch.setattr("piquet_records.ruling.judge.replay_deal", fail)
    status, out, err = piquet("score", PIC)
    assert (status, out, len(err.splitlines())) == (3, "", 1)
    assert "internal error (LookupError: unforeseen in two lines)" in err
    status, _, err = piquet("audit", PIC, "--debug")
    assert status == 3
    assert "Traceback" in err


def test_audit_and_score(piquet, folder):
    status, out, err = piquet("audit", PIC)
    assert (status, err) == (0, "")
    assert "Before the first card: D 28, C 0" in out
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
    status, out, _ = piquet("score", DENIED)
    assert status == 1
    assert "repique" in out


def test_audit_of_what_is_no_record(piquet, folder):
    bad(folder, "no.json", b"{}")
    status, out, err = piquet("audit", "no.json")
    assert (status, out) == (2, "")
    assert "no.json:1: the field `deals` is missing" in err


def test_audit_one_of_several_games(piquet, folder):
    piquet("simulate", 3, "games.jsonl", "--seed", "1")
    _, out, _ = piquet("audit", "games.jsonl", "--id", "sim-1-000002", "--deal", "1")
    assert out.count("sim-1-") == 1
    assert "sim-1-000002, games.jsonl:2" in out
    assert "Deal 2." not in out


def test_audit_as_html(piquet, folder):
    status, out, _ = piquet("audit", PIC, "--html", "pic.html", "--lang", "fr")
    page = (folder / "pic.html").read_text("utf-8")
    assert (status, out) == (0, "")
    assert page.startswith("<!doctype html>")
    assert "Avant la première carte" in page
    assert [file.name for file in folder.iterdir()] == ["pic.html"]


def test_laws_are_listed(piquet):
    status, out, _ = piquet("laws")
    assert status == 0
    assert [int(line[:2]) for line in out.splitlines() if line[:2].strip()] == list(LAW_NUMBERS)
    assert "      law-01.revoke (violation)" in out.splitlines()
    assert "      usage-turn (violation)" in out.splitlines()
    assert out.splitlines()[-7] == "    The record itself"
    assert sorted(re.findall(r"[a-z][\w.-]*(?= \()", out)) == sorted(codes())


@pytest.mark.parametrize("asked", ["1", "01", "law-01", "law-01.revoke"])
def test_a_law_is_explained_with_an_example(piquet, asked):
    status, out, _ = piquet("laws", asked)
    assert status == 0
    assert out.startswith("Law 1. ")
    assert "law-01.revoke · Law 1" in out


def test_the_page_of_a_law_is_filled_to_the_terminal(piquet, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = piquet("laws", "14")
    assert max(map(len, out.splitlines())) == 60
    assert " ".join(out.split()).startswith(" ".join(page(NUMBERED[14]).split()))
    first, second = out.partition("Statement\n")[2].splitlines()[:2]
    assert first.startswith("    ")
    assert len(f"{first} {second.split()[0]}") > 60


@pytest.mark.parametrize("of", ["record", "report", "rules"])
def test_schemas_are_printed(piquet, of):
    status, out, _ = piquet("schema", of)
    assert status == 0
    assert json.loads(out)["title"] == f"piquet-{of}/1"


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        ("games.jsonl", lambda file: file.read_bytes()),
        ("games.jsonl.gz", lambda file: gzip.decompress(file.read_bytes())),
        ("games.jsonl.zst", lambda file: zstd.decompress(file.read_bytes())),
    ],
)
def test_simulated_games_are_the_same_in_every_form(folder, capfdbinary, name, opened):
    """The whole of it arrives, whatever the compression, and the same seed gives it again."""
    status, _, _ = run_in_process(["simulate", "12", name, "--seed", "7"], capfdbinary)
    assert status == 0
    _, printed, _ = run_in_process(["simulate", "12", "--seed", "7"], capfdbinary)
    assert opened(folder / name) == printed
    assert len(printed.splitlines()) == 12
    assert [file.name for file in folder.iterdir()] == [name]


def run_in_process(arguments, capture):
    """Run the command line and return its output as bytes."""
    with pytest.raises(SystemExit) as ended:
        cli.app(arguments, prog_name="piquet")
    captured = capture.readouterr()
    return ended.value.code, captured.out, captured.err


def program(*arguments, **options):
    """Start the program in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **options.pop("env", {})}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*PROGRAM, *map(str, arguments)], env=env, **pipes, **options)  # noqa: S603 - our own program


def test_a_broken_pipe_is_quiet():
    process = program("simulate", "2000")
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 141
    process.stderr.close()


def test_an_interrupt_is_quiet_and_leaves_no_half_file(tmp_path):
    process = program("simulate", "100000", "games.jsonl", cwd=tmp_path, preexec_fn=_heed_interrupts)
    while not list(tmp_path.iterdir()):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


def _heed_interrupts():
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_terminal_without_the_signs_gets_letters():
    out, err = program("audit", PIC, env={"PYTHONIOENCODING": "ascii"}).communicate()
    assert err == b""
    text = out.decode("ascii")
    assert "1  D AS   C 10S    D     29  0" in text
    assert 'D  "A point of 7' in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_show_where_an_internal_error_happened(name):
    assert "--debug" in {option for parameter in COMMANDS[name].params for option in parameter.opts}


class Terminal(io.StringIO):
    """A standard error that says that it is a terminal."""

    def isatty(self):
        """Return True."""
        return True


def test_progress_is_shown_on_a_terminal_and_changes_nothing_that_passes(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "DELAY", -1)
    monkeypatch.setattr(progress, "INTERVAL", -1)
    monkeypatch.setenv("TERM", "xterm")
    passed = []
    for number in progress.with_progress(range(3), total=3):
        passed.append(number)
        print("a line " * 40, file=sys.stderr)
    assert passed == [0, 1, 2]
    assert "2 of 3" in terminal.getvalue()
    assert "a line " * 40 in terminal.getvalue()  # not broken at the terminal's width


def test_nothing_is_coloured_and_no_progress_is_shown_in_a_pipe():
    out, err = program("audit", DENIED).communicate()
    assert b"\x1b" not in out + err


def test_no_colour_is_respected_on_a_terminal():
    pty = pytest.importorskip("pty")
    assert b"\x1b[" in on_terminal(pty, {})
    assert b"\x1b[" not in on_terminal(pty, {"NO_COLOR": "1"})


def on_terminal(pty, env):
    """Run an audit with a terminal as its output, and return what it prints."""
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env}
    process = subprocess.Popen([*PROGRAM, "audit", str(PIC)], env=environment, stdout=slave, stderr=slave)  # noqa: S603 - our own program
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # Linux says so at the end
            part = b""
        if not part:
            break
        shown += part
    process.wait()
    os.close(master)
    return shown


def test_languages_are_those_of_the_messages():
    from typing import get_args

    from piquet_records.report.sentences import LANGUAGES

    assert get_args(get_args(Lang)[0]) == LANGUAGES
