"""Score sheets: deals of which only the points were written down, tables made into records and back."""

import re
from pathlib import Path

import openpyxl
import pytest

from piquet_records import cli
from piquet_records.archive import Archive
from piquet_records.laws import LAW_NUMBERS
from piquet_records.notation.sheet_files import csv_lines
from piquet_records.record.game import Deal, DealScore, Game, Players, Result, to_json
from piquet_records.record.reading import read
from piquet_records.record.steps import Abandon
from piquet_records.render.score_csv import HEADING, score_rows
from piquet_records.report.build import validate
from piquet_records.simulation.games import simulate

PAGE = (Path(__file__).parent.parent / "docs" / "sheets.md").read_text("utf-8")
SPRING = re.search(r"```csv\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.fixture
def piquet(capsys, monkeypatch, tmp_path):
    """Return a function that runs a command in an empty folder: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            cli.app([*map(str, arguments)], prog_name="piquet")
        captured = capsys.readouterr()
        return ended.value.code, captured.out, captured.err

    return run


def sheet(*points, rules="classic", **fields):
    """Return a game of points only: A deals first, and each pair is the elder's and the younger's points."""
    deals = [
        Deal(dealer="AB"[place % 2], points_only=True, score=DealScore(elder=elder, younger=younger))
        for place, (elder, younger) in enumerate(points)
    ]
    return Game(format="piquet-record/1", id="s", rules=rules, players=Players(A="Ann", B="Bob"), deals=deals, **fields)


def codes(report):
    """Return the codes of all findings."""
    return [finding.code for finding in report.findings]


# judging


def test_nothing_is_found_where_only_points_are_written():
    """B, the elder of deals 1 and 3, makes 60 + 20 + 50 = 130; A makes 30 + 70 + 10 = 110."""
    report = validate(sheet((60, 30), (70, 20), (50, 10)))
    assert (report.verdict, codes(report)) == ("clean", [])
    assert (report.result.score.A, report.result.score.B, report.result.ended) == (110, 130, "unfinished")
    for deal in report.deals:
        assert (deal.checked, deal.not_checkable, deal.unrecorded) == ((), tuple(LAW_NUMBERS), ())
        assert (deal.outcome, deal.assumed, deal.score.elder.point) == ("played", False, None)


def test_who_reaches_the_target_wins():
    """After (60, 30) and (70, 20), B has 80; 75 more make 155 of 150."""
    report = validate(sheet((60, 30), (70, 20), (75, 10), result=Result(winner="B", ended="target")))
    assert (report.verdict, report.result.winner, report.result.agrees) == ("clean", "B", True)


def test_a_wrong_winner_is_found():
    report = validate(sheet((60, 30), (70, 20), (75, 10), result=Result(winner="A")))
    assert codes(report) == ["record-result"]


@pytest.mark.parametrize(("winner", "computed"), [("A", "A"), ("B", "B")])
def test_where_both_pass_in_one_deal_the_written_winner_was_first(winner, computed):
    """A has 100 and B 90 before the third deal, in which both make 70."""
    report = validate(sheet((60, 30), (70, 30), (70, 70), result=Result(winner=winner, ended="target")))
    assert (report.verdict, report.result.winner, report.result.ended) == ("clean", computed, "target")


def test_where_both_pass_in_one_deal_and_no_winner_is_written():
    report = validate(sheet((60, 30), (70, 30), (70, 70), result=Result(ended="target")))
    assert (report.verdict, report.result.winner, report.result.ended) == ("clean", None, "target")


def test_the_settlement_of_six_deals_is_checked():
    """Each deal 30 to the elder and 10 to the younger: 120 each way, so that two more decide: 40 to 10, and 30 to 10.

    B, elder of deals 1, 3, 5 and 7, has 120 + 40 + 10 = 170, A 120 + 10 + 30 = 160: the difference and 100 is 110.
    """
    points = [(30, 10)] * 6 + [(40, 10), (30, 10)]
    good = validate(sheet(*points, rules="rubicon", result=Result(winner="B", settlement=110, ended="deals")))
    assert (good.verdict, good.result.settlement) == ("clean", 110)
    wrong = validate(sheet(*points, rules="rubicon", result=Result(winner="B", settlement=10, ended="deals")))
    assert codes(wrong) == ["record-result"]


def test_points_that_nobody_wrote_make_totals_unknown():
    report = validate(sheet((60, None), (70, 20), result=Result(winner="B")))
    assert (report.verdict, report.result.score.A, report.result.score.B) == ("clean", None, 80)


def test_leaving_the_game_is_judged_all_the_same():
    report = validate(sheet((60, 30), (70, 20), steps=(Abandon(by="A", deal=2),)))
    assert codes(report) == ["law-25.abandoned"]
    assert (report.result.winner, report.result.ended) == ("B", "abandoned")
    assert report.deals[1].checked == (25,)


def test_a_sheet_goes_into_an_archive_and_comes_out_again(tmp_path):
    game = sheet((60, 30), (70, 20))
    (tmp_path / "s.json").write_bytes(to_json(game))
    archive = Archive(tmp_path / "club.duckdb")
    assert archive.ingest(tmp_path / "s.json").verdicts["clean"] == 1
    assert list(archive.export()) == [to_json(game)]
    rows = archive.sql(
        "SELECT elder_total, younger_total, elder_point, elder_won, play FROM deals ORDER BY deal"
    ).rows()
    assert rows == [(60, 30, None, None, None), (70, 20, None, None, None)]


# tables


def test_the_example_of_the_page(piquet):
    """Anna has 11 + 48 + 22 + 55 + 17 + 61 = 214, Bert 62 + 20 + 31 + 9 + 40 + 12 = 174; 40 and 100 are 140."""
    Path("spring.csv").write_text(SPRING)
    assert piquet("import", "spring.csv", "--out", "spring.jsonl") == (0, "", "")
    (game,) = read("spring.jsonl")
    assert (game.id, game.rules, game.date, game.players.B) == ("spring-1", "rubicon", "2026-03-14", "Bert")
    assert [(deal.dealer, deal.score.elder, deal.score.younger) for deal in game.deals[:2]] == [
        ("A", 62, 11),
        ("B", 48, 20),
    ]
    assert (game.result.score.A, game.result.score.B, game.result.winner, game.result.settlement) == (
        214,
        174,
        "A",
        140,
    )
    assert validate(game).verdict == "clean"
    Path("spring.csv").write_text(SPRING.replace("214", "215"))
    piquet("import", "spring.csv", "--out", "off.piquet")
    assert piquet("validate", "off.piquet")[0] == 1


def test_a_small_table_needs_only_points(piquet):
    """The dealers take turns, and A deals first; the id is the name of the file."""
    Path("monday.csv").write_text("Points A;Points B\n10;20\n\n30;\n")
    status, out, _ = piquet("import", "monday.csv", "--players", "Ann,Bob", "--rules", "rubicon", "--to", "piquet")
    assert status == 0
    assert "game: monday\nrules: rubicon\nplayer A: Ann\nplayer B: Bob\n" in out
    assert "deal 1: A deals\npoints only: true\nscore: elder 20, younger 10\n" in out
    assert "deal 2: B deals\npoints only: true\nscore: elder 30, younger ?\n" in out


def test_rows_of_games_may_be_mixed_and_dealers_named(piquet):
    lines = ["game,player_a,player_b,dealer,points_a,points_b", "g,Ann,Bob,Bob,1,2", "h,,,B,3,4", "g,,,Ann,5,6"]
    Path("t.csv").write_text("\n".join(lines))
    assert piquet("import", "t.csv", "--out", "t.jsonl")[0] == 0
    first, second = read("t.jsonl")
    assert [(deal.dealer, deal.score.elder) for deal in first.deals] == [("B", 1), ("A", 6)]
    assert (second.id, second.players.A, second.deals[0].dealer) == ("h", "A", "B")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("points_a,points_b\n1,x\n", "t.csv:2:2: points_b: found `x`, expected a whole number, or an empty cell"),
        ("points_a,points_b\n1,-2\n", "t.csv:2:2: points_b: found `-2`, expected a whole number, or an empty cell"),
        ("points_a,points_b\n1,1000\n", "t.csv:2:2: found 1000, expected an integer from 0 to 999"),
        ("points_a,pointsb\n1,2\n", "t.csv:1:2: no column is called `pointsb`; did you mean `points_b`?"),
        ("points_a\n1\n", "t.csv:1:1: the column `points_b` is missing"),
        ("points_a,points_a,points_b\n1,1,1\n", "t.csv:1:2: the column `points_a` stands twice"),
        ("deal,points_a,points_b\n2,1,1\n", "t.csv:2:1: deal: found deal 2, expected deal 1 of this game"),
        (
            "dealer,points_a,points_b\nC,1,1\n",
            "t.csv:2:1: dealer: found `C`, expected A, B, or the name",
        ),
        ("date,points_a,points_b\n2026-1-1,1,1\n", 't.csv:2:1: found "2026-1-1"'),
        (
            "date,points_a,points_b\n2026,1,1\n2027,1,1\n",
            "t.csv:3:1: date: found `2027`, but row 2 of the same game has `2026`",
        ),
        ("game,points_a,points_b\ng,,\n", "t.csv:2:2: points_a: this row has no points"),
        ("rules,points_a,points_b\nclasic,1,1\n", "t.csv:2:1: "),
        ("", "t.csv: the table is empty"),
    ],
)
def test_mistakes_are_told_with_row_and_column(piquet, table, message):
    Path("t.csv").write_text(table)
    status, out, errors = piquet("import", "t.csv")
    assert (status, out) == (2, "")
    assert message in errors


def test_a_game_with_a_mistake_does_not_stop_the_others(piquet):
    Path("t.csv").write_text("game,points_a,points_b\ng,1,x\nh,1,2\ng,y,2\n")
    status, out, errors = piquet("import", "t.csv")
    assert status == 2
    assert '"id":"h"' in out
    assert [line.split(" ")[0] for line in errors.splitlines()] == ["t.csv:2:3:", "t.csv:4:2:"]


def test_workbooks(piquet):
    book = openpyxl.Workbook()
    for line in SPRING.splitlines():
        book.active.append([int(cell) if cell.isdecimal() else cell or None for cell in line.split(",")])
    book.save("spring.xlsx")
    Path("spring.csv").write_text(SPRING)
    assert piquet("import", "spring.xlsx") == piquet("import", "spring.csv")
    Path("bad.xlsx").write_bytes(b"no workbook")
    status, _, errors = piquet("import", "bad.xlsx")
    assert (status, "this is no workbook that can be read" in errors) == (2, True)


def test_bytes_that_are_not_utf8(piquet):
    Path("t.csv").write_bytes("player_a,points_a,points_b\nRen\u00e9,1,2\n".encode("latin-1"))
    status, _, errors = piquet("import", "t.csv")
    assert (status, "t.csv:2: the byte 0xe9 is not UTF-8" in errors) == (2, True)


@pytest.mark.parametrize("rules", ["classic", "rubicon"])
def test_score_writes_what_import_reads(piquet, rules):
    """The points and the results of simulated games come through, and the same table comes out again."""
    games = list(simulate(6, seed=3, rules=rules, faults=0.5))
    Path("games.jsonl").write_bytes(b"".join(to_json(game) + b"\n" for game in games))
    table = piquet("score", "games.jsonl", "--format", "csv")[1]
    Path("games.csv").write_text(table)
    assert piquet("import", "games.csv", "--out", "back.jsonl") == (0, "", "")
    assert piquet("score", "back.jsonl", "--format", "csv") == (0, table, "")


def test_a_void_deal_has_no_row():
    (game,) = read(Path(__file__).parent.parent / "sample_games" / "laws" / "law-24" / "eleven-redealt.json")
    (row,) = score_rows(game, validate(game))
    cells = dict(zip(HEADING, row, strict=True))
    assert (cells["deal"], cells["dealer"], cells["points_a"], cells["points_b"]) == (1, "B", 12, 24)


def test_a_text_that_would_be_computed_is_kept_from_it(piquet):
    assert list(csv_lines(["a"], [["=1+1"], ["x,y"], [None], [-1]])) == ["a", "'=1+1", '"x,y"', "", "'-1"]
    Path("t.csv").write_text("player_a,points_a,points_b\n'=HYPERLINK(),1,2\n")
    assert '"A":"=HYPERLINK()"' in piquet("import", "t.csv")[1]
