"""Law 19. The younger sees the elder's cards in the talon.

Statement
    If the younger turns up and sees cards of the elder's talon, the elder may look at his own hand and then have the
    deal made again or play it.

Faults
    law-19.younger-saw-talon (violation): the younger sees a card that the elder is still to draw.
    law-19.refused (violation): the elder demanded a new deal, and it is refused.

Ruling
    The elder chooses: a `redeal` remedies the fault, a `stand` waives it. If he says nothing, the deal is played.

Reading
    The elder's cards are the top five of the talon, or four or six after a misdeal, until he has drawn. The cards
    that he then leaves are the younger's to draw. A younger who draws before the elder but keeps the cards apart
    (`mixed` false) has seen them, unless he put them back unseen or drew his own cards from the bottom (`from`). If
    he mixed them into his hand, law 17 applies. The article names no limit for the choice. By leading, the elder
    plays the deal, so the choice ends with his first card. Cavendish (laws 27 and 29) is harder: the younger
    reckons nothing.

Example
    sample_games/laws/law-19/played-on.json

Source
    Article, Lois du piquet à deux, 19°.
"""

from collections.abc import Iterator
from typing import Any

from piquet_records.cards.pack import to_text
from piquet_records.cards.terms import ELDER, TALON_SIZE, YOUNGER
from piquet_records.findings import Finding, Option, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import elder_draw_limit
from piquet_records.laws.facts.looks import (
    count_put_back_unseen,
    exchange_is_reliable,
    seen_adversary_cards,
    younger_early_draws,
)
from piquet_records.laws.facts.refusals import find_refused
from piquet_records.record.steps import DemandRedeal, Draw, Exchange, Look, Redeal, Stand
from piquet_records.trace.facts import NEVER, DrawRecord, Event

NUMBER = 19
NEEDS = frozenset[Need]()
ACTS: tuple[type, ...] = (Look,)
EXTRA_ACTS: tuple[type, ...] = (Draw, Exchange)
FAULTS = {"law-19.younger-saw-talon": Severity.VIOLATION, "law-19.refused": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether the record shows of each card that the younger saw whose it was."""
    return exchange_is_reliable(case) and all(
        seen.certain == seen.possible for seen in seen_adversary_cards(case, YOUNGER)
    )


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each look at cards that were the elder's to draw, and each early draw kept apart."""
    yield from (_finding(case, event, evidence) for event, evidence in _sights(case))
    yield from find_refused(case, "law-19.refused", DemandRedeal, lambda demand: _may_demand(case, demand), Redeal)


def _may_demand(case: Case, demand: Event) -> bool:
    """Return whether the elder had not led, and the younger had seen a card of his."""
    seen_at = min((event.moment for event, _ in _sights(case)), default=NEVER)
    return demand.step.by == ELDER and seen_at < demand.moment < case.trace.first_card_moment(ELDER)


def _sights(case: Case) -> Iterator[tuple[Event, dict[str, Any]]]:
    """Yield each step by which the younger saw cards that were the elder's to draw, with the evidence of it."""
    for seen in seen_adversary_cards(case, YOUNGER):
        if seen.certain:
            named = {"cards": to_text(seen.cards), "variant": "named"} if len(seen.cards) == seen.certain else {}
            yield seen.event, {"count": seen.certain} | named
    for draw in younger_early_draws(case, mixed=False):
        count = _elders_among(case, draw) - count_put_back_unseen(case, draw.event)
        if count > 0:
            yield draw.event, {"count": count, "variant": "drawn"}


def _elders_among(case: Case, draw: DrawRecord) -> int:
    """Return how many of the cards of an early draw were the elder's: from the bottom, those beyond the younger's."""
    elders = elder_draw_limit(case)
    step = draw.event.step
    from_bottom = isinstance(step, Draw | Exchange) and step.from_ == "bottom"
    youngers = TALON_SIZE - elders if case.trace.talon is None else len(case.trace.talon) - elders
    return min(max(0, draw.asked - youngers), elders) if from_bottom else min(draw.asked, elders)


def _finding(case: Case, event: Event, evidence: dict[str, Any]) -> Finding:
    until = case.trace.first_card_moment(ELDER)
    redealt, stood = (
        any(
            step.by == ELDER and event.moment < other.moment < until for other, step in case.trace.events_and_steps(act)
        )
        for act in (Redeal, Stand)
    )
    return Finding(
        code="law-19.younger-saw-talon",
        by=YOUNGER,
        at=event.at,
        evidence=evidence,
        options=(Option(ELDER, "redeal", "first-lead", taken=case.taken(redealt, until)),),
        remedied=redealt,
        waived=stood,
    )
