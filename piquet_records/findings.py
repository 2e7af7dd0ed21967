"""Findings, and the effects through which a ruling reaches the score.

A law yields findings; scoring understands their effects. This is where the two meet: neither knows the other.
"""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from piquet_records.cards.terms import Category, Reply, Role
from piquet_records.record.game import Ended


class Severity(StrEnum):
    """How grave a finding is."""

    VIOLATION = "violation"
    """A player broke the law, or the record cannot be right."""
    NOTE = "note"
    """Worth an arbiter's eye."""


class Status(StrEnum):
    """What became of a violation."""

    OPEN = "open"
    REMEDIED = "remedied"
    WAIVED = "waived"
    NOTED = "noted"


class StrikeReason(StrEnum):
    """Why a call is struck: a ruling that spares a player his lateness spares him no falsehood."""

    LATE = "late"
    NOT_SHOWN = "not-shown"
    FALSE = "false"
    UNNAMED = "unnamed"
    UNPROVED = "unproved"


class Option(Struct, frozen=True):
    """What a law leaves to a player's choice."""

    by: Role
    may: str
    """A short word for the act, such as ``redeal``."""
    until: str
    """A short word for the moment until which he may, such as ``own-first-card``."""
    taken: bool | None
    """Whether the record shows that he did; None where it cannot show it."""


class Mute(Struct, frozen=True):
    """The player scores nothing for point, sequences and sets, nor for a carte blanche shown after ``since``."""

    role: Role
    since: int
    blocks: bool = False
    """Whether his better holdings bar the other all the same (parameter ``excess_blocks``)."""


class OpenAll(Struct, frozen=True):
    """The player scores all he called, whatever was replied and shown; calls after ``since`` are not late."""

    to: Role
    since: int


class Strike(Struct, frozen=True):
    """A call scores nothing and blocks nothing."""

    call: int
    """Its number in ``Trace.calls``."""
    why: StrikeReason


class StrikeBlanche(Struct, frozen=True):
    """A carte blanche scores nothing and blocks nothing."""

    role: Role


class ReplaceReply(Struct, frozen=True):
    """Another reply holds for a call than the last one given."""

    call: int
    reply: Reply | None


class HoldTo(Struct, frozen=True):
    """A call counts as it stood at a moment: later corrections of it do not hold."""

    call: int
    moment: int


class OpenCategory(Struct, frozen=True):
    """A category is open to a player, who scores these calls in it; where he has none, nobody takes it by this."""

    category: Category
    to: Role
    calls: tuple[int, ...]


class LastTrickTo(Struct, frozen=True):
    """The last trick is this player's, whoever put the higher card."""

    role: Role


class NoCapot(Struct, frozen=True):
    """The player cannot make the other capot."""

    role: Role


class GiveTricks(Struct, frozen=True):
    """The tricks that are left at a moment are this player's, also where they were played."""

    to: Role
    since: int


class Void(Struct, frozen=True):
    """The deal is void and scores nothing."""


class LoseGame(Struct, frozen=True):
    """The player loses the game; what is scored after the moment does not count."""

    role: Role
    moment: int
    ended: Ended = "forfeited"


class WithholdBonus(Struct, frozen=True):
    """The player's pique or repique is not counted."""

    role: Role


Effect = (
    Mute
    | OpenAll
    | Strike
    | StrikeBlanche
    | ReplaceReply
    | HoldTo
    | OpenCategory
    | LastTrickTo
    | NoCapot
    | GiveTricks
    | Void
    | LoseGame
    | WithholdBonus
)


class Finding(Struct, frozen=True, kw_only=True):
    """One fault or note, as its law states it; the judge adds status and words."""

    code: str
    by: Role | str | None
    """``elder``, ``younger``, ``both``, or None."""
    at: str
    """Where the fact stands: a JSON pointer below the deal, or below the game where it begins with a slash."""
    trick: int | None = None
    severity: Severity | None = None
    """Where it is not the one that the law's ``FAULTS`` gives the code."""
    evidence: dict[str, Any] = {}
    """The facts that prove it, by name; the sentences are filled from it. Never changed."""
    options: tuple[Option, ...] = ()
    effects: tuple[Effect, ...] = ()
    remedied: bool = False
    """The record shows the remedy."""
    waived: bool = False
    """Who had the choice let it stand."""
    explains: tuple[str, ...] = ()
    """What of ``score`` and ``counts`` differs by this fault alone, so that it is not reported twice: JSON pointers
    below the deal, such as ``score/elder`` or ``counts/3/0``."""
    unsettled: bool = False
    """Open even where no score hangs on it: a duty was refused, or the law gives it no other end."""
