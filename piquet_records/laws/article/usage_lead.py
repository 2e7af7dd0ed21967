"""Usage. Naming a new suit.

Statement
    The winner of a trick may lead any suit. But if it is not the suit led before, he must name it. If he does not,
    the second player, who thinks that the same suit goes on, may take back the card he put down, even if it is of the
    suit that was led.

Faults
    usage-lead.suit-not-named (violation): the leader changes suit and does not name the new one (`suit-not-named`).

Ruling
    The second player may take his card back and play another. The score does not change.

Reading
    The article sets no limit for taking the card back; it is taken to end with the next lead. The suit of the first
    lead need not be named, nor one that goes on: if the cards show no change of suit, there is no fault. No other
    authority has this rule.

Example
    sample_games/laws/usage-lead/unnamed.json

Source
    Article, *Marche du jeu*.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import suit_of
from piquet_records.cards.terms import ADVERSARY
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.record.steps import SuitNotNamed, TakeBack
from piquet_records.trace.facts import NEVER, Trick

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (SuitNotNamed,)
FAULTS = {"usage-lead.suit-not-named": Severity.VIOLATION}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each change of suit that was not named, unless the cards show that the suit went on."""
    for event, step in case.trace.events_and_steps(SuitNotNamed):
        trick = case.trace.trick_of(event)
        if trick is not None and not _may_be_new(case, trick):
            continue
        taken = trick is not None and any(
            case.trace.trick_of(other) == trick
            for other, back in case.trace.events_and_steps(TakeBack)
            if back.by != step.by
        )
        yield Finding(
            code="usage-lead.suit-not-named",
            by=step.by,
            at=event.at,
            trick=trick.number if trick else event.trick,
            options=(
                Option(
                    ADVERSARY[step.by],
                    "take-back",
                    "next-lead",
                    taken=case.taken(taken, _next_lead(case, event.moment)),
                ),
            ),
            remedied=taken,
        )


def _next_lead(case: Case, moment: int) -> int:
    """Return the moment of the second lead after a step: the first is the one that was not named."""
    leads = [trick.lead_moment for trick in case.trace.all_tricks if trick.lead_moment > moment]
    return leads[1] if len(leads) > 1 else NEVER


def _may_be_new(case: Case, trick: Trick) -> bool:
    """Return whether a lead may be of another suit than the lead before it that was not taken back."""
    before = [other for other in case.trace.all_tricks if other.lead_moment < trick.lead_moment < other.undone]
    if not before:
        return False
    last = before[-1].lead
    return -1 in (last, trick.lead) or suit_of(last) != suit_of(trick.lead)
