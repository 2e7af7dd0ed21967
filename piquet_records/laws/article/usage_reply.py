"""Usage. Answering good to what one could beat.

Statement
    The younger answers each call of the elder by what he holds: good, equal or not good. Nobody has to call all that
    he holds, and so who answers "good" to what he could beat breaks no law.

Faults
    usage-reply.could-beat (note): the answer to a call was "good", and the hand that gave it could beat the call.

Ruling
    Nothing follows: the call is good, and what was kept back is not scored.

Reading
    Of the calls of a category only the highest is looked at, since it makes the others good. An answer that was
    mended in time, or by a better call in time, is no longer "good" (law 14). A set whose rank was not said is the
    one that the caller's hand holds, where that is one. Cards that are not known are not guessed at.

Example
    sample_games/laws/usage-reply/better-trio-kept-back.json

Source
    Article, *Marche du jeu*; Cavendish calls this sinking.
"""

from collections.abc import Iterator

from piquet_records.cards.terms import ADVERSARY, CATEGORIES, Category, Role
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.calls import good_calls, reply_in_force
from piquet_records.laws.facts.evidence import call_evidence
from piquet_records.trace.claims import best_call, best_claim, is_better, strength
from piquet_records.trace.facts import Claim

NUMBER: int | None = None
NEEDS = frozenset({Need.DECLARATIONS, Need.HANDS})
FAULTS = {"usage-reply.could-beat": Severity.NOTE}


def check(case: Case) -> Iterator[Finding]:
    """Find calls that were answered "good" and could be beaten."""
    for what in CATEGORIES:
        good = good_calls(case, what)
        if not good:
            continue
        highest = best_call(case.trace, good)
        held = _best(case, ADVERSARY[highest.by], what)
        if held is None or reply_in_force(case, highest) != "good":
            continue
        if is_better(held.strength, strength(case.trace, highest)):
            yield Finding(
                code="usage-reply.could-beat",
                by=ADVERSARY[highest.by],
                at=highest.at,
                evidence={"call": call_evidence(highest.final), "found": call_evidence(held)},
            )


def _best(case: Case, role: Role, what: Category) -> Claim | None:
    """Give the best that a hand is known to hold in a category."""
    hand = case.trace.playing[role]
    if hand.missing or role in case.trace.unreliable:
        return None
    return best_claim(hand, what)
