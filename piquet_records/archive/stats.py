"""The figures of an archive that people ask for first: what is in it, what the roles score, how often what happens.

All of them are answers of named queries. Knows nothing of how they are shown.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import polars as pl

Grouping = Literal["player", "role", "rules", "year"]

BIN: Final = 5
"""The points in a bin of the histogram."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The figures; each frame is the answer of the named query that its comment names."""

    overview: dict[str, int | None]
    """``overview``, and under ``stale`` the games that an older version of their rules profile judged."""
    roles: pl.DataFrame
    """``roles``."""
    advantage: dict[str, float]
    """``elder-advantage``."""
    frequencies: pl.DataFrame
    """``frequencies``."""
    scores: pl.DataFrame
    """``deal-scores``, in bins of ``BIN`` points."""
    violations: pl.DataFrame
    """``violations``."""
    players: pl.DataFrame
    """``players``."""
    averages: pl.DataFrame
    """``averages``."""
    by: Grouping | None
    groups: pl.DataFrame | None
    """``groups``, where they were asked for."""


def collect(query: Callable[..., pl.DataFrame], stale: int, by: Grouping | None = None) -> Stats:
    """Ask an archive, through what answers its named queries, for all figures."""
    return Stats(
        overview={**query("overview").row(0, named=True), "stale": stale},
        roles=query("roles"),
        advantage=query("elder-advantage").row(0, named=True),
        frequencies=query("frequencies"),
        scores=query("deal-scores", width=BIN),
        violations=query("violations"),
        players=query("players"),
        averages=query("averages"),
        by=by,
        groups=query("groups", by=by) if by else None,
    )
