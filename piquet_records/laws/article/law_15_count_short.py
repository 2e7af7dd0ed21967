"""Law 15. Forgetting the pique or repique.

Statement
    A player who makes a pique or a repique, and by mistake counts thirty instead of sixty or ninety, may mend it as
    long as the cards have not been gathered for the next deal.

Faults
    law-15.count-short (note): the counts or the written score lack the thirty or sixty; a violation where they were
    claimed only after the cards had been gathered.

Ruling
    The bonus is in the score as ruled. Claimed too late, it is withheld.

Reading
    A `correct-count` that takes the bonus in shows that the count had lacked it; its `gathered` says on which side
    of the limit it came. Nothing recorded leaves the player his bonus, for the article sets him a limit and no
    penalty. Counts or a score that are short by exactly the bonus are this one fault, and not reported again as
    faults of the record. A pique that only a ruling gives could not be counted at the table, so nobody is asked why
    he did not. Cavendish (law 70) lets it be mended until the next hand has been seen.

Example
    sample_games/laws/law-15/pique-forgotten.json

Source
    Article, Lois du piquet à deux, 15°.
"""

from collections.abc import Iterator

from msgspec import UNSET, Struct

from piquet_records.cards.terms import ROLES, Role
from piquet_records.findings import Finding, Option, Severity, WithholdBonus
from piquet_records.laws.case import Case, Need, ScoredCase
from piquet_records.record.game import written_score
from piquet_records.record.steps import CorrectCount
from piquet_records.trace.facts import Event

NUMBER = 15
NEEDS = frozenset({Need.RECKONING})
FAULTS = {"law-15.count-short": Severity.NOTE}


class Bonus(Struct, frozen=True):
    """A pique or repique that the table could count."""

    role: Role
    entry: str
    points: int


def check(_case: Case) -> Iterator[Finding]:
    """Find nothing: the law needs the computed score."""
    yield from ()


def check_scored(case: ScoredCase) -> Iterator[Finding]:
    """Find a bonus that was not counted, or counted too late."""
    for made in _bonuses(case):
        counts = _short_counts(case, made)
        score = _short_score(case, made)
        mended = _mending(case, made)
        if not counts and not score and not mended:
            continue
        late = bool(mended) and all(step.gathered for _, step in mended)
        yield Finding(
            code="law-15.count-short",
            by=made.role,
            at=mended[0][0].at if mended else score or counts[0].rpartition("/")[0],
            severity=Severity.VIOLATION if late else Severity.NOTE,
            evidence={"entry": made.entry, "points": made.points} | ({"variant": "late"} if late else {}),
            options=(Option(made.role, "correct-count", "cards-gathered", bool(mended) and not late),),
            effects=(WithholdBonus(made.role),) if late else (),
            explains=(*counts, *([score] if score else [])),
        )


def _bonuses(case: ScoredCase) -> Iterator[Bonus]:
    """Give the bonus that the deal gives as ruled and as played alike."""
    for role in ROLES:
        for entry in ("repique", "pique"):
            points = getattr(case.score.of(role), entry)
            if points and points == getattr(case.as_played.of(role), entry):
                yield Bonus(role, entry, points)


def _short_counts(case: ScoredCase, made: Bonus) -> tuple[str, ...]:
    """Give the spoken counts that lack exactly the bonus, as JSON pointers below the deal."""
    if case.deal.counts is UNSET:
        return ()
    place = ROLES.index(made.role)
    computed = case.counts_as_played
    return tuple(
        f"counts/{index}/{place}"
        for index, (spoken, due) in enumerate(zip(case.deal.counts, computed, strict=False))
        if _lacks(spoken[place], due[place], made)
    )


def _short_score(case: ScoredCase, made: Bonus) -> str:
    """Give the written score that lacks exactly the bonus, as a JSON pointer below the deal."""
    written, due = (written_score(case.deal) or {}).get(made.role), case.score.of(made.role).total
    return f"score/{made.role}" if _lacks(written, due, made) else ""


def _lacks(said: int | None, due: int | None, made: Bonus) -> bool:
    return said is not None and due is not None and said == due - made.points


def _mending(case: ScoredCase, made: Bonus) -> list[tuple[Event, CorrectCount]]:
    """Give the corrections of a count that had lacked the bonus and take it in: nearer with it than without."""
    corrections = case.trace.events_and_steps(CorrectCount)
    if not corrections:
        return []
    place = ROLES.index(made.role)
    computed = [counts[place] for counts in case.counts_as_played]
    found = []
    for event, step in corrections:
        laid = sum(1 for trick in case.trace.all_tricks if trick.follow_moment < event.moment)
        due = computed[laid - 1] if laid else None
        if step.by != made.role or due is None:
            continue
        without = due - made.points // 2
        spoken = [said for counts in (case.deal.counts or ())[:laid] if (said := counts[place]) is not None]
        if step.to > without and (not spoken or spoken[-1] < without):
            found.append((event, step))
    return found
