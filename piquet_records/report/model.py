"""The report, ``piquet-report/1``: what was found in one game, what it scores, and what could not be checked.

Types and serialisation only; ``build.py`` makes a report. Knows nothing of the game.
"""

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct, field

from piquet_records.cards.terms import Role, Seat
from piquet_records.ruling.judged import Outcome
from piquet_records.scoring.deal_score import Breakdown
from piquet_records.scoring.game_score import GameResult

FORMAT: Final = "piquet-report/1"

Verdict = Literal["clean", "settled", "undecided", "violations", "invalid"]


class RecordRef(Struct, frozen=True):
    """Which record was judged."""

    file: str | None = None
    line: int | None = None
    """The line of the file, from 1."""
    id: str | None = None
    sha256: str | None = None
    """Of the canonical form: keys sorted, no spaces, without ``$schema``."""


class ReportError(Struct, frozen=True, omit_defaults=True):
    """One fault of a document that is no valid record."""

    at: str
    """A JSON pointer into the document."""
    message: str
    line: int | None = None
    """The line of the file, from 1; None if not known."""
    column: int | None = None
    """The column of the line, from 1; None if not known."""


class ReportOption(Struct, frozen=True):
    """A choice that a law leaves to a player."""

    by: Role
    may: str
    until: str
    taken: bool | None


class ReportPending(Struct, frozen=True):
    """Something that a player may still do in a deal in progress."""

    law: int | None
    code: str
    """The finding that follows if he does not."""
    by: Role
    may: str
    until: str
    worth: int | None
    """What it is worth to him in points, with the score so far; None if not checkable."""
    at: str


class ReportFinding(Struct, frozen=True, kw_only=True):
    """A finding, with its status and in words."""

    code: str
    law: int | None
    severity: Literal["violation", "note"]
    status: Literal["open", "remedied", "waived", "noted"] | None
    """None for a note."""
    by: Literal["elder", "younger", "both"] | None
    player: Seat | None
    at: str
    trick: int | None
    message: str
    ruling: str
    evidence: dict[str, Any]
    options: tuple[ReportOption, ...] = ()


class RoleBreakdowns(Struct, frozen=True, gc=False):
    """The breakdowns of both roles."""

    elder: Breakdown
    younger: Breakdown


class WrittenScore(Struct, frozen=True, gc=False):
    """The score that the table wrote for a deal."""

    elder: int | None
    younger: int | None


class DealReport(Struct, frozen=True, kw_only=True):
    """One deal, judged."""

    deal: int
    dealer: Seat
    elder: Seat
    after_end: bool = False
    outcome: Outcome
    findings: tuple[ReportFinding, ...] = ()
    score: RoleBreakdowns
    as_played: RoleBreakdowns
    recorded: WrittenScore | None = None
    assumed: bool = False
    """Whether the calls were not recorded, so that the score assumes them."""
    checked: tuple[int, ...] = ()
    not_checkable: tuple[int, ...] = ()
    unrecorded: tuple[int, ...] = ()
    not_judged: tuple[int, ...] = ()
    pending: tuple[ReportPending, ...] | msgspec.UnsetType = msgspec.UNSET
    """Only if something is pending."""

    @property
    def differs_from_table(self) -> bool:
        """Whether the table wrote another score than the one as ruled; False where either is not known."""
        if self.recorded is None:
            return False
        written = (self.recorded.elder, self.recorded.younger)
        ruled = (self.score.elder.total, self.score.younger.total)
        return any(None not in pair and pair[0] != pair[1] for pair in zip(written, ruled, strict=True))


class Report(Struct, frozen=True, kw_only=True):
    """All that was found in one record."""

    format: str = FORMAT
    tool: str
    record: RecordRef
    verdict: Verdict
    errors: tuple[ReportError, ...] | msgspec.UnsetType = msgspec.UNSET
    """Only if the document is no valid record."""
    rules: str | None = None
    conventions: dict[str, Any] = field(default_factory=dict)
    target: int | None = None
    complete: bool = True
    deals: tuple[DealReport, ...] = ()
    result: GameResult | None = None

    def to_json(self) -> bytes:
        """Return it as one line of JSON."""
        return msgspec.json.encode(self)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain dictionaries and lists."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @property
    def findings(self) -> list[ReportFinding]:
        """All findings, deal by deal."""
        return [finding for deal in self.deals for finding in deal.findings]

    @property
    def differs_from_table(self) -> bool:
        """Whether the table wrote another score of a deal than the one as ruled."""
        return any(deal.differs_from_table for deal in self.deals)


def verdict(findings: list[ReportFinding], *, pending: bool = False) -> Verdict:
    """Return the verdict on a game by its findings.

    *violations* if one of them is open; else *undecided* if something is ``pending``; else *settled*, or *clean* if
    there are none.
    """
    statuses = {finding.status for finding in findings if finding.severity == "violation"}
    if "open" in statuses:
        return "violations"
    return "undecided" if pending else "settled" if statuses else "clean"
