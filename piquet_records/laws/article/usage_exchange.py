"""Usage. What must and may be exchanged.

Statement
    Each player must exchange at least one card. The elder may draw up to five, the first of the talon; the younger
    may draw all that are left. If a deal stands after a misdeal, the elder's share is four if he was dealt thirteen,
    and six if he was dealt eleven.

Faults
    usage-exchange.none (violation): a player exchanged no card, or fewer than the rules require.
    usage-exchange.too-many (violation): the elder drew more than his share, or the younger more than were left.

Ruling
    The score does not change. Cards drawn beyond the discard are judged by law 8.

Reading
    The article requires that at least one card be drawn, after one was discarded; so only the draw counts. Some
    authorities let the younger keep his hand (parameter `exchange_minimum`). If no exchange of a player is recorded,
    the record shows that he exchanged nothing only if he plays all the cards that he was dealt. Putting cards back
    remedies a draw beyond the share.

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
    """Yield a finding for each player who exchanged too few cards, or drew more than he was allowed to."""
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
    """Return whether the record shows that a player plays all the cards that he was dealt."""
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
