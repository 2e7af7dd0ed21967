"""The figures of an archive as text: the output of ``piquet stats``."""

from collections.abc import Iterator
from typing import Final

import polars as pl
from rich.console import RenderableType
from rich.text import Text

from piquet_records.archive.stats import Stats
from piquet_records.laws import BY_CODE
from piquet_records.laws import title as law_title
from piquet_records.render.query_table import terminal_table

INTERVAL: Final = "low and high: the 95 % interval"


def stats_page(stats: Stats) -> Iterator[RenderableType]:
    """Yield the parts of the page, from top to bottom."""
    yield _overview(stats)
    yield _table(stats.roles, title="Points of a whole deal", note=INTERVAL)
    yield _advantage(stats)
    yield _table(
        stats.frequencies, title="How often each kind of point is made", note=f"percent: of whole deals; {INTERVAL}"
    )
    yield _violations(stats)
    yield _table(stats.players, title="Players", note="deals: of all their games; means: points of a whole deal")
    if stats.groups is not None:
        note = f"sides: a whole deal has two; {INTERVAL}; pique, repique, capot: in percent of sides"
        short = {"group": str(stats.by), "lower_quartile": "25 %", "upper_quartile": "75 %"}
        yield _table(stats.groups.rename(short), title=f"By {stats.by}", note=note)


def _table(frame: pl.DataFrame, title: str, note: str) -> RenderableType:
    return terminal_table(frame, title=title, note=note, words=True)


def _overview(stats: Stats) -> Text:
    figures = stats.overview
    years = {figures["first_year"], figures["last_year"]} - {None}
    lines = [
        f"{figures['games']:,} games with {figures['deals']:,} deals, of {figures['players']:,} players"
        + (f", {'–'.join(str(year) for year in sorted(filter(None, years)))}" if years else ""),
        f"{figures['clean']:,} clean, {figures['settled']:,} settled, {figures['violations']:,} with open violations",
        f"{figures['whole_deals']:,} deals are whole, and count below: played to the end, with their calls recorded",
    ]
    if figures["rejects"]:
        lines.append(f"inputs that could not be taken: {figures['rejects']:,}; the table rejects says why")
    if figures["stale"]:
        lines.append(
            f"games that an older version of their rules judged: {figures['stale']:,}; `piquet rejudge` renews them"
        )
    return Text("\n".join(lines))


def _advantage(stats: Stats) -> Text:
    figures = stats.advantage
    if not figures["deals"]:
        return Text("There is no whole deal yet.")
    interval = f" ({figures['low']:.2f} to {figures['high']:.2f})" if figures["low"] is not None else ""
    return Text(
        f"To be elder is worth {figures['advantage']:.2f} points a deal{interval}; the elder is ahead in "
        f"{figures['elder_ahead']:.1f} %, the younger in {figures['younger_ahead']:.1f} % of the deals."
    )


def _violations(stats: Stats) -> RenderableType:
    if stats.violations.is_empty():
        return Text("No law was broken.")
    titled = stats.violations.select("code", "times", "open", "per_1000").insert_column(
        1,
        pl.Series(
            "law", [law_title(BY_CODE[code]) if code in BY_CODE else "the record" for code in stats.violations["code"]]
        ),
    )
    return _table(
        titled,
        title="Violations",
        note="per 1000: to 1,000 deals of the archive; `piquet query ARCHIVE violations` has more",
    )
