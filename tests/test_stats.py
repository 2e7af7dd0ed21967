"""The figures of an archive, as text, charts and files; and the commands around an archive."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console

from piquet_records.archive import Archive
from piquet_records.archive.stats import Stats
from piquet_records.errors import InputError
from piquet_records.record.game import to_json
from piquet_records.render.query_table import exported, terminal_table
from piquet_records.render.stats_charts import charts, save_charts
from piquet_records.render.stats_page import stats_page
from piquet_records.simulation.games import simulate

pytestmark = pytest.mark.slow
"""It fills archives and draws charts."""

SAMPLES = Path(__file__).parent.parent / "sample_games"


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> Archive:
    """Return an archive of simulated games and of samples of a broken law."""
    folder = tmp_path_factory.mktemp("stats")
    path = folder / "games.jsonl"
    path.write_bytes(b"".join(to_json(game) + b"\n" for game in simulate(30, seed=3)))
    made = Archive(folder / "club.duckdb")
    made.ingest(path, SAMPLES / "laws" / "law-01", SAMPLES / "repic-and-capot.json")
    return made


@pytest.fixture(scope="module")
def stats(archive) -> Stats:
    """Return its figures."""
    return archive.stats("role")


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Stats:
    """Return the figures of an archive without games."""
    folder = tmp_path_factory.mktemp("bare")
    made = Archive(folder / "bare.duckdb")
    made.ingest(folder / "nothing")
    return made.stats("player")


def text(stats: Stats, width: int = 100) -> str:
    """Return the page of figures as text."""
    console = Console(width=width, highlight=False)
    with console.capture() as captured:
        for part in stats_page(stats):
            console.print(part)
    return captured.get()


def test_the_page_says_what_a_club_asks_first(stats, archive):
    found = text(stats)
    games = archive.sql("SELECT count(*) FROM games").item()
    assert f"{games} games with" in found
    for part in ("Points of a whole deal", "To be elder is worth", "repique", "law-01.revoke", "Players", "By role"):
        assert part in found
    assert "older version" not in found


@pytest.mark.parametrize("width", [80, 200])
def test_the_page_loses_nothing_at_any_width(stats, width):
    found = re.sub(r"\s+", "", text(stats, width))
    assert "…" not in found
    for mean in stats.roles["mean"]:
        assert f"{mean:.2f}" in found
    for code in stats.violations["code"]:
        assert code in found


def test_an_archive_without_games_has_a_page_and_charts(bare, tmp_path):
    found = text(bare)
    assert "0 games with 0 deals" in found
    assert "inputs that could not be taken: 1;" in found
    assert "There is no whole deal yet." in found
    save_charts(bare, tmp_path / "bare.svg")
    assert (tmp_path / "bare.svg").read_text().startswith("<svg")


def test_games_of_an_older_version_are_said(stats):
    from dataclasses import replace

    stale = replace(stats, overview={**stats.overview, "stale": 3})
    assert "games that an older version of their rules judged: 3;" in text(stale)


def test_a_page_of_charts_has_its_scripts_in_it_and_asks_for_nothing(stats, tmp_path):
    path = tmp_path / "club.html"
    save_charts(stats, path)
    html = path.read_text("utf-8")
    tags = re.sub(r"(<script[^>]*>).*?</script>", r"\1", html, flags=re.DOTALL)
    assert tags.count("<script") >= 2
    assert re.findall(r"(?:src|href|url)\s*[=(]", tags) == []
    assert "vegaEmbed" in html
    assert len(html) > 500_000


def test_charts_have_titles_units_and_sizes_of_the_sample(stats):
    said = json.dumps(charts(stats).to_dict())
    deals = dict(stats.roles.select("role", "deals").rows())
    for words in (
        "Points of a deal",
        "points of a deal",
        "share of deals (%)",
        f"{deals['elder']:,} deals",
        "95 % interval",
        "Laws broken",
        "violations",
        "mean points of a deal",
    ):
        assert words in said, words


def test_pictures_are_written_by_their_endings(stats, tmp_path):
    save_charts(stats, tmp_path / "club.svg")
    save_charts(stats, tmp_path / "club.png")
    assert "points of a deal" in (tmp_path / "club.svg").read_text("utf-8")
    assert (tmp_path / "club.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InputError, match=r"\.html, \.svg, \.png"):
        save_charts(stats, tmp_path / "club.pdf")


FRAME = pl.DataFrame({"name": ["a|b", None], "mean": [1.23456, None], "cards": [[1, 2], []]})


def test_frames_are_written_for_other_programs_with_every_digit(tmp_path):
    assert exported(FRAME, "csv") == b'name,mean,cards\na|b,1.23456,"[1,2]"\n,,[]\n'
    assert json.loads(exported(FRAME, "json"))[0] == {"name": "a|b", "mean": 1.23456, "cards": [1, 2]}
    lines = exported(FRAME, "markdown").decode().splitlines()
    assert lines == ["| name | mean | cards |", "| --- | ---: | --- |", "| a\\|b | 1.23 | [1, 2] |", "|  |  | [] |"]
    path = tmp_path / "frame.parquet"
    path.write_bytes(exported(FRAME, "parquet"))
    assert pl.read_parquet(path).equals(FRAME)


def test_a_table_shows_what_is_not_known_as_a_dash():
    console = Console(width=60)
    with console.capture() as captured:
        console.print(terminal_table(FRAME))
    assert re.search(r"a\|b +1\.23 +\[1, 2\]", captured.get())
    assert re.search(r"– +– +\[\]", captured.get())


# The commands


def piquet(*arguments, folder: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command."""
    command = [sys.executable, "-c", "from piquet_records.cli import main; main()", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, check=False)  # noqa: S603 - our own code


@pytest.fixture
def club(archive, tmp_path) -> Path:
    """Return a folder with a copy of the archive in it."""
    shutil.copy(archive.path, tmp_path / "club.duckdb")
    shutil.copytree(SAMPLES / "laws" / "law-14", tmp_path / "law-14")
    return tmp_path


def test_ingest_tells_what_it_did_and_what_could_not_be_taken(club):
    (club / "bad.jsonl").write_text('{"format": "piquet-record/1"}\n')
    done = piquet("ingest", "club.duckdb", "law-14", "bad.jsonl", folder=club)
    assert done.returncode == 2
    assert re.search(r"^\d+ games taken, 0 there already, 0 replaced, 1 not taken$", done.stdout, re.MULTILINE)
    assert re.search(r"^\d+ deals in [\d.]+ s, [\d,]+ a second$", done.stdout, re.MULTILINE)
    assert done.stderr.startswith("bad.jsonl:1: ")
    assert "Traceback" not in done.stderr
    again = piquet("ingest", "club.duckdb", "law-14", folder=club)
    assert again.returncode == 1
    assert again.stdout.startswith("0 games taken")


def test_query_by_name_by_sql_and_from_standard_input(club):
    named = piquet("query", "club.duckdb", "deal-scores", "--param", "width=50", folder=club)
    assert named.stdout.splitlines()[0] == "role,points,deals,percent"
    assert named.stdout.splitlines()[1].startswith("elder,0,")
    sql = "SELECT count(*) AS games FROM games WHERE player_a = $who"
    assert piquet("query", "club.duckdb", sql, "--param", "who=nobody", folder=club).stdout == "games\n0\n"
    read = piquet("query", "club.duckdb", "-", "--format", "markdown", folder=club, text="SELECT 1 AS one")
    assert read.stdout == "| one |\n| ---: |\n| 1 |\n"
    piquet("query", "club.duckdb", "roles", "--out", "roles.parquet", folder=club)
    assert pl.read_parquet(club / "roles.parquet").columns[0] == "role"
    assert "elder-advantage" in piquet("query", "club.duckdb", "--list", folder=club).stdout
    assert piquet("query", "club.duckdb", "roles", "--show", folder=club).stdout.startswith("-- name: roles\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("query", "club.duckdb", "SELEC 1"), "LINE 1: SELEC 1\n        ^"),
        (("query", "club.duckdb", "elder-advantag"), "did you mean elder-advantage?"),
        (("query", "club.duckdb", "roles", "--param", "who"), "NAME=VALUE"),
        (
            ("query", "club.duckdb", "SELECT count(*) FROM range(10000000000)", "--time-limit", "0.2"),
            "stopped after 0.2 s",
        ),
        (("query", "none.duckdb", "roles"), "there is no archive here"),
        (("stats", "club.duckdb", "--plot", "club.pdf"), ".html, .svg, .png"),
        (("remove", "club.duckdb", "nobody"), "'nobody'"),
        (("export", "club.duckdb", "nobody"), "'nobody'"),
    ],
)  # fmt: skip
def test_mistakes_are_told_without_a_traceback(club, arguments, said):
    done = piquet(*arguments, folder=club)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_stats_with_charts(club):
    done = piquet("stats", "club.duckdb", "--by", "year", "--plot", "club.html", folder=club)
    assert done.returncode == 0
    assert "By year" in done.stdout
    assert (club / "club.html").stat().st_size > 500_000


def test_games_go_out_and_come_back(club):
    piquet("export", "club.duckdb", "--out", "all.jsonl.zst", folder=club)
    piquet("ingest", "other.duckdb", "all.jsonl.zst", folder=club)
    assert piquet("export", "other.duckdb", folder=club).stdout == piquet("export", "club.duckdb", folder=club).stdout
    assert piquet("remove", "other.duckdb", "repic-and-capot", folder=club).stdout == "1 game taken out\n"
    assert piquet("rejudge", "other.duckdb", folder=club).stdout.startswith("0 games judged again")
    assert piquet("rejudge", "club.duckdb", "--all", folder=club).returncode == 0


def test_no_number_or_name_of_a_table_is_broken_on_a_narrow_terminal():
    frame = pl.DataFrame({"player": ["Hortense"], "games": [123456], "elder_mean": [1.25], "adversary": ["Delphine"]})
    console = Console(width=20)
    with console.capture() as said:
        console.print(terminal_table(frame, words=True), crop=False)
    assert ["Hortense", "123456", "1.25", "Delphine"] in [line.split() for line in said.get().splitlines()]
