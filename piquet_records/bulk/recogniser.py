"""The compiled recogniser, with what it has to be given: tables of holdings, a profile's numbers, room for its rows.

It reads lines of JSON and says of each deal whether it is regular, and if so what it scores. Of any other deal it says
nothing: that deal goes to the step-by-step judge, which is the authority. ``recogniser.h`` describes the same rows.
If the extension could not be built, or is older than its sources, or ``PIQUET_STEP_BY_STEP`` is set, everything goes to
the judge.
"""

import os
import struct
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from piquet_records.cards.holdings import (
    SEQUENCE_VALUE,
    SET_RANKS,
    SET_VALUE,
    SUIT_POINT,
    SUIT_SEQUENCES,
    SequenceHolding,
)
from piquet_records.cards.pack import COURT_CARDS, RANKS, SUITS
from piquet_records.cards.terms import ELDER_SHARE
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.bonus import PIQUE, REPIQUE, THIRTY
from piquet_records.scoring.deal_score import CAPOT, CARDS, MAJORITY

try:
    from piquet_records.bulk import _recogniser
except ImportError:
    _recogniser = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import numpy as np

SECONDS: Final = 1024
"""A strength is a number of cards times this, plus the pips, or the rank: it compares as the holdings do."""

DEAL_FIELDS: Final = (
    ("dealt", "u4", 2),
    ("out", "u4", 2),
    ("drawn", "u4", 2),
    ("hand", "u4", 2),
    ("first_call", "u4", 1),
    ("led", "u2", 1),
    ("won", "u2", 1),
    ("written", "i2", 2),
    ("total", "u2", 2),
    ("held", "u2", (2, 3)),
    ("called", "u2", (2, 3)),
    ("talon", "u1", 8),
    ("play", "u1", 24),
    ("points", "u1", (2, 10)),
    ("drew", "u1", 2),
    ("announced", "i1", 2),
    ("blanche", "u1", 2),
    ("dealer", "u1", 1),
    ("packets", "u1", 1),
    ("held_only", "u1", 1),
    ("calls", "u1", 1),
    ("shown", "u1", 1),
    ("regular", "u1", 1),
    ("standard", "u1", 1),
    ("unused", "u1", 3),
)
"""The fields of a row of deals: name, kind and shape. What has two entries is of the elder and the younger.

``dealt``, ``out`` (discarded), ``drawn`` and ``hand`` (in the play) are sets of cards; ``led`` and ``won`` have bit *n*
set if the elder led, or won, trick *n* + 1; ``held`` and ``called`` are strengths by category, 0 for none; ``points``
has the entries of a ``Breakdown`` from ``carte_blanche`` to ``capot``. ``written`` and ``announced`` are -1, and
``packets`` is 0, where the record does not say. ``held_only``: the record has the hands after the exchange alone.
``shown``: every point and sequence that had to be shown has its cards written. ``standard``: every set of cards is
written suit by suit, from the ace down.
"""

CALL_FIELDS: Final = (
    ("shown", "u4", 1),
    ("second", "i2", 1),
    ("held", "u2", 1),
    ("role", "u1", 1),
    ("what", "u1", 1),
    ("cards", "u1", 1),
    ("reply", "u1", 1),
    ("scored", "u1", 1),
    ("unused", "u1", 3),
)
"""The fields of a row of calls.

``shown`` is the set of the cards laid down, 0 for none; ``second`` the pips, the top or the rank, -1 where the pips are
not written; ``held`` the strength of the caller's best holding of the category; ``what`` a place in ``CATEGORIES``;
``reply`` 1 for good, 2 for equal, 3 for not good, 0 for none.
"""

_CODES: Final = {"u4": "I", "u2": "H", "u1": "B", "i2": "h", "i1": "b"}


def _size(shape: int | tuple[int, int]) -> int:
    return shape if isinstance(shape, int) else shape[0] * shape[1]


def _layout(fields: tuple[tuple[str, str, Any], ...]) -> struct.Struct:
    return struct.Struct("=" + "".join(f"{_size(shape)}{_CODES[kind]}" for _, kind, shape in fields))


DEAL: Final = _layout(DEAL_FIELDS)
CALL: Final = _layout(CALL_FIELDS)
_GAME: Final = struct.Struct("=6q9i4B")


def _is_current() -> bool:
    """Return whether the extension was built, and not of older sources than those that may be beside it."""
    if _recogniser is None or _recogniser.SIZES["deal"] != DEAL.size:
        return False
    with os.scandir(os.path.dirname(__file__)) as files:
        sources = [file.stat().st_mtime for file in files if file.name.endswith((".c", ".h"))]
    return os.stat(_recogniser.__file__).st_mtime >= max(sources, default=0)


AVAILABLE = _is_current() and not os.environ.get("PIQUET_STEP_BY_STEP")
"""Whether deals can be recognised: the extension is there, and the environment does not ask to do without it."""


def _places(fields: tuple[tuple[str, str, Any], ...]) -> dict[str, slice]:
    ends = list(accumulate(_size(shape) for _, _, shape in fields))
    return {name: slice(end - _size(shape), end) for (name, _, shape), end in zip(fields, ends, strict=True)}


PLACES: Final = _places(DEAL_FIELDS)
"""Where the numbers of each field stand in a flat row of deals, as ``DEAL`` unpacks it."""
SECOND: Final = _places(CALL_FIELDS)["second"].start
WHAT: Final = _places(CALL_FIELDS)["what"].start
"""Where these numbers stand in a flat row of calls."""


class GameRow(NamedTuple):
    """What the recogniser says of one line."""

    start: int
    """Where the line begins in the text, without blanks at its ends."""
    end: int
    deals_start: int
    """Where the deals begin: behind the opening bracket of their list."""
    deals_end: int
    canonical_start: int
    canonical_end: int
    line: int
    """The number of the line in the text, from 0."""
    first_deal: int
    deals: int
    first_call: int
    calls: int
    total_a: int
    """The points of seat A in all deals."""
    total_b: int
    earlier_a: int
    """The same without the last deal."""
    earlier_b: int
    framed: int
    """Whether the line is one object with a list of deals that could be walked; if not, nothing else is known."""
    regular: int
    """Whether each deal is regular, the players deal in turn, and each gives cards by the same number each time."""
    standard: int
    """Whether each deal is ``standard``."""
    spaced: int
    """Whether a space stands after each comma and colon of the deals."""


def row_type(fields: tuple[tuple[str, str, Any], ...]) -> "np.dtype[np.void]":
    """Return the numpy type of rows with these fields."""
    import numpy as np

    return np.dtype([(name, kind) if shape == 1 else (name, kind, shape) for name, kind, shape in fields])


@cache
def tables() -> bytes:
    """Return the tables of holdings, as the recogniser reads them (``Tables`` in ``recogniser.h``)."""
    points = [point.cards * SECONDS + point.value for point in SUIT_POINT]
    runs = [strength for found in SUIT_SEQUENCES for strength in _two_runs(found)]
    ranks, suits = bytearray(b"\x80" * 256), bytearray(b"\x80" * 256)
    for number, letter in enumerate(RANKS.encode()):
        ranks[letter] = number
    for number, letter in enumerate(SUITS.encode()):
        suits[letter] = number * len(RANKS)
    return struct.pack(
        "=I256H512H9H5H256s256s8sB3x",
        COURT_CARDS,
        *points,
        *runs,
        *(SEQUENCE_VALUE.get(cards, 0) for cards in range(9)),
        *(SET_VALUE.get(cards, 0) for cards in range(5)),
        bytes(ranks),
        bytes(suits),
        RANKS.encode(),
        RANKS.index(SET_RANKS[0]),
    )


def _two_runs(runs: tuple[SequenceHolding, ...]) -> list[int]:
    """Return the strengths of a suit's runs, the best first; there are two at most, and 0 fills up."""
    return [*sorted((run.cards * SECONDS + run.top for run in runs), reverse=True), 0, 0][:2]


APPLIED: Final = frozenset(
    {
        "blanche_counts_toward",
        "blanche_value",
        "exchange_minimum",
        "last_trick_in_capot",
        "lead_scores",
        "pique_order",
        "younger_may_repique",
    }
)
"""The parameters of a profile that the recogniser applies."""
NOT_CONCERNED: Final = frozenset(
    {
        "both_pass",
        "deals",
        "discard_final_at",
        "elder_may_see_left",
        "excess_blocks",
        "faced_in_talon",
        "false_sequence",
        "late_call_limit",
        "laws_judged",
        "misdeal_option_limit",
        "misdeal_look",
        "blanche_limit",
        "mute_scope",
        "settlement",
        "show_required",
        "strict_point",
        "target",
    }
)
"""The parameters that change neither the score of a regular deal nor whether it is one: they are about faults, or about
the game as a whole."""


def lowest_scoring_rank(rules: Rules) -> int:
    """Return the lowest rank, as an index into ``RANKS``, that counts one when it is led or wins a trick."""
    return RANKS.index("T") if rules.lead_scores == "ten-or-higher" else 0


@cache
def parameters(rules: Rules) -> bytes | None:
    """Return what the recogniser has to know of a profile (``Rules`` in ``recogniser.h``).

    None if the profile has a parameter that is in neither list here: nothing is judged in bulk under it.
    """
    if not set(Rules.__struct_fields__) <= APPLIED | NOT_CONCERNED:
        return None
    return struct.pack(
        "=15Bx",
        rules.blanche_value,
        rules.blanche_counts_toward,
        rules.younger_may_repique,
        rules.pique_order == "time",
        lowest_scoring_rank(rules),
        rules.last_trick_in_capot,
        rules.exchange_minimum.elder,
        rules.exchange_minimum.younger,
        ELDER_SHARE,
        THIRTY,
        PIQUE,
        REPIQUE,
        MAJORITY,
        CARDS,
        CAPOT,
    )


_LEAST_LINE: Final = 512
_LEAST_DEAL: Final = 200
_LEAST_CALL: Final = 60
"""Bytes of text for which there is room for a row. Lines shorter than that are taken in rounds. No text has more calls;
if a line has more deals, which only empty ones allow, it is left to the judge."""


class Workspace:
    """Room for the rows that are made of a text; used again and again, so that memory stays flat."""

    def __init__(self) -> None:
        """Start with none; ``rows`` makes as much as each text needs."""
        self.text = b""
        self.deals = bytearray()
        """Rows of ``DEAL_FIELDS``."""
        self.calls = bytearray()
        """Rows of ``CALL_FIELDS``."""
        self.canonical = bytearray()
        """The canonical text of regular deals, if it was asked for."""
        self._games = bytearray()
        self._game = bytearray(_GAME.size)
        self._used = (0, 0, 0)

    def rows(self, text: bytes, rules: bytes, *, canonical: bool) -> Iterator[GameRow]:
        """Recognise the lines of a text, and yield what was found in each; blank lines are passed over.

        All earlier rows are overwritten. ``rules`` comes from ``parameters``; ``canonical`` asks for the canonical
        text.
        """
        self._make_room(len(text))
        self.text = text
        self._used = (0, 0, 0)
        start = line = 0
        while start < len(text):
            stop, games = self._recognise(start, len(text), rules, self._games, canonical=canonical)
            for fields in _GAME.iter_unpack(memoryview(self._games)[: games * _GAME.size]):
                row = GameRow(*fields)
                yield row._replace(line=row.line + line) if line else row
            if stop < len(text):
                line += text.count(b"\n", start, stop)
            start = stop

    def again(self, row: GameRow, rules: bytes, *, canonical: bool) -> GameRow:
        """Recognise one line of the text again under other rules, and return what was found; it gets further rows."""
        self._recognise(row.start, row.end, rules, self._game, canonical=canonical)
        return GameRow(*_GAME.unpack(self._game))._replace(line=row.line)

    def deal(self, number: int) -> tuple[int, ...]:
        """Return a row of deals, flat; ``DEAL_FIELDS`` says what stands where."""
        return DEAL.unpack_from(self.deals, number * DEAL.size)

    def calls_of(self, deal: int) -> list[tuple[int, ...]]:
        """Return the rows of a deal's calls."""
        fields = self.deal(deal)
        (first,), (count,) = fields[PLACES["first_call"]], fields[PLACES["calls"]]
        return [CALL.unpack_from(self.calls, number * CALL.size) for number in range(first, first + count)]

    def _make_room(self, size: int) -> None:
        """Enlarge the buffers that are too small for a text; once more than it needs, for lines recognised again."""
        for name, least, row in (
            ("_games", _LEAST_LINE, _GAME.size),
            ("deals", _LEAST_DEAL, DEAL.size),
            ("calls", _LEAST_CALL, CALL.size),
            ("canonical", 1, 2),
        ):
            needed = (size // least + 64) * row
            if len(getattr(self, name)) < needed:
                setattr(self, name, bytearray(needed))

    def _recognise(self, start: int, end: int, rules: bytes, games: bytearray, *, canonical: bool) -> tuple[int, int]:
        """Return where the recogniser stopped, and how many rows of games it filled."""
        stop, filled, *used = _recogniser.recognise(
            self.text,
            start,
            end,
            tables(),
            rules,
            games,
            self.deals,
            self.calls,
            self.canonical if canonical else _NO_TEXT,
            *self._used,
        )
        self._used = tuple(used)  # type: ignore[assignment]
        return stop, filled


_NO_TEXT: Final = bytearray()
