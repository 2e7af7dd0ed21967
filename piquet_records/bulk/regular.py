"""Games that are regular throughout: each deal recognised, the rest of the record decoded, the result in agreement.

Their deals are never decoded. A game of which anything else is true is left to the judge, which says why.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import UNSET, Struct

from piquet_records.bulk import recogniser
from piquet_records.bulk.recogniser import GameRow, Workspace, parameters
from piquet_records.bulk.regular_deal import RegularDeal, regular_deal
from piquet_records.cards.terms import ELDER, YOUNGER, Role, Seat
from piquet_records.record.consistency import is_consistent
from piquet_records.record.game import DEFAULT_RULES, Game, Header, canonical, to_json
from piquet_records.record.reading import has_doubled_key
from piquet_records.rules.parameters import Rules, agreed, profile
from piquet_records.ruling.written_vs_computed import compare_result
from piquet_records.scoring.bonus import Gain, Stage
from piquet_records.scoring.deal_score import Breakdown, Score
from piquet_records.scoring.game_score import GameResult, GameTally

_decode: Final = msgspec.json.Decoder(Header).decode
_DEALS: Final = b'"deals":['


class RegularGame(Struct, frozen=True):
    """A game that is regular throughout."""

    text: bytes
    """The text in which it is a line."""
    row: GameRow
    header: Header
    profile: str
    """The full name of its rules profile."""
    rules: Rules
    """The parameters of that profile, changed by the conventions and the target that the record names."""
    result: GameResult
    sha256: str
    """Of its canonical form; empty if that was not asked for."""

    @property
    def raw(self) -> bytes:
        """The line as it was read."""
        return self.text[self.row.start : self.row.end]

    @property
    def before_deals(self) -> bytes:
        """The line up to the opening bracket of the deals."""
        return self.text[self.row.start : self.row.deals_start]

    @property
    def after_deals(self) -> bytes:
        """The line from the closing bracket of the deals."""
        return self.text[self.row.deals_end : self.row.end]


class RegularGames:
    """Finds the regular games in texts of one game a line, with one workspace for all texts."""

    def __init__(self, *, canonical: bool) -> None:
        """``canonical`` asks for the SHA-256 of each game's canonical form."""
        self.workspace = Workspace()
        self._canonical = canonical
        self._rules = profile(DEFAULT_RULES).rules

    def find(self, text: bytes) -> Iterator[tuple[GameRow, RegularGame | None]]:
        """Yield for each line that is not blank its row, and the game if it is regular throughout.

        The rows of deals and calls in the workspace are those of this text until the next one is searched.
        """
        expected = parameters(self._rules)
        assert expected is not None  # noqa: S101 - only rules that have parameters are kept below
        for row in self.workspace.rows(text, expected, canonical=self._canonical):
            yield row, self._game(text, row, expected) if row.framed else None

    def of_game(self, game: Game) -> RegularGame | list[RegularDeal]:
        """Return a game as a regular one, or its deals, of which some may be regular; an empty list if none is known.

        Whatever its document looked like, the game is looked at as the format writes it. Raises UnknownRulesError if
        it names a rules profile that is not shipped.
        """
        named, rules = _rules_of(game)
        wanted = parameters(rules) if recogniser.AVAILABLE else None
        if wanted is None:
            return []
        text = to_json(game)
        (row,) = self.workspace.rows(text, wanted, canonical=self._canonical)
        header = _header(text, row) if row.framed else None
        if header is None:
            return []
        regular = self._regular(text, row, header, named, rules)
        if regular is not None:
            return regular
        return [regular_deal(self.workspace, row.first_deal + number, rules) for number in range(row.deals)]

    def _game(self, text: bytes, row: GameRow, expected: bytes) -> RegularGame | None:
        """Return the game of a line if it is regular; the line is recognised again if its rules are not as expected."""
        header = _header(text, row)
        if header is None:
            return None
        named, rules = _rules_of(header)
        wanted = parameters(rules)
        if wanted is None:
            return None
        if wanted != expected:
            self._rules = rules
            row = self.workspace.again(row, wanted, canonical=self._canonical)
        return self._regular(text, row, header, named, rules)

    def _regular(self, text: bytes, row: GameRow, header: Header, named: str, rules: Rules) -> RegularGame | None:
        """Return a game that was recognised under its own rules, if it is regular."""
        if not row.regular or header.steps is not UNSET:
            return None
        result = self._result(row, header, rules)
        if result is None:
            return None
        return RegularGame(text, row, header, named, rules, result, self._sha256(row, header))

    def _result(self, row: GameRow, header: Header, rules: Rules) -> GameResult | None:
        """Return the game's result; None if it ended before its last deal, or the written result differs."""
        tally = GameTally(rules, header.start)
        start_a, start_b = tally.totals["A"] or 0, tally.totals["B"] or 0
        target = rules.target
        if target is not None and max(start_a + row.earlier_a, start_b + row.earlier_b) >= target:
            return None
        if rules.deals is not None and row.deals > rules.deals:
            return None
        tally.totals = {"A": start_a + row.earlier_a, "B": start_b + row.earlier_b}
        tally.deals = row.deals - 1
        if target is not None and min(start_a + row.total_a, start_b + row.total_b) >= target:
            last = regular_deal(self.workspace, row.first_deal + row.deals - 1, rules)
            tally.add(last.score(), last.seats, void=False)
        else:  # the order of points decides nothing, so that it does not matter who had which role
            tally.add(_totals(row.total_a - row.earlier_a, row.total_b - row.earlier_b), _ANY_SEATS, void=False)
        result, disagreement = compare_result(header.result, tally.result())
        return None if disagreement else result

    def _sha256(self, row: GameRow, header: Header) -> str:
        if not self._canonical:
            return ""
        text = canonical(header)
        place = text.index(_DEALS) + len(_DEALS)
        digest = sha256(text[:place])
        digest.update(memoryview(self.workspace.canonical)[row.canonical_start : row.canonical_end])
        digest.update(text[place:])
        return digest.hexdigest()


_ANY_SEATS: Final[dict[Role, Seat]] = {ELDER: "A", YOUNGER: "B"}


@lru_cache(maxsize=10_000)
def _totals(elder: int, younger: int) -> Score:
    """Return a score of which only the totals are known."""
    gains = (Gain(ELDER, elder, Stage.PLAY, 0), Gain(YOUNGER, younger, Stage.PLAY, 0))
    return Score(Breakdown(total=elder), Breakdown(total=younger), gains, complete=True, tricks=(0, 0))


def _header(text: bytes, row: GameRow) -> Header | None:
    """Return what a line holds beside its deals, if that is as a record must be."""
    around = text[row.start : row.deals_start] + text[row.deals_end : row.end]
    try:
        header = _decode(around)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return header if is_consistent(header) and not has_doubled_key(around, header) else None


def _rules_of(game: Game) -> tuple[str, Rules]:
    named = profile(DEFAULT_RULES if game.rules is UNSET else game.rules)
    return named.name, agreed(named.rules, game.conventions, game.target)
