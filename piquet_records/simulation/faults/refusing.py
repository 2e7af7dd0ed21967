"""Faults of refusing: a demand to which a law gives the right, and its refusal. Other faults give the right."""

from typing import Final

from msgspec.structs import replace

from piquet_records.cards.terms import ADVERSARY, ELDER, YOUNGER, Role
from piquet_records.record.game import Deal
from piquet_records.record.steps import (
    DealStep,
    DemandDiscard,
    DemandRedeal,
    DemandShow,
    DemandSuit,
    Notice,
    Refuse,
    Rewind,
    Stand,
)
from piquet_records.simulation.faults import calling, dealing, exchanging, looking, playing
from piquet_records.simulation.faults.regular_deal import (
    ExpectedFinding,
    Injection,
    Injector,
    RegularDeal,
    inserted,
)


def _deal(injection: Injection) -> Deal:
    return injection.game.deals[injection.deal_index]


def _with(injection: Injection, deal: Deal, *expected: ExpectedFinding) -> Injection:
    """Return an injection with another form of its deal and its result open."""
    number = injection.deal_index
    deals = list(injection.game.deals)
    deals[number] = deal
    game = replace(injection.game, deals=tuple(deals))
    found = [replace(finding, at=f"/deals/{number}/{finding.at}") for finding in expected]
    return replace(injection, game=game, expected=(*injection.expected, *found))


def _index(finding: ExpectedFinding) -> int:
    """Return the index in its list of the step at which a finding is expected."""
    return int(finding.at.rpartition("/")[2])


def _asked(injection: Injection, code: str, by: Role, name: str, index: int) -> Injection:
    """Insert the demand of a new deal and its refusal at a place of a list."""
    steps = (DemandRedeal(by=ADVERSARY[by]), Refuse(by=by))
    deal = inserted(_deal(injection), name, index, *steps)
    return _with(injection, deal, ExpectedFinding(code, by, f"{name}/{index + 1}"))


def revoke_not_mended(regular: RegularDeal) -> Injection | None:
    """Notice a revoke, and refuse to take the card back."""
    revoked = playing.revoke(regular)
    if revoked is None or any(isinstance(entry, Rewind) for entry in _deal(revoked).play or ()):
        return None
    (fault,) = revoked.expected
    index = _index(fault) + 1
    offender: Role = ELDER if fault.by == ELDER else YOUNGER
    steps: tuple[DealStep, ...] = (Notice(by=ADVERSARY[offender], what="revoke"), Refuse(by=offender))
    deal = inserted(_deal(revoked), "play", index, *steps)
    return _with(revoked, deal, ExpectedFinding("law-01.refused", offender, f"play/{index + 1}"))


def showing_refused(regular: RegularDeal) -> Injection | None:
    """Demand to see a good call, and refuse to show it."""
    unshown = calling.not_shown(regular)
    if unshown is None:
        return None
    (fault,) = unshown.expected
    index = _index(fault)
    deal = _deal(unshown)
    call = regular.calls[index]
    if call.by == ELDER and any(other.by == YOUNGER for other in regular.calls):
        return None  # the demand would come between other calls
    end = len(deal.declarations or ())
    steps = (DemandShow(by=ADVERSARY[call.by], what=call.what, of=index), Refuse(by=call.by))
    deal = inserted(deal, "declarations", end, *steps)
    return _with(unshown, deal, ExpectedFinding("law-06.refused", call.by, f"declarations/{end + 1}"))


def redeal_refused_after_overdraw(regular: RegularDeal) -> Injection:
    """Draw one card too many, and refuse the new deal that the other demands."""
    over = exchanging.overdrawn(regular)
    role: Role = ELDER if over.expected[0].by == ELDER else YOUNGER
    return _asked(over, "law-08.refused", role, "exchange", len(_deal(over).exchange or ()))


def redeal_refused_after_double_deal(regular: RegularDeal) -> Injection | None:
    """Refuse a new deal to a dealer who noticed before he saw a card that he dealt twice."""
    twice = dealing.dealt_twice(regular)
    if twice is None:
        return None
    notice = Notice(by=YOUNGER, what="double-deal", looked=False)
    noticed = _with(twice, inserted(_deal(twice), "dealing", 0, notice))
    return _asked(noticed, "law-12.refused", ELDER, "dealing", 1)


def first_demand_refused(regular: RegularDeal) -> Injection | None:
    """Look at the cards left without naming a suit, and refuse the suit that the younger then demands."""
    ignored = looking.first_demand_ignored(regular)
    if ignored is None:
        return None
    deal = inserted(_deal(ignored), "declarations", 1, Refuse(by=ELDER))
    return _with(ignored, deal, ExpectedFinding("law-13.refused", ELDER, "declarations/1"))


def later_demand_refused(regular: RegularDeal) -> Injection | None:
    """Look at the younger's cards of the talon, and refuse the suit that he then demands."""
    ignored = looking.later_demand_ignored(regular)
    if ignored is None:
        return None
    deal = _deal(ignored)
    index = next(number for number, entry in enumerate(deal.play or ()) if isinstance(entry, DemandSuit))
    saw, _ = ignored.expected
    return _with(
        replace(ignored, expected=(saw,)),
        inserted(deal, "play", index + 1, Refuse(by=ELDER)),
        ExpectedFinding("law-18.demand-ignored", ELDER, f"play/{index + 2}"),
        ExpectedFinding("law-18.refused", ELDER, f"play/{index + 1}"),
    )


def redeal_refused_after_look(regular: RegularDeal) -> Injection | None:
    """Look at the elder's cards of the talon, and refuse him the new deal that he demands."""
    saw = exchanging.younger_saw_talon(regular)
    if saw is None:
        return None
    return _asked(saw, "law-19.refused", YOUNGER, "exchange", len(_deal(saw).exchange or ()))


def discard_refused(regular: RegularDeal) -> Injection:
    """Mix the cards left into the discard, and refuse to show it."""
    mixed = looking.left_mixed(regular)
    deal = inserted(_deal(mixed), "declarations", 0, DemandDiscard(by=ELDER), Refuse(by=YOUNGER))
    found = (
        ExpectedFinding("law-20.not-shown", YOUNGER, "declarations/0"),
        ExpectedFinding("law-20.refused", YOUNGER, "declarations/1"),
    )
    return _with(mixed, deal, *found)


def redeal_refused_after_misdeal(regular: RegularDeal) -> Injection | None:
    """Deal a wrong number of cards, noticed in time, and refuse the new deal that the elder demands."""
    wrong = dealing.misdeal(regular)
    steps = _deal(wrong).dealing or ()
    if not any(isinstance(step, Stand) for step in steps):
        return None
    kept = tuple(step for step in steps if not isinstance(step, Stand))
    return _asked(_with(wrong, replace(_deal(wrong), dealing=kept)), "law-24.refused", YOUNGER, "dealing", len(kept))


INJECTORS: Final[dict[str, Injector]] = {
    "law-01.refused": revoke_not_mended,
    "law-06.refused": showing_refused,
    "law-08.refused": redeal_refused_after_overdraw,
    "law-12.refused": redeal_refused_after_double_deal,
    "law-13.refused": first_demand_refused,
    "law-18.refused": later_demand_refused,
    "law-19.refused": redeal_refused_after_look,
    "law-20.refused": discard_refused,
    "law-24.refused": redeal_refused_after_misdeal,
}
