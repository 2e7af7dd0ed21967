"""Collect the figures that ``piquet stats`` shows: size of the archive, scores of the roles, frequencies, violations.

Every figure is the answer of a named query. Knows nothing of how the figures are shown.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import polars as pl

Grouping = Literal["player", "role", "rules", "year"]

BIN: Final = 5
"""Width of a bin of the histogram, in points."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The figures; each frame is the answer of the named query in its docstring."""

    overview: dict[str, int | None]
    """``overview``, and as ``stale`` the number of games judged by an older version of their rules profile."""
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
    """``groups``; None if no grouping was requested."""


def collect(query: Callable[..., pl.DataFrame], stale: int, by: Grouping | None = None) -> Stats:
    """Return all figures; ``query`` answers a named query, ``stale`` is the number of outdated games."""
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
