"""A recorded game, as it was written: typed and immutable.

``Game`` is one document of the format ``piquet-record/1``. ``consistency.py`` checks what its types cannot,
``reading.py`` reads it from files, and ``explain.py`` says what is wrong with a document that is not a record. This
module does not know laws or scores.
"""

import hashlib
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from piquet_records.cards.terms import ELDER, YOUNGER, Role, Seat
from piquet_records.record.steps import (
    CARD_TEXTS,
    CardsText,
    DealingStep,
    DeclarationStep,
    ExchangeStep,
    Extra,
    GameStep,
    PlayStep,
    Points,
)
from piquet_records.rules.parameters import Overrides

FORMAT: Final = "piquet-record/1"
DEFAULT_RULES: Final = "classic"

DATE_PATTERN: Final = (
    r"^(?!0000)([0-9]{4}(-(0[1-9]|1[0-2]))?"
    r"|[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
    r"|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$(?!\n)"
)
"""A year, a month or a day that is in the calendar; the last line is the leap days."""

if TYPE_CHECKING:
    TrickText = str
else:
    TrickText = Literal[CARD_TEXTS + tuple(f"{lead} {follow}" for lead in CARD_TEXTS for follow in CARD_TEXTS)]

DateText = Annotated[str, Meta(pattern=DATE_PATTERN)]
NonEmpty = Annotated[str, Meta(min_length=1)]
Total = Annotated[int, Meta(ge=0, le=99_999)]
Ended = Literal["target", "deals", "abandoned", "thrown-in", "forfeited", "postponed", "unfinished"]


class Fault(Struct, frozen=True):
    """One thing that is wrong with a document, so that it is not a record."""

    at: str
    """A JSON pointer into the document; empty for the whole of it."""
    message: str
    """What was found and what was expected, in English."""
    line: int | None = None
    """The line of the file, from 1; only where the document does not show it, as in a text that is not JSON."""
    column: int | None = None
    """The column of that line, from 1."""

    @property
    def sentence(self) -> str:
        """The message, after its line and column if they are known."""
        return self.message if self.line is None else f"line {self.line}, column {self.column}: {self.message}"


MOST_ENTRIES: Final = 200
"""The most entries in a list of a deal: more than any real deal has, and few enough for any program."""
ShortList = Meta(max_length=MOST_ENTRIES)


class BaseObject(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The fields that all objects of a record have."""

    notes: str | UnsetType = UNSET


class Hands(BaseObject, frozen=True, kw_only=True):
    """The cards of both roles; one may be left out only in a deal that a ``redeal`` ends."""

    elder: CardsText | UnsetType = UNSET
    younger: CardsText | UnsetType = UNSET


class DealScore(BaseObject, frozen=True, kw_only=True):
    """What the table wrote for a deal, in points."""

    elder: Points | None
    younger: Points | None


class GameScore(BaseObject, frozen=True, kw_only=True):
    """What the table wrote as totals of the game, in points."""

    A: Total | None
    B: Total | None


class StartScore(BaseObject, frozen=True, kw_only=True):
    """The points that each seat had before the first deal of the record."""

    A: Total
    B: Total


class Players(BaseObject, frozen=True, kw_only=True):
    """The names at the two seats."""

    A: str
    B: str


class Source(BaseObject, frozen=True, kw_only=True):
    """Where a printed game was found."""

    title: str | UnsetType = UNSET
    author: str | UnsetType = UNSET
    year: str | Annotated[int, Meta(ge=0, le=9999)] | UnsetType = UNSET
    where: str | UnsetType = UNSET


class Result(BaseObject, frozen=True, kw_only=True):
    """The result as the table wrote it."""

    winner: Seat | UnsetType | None = UNSET
    score: GameScore | UnsetType = UNSET
    settlement: Annotated[int, Meta(ge=0, le=99_999)] | UnsetType | None = UNSET
    ended: Ended | UnsetType = UNSET


class Deal(BaseObject, frozen=True, kw_only=True):
    """One deal: four lists of steps in the order of play, and the numbers written for it."""

    dealer: Seat
    packets: Annotated[int, Meta(ge=1, le=12)] | UnsetType = UNSET
    hands: Hands | UnsetType = UNSET
    talon: CardsText | UnsetType = UNSET
    held: Hands | UnsetType = UNSET
    dealing: Annotated[tuple[DealingStep, ...], ShortList] | UnsetType = UNSET
    exchange: Annotated[tuple[ExchangeStep, ...], ShortList] | UnsetType = UNSET
    declarations: Annotated[tuple[DeclarationStep, ...], ShortList] | UnsetType = UNSET
    play: Annotated[tuple[TrickText | PlayStep, ...], ShortList] | UnsetType = UNSET
    counts: Annotated[tuple[tuple[Points | None, Points | None], ...], ShortList] | UnsetType = UNSET
    score: DealScore | UnsetType = UNSET
    points_only: bool | UnsetType = UNSET
    """Whether only the points of the deal were written down, in ``score``; never false."""
    x: Extra | UnsetType = UNSET

    @property
    def elder(self) -> Seat:
        """The seat of the elder hand: the one who did not deal."""
        return "B" if self.dealer == "A" else "A"

    @property
    def seats(self) -> dict[Role, Seat]:
        """The seat that plays each role: the dealer is the younger hand."""
        return {ELDER: self.elder, YOUNGER: self.dealer}


class Game(BaseObject, frozen=True, kw_only=True):
    """One game (*partie*): its players, its deals, and its result as written."""

    format: Literal["piquet-record/1"]
    id: NonEmpty
    rules: NonEmpty | UnsetType = UNSET
    """The name of a rules profile, with or without its version; ``DEFAULT_RULES`` if it is left out."""
    conventions: Overrides | UnsetType = UNSET
    target: Annotated[int, Meta(ge=1, le=99_999)] | UnsetType = UNSET
    players: Players
    date: DateText | UnsetType = UNSET
    event: str | UnsetType = UNSET
    site: str | UnsetType = UNSET
    round: str | UnsetType = UNSET
    recorder: str | UnsetType = UNSET
    source: Source | UnsetType = UNSET
    start: StartScore | UnsetType = UNSET
    """The points before the first deal, if the record begins in the middle of a game."""
    deals: Annotated[tuple[Deal, ...], Meta(min_length=1)]
    result: Result | UnsetType = UNSET
    steps: tuple[GameStep, ...] | UnsetType = UNSET
    x: Extra | UnsetType = UNSET
    schema_: str | UnsetType = msgspec.field(default=UNSET, name="$schema")


class Header(Game, frozen=True, kw_only=True):
    """A game without its deals: all that is written before and after them."""

    deals: tuple[()]


def to_json(game: Game) -> bytes:
    """Write a game as one line of JSON, its fields in the order of the format."""
    return msgspec.json.encode(game)


def canonical(game: Game) -> bytes:
    """Return the canonical form of a game: JSON with keys sorted, no spaces, without ``$schema``."""
    return msgspec.json.encode(msgspec.structs.replace(game, schema_=UNSET), order="sorted")


def sha256(game: Game) -> str:
    """Return the SHA-256, in hexadecimal, of a game's canonical form."""
    return hashlib.sha256(canonical(game)).hexdigest()


def written_score(deal: Deal) -> dict[Role, int | None] | None:
    """Return the score that the record has for a deal, by role; None if it has none."""
    return None if deal.score is UNSET else {ELDER: deal.score.elder, YOUNGER: deal.score.younger}
