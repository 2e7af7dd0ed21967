"""``piquet convert``: forms, places to write to, and what is refused."""

import json
from pathlib import Path

import pytest

from piquet_records import cli
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import read

SAMPLES = Path(__file__).parent.parent / "sample_games"
PIC = SAMPLES / "pic.json"
ANNOUNCEMENTS = SAMPLES / "announcements.json"


@pytest.fixture
def convert(capsys, monkeypatch, tmp_path):
    """Return a function that runs the command in an empty folder: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            cli.app(["convert", *map(str, arguments)], prog_name="piquet")
        captured = capsys.readouterr()
        return ended.value.code, captured.out, captured.err

    return run


def game_at(path):
    """Return the only game at a path."""
    (game,) = read(path)
    assert isinstance(game, Game)
    return game


def test_json_becomes_text_and_text_becomes_json(convert):
    """Each in the form that it is not in."""
    status, text, said = convert(PIC)
    assert (status, said) == (0, "")
    assert text.startswith("language: en\n\ngame: pic\n")
    Path("pic.piquet").write_text(text)
    assert convert("pic.piquet") == (0, to_json(game_at(PIC)).decode() + "\n", "")


def test_letters_and_signs(convert):
    """The elder's hand in that game is seven spades to the ace without the ten, two queens, two diamonds, a queen."""
    assert "held elder: P ARDV987  C D  K D98  T D\n" in convert(PIC, "--letters", "fr")[1]
    assert "held elder: ♠AKQJ987  ♥Q  ♦Q98  ♣Q\n" in convert(PIC, "--signs")[1]


@pytest.mark.parametrize("name", ["both.piquet", "both.piquet.gz", "both.jsonl", "both.jsonl.zst"])
def test_the_ending_of_the_output_names_the_form(convert, name):
    assert convert(PIC, ANNOUNCEMENTS, "--out", name) == (0, "", "")
    assert list(read(name)) == [game_at(PIC), game_at(ANNOUNCEMENTS)]


def test_a_json_file_is_laid_out_and_holds_one_game(convert):
    assert convert(PIC, "--out", "one.json")[0] == 0
    assert Path("one.json").read_text().startswith('{\n  "notes":')
    status, _, said = convert(PIC, ANNOUNCEMENTS, "--out", "two.json")
    assert status == 2
    assert "a .json file holds one game, and there are 2" in " ".join(said.replace("│", " ").split())
    assert not Path("two.json").exists()


def test_a_folder_gets_a_file_for_each_input(convert):
    assert convert(SAMPLES / "laws" / "law-01", PIC, "--out", "texts/") == (0, "", "")
    names = [path.name for path in (SAMPLES / "laws" / "law-01").glob("*.json") if ".report." not in path.name]
    expected = sorted([name.replace(".json", ".piquet") for name in names] + ["pic.piquet"])
    assert sorted(path.name for path in Path("texts").iterdir()) == expected
    assert convert("texts", "--out", "back/")[0] == 0
    assert game_at("back/pic.json") == game_at(PIC)


def test_two_inputs_of_one_name_are_not_written_over_each_other(convert):
    Path("a").mkdir()
    Path("a/pic.json").write_bytes(ANNOUNCEMENTS.read_bytes())
    status, _, said = convert(PIC, "a/pic.json", "--out", "texts/")
    assert status == 2
    assert "would both be written to texts/pic.piquet" in " ".join(said.replace("│", " ").split())


def test_an_input_is_not_written_over_itself(convert):
    Path("pic.json").write_bytes(PIC.read_bytes())
    status, _, said = convert("pic.json", "--to", "json", "--out", "./")
    assert status == 2
    assert "would be written over itself" in " ".join(said.replace("│", " ").split())
    assert Path("pic.json").read_bytes() == PIC.read_bytes()


def test_what_is_no_record_is_told_and_left_out(convert):
    Path("bad.piquet").write_text("game: bad\nplayr A: Anna\n")
    status, out, said = convert("bad.piquet", PIC, "--to", "json")
    assert status == 2
    assert json.loads(out)["id"] == "pic"
    assert said == "bad.piquet:2:1: `playr A:` is no field; did you mean `player A:`?\n"
