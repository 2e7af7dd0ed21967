"""A law as a module, and a book of laws as a package of such modules.

Finds the modules of a book and indexes what they declare. Knows no law and no book by name.
"""

import pkgutil
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Protocol, cast

from piquet_records.findings import Finding, Severity
from piquet_records.laws.case import Case, Need, ScoredCase


class Law(Protocol):
    """What each module of a law must define; the docstring is its page."""

    __doc__: str
    __name__: str
    NUMBER: int | None
    NEEDS: frozenset[Need]
    FAULTS: dict[str, Severity]

    def check(self, case: Case) -> Iterator[Finding]:
        """Yield the findings of this law in a deal."""
        ...


def acts_of(law: Law) -> tuple[type, ...]:
    """Return the acts that a law is about, as types of steps; empty if the cards alone show whether it was broken."""
    return getattr(law, "ACTS", ())


def extra_acts(law: Law) -> tuple[type, ...]:
    """Return the types of further steps that a law has to look at in every deal."""
    return getattr(law, "EXTRA_ACTS", ())


def title(law: Law) -> str:
    """Return a law's title: the first line of its page without the number and the full stop."""
    return law.__doc__.splitlines()[0].partition(". ")[2].rstrip(".")


def page(law: Law) -> str:
    """Return a law's page: its docstring."""
    return law.__doc__.strip()


class LawBook:
    """The laws of one authority, in the order in which they are checked and reported."""

    def __init__(self, package: ModuleType, usages: Sequence[str]) -> None:
        """Import the laws of a package: its ``law_*`` modules in order of name, then ``usage_*`` in the order given.

        Raises ValueError if ``usages`` and the modules of the package differ.
        """
        found = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
        numbered = [name for name in found if name.startswith("law_")]
        unnumbered = [f"usage_{usage}" for usage in usages]
        if missing := set(found) ^ {*numbered, *unnumbered}:
            message = f"{package.__name__}: list each usage_* module, and nothing else, in USAGES: {sorted(missing)}"
            raise ValueError(message)
        modules = [import_module(f"{package.__name__}.{name}") for name in numbered + unnumbered]
        self.name = package.__name__.rpartition(".")[2]
        self.laws = tuple(cast("Law", module) for module in modules)

    @cached_property
    def numbered(self) -> dict[int, Law]:
        """The laws that have a number, by that number."""
        return {law.NUMBER: law for law in self.laws if law.NUMBER is not None}

    @cached_property
    def by_code(self) -> dict[str, Law]:
        """The law of each finding code, by the code."""
        return {code: law for law in self.laws for code in law.FAULTS}

    @cached_property
    def scored_checks(self) -> tuple[Callable[[ScoredCase], Iterator[Finding]], ...]:
        """The checks of this book that need the computed score, in order."""
        return tuple(law.check_scored for law in self.laws if hasattr(law, "check_scored"))

    @cached_property
    def checkable_if(self) -> tuple[tuple[int, Callable[[Case], bool]], ...]:
        """The number (0 if it has none) and ``checkable`` test of each law for which ``NEEDS`` is not enough."""
        return tuple((law.NUMBER or 0, law.checkable) for law in self.laws if hasattr(law, "checkable"))
