"""What a law and a book of laws are: modules, found in a package, with what each of them declares.

Knows no law and no book by name.
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
    """What the module of a law offers."""

    __doc__: str
    __name__: str
    NUMBER: int | None
    NEEDS: frozenset[Need]
    FAULTS: dict[str, Severity]

    def check(self, case: Case) -> Iterator[Finding]:
        """Yield the findings of this law in a deal."""
        ...


def acts_of(law: Law) -> tuple[type, ...]:
    """Return the acts that a law is about; empty for a law that the cards alone can break."""
    return getattr(law, "ACTS", ())


def extra_acts(law: Law) -> tuple[type, ...]:
    """Return other acts that a law has to look at in every deal."""
    return getattr(law, "EXTRA_ACTS", ())


def title(law: Law) -> str:
    """Return a law's title: its first line without the number."""
    return law.__doc__.splitlines()[0].partition(". ")[2].rstrip(".")


def page(law: Law) -> str:
    """Return a law's page: its docstring."""
    return law.__doc__.strip()


class LawBook:
    """The laws of one authority, in the order in which they are checked and reported."""

    def __init__(self, package: ModuleType, usages: Sequence[str]) -> None:
        """Import the laws of a package: every ``law_*`` module by name, then ``usage_*`` in the order of ``usages``.

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
        """The laws that have a number, by it."""
        return {law.NUMBER: law for law in self.laws if law.NUMBER is not None}

    @cached_property
    def by_code(self) -> dict[str, Law]:
        """The law of each finding code."""
        return {code: law for law in self.laws for code in law.FAULTS}

    @cached_property
    def scored_checks(self) -> tuple[Callable[[ScoredCase], Iterator[Finding]], ...]:
        """The checks that need the computed score."""
        return tuple(law.check_scored for law in self.laws if hasattr(law, "check_scored"))

    @cached_property
    def checkable_if(self) -> tuple[tuple[int, Callable[[Case], bool]], ...]:
        """Number and test of each law that needs more than the facts in ``NEEDS`` to be checkable."""
        return tuple((law.NUMBER or 0, law.checkable) for law in self.laws if hasattr(law, "checkable"))
