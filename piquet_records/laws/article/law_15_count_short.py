"""Law 15. Forgetting the pique or repique.

Statement
    A player who makes a pique or a repique may by mistake count thirty instead of sixty or ninety. He may correct
    this as long as the cards have not been gathered for the next deal.

Faults
    law-15.count-short (note): the counts or the written score lack the thirty or sixty points of the bonus; a
    violation if the player claimed them only after the cards had been gathered.

Ruling
    The bonus is in the score as ruled. If it was claimed too late, it is withheld.

Reading
    A `correct-count` that adds the bonus shows that the count had lacked it. Its `gathered` says whether it came
    before or after the limit. If nothing is recorded, the player keeps his bonus, because the article sets a limit
    and names no penalty. Counts or a score that lack exactly the bonus are this one fault, and are not reported again
    as faults of the record. A player is not expected to count a pique that he has only by a ruling: he could not know
    of it at the table. Tricks given to him because the other threw his cards in (laws 26 and 27) he does count, and a
    pique that rests on them as well. Cavendish (law 70) allows the correction until the next hand has been seen.

Example
    sample_games/laws/law-15/pique-forgotten.json

Source
    Article, Lois du piquet à deux, 15°.
"""

from collections.abc import Iterator

from msgspec import Struct

from piquet_records.cards.terms import ROLES, Role
from piquet_records.findings import Finding, Option, PendingAct, Severity, WithholdBonus
from piquet_records.laws.case import Case, Need, ScoredCase
from piquet_records.laws.facts.counts import corrections_adding, counts_lacking, score_lacking

NUMBER = 15
NEEDS = frozenset({Need.RECKONING})
FAULTS = {"law-15.count-short": Severity.NOTE}


class Bonus(Struct, frozen=True):
    """A pique or repique that the table could count."""

    role: Role
    entry: str
    """Its entry in the score: ``pique`` or ``repique``."""
    points: int


def check(_case: Case) -> Iterator[Finding]:
    """Yield nothing: the law needs the computed score."""
    yield from ()


def check_scored(case: ScoredCase) -> Iterator[Finding]:
    """Yield a finding for each bonus that was not counted, or was counted only by a correction."""
    for bonus in _bonuses(case):
        counts = counts_lacking(case, bonus.role, bonus.points)
        score = score_lacking(case, bonus.role, bonus.points)
        corrections = corrections_adding(case, bonus.role, bonus.points)
        if not counts and not score and not corrections:
            continue
        late = bool(corrections) and all(step.gathered for _, step in corrections)
        taken = None if case.in_progress and not corrections else bool(corrections) and not late
        still = case.in_progress and not corrections
        yield Finding(
            code="law-15.count-short",
            by=bonus.role,
            at=corrections[0][0].at if corrections else score or counts[0].rpartition("/")[0],
            severity=Severity.VIOLATION if late else Severity.NOTE,
            evidence={"entry": bonus.entry, "points": bonus.points} | ({"variant": "late"} if late else {}),
            options=(Option(bonus.role, "correct-count", "cards-gathered", taken),),
            effects=(WithholdBonus(bonus.role),) if late or still else (),
            pending=PendingAct(bonus.role, "correct-count", "cards-gathered") if still else None,
            explains=(*counts, *([score] if score else [])),
        )


def _bonuses(case: ScoredCase) -> Iterator[Bonus]:
    """Yield each bonus that a player has both as ruled and by the play, with the tricks that were given to him."""
    for role in ROLES:
        for entry in ("repique", "pique"):
            points = getattr(case.score.of(role), entry)
            if points and points == getattr(case.with_tricks_given.of(role), entry):
                yield Bonus(role, entry, points)
