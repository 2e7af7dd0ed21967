"""Build the rows of the archive's tables from a record and its report.

The keys of a row are column names of ``tables.sql``, which describes them. Knows nothing of the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from piquet_records.cards.holdings import best_point, sequences, sets
from piquet_records.cards.pack import Card, to_bits
from piquet_records.cards.terms import CATEGORIES, ELDER, ROLES, TRICKS, YOUNGER, Category, Role
from piquet_records.laws.facts.evidence import shown_by
from piquet_records.record.game import Game
from piquet_records.record.reading import GameEntry, RecordFault
from piquet_records.report.build import TOOL
from piquet_records.report.model import DealReport, Report, ReportFinding, RoleBreakdowns
from piquet_records.ruling.judged import JudgedGame
from piquet_records.scoring.deal_score import Breakdown
from piquet_records.scoring.game_score import GameResult
from piquet_records.trace.claims import claim_points
from piquet_records.trace.facts import CallHistory, Claim, Hand, Trace, Trick, UnreliablePart

Row = dict[str, Any]
Columns = Mapping[str, Any]
"""The columns of a table by name, all of the same length: sequences, numpy arrays, ``CategoricalColumn`` or
``NullableColumn``."""


Tables = Mapping[str, Columns]
"""The columns of some tables, by the name of the table."""


class CategoricalColumn(NamedTuple):
    """A column with few different values, each stored once."""

    codes: Any
    """A numpy array: for each row, the index of its value in ``values``."""
    values: Sequence[Any]


class NullableColumn(NamedTuple):
    """A column of numbers with NULLs."""

    values: Any
    """A numpy array."""
    known: Any
    """A numpy array of booleans: False for NULL."""


TABLES: Final = (
    "games",
    "regular_deals",
    "regular_calls",
    "other_deals",
    "other_calls",
    "findings",
    "rejects",
)

_UNKNOWN: Final = 32
"""The number of an unknown card, written ``??``."""
_MOST_PIPS: Final = 99
"""Largest number of pips that is stored, so that a point compares by its cards first."""
_ENTRY: Final[dict[Category, str]] = {"point": "point", "sequence": "sequences", "set": "sets"}
"""The entry of a breakdown that each category scores in."""


class TableRows:
    """Rows for all tables, collected game by game."""

    def __init__(self) -> None:
        """Start without rows."""
        self.rows: dict[str, list[Row]] = {table: [] for table in TABLES}

    def add(self, number: int, entry: GameEntry, judged: JudgedGame, report: Report) -> None:
        """Add the rows of a judged game and its report; ``number`` becomes the column ``game``."""
        game = entry.game
        self.rows["games"].append(_judged_game_row(number, entry, report))
        for judged_deal, reported in zip(judged.deals, report.deals, strict=True):
            key = {"game": number, "deal": reported.deal}
            self.rows["other_deals"].append(
                key | {"rules": report.rules} | _deal_row(game, judged_deal.trace, reported)
            )
            self.rows["other_calls"] += [key | row for row in _call_rows(judged_deal.trace, reported)]
            self.rows["findings"] += [
                key | {"finding": index} | _finding_row(game, finding)
                for index, finding in enumerate(reported.findings, 1)
            ]

    def reject(self, fault: RecordFault) -> None:
        """Add the rows of a document that is not a valid record."""
        source = {"file": fault.file, "line": fault.line, "tool": TOOL}
        self.rows["rejects"] += [source | {"pointer": part.at, "reason": part.sentence} for part in fault.faults]

    def columns(self) -> dict[str, Columns]:
        """Return the columns of each table that has rows."""
        return {
            table: {name: [row[name] for row in rows] for name in rows[0]} for table, rows in self.rows.items() if rows
        }


class GameSummary(Struct, frozen=True):
    """What the row of a game holds besides what its record says."""

    file: str
    line: int
    sha256: str
    rules: str | None
    """The rules profile that was applied, with its version."""
    target: int | None
    deals: int
    verdict: str
    result: GameResult


def _judged_game_row(number: int, entry: GameEntry, report: Report) -> Row:
    sha256, result = report.record.sha256, report.result
    assert sha256 is not None and result is not None  # noqa: S101, PT018 - narrows the types; a judged game has both
    deals = len(entry.game.deals)
    summary = GameSummary(entry.file, entry.line, sha256, report.rules, report.target, deals, report.verdict, result)
    return game_row(number, entry.game, summary) | {"record": entry.raw.decode()}


def game_row(number: int, game: Game, summary: GameSummary) -> Row:
    """Return the row of ``games`` without the record; the deals of ``game`` are not read."""
    result = summary.result
    return {
        "game": number,
        "id": game.id,
        "file": summary.file,
        "line": summary.line,
        "sha256": summary.sha256,
        "rules": summary.rules,
        "rules_written": _or_none(game.rules),
        "conventions": _json(game.conventions),
        "target": summary.target,
        "player_a": game.players.A,
        "player_b": game.players.B,
        "date": _or_none(game.date),
        "year": year_of(game),
        "event": _or_none(game.event),
        "site": _or_none(game.site),
        "round": _or_none(game.round),
        "recorder": _or_none(game.recorder),
        "source": _json(game.source),
        "deals": summary.deals,
        "verdict": summary.verdict,
        "winner": result.winner,
        "score_a": result.score.A,
        "score_b": result.score.B,
        "settlement": result.settlement,
        "ended": result.ended,
        "agrees": result.agrees,
        "tool": TOOL,
    }


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value


def _json(value: Any) -> str | None:
    return None if isinstance(value, UnsetType) else msgspec.json.encode(value).decode()


def year_of(game: Game) -> int | None:
    """Return the year of a game; None if the game has no date."""
    return None if game.date is UNSET else int(game.date[:4])


def _deal_row(game: Game, walked: Trace, judged: DealReport) -> Row:
    deal = walked.deal
    names = {"A": game.players.A, "B": game.players.B}
    row = {
        "dealer": deal.dealer,
        "elder_player": names[deal.elder],
        "younger_player": names[deal.dealer],
        "year": year_of(game),
        "outcome": judged.outcome,
        "assumed": judged.assumed,
        "after_end": judged.after_end,
        "packets": _or_none(deal.packets),
        "talon": None if walked.talon is None else [_number(card) for card in walked.talon],
        "play": None if deal.play is UNSET else _play(walked.standing_tricks[:TRICKS]),
    }
    for role in ROLES:
        row |= {f"{role}_{name}": value for name, value in _exchange_fields(walked, role).items()}
        row |= {f"{role}_{name}": value for name, value in _category_fields(walked, role).items()}
    tricks = _tricks_won(walked.standing_tricks[:TRICKS])
    row |= dict.fromkeys(tricks) if deal.points_only is True else tricks
    row |= _score_fields(judged)
    return row


def _number(card: Card) -> int:
    return card if card >= 0 else _UNKNOWN


def _play(tricks: Iterable[Trick]) -> list[int | None]:
    return [
        number
        for trick in tricks
        for number in (_number(trick.lead), None if trick.follow is None else _number(trick.follow))
    ]


def _tricks_won(tricks: Iterable[Trick]) -> Row:
    led, won = 0, {ELDER: 0, YOUNGER: 0}
    for index, trick in enumerate(tricks):
        led |= (trick.leader == ELDER) << index
        if trick.winner is not None:
            won[trick.winner] |= 1 << index
    return {"elder_led": led, "elder_won": won[ELDER], "younger_won": won[YOUNGER]}


def _exchange_fields(walked: Trace, role: Role) -> Row:
    dealt = walked.dealt[role]
    exchanged = walked.exchanged[role]
    recorded = walked.deal.exchange is not UNSET
    drawn = [card for draw in exchanged.draws for card in draw.cards]
    return {
        "dealt": None if dealt is None else _full_set(dealt),
        "discard": to_bits(exchanged.discard) if recorded else None,
        "drew": len(drawn) - exchanged.put_back if recorded else None,
        "drawn": to_bits(drawn) if recorded else None,
        "hand": _playing(walked, role),
    }


def _full_set(hand: Hand) -> int | None:
    """Return a hand as a 32-bit set; None unless all its cards are known and different."""
    return hand.known if hand.full and not hand.doubles else None


def _playing(walked: Trace, role: Role) -> int | None:
    return None if UnreliablePart(role) in walked.unreliable else _full_set(walked.playing[role])


def _category_fields(walked: Trace, role: Role) -> Row:
    hand = _playing(walked, role)
    called: dict[Category, int] | None = None
    if walked.deal.declarations is not UNSET:
        called = dict.fromkeys(CATEGORIES, 0)
        for call in walked.calls:
            if call.by == role and call.final.cards:
                called[call.what] = max(called[call.what], _call_number(call.final))
    held = None if hand is None else _best_held(hand)
    return {f"{what}_held": None if held is None else held[what] for what in CATEGORIES} | {
        f"{what}_called": None if called is None else called[what] for what in CATEGORIES
    }


def _best_held(hand: int) -> dict[Category, int]:
    """Return the best holding of each category as the archive's number, which sorts like the holdings; 0 for none."""
    point = best_point(hand)
    best_sequence = next(iter(sequences(hand)), None)
    best_set = next(iter(sets(hand)), None)
    return {
        "point": point.cards * 100 + point.value,
        "sequence": best_sequence.cards * 10 + best_sequence.top if best_sequence else 0,
        "set": best_set.cards * 10 + best_set.rank + 3 if best_set else 0,
    }


def _call_number(claim: Claim) -> int:
    """Return a call as the archive's number; pips or a rank that were not stated count as 0."""
    if claim.what == "point":
        return claim.cards * 100 + min(max(claim.value, 0), _MOST_PIPS)
    return claim.cards * 10 + max(claim.top if claim.what == "sequence" else claim.rank, 0)


def _score_fields(judged: DealReport) -> Row:
    row: Row = {}
    for suffix, score in (("", judged.score), ("_played", judged.as_played)):
        for role in ROLES:
            breakdown = _of(score, role)
            row |= {f"{role}_{name}{suffix}": getattr(breakdown, name) for name in Breakdown.__struct_fields__}
    written = judged.recorded
    row["elder_written"] = None if written is None else written.elder
    row["younger_written"] = None if written is None else written.younger
    return row


def _of(score: RoleBreakdowns, role: Role) -> Breakdown:
    return score.elder if role == ELDER else score.younger


def _call_rows(walked: Trace, judged: DealReport) -> list[Row]:
    whole = judged.outcome == "played" and not judged.after_end and not judged.assumed
    held = {role: None if (hand := _playing(walked, role)) is None else _best_held(hand) for role in ROLES}
    return [
        {
            "call": call.number + 1,
            "role": call.by,
            "what": call.what,
            "called": _call_number(call.first),
            "held": None if (known := held[call.by]) is None else known[call.what],
            "reply": call.reply,
            "shown": shown_by(walked, call, walked.end),
            "in_play": call.event.list_name == "play",
            "corrected": bool(call.corrections),
            "scored": _scored(call, walked.calls, judged.score),
            "whole": whole,
        }
        for call in walked.calls
    ]


def _scored(call: CallHistory, calls: Sequence[CallHistory], score: RoleBreakdowns) -> bool | None:
    """Return whether a call scored; None if only some of the caller's calls in its category scored."""
    points = getattr(_of(score, call.by), _ENTRY[call.what])
    if points == 0 or not call.final.cards:
        return False
    claimed = sum(claim_points(other.final) for other in calls if (other.by, other.what) == (call.by, call.what))
    return True if points == claimed else None


def _finding_row(game: Game, finding: ReportFinding) -> Row:
    names = {"A": game.players.A, "B": game.players.B}
    return {
        "code": finding.code,
        "law": finding.law,
        "severity": finding.severity,
        "status": finding.status,
        "role": finding.by,
        "player": None if finding.player is None else names[finding.player],
        "trick": finding.trick,
        "pointer": finding.at,
        "message": finding.message,
        "ruling": finding.ruling,
        "evidence": msgspec.json.encode(finding.evidence).decode(),
        "options": msgspec.json.encode(finding.options).decode(),
    }
