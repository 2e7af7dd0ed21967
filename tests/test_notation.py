"""The notation: games as text and back, and what its errors say."""

import gzip
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from piquet_records.files import zstd
from piquet_records.notation.acts import ROWS, VALUES
from piquet_records.notation.fields import FIELDS
from piquet_records.notation.letters import Style
from piquet_records.notation.reader import SECTIONS, read_games
from piquet_records.notation.writer import write_document, write_games
from piquet_records.record.explain import schema
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import GameEntry, RecordFault, decode, entries, read
from piquet_records.record.steps import DealStep, GameStep
from piquet_records.render.source_lines import SourceLines
from piquet_records.report.build import validate
from piquet_records.rules.parameters import profile_names
from piquet_records.simulation.games import simulate
from tests import strategies

PAGE = (Path(__file__).parent.parent / "docs" / "notation.md").read_text("utf-8")
STYLES = [Style(), Style("fr"), Style(signs=True), Style("fr", signs=True)]
SAMPLES = [game for game in read("sample_games") if isinstance(game, Game)]


def faults(text):
    """Return the faults of the only game of a text, each as line, column and message."""
    (game,) = read_games(text)
    return [(fault.line, fault.column, fault.message) for fault in game.faults]


def game_of(text):
    """Return the only game of a text, which has no fault."""
    (game,) = read_games(text)
    assert game.faults == ()
    return game.game


def round_trip(games, style):
    """Hold games against what their text says, byte for byte."""
    found = list(read_games(write_games(games, style)))
    assert [game.faults for game in found] == [()] * len(games)
    assert [game.raw for game in found] == [to_json(game) for game in games]


@pytest.mark.parametrize("style", STYLES)
def test_sample_games_come_back(style):
    assert len(SAMPLES) > 150
    round_trip(SAMPLES, style)


@pytest.mark.parametrize("rules", profile_names())
@pytest.mark.parametrize("policy", ["sensible", "random"])
def test_simulated_games_come_back(rules, policy):
    round_trip(list(simulate(4, seed=7, rules=rules, policy=policy, faults=0.5)), Style())


@settings(deadline=None)
@given(document=strategies.RECORDS, style=st.sampled_from(STYLES))
def test_any_record_comes_back(document, style):
    """Whatever fields and values a record has, its text says all of them."""
    game = decode(json.dumps(document).encode())
    assert isinstance(game, Game)
    round_trip([game], style)


@settings(deadline=None)
@given(text=strategies.documents(), style=st.sampled_from(STYLES))
def test_mutated_records_come_back(text, style):
    """Of documents with changes, those that are still records."""
    game = decode(text.encode())
    if isinstance(game, Game):
        round_trip([game], style)


# the page


def as_described(row):
    """Return the phrase of a row as docs/notation.md writes it: kinds of field in capitals."""
    plain = {"entry": "N", "count": "N", "shown": "shown CARDS", "announced": "announcing N", "top": "to the RANK"}
    phrase = " ".join(row.phrase.split())
    return re.sub(r"\{\w+:(\w+)\}", lambda found: plain.get(found[1], found[1].upper()), phrase)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.act)
def test_every_act_is_on_the_page(row):
    assert f"| `{row.act}` | `{as_described(row)}` |" in PAGE


@pytest.mark.parametrize("kind", VALUES)
def test_the_words_of_every_kind_are_on_the_page(kind):
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{kind.upper()}` |")]
    assert [words for said in VALUES[kind].values() for words in said if f"`{words}`" not in line] == []


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: row.key)
def test_every_field_is_on_the_page(row):
    assert f"`{row.key}`" in PAGE or row.kind == "object"


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: row.key)
def test_every_field_is_one_of_a_record(row):
    game = schema("record")
    part = game["$defs"]["deal"] if row.scope == "deal" else game
    for name in row.path:
        part = part["properties"][name]
        part = game["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part


def test_a_field_without_a_row_is_written_as_json():
    """A field that is added to the record comes through before it has a row."""
    game = {"format": "piquet-record/1", "id": "g", "players": {"A": "a", "B": "b"}, "stake": {"A": 20, "B": 35}}
    text = write_document(game | {"deals": [{"dealer": "A", "pack": "B"}]}, Style())
    assert 'field stake: {"A":20,"B":35}\n' in text
    assert 'field pack: "B"\n' in text
    (found,) = read_games(text)
    assert (bytes(found.document["stake"]), bytes(found.document["deals"][0]["pack"])) == (b'{"A":20,"B":35}', b'"B"')


def test_every_act_of_a_record_has_words():
    """An act without words would be written as JSON, which is no way to type it."""
    acts = {kind.__struct_config__.tag for kind in get_args(DealStep) + get_args(GameStep)}
    assert acts == {row.act for row in ROWS}


def test_the_example_of_the_page_is_a_clean_game():
    (example,) = re.findall(r"```piquet\n(.*?)```", PAGE, re.DOTALL)
    assert len(example[example.index("deal") :].splitlines()) <= 15
    game = game_of(example)
    assert validate(game).verdict == "clean"
    assert game.deals[0].play[4] == "KD QD"


# cards

HEAD = "game: g\nplayer A: Anna\nplayer B: Bert\ndeal: B deals\n"


def held(text, language=""):
    """Return the elder's cards as they are read from a text, the younger holding nothing."""
    head = f"language: {language}\n" if language else ""
    return game_of(f"{head}{HEAD}held elder: {text}\nheld younger: nothing\n").deals[0].held.elder


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS KS TD", "AS KS TD"),
        ("as ks 10d", "AS KS TD"),
        ("S AK D T", "AS KS TD"),
        ("S A K, D 10", "AS KS TD"),
        ("SAK DT", "AS KS TD"),
        ("AKS TD", "AS KS TD"),
        ("♠AK ♦10", "AS KS TD"),
        ("♠️A K ♢ T", "AS KS TD"),
        ("A♠ K♠ T♦", "AS KS TD"),
        ("♠ A K ♥ ♦ 10", "AS KS TD"),
        ("S AK H D T", "AS KS TD"),
        ("AS ?? AS", "AS ?? AS"),
        ("♠ARDV10", "AS KS QS JS TS"),
        ("P ARDV10 K 9", "AS KS QS JS TS 9D"),
        ("AP RP 10K", "AS KS TD"),
        ("P 10 T 8 C 7 K 9", "TS 8C 7H 9D"),
        ("nothing", ""),
    ],
)
def test_cards_are_written_in_many_ways(text, cards):
    assert held(text) == cards


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("AC", "AC", "AH"),
        ("7C 8C", "7C 8C", "7H 8H"),
        ("C A7", "AC 7C", "AH 7H"),
        ("KD", "KD", "QD"),
        ("TD", "TD", "QC"),
    ],
)
def test_a_letter_of_both_languages_needs_a_declaration(text, english, french):
    assert held(text, "en") == english
    assert held(text, "fr") == french
    (found,) = faults(f"{HEAD}held elder: {text}\nheld younger: nothing\n")
    assert found[:2] == (5, 13)
    assert f"`{text}` can be read in two ways" in found[2]
    assert "`language: en` or `language: fr`" in found[2]


def test_other_cards_of_the_game_settle_a_letter():
    """The nine of spades is ``9S`` in English only, the queen ``DP`` in French only."""
    assert held("AC 9S") == "AC 9S"
    assert held("AC DP") == "AH QS"


def test_cards_of_two_languages_are_refused():
    (found,) = faults(f"{HEAD}held elder: 9S QH\nheld younger: 9P\n")
    meant = "`9P`: `P` is a letter of French cards, and these cards are in English"
    assert found == (6, 15, f"{meant} (a line `language: fr` changes that)")


def test_a_declared_language_holds_until_the_next():
    first, second = (f"game: {name}\nplayer A: a\nplayer B: b\n" for name in "gh")
    deal = "deal: B deals\nheld elder: AC\nheld younger: nothing\n"
    games = list(read_games(f"language: fr\n{first}{deal}{second}language: en\n{deal}"))
    assert [game.game.deals[0].held.elder for game in games] == ["AH", "AC"]


# acts


def steps_of(section, line):
    """Return the steps of one line in a list of a deal, as a record has them."""
    text = f"{HEAD}elder: S AQ\nyounger: S K\ntalon: S J\n{section}:\n{line}\n"
    name = SECTIONS[section]
    return [
        {key: value for key, value in step.items() if key != "by"}
        for step in to_builtins(game_of(text))["deals"][0][name]
    ]


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("elder point 6", {"what": "point", "cards": 6}),
        ("Elder calls POINT of 6, making 59, good", {"what": "point", "cards": 6, "value": 59, "reply": "good"}),
        ("elder quint to the ace not good", {"what": "sequence", "cards": 5, "top": "A", "reply": "not-good"}),
        ("elder quinte majeure bon", {"what": "sequence", "cards": 5, "top": "A", "reply": "good"}),
        ("elder tierce basse", {"what": "sequence", "cards": 3, "top": "9"}),
        ("elder quatrième au roi égal", {"what": "sequence", "cards": 4, "top": "K", "reply": "equal"}),
        ("elder quarte à l'as", {"what": "sequence", "cards": 4, "top": "A"}),
        ("elder quarte à l’as", {"what": "sequence", "cards": 4, "top": "A"}),
        ("elder four aces equal", {"what": "set", "cards": 4, "rank": "A", "reply": "equal"}),
        ("elder quatorze of kings", {"what": "set", "cards": 4, "rank": "K"}),
        ("elder quatorze d'as", {"what": "set", "cards": 4, "rank": "A"}),
        ("elder brelan de dames", {"what": "set", "cards": 3, "rank": "Q"}),
        ("elder trio", {"what": "set", "cards": 3}),
        ("elder three jacks shown JS JH JD", {"what": "set", "cards": 3, "rank": "J", "shown": "JS JH JD"}),
        ("elder point 4 not shown", {"what": "point", "cards": 4, "shown": False}),
    ],
)
def test_calls_are_read_as_they_are_said(line, fields):
    assert steps_of("calls", line) == [{"act": "call", **fields}]


def test_several_acts_stand_on_one_line():
    (first, second, third) = steps_of(
        "calls", 'elder point 3 good note "quick; # loud" ; trio of aces; younger stands # end'
    )
    assert first == {"act": "call", "what": "point", "cards": 3, "reply": "good", "notes": "quick; # loud"}
    assert second == {"act": "call", "what": "set", "cards": 3, "rank": "A"}
    assert third == {"act": "stand"}


def test_an_act_may_follow_the_lead():
    assert steps_of("play", "after the lead, younger looks at the talon, seeing 2 cards") == [
        {"act": "look", "at": "talon", "count": 2, "after_lead": True}
    ]


# errors

CARD_LETTERS = "expected a rank (A K Q J T 10 9 8 7) and a suit (S H D C or ♠ ♥ ♦ ♣)"
ANY_LINE = "expected `key: value`, or a line that begins a list, such as `calls:` or `play:`"
TRICK = "expected a lead and the card that follows; a comma ends a trick"
DEAL = f"{HEAD}elder: S AK\nyounger: S Q\ntalon: S J\n"


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("eldr: S A", 1, "`eldr:` is no field; did you mean `elder:`?"),
        ("talon: S 9", 8, "`talon` was written already, on line 7; write it once"),
        ("held elder: S A Z9", 17, f"`Z9` is no card; {CARD_LETTERS}"),
        ("held elder: 9", 13, "`9` has no suit; write the suit before or after it"),
        ("score: 3", 8, "found `3`, expected points such as `elder 31, younger 12` (`?` for what nobody wrote)"),
        ("counts: 3-1, 4", 14, "found `4`, expected the counts of elder and younger such as `7-0`"),
        ("elder stands", 1, f"found `elder stands`, {ANY_LINE}"),
        ("exchange:\n  elder touchs the talon", 9, "found `touchs`; did you mean `touches`?"),
        ("exchange:\n  elder draws five", 15, "found `five`, expected a number"),
        ("exchange:\n  elder draws", 14, "the line ends too early, expected a number"),
        ("exchange:\n  stands", 3, "expected `elder` or `younger` before what was done"),
        ("exchange:\n  elder draws 99", 15, "found 99, expected an integer from 0 to 32"),
        ("play:\n  1. AS KS QS", 6, f"found 3 cards in `AS KS QS`, {TRICK}"),
        ("play:\n  AS KS, 3. QS JS", 10, "found trick 3, expected trick 2"),
        ('notes: "open', 8, "this is no JSON: unterminated string starting at"),
        ("x: {}}", 6, "found `}` after the value; expected the end of the line"),
        ("| more", 1, "a line with `|` continues the text of the line above; there is none"),
        ("deal 4: A deals", 1, "found `deal 4`, expected `deal 2`, for that is its place"),
    ],
)  # fmt: skip
def test_an_error_names_its_place_and_what_was_expected(line, column, message):
    number = 8 + line.count("\n")
    assert (number, column, message) in faults(f"{DEAL}{line}\n")


def test_all_errors_are_told_at_once():
    found = faults(f"{DEAL}exchange:\n elder drws 5\n younger stnds\ncounts: x\nscore: elder 1000, younger 0\n")
    assert [line for line, _, _ in found] == [9, 10, 11, 12]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game begins here; expected a line such as `game: last-night`"),
        ("player A: Anna\n", "found `player A: Anna` before the first game; expected `game: ID`, or `language: en`"),
        ("game: g\nplayer A: Anna\ndeal: B deals\nheld elder: nothing\nheld younger: nothing\n", "`player B: …`"),
        ("game: g\nplayer A: Anna\nplayer B: Bert\n", "`deal: B deals`"),
    ],
)
def test_what_is_missing_is_asked_for_as_the_notation_writes_it(text, message):
    assert any(message in found for _, _, found in faults(text))


# files

GOOD = f"{HEAD}held elder: S AK\nheld younger: S Q9\nplay:\n AS 9S, KS QS\n"


def entries_of(path):
    """Return the line of each game at a path with its id, or the places of its faults."""
    return [
        (entry.line, entry.game.id)
        if isinstance(entry, GameEntry)
        else (entry.line, [(fault.line, fault.column) for fault in entry.faults])
        for entry in entries(path)
    ]


@pytest.mark.parametrize(("ending", "pack"), [("", bytes), (".gz", gzip.compress), (".zst", zstd.compress)])
def test_files_are_read_beside_those_of_json(tmp_path, ending, pack):
    bad = GOOD.replace("game: g", "game: bad").replace("held elder", "helt elder")
    text = f"# the club\n\n{GOOD}\n{bad}\n{GOOD.replace('game: g', 'game: h')}"
    (tmp_path / f"night.piquet{ending}").write_bytes(pack(text.encode()))
    found = entries_of(tmp_path)
    assert found == [(3, "g"), (12, [(16, 1)]), (21, "h")]


def test_a_text_without_a_name_is_known_by_its_first_line(tmp_path):
    for number, start in enumerate(["", "\n# a comment\n", "language: en\n"]):
        (tmp_path / f"{number}.txt").write_text(start + GOOD)
        assert [found for _, found in entries_of(tmp_path / f"{number}.txt")] == ["g"]


def test_foreign_bytes_marks_and_line_ends(tmp_path):
    file = tmp_path / "night.piquet"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert entries_of(file) == [(1, "g")]
    file.write_bytes(GOOD.replace("Bert", "Ren\u00e9").encode("latin-1"))
    (fault,) = next(iter(entries(file))).faults
    assert (fault.line, fault.column, fault.message) == (3, 14, "the byte 0xe9 is not UTF-8; save the text as UTF-8")


def test_a_game_that_is_cut_off_is_not_taken(tmp_path):
    packed = gzip.compress(GOOD.encode() * 2000)
    (tmp_path / "night.piquet.gz").write_bytes(packed[:-200])
    found = list(entries(tmp_path / "night.piquet.gz"))
    assert isinstance(found[-1], RecordFault)
    assert "compressed data end too early" in found[-1].faults[-1].message


def test_findings_point_to_lines_of_the_text(tmp_path):
    """The younger holds no card of the suit led but plays a card that he has not got: the trick is on line 8."""
    file = tmp_path / "night.piquet"
    file.write_text(GOOD.replace("AS 9S", "AS 7H"))
    assert SourceLines().line(str(file), 1, "/deals/0/play/0") == 8
    assert SourceLines().line(str(file), 1, "/deals/0/play/9/card") == 7
    assert SourceLines().line(str(file), 1, "/players/A") == 2
