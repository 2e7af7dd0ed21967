"""Archives: games that are taken or refused, what is kept when a process dies, and what SQL cannot do."""

import json
import os
import re
import signal
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl
import pytest

import piquet_records as piquet
from piquet_records.archive import Archive, ingest, store
from piquet_records.bulk import recogniser
from piquet_records.cards.pack import from_bits, parse, to_bits, to_text
from piquet_records.errors import ArchiveError
from piquet_records.record import reading
from piquet_records.record.game import to_json
from piquet_records.simulation.games import simulate

pytestmark = pytest.mark.slow
"""It fills archives in processes of their own, and kills some."""

SAMPLES = Path(__file__).parent.parent / "sample_games"
TABLES = ("games", "deals", "calls", "findings", "rejects")


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """Return twelve simulated games, one a line."""
    return [to_json(game) for game in simulate(12, seed=11)]


@pytest.fixture(scope="module")
def games(lines, tmp_path_factory) -> Path:
    """Return a file of these games."""
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


@pytest.fixture
def archive(tmp_path) -> Archive:
    """Return an archive whose file does not exist yet."""
    return Archive(tmp_path / "club.duckdb")


@pytest.fixture
def article(archive) -> Archive:
    """Return an archive of two games of the article: the same hands with either dealer."""
    archive.ingest(SAMPLES / "repic-and-capot.json", SAMPLES / "disadvantage-of-dealing.json")
    return archive


def contents(archive: Archive) -> dict[str, list[tuple]]:
    """Return all rows, and all records as they are exported, without the numbers that games have in the archive."""
    found = {"records": sorted((record,) for record in archive.export())}
    for table in TABLES:
        columns = "* EXCLUDE (record, record_start, record_end)" if table == "games" else "*"
        frame = archive.sql(f"SELECT {columns} FROM {table}")  # noqa: S608
        if table not in ("games", "rejects"):
            frame = archive.sql(f"SELECT id, {table}.* FROM {table} JOIN games USING (game)")  # noqa: S608
        rows = frame.drop([name for name in ("game",) if name in frame.columns]).rows()
        found[table] = sorted(rows, key=repr)
    return found


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    program = [sys.executable, "-c", "from piquet_records.cli import main; main()", *words]
    return subprocess.run(program, capture_output=True, text=True, check=False)  # noqa: S603 - our own code


def count(archive: Archive, table: str) -> int:
    """Count the rows of a table."""
    return archive.sql(f"SELECT count(*) FROM {table}").item()  # noqa: S608


def changed(line: bytes, **fields) -> bytes:
    """Return a record with other fields."""
    return json.dumps(json.loads(line) | fields).encode()


def write(path: Path, *lines: bytes) -> Path:
    """Write records, one a line."""
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


# What is taken


def test_the_same_games_again_change_nothing(archive, games):
    first = archive.ingest(games)
    before = contents(archive)
    again = archive.ingest(games, games)
    assert (first.taken, first.unchanged, first.rejected) == (12, 0, 0)
    assert (again.taken, again.unchanged, again.rejected) == (0, 24, 0)
    assert contents(archive) == before
    assert len(before["games"]) == 12


def test_the_same_content_written_otherwise_is_the_same_game(archive, lines, tmp_path):
    archive.ingest(write(tmp_path / "a.jsonl", lines[0]))
    pretty = tmp_path / "b.json"
    pretty.write_text(json.dumps(json.loads(lines[0]), indent=2, sort_keys=True))
    assert archive.ingest(pretty).unchanged == 1


def test_another_game_under_the_same_id_is_refused_and_both_places_are_named(archive, lines, tmp_path):
    first = write(tmp_path / "a.jsonl", lines[0], lines[1])
    second = write(tmp_path / "b.jsonl", lines[2], changed(lines[1], event="another"))
    archive.ingest(first)
    before = contents(archive)["games"]
    done = archive.ingest(second)
    assert (done.taken, done.rejected) == (1, 1)
    ((file, line, at, reason),) = archive.sql("SELECT file, line, pointer, reason FROM rejects").rows()
    assert (file, line, at) == (str(second), 2, "/id")
    assert f"{first} line 2" in reason
    assert set(before) < set(contents(archive)["games"])


def test_another_game_under_the_same_id_is_refused_within_one_file_too(archive, lines, tmp_path):
    path = write(tmp_path / "a.jsonl", lines[0], lines[1], changed(lines[0], event="another"))
    assert archive.ingest(path).taken == 2
    ((line, reason),) = archive.sql("SELECT line, reason FROM rejects").rows()
    assert line == 3
    assert f"{path} line 1" in reason


@pytest.mark.parametrize("size", [1, 1_000_000], ids=["in batches of one", "in one batch"])
def test_with_replace_the_last_game_of_an_id_takes_its_place(archive, lines, tmp_path, size, monkeypatch):
    monkeypatch.setattr(ingest, "BLOCK_SIZE", size)
    monkeypatch.setattr(reading, "READ_SIZE", size)
    archive.ingest(write(tmp_path / "a.jsonl", *lines[:3]))
    one, two = changed(lines[1], event="one"), changed(lines[1], event="two")
    done = archive.ingest(write(tmp_path / "b.jsonl", one, two), replace=True)
    assert done.rejected == 0
    assert done.replaced >= 1
    alone = Archive(tmp_path / "alone.duckdb")
    alone.ingest(write(tmp_path / "a.jsonl", lines[0], b"", lines[2]), write(tmp_path / "b.jsonl", b"", two))
    assert contents(archive) == contents(alone)


def test_what_is_no_record_is_told_and_stops_nothing(archive, lines, tmp_path):
    bad = changed(lines[1], players={"A": "one"})
    path = write(tmp_path / "a.jsonl", lines[0], b"{", bad, changed(lines[2], rules="solo"))
    done = archive.ingest(path)
    assert (done.taken, done.rejected) == (1, 3)
    rows = archive.sql("SELECT line, pointer, reason FROM rejects ORDER BY line").rows()
    assert [(line, at) for line, at, _ in rows] == [(2, ""), (3, "/players"), (4, "/rules")]
    assert "solo" in rows[2][2]
    assert "classic@1" in rows[2][2]


def test_a_line_that_is_read_again_has_its_rejects_replaced(archive, lines, tmp_path):
    path = write(tmp_path / "a.jsonl", lines[0], b"{", b"[]")
    archive.ingest(path)
    archive.ingest(path)
    assert archive.sql("SELECT line FROM rejects ORDER BY line").rows() == [(2,), (3,)]
    write(path, lines[0], lines[1], b"[]")
    archive.ingest(path)
    assert archive.sql("SELECT line FROM rejects").rows() == [(3,)]


def test_an_archive_of_nothing_is_an_archive(archive, tmp_path):
    assert archive.ingest(tmp_path / "nowhere").rejected == 1
    assert count(archive, "games") == 0
    assert count(archive, "rejects") == 1


def test_records_from_standard_input(archive, games, monkeypatch):
    with games.open("rb") as stream:
        monkeypatch.setattr("sys.stdin", type("Stream", (), {"buffer": stream}))
        assert archive.ingest("-").taken == 12


# What the rows hold. The deal is the article's *repic*: 6 + 15 + 14 = 35, repique 95, all tricks 107, capot 147.


def test_the_article_s_deal_column_by_column(article):
    row = article.sql("SELECT d.* FROM deals AS d JOIN games USING (game) WHERE id = 'repic-and-capot'").row(
        0, named=True
    )
    expected = {
        "deal": 1, "dealer": "B", "elder_player": "F", "younger_player": "E", "rules": "classic@1", "year": None,
        "outcome": "played", "assumed": False, "after_end": False, "whole": True, "packets": None,
        "elder_dealt": None, "younger_dealt": None, "talon": None, "elder_drew": None, "elder_discard": None,
        "elder_point_held": 659, "elder_sequence_held": 57, "elder_set_held": 47,
        "younger_point_held": 655, "younger_sequence_held": 56, "younger_set_held": 36,
        "elder_point_called": 659, "elder_sequence_called": 57, "elder_set_called": 47,
        "younger_point_called": 0, "younger_sequence_called": 0, "younger_set_called": 0,
        "elder_led": 0b111111111111, "elder_won": 0b111111111111, "younger_won": 0,
        "elder_carte_blanche": 0, "elder_point": 6, "elder_sequences": 15, "elder_sets": 14, "elder_repique": 60,
        "elder_pique": 0, "elder_play": 12, "elder_last_trick": 0, "elder_cards": 0, "elder_capot": 40,
        "elder_total": 147, "elder_total_played": 147, "younger_total": 0,
        "elder_written": 147, "younger_written": None,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert row["play"][:4] == [31, 10, 30, 11]  # AC 9H KC TH


def test_the_article_s_deal_through_the_views_and_macros(article):
    elder = article.sql("SELECT cards(elder_hand) FROM deals ORDER BY game LIMIT 1").item()
    assert elder == "AS QS 9S 8S AH AD AC KC QC JC TC 8C"
    tricks = article.sql("SELECT trick, leader, lead, follow, winner FROM tricks ORDER BY game, trick").rows()
    assert len(tricks) == 24
    assert tricks[0] == (1, "elder", "AC", "9H", "elder")
    assert tricks[12:14] == [(1, "elder", "KD", "AD", "younger"), (2, "younger", "AC", "9H", "younger")]
    plays = article.sql("SELECT trick, place, role, card FROM plays WHERE game = 2 ORDER BY trick, place").rows()
    assert plays[:4] == [(1, 1, "elder", "KD"), (1, 2, "younger", "AD"), (2, 1, "younger", "AC"), (2, 2, "elder", "9H")]
    scores = article.sql("SELECT role, player, total, written FROM scores ORDER BY game, role").rows()
    assert scores == [
        ("elder", "F", 147, 147),
        ("younger", "E", 0, None),
        ("elder", "E", 1, None),
        ("younger", "F", 87, 87),
    ]
    players = article.sql(
        "SELECT player, games, won, lost, undecided, elder_mean, younger_mean FROM players ORDER BY 1"
    )
    assert players.rows() == [("E", 2, 0, 0, 2, 1.0, 0.0), ("F", 2, 0, 0, 2, 147.0, 87.0)]


def test_calls_with_what_was_held_and_whether_they_scored(article):
    rows = article.sql(
        "SELECT call, role, what, cards, value, top, rank, called, held, reply, scored FROM calls WHERE game = 2"
    )
    assert sorted(rows.rows()) == [
        (1, "elder", "point", 6, 55, None, None, 655, 655, "not-good", False),
        (2, "elder", "sequence", 5, None, "K", None, 56, 56, "not-good", False),
        (3, "elder", "set", 3, None, None, "K", 36, 36, "not-good", False),
        (4, "younger", "point", 6, 59, None, None, 659, 659, None, True),
        (5, "younger", "sequence", 5, None, "A", None, 57, 57, None, True),
        (6, "younger", "set", 4, None, None, "A", 47, 47, None, True),
    ]


def test_the_exchange_and_the_hands_as_dealt(archive, lines, tmp_path):
    archive.ingest(write(tmp_path / "a.jsonl", lines[0]))
    deal = json.loads(lines[0])["deals"][0]
    row = archive.sql(
        "SELECT cards(elder_dealt), cards(younger_dealt), cards(elder_discard), elder_drew,"
        " list_transform(talon, lambda n: card(n)), cards(elder_drawn) FROM deals WHERE deal = 1"
    ).row(0)
    elder = deal["exchange"][0]
    assert row[:2] == (deal["hands"]["elder"], deal["hands"]["younger"])
    assert row[2] == elder["discard"]
    assert row[3] == elder["draw"]
    assert row[4] == deal["talon"].split()
    assert set(row[5].split()) == set(deal["talon"].split()[: elder["draw"]])


def test_findings_with_what_proves_them(archive):
    archive.ingest(SAMPLES / "laws")
    found = archive.sql("SELECT DISTINCT severity, status IS NULL FROM findings ORDER BY 1")
    assert found.rows() == [("violation", False), ("note", True)]
    reports = {
        (game.id, one.code, one.at) for game in piquet.read(SAMPLES / "laws") for one in piquet.validate(game).findings
    }
    assert set(archive.sql("SELECT id, code, pointer FROM findings JOIN games USING (game)").rows()) == reports
    assert (
        archive.sql("SELECT count(*) FROM findings WHERE NOT json_valid(evidence) OR NOT json_valid(options)").item()
        == 0
    )


def test_every_table_view_column_and_macro_has_a_comment(article):
    nameless = (
        "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL"
        " UNION ALL SELECT table_name, '' FROM duckdb_tables() WHERE comment IS NULL"
        " UNION ALL SELECT view_name, '' FROM duckdb_views() WHERE NOT internal AND comment IS NULL"
        " UNION ALL SELECT function_name, '' FROM duckdb_functions() WHERE NOT internal AND comment IS NULL"
    )
    assert article.sql(nameless).rows() == []
    assert article.sql("SELECT count(*) FROM duckdb_columns() WHERE NOT internal").item() > 100


def test_the_versions_that_made_an_archive_stand_in_it(article):
    versions = dict(article.sql("SELECT name, value FROM meta").rows())
    assert set(versions) == {"archive", "tool", "profile.classic"}
    assert versions["archive"] == "piquet-archive/2"
    assert versions["profile.classic"] == "classic@1"


def test_numbers_of_a_hostile_record_overflow_nothing(archive, lines, tmp_path):
    record = json.loads(lines[0])
    deal = record["deals"][0]
    deal["declarations"] += [{"act": "call", "by": "elder", "what": "sequence", "cards": 32, "top": "A"}] * 60
    deal["declarations"] += [{"act": "call", "by": "elder", "what": "point", "cards": 32, "value": 999}]
    deal["play"] = deal["play"] * 3
    assert archive.ingest(write(tmp_path / "a.jsonl", json.dumps(record).encode())).taken == 1
    assert archive.sql("SELECT max(called) FROM calls WHERE what = 'point'").item() == 3299
    assert archive.sql("SELECT max(cards) FROM calls WHERE what = 'sequence'").item() == 32


# Records, and games taken out


def test_records_come_back_byte_for_byte(archive, games, lines):
    archive.ingest(games)
    assert list(archive.export()) == lines
    ids = [json.loads(line)["id"] for line in lines]
    assert archive.record(ids[3]) == lines[3]
    assert list(archive.export(ids[5], ids[2])) == [lines[2], lines[5]]
    with pytest.raises(ArchiveError, match="'nobody'"):
        list(archive.export(ids[0], "nobody"))
    with pytest.raises(ArchiveError, match="'nobody'"):
        archive.record("nobody")


def test_a_record_of_several_lines_is_exported_on_one(archive, tmp_path):
    archive.ingest(SAMPLES / "repic-and-capot.json")
    text = (SAMPLES / "repic-and-capot.json").read_bytes()
    assert archive.record("repic-and-capot").strip() == text.strip()
    (line,) = archive.export()
    assert b"\n" not in line
    assert json.loads(line) == json.loads(text)
    other = Archive(tmp_path / "other.duckdb")
    assert other.ingest(write(tmp_path / "a.jsonl", line)).taken == 1


def test_games_are_taken_out_of_all_tables(archive, games, lines):
    archive.ingest(games)
    ids = [json.loads(line)["id"] for line in lines]
    before = contents(archive)
    with pytest.raises(ArchiveError, match="'nobody'"):
        archive.remove(ids[0], "nobody")
    assert contents(archive) == before
    assert archive.remove(*ids[1:]) == 11
    assert {row[0] for table in ("games", "deals", "calls") for row in contents(archive)[table]} == {ids[0]}
    archive.ingest(games)
    assert contents(archive) == before


# Judging again


def test_games_that_an_older_version_judged_are_known_and_judged_again(archive, lines, tmp_path):
    pinned = changed(lines[1], rules="classic@1")
    archive.ingest(write(tmp_path / "a.jsonl", lines[0], pinned))
    before = contents(archive)
    assert archive.stale() == 0
    with duckdb.connect(archive.path) as connection:
        connection.execute(
            "UPDATE games SET rules = 'classic@0', verdict = 'violations' WHERE rules_written = 'classic'"
        )
        connection.execute("UPDATE regular_deals SET elder_total = 0 WHERE game = 1")
    assert archive.stale() == 1
    done = archive.rejudge()
    assert (done.games, done.changed, done.rejected) == (1, 1, 0)
    assert archive.stale() == 0
    assert contents(archive) == before
    assert archive.rejudge().games == 0
    assert archive.rejudge(everything=True).games == 2
    assert contents(archive) == before


def test_a_game_that_cannot_be_judged_again_stays_and_is_told(archive, games):
    archive.ingest(games)
    with duckdb.connect(archive.path) as connection:
        connection.execute("""UPDATE games SET record = '{"format": 1}', rules = 'classic@0' WHERE game = 4""")
    for _ in range(2):
        done = archive.rejudge()
        assert (done.games, done.rejected) == (0, 1)
    assert count(archive, "games") == 12
    assert archive.sql("SELECT DISTINCT line FROM rejects").rows() == [(4,)]


def without_values(line: bytes) -> bytes:
    """Return a record whose calls of a point say nothing of pips."""
    return re.sub(rb'"value":\d+,?', b"", line)


def with_final_hands_only(line: bytes) -> bytes:
    """Return a record that has the hands after the exchange instead of the deal and the exchange."""
    game = json.loads(line)
    for deal in game["deals"]:
        talon = deal.pop("talon").split()
        hands = deal.pop("hands")
        held = {}
        for step in deal.pop("exchange"):
            if step["act"] == "exchange":
                drawn, talon = talon[: step["draw"]], talon[step["draw"] :]
                kept = set(hands[step["by"]].split()) - set(step["discard"].split())
                held[step["by"]] = to_text(from_bits(to_bits(parse(" ".join([*kept, *drawn])))))
        deal["held"] = held
    return json.dumps(game).encode()


def test_both_paths_write_the_same_rows(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    games = [
        *simulate(30, seed=5, policy="random"),
        *simulate(10, seed=6),
        *simulate(10, seed=7, rules="rubicon"),
        *simulate(40, seed=8, faults=0.8),
    ]
    lines = [to_json(game) for game in games]
    lines += map(without_values, [to_json(game) for game in simulate(5, seed=9)])
    lines += map(with_final_hands_only, [to_json(game) for game in simulate(5, seed=10)])
    lines += [json.dumps(json.loads(to_json(game))).encode() for game in simulate(5, seed=12)]
    lines += [json.dumps(json.loads(to_json(game)), sort_keys=True).encode() for game in simulate(5, seed=13)]
    path.write_bytes(b"\n".join(lines))
    in_bulk, by_steps = Archive(tmp_path / "bulk.duckdb"), Archive(tmp_path / "steps.duckdb")
    in_bulk.ingest(path)
    monkeypatch.setattr(recogniser, "AVAILABLE", False)
    by_steps.ingest(path)
    assert count(in_bulk, "calls") > 500
    mixed = "SELECT DISTINCT game FROM regular_deals INTERSECT SELECT DISTINCT game FROM other_deals"
    assert in_bulk.sql(mixed).height > 20
    assert count(by_steps, "regular_deals") == 0
    assert list(in_bulk.export()) == lines
    assert contents(in_bulk) == contents(by_steps)


def test_a_game_can_be_audited_from_the_archive_alone(article):
    done = run("audit", f"{article.path}#repic-and-capot")
    assert done.returncode == 0, done.stderr
    assert "147" in done.stdout
    missing = run("audit", f"{article.path}#nobody")
    assert (missing.returncode, "nobody" in missing.stderr) == (2, True)


# Processes that die, and two at once

KILLED = """
import os, signal, sys
from piquet_records.archive import Archive, ingest, store
from piquet_records.record import reading
ingest.BLOCK_SIZE = reading.READ_SIZE = 1
ingest.BATCHES_TOGETHER = 1
ingest.DEALS_PER_TRANSACTION = 1
written = {"count": 0}
insert = store._insert
def dying(connection, table, columns):
    written["count"] += 1
    if written["count"] == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    insert(connection, table, columns)
store._insert = dying
Archive(sys.argv[1]).ingest(sys.argv[2])
"""


@pytest.mark.parametrize("at", [1, 3, 8, 15])
def test_killed_while_writing_an_archive_holds_whole_games_and_can_be_completed(archive, games, tmp_path, at):
    command = [sys.executable, "-c", KILLED, archive.path, games, str(at)]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own code
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert count(archive, "games") == archive.sql("SELECT count(DISTINCT game) FROM deals").item()
    whole = "SELECT count(*) FROM games WHERE deals != (SELECT count(*) FROM deals AS d WHERE d.game = games.game)"
    assert archive.sql(whole).item() == 0
    assert count(archive, "games") < 12
    archive.ingest(games)
    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    undisturbed.ingest(games)
    assert contents(archive) == contents(undisturbed)


HOLDING = """
import sys, time, duckdb
connection = duckdb.connect(sys.argv[1])
print("held", flush=True)
time.sleep(float(sys.argv[2]))
"""


def held(archive: Archive, seconds: float) -> subprocess.Popen:
    """Keep an archive open in another process."""
    other = subprocess.Popen([sys.executable, "-c", HOLDING, archive.path, str(seconds)], stdout=subprocess.PIPE)  # noqa: S603
    assert other.stdout is not None
    other.stdout.readline()
    return other


def test_an_archive_that_another_process_holds_is_waited_for(archive, games):
    archive.ingest(games)
    with held(archive, 0.7):
        assert archive.ingest(games).unchanged == 12


def test_who_holds_an_archive_too_long_is_named(archive, games, monkeypatch):
    archive.ingest(games)
    monkeypatch.setattr(store, "WAIT", 0.2)
    with held(archive, 60) as other:
        with pytest.raises(ArchiveError, match=f"in use by process {other.pid} "):
            archive.ingest(games)
        with pytest.raises(ArchiveError, match=f"in use by process {other.pid} "):
            archive.sql("SELECT 1")
        other.kill()


# Files that are no archives


def test_what_is_no_archive_is_said_to_be_none(tmp_path, games):
    with pytest.raises(ArchiveError, match="there is no archive here"):
        Archive(tmp_path / "none.duckdb").sql("SELECT 1")
    with pytest.raises(ArchiveError, match="a folder"):
        Archive(tmp_path).ingest(games)
    before = games.read_bytes()
    for asked in (lambda: Archive(games).ingest(games), lambda: Archive(games).sql("SELECT 1")):
        with pytest.raises(ArchiveError, match="not an archive"):
            asked()
    assert games.read_bytes() == before
    with pytest.raises(ArchiveError, match="No such file or directory"):
        Archive(tmp_path / "nowhere" / "club.duckdb").ingest(games)


def test_a_database_of_others_is_left_alone(tmp_path, games):
    path = tmp_path / "other.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE birds (name VARCHAR)")
    with pytest.raises(ArchiveError, match="no archive of piquet games"):
        Archive(path).ingest(games)


def test_an_archive_of_another_format_is_not_touched(article):
    with duckdb.connect(article.path) as connection:
        connection.execute("UPDATE meta SET value = 'piquet-archive/9' WHERE name = 'archive'")
    with pytest.raises(ArchiveError, match="piquet-archive/9"):
        article.sql("SELECT 1")


# Asking


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{folder}/*')",
        "COPY games TO '{folder}/out.csv'",
        "COPY games TO '/dev/stdout'",
        "EXPORT DATABASE '{folder}/all'",
        "ATTACH '{folder}/other.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "CREATE TABLE birds (name VARCHAR)",
        "DELETE FROM games",
        "UPDATE games SET id = 'x'",
        "DROP TABLE games",
        "SELECT * FROM statement",
        "SELECT 1; SELECT 2",
        "",
    ],
)
def test_sql_only_reads_and_only_the_archive(article, tmp_path, statement):
    file = tmp_path / "secret.csv"
    file.write_text("word\nsecret\n")
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(ArchiveError):
        article.sql(statement.format(file=file, folder=tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == before
    assert count(article, "games") == 2


def test_a_mistake_in_sql_is_told_with_its_place(article):
    with pytest.raises(ArchiveError, match=r"syntax error at or near(.|\n)*LINE 1: SELECT FORM games WHERE\n +\^"):
        article.sql("SELECT FORM games WHERE")
    with pytest.raises(ArchiveError, match=r'"elder_totl" not found(.|\n)*elder_total'):
        article.sql("SELECT elder_totl FROM deals")


def test_a_query_has_a_time_limit_and_a_memory_limit(article):
    with pytest.raises(ArchiveError, match=r"stopped after 0\.3 seconds"):
        article.sql(
            "SELECT count(*) FROM range(10000000000) AS a, range(1000) AS b WHERE a.range % 7 = b.range", seconds=0.3
        )
    with pytest.raises(ArchiveError, match="more than the 40MB of memory"):
        article.sql("SELECT list(range) FROM range(100000000)", memory="40MB")
    assert article.sql("SELECT 1 AS one").item() == 1


def test_parameters_types_and_sums(article):
    frame = article.sql(
        "SELECT $name AS name, sum(elder_total) AS points FROM deals WHERE elder_player = $name", {"name": "F"}
    )
    assert frame.rows() == [("F", 147)]
    assert frame.schema["points"] == pl.Int64
    odd = article.sql(
        "SELECT INTERVAL 3 DAYS AS days, [INTERVAL 1 MONTH] AS months, NULL AS nothing,"
        " 10000000000000000000000::HUGEINT AS huge"
    )
    assert odd.row(0) == ("3 days", "[1 month]", None, Decimal(10) ** 22)
    assert article.sql("SHOW TABLES").height == 14
    with pytest.raises(ArchiveError, match="name"):
        article.sql("SELECT $name")


def test_an_unknown_query_or_parameter_is_named(article):
    with pytest.raises(ArchiveError, match="did you mean elder-advantage"):
        article.query("elder-advantge")
    with pytest.raises(ArchiveError, match="no parameter 'who'; it has player"):
        article.query("averages", who="F")


def test_an_archive_is_closed_after_each_use(article):
    article.sql("SELECT 1")
    with duckdb.connect(article.path) as connection:
        connection.execute("SELECT 1")
    assert not Path(f"{article.path}.wal").exists()
    assert os.access(article.path, os.R_OK)


def test_ctrl_c_while_the_database_works_is_an_interruption(article):
    """The database reports an interruption only by its message, so the test raises that message."""
    with pytest.raises(KeyboardInterrupt), store.writing(article.path):
        raise RuntimeError("Query interrupted")
    with pytest.raises(RuntimeError, match="something else"), store.writing(article.path):
        raise RuntimeError("something else")
