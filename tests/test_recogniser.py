"""The compiled recogniser: what it takes for regular is what the judge finds nothing in, and scores the same."""

import struct
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from piquet_records.bulk import recogniser
from piquet_records.bulk.recogniser import APPLIED, CALL_FIELDS, DEAL_FIELDS, NOT_CONCERNED, Workspace, parameters
from piquet_records.bulk.regular import RegularGames
from piquet_records.cards.holdings import SUIT_SEQUENCES
from piquet_records.cards.terms import HAND_SIZE, TALON_SIZE, TRICKS
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import read
from piquet_records.rules.parameters import Rules, profile
from piquet_records.scoring.deal_score import Breakdown
from piquet_records.simulation.games import simulate
from tests.recogniser import lines
from tests.recogniser.agreement import accepted

pytestmark = pytest.mark.skipif(not recogniser.AVAILABLE, reason="the extension is not built, or out of date")

ROOT = Path(__file__).parent.parent
BULK = Path(recogniser.__file__).parent
CLASSIC = parameters(profile("classic").rules) or b""
DEAL: dict[str, Any] = {
    "dealer": "B",
    "packets": 3,
    "hands": {"elder": "AS KS QS JS TS 9S 8S 7S AH KH 8H 7H", "younger": "QH JH TH 9H AD KD QD JD TD 9D 8D 7D"},
    "talon": "AC KC QC JC TC 9C 8C 7C",
    "exchange": [
        {"act": "exchange", "by": "elder", "discard": "8H 7H", "draw": 2},
        {"act": "exchange", "by": "younger", "discard": "TH 9H", "draw": 2, "announced": 2},
    ],
    "declarations": [
        {"act": "call", "by": "elder", "what": "point", "cards": 8, "value": 75, "reply": "equal"},
        {"act": "call", "by": "elder", "what": "sequence", "cards": 8, "top": "A", "reply": "equal"},
        {"act": "call", "by": "elder", "what": "set", "cards": 3, "rank": "A", "reply": "good"},
        {"act": "call", "by": "younger", "what": "point", "cards": 8, "value": 75},
        {"act": "call", "by": "younger", "what": "sequence", "cards": 8, "top": "A"},
    ],
    "play": [
        *(f"{card}S {card}D" for card in "AKQJT987"),
        "AH JH",
        "KH QH",
        "AC QC",
        "KC JC",
    ],
}
"""Both hold a whole suit, so that point and sequence are equal; the elder has three aces and takes all tricks. He makes
3 for the trio, 12 for what he leads and 40 for the capot: with the first card that makes thirty he would make a pique,
but 3 and 12 are 15. The younger makes nothing."""


def game(*deals: dict[str, Any], **fields: Any) -> bytes:
    """Return a game of these deals as a line."""
    return lines.compact(
        {"format": "piquet-record/1", "id": "one", "players": {"A": "Ann", "B": "Bo"}, "deals": deals} | fields
    )


def regular(line: bytes) -> bool:
    """Return whether a line is a regular game to the recogniser."""
    ((_, found),) = RegularGames(canonical=False).find(line)
    return found is not None


@pytest.mark.parametrize("kind", lines.KINDS)
def test_simulated_games(kind: str) -> None:
    """Every kind of simulated game; the games of players who call all they hold are nearly all regular."""
    games = [to_json(one) for one in simulate(60, seed=31, **lines.KINDS[kind])]
    taken = accepted(games)
    assert taken >= {"random": 58, "rubicon": 58, "sensible": 50}.get(kind, 1)
    assert accepted([lines.spaced(line) for line in games]) == taken


def test_calls_without_pips_and_hands_after_the_exchange() -> None:
    """A point without its pips, and a deal of which only the hands in the play are known, are regular too."""
    games = list(simulate(60, seed=32, policy="random"))
    assert accepted([lines.without_values(to_json(one)) for one in games]) > 50
    assert accepted([lines.held_only(one) for one in games]) > 50


def test_conventions() -> None:
    """A table's own rules are applied, whatever the game before was played by."""
    random = Random(33)
    assert accepted([lines.under_other_rules(one, random) for one in simulate(150, seed=33, policy="random")]) > 30


@pytest.mark.parametrize("name", lines.CHANGES)
def test_one_deal_changed(name: str) -> None:
    """Where the recogniser still takes the game, the judge agrees."""
    accepted(list(lines.changed_lines(20, 34, lines.CHANGES[name])))


@pytest.mark.parametrize(
    "name", ["thirteen cards", "unknown card", "late carte blanche", "double card", "nothing called", "called twice"]
)
def test_irregular_deals_are_never_taken(name: str) -> None:
    """No game is regular in which each deal was changed so."""
    assert not accepted(list(lines.changed_lines(10, 35, lines.CHANGES[name], all_deals=True)))


def test_bytes_changed_at_random() -> None:
    """A line changed in a few bytes, or torn, is regular only if the judge says the same of what it is then."""
    random = Random(36)
    games = [to_json(one) for one in simulate(200, seed=36, policy="random")]
    assert accepted([lines.mutated(line, random) for line in games]) < 40
    assert not accepted([lines.torn(line, random) for line in games])


def test_recorded_games() -> None:
    """The sample games, rewritten as lines by the format's writer."""
    found = [one for one in read(ROOT / "sample_games") if isinstance(one, Game)]
    assert accepted([to_json(one) for one in found]) > 10


def test_a_deal_worked_out_by_hand() -> None:
    """Eight spades against eight diamonds: 3 for three aces, 12 leads, 40 for the capot."""
    finder = RegularGames(canonical=True)
    ((row, found),) = finder.find(game(DEAL | {"score": {"elder": 55, "younger": 0}}))
    assert found is not None
    assert (row.total_a, row.total_b) == (55, 0)
    assert not regular(game(DEAL | {"score": {"elder": 56, "younger": 0}}))


def test_dealers_and_packets_have_to_follow() -> None:
    """The same player may not deal twice, nor give cards otherwise than before; laws 12 and 7 say what follows."""
    other = DEAL | {"dealer": "A"}
    assert regular(game(DEAL, other, DEAL, target=1000))
    assert not regular(game(DEAL, DEAL, target=1000))
    assert regular(game(DEAL, other | {"packets": 2}, DEAL, target=1000))
    assert not regular(game(DEAL, other, DEAL | {"packets": 2}, target=1000))


def test_a_game_that_went_on_after_its_end_is_left_to_the_judge() -> None:
    """Three deals of 55 pass the target of 150, of which A makes 110."""
    other = DEAL | {"dealer": "A"}
    assert regular(game(DEAL, other, DEAL))
    assert not regular(game(DEAL, other, DEAL, target=100, result={"score": {"A": 110, "B": 55}, "ended": "deals"}))
    assert not regular(game(DEAL, other, DEAL, target=50))


@pytest.mark.parametrize(
    ("found", "instead"),
    [
        (b'"id":"one"', b'"id":"one","id":"one"'),
        (b'"id":"one"', b'"id":""'),
        (b'"id":"one"', b'"id":"one","rules":"none such"'),
        (b'"id":"one"', b'"id":"one","x":{"deals":[]}'),
        (b'"id":"one"', b'"id":"one","unknown":1'),
        (b'"id":"one"', b'"id":"\\ud800"'),
        (b'"deals":[', b'"x":{"deals":[]},"\\u0064eals":['),
        (b'"deals":[', b'"deals":[],"deals":['),
        (b'"deals":[', b'"x\\"deals":['),
        (b"]}", b"],}"),
        (b"]}", b"]}}"),
        (b"]}", b"]} {}"),
        (b"{", b"["),
        (b',"talon"', b', "talon"'),
        (b'"draw":2', b'"draw":02'),
        (b'"draw":2', b'"draw":2.0'),
        (b'"value":75', b'"value":075'),
        (b'"AS AD"', b'"AS  AD"'),
        (b'"AS AD"', b'"AS AS"'),
        (b'"dealer":"B"', b'"dealer":"C"'),
    ],
)
def test_what_is_no_record_is_not_taken(found: bytes, instead: bytes) -> None:
    """Around a regular deal, or in it, something that the format does not allow, or that is no JSON."""
    line = game(DEAL)
    changed = line.replace(found, instead, 1) if found != b"]}" else line.removesuffix(found) + instead
    assert changed != line
    assert accepted([line]) == 1
    assert not accepted([changed]) or b'"x"' in changed


def test_a_key_named_deals_deeper_down_is_passed_over() -> None:
    """Only the key of the game itself has its deals."""
    assert accepted([game(DEAL, x={"deals": [DEAL, 1], 'a"deals': [2], "b": "]}{["})]) == 1


def test_lines_and_blanks() -> None:
    """Blank lines are passed over and counted; blanks at the ends of a line, CRLF too, do not matter."""
    text = b"\r\n" + game(DEAL) + b"\r\n \t\n\n  " + game(DEAL) + b"  \n{}\nno JSON"
    found = list(RegularGames(canonical=False).find(text))
    assert [row.line for row, _ in found] == [1, 4, 5, 6]
    assert [one is not None for _, one in found] == [True, True, False, False]
    assert found[1][1] is not None
    assert found[1][1].raw == game(DEAL)


def test_short_lines_are_taken_in_rounds() -> None:
    """There are more lines than the workspace has rows for, and each has its number."""
    text = b"{}\n" * 5000 + game(DEAL)
    found = list(RegularGames(canonical=False).find(text))
    assert [row.line for row, _ in found] == list(range(5001))
    assert found[-1][1] is not None


def test_a_line_of_empty_deals_is_left_to_the_judge() -> None:
    """It has more deals than rows are kept for; the lines around it are not concerned."""
    junk = b'{"deals":[' + b",".join([b"{}"] * 100_000) + b"]}"
    found = list(RegularGames(canonical=True).find(b"\n".join([game(DEAL), junk, game(DEAL)])))
    assert [one is not None for _, one in found] == [True, False, True]


def test_standard_order_is_seen() -> None:
    """Cards stand suit by suit, from the ace down; a hand written otherwise is regular, but not standard."""
    other = DEAL | {"hands": DEAL["hands"] | {"elder": "KS AS QS JS TS 9S 8S 7S AH KH 8H 7H"}}
    for deal, standard in ((DEAL, True), (other, False)):
        ((row, found),) = RegularGames(canonical=False).find(game(deal))
        assert found is not None
        assert bool(row.standard) is standard


def test_every_parameter_is_applied_or_not_concerned() -> None:
    """A new parameter has to be put into one of the lists; until then nothing is judged in bulk."""
    assert set(Rules.__struct_fields__) == APPLIED | NOT_CONCERNED
    assert not APPLIED & NOT_CONCERNED


def test_the_layouts_are_those_of_the_extension() -> None:
    """Rows, tables and parameters have the sizes that the C compiler gave them."""
    sizes = recogniser._recogniser.SIZES
    assert sizes["tables"] == len(recogniser.tables())
    assert sizes["rules"] == len(CLASSIC)
    assert sizes["game"] == recogniser._GAME.size
    assert sizes["deal"] == recogniser.DEAL.size == recogniser.row_type(DEAL_FIELDS).itemsize
    assert sizes["call"] == recogniser.CALL.size == recogniser.row_type(CALL_FIELDS).itemsize


def test_the_numbers_of_the_format_are_the_same_in_c() -> None:
    """Cards of a hand and the talon, tricks, entries of a breakdown, runs of a suit."""
    header = (BULK / "recogniser.h").read_text("utf-8")
    assert f"HAND = {HAND_SIZE}, TALON = {TALON_SIZE}, TRICKS = {TRICKS}," in header
    entries = header.partition("enum { BLANCHE")[2].partition("}")[0].count(",")
    assert entries == len(Breakdown.__struct_fields__) - 1
    assert max(map(len, SUIT_SEQUENCES)) == 2


@pytest.mark.parametrize(
    ("place", "wrong"),
    [(1, -1), (2, 10_000), (3, b"short"), (4, b"short"), (9, -1), (9, 10_000), (10, 10_000), (11, -1), (11, 10_000)],
)
def test_misuse_of_the_extension_is_an_error(place: int, wrong: object) -> None:
    """Places and sizes that do not fit are refused before anything is read or written."""
    room = [bytearray(size) for size in (88, 1400, 160, 500)]
    arguments: list[Any] = [game(DEAL), 0, 10, recogniser.tables(), CLASSIC, *room, 0, 0, 0]
    recogniser._recogniser.recognise(*arguments)
    arguments[place] = wrong
    with pytest.raises(ValueError, match=r"must be|another size"):
        recogniser._recogniser.recognise(*arguments)


def test_the_longer_of_two_runs_in_a_suit_is_the_better_one() -> None:
    """Ace, king, queen and ten to seven: the quart to the ten is lower in the suit, and the stronger sequence."""
    suit = 0b1110_1111
    assert SUIT_SEQUENCES[suit] == ((3, 7), (4, 3))
    runs = struct.unpack_from("=2H", recogniser.tables(), 4 + 256 * 2 + suit * 4)
    assert runs == (4 * 1024 + 3, 3 * 1024 + 7)


def test_a_workspace_is_used_again() -> None:
    """Rows of one text do not stay in those of the next, shorter one."""
    finder = RegularGames(canonical=True)
    games = [to_json(one) for one in simulate(12, seed=37, policy="random")]
    whole = [one.sha256 for _, one in finder.find(b"\n".join(games)) if one]
    again = [one.sha256 for line in games for _, one in finder.find(line) if one]
    assert whole == again


def test_a_profile_with_an_unknown_parameter_is_left_to_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the recogniser was not told of, it does not judge."""
    monkeypatch.setattr(recogniser, "NOT_CONCERNED", NOT_CONCERNED - {"settlement"})
    assert parameters(msgspec.structs.replace(profile("classic").rules, target=77)) is None


def test_rows_are_read_as_they_were_written() -> None:
    """The sets of cards and the scores of the deal worked out by hand."""
    workspace = Workspace()
    (row,) = workspace.rows(game(DEAL), CLASSIC, canonical=False)
    assert row.regular
    fields = workspace.deal(0)
    assert fields[recogniser.PLACES["dealt"]] == (0x0000_C3FF, 0x00FF_3C00)
    assert fields[recogniser.PLACES["hand"]] == (0xC000_C0FF, 0x30FF_3000)
    assert fields[recogniser.PLACES["total"]] == (55, 0)
    assert fields[recogniser.PLACES["announced"]] == (-1, 2)
    assert [len(workspace.calls_of(0)), *fields[recogniser.PLACES["calls"]]] == [5, 5]
