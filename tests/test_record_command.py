"""``piquet new`` and ``piquet record``: blanks, and a game typed card by card."""

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from piquet_records import cli
from piquet_records.notation.blank import Heading, blank_document, blank_text
from piquet_records.notation.prompts import words
from piquet_records.notation.reader import read_games
from piquet_records.record.game import Game
from piquet_records.record.reading import decode, read
from piquet_records.report.build import validate

PROGRAM = [sys.executable, "-c", "from piquet_records.cli import main; main()"]
HANDS = ["B", "S KJ9 H QJ8 D KJT9 C AK", "S QT87 H K97 D Q7 C J87"]
EXCHANGED = [*HANDS, "AS TC AH AD 9C 8D TH QC", "9S QH 8H TD 9D", "9H 7H 7D"]
CALLED = [*EXCHANGED, "point 4 making 40 good; four aces good", "three kings good; three jacks good", "", ""]
PLAY = ["AC 7C", "AD 8D", "AS 7S", "KC 8C", "KD QD", "AH TH", "KS 8S", "JD TS", "TC JC", "QC 9C", "KH JH", "QS JS"]


@pytest.fixture
def piquet(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command with typed lines in an empty folder: status, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, typed=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        with pytest.raises(SystemExit) as ended:
            cli.app([*map(str, arguments)], prog_name="piquet")
        captured = capsys.readouterr()
        return ended.value.code, captured.out, captured.err

    return run


@pytest.fixture
def record(piquet):
    """Return a function that records a game between Anna (A) and Bert (B) and gives what was said."""

    def run(*typed, file="night.piquet", options=()):
        given = () if Path(file).exists() else ("--players", "Anna,Bert", "--date", "2026-11-30")
        status, out, errors = piquet("record", file, *given, *options, typed=typed)
        assert (status, errors) == (0, "")
        return re.sub(r"^.*?: (?=  )", "", out, flags=re.MULTILINE)

    return run


def recorded(file="night.piquet"):
    """Return the game of a file."""
    (game,) = read(file)
    assert isinstance(game, Game), game
    return game


# blanks

ANNA_AND_BERT = Heading(("Anna", "Bert"), "rubicon", "2026-11-30")


@pytest.mark.parametrize("extent", ["game", "deal"])
def test_a_blank_names_what_is_to_be_filled_in_and_nothing_else(extent):
    """The hands and the talon are empty: only those lines are faults."""
    text = blank_text(ANNA_AND_BERT, extent)
    (game,) = read_games(text)
    lines = text.splitlines()
    assert [lines[fault.line - 1].partition(":")[0] for fault in game.faults] == ["elder", "younger", "talon"]


@pytest.mark.parametrize("extent", ["game", "deal"])
def test_a_filled_blank_is_a_record(extent):
    text = blank_text(ANNA_AND_BERT, extent)
    for key in ("elder", "younger", "talon"):
        text = re.sub(rf"^{key}: .*$|^{key}:$", f"{key}: nothing", text, flags=re.MULTILINE)
    uncommented = re.sub(r"^( *)# (elder|younger|\d|result|date)", r"\1\2", text, flags=re.MULTILINE)
    for filled in (text, uncommented):
        (game,) = read_games(filled)
        assert game.faults == ()
        assert (game.game.id, game.game.rules, game.game.date) == ("2026-11-30-anna-bert", "rubicon", "2026-11-30")


@pytest.mark.parametrize("extent", ["game", "deal"])
def test_a_blank_of_json_is_a_record_with_notes(extent):
    game = decode(json.dumps(blank_document(ANNA_AND_BERT, extent)).encode())
    assert isinstance(game, Game)
    assert "docs/record.md" in game.notes


def test_new_writes_what_is_asked_for(piquet):
    options = ("--players", "Zoé, Bert", "--rules", "rubicon", "--date", "2026")
    assert piquet("new", "--deal", *options)[1] == blank_text(Heading(("Zoé", "Bert"), "rubicon", "2026"), "deal")
    assert piquet("new", "blank.json", *options)[0] == 0
    assert json.loads(Path("blank.json").read_text())["players"] == {"A": "Zoé", "B": "Bert"}
    assert json.loads(piquet("new", "--form", "json", *options)[1])["date"] == "2026"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--players", "Anna"), "'Anna' is not two names with a comma between"),
        (("--players", "A,B", "--date", "2026-02-30"), "'2026-02-30' is no date"),
        (("--players", "A,B", "--rules", "clasic"), "no rules profile 'clasic'"),
        (("there.piquet", "--players", "A,B"), "there.piquet exists already"),
    ],
)
def test_new_refuses(piquet, options, message):
    Path("there.piquet").write_text("kept")
    status, out, errors = piquet("new", *options)
    assert (status, out) == (2, "")
    assert message in " ".join(errors.replace("│", " ").split())
    assert Path("there.piquet").read_text() == "kept"


# recording


def test_a_whole_game_is_recorded(record):
    """The count: 4 + 14 + 3 + 3 called, 12 tricks led or won; thirty is reached in the sixth lead (29 + 1 + 30)."""
    said = record(*CALLED, *PLAY, "=", "end", "73-5")
    assert "AC 7C: Anna wins trick 1. Anna 25, Bert 0." in said
    assert "AH TH: Anna wins trick 6. Anna 60, Bert 0." in said
    assert "QS JS: Bert wins trick 12. Anna 63, Bert 5." in said
    game = recorded()
    assert (game.players.A, game.date, game.result.score.A) == ("Anna", "2026-11-30", 73)
    assert game.deals[0].play == tuple(PLAY)
    assert (game.deals[0].score.elder, game.deals[0].score.younger) == (73, 5)
    assert validate(game).verdict == "clean"


def test_every_line_is_saved_and_recording_goes_on(record):
    """The input ends after each line, as if the terminal were closed; at last the game is whole."""
    for line in [*CALLED[:8], *CALLED[8:], *PLAY, "=", "end"]:
        record(*([line, ""] if line == "" else [line]))
    assert validate(recorded()).verdict == "clean"
    assert recorded().deals[0].play == tuple(PLAY)


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [
        ([], "C", "`C` is neither A nor B."),
        (HANDS[:1], "S KJ9 H QJ8 D KJT9 C A", "that is 11 cards, and 12 are dealt"),
        (HANDS[:1], "S KJ9 H QJ8 D KJT9 C AA", "AC was typed twice"),
        (HANDS[:1], "S KJ9 H QJ8 D KJT9 C AZ", "`AZ` is no card"),
        (HANDS[:2], "S KT87 H K97 D Q7 C J87", "KS is in the other hand or the talon already"),
        (EXCHANGED[:4], "9S 8D", "Anna does not hold 8D"),
        (EXCHANGED[:5], "9H 7H 7D 8C", "4 cards were discarded and 3 are in the talon; he cannot draw 4"),
        (CALLED, "QS", "Anna does not hold QS"),
        (CALLED, "QH", "QH was discarded"),
        ([*CALLED, "AC 7C"], "AC", "AC was played already"),
        ([*CALLED, "AC"], "QS", "Bert holds QC JC 8C 7C of the suit led"),
        ([*CALLED, "AC"], "KC", "Bert does not hold KC"),
        (CALLED, "AC QS 7C", "type the lead, or the lead and the card that follows"),
        (CALLED, "younger touches the talon", "does not belong to this part of a deal"),
        (EXCHANGED, "quintt to the ace", "did you mean `quint` or `quinte`?"),
        ([*CALLED, *PLAY], "73", "`73` is no score"),
    ],
)
def test_what_cannot_be_is_refused_with_a_word(record, before, line, reason):
    said = record(*before, line)
    assert reason in said
    text = Path("night.piquet").read_text()
    record(*before, file="other.piquet", options=("--players", "Anna,Bert", "--date", "2026-11-30"))
    assert text == Path("other.piquet").read_text()


def test_what_is_against_the_rules_is_recorded_when_it_is_confirmed(record):
    """The younger holds clubs, and throws a spade on the ace of clubs."""
    record(*CALLED, "AC QS!", "AD 8D")
    assert recorded().deals[0].play == ("AC QS", "AD 8D")


def test_entries_are_taken_back_one_by_one_to_the_first(record):
    entries = [*CALLED, *PLAY, "="]
    said = record(*entries, *["back"] * 60)
    assert "Deal 1 taken back." in said
    assert "There is nothing to take back." in said
    assert "deal" not in Path("night.piquet").read_text()


def test_taking_back_after_going_on(record):
    record(*CALLED, "AC 7C", "AD")
    record("back", "back", "back", "AC QC")
    assert recorded().deals[0].play == ("AC QC",)


def test_a_call_that_cannot_be_held_is_noted_all_the_same(record):
    """The elder has no ace of hearts with king and queen: a false call is recorded as it was said."""
    assert "Noted, but Anna cannot hold that." in record(*EXCHANGED, "tierce to the ace good")
    assert "tierce to the ace good" in Path("night.piquet").read_text()


def test_the_talon_may_be_told_by_what_each_draws(record):
    typed = [*HANDS, "", "9S QH 8H TD 9D", "AS TC AH AD 9C", "9H 7H 7D", "8D TH QC", *CALLED[6:], *PLAY, "", "end", ""]
    record(*typed)
    assert recorded().deals[0].talon == "AS TC AH AD 9C 8D TH QC"
    assert validate(recorded()).verdict == "clean"


def test_cards_left_in_the_talon_stay_unknown(record):
    record(*HANDS, "", "9S QH 8H TD", "AS TC AH AD", "9H 7H 7D", "9C 8D TH", "-")
    assert recorded().deals[0].talon == "AS TC AH AD 9C 8D TH ??"


def test_only_the_cards_after_the_exchange_may_be_known(record):
    held = ["AS KS KC KD KH QC JS JH JD TC 9C 8D", "QS TS 8S 7S TH 9H 8H JC 8C 7C QD 7D"]
    record("B", "held", *held, "", "", "KC 7C")
    assert recorded().deals[0].held.elder == held[0]
    assert recorded().deals[0].play == ("KC 7C",)


def test_acts_in_words_may_be_typed_at_any_time(record):
    record(*HANDS, "younger exposes 9D of the talon", *EXCHANGED[3:5], "younger touches the talon", *CALLED[5:])
    record(
        "AC", "younger looks at the talon, seeing 1 cards", "7C", "AD 8D", "elder has the tricks from 2 on taken back"
    )
    deal = recorded().deals[0]
    assert [step.__struct_config__.tag for step in deal.dealing] == ["expose"]
    assert [step.__struct_config__.tag for step in deal.exchange] == ["exchange", "touch-talon", "exchange"]
    look, first, second, rewind = deal.play
    assert (look.after_lead, first, second, rewind.to) == (True, "AC 7C", "AD 8D", 2)


def test_a_void_deal_is_followed_by_the_next(record):
    record(*HANDS, "younger has the deal made again", *HANDS[:1])
    assert "deal 2: B deals" in Path("night.piquet").read_text()


def test_the_last_game_of_a_file_is_gone_on_with(record):
    deal = "deal: A deals\nheld elder: nothing\nheld younger: nothing\n"
    first = f"# the club\ngame: first\nplayer A: a\nplayer B: b\n{deal}\n"
    Path("night.piquet").write_text(f"{first}game: second\nplayer A: Anna\nplayer B: Bert\n")
    record(*HANDS)
    text = Path("night.piquet").read_text()
    assert text.startswith(first)
    assert "elder:   S KJ9  H QJ8  D KJT9  C AK" in text


def test_a_file_with_mistakes_is_not_gone_on_with(piquet):
    Path("night.piquet").write_text("game: g\nplayr A: Anna\n")
    status, _, errors = piquet("record", "night.piquet")
    assert (status, errors) == (2, "night.piquet:2:1: `playr A:` is no field; did you mean `player A:`?\n")
    assert piquet("record", "night.json")[0] == 2


def test_french_questions_and_french_cards(record):
    typed = ["B", "P RV9 C DV8 K RV109 T AR", "P D1087 C R97 K D7 T V87"]
    said = record(*typed, "show", options=("--lang", "fr", "--letters", "fr"))
    assert "Cartes données à Anna, premier en main" in said
    assert "P RV9  C DV8  K RV109  T AR" in said
    assert recorded_hand() == "KS JS 9S QH JH 8H KD JD TD 9D AC KC"


def recorded_hand():
    """Return the elder's hand of an unfinished game, as a record writes it."""
    (game,) = read_games(Path("night.piquet").read_text())
    return game.document["deals"][0]["hands"]["elder"]


def test_both_languages_ask_and_answer_the_same():
    english, french = words("en"), words("fr")
    assert {name: sorted(table) for name, table in english.items()} == {name: sorted(french[name]) for name in french}
    for name, table in english.items():
        for key, text in table.items():
            fills = set(re.findall(r"\{\w+\}", text))
            assert set(re.findall(r"\{\w+\}", french[name][key])) == fills, key


def test_at_a_terminal(tmp_path):
    """Names and date are asked for, then the deal; the end of the input leaves with everything saved."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(Path(cli.__file__).parent.parent.parent)}
    program = subprocess.Popen(  # noqa: S603 - our own program
        [*PROGRAM, "record", "night.piquet"], stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment
    )
    os.close(theirs)
    lines = ["Anna,Bert", "classic", "2026-11-30", *HANDS, "quit"]
    os.write(ours, "".join(f"{line}\n" for line in lines).encode())
    said = b""
    while program.poll() is None or not said.endswith(b"here.\r\n"):
        try:
            said += os.read(ours, 4096)
        except OSError:  # the other side is closed
            break
    assert program.wait() == 0
    assert "Anna is the elder, Bert the younger." in said.decode()
    assert "younger: S QT87  H K97  D Q7  C J87" in (tmp_path / "night.piquet").read_text()
