"""What was written compared with what was computed: a deal's score, the spoken counts, the result of the game."""

from collections.abc import Container, Iterator
from typing import Final

from msgspec import UNSET

from piquet_records.findings import Finding, Severity
from piquet_records.record import Deal, Result
from piquet_records.report import GameResult
from piquet_records.scoring import Score
from piquet_records.steps import ELDER, ROLES, YOUNGER, Role

FAULTS: Final = {
    "record-score": Severity.VIOLATION,
    "record-count": Severity.NOTE,
    "record-result": Severity.VIOLATION,
}


def written_score(deal: Deal) -> dict[Role, int | None] | None:
    """Give what the table wrote for a deal; None where it wrote nothing."""
    return None if deal.score is UNSET else {ELDER: deal.score.elder, YOUNGER: deal.score.younger}


def score_differs(deal: Deal, ruled: Score, played: Score, said: Container[str] = ()) -> Iterator[Finding]:
    """Compare a deal's written score with the one as ruled; what is not checkable is not compared.

    ``said`` has the places, as JSON pointers, of which a finding has said already why they differ.
    """
    written = written_score(deal)
    if written is None:
        return
    for role in ROLES:
        found, expected = written[role], ruled.of(role).total
        if found is None or expected is None or found == expected or f"score/{role}" in said:
            continue
        yield Finding(
            code="record-score",
            by=None,
            at=f"score/{role}",
            evidence={
                "holder": role,
                "found": found,
                "expected": expected,
                "difference": found - expected,
                "as_played": played.of(role).total,
            }
            | ({"variant": "as-played"} if found == played.of(role).total else {}),
        )


def count_differs(
    deal: Deal, counts: list[tuple[int | None, int | None]], said: Container[str] = ()
) -> Iterator[Finding]:
    """Compare the spoken counts with the computed ones; of a run of differing counts only the first is named.

    ``said`` has the places, as JSON pointers, of which a finding has said already why they differ.
    """
    if deal.counts is UNSET:
        return
    differed = {ELDER: False, YOUNGER: False}
    for index, (spoken, computed) in enumerate(zip(deal.counts, counts, strict=False)):
        for place, (role, found, expected) in enumerate(zip(ROLES, spoken, computed, strict=True)):
            if found is None or expected is None:
                continue
            differs = found != expected and f"counts/{index}/{place}" not in said
            if differs and not differed[role]:
                yield Finding(
                    code="record-count",
                    by=None,
                    at=f"counts/{index}",
                    trick=index + 1,
                    evidence={"holder": role, "found": found, "expected": expected},
                )
            differed[role] = differs


def result_differs(written: Result, computed: GameResult) -> dict[str, tuple[object, object]]:
    """Give, by field, what the table wrote and what was computed, where both are known and differ."""
    pairs: dict[str, tuple[object, object]] = {}
    if written.winner is not UNSET:
        pairs["winner"] = (written.winner, computed.winner)
    if written.score is not UNSET:
        pairs["score/A"] = (written.score.A, computed.score.A)
        pairs["score/B"] = (written.score.B, computed.score.B)
    if written.settlement is not UNSET:
        pairs["settlement"] = (written.settlement, computed.settlement)
    if written.ended is not UNSET:
        pairs["ended"] = (written.ended, computed.ended)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1] and _comparable(name, pair)}


def _comparable(name: str, pair: tuple[object, object]) -> bool:
    return name in ("winner", "ended") or None not in pair
