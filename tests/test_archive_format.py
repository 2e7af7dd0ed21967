"""The format of archives: records rebuilt from rows, archives of the format before, and the size of transactions."""

import json
import signal
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from piquet_records.archive import Archive, ingest, store
from piquet_records.archive.record_text import StoredCall, StoredDeal, record_text
from piquet_records.cards.pack import CARD, parse, to_bits
from piquet_records.errors import ArchiveError
from piquet_records.files import open_to_read
from piquet_records.record import reading
from piquet_records.record.game import to_json
from piquet_records.simulation.games import simulate

pytestmark = pytest.mark.slow

OLD = Path(__file__).parent / "data" / "archive-1.duckdb.zst"
"""A ``piquet-archive/1``: six games without faults, six with some, one of several lines, and a reject."""
OLD_RECORDS = 13

# Records rebuilt from rows


def hand(text: str) -> int:
    """Return the set of some cards."""
    return to_bits(parse(text))


def cards(text: str) -> list[int]:
    """Return the numbers of some cards, in order."""
    return [CARD[code] for code in text.split()]


PLAY = "AS TH KS 9H QS 8H JS 7H TS AD 9S KD 8S QD 7S JD AH TD KH 9D AC QC KC JC"  # the elder leads all the time
PLAY_TEXT = (
    '["AS TH","KS 9H","QS 8H","JS 7H","TS AD","9S KD","8S QD","7S JD","AH TD","KH 9D","AC QC","KC JC"]'  # the same
)
DEAL = StoredDeal(
    dealer="A",
    packets=3,
    dealt=(hand("AS KS QS JS TS 9S 8S 7S AH KH QH JH"), hand("TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D")),
    talon=cards("AC KC QC JC TC 9C 8C 7C"),
    discards=(hand("JH QH"), hand("8D 7D")),
    drew=(2, 2),
    announced=1,
    hands=(hand("AS KS QS JS TS 9S 8S 7S AH KH AC KC"), hand("TH 9H 8H 7H AD KD QD JD TD 9D QC JC")),
    carte_blanche=(0, 10),
    play=cards(PLAY),
    written=(98, 0),
)
CALLS = [
    StoredCall("elder", "point", 875, "good", 1),
    StoredCall("elder", "sequence", 87, "good", 1),
    StoredCall("elder", "set", 37, "not-good", 0),
    StoredCall("younger", "set", 34, None, 2),
    StoredCall("younger", "point", 600, None, 0),
]
TEXT = (
    '{"dealer":"A","packets":3,"hands":{"elder":"AS KS QS JS TS 9S 8S 7S AH KH QH JH",'
    '"younger":"TH 9H 8H 7H AD KD QD JD TD 9D 8D 7D"},"talon":"AC KC QC JC TC 9C 8C 7C","exchange":['
    '{"act":"exchange","by":"elder","discard":"QH JH","draw":2,"announced":2},'
    '{"act":"carte-blanche","by":"younger"},'
    '{"act":"exchange","by":"younger","discard":"8D 7D","draw":2}],"declarations":['
    '{"act":"call","by":"elder","what":"point","cards":8,"value":75,"reply":"good","shown":"AS KS QS JS TS 9S 8S 7S"},'
    '{"act":"call","by":"elder","what":"sequence","cards":8,"top":"A","reply":"good",'
    '"shown":"AS KS QS JS TS 9S 8S 7S"},'
    '{"act":"call","by":"elder","what":"set","cards":3,"rank":"A","reply":"not-good"},'
    '{"act":"call","by":"younger","what":"set","cards":3,"rank":"J","shown":"JD JC"},'
    '{"act":"call","by":"younger","what":"point","cards":6}],'
    f'"play":{PLAY_TEXT},"score":{{"elder":98,"younger":0}}}}'
)
HELD = DEAL._replace(
    packets=None, dealt=(None, None), talon=None, announced=0, carte_blanche=(0, 0), written=(None, None)
)
HELD_TEXT = (
    '{"dealer":"A","held":{"elder":"AS KS QS JS TS 9S 8S 7S AH KH AC KC",'
    '"younger":"TH 9H 8H 7H AD KD QD JD TD 9D QC JC"},"declarations":[],'
    f'"play":{PLAY_TEXT}}}'
)


def test_the_text_of_deals_from_their_rows():
    start, end = '{"format":"piquet-record/1","id":"é","deals":[', '],"result":{"winner":"B"}}'
    text = record_text(start, end, [(DEAL, CALLS), (HELD, [])])
    assert text.decode() == f"{start}{TEXT},{HELD_TEXT}{end}"


def test_the_text_of_deals_with_spaces_after_separators():
    text = record_text('{"id": "a", "deals": [', "]}", [(DEAL, CALLS), (HELD, [])]).decode()
    assert text == json.dumps({"id": "a", "deals": [json.loads(TEXT), json.loads(HELD_TEXT)]})


@pytest.fixture(scope="module")
def regular() -> dict:
    """Return a regular game, as JSON values."""
    (game,) = simulate(1, seed=11)
    return json.loads(to_json(game))


def changed(game: dict, **fields) -> bytes:
    """Return a game with other fields, in the order of the format and without spaces."""
    return json.dumps(game | fields, ensure_ascii=False, separators=(",", ":")).encode()


def deals_with(game: dict, path: str, value) -> list[dict]:
    """Return the deals of a game with another value in the first of them."""
    deals = json.loads(json.dumps(game["deals"]))
    *parents, last = path.split(".")
    target = deals[0]
    for key in parents:
        target = target[int(key) if isinstance(target, list) else key]
    target[last] = value
    return deals


def test_records_that_can_be_rebuilt_are_not_stored_as_text(tmp_path, regular):
    names = {"A": "Zoë “Z” Ünal", "B": "a\\b\tc"}
    lines = [changed(regular), changed(regular, id="named", players=names)]
    archive = Archive(tmp_path / "club.duckdb")
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(lines))
    archive.ingest(path)
    assert list(archive.export()) == lines
    assert archive.sql("SELECT count(*) FROM games WHERE record IS NULL").item() == 2
    assert archive.sql("SELECT count(*) FROM other_deals").item() == 0


def test_records_written_otherwise_come_back_too(tmp_path, regular):
    discard = " ".join(sorted(regular["deals"][0]["exchange"][0]["discard"].split()))
    lines = [
        changed(regular, id="notes", deals=deals_with(regular, "notes", "a note")),
        changed(regular, id="order", deals=deals_with(regular, "exchange.0.discard", discard)),
        changed(regular, id="steps", deals=deals_with(regular, "exchange.1.x", {"deals": []})),
        changed(regular, id="unshown", deals=deals_with(regular, "declarations.0.shown", False)),
        changed(regular, id="extra", x={"deals": [1]}),
        json.dumps(regular | {"id": "spaces"}).encode(),
        json.dumps(regular | {"id": "sorted"}, sort_keys=True).encode(),
        json.dumps(regular | {"id": "unsorted", "zzz": 0}, separators=(",", ":")).replace(',"zzz":0', "  ").encode(),
        changed(regular, id="score").replace(b'"elder":', b'"\\u0065lder":', 1),
    ]
    archive = Archive(tmp_path / "club.duckdb")
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(lines))
    assert archive.ingest(path).rejected == 0
    assert list(archive.export()) == lines


def test_twenty_thousand_records_come_back_byte_for_byte(tmp_path):
    """These are 2,000 simulated games ten times under other ids; some have other rules, some have faults."""
    games = [
        *simulate(1_600, seed=1, policy="random"),
        *simulate(200, seed=2, rules="rubicon", faults=0.2),
        *simulate(200, seed=3, faults=0.2),
    ]
    lines = [to_json(game) for game in games]
    path, archive = tmp_path / "games.jsonl", Archive(tmp_path / "club.duckdb")
    with path.open("wb") as file:
        for time in range(10):
            file.writelines(line.replace(b'"id":"', b'"id":"%d-' % time, 1) + b"\n" for line in lines)
    assert archive.ingest(path).taken == 20_000
    with path.open("rb") as file:
        for record, line in zip(archive.export(), file, strict=True):
            assert record == line.removesuffix(b"\n")
    assert archive.sql("SELECT count(*) FROM games WHERE record IS NULL").item() > 15_000


# Archives of the format before


@pytest.fixture
def old(tmp_path) -> Path:
    """Return a copy of the old archive."""
    path = tmp_path / "old.duckdb"
    with open_to_read(str(OLD)) as file:
        path.write_bytes(file.read())
    return path


def all_rows(path: Path) -> dict[str, list[tuple]]:
    """Return the rows of all tables and views that both formats have, with the columns that both have."""
    with duckdb.connect(path, read_only=True) as connection:
        found = {}
        for table in ("games", "deals", "calls", "findings", "rejects", "tricks", "plays", "scores", "players"):
            columns = "COLUMNS(lambda name: name NOT IN ('record_start', 'record_end'))"
            found[table] = sorted(connection.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)  # noqa: S608
        found["meta"] = connection.execute("SELECT * FROM meta WHERE name != 'archive' ORDER BY name").fetchall()
        return found


def test_an_old_archive_is_refused_with_advice(old):
    for use in (lambda: Archive(old).sql("SELECT 1"), lambda: list(Archive(old).export())):
        with pytest.raises(ArchiveError, match=r"format is piquet-archive/1; `piquet upgrade \S+old.duckdb`"):
            use()


def test_an_upgrade_keeps_every_row_and_every_record(old):
    before = all_rows(old)
    assert len(before["games"]) == OLD_RECORDS
    archive = Archive(old)
    done = archive.upgrade()
    assert (done.before, done.after, done.games) == ("piquet-archive/1", "piquet-archive/2", OLD_RECORDS)
    assert all_rows(old) == before
    records = [row[-1] for row in sorted(before["games"], key=lambda row: row[0])]
    stored = [archive.record(game_id).decode() for game_id in archive.sql("SELECT id FROM games ORDER BY game")["id"]]
    assert stored == records
    assert [path.name for path in old.parent.iterdir()] == ["old.duckdb"]


def test_an_upgraded_archive_can_be_judged_again_and_written_to(old, tmp_path):
    archive = Archive(old)
    archive.upgrade()
    records = list(archive.export())
    verdicts = archive.sql("SELECT id, verdict FROM games ORDER BY id").rows()
    assert archive.rejudge(everything=True).games == OLD_RECORDS
    assert list(archive.export()) == records
    assert archive.sql("SELECT id, verdict FROM games ORDER BY id").rows() == verdicts
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(records))
    assert archive.ingest(path).unchanged == OLD_RECORDS


def test_an_upgrade_of_the_present_format_changes_nothing(old):
    Archive(old).upgrade()
    before = old.read_bytes()
    done = Archive(old).upgrade()
    assert (done.before, done.after) == ("piquet-archive/2", "piquet-archive/2")
    assert old.read_bytes() == before


def test_an_upgrade_that_fails_leaves_the_old_archive(old, monkeypatch):
    Path(f"{old}.upgrading").write_bytes(b"left by a process that was killed")
    before = old.read_bytes()

    def fail(*_arguments):
        raise duckdb.IOException("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(store, "transaction", fail)
        with pytest.raises(duckdb.IOException):
            Archive(old).upgrade()
    assert old.read_bytes() == before
    assert Archive(old).upgrade().games == OLD_RECORDS


def test_what_is_not_an_old_archive_is_not_upgraded(tmp_path):
    path = tmp_path / "birds.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE birds (name VARCHAR)")
    with pytest.raises(ArchiveError, match="no archive of piquet games"):
        Archive(path).upgrade()
    with pytest.raises(ArchiveError, match="there is no archive here"):
        Archive(tmp_path / "none.duckdb").upgrade()


# Transactions


@pytest.fixture
def games(tmp_path, monkeypatch) -> Path:
    """Return a file of ten games, which are judged in ten batches and compared with the archive one by one."""
    monkeypatch.setattr(ingest, "BLOCK_SIZE", 1)
    monkeypatch.setattr(reading, "READ_SIZE", 1)
    monkeypatch.setattr(ingest, "BATCHES_TOGETHER", 1)
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\n".join(to_json(game) for game in simulate(10, seed=11)))
    return path


def count_transactions(monkeypatch) -> list[int]:
    """Return a list that gets an entry for each transaction from now on."""
    counted = []
    transaction = store.transaction

    def counting(connection):
        counted.append(1)
        return transaction(connection)

    monkeypatch.setattr(store, "transaction", counting)
    return counted


@pytest.mark.parametrize(
    ("limit", "value", "transactions"),
    [
        pytest.param("DEALS_PER_TRANSACTION", 1, 10, id="full after each game"),
        pytest.param("DEALS_PER_TRANSACTION", 500_000, 1, id="never full"),
        pytest.param("SECONDS_PER_TRANSACTION", 0.0, 10, id="out of time after each game"),
    ],
)
def test_how_much_is_written_in_one_transaction(tmp_path, games, monkeypatch, limit, value, transactions):
    archive = Archive(tmp_path / "club.duckdb")
    archive.ingest(tmp_path / "nothing.json")
    monkeypatch.setattr(ingest, limit, value)
    counted = count_transactions(monkeypatch)
    assert archive.ingest(games, jobs=1).taken == 10
    assert len(counted) == transactions


@pytest.mark.parametrize("deals_per_transaction", [1, 500_000])
@pytest.mark.parametrize("calls", [1, 4])
def test_ctrl_c_during_a_report_leaves_the_games_that_are_counted(
    tmp_path, games, monkeypatch, deals_per_transaction, calls
):
    monkeypatch.setattr(ingest, "DEALS_PER_TRANSACTION", deals_per_transaction)
    archive = Archive(tmp_path / "club.duckdb")
    reports = []

    def press(done):
        reports.append(done.taken)
        if len(reports) == calls:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.ingest(games, jobs=1, on_progress=press)
    assert reports[-1] == archive.sql("SELECT count(*) FROM games").item()
    assert archive.ingest(games).taken == 10 - reports[-1]


def test_ctrl_c_between_batches_keeps_what_was_judged(tmp_path, games, monkeypatch):
    archive = Archive(tmp_path / "club.duckdb")
    in_chunks = ingest.in_chunks

    def interrupted(*arguments, **options):
        for number, batch in enumerate(in_chunks(*arguments, **options)):
            if number == 3:
                raise KeyboardInterrupt
            yield batch

    monkeypatch.setattr(ingest, "in_chunks", interrupted)
    reports = []
    with pytest.raises(KeyboardInterrupt):
        archive.ingest(games, jobs=1, on_progress=lambda done: reports.append(done.taken))
    assert reports == [1, 2, 3, 3]
    assert archive.sql("SELECT count(*) FROM games").item() == 3


def test_ctrl_c_while_the_database_writes_waits_for_it(tmp_path, games, monkeypatch):
    archive = Archive(tmp_path / "club.duckdb")
    write, written = store.write, []

    def pressed(*arguments, **options):
        if len(written) == 2:
            signal.raise_signal(signal.SIGINT)
        write(*arguments, **options)
        written.append(1)

    monkeypatch.setattr(store, "write", pressed)
    reports = []
    with pytest.raises(KeyboardInterrupt):
        archive.ingest(games, jobs=1, on_progress=lambda done: reports.append(done.taken))
    assert (len(written), reports) == (3, [1, 2, 3])
    assert archive.sql("SELECT count(*) FROM games").item() == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_right_after_the_end_of_a_transaction_counts_its_games(tmp_path, games, monkeypatch):
    archive = Archive(tmp_path / "club.duckdb")
    archive.ingest(tmp_path / "nothing.json")
    transaction = store.transaction

    def pressed(connection):
        with transaction(connection):
            yield
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "transaction", contextmanager(pressed))
    reports = []
    with pytest.raises(KeyboardInterrupt):
        archive.ingest(games, jobs=1, on_progress=lambda done: reports.append(done.taken))
    assert reports[-1] == 10
    assert archive.sql("SELECT count(*) FROM games").item() == 10
