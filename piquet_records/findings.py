"""Findings, and the effects through which a ruling reaches the score.

A law yields findings; scoring applies their effects. Laws and scoring both import this module, and not each other.
"""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from piquet_records.cards.terms import Category, Reply, Role
from piquet_records.record.game import Ended


class Severity(StrEnum):
    """How serious a finding is."""

    VIOLATION = "violation"
    """A player broke the law, or the record cannot be right."""
    NOTE = "note"
    """Something that an arbiter should see, but no breach of a law."""


class Status(StrEnum):
    """What became of a finding."""

    OPEN = "open"
    REMEDIED = "remedied"
    WAIVED = "waived"
    NOTED = "noted"


class StrikeReason(StrEnum):
    """Why a call is struck. Excusing a late call does not excuse a false one."""

    LATE = "late"
    NOT_SHOWN = "not-shown"
    FALSE = "false"
    UNNAMED = "unnamed"
    UNPROVED = "unproved"


class Option(Struct, frozen=True):
    """A choice that a law gives to a player."""

    by: Role
    may: str
    """A short name of what he may do, such as ``redeal``."""
    until: str
    """A short name of the last moment at which he may do it, such as ``own-first-card``."""
    taken: bool | None
    """Whether the record shows that he did it; None if it cannot show it."""


class Mute(Struct, frozen=True):
    """The player scores nothing for point, sequences and sets, nor for a carte blanche shown after ``since``."""

    role: Role
    since: int
    """A moment."""
    blocks: bool = False
    """Whether his better holdings still keep the adversary from scoring (parameter ``excess_blocks``)."""


class OpenAll(Struct, frozen=True):
    """The player scores all his calls, whatever the replies, shown or not; calls after ``since`` are not late."""

    to: Role
    since: int


class Strike(Struct, frozen=True):
    """A call scores nothing, and does not keep the adversary from scoring."""

    call: int
    """The index of the call in ``Trace.calls``."""
    why: StrikeReason


class StrikeBlanche(Struct, frozen=True):
    """A carte blanche scores nothing, and does not count against the adversary's pique or repique."""

    role: Role


class ReplaceReply(Struct, frozen=True):
    """A call counts as if this reply had been given to it; ``call`` is its index in ``Trace.calls``."""

    call: int
    reply: Reply | None


class HoldTo(Struct, frozen=True):
    """A call counts as it was at a moment, without later corrections; ``call`` is its index in ``Trace.calls``."""

    call: int
    moment: int


class OpenCategory(Struct, frozen=True):
    """A ruling gives a category to a player, who scores these calls in it; without calls it has no effect."""

    category: Category
    to: Role
    calls: tuple[int, ...]


class LastTrickTo(Struct, frozen=True):
    """The last trick counts for this player, whoever played the higher card."""

    role: Role


class NoCapot(Struct, frozen=True):
    """The player cannot score a capot."""

    role: Role


class GiveTricks(Struct, frozen=True):
    """The tricks left at a moment count for this player, even if they were played."""

    to: Role
    since: int


class Void(Struct, frozen=True):
    """The deal is void: neither player scores in it."""


class LoseGame(Struct, frozen=True):
    """The player loses the game; points scored after the moment do not count."""

    role: Role
    moment: int
    ended: Ended = "forfeited"


class WithholdBonus(Struct, frozen=True):
    """The player's pique or repique does not count."""

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


class PendingAct(Struct, frozen=True):
    """What a player may still do in a deal in progress, so that his act is not yet a fault."""

    by: Role
    may: str
    """A short name of what he may do, such as ``correct``."""
    until: str
    """A short name of the last moment at which he may do it, such as ``own-first-card``."""
    effects: tuple[Effect, ...] = ()
    """What his act changes in the score so far, such as the loss of a call that he withdraws."""


class Finding(Struct, frozen=True, kw_only=True):
    """One fault or note, as its law states it; the status and the sentences are added elsewhere."""

    code: str
    by: Role | str | None
    """``elder``, ``younger``, ``both``, or None."""
    at: str
    """Where the fact is recorded: a JSON pointer below the deal; below the game if it begins with a slash."""
    trick: int | None = None
    severity: Severity | None = None
    """None for the severity that the law's ``FAULTS`` gives the code."""
    evidence: dict[str, Any] = {}
    """The facts that prove it, by name; the sentences are filled from them. Never changed."""
    options: tuple[Option, ...] = ()
    effects: tuple[Effect, ...] = ()
    remedied: bool = False
    """Whether the record shows the remedy."""
    waived: bool = False
    """Whether the player who had the choice accepted the fault."""
    explains: tuple[str, ...] = ()
    """The written numbers that are wrong only because of this fault, and are not reported again: JSON pointers below
    the deal, such as ``score/elder`` or ``counts/3/0``."""
    pending: PendingAct | None = None
    """What he may still do, so that this is not found yet; None if it is a fault already."""
    unsettled: bool = False
    """Whether it stays open even if no score depends on it: a duty was refused, or the law names no remedy."""
