"""The 28 laws, and the rules of the article that have no number: one module each, found by number from the file list.

Each module holds, in this order, its page (the docstring), ``NUMBER``, ``NEEDS`` (facts without which it is not
checkable), ``ACTS`` (where it is about acts that leave no trace in the cards: those acts), ``FAULTS`` (every code it
can give) and ``check``. Some have more: ``checkable``, where ``NEEDS`` alone does not say it, ``check_scored``, where
the computed score is needed, and ``ALSO``, acts of every deal that it has to look at too. No law calls another.
"""

from collections.abc import Callable, Iterator
from typing import Final, Protocol, cast

from piquet_records.case import Case, Need, ScoredCase
from piquet_records.findings import Finding, Severity
from piquet_records.laws import (
    law_01_revoke,
    law_02_misdeal_notice,
    law_03_too_many,
    law_04_too_few,
    law_05_late_call,
    law_06_not_shown,
    law_07_packets_changed,
    law_08_overdraw,
    law_09_discard_changed,
    law_10_looked_first,
    law_11_short_draw_unsaid,
    law_12_dealt_twice,
    law_13_named_suit,
    law_14_false_call,
    law_15_count_short,
    law_16_card_taken_back,
    law_17_younger_first,
    law_18_elder_saw_talon,
    law_19_younger_saw_talon,
    law_20_left_mixed,
    law_21_missing_card_unsaid,
    law_22_set_unnamed,
    law_23_faulty_pack,
    law_24_misdeal,
    law_25_abandoned,
    law_26_threw_in,
    law_27_last_cards,
    law_28_retook_discard,
    usage_blanche,
    usage_deal,
    usage_exchange,
    usage_lead,
    usage_remedy,
    usage_reply,
    usage_turn,
)


class Law(Protocol):
    """What a module of this package offers."""

    __doc__: str
    __name__: str
    NUMBER: int | None
    NEEDS: frozenset[Need]
    ACTS: tuple[type, ...]
    FAULTS: dict[str, Severity]

    def check(self, case: Case) -> Iterator[Finding]:
        """Yield what a deal has against this law."""
        ...


_MODULES = (
    law_01_revoke,
    law_02_misdeal_notice,
    law_03_too_many,
    law_04_too_few,
    law_05_late_call,
    law_06_not_shown,
    law_07_packets_changed,
    law_08_overdraw,
    law_09_discard_changed,
    law_10_looked_first,
    law_11_short_draw_unsaid,
    law_12_dealt_twice,
    law_13_named_suit,
    law_14_false_call,
    law_15_count_short,
    law_16_card_taken_back,
    law_17_younger_first,
    law_18_elder_saw_talon,
    law_19_younger_saw_talon,
    law_20_left_mixed,
    law_21_missing_card_unsaid,
    law_22_set_unnamed,
    law_23_faulty_pack,
    law_24_misdeal,
    law_25_abandoned,
    law_26_threw_in,
    law_27_last_cards,
    law_28_retook_discard,
    usage_deal,
    usage_exchange,
    usage_blanche,
    usage_lead,
    usage_turn,
    usage_reply,
    usage_remedy,
)
LAWS: Final = tuple(cast("Law", module) for module in _MODULES)
"""All of them, the numbered ones first and in order."""

NUMBERED: Final = {law.NUMBER: law for law in LAWS if law.NUMBER is not None}
LAW_NUMBERS: Final = tuple(sorted(NUMBERED))
BY_CODE: Final = {code: law for law in LAWS for code in law.FAULTS}
"""The law that gives each finding code."""

SCORED: Final[tuple[Callable[[ScoredCase], Iterator[Finding]], ...]] = tuple(
    module.check_scored for module in _MODULES if hasattr(module, "check_scored")
)
"""The checks that need the computed score."""

UNCERTAIN: Final[tuple[tuple[int, Callable[[Case], bool]], ...]] = tuple(
    (module.NUMBER, module.checkable) for module in _MODULES if hasattr(module, "checkable")
)
"""Laws whose needs hang on more than the facts that ``NEEDS`` names, with what tells it."""


def severity(code: str) -> Severity:
    """Give how grave a code is, where the finding does not say otherwise."""
    return BY_CODE[code].FAULTS[code]


def title(law: Law) -> str:
    """Give a law's title: its first line without the number."""
    return law.__doc__.splitlines()[0].partition(". ")[2].rstrip(".")


def page(law: Law) -> str:
    """Give a law's page: its docstring."""
    return law.__doc__.strip()


__all__ = ["BY_CODE", "LAWS", "LAW_NUMBERS", "NUMBERED", "SCORED", "UNCERTAIN", "Law", "page", "severity", "title"]
