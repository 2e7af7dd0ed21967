"""Reading: every kind of file, folder, glob and stream, good, bad and cut off."""

import gzip
import io
import json
import sys
import tracemalloc
from pathlib import Path
from secrets import token_hex

import pytest

from piquet_records.files import zstd
from piquet_records.record.game import Fault, Game
from piquet_records.record.reading import MAX_BYTES, STANDARD_INPUT, GameEntry, RecordFault, decode, entries, read

HELD = {"elder": "AS KS", "younger": "AH KH"}


def record(name: str, **fields: object) -> bytes:
    """Write a small record on one line."""
    deals = [{"dealer": "A", "held": HELD}]
    game = {"format": "piquet-record/1", "id": name, "players": {"A": "Ann", "B": "Bob"}, "deals": deals}
    return json.dumps(game | fields).encode()


def seen(path: Path | str) -> list[tuple[int, str]]:
    """Return the line of each entry with the game's id, or the messages of its faults."""
    return [
        (entry.line, entry.game.id if isinstance(entry, GameEntry) else "; ".join(f.message for f in entry.faults))
        for entry in entries(path)
    ]


PACKINGS = {"": bytes, ".gz": gzip.compress, ".zst": zstd.compress}


@pytest.fixture(params=PACKINGS, ids=["plain", "gz", "zst"])
def packing(request):
    """Each way of compressing a file, by its ending."""
    return request.param


def write(folder: Path, name: str, content: bytes, packing: str = "") -> Path:
    """Write a file of the given content, packed as its ending says."""
    path = folder / f"{name}{packing}"
    path.write_bytes(PACKINGS[packing](content))
    return path


def test_a_json_file_holds_one_game(tmp_path, packing):
    pretty = json.dumps(json.loads(record("one")), indent=2).encode()
    path = write(tmp_path, "game.json", pretty, packing)
    (entry,) = entries(path)
    assert isinstance(entry, GameEntry)
    assert (entry.file, entry.line, entry.raw, entry.game.id) == (str(path), 1, pretty, "one")


def test_a_jsonl_file_holds_a_game_a_line(tmp_path, packing):
    path = write(tmp_path, "games.jsonl", record("one") + b"\n" + record("two") + b"\n", packing)
    assert seen(path) == [(1, "one"), (2, "two")]
    assert [entry.raw for entry in entries(path)] == [record("one"), record("two")]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(b"%s\n%s", [1, 2], id="no-last-newline"),
        pytest.param(b"%s\r\n%s\r\n", [1, 2], id="crlf"),
        pytest.param(b"\xef\xbb\xbf%s\n%s\n", [1, 2], id="byte-order-mark"),
        pytest.param(b"\n%s\n\n  \r\n%s\n\n", [2, 5], id="blank-lines"),
        pytest.param(b"\xef\xbb\xbf\r\n%s\r\n\xef\xbb\xbf%s", [2, 3], id="marks-of-joined-files"),
    ],
)
def test_lines_may_end_and_begin_in_many_ways(tmp_path, content, lines):
    path = write(tmp_path, "games.jsonl", content % (record("one"), record("two")))
    assert seen(path) == [(lines[0], "one"), (lines[1], "two")]


def test_a_json_file_may_have_a_byte_order_mark_and_crlf(tmp_path):
    text = json.dumps(json.loads(record("one")), indent=2).replace("\n", "\r\n")
    assert seen(write(tmp_path, "game.json", b"\xef\xbb\xbf" + text.encode())) == [(1, "one")]


def test_a_bad_line_never_stops_the_others(tmp_path, packing):
    lines = [record("one"), b"{oops", record("three", date="1900-02-29"), b"\xff", record("five")]
    path = write(tmp_path, "games.jsonl", b"\n".join(lines), packing)
    found = list(entries(path))
    assert [entry.line for entry in found] == [1, 2, 3, 4, 5]
    assert [isinstance(entry, GameEntry) for entry in found] == [True, False, False, False, True]
    assert [entry.faults[0].at for entry in found if isinstance(entry, RecordFault)] == ["", "/date", ""]


def test_faults_of_syntax_name_the_line_of_the_file(tmp_path):
    lines = seen(write(tmp_path, "games.jsonl", record("one") + b"\n\n" + b'{"id": ?}\n' + b"\xc3\n"))
    assert lines[1] == (3, "line 3, column 8: this is not JSON: expecting value, found `?}`")
    assert lines[2] == (4, "line 4, column 1: the byte 0xc3 is not UTF-8; save the text as UTF-8")
    pretty = b'{\n "format": "piquet-record/1",\n "id" "one"\n}'
    assert seen(write(tmp_path, "game.json", pretty)) == [
        (1, "line 3, column 7: this is not JSON: expecting ':' delimiter, found `\"one\"`")
    ]


@pytest.mark.parametrize("name", ["game.json", "games.jsonl", "games.txt"])
@pytest.mark.parametrize("content", [b"", b"\n \r\n", b"\xef\xbb\xbf"], ids=["nothing", "blank", "mark"])
def test_an_empty_file_is_a_fault(tmp_path, name, content, packing):
    assert seen(write(tmp_path, name, content, packing)) == [(1, "the file is empty; a record was expected")]


def test_a_packed_file_of_no_bytes_is_an_empty_file(tmp_path):
    for name in ("a.json.gz", "a.jsonl.zst"):
        (tmp_path / name).write_bytes(b"")
        assert seen(tmp_path / name) == [(1, "the file is empty; a record was expected")]


@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_a_file_cut_off_keeps_the_games_before(tmp_path, packing):
    names = [f"game {number}" for number in range(2000)]
    whole = write(tmp_path, "whole.jsonl", b"\n".join(map(record, names)), packing)
    short = tmp_path / f"short.jsonl{packing}"
    short.write_bytes(whole.read_bytes()[:-20])
    *games, last = seen(short)
    assert games == [(number, name) for number, name in enumerate(names[: len(games)], start=1)]
    assert len(games) > 0
    assert last == (len(games) + 1, "the compressed data end too early; the file is cut off here")


@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_a_packed_game_cut_off_is_a_fault(tmp_path, packing):
    path = write(tmp_path, "game.json", record("one"), packing)
    path.write_bytes(path.read_bytes()[:-5])
    assert [message for _, message in seen(path)] == ["the compressed data end too early; the file is cut off here"]


@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_data_of_another_kind_than_the_name_says_are_a_fault(tmp_path, packing):
    path = tmp_path / f"game.json{packing}"
    path.write_bytes(record("one"))
    ((line, message),) = seen(path)
    assert line == 1
    assert message.startswith(
        "the compressed data are damaged, or not of the kind that the ending of the name states ("
    )


@pytest.mark.parametrize("packing", [".gz", ".zst"])
def test_packed_files_joined_to_one_are_read_to_the_end(tmp_path, packing):
    pack = PACKINGS[packing]
    path = tmp_path / f"games.jsonl{packing}"
    path.write_bytes(pack(record("one") + b"\n") + pack(record("two") + b"\n"))
    assert seen(path) == [(1, "one"), (2, "two")]


def test_a_missing_path_is_a_fault(tmp_path):
    assert seen(tmp_path / "no.json") == [(1, "no such file or folder; check the path")]


def test_a_folder_is_searched_in_order_for_its_records(tmp_path, packing):
    (tmp_path / "sub" / "deep").mkdir(parents=True)
    write(tmp_path, "b.json", record("b"), packing)
    write(tmp_path, "A.JSONL", record("a"))
    write(tmp_path / "sub" / "deep", "c.jsonl", record("c"), packing)
    write(tmp_path / "sub", "d.json", record("d"), packing)
    write(tmp_path, "notes.txt", b"not a record")
    write(tmp_path, "archive.tar", b"not a record", packing)
    assert [message for _, message in seen(tmp_path)] == ["a", "b", "d", "c"]
    assert [Path(entry.file).is_absolute() for entry in entries(tmp_path)] == [True] * 4


def test_a_folder_with_nothing_in_it_is_a_fault(tmp_path):
    (tmp_path / "notes.txt").write_text("no record")
    endings = [form + packing for form in (".json", ".jsonl", ".piquet") for packing in ("", ".gz", ".zst")]
    assert seen(tmp_path) == [(1, f"found no record in this folder; searched for {', '.join(endings)}")]


def test_a_glob_gives_what_it_matches_each_file_once(tmp_path):
    (tmp_path / "year").mkdir()
    for name in ("b1.json", "a1.json", "c.json", "year/a2.json"):
        write(tmp_path, name, record(name))
    assert [name for _, name in seen(f"{tmp_path}/?1.json")] == ["a1.json", "b1.json"]
    assert [name for _, name in seen(f"{tmp_path}/y*")] == ["year/a2.json"]
    assert sorted(name for _, name in seen(f"{tmp_path}/**")) == ["a1.json", "b1.json", "c.json", "year/a2.json"]
    assert seen(f"{tmp_path}/*.jsonl") == [(1, "nothing matches this pattern; check the path")]


def test_a_file_whose_name_looks_like_a_glob_is_read_itself(tmp_path):
    assert seen(write(tmp_path, "game[1].json", record("one"))) == [(1, "one")]


def test_a_json_file_of_several_games_is_a_fault(tmp_path):
    ((_, message),) = seen(write(tmp_path, "games.json", record("one") + b"\n" + record("two")))
    assert message.startswith("line 2, column 1: found text after the end of the record: `{")
    assert message.endswith("`; a .json file holds one game, a .jsonl file one game on each line")


BY_CONTENT = [
    pytest.param(record("one"), [(1, "one")], id="one-line"),
    pytest.param(json.dumps(json.loads(record("one")), indent=1).encode(), [(1, "one")], id="pretty"),
    pytest.param(b"\n\n" + json.dumps(json.loads(record("one")), indent=1).encode(), [(1, "one")], id="blank-first"),
    pytest.param(record("one") + b"\n\n" + record("two") + b"\n", [(1, "one"), (3, "two")], id="lines"),
]


@pytest.mark.parametrize(("content", "expected"), BY_CONTENT)
def test_standard_input_is_read_by_its_content(monkeypatch, content, expected):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert seen("-") == expected


@pytest.mark.parametrize("compress", [gzip.compress, zstd.compress])
def test_compressed_standard_input_is_known_by_its_beginning(monkeypatch, compress):
    content = compress(record("one") + b"\n" + record("two") + b"\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    assert seen("-") == [(1, "one"), (2, "two")]


@pytest.mark.parametrize(("content", "expected"), BY_CONTENT)
def test_a_file_of_another_name_is_read_by_its_content(tmp_path, content, expected):
    assert seen(write(tmp_path, "game.txt", content)) == expected


def test_what_is_no_text_is_one_fault(tmp_path):
    found = list(entries(write(tmp_path, "club.duckdb", b"DUCK\0\x01\n\xff\n\xff\n")))
    assert [(fault.line, fault.faults[0].message) for fault in found] == [
        (1, "this is not a text file; a record was expected")
    ]


@pytest.mark.parametrize("first", [b"oops", b'{"format": "piquet-rec', b'{"id": 1}'], ids=["prose", "cut", "other"])
def test_a_bad_first_line_of_standard_input_does_not_hide_the_rest(monkeypatch, first):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(first + b"\n" + record("two") + b"\n")))
    bad, good = entries("-")
    assert isinstance(bad, RecordFault)
    assert (bad.file, bad.line) == (STANDARD_INPUT, 1)
    assert isinstance(good, GameEntry)
    assert (good.line, good.game.id) == (2, "two")


def test_a_record_beyond_all_measure_is_a_fault_and_the_next_is_read(tmp_path):
    long = record("long", notes="n" * MAX_BYTES)
    message = "longer than 16 MiB, the most that is read; a record holds one game"
    assert seen(write(tmp_path, "games.jsonl", long + b"\n" + record("two"))) == [(1, message), (2, "two")]
    assert seen(write(tmp_path, "game.json", long)) == [(1, message)]
    half = "n" * (MAX_BYTES // 2)
    pretty = json.dumps({"notes": half, "x": {"notes": half}}, indent=1).encode()
    assert seen(write(tmp_path, "pretty.json", pretty)) == [(1, message)]


def test_memory_does_not_grow_with_the_file(tmp_path, packing):
    def peak(games: int) -> int:
        lines = [record("one", notes=token_hex(1000)) for _ in range(games)]
        path = write(tmp_path, "games.jsonl", b"\n".join(lines), packing)
        del lines
        tracemalloc.start()
        assert sum(isinstance(entry, GameEntry) for entry in entries(path)) == games
        top = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return top

    peak(10)
    assert peak(1000) < peak(200) + 100_000


def test_read_gives_games_and_faults_in_one_stream(tmp_path):
    path = write(tmp_path, "games.jsonl", record("one") + b"\n{}\n" + record("three"))
    first, second, third = read(path)
    assert isinstance(first, Game)
    assert isinstance(third, Game)
    assert (first.id, third.id) == ("one", "three")
    assert isinstance(second, RecordFault)
    assert (second.file, second.line) == (str(path), 2)
    assert [fault.at for fault in second.faults] == [""] * 4


@pytest.mark.parametrize(
    "inner",
    [
        b'"notes": "a: b"',
        b'"notes": "a\\u003ab"',
        b'"notes": "\\u003A:\\\\u003a"',
        b'"x": {"a:": {"b": ":", "c": [":"]}}',
    ],
)
def test_colons_in_texts_are_not_taken_for_doubled_keys(inner):
    assert isinstance(decode(record("one")[:-1] + b", " + inner + b"}"), Game)


@pytest.mark.parametrize(
    ("inner", "at"),
    [
        (b'"notes": "a", "notes": "b"', "/notes"),
        (b'"notes": "a", "n\\u006ftes": "a"', "/notes"),
        (b'"notes": "a", "notes": "\\u003a"', "/notes"),
        (b'"x": {"a": 1, "b": {"c": 1, "c": 1}}', "/x/b/c"),
        (b'"x": {"a": 1, "a": "\\u003A\\u003A"}', "/x/a"),
        (b'"conventions": {"deals": 3, "deals": 3}', "/conventions/deals"),
        (b'"conventions": {"exchange_minimum": {"elder": 1, "elder": 1}}', "/conventions/exchange_minimum/elder"),
    ],
)
def test_a_doubled_key_is_found_wherever_it_stands(inner, at):
    key = at.rpartition("/")[2]
    assert decode(record("one")[:-1] + b", " + inner + b"}") == (
        Fault(at, f'the key "{key}" occurs more than once in this object; write it once'),
    )
