"""Law 2. Speaking of a misdeal.

Statement
    A player who notices that a wrong number of cards was dealt must say so at once, before he looks at the cards that
    he was given or has drawn. Once the cards have been seen, the numbers may not be put right any more. The hands are
    played as they are, and a player with too many cards scores nothing for what he holds.

Faults
    law-02.noticed-late (note): a wrong number of cards was dealt, and nobody said so before the cards were seen.
    law-02.mended-late (violation): a player was dealt too many cards, nobody said so before they were seen, and he
    came down to twelve all the same.
    law-02.redeal-too-late (violation): the deal was made again for a wrong number of cards after they had been seen,
    although the rules of dealing did not order it.

Ruling
    After a late notice nobody has a choice left. A player with too many cards is muted: he scores nothing for point,
    sequences and sets, even if he brings his hand down to twelve afterwards. A deal that was made again too late
    should have stood, but it stays void, as the record shows it.

Reading
    Law 24 gives a choice between a new deal and the hands as they are. Read together with this law, that choice
    exists only while the cards are unseen (parameter `misdeal_option_limit`; its value `before-talon`, which
    follows Hoyle and Cavendish, allows a look and ends the choice when the talon is touched). The look that counts
    is that of the player who gives notice, or of the one who chooses (parameter `misdeal_look`). The first word
    about the misdeal decides whether it came in time; if the players exchange cards after it, the deal stands. A
    `stand` or `redeal` without a `notice` does not say whether the cards had been seen, so the time limit cannot be
    checked. Two cards or more too many or too few leave no choice: a new deal for them is never too late. A muted
    player keeps a carte blanche that he showed before he drew. With the parameter `excess_blocks` his holdings
    still bar those of his adversary.

Example
    sample_games/laws/law-02/noticed-late.json

Source
    Article, Lois du piquet à deux, 2°, and De la maldonne.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from piquet_records.cards.terms import ADVERSARY, ELDER, HAND_SIZE, Role
from piquet_records.findings import Finding, PendingAct, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import (
    WRONG_NUMBER,
    Misdeal,
    excess_mute,
    hand_pointer,
    hand_sizes_in_play,
    last_addition_pointer,
    misdeal,
    misdeal_choice_until,
    overdraw,
    redeal_asked_in_time,
    redeal_is_ordered,
)
from piquet_records.record.steps import Look, Notice, Redeal

NUMBER = 2
NEEDS = frozenset({Need.DEALT})
FAULTS = {
    "law-02.noticed-late": Severity.NOTE,
    "law-02.mended-late": Severity.VIOLATION,
    "law-02.redeal-too-late": Severity.VIOLATION,
}


def checkable(case: Case) -> bool:
    """Return whether the record shows if a misdeal was noticed in time; True if nothing was dealt wrongly."""
    wrong_deal = misdeal(case)
    return wrong_deal is None or wrong_deal.noticed is None or wrong_deal.in_time is not None


def check(case: Case) -> Iterator[Finding]:
    """Yield misdeals that were noticed late, hands brought down too late, and new deals made too late."""
    wrong_deal = misdeal(case)
    if wrong_deal is not None and wrong_deal.in_time is None and wrong_deal.noticed is None:
        for finding in _noticed_late(case, wrong_deal):
            yield replace(finding, pending=PendingAct(ELDER, "notice", "cards-seen"))
    if wrong_deal is None or wrong_deal.in_time is None:
        return
    if not wrong_deal.in_time:
        yield from _noticed_late(case, wrong_deal)
        yield from _mended_late(case, wrong_deal)
    yield from _redeal_too_late(case, wrong_deal)


def _noticed_late(case: Case, wrong_deal: Misdeal) -> Iterator[Finding]:
    for role, size in wrong_deal.sizes.items():
        yield Finding(
            code="law-02.noticed-late",
            by=None,
            at=wrong_deal.noticed.at if wrong_deal.noticed else hand_pointer(case.deal, role),
            evidence={"holder": role, "found": size, "expected": HAND_SIZE}
            | ({"variant": "again"} if wrong_deal.needs_redeal else {}),
        )


def _mended_late(case: Case, wrong_deal: Misdeal) -> Iterator[Finding]:
    in_play = hand_sizes_in_play(case)
    for role, size in wrong_deal.sizes.items():
        if size <= HAND_SIZE or in_play.get(role, size) > HAND_SIZE:
            continue
        yield Finding(
            code="law-02.mended-late",
            by=role,
            at=last_addition_pointer(case, role),
            evidence={"found": size} | ({"variant": "bars"} if case.rules.excess_blocks else {}),
            effects=(excess_mute(case, role),),
        )


def _redeal_too_late(case: Case, wrong_deal: Misdeal) -> Iterator[Finding]:
    for event, step in case.trace.events_and_steps(Redeal):
        in_time = redeal_asked_in_time(case, wrong_deal, event)
        if in_time or redeal_is_ordered(case) or _may_have_another_reason(case, step.by):
            continue
        by_talon = wrong_deal.in_time or misdeal_choice_until(case) == "talon-touched"
        evidence = {"variant": "talon"} if by_talon else {}
        yield Finding(code="law-02.redeal-too-late", by=step.by, at=event.at, evidence=evidence)


def _may_have_another_reason(case: Case, asker: Role) -> bool:
    """Return whether the player may have asked for the new deal because of something else."""
    other = ADVERSARY[asker]
    noticed = any(step.what not in WRONG_NUMBER for _, step in case.trace.events_and_steps(Notice))
    looked = any(step.by == other for _, step in case.trace.events_and_steps(Look))
    return noticed or looked or overdraw(case, other) is not None
