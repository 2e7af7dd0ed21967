"""The figures of an archive as text: the page that a club's secretary opens first."""

from collections.abc import Iterator
from typing import Final

import polars as pl
from rich.console import RenderableType
from rich.text import Text

from piquet_records.archive.stats import Stats
from piquet_records.laws import BY_CODE
from piquet_records.laws import title as law_title
from piquet_records.render.query_table import table

INTERVAL: Final = "low and high: the 95 % interval"


def page(stats: Stats) -> Iterator[RenderableType]:
    """Give the page, part by part."""
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
    return table(frame, title=title, note=note, words=True)


def _overview(stats: Stats) -> Text:
    it = stats.overview
    years = {it["first_year"], it["last_year"]} - {None}
    lines = [
        f"{it['games']:,} games with {it['deals']:,} deals, of {it['players']:,} players"
        + (f", {'–'.join(str(year) for year in sorted(filter(None, years)))}" if years else ""),
        f"{it['clean']:,} clean, {it['settled']:,} settled, {it['violations']:,} with open violations",
        f"{it['whole_deals']:,} deals are whole, and count below: played to the end, with their calls recorded",
    ]
    if it["rejects"]:
        lines.append(f"inputs that could not be taken: {it['rejects']:,}; the table rejects says why")
    if it["stale"]:
        lines.append(
            f"games that an older version of their rules judged: {it['stale']:,}; `piquet rejudge` renews them"
        )
    return Text("\n".join(lines))


def _advantage(stats: Stats) -> Text:
    it = stats.advantage
    if not it["deals"]:
        return Text("There is no whole deal yet.")
    interval = f" ({it['low']:.2f} to {it['high']:.2f})" if it["low"] is not None else ""
    return Text(
        f"To be elder is worth {it['advantage']:.2f} points a deal{interval}; the elder is ahead in "
        f"{it['elder_ahead']:.1f} %, the younger in {it['younger_ahead']:.1f} % of the deals."
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
