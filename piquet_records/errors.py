"""The exceptions of the library, for wrong use of it only. Findings, and faults of a record, are data.

PiquetError
├── UnknownRulesError    a rules profile that is not shipped
├── InputError           a path at which nothing can be read, or a file name with an unknown ending
└── ArchiveError         an archive that cannot be opened or changed as asked

Also finds the name that a misspelt one may mean, for the texts of errors.
"""

from collections.abc import Iterable
from typing import Self


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a misspelt one may mean; None if none is like it.

    Upper and lower case are alike, and so are ``_`` and ``-``.
    """
    from difflib import get_close_matches

    plain = {candidate.lower().replace("_", "-"): candidate for candidate in known}
    near = get_close_matches(name.lower().replace("_", "-"), plain, n=1)
    return plain[near[0]] if near else None


class PiquetError(Exception):
    """The base of all exceptions of the library."""


class UnknownRulesError(PiquetError):
    """A rules profile that is not shipped."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        """Keep the name that was asked for, and the names of the profiles that are shipped."""
        super().__init__(f"no rules profile {asked!r}; there are {', '.join(known)}")
        self.asked = asked
        self.known = known

    def __reduce__(self) -> tuple[type[Self], tuple[str, tuple[str, ...]]]:
        """Return what makes the exception again, so that it can be sent to another process."""
        return type(self), (self.asked, self.known)


class InputError(PiquetError):
    """A path at which nothing can be read, or a file name with an unknown ending."""


class ArchiveError(PiquetError):
    """An archive that cannot be opened or changed as asked."""
