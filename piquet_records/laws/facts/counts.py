"""Facts about the counts spoken and the score written at the table: where they lack a number of points.

Compares with the computed score that the case has. It does not know why the points are missing.
"""

from msgspec import UNSET

from piquet_records.cards.terms import ROLES, Role
from piquet_records.laws.case import ScoredCase
from piquet_records.record.game import written_score
from piquet_records.record.steps import CorrectCount
from piquet_records.trace.facts import Event


def counts_lacking(case: ScoredCase, role: Role, points: int) -> tuple[str, ...]:
    """Return a player's spoken counts that are lower by exactly these points than the computed count as played.

    They are JSON pointers below the deal, in order; empty if the table wrote no counts.
    """
    if case.deal.counts is UNSET:
        return ()
    column = ROLES.index(role)
    pairs = zip(case.deal.counts, case.counts_as_played, strict=False)
    return tuple(
        f"counts/{index}/{column}"
        for index, (spoken, computed) in enumerate(pairs)
        if _lacks(spoken[column], computed[column], points)
    )


def score_lacking(case: ScoredCase, role: Role, points: int) -> str:
    """Return the JSON pointer below the deal of a player's written score if it lacks exactly these points, else "".

    It is compared with the score as ruled.
    """
    written = (written_score(case.deal) or {}).get(role)
    return f"score/{role}" if _lacks(written, case.score.of(role).total, points) else ""


def _lacks(written: int | None, computed: int | None, points: int) -> bool:
    return written is not None and computed is not None and written == computed - points


def corrections_adding(case: ScoredCase, role: Role, points: int) -> list[tuple[Event, CorrectCount]]:
    """Return the corrections by which a player added these points to a count that had lacked them, in order of time.

    A count lacks the points if it is nearer to the computed count without them than to that with them.
    """
    corrections = case.trace.events_and_steps(CorrectCount)
    column = ROLES.index(role)
    found = []
    for event, step in corrections:
        tricks = sum(1 for trick in case.trace.all_tricks if trick.follow_moment < event.moment)
        computed = case.counts_as_played[tricks - 1][column] if tricks else None
        if step.by != role or computed is None:
            continue
        halfway = computed - points // 2
        spoken = [count for counts in (case.deal.counts or ())[:tricks] if (count := counts[column]) is not None]
        if step.to > halfway and (not spoken or spoken[-1] < halfway):
            found.append((event, step))
    return found
