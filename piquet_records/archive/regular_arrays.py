"""The arrays in which regular deals arrive, and how they are filled from the numpy path of the bulk room."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from piquet_records.archive.regular_columns import RegularGame
from piquet_records.archive.rows import GameSummary
from piquet_records.bulk.deals import best_held
from piquet_records.bulk.games import RegularBatch
from piquet_records.cards.pack import from_bits, parse, to_bits, to_text
from piquet_records.record.game import Deal, sha256, to_json
from piquet_records.record.reading import GameEntry
from piquet_records.record.steps import Call, Exchange

Array = NDArray[Any]

DEAL: Final = np.dtype(
    [
        ("dealt", "<u4", 2), ("out", "<u4", 2), ("drawn", "<u4", 2), ("hand", "<u4", 2), ("first_call", "<u4"),
        ("led", "<u2"), ("won", "<u2"), ("written", "<i2", 2), ("total", "<u2", 2), ("held", "<u2", (2, 3)),
        ("called", "<u2", (2, 3)), ("talon", "u1", 8), ("play", "u1", 24), ("points", "u1", (2, 10)), ("drew", "u1", 2),
        ("announced", "i1", 2), ("dealer", "u1"), ("packets", "u1"), ("held_only", "u1"), ("calls", "u1"),
    ]
)  # fmt: skip
CALL: Final = np.dtype(
    [
        ("shown", "<u4"), ("second", "<i2"), ("held", "<u2"), ("role", "u1"), ("what", "u1"), ("cards", "u1"),
        ("reply", "u1"), ("scored", "u1"),
    ]
)  # fmt: skip


def regular_arrays(batch: RegularBatch, entries: Mapping[int, GameEntry]) -> tuple[list[RegularGame], Array, Array]:
    """Return the games of a batch that are in ``entries``, all deals of the batch, and all calls."""
    decided, columns = batch.decided, batch.decided.deals
    deals, calls = np.zeros(len(decided.regular), DEAL), np.zeros(len(decided.calls.deal), CALL)
    deals["dealt"], deals["out"], deals["hand"], deals["drawn"] = (
        columns.dealt,
        columns.out,
        decided.hands,
        decided.drawn,
    )
    deals["drew"], deals["written"], deals["talon"] = columns.counts[:, 2:4], columns.written, columns.talon
    deals["play"][:, ::2], deals["play"][:, 1::2] = columns.leads, columns.follows
    deals["led"], deals["won"], deals["total"] = decided.led, decided.won, decided.total
    deals["points"][:, :, 1:], deals["called"] = decided.points[:, :, :-1], decided.best_called
    held = deals["held"] = best_held(decided.hands)
    deals["calls"] = columns.calls
    deals["first_call"] = np.cumsum(columns.calls) - columns.calls
    found = decided.calls
    for name, values in {
        "shown": np.where(found.laid, found.cards, 0),
        "cards": found.strength // 1024,
        "second": found.strength % 1024,
        "role": found.role,
        "what": found.what,
        "reply": found.reply,
        "held": held[found.deal, found.role, found.what],
        "scored": decided.points[found.deal, found.role, found.what] > 0,
    }.items():
        calls[name] = values
    games = []
    for position, game in batch.games.items():
        if position in entries:
            entry, rows = entries[position], slice(game.rows.start, game.rows.stop)
            for name in ("dealer", "packets", "announced"):
                deals[name][rows] = [_WRITTEN[name](deal) for deal in game.game.deals]
            games.append(_regular_game(position, entry, game))
    return games, deals, calls


_WRITTEN: Final[dict[str, Any]] = {
    "dealer": lambda deal: deal.dealer == "B",
    "packets": lambda deal: deal.packets or 0,
    "announced": lambda deal: [-1 if step.announced is UNSET else step.draw for step in deal.exchange],
}


def _regular_game(position: int, entry: GameEntry, game: Any) -> RegularGame:
    header = msgspec.structs.replace(game.game, deals=())
    start, opening, end = to_json(header).partition(b'"deals":[')
    return RegularGame(
        position=position,
        header=header,
        summary=GameSummary(
            entry.file,
            entry.line,
            sha256(game.game),
            game.rules.name,
            game.target,
            len(game.rows),
            "clean",
            game.result,
        ),
        first_deal=game.rows.start,
        start=start + opening,
        end=end,
        raw=entry.raw,
        standard=entry.raw == to_json(game.game) and all(map(_in_order, game.game.deals)),
    )


def _in_order(deal: Deal) -> bool:
    """Return whether all sets of cards of a deal are written suit by suit, highest card first."""
    hands, steps = deal.hands or deal.held, [*(deal.exchange or ()), *(deal.declarations or ())]
    texts = [hands.elder, hands.younger] if hands else []
    texts += [step.discard for step in steps if isinstance(step, Exchange)]
    texts += [step.shown for step in steps if isinstance(step, Call) and isinstance(step.shown, str)]
    simple = deal.x is UNSET and deal.notes is UNSET and all(step.notes is UNSET and step.x is UNSET for step in steps)
    return simple and all(isinstance(text, str) and to_text(from_bits(to_bits(parse(text)))) == text for text in texts)
