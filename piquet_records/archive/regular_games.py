"""Turn what the recogniser found into rows: games that are regular throughout, and the regular deals of other games."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from piquet_records.archive.regular_columns import GameDeals, RegularEntry, deal_tables, game_columns
from piquet_records.archive.rows import GameSummary, Tables
from piquet_records.bulk.deal_by_deal import GameInParts
from piquet_records.bulk.recogniser import CALL, CALL_FIELDS, DEAL, DEAL_FIELDS, PLACES, Workspace, row_type
from piquet_records.bulk.regular import RegularGame
from piquet_records.record.reading import GameEntry

_DEAL_TYPE: Final = row_type(DEAL_FIELDS)
_CALL_TYPE: Final = row_type(CALL_FIELDS)


def tables_of_chunk(
    games: Mapping[int, RegularGame], workspace: Workspace, sources: Sequence[tuple[str, int]]
) -> Tables:
    """Return the rows of games whose deals and calls are in a workspace; nothing in them refers to it.

    The games are given by position; ``sources`` holds the file and line of each position.
    """
    deals = [
        GameDeals(position, game.header, game.profile, range(1, game.row.deals + 1), _rows(game))
        for position, game in games.items()
    ]
    found = deal_tables(deals, np.frombuffer(workspace.deals, _DEAL_TYPE), np.frombuffer(workspace.calls, _CALL_TYPE))
    entries = [
        _entry(position, game, sources[position], exact=position not in found.inexact)
        for position, game in games.items()
    ]
    return {"games": game_columns(entries), **found.tables}


def _rows(game: RegularGame) -> range:
    return range(game.row.first_deal, game.row.first_deal + game.row.deals)


def _entry(
    position: int, game: RegularGame, source: tuple[str, int], *, exact: bool, document: bytes | None = None
) -> RegularEntry:
    """Return what is stored of a game beside its deals.

    ``exact``: the cards shown in it are those that were called. ``document`` is the text that was read, if it is not
    the one that was recognised.
    """
    start, end = game.before_deals, game.after_deals
    standard = exact and game.row.standard and game.row.spaced == start.endswith(b" [")
    recognised = document is None or document == game.raw
    return RegularEntry(
        position,
        game.header,
        GameSummary(*source, game.sha256, game.profile, game.rules.target, game.row.deals, "clean", game.result),
        (start, end) if standard and recognised else document or game.raw,
    )


class CopiedDeals:
    """Regular deals of games that were decoded, with their calls, copied from a workspace that is used again."""

    def __init__(self) -> None:
        """Start without games."""
        self._deals = bytearray()
        self._calls = bytearray()
        self._count = 0
        self._games: list[GameDeals] = []
        self._entries: list[tuple[int, RegularGame, GameEntry]] = []

    def add_game(self, position: int, entry: GameEntry, game: RegularGame, workspace: Workspace) -> None:
        """Add a game that is regular throughout."""
        rows = self._copy([workspace.deal(row) for row in _rows(game)], workspace)
        self._games.append(GameDeals(position, game.header, game.profile, range(1, game.row.deals + 1), rows))
        self._entries.append((position, game, entry))

    def add_deals(self, position: int, game: GameInParts, workspace: Workspace) -> None:
        """Add the regular deals of a game that has others too; its row of ``games`` is made elsewhere."""
        if game.regular:
            rows = self._copy([deal.fields for deal in game.regular.values()], workspace)
            judged = game.judged
            self._games.append(GameDeals(position, judged.game, judged.profile, list(game.regular), rows))

    def _copy(self, deals: Sequence[tuple[int, ...]], workspace: Workspace) -> range:
        """Copy deals, given flat, and their calls; return the rows that they have here."""
        for fields in deals:
            (first,), (count,) = fields[PLACES["first_call"]], fields[PLACES["calls"]]
            self._deals += DEAL.pack(*fields)
            self._calls += workspace.calls[first * CALL.size : (first + count) * CALL.size]
        self._count += len(deals)
        return range(self._count - len(deals), self._count)

    def tables(self) -> Tables:
        """Return the rows of all deals, and of the games that are regular throughout."""
        if not self._games:
            return {}
        deals = np.frombuffer(self._deals, _DEAL_TYPE).copy()
        deals["first_call"] = np.cumsum(deals["calls"], dtype=np.uint32) - deals["calls"]
        found = deal_tables(self._games, deals, np.frombuffer(self._calls, _CALL_TYPE))
        if not self._entries:
            return found.tables
        entries = [
            _entry(position, game, (source.file, source.line), exact=position not in found.inexact, document=source.raw)
            for position, game, source in self._entries
        ]
        return {"games": game_columns(entries), **found.tables}
