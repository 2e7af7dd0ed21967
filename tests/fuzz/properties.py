"""What must hold for any text that is read as a record. Each raises AssertionError, with the text, if it does not."""

import json
from typing import Any

from piquet_records.notation.reader import read_games
from piquet_records.notation.writer import to_notation
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import decode
from piquet_records.report.build import validate
from piquet_records.report.model import Report
from tests.oracle import deal_points, impossible

Found = list[str]


def judged(text: bytes, lang: str = "en") -> Report | None:
    """Return the report on a text, which is a record or has faults that name themselves; None if it is no record.

    A verdict *clean* needs the oracle's assent, and the points of each regular deal must be those that it computes.
    """
    game = decode(text)
    if not isinstance(game, Game):
        assert game, text
        assert all(fault.message for fault in game), text
        return None
    report = validate(game, lang=lang)
    assert report.to_json(), text
    document: dict[str, Any] = json.loads(to_json(game))
    if report.verdict == "clean":
        found = impossible(document)
        assert not found, (found, text)
    _same_points(document, report, text)
    return report


def _same_points(document: dict[str, Any], report: Report, text: bytes) -> None:
    if document.get("conventions"):
        return
    for deal, made in zip(document["deals"], report.deals, strict=True):
        if made.outcome != "played" or any(finding.severity == "violation" for finding in made.findings):
            continue
        points = deal_points(deal, rubicon=str(report.rules).startswith("rubicon"))
        if points is not None:
            assert points == {"elder": made.score.elder.total, "younger": made.score.younger.total}, (points, text)


def written_and_read(text: bytes) -> bool:
    """Return whether a text is a record; if so, the notation of it is read back as the same record."""
    game = decode(text)
    if not isinstance(game, Game):
        return False
    (read,) = read_games(to_notation(game))
    assert read.faults == (), (read.faults, text)
    assert read.raw == to_json(game), text
    return True


def read_as_notation(text: str) -> int:
    """Return how many games a text in the notation has; the others have faults that name themselves."""
    games = list(read_games(text))
    for game in games:
        assert game.game is not None or all(fault.message for fault in game.faults), text
        assert game.game is not None or game.faults, text
    return sum(game.game is not None for game in games)
