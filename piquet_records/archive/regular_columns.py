"""Build the rows of regular games column by column, for many deals at a time.

The deals and calls arrive as numpy arrays with the fields that ``bulk/recogniser.py`` describes. The views of
``views.sql`` show these rows as ``rows.py`` builds them for other games; a test compares the two. Knows nothing of the
database.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from piquet_records.archive.rows import CategoricalColumn, Columns, GameSummary, NullableColumn, game_row, year_of
from piquet_records.cards.pack import FULL_PACK, RANKS, SUITS, card_of, cards_of_rank, cards_of_suit, to_bits
from piquet_records.cards.terms import CATEGORIES, ROLES
from piquet_records.record.game import Game
from piquet_records.scoring.deal_score import Breakdown

Array = NDArray[Any]

POINT, SEQUENCE, SET = range(3)
"""The categories as the arrays hold them."""
_RANK_STEP: Final = 1024
"""A strength in the arrays is cards x 1024 + pips, or + rank."""
_SUIT_SETS: Final = np.array([cards_of_suit(FULL_PACK, suit) for suit in range(len(SUITS))], np.uint32)
_RANK_SETS: Final = np.array([cards_of_rank(FULL_PACK, rank) for rank in range(len(RANKS))], np.uint32)
_LOWER_SUITS: Final = np.cumsum(_SUIT_SETS[:-1], dtype=np.uint32)
"""The cards of the first suit, of the first two, of the first three."""
_RUN_SETS: Final = np.array(
    [
        [
            [to_bits(card_of(suit, top - below) for below in range(min(cards, top + 1))) for suit in range(len(SUITS))]
            for top in range(len(RANKS))
        ]
        for cards in range(len(RANKS) + 1)
    ],
    np.uint32,
)
"""The cards of a sequence, by their number, its top and its suit."""
_CARD_STEPS: Final = 32 ** np.arange(12, dtype=np.uint64)
"""The factor of each card in an integer of five bits per card."""


class GameDeals(Struct, frozen=True):
    """The regular deals of a game: all its deals, or all but those that were judged step by step."""

    position: int
    """Position of the document in its batch."""
    game: Game
    """The game; its deals are not read."""
    rules: str
    """The rules profile with its version."""
    numbers: Sequence[int]
    """The numbers of the deals in the game."""
    rows: Sequence[int]
    """Their rows in the array of deals."""


class DealTables(Struct, frozen=True):
    """The rows of regular deals."""

    tables: dict[str, Columns]
    """Of ``regular_deals`` and ``regular_calls``; the column ``game`` is the position in the batch."""
    inexact: frozenset[int]
    """The positions of games whose cards shown are not those called, so that ``record_text.py`` cannot rebuild them."""


def deal_tables(games: Sequence[GameDeals], deals: Array, calls: Array) -> DealTables:
    """Return the rows of regular deals and their calls.

    The arrays may hold other rows too. The result holds no reference to them.
    """
    counts = np.array([len(game.rows) for game in games], np.int64)
    deals = _selected(deals, _joined([game.rows for game in games], counts))
    calls = _selected(calls, _ranges(deals["first_call"], deals["calls"]))
    keys = {
        "game": np.repeat(np.array([game.position for game in games], np.int32), counts),
        "deal": _joined([game.numbers for game in games], counts).astype(np.int32),
    }
    of_call = np.repeat(np.arange(len(deals)), deals["calls"])
    shown, exact = _shown_suits(calls, deals["hand"][of_call, calls["role"]])
    tables: dict[str, Columns] = {
        "regular_deals": {**keys, **_deal_columns(games, counts, deals)},
        "regular_calls": {
            **{name: values[of_call] for name, values in keys.items()},
            "call": _ranges(np.ones(len(deals), np.int64), deals["calls"]).astype(np.uint8),
            "code": _call_codes(calls, shown),
            "held": _numbers(calls["what"], calls["held"]).astype(np.uint16),
        },
    }
    return DealTables(tables, frozenset(keys["game"][of_call[~exact]].tolist()))


def _selected(array: Array, rows: Array) -> Array:
    """Return a copy of rows of an array, in one piece if they follow one another."""
    if len(rows) and rows[-1] - rows[0] == len(rows) - 1 and (np.diff(rows) == 1).all():
        return array[rows[0] : rows[-1] + 1].copy()
    return array[rows]


def _joined(numbers: Sequence[Sequence[int]], counts: Array) -> Array:
    """Return the numbers of all games, one after the other."""
    if all(isinstance(of_game, range) for of_game in numbers):
        return _ranges(np.array([of_game[0] for of_game in numbers]), counts)
    return np.fromiter(chain.from_iterable(numbers), np.int64, int(counts.sum()))


class RegularEntry(Struct, frozen=True):
    """A game whose deals are all regular, without these deals."""

    position: int
    """Position of the document in its batch."""
    header: Game
    summary: GameSummary
    record: bytes | tuple[bytes, bytes]
    """The document; only what is before its first deal and after its last, if the text between can be rebuilt."""


def _ranges(starts: Array, lengths: Array) -> Array:
    """Return ``start, start + 1, …`` of each start, one after the other."""
    lengths = lengths.astype(np.int64)
    before = np.cumsum(lengths) - lengths
    numbers: Array = np.arange(lengths.sum()) + np.repeat(starts.astype(np.int64) - before, lengths)
    return numbers


def game_columns(games: Sequence[RegularEntry]) -> Columns:
    """Return the rows of ``games`` of some regular games; their record is text only if it cannot be rebuilt."""
    rows = [game_row(game.position, game.header, game.summary) for game in games]
    columns = {name: _shortened(name, [row[name] for row in rows]) for name in rows[0]}
    records = [game.record for game in games]
    texts = [
        (record.decode(), None, None) if isinstance(record, bytes) else (None, *map(bytes.decode, record))
        for record in records
    ]
    return columns | dict(zip(("record", "record_start", "record_end"), zip(*texts, strict=True), strict=True))


_COMPARED: Final = ("game", "id", "file", "line", "sha256", "verdict", "deals")
"""Columns that an ingest reads itself."""


def _shortened(name: str, values: list[Any]) -> Any:
    """Return a column as it is, or in one value if all are equal; most columns of ``games`` are."""
    if name in _COMPARED or values.count(values[0]) < len(values):
        return values
    return CategoricalColumn(np.zeros(len(values), np.uint8), values[:1])


def _deal_columns(games: Sequence[GameDeals], counts: Array, deals: Array) -> Columns:
    """Return the columns of ``regular_deals`` but for its keys."""
    recorded = deals["held_only"] == 0
    announced = (deals["announced"] >= 0) * np.array([1, 2], np.uint8)
    columns: dict[str, Any] = {
        **_names(games, counts, deals["dealer"]),
        "packets": NullableColumn(deals["packets"], deals["packets"] > 0),
        "talon": NullableColumn(_word(deals["talon"] % 32), recorded),
        "announced": announced.sum(axis=1, dtype=np.uint8),
        "tricks_1_to_6": _word(deals["play"][:, :12]),
        "tricks_7_to_12": _word(deals["play"][:, 12:]),
        "elder_won": deals["won"],
    }
    categories = np.arange(len(CATEGORIES))
    held = _numbers(categories, deals["held"]).astype(np.uint16)
    called = _numbers(categories, deals["called"]).astype(np.uint16)
    written = deals["written"].astype(np.uint16)
    for number, role in enumerate(ROLES):
        columns |= {
            f"{role}_dealt": NullableColumn(deals["dealt"][:, number], recorded),
            f"{role}_discard": NullableColumn(deals["out"][:, number], recorded),
            f"{role}_drew": NullableColumn(deals["drew"][:, number], recorded),
            f"{role}_hand": deals["hand"][:, number],
            f"{role}_total": deals["total"][:, number],
            f"{role}_written": NullableColumn(written[:, number], deals["written"][:, number] >= 0),
        }
        for place, what in enumerate(CATEGORIES):
            columns[f"{role}_{what}_held"] = held[:, number, place]
            columns[f"{role}_{what}_called"] = called[:, number, place]
        for place, name in enumerate(Breakdown.__struct_fields__[:-1]):
            columns[f"{role}_{name}"] = deals["points"][:, number, place]
    return columns


def _names(games: Sequence[GameDeals], counts: Array, b_deals: Array) -> Mapping[str, Any]:
    """Return the columns read from the headers: dealer, players, rules, year."""
    players = [(game.game.players.A, game.game.players.B) for game in games]
    names = list(dict.fromkeys(name for pair in players for name in pair))
    code = {name: number for number, name in enumerate(names)}
    seated = np.array([(code[a], code[b]) for a, b in players], np.uint32).repeat(counts, axis=0)
    rows = np.arange(len(b_deals))
    rules = list(dict.fromkeys(game.rules for game in games))
    years = list(dict.fromkeys(year_of(game.game) for game in games))
    return {
        "dealer": CategoricalColumn(b_deals, ("A", "B")),
        "elder_player": CategoricalColumn(seated[rows, 1 - b_deals.astype(int)], names),
        "younger_player": CategoricalColumn(seated[rows, b_deals.astype(int)], names),
        "rules": CategoricalColumn(np.repeat([rules.index(game.rules) for game in games], counts), rules),
        "year": CategoricalColumn(np.repeat([years.index(year_of(game.game)) for game in games], counts), years),
    }


def _word(cards: Array) -> Array:
    """Return the cards of each row (24 at most) as one integer with five bits per card, the first card lowest."""
    return cards.astype(np.uint64) @ _CARD_STEPS[: cards.shape[1]]


def _numbers(what: Array, strengths: Array) -> Array:
    """Return strengths as the archive's numbers: cards x 100 + pips for a point, cards x 10 + rank otherwise."""
    cards = strengths // _RANK_STEP
    numbers: Array = np.where(what == POINT, 100, 10).astype(np.uint16) * cards + (strengths - cards * _RANK_STEP)
    return numbers


def _shown_suits(calls: Array, hands: Array) -> tuple[Array, Array]:
    """Return for each call the suit of the cards shown, from 1 (0: none), and whether these are the cards called.

    The cards called are all of a suit for a point, the run for a sequence, all of a rank in the hand for a set; they
    need not be stored, because the suit and the hand tell them.
    """
    shown, what, cards = (calls[name].copy() for name in ("shown", "what", "cards"))
    rank = calls["second"] % len(RANKS)
    suit = sum((shown & below == 0).astype(np.uint8) for below in _LOWER_SUITS)
    run = _RUN_SETS[np.minimum(cards, len(RANKS)), rank, suit]
    called = np.choose(what, [hands & _SUIT_SETS[suit], run, hands & _RANK_SETS[rank]])
    return np.where(shown == 0, 0, suit + 1), (shown == 0) | (shown == called)


def _call_codes(calls: Array, shown: Array) -> Array:
    """Return ``regular_calls.code``, which ``tables.sql`` describes; ``record_text.py`` reads it."""
    strengths = calls["cards"].astype(np.uint32) * _RANK_STEP + np.maximum(calls["second"], 0)
    code = _numbers(calls["what"], strengths).astype(np.uint32)
    for values, size in ((shown, 8), (calls["scored"], 2), (calls["reply"], 4), (calls["what"], 4), (calls["role"], 2)):
        code = code * size + values.astype(np.uint32)
    return code
