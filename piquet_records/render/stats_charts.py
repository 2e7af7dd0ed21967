"""The figures of an archive as charts: one picture, or one page of HTML that needs nothing but itself."""

import io
import json
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final

import altair as alt
import polars as pl

from piquet_records.archive.stats import BIN, Stats
from piquet_records.errors import InputError
from piquet_records.files import open_to_write
from piquet_records.record.json_text import printable

ENDINGS: Final = (".html", ".svg", ".png")

TITLE: Final = "Piquet: what the archive shows"

MOST_CODES: Final = 25
MOST_PLAYERS: Final = 25
"""How many codes and players a chart shows; the tables have all."""

WIDTH: Final = 620
_ROLES: Final = alt.Scale(domain=["elder", "younger"], range=["#1b6ca8", "#d1495b"])
_NEUTRAL: Final = "#6c757d"
_KINDS: Final = {
    "point": "point",
    "sequences": "sequences",
    "sets": "sets",
    "cards": "the cards (seven tricks)",
    "divided": "cards divided",
    "last_trick": "last trick",
    "pique": "pique",
    "repique": "repique",
    "capot": "capot",
    "carte_blanche": "carte blanche",
}

_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:"
)
"""The content security policy of the page: the chart library compiles functions, and nothing is loaded."""


class _ScriptSafeEncoder(json.JSONEncoder):
    """Encodes JSON that can be written within a ``<script>`` element: no text of a record can end the element."""

    def encode(self, o: Any) -> str:
        """Return the JSON of a value without the character ``<``."""
        return super().encode(o).replace("<", "\\u003c")


def save_charts(stats: Stats, path: str | PathLike[str]) -> None:
    """Write the charts to a file: ``.html`` with all scripts in it, ``.svg`` or ``.png``, by the ending.

    Raises InputError if it ends otherwise, and OSError if the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        message = f"{fspath(path)}: charts are written as {', '.join(ENDINGS)}"
        raise InputError(message)
    picture = charts(stats)
    drawn: io.BytesIO | io.StringIO
    if ending == ".png":
        drawn = io.BytesIO()
        picture.save(drawn, format="png", scale_factor=2)
    else:
        drawn = io.StringIO()
        in_page: dict[str, Any] = {"inline": True, "json_kwds": {"cls": _ScriptSafeEncoder}}
        picture.save(drawn, format=ending.removeprefix("."), **(in_page if ending == ".html" else {}))
    made = drawn.getvalue()
    if isinstance(made, str):
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        made = made.replace("<head>", f"<head>\n  {policy}\n  <title>{TITLE}</title>", 1)
    with open_to_write(path) as out:
        out.write(made if isinstance(made, bytes) else made.encode())


def charts(stats: Stats) -> alt.VConcatChart:
    """Return all charts, one below the other; control characters in names become escapes, which a renderer can draw."""
    stats = replace(stats, players=_printable_players(stats.players), averages=_printable_players(stats.averages))
    overview = stats.overview
    parts = [_scores(stats), _frequencies(stats), _violations(stats), _players(stats)]
    title = alt.TitleParams(
        TITLE,
        subtitle=f"{overview['games']:,} games, {overview['deals']:,} deals, {overview['whole_deals']:,} of them whole",
        fontSize=20,
        subtitleFontSize=13,
        anchor="start",
        offset=20,
    )
    picture = alt.vconcat(*[part for part in parts if part is not None], title=title, spacing=36, padding=24)
    return (
        picture.resolve_scale(color="independent")
        .configure_view(stroke=None)
        .configure_axis(labelFontSize=12, titleFontSize=12, titleFontWeight="normal", gridColor="#e9ecef")
        .configure_title(fontSize=15, subtitleFontSize=12, subtitleColor="#495057", anchor="start", frame="group")
        .configure_legend(labelFontSize=12, titleFontSize=12, orient="top", title=None)
    )


def _printable_players(frame: pl.DataFrame) -> pl.DataFrame:
    names = [None if name is None else printable(name) for name in frame["player"]]
    return frame.with_columns(pl.Series("player", names, dtype=pl.String))


def _scores(stats: Stats) -> Any:
    """Return the histogram of deal scores, one panel for each role."""
    counts = {row["role"]: row["deals"] for row in stats.roles.iter_rows(named=True)}
    bars = (
        alt.Chart(stats.scores.with_columns(upto=pl.col("points") + BIN))
        .mark_bar(stroke="white", strokeWidth=0.5)
        .encode(
            x=alt.X("points:Q", bin="binned", title="points of a deal", axis=alt.Axis(tickMinStep=10)),
            x2="upto:Q",
            y=alt.Y("percent:Q", title="share of deals (%)"),
            color=alt.Color("role:N", scale=_ROLES, legend=None),
            tooltip=["role:N", "points:Q", "deals:Q", alt.Tooltip("percent:Q", format=".2f")],
        )
        .properties(width=WIDTH, height=150)
    )
    means = (
        alt.Chart(stats.roles.with_columns(label=pl.format("mean {}, median {}", pl.col("mean").round(1), "median")))
        .mark_rule(strokeDash=[5, 3], color="#212529")
        .encode(x="mean:Q")
    )
    words = means.mark_text(align="left", dx=6, y=10, fontSize=12, color="#212529").encode(x="mean:Q", text="label:N")
    panels = []
    for role, deals in counts.items():
        own = alt.datum.role == role
        panel = alt.layer(*(part.transform_filter(own) for part in (bars, means, words)))
        panels.append(panel.properties(title=alt.TitleParams(role, fontSize=13, subtitle=f"{deals:,} deals")))
    title = alt.TitleParams("Points of a deal", subtitle=f"Share of whole deals in bins of {BIN} points", offset=14)
    return alt.vconcat(*panels, title=title, spacing=12).resolve_scale(x="shared", y="shared")


def _frequencies(stats: Stats) -> Any:
    """Return the chart of how often each kind of point is made, with 95 % intervals."""
    named = stats.frequencies.with_columns(
        pl.col("kind").replace_strict(_KINDS),
        role=pl.col("role").fill_null("nobody"),
        slot=pl.col("role").fill_null("elder"),
    )
    some = named.filter((pl.col("times") > 0) | (pl.col("kind") == _KINDS["carte_blanche"]))
    base = alt.Chart(some).encode(
        y=alt.Y("kind:N", title=None, sort=list(_KINDS.values())),
        yOffset=alt.YOffset("slot:N", scale=alt.Scale(domain=["elder", "younger"])),
        color=alt.Color(
            "role:N",
            scale=alt.Scale(domain=["elder", "younger", "nobody"], range=["#1b6ca8", "#d1495b", _NEUTRAL]),
        ),
    )
    percent = alt.X("percent:Q", title="share of deals (%)", scale=alt.Scale(domainMin=0))
    tips = [
        "kind:N",
        "role:N",
        "times:Q",
        "deals:Q",
        *(alt.Tooltip(f"{n}:Q", format=".3f") for n in ("percent", "low", "high")),
    ]
    bars = base.mark_bar(height={"band": 0.85}).encode(x=percent, tooltip=tips)
    spans = base.mark_rule(color="#212529").encode(x="low:Q", x2="high:Q", color=alt.value("#212529"))
    words = base.mark_text(align="left", dx=5, fontSize=11).encode(x="high:Q", text=alt.Text("percent:Q", format=".2f"))
    deals = max(stats.frequencies["deals"], default=0)
    return alt.layer(bars, spans, words).properties(
        width=WIDTH,
        height={"step": 15, "for": "offset"},
        title=alt.TitleParams(
            "What is made, and how often", subtitle=f"Share of {deals:,} whole deals, with the 95 % interval"
        ),
    )


def _violations(stats: Stats) -> Any:
    """Return the chart of how often each law was broken; None if none was."""
    if stats.violations.is_empty():
        return None
    most = stats.violations.head(MOST_CODES)
    statuses = ["open", "remedied", "waived", "noted"]
    long = most.unpivot(statuses, index=["code", "times"], variable_name="status", value_name="count")
    base = alt.Chart(long).encode(y=alt.Y("code:N", title=None, sort=most["code"].to_list()))
    bars = base.mark_bar().encode(
        x=alt.X("count:Q", title="violations"),
        color=alt.Color(
            "status:N",
            sort=statuses,
            scale=alt.Scale(domain=statuses, range=["#b02a37", "#2a9d8f", "#e9c46a", "#adb5bd"]),
        ),
        tooltip=["code:N", "status:N", "count:Q"],
    )
    totals = base.mark_text(align="left", dx=5, fontSize=11).encode(x="max(times):Q", text="max(times):Q")
    subtitle = f"{stats.violations['times'].sum():,} violations in {stats.overview['deals']:,} deals, by finding code"
    if stats.violations.height > MOST_CODES:
        subtitle += f"; the {MOST_CODES} most frequent of {stats.violations.height}"
    return alt.layer(bars, totals).properties(
        width=WIDTH, title=alt.TitleParams("Laws broken", subtitle=subtitle), height={"step": 20}
    )


def _players(stats: Stats) -> Any:
    """Return the chart of each player's mean as elder and as younger, with 95 % intervals; None without players."""
    names = stats.players.head(MOST_PLAYERS)["player"].to_list()
    chosen = stats.averages.filter(pl.col("player").is_in(names))
    if chosen.is_empty():
        return None
    base = alt.Chart(chosen).encode(
        y=alt.Y("player:N", title=None, sort=names), color=alt.Color("role:N", scale=_ROLES)
    )
    tips = ["player:N", "role:N", "deals:Q", *(alt.Tooltip(f"{n}:Q", format=".2f") for n in ("mean", "low", "high"))]
    scale = alt.Scale(zero=False, nice=True)
    spans = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title="mean points of a deal", scale=scale), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(x="mean:Q", tooltip=tips)
    subtitle = "Mean points of a whole deal as elder and as younger, with the 95 % interval"
    if stats.players.height > MOST_PLAYERS:
        subtitle += f"; the {MOST_PLAYERS} with the most games of {stats.players.height:,}"
    return alt.layer(spans, dots).properties(
        width=WIDTH, height={"step": 22}, title=alt.TitleParams("Players", subtitle=subtitle)
    )
