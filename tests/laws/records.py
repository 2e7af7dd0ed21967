"""Small records for tests, dealt from the top of an unshuffled pack, and their reports."""

import json
from typing import Any

import msgspec

from piquet_records.record.game import Game
from piquet_records.report.build import judge
from piquet_records.report.model import Report, ReportFinding
from tests.golden import LAWS

SUITS, RANKS = "SHDC", "AKQJT987"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
"""Spades from the ace down, then hearts, diamonds, clubs."""

Record = dict[str, Any]


def step(act: str, by: str, **fields: Any) -> Record:
    """Write a step."""
    return {"act": act, "by": by, **fields}


def notice(by: str, what: str = "misdeal", **fields: Any) -> Record:
    """Write a notice."""
    return step("notice", by, what=what, **fields)


def dealt(elder: int = 12, younger: int = 12, dealer: str = "B", **lists: Any) -> Record:
    """Return a deal of this many cards to each player, from the top of the pack."""
    hands = {"elder": " ".join(PACK[:elder]), "younger": " ".join(PACK[elder : elder + younger])}
    return {"dealer": dealer, "hands": hands, "talon": " ".join(PACK[elder + younger :]), **lists}


def exchange(by: str, deal: Record, discard: int, draw: int, **fields: Any) -> Record:
    """Return an exchange that discards the last cards of the hand as dealt."""
    cards = deal["hands"][by].split()
    return step("exchange", by, discard=" ".join(cards[len(cards) - discard :]), draw=draw, **fields)


def exchanged(deal: Record, elder: tuple[int, int], younger: tuple[int, int] | None = None, *more: Record) -> Record:
    """Add an exchange to a deal: how many each discards and draws, then further steps."""
    steps = [exchange("elder", deal, *elder, announced=elder[1])]
    steps += [exchange("younger", deal, *younger)] if younger else []
    return deal | {"exchange": [*steps, *more]}


def report(*deals: Record, **fields: Any) -> Report:
    """Judge a game of these deals."""
    record = {"format": "piquet-record/1", "id": "test", "players": {"A": "A", "B": "B"}, "deals": list(deals)}
    return judge(msgspec.convert(record | {"result": {"ended": "unfinished"}} | fields, Game))


def found(judged: Report, code: str) -> list[ReportFinding]:
    """Return the findings of a code in the last deal."""
    return [finding for finding in judged.deals[-1].findings if finding.code == code]


def codes(judged: Report) -> list[tuple[str, str | None, str | None]]:
    """Return code, player and status of what was found in the last deal."""
    return [(finding.code, finding.by, finding.status) for finding in judged.deals[-1].findings]


def sample(folder: str, name: str) -> Record:
    """Return the first deal of a sample, without what the table wrote of its score."""
    deal = json.loads((LAWS / folder / f"{name}.json").read_text("utf-8"))["deals"][0]
    deal.pop("score", None)
    return deal
