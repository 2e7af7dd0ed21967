"""Usage. What must and may be exchanged.

Statement
    Each player exchanges one card at least. The elder may draw up to five, the first of the talon; the younger may
    draw all that are left. After a misdeal that was stood upon the elder's share is four where he was dealt
    thirteen, and six where he was dealt eleven.

Faults
    usage-exchange.none (violation): a player exchanged no card, or fewer than the rules ask for.
    usage-exchange.too-many (violation): the elder drew more than his share, or the younger more than were left.

Ruling
    Nothing on the score. What he drew beyond his discard is a matter of law 8.

Reading
    The article asks that a card at least be drawn, after one was discarded; so what counts is the draw. Among the
    authorities some let the younger keep his hand (parameter `exchange_minimum`). Where no exchange of a player is
    written, he is seen to have exchanged nothing only if he plays all the cards he was dealt. Cards put back
    remedy a draw beyond the share.

Example
    sample_games/laws/usage-exchange/none.json

Source
    Article, De l'écart.
"""

from collections.abc import Iterator

from piquet_records.cards.pack import to_bits
from piquet_records.cards.terms import ELDER, ROLES, Role
from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.hand_sizes import elder_draw_limit, hand_pointer, left_for_younger
from piquet_records.trace.facts import UnreliablePart

NUMBER: int | None = None
NEEDS = frozenset({Need.EXCHANGE})
FAULTS = {
    "usage-exchange.none": Severity.VIOLATION,
    "usage-exchange.too-many": Severity.VIOLATION,
}


def check(case: Case) -> Iterator[Finding]:
    """Find players who exchanged too little, or drew more than was there for them."""
    if UnreliablePart.EXCHANGE in case.trace.unreliable:
        return
    for role in ROLES:
        yield from _none(case, role)
        yield from _too_many(case, role)


def _none(case: Case, role: Role) -> Iterator[Finding]:
    exchanged = case.trace.exchanged[role]
    least = case.rules.exchange_minimum.elder if role == ELDER else case.rules.exchange_minimum.younger
    net = exchanged.asked - exchanged.put_back
    if net >= least or not (exchanged.draws or _kept_all(case, role)):
        return
    at = exchanged.draws[-1].event.at if exchanged.draws else hand_pointer(case.deal, role)
    yield Finding(code="usage-exchange.none", by=role, at=at, evidence={"found": net, "limit": least})


def _kept_all(case: Case, role: Role) -> bool:
    """Whether a player is seen to play all the cards that he was dealt."""
    dealt = case.trace.dealt[role]
    return dealt is not None and dealt.full and to_bits(case.trace.standing_cards(role)) == dealt.known


def _too_many(case: Case, role: Role) -> Iterator[Finding]:
    exchanged = case.trace.exchanged[role]
    limit = elder_draw_limit(case) if role == ELDER else left_for_younger(case)
    if not exchanged.draws or limit is None or exchanged.asked <= limit:
        return
    yield Finding(
        code="usage-exchange.too-many",
        by=role,
        at=exchanged.draws[-1].event.at,
        evidence={"found": exchanged.asked, "limit": limit},
        remedied=exchanged.asked - exchanged.put_back <= limit,
    )
