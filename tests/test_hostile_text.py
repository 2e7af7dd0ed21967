"""Markup and control characters of records in the outputs that people read."""

import io
from dataclasses import replace
from html.parser import HTMLParser

import polars as pl
import pytest

from piquet_records.archive import Archive
from piquet_records.record.game import to_json
from piquet_records.record.json_text import printable
from piquet_records.render.console import captured_console
from piquet_records.render.query_table import cell_text
from piquet_records.render.stats_charts import save_charts
from piquet_records.simulation.games import simulate

SCRIPT = "</script><script>alert(1)</script><!--"


class Page(HTMLParser):
    """The elements of a page, and its content security policy."""

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__()
        self.scripts = 0
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Count a script, and keep the policy."""
        given = dict(attrs)
        self.scripts += tag == "script"
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "games.jsonl").write_bytes(b"".join(to_json(game) + b"\n" for game in simulate(2, seed=1)))
    archive = Archive(folder / "club.duckdb")
    archive.ingest(folder / "games.jsonl")
    return archive.stats()


def named(figures, name):
    """Return the figures with another name for the first player."""
    first = figures.players["player"][0]
    column = pl.col("player").replace(first, name)
    return replace(
        figures, players=figures.players.with_columns(column), averages=figures.averages.with_columns(column)
    )


def test_a_name_cannot_end_the_script_of_a_page_of_charts(figures, tmp_path):
    pages = {}
    for name in ("Anna", SCRIPT):
        save_charts(named(figures, name), tmp_path / "charts.html")
        text = (tmp_path / "charts.html").read_text()
        pages[name] = Page(text)
        assert "<script>alert(1)" not in text
    assert pages[SCRIPT].scripts == pages["Anna"].scripts > 0
    assert "default-src 'none'" in pages[SCRIPT].policy


@pytest.mark.parametrize("ending", [".svg", ".png"])
def test_control_characters_in_a_name_do_not_end_the_chart_writer(figures, tmp_path, ending):
    path = tmp_path / f"charts{ending}"
    save_charts(named(figures, "An\x1bna\x00"), path)
    drawn = path.read_bytes()
    assert drawn
    if ending == ".svg":
        assert b"\x1b" not in drawn
        assert b"An\\u001bna" in drawn


@pytest.mark.parametrize("mark", ["\x1b", "\n", "\r", "\u061c", "\u200e", "\u200f", "\u202e", "\u2066", "\u2069"])
def test_a_cell_shows_controls_and_marks_of_direction_as_escapes(mark):
    assert cell_text(f"a{mark}b") == printable(f"a{mark}b") == f"a\\u{ord(mark):04x}b"


@pytest.mark.parametrize("colours", [False, True])
def test_no_text_moves_the_cursor_of_a_terminal(colours):
    out = io.StringIO()
    with captured_console(out, width=60, colours=colours) as console:
        console.print("name \x1b[2Jcleared \u202ereversed")
    assert out.getvalue() == "name \\u001b[2Jcleared \\u202ereversed\n"
