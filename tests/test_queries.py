"""The named queries: their headers, and their answers on games of the article, computed by hand."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from piquet_records.archive import Archive, named_queries, named_query
from piquet_records.errors import ArchiveError

SAMPLES = Path(__file__).parent.parent / "sample_games"
FILES = sorted((Path(__file__).parent.parent / "piquet_records" / "archive" / "queries").glob("*.sql"))

ROOT_2 = 2**0.5


@pytest.fixture(scope="module")
def article(tmp_path_factory) -> Archive:
    """Return an archive of the article's repique and capot, F elder, and of the same hands with F as dealer."""
    archive = Archive(tmp_path_factory.mktemp("article") / "article.duckdb")
    archive.ingest(SAMPLES / "repic-and-capot.json", SAMPLES / "disadvantage-of-dealing.json")
    return archive


@pytest.fixture(scope="module")
def empty(tmp_path_factory) -> Archive:
    """Return an archive without games."""
    folder = tmp_path_factory.mktemp("empty")
    archive = Archive(folder / "empty.duckdb")
    archive.ingest(folder / "nothing.json")
    return archive


def test_every_file_is_a_query_under_its_own_name():
    assert len(FILES) >= 15
    assert [query.name for query in named_queries()] == sorted(path.stem for path in FILES)


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_the_header_says_what_is_answered_and_by_which_columns(query, article):
    columns = article.query(query.name).columns
    described = set(re.findall(r"\w+", query.columns))
    assert [name for name in columns if name not in described] == []
    assert query.answers.endswith("?")
    assert {parameter.name for parameter in query.parameters} == set(re.findall(r"\$(\w+)", query.sql))
    lines = query.sql.splitlines()
    assert [line for line in lines if len(line) > 120] == []


@pytest.mark.parametrize("query", named_queries(), ids=lambda query: query.name)
def test_an_archive_without_games_is_no_error(query, empty):
    empty.query(query.name)


def rows(archive: Archive, name: str, **parameters) -> list[tuple]:
    """Return an answer with its shares and means rounded to two places."""
    found = archive.query(name, **parameters).rows()
    return [tuple(round(value, 2) if isinstance(value, float) else value for value in row) for row in found]


def test_overview(article):
    assert rows(article, "overview") == [(2, 2, 2, 2, None, None, 2, 0, 0, 0)]


def test_elder_advantage(article):
    """Margins 147 - 0 and 1 - 87: mean 30.5; they differ by 233, so the deviation is 233 / √2."""
    margin = 1.96 * 233 / ROOT_2 / ROOT_2
    expected = (2, 74.0, 43.5, 30.5, round(30.5 - margin, 2), round(30.5 + margin, 2), 50.0, 0.0, 50.0)
    assert rows(article, "elder-advantage") == [expected]


def test_roles(article):
    wide, narrow = 1.96 * 146 / 2, 1.96 * 87 / 2
    assert rows(article, "roles") == [
        ("elder", 2, 74.0, round(74 - wide, 2), round(74 + wide, 2), 1, 1, 1, 147, 147),
        ("younger", 2, 43.5, round(43.5 - narrow, 2), round(43.5 + narrow, 2), 0, 0, 0, 87, 87),
    ]


def test_deal_scores(article):
    assert rows(article, "deal-scores") == [
        ("elder", 0, 1, 50.0), ("elder", 140, 1, 50.0), ("younger", 0, 1, 50.0), ("younger", 80, 1, 50.0),
    ]  # fmt: skip
    assert rows(article, "deal-scores", width=100)[1] == ("elder", 100, 1, 50.0)


def test_frequencies(article):
    """The elder's point, quint, aces, repique and capot are those of the first deal, the younger's of the second."""
    found = {(kind, role): (times, deals) for kind, role, times, deals, *_ in rows(article, "frequencies")}
    made = {key for key, (times, _) in found.items() if times}
    assert made == {
        ("point", "elder"), ("sequences", "elder"), ("sets", "elder"), ("repique", "elder"), ("capot", "elder"),
        ("point", "younger"), ("sequences", "younger"), ("sets", "younger"), ("capot", "younger"),
    }  # fmt: skip
    assert set(found.values()) == {(0, 2), (1, 2)}
    ((percent, low, high),) = [row[4:] for row in rows(article, "frequencies") if row[:2] == ("capot", "elder")]
    assert (percent, low, high) == (50.0, 9.45, 90.55)  # Wilson: (1 + 1.9208 ± 1.96 √(0.5 + 0.9604)) / 5.8416


def test_holdings(article):
    assert rows(article, "holdings") == [
        ("point", 6, None, "elder", 2, 1, 100.0, 50.0),
        ("point", 6, None, "younger", 1, 1, 50.0, 50.0),
        ("sequence", 5, None, "elder", 2, 1, 100.0, 50.0),
        ("sequence", 5, None, "younger", 1, 1, 50.0, 50.0),
        ("set", 4, "A", "elder", 1, 1, 50.0, 50.0),
        ("set", 4, "A", "younger", 1, 1, 50.0, 50.0),
        ("set", 3, "K", "elder", 1, 0, 50.0, 0.0),
    ]


def test_averages_and_players(article):
    assert rows(article, "averages") == [
        ("E", "elder", 1, 1.0, None, None, 87.0),
        ("E", "younger", 1, 0.0, None, None, 147.0),
        ("F", "elder", 1, 147.0, None, None, 0.0),
        ("F", "younger", 1, 87.0, None, None, 1.0),
    ]
    assert {row[0] for row in rows(article, "averages", player="F")} == {"F"}
    assert rows(article, "players", player="F") == [("F", 2, 0, 0, 2, 2, 147.0, 87.0, None, None)]


def test_groups(article):
    assert [row[:3] for row in rows(article, "groups")] == [("E", 2, 0.5), ("F", 2, 117.0)]
    assert [row[:3] for row in rows(article, "groups", by="role")] == [("elder", 2, 74.0), ("younger", 2, 43.5)]
    assert [row[:3] for row in rows(article, "groups", by="rules")] == [("classic@1", 4, 58.75)]
    assert [row[:3] for row in rows(article, "groups", by="year")] == [(None, 4, 58.75)]
    assert rows(article, "groups")[1][-3:] == (0.0, 50.0, 100.0)
    with pytest.raises(ArchiveError, match="count by player, role, rules or year"):
        article.query("groups", by="moon")


def test_head_to_head(article):
    """F makes 147 and 87, E 0 and 1: margins 147 and 86, which differ by 61."""
    margin = round(1.96 * 61 / ROOT_2 / ROOT_2, 2)
    (row,) = rows(article, "head-to-head", player="F")
    assert row[:10] == ("F", "E", 2, 0, 0, 2, 2, 117.0, 0.5, 116.5)
    assert row[10:] == (round(116.5 - margin, 2), round(116.5 + margin, 2))
    assert [row[0] for row in rows(article, "head-to-head")] == ["E", "F"]


def test_sinking(article):
    """In the first deal the younger held nothing better than what was called; nobody sank anything."""
    found = [row[:5] for row in rows(article, "sinking")]
    assert found == [
        (what, role, chances, 0, 0.0)
        for what in ("point", "sequence", "set")
        for role, chances in (("elder", 2), ("younger", 1))
    ]


def test_a_parameter_is_a_value_and_never_sql(article):
    assert rows(article, "averages", player="F' OR '1'='1") == []


def test_what_was_found_says_what_to_do():
    assert named_query("averages").parameters[0].default is None
    with pytest.raises(ArchiveError, match="--list"):
        named_query("zzz")


def test_a_header_that_lacks_a_line_is_named():
    read = import_module("piquet_records.archive.named_queries")._read
    with pytest.raises(ArchiveError, match=r"queries/new.sql: add to the header: -- answers: …, -- columns: …"):
        read("new.sql", "-- name: new\nSELECT 1;\n")
