"""Blanks to fill in: a commented game, or one disputed deal, in the notation or as JSON."""

import re
from typing import Any, Final, Literal

from piquet_records.cards.terms import Seat
from piquet_records.notation.fields import write_text
from piquet_records.record.game import DEFAULT_RULES, FORMAT

Extent = Literal["game", "deal"]

SCHEMA: Final = "piquet-record-1.schema.json"
"""What ``$schema`` names in a blank; ``piquet schema > FILE`` writes it."""


class Heading:
    """What is known of a game before it is written down."""

    def __init__(self, players: tuple[str, str], rules: str = DEFAULT_RULES, date: str = "") -> None:
        """Keep the names at seats A and B, the rules profile, and the date (empty if it is not known)."""
        self.players, self.rules, self.date = players, rules, date

    @property
    def game_id(self) -> str:
        """An id made of the date and the names."""
        parts = [self.date, *self.players]
        return "-".join(filter(None, (re.sub(r"[^\w]+", "-", part.casefold()).strip("-") for part in parts))) or "game"

    def document(self) -> dict[str, Any]:
        """Return the game as the plain values of a record, without deals."""
        about: dict[str, Any] = {"format": FORMAT, "id": self.game_id, "rules": self.rules}
        about["players"] = dict(zip("AB", self.players, strict=True))
        return about | ({"date": self.date} if self.date else {})


def blank_text(heading: Heading, extent: Extent) -> str:
    """Return a blank in the notation."""
    first, second = map(write_text, heading.players)
    date = [f"date: {heading.date}"] if heading.date else ["# date: 2026-11-30"]
    head = [
        "# Fill in what is known and delete what is not; a line that begins with # is a comment.",
        "# The notation is described in docs/notation.md.",
        "",
        "language: en",
        f"game: {write_text(heading.game_id)}",
        f"rules: {write_text(heading.rules)}",
        f"player A: {first}",
        f"player B: {second}",
        *date,
    ]
    body = _GAME_BODY if extent == "game" else _DEAL_BODY
    return "\n".join(head) + "\n\n" + body.lstrip("\n")


def blank_document(heading: Heading, extent: Extent) -> dict[str, Any]:
    """Return a blank as the plain values of a record; its notes say what to fill in."""
    deal: dict[str, Any] = {"notes": _DEAL_NOTES, "dealer": "B", "hands": {"elder": "", "younger": ""}, "talon": ""}
    if extent == "deal":
        deal["dealing"] = []
    deal |= {"exchange": [_exchange("elder"), _exchange("younger")], "declarations": [], "play": []}
    if extent == "game":
        deal["score"] = {"elder": None, "younger": None}
    notes = _GAME_NOTES if extent == "game" else _DISPUTE_NOTES
    result = {"winner": None, "score": {"A": None, "B": None}} if extent == "game" else {"ended": "unfinished"}
    return {"$schema": SCHEMA, "notes": notes} | heading.document() | {"deals": [deal], "result": result}


def _exchange(by: str) -> dict[str, Any]:
    return {"act": "exchange", "by": by, "discard": "", "draw": 0}


def seat_named(text: str) -> Seat | None:
    """Return the seat that a letter names; None if it is neither."""
    return {"A": "A", "B": "B"}.get(text.upper())  # type: ignore[return-value]


_GAME_BODY: Final = """
# One block for each deal. The dealer is the younger hand, the other the elder.
deal 1: B deals, 3 at a time
elder:                            # the twelve cards as dealt, such as S AK9  H QJ8  D KT7  C A87
younger:
talon:                            # the eight cards, top first, such as AS KC 9D
exchange:
  # elder   discards 9S 8H 7C and draws 3
  # younger discards 9H 7S and draws 2
calls:
  # elder   point 5 making 48 good; tierce to the king not good; three aces good
  # younger quart to the ace
play:
  # 1. AS 9S, KS QS               # the lead and the card that follows; commas between tricks
score: elder ?, younger ?         # what was written for the deal

# result score: A 152, B 97
# result winner: A
"""

_DEAL_BODY: Final = """
# The dealer is the younger hand, the other the elder.
deal: B deals, 3 at a time
elder:                            # the twelve cards as dealt, such as S AK9  H QJ8  D KT7  C A87
younger:
talon:                            # the eight cards, top first, such as AS KC 9D
# Not the cards as dealt, but those after the exchange are known? Then these two instead of the three above:
# held elder:
# held younger:
dealing:
  # younger exposes 9D of the talon
exchange:
  # elder   discards 9S 8H 7C and draws 3, announcing 3
  # younger looks at the talon, seeing 2 cards
  # younger discards 9H 7S and draws 2
calls:
  # elder   point 5 making 48 good; tierce to the king not good
  # younger quart to the ace
play:
  # 1. AS 9S, KS QS
  # elder has the tricks from 2 on taken back
# Write whatever happened where it happened; nobody need know which law it touches.
result ended: unfinished
"""

_GAME_NOTES: Final = "Fill in the deals and the result, and delete what is not known. docs/record.md has the fields."
_DISPUTE_NOTES: Final = (
    "One disputed deal. Write whatever happened where it happened, as steps in dealing, exchange, declarations and "
    "play; docs/record.md has the acts."
)
_DEAL_NOTES: Final = (
    "hands: the cards as dealt, such as AS KS TD. talon: top first. exchange: discard, and draw (how many). "
    "declarations: the calls. play: the tricks, such as AS 9S."
)
