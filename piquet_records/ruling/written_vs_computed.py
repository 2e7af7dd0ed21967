"""What was written compared with what was computed: a deal's score, the spoken counts, the result of the game."""

from collections.abc import Container, Iterator
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from piquet_records.cards.terms import ELDER, ROLES, YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.record.game import Deal, Result, written_score
from piquet_records.scoring.deal_score import Score
from piquet_records.scoring.game_score import GameResult
from piquet_records.scoring.timeline import Counts
from piquet_records.trace.facts import Trace

FAULTS: Final = {
    "record-score": Severity.VIOLATION,
    "record-count": Severity.NOTE,
    "record-result": Severity.VIOLATION,
}


def score_differs(deal: Deal, as_ruled: Score, as_played: Score, explained: Container[str] = ()) -> Iterator[Finding]:
    """Yield where a deal's written score differs from the one as ruled; totals that are not checkable are not compared.

    ``explained`` has the JSON pointers of what another finding already explains.
    """
    written = written_score(deal)
    if written is None:
        return
    for role in ROLES:
        found, expected, played = written[role], as_ruled.of(role).total, as_played.of(role).total
        if found is None or expected is None or found == expected or f"score/{role}" in explained:
            continue
        evidence: dict[str, Any] = {
            "holder": role,
            "found": found,
            "expected": expected,
            "difference": found - expected,
            "as_played": played,
            "breakdown": asdict(as_ruled.of(role)),
        }
        if found == played:
            evidence["variant"] = "as-played"
        yield Finding(code="record-score", by=None, at=f"score/{role}", evidence=evidence)


def count_differs(trace: Trace, counts: list[Counts], explained: Container[str] = ()) -> Iterator[Finding]:
    """Yield where a spoken count differs from the computed one; of successive differing counts, only the first.

    ``explained`` has the JSON pointers of what another finding already explains.
    """
    if trace.deal.counts is UNSET:
        return
    differed = {ELDER: False, YOUNGER: False}
    for index, (spoken, computed) in enumerate(zip(trace.deal.counts, counts, strict=False)):
        for column, (role, found, expected) in enumerate(zip(ROLES, spoken, computed, strict=True)):
            if found is None or expected is None:
                continue
            differs = found != expected and f"counts/{index}/{column}" not in explained
            if differs and not differed[role]:
                yield Finding(
                    code="record-count",
                    by=None,
                    at=f"counts/{index}",
                    trick=trace.all_tricks[index].number,
                    evidence={"holder": role, "found": found, "expected": expected},
                )
            differed[role] = differs


def compare_result(written: Result | UnsetType, computed: GameResult) -> tuple[GameResult, Finding | None]:
    """Return the computed result with ``agrees`` filled in, and a finding if the table wrote another one."""
    if written is UNSET:
        return computed, None
    pairs = _comparable(written, computed)
    differing = {field: pair for field, pair in pairs.items() if pair[0] != pair[1]}
    agrees = not differing if pairs else None
    return replace(computed, agrees=agrees), _result_differs(differing) if differing else None


def _comparable(written: Result, computed: GameResult) -> dict[str, tuple[object, object]]:
    """Return, by field, what the table wrote and what was computed, for the fields of which both are known."""
    totals_known = None not in (computed.score.A, computed.score.B)
    pairs: dict[str, tuple[object, object]] = {}
    decided = computed.winner is not None or computed.ended == "postponed"
    if written.winner is not UNSET and (totals_known or decided):
        pairs["winner"] = (written.winner, computed.winner)
    if written.score is not UNSET:
        pairs["score/A"] = (written.score.A, computed.score.A)
        pairs["score/B"] = (written.score.B, computed.score.B)
    if written.settlement is not UNSET:
        pairs["settlement"] = (written.settlement, computed.settlement)
    if written.ended is not UNSET and (totals_known or computed.ended != "unfinished"):
        pairs["ended"] = (written.ended, computed.ended)
    return {field: pair for field, pair in pairs.items() if field == "winner" or None not in pair}


def _result_differs(differing: dict[str, tuple[object, object]]) -> Finding:
    """Return the finding: it names the first of the fields that differ, and lists them all."""
    pointer, (found, expected) = next(iter(differing.items()))
    field, _, seat = pointer.partition("/")
    variant = "no-winner" if expected is None else "winner-missing" if found is None else field
    evidence = {"variant": variant, "found": found, "expected": expected, "differs": list(differing)}
    if seat:
        evidence["holder"] = seat
    return Finding(code="record-result", by=None, at=f"/result/{pointer}", evidence=evidence)
