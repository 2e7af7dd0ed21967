"""Usage. Carte blanche.

Statement
    A player who was dealt neither king, queen nor jack shows his hand and scores ten. The elder shows it before he
    discards; the younger shows it after the elder has discarded and before he discards himself. A carte blanche that
    is forgotten is not scored.

Faults
    usage-blanche.not-held (violation): a player showed carte blanche with a court card in his hand as dealt.
    usage-blanche.late (violation): a player showed it after his own discard; a note if the younger showed it before
    the elder had discarded.

Ruling
    If it is not held, or shown after his own discard, it is not scored and does not bar anything of the adversary's.
    If the younger shows it too early, it is scored.

Reading
    From a player's own first card on, law 5 bars it. If a card of the hand as dealt is not known, only a court card
    among the known ones proves the fault. If the exchange is not recorded, a carte blanche shown in the declarations
    or the play was shown after it. Law 5 read alone would let a player show it until his own first card; with the
    parameter `blanche_limit` `own-card` it is scored so, and the finding is a note.

Example
    sample_games/laws/usage-blanche/with-a-jack.json

Source
    Article, *Des cartes blanches*.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import COURT_CARDS, from_bits, to_text
from piquet_records.cards.terms import ELDER, ROLES, YOUNGER, Role
from piquet_records.findings import Finding, Severity, StrikeBlanche
from piquet_records.laws.case import Case, Need
from piquet_records.record.steps import CarteBlanche
from piquet_records.trace.facts import Event

NUMBER: int | None = None
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (CarteBlanche,)
FAULTS = {
    "usage-blanche.not-held": Severity.VIOLATION,
    "usage-blanche.late": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each carte blanche that was not held, and for each that was shown at a wrong time."""
    for role in ROLES:
        shown = next((event for event, step in case.trace.events_and_steps(CarteBlanche) if step.by == role), None)
        if shown is not None:
            yield from _not_held(case, role, shown)
            yield from _untimely(case, role, shown)


def _not_held(case: Case, role: Role, shown: Event) -> Iterator[Finding]:
    hand = case.trace.dealt[role]
    court = hand.known & COURT_CARDS if hand is not None else 0
    if court:
        yield Finding(
            code="usage-blanche.not-held",
            by=role,
            at=shown.at,
            evidence={"cards": to_text(from_bits(court))},
            effects=(StrikeBlanche(role),),
        )


def _untimely(case: Case, role: Role, shown: Event) -> Iterator[Finding]:
    if shown.moment > case.trace.first_card_moment(role):
        return
    discarded = case.trace.exchanged[role].discarded_at
    if shown.list_name != "exchange" or (discarded is not None and discarded < shown.moment):
        if case.rules.blanche_limit == "discard":
            yield Finding(code="usage-blanche.late", by=role, at=shown.at, effects=(StrikeBlanche(role),))
        else:
            yield _note(role, shown, "allowed")
        return
    before = case.trace.exchanged[ELDER].discarded_at
    if role == YOUNGER and before is not None and shown.moment < before:
        yield _note(role, shown, "early")


def _note(role: Role, shown: Event, variant: str) -> Finding:
    return Finding(
        code="usage-blanche.late", by=role, at=shown.at, severity=Severity.NOTE, evidence={"variant": variant}
    )
