"""Law 9. Changing the discard.

Statement
    Once a player has discarded and then touched the talon, he can no longer change his discard.

Faults
    law-09.discard-changed (violation): a player replaces his discard by another, or takes cards out of it, after he
    touched the talon, drew from it or looked at it.

Ruling
    The first discard should have been final. The cards are followed as they really went, and the score stands as
    played, because nobody can know how the deal would have gone.

Reading
    A player is bound only by his own touch, and only if it comes after his discard. Until then he may change his
    discard, whatever his adversary has done. A look at the talon is a touch, and so is a draw, even while the drawn
    cards still lie apart from his hand. Hoyle and the English game of a hundred say the same. Cavendish's code binds
    only a player who has taken up a card (parameter `discard_final_at`: `touch`, or `take` if only a draw binds). A
    card taken out of one's own discard is a changed discard too; if an arbiter found bad faith, law 28 applies
    instead.

Example
    sample_games/laws/law-09/after-touching.json

Source
    Article, Lois du piquet à deux, 9°; Cavendish (law 24).
"""

from collections.abc import Iterator

from piquet_records.cards.terms import Role
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.looks import exchange_is_reliable, talon_looks
from piquet_records.record.steps import ChangeDiscard, Retake, TouchTalon
from piquet_records.trace.facts import Event

NUMBER = 9
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (ChangeDiscard, Retake)
FAULTS = {"law-09.discard-changed": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the exchange can be followed."""
    return exchange_is_reliable(case)


def check(case: Case) -> Iterator[Finding]:
    """Yield each change of a discard that was already final; those in bad faith are left to law 28."""
    for event, change in case.trace.events_and_steps(ChangeDiscard):
        yield from _changed(case, event, change.by, {"cards": change.cards})
    for event, retake in case.trace.events_and_steps(Retake):
        if retake.bad_faith is not True:
            yield from _changed(case, event, retake.by, {"cards": retake.cards, "variant": "retaken"})


def _changed(case: Case, event: Event, role: Role, evidence: dict[str, str]) -> Iterator[Finding]:
    made_final_by = _made_final_by(case, role, event.moment)
    if made_final_by is not None and exchange_is_reliable(case):
        yield Finding(
            code="law-09.discard-changed",
            by=role,
            at=event.at,
            evidence=({} if made_final_by == "touched" else {"variant": made_final_by}) | evidence,
        )


def _made_final_by(case: Case, role: Role, moment: int) -> str | None:
    """Return what had made a player's discard final by a moment; None if he could still change it.

    The answer is ``drawn``, ``touched`` or ``looked`` (parameter ``discard_final_at``).
    """
    exchanged = case.trace.exchanged[role]
    if exchanged.drew_at is not None and exchanged.drew_at < moment:
        return "drawn"
    if exchanged.discarded_at is None or case.rules.discard_final_at == "take":
        return None
    touches = [(event.moment, "touched") for event, step in case.trace.events_and_steps(TouchTalon) if step.by == role]
    touches += [(look.moment, "looked") for look in talon_looks(case, role)]
    return next((act for touched_at, act in sorted(touches) if exchanged.discarded_at < touched_at < moment), None)
