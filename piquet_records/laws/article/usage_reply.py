"""Usage. Answering good to what one could beat.

Statement
    The younger answers each call of the elder by what he holds: good, equal or not good. But no player has to call
    all that he holds, so a player who answers "good" to a call that he could beat breaks no law.

Faults
    usage-reply.could-beat (note): a call was answered "good", and the hand of the player who answered could beat it.

Ruling
    Nothing follows: the call is good, and what the other player kept back is not scored.

Reading
    Only the highest call of a category is judged, because it makes the others good. An answer that was corrected in
    time, or replaced in time by a better call, is no longer "good" (law 14). A set whose rank was not stated is taken
    to be the one that the caller's hand holds, if only one fits. Unknown cards are not guessed.

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
    """Yield a finding for each call that was answered "good" and could be beaten."""
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
    """Return the best claim that a hand is known to hold in a category; None if there is none or the hand is unsure."""
    hand = case.trace.playing[role]
    if hand.missing or role in case.trace.unreliable:
        return None
    return best_claim(hand, what)
