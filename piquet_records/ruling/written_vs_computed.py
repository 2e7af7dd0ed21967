"""What was written compared with what was computed: a deal's score, the spoken counts, the result of the game."""

from collections.abc import Container, Iterator
from typing import Final

from msgspec import UNSET
from msgspec.structs import asdict, replace

from piquet_records.cards.terms import ELDER, ROLES, YOUNGER
from piquet_records.findings import Finding, Severity
from piquet_records.record.game import Deal, Result, written_score
from piquet_records.scoring.deal_score import Score
from piquet_records.scoring.game_score import GameResult
from piquet_records.trace.facts import Trace

FAULTS: Final = {
    "record-score": Severity.VIOLATION,
    "record-count": Severity.NOTE,
    "record-result": Severity.VIOLATION,
}


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
                "breakdown": asdict(ruled.of(role)),
            }
            | ({"variant": "as-played"} if found == played.of(role).total else {}),
        )


def count_differs(
    trace: Trace, counts: list[tuple[int | None, int | None]], said: Container[str] = ()
) -> Iterator[Finding]:
    """Compare the spoken counts with the computed ones; of a run of differing counts only the first is named.

    ``said`` has the places, as JSON pointers, of which a finding has said already why they differ.
    """
    if trace.deal.counts is UNSET:
        return
    differed = {ELDER: False, YOUNGER: False}
    for index, (spoken, computed) in enumerate(zip(trace.deal.counts, counts, strict=False)):
        for place, (role, found, expected) in enumerate(zip(ROLES, spoken, computed, strict=True)):
            if found is None or expected is None:
                continue
            differs = found != expected and f"counts/{index}/{place}" not in said
            if differs and not differed[role]:
                yield Finding(
                    code="record-count",
                    by=None,
                    at=f"counts/{index}",
                    trick=trace.all_tricks[index].number,
                    evidence={"holder": role, "found": found, "expected": expected},
                )
            differed[role] = differs


def compare_result(written: Result, computed: GameResult) -> tuple[GameResult, Finding | None]:
    """Say whether the result that the table wrote is the one computed, with the finding where it is not."""
    pairs = _comparable(written, computed)
    differing = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    agrees = not differing if pairs else None
    return replace(computed, agrees=agrees), _result_differs(differing) if differing else None


def _comparable(written: Result, computed: GameResult) -> dict[str, tuple[object, object]]:
    """Give, by field, what the table wrote and what was computed, where both are known."""
    seen = None not in (computed.score.A, computed.score.B)
    pairs: dict[str, tuple[object, object]] = {}
    decided = computed.winner is not None or computed.ended == "postponed"
    if written.winner is not UNSET and (seen or decided):
        pairs["winner"] = (written.winner, computed.winner)
    if written.score is not UNSET:
        pairs["score/A"] = (written.score.A, computed.score.A)
        pairs["score/B"] = (written.score.B, computed.score.B)
    if written.settlement is not UNSET:
        pairs["settlement"] = (written.settlement, computed.settlement)
    if written.ended is not UNSET and (seen or computed.ended != "unfinished"):
        pairs["ended"] = (written.ended, computed.ended)
    return {name: pair for name, pair in pairs.items() if name == "winner" or None not in pair}


def _result_differs(differing: dict[str, tuple[object, object]]) -> Finding:
    """Make the finding: it names the first of the fields that differ, and lists them all."""
    name, (found, expected) = next(iter(differing.items()))
    field, _, seat = name.partition("/")
    variant = "no-winner" if expected is None else "winner-missing" if found is None else field
    evidence = {"variant": variant, "found": found, "expected": expected, "differs": list(differing)}
    holder = {"holder": seat} if seat else {}
    return Finding(code="record-result", by=None, at=f"/result/{name}", evidence=evidence | holder)
