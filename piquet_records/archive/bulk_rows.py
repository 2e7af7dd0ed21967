"""Build the rows of regular games column by column, for many deals at a time.

The rows are those that ``rows.py`` builds; a test compares the two. Knows nothing of the database.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from piquet_records.archive.rows import CategoricalColumn, Columns, game_row, year_of
from piquet_records.bulk.deals import POINT, Numbers, best_held
from piquet_records.bulk.games import RegularBatch
from piquet_records.cards.terms import CATEGORIES, ROLES
from piquet_records.record.game import Game
from piquet_records.record.reading import GameEntry
from piquet_records.scoring.deal_score import Breakdown

_REPLIES: Final = (None, "good", "equal", "not-good")
_WRITTEN: Final = (None, *range(1000))
"""Values of a written score; the first for none."""
_ALL_TRICKS: Final = (1 << 12) - 1


def regular_columns(batch: RegularBatch, entries: dict[int, GameEntry]) -> dict[str, Columns]:
    """Return the tables of those games of a batch that are in ``entries``; column ``game`` is the position there."""
    places = [place for place in batch.games if place in entries]
    if not places:
        return {}
    rows = np.concatenate([np.arange(batch.games[place].rows.start, batch.games[place].rows.stop) for place in places])
    games = [entries[place].game for place in places]
    lengths = [len(game.deals) for game in games]
    keys = {"game": np.repeat(places, lengths), "deal": np.concatenate([np.arange(1, n + 1) for n in lengths])}
    reports = [batch.games[place].report(entries[place].file, entries[place].line, deals=False) for place in places]
    game_rows = [game_row(place, entries[place], report) for place, report in zip(places, reports, strict=True)]
    return {
        "games": {name: [row[name] for row in game_rows] for name in game_rows[0]},
        "deals": _narrow({**keys, "rules": _constant(reports[0].rules, len(rows)), **_deals(batch, rows, games)}),
        "calls": _narrow(_calls(batch, rows, keys)),
    }


def _constant(value: str | None, length: int) -> CategoricalColumn:
    return CategoricalColumn(np.zeros(length, np.uint8), (value,))


def _narrow(columns: Columns) -> Columns:
    """Return the columns with 64-bit integers as 32-bit ones, which halves what is sent to the writing process."""
    return {
        name: values.astype(np.int32) if isinstance(values, np.ndarray) and values.dtype == np.int64 else values
        for name, values in columns.items()
    }


def _deals(batch: RegularBatch, rows: np.ndarray[Any, Any], games: Sequence[Game]) -> Columns:
    decided, deals = batch.decided, batch.decided.deals
    play = np.stack([deals.leads[rows], deals.follows[rows]], axis=2).reshape(len(rows), 24)
    columns: dict[str, Any] = _names(games) | {
        "outcome": _constant("played", len(rows)),
        "assumed": np.zeros(len(rows), bool),
        "after_end": np.zeros(len(rows), bool),
        "talon": deals.talon[rows],
        "play": play,
        "elder_led": decided.led[rows],
        "elder_won": decided.won[rows],
        "younger_won": ~decided.won[rows] & _ALL_TRICKS,
    }
    held = _numbers(best_held(decided.hands[rows]))
    called = _numbers(decided.best_called[rows])
    points = decided.points[rows]
    written = deals.written[rows]
    for number, role in enumerate(ROLES):
        columns |= {
            f"{role}_dealt": deals.dealt[rows, number],
            f"{role}_discard": deals.out[rows, number],
            f"{role}_drew": deals.counts[rows, 2 + number],
            f"{role}_drawn": decided.drawn[rows, number],
            f"{role}_hand": decided.hands[rows, number],
        }
        for place, what in enumerate(CATEGORIES):
            columns[f"{role}_{what}_held"] = held[:, number, place]
            columns[f"{role}_{what}_called"] = called[:, number, place]
        for suffix in ("", "_played"):
            columns[f"{role}_carte_blanche{suffix}"] = np.zeros(len(rows), np.int64)
            for place, name in enumerate(Breakdown.__struct_fields__[1:]):
                columns[f"{role}_{name}{suffix}"] = points[:, number, place]
        columns[f"{role}_written"] = CategoricalColumn(written[:, number].astype(np.int16) + 1, _WRITTEN)
    return columns


def _names(games: Sequence[Game]) -> dict[str, Any]:
    """Return the columns read from the record itself: dealer, players, year, packets."""
    lengths = [len(game.deals) for game in games]
    names = list(dict.fromkeys(name for game in games for name in (game.players.A, game.players.B)))
    place = {name: code for code, name in enumerate(names)}
    seated = np.array([(place[game.players.A], place[game.players.B]) for game in games], np.uint16)
    seated = np.repeat(seated, lengths, axis=0)
    b_deals = np.array([deal.dealer == "B" for game in games for deal in game.deals])
    years = [year_of(game) for game in games]
    packets = np.array([deal.packets or 0 for game in games for deal in game.deals], np.uint8)
    return {
        "dealer": CategoricalColumn(b_deals.astype(np.uint8), ("A", "B")),
        "elder_player": CategoricalColumn(np.where(b_deals, seated[:, 0], seated[:, 1]), names),
        "younger_player": CategoricalColumn(np.where(b_deals, seated[:, 1], seated[:, 0]), names),
        "year": CategoricalColumn(np.repeat(np.arange(len(games), dtype=np.uint16), lengths), years),
        "packets": CategoricalColumn(packets, (None, *range(1, 13))),
    }


def _numbers(strengths: Numbers) -> Numbers:
    """Return strengths (last axis: point, sequence, set) as the archive's numbers; see ``_call_numbers``."""
    return _call_numbers(np.arange(len(CATEGORIES)), strengths)


def _call_numbers(what: Numbers, strengths: Numbers) -> Numbers:
    """Return cards x 100 + pips for a point, cards x 10 + rank for a sequence or a set."""
    numbers: Numbers = np.where(what == POINT, 100, 10) * (strengths >> 10) + np.minimum(strengths & 1023, 99)
    return numbers


def _calls(batch: RegularBatch, rows: np.ndarray[Any, Any], keys: dict[str, Any]) -> Columns:
    """Return the calls of some deals, in the order in which they were made."""
    decided = batch.decided
    calls, deal = decided.calls, decided.calls.deal
    place = np.full(len(decided.regular), -1)
    place[rows] = np.arange(len(rows))
    chosen = place[deal] >= 0
    deal = deal[chosen]
    role, what, strength, reply = (part[chosen] for part in (calls.role, calls.what, calls.strength, calls.reply))
    first_of_deal = np.concatenate([[True], deal[1:] != deal[:-1]]) if len(deal) else np.zeros(0, bool)
    starts = np.flatnonzero(first_of_deal)
    order = np.arange(len(deal)) - np.repeat(starts, np.diff([*starts, len(deal)]))
    held = _numbers(best_held(decided.hands))[deal, role, what]
    return {
        "game": keys["game"][place[deal]],
        "deal": keys["deal"][place[deal]],
        "call": order + 1,
        "role": CategoricalColumn(role.astype(np.uint8), ROLES),
        "what": CategoricalColumn(what.astype(np.uint8), CATEGORIES),
        "called": _call_numbers(what, strength),
        "held": held,
        "reply": CategoricalColumn(reply.astype(np.uint8), _REPLIES),
        "shown": CategoricalColumn(calls.laid[chosen].astype(np.uint8), (None, True)),
        "in_play": np.zeros(len(deal), bool),
        "corrected": np.zeros(len(deal), bool),
        "scored": decided.points[deal, role, what] > 0,
        "whole": np.ones(len(deal), bool),
    }
