"""The exceptions of the library, for wrong use of it only. Findings, and faults of a record, are data.

PiquetError
├── UnknownRulesError    a rules profile that is not shipped
├── InputError           a path at which nothing can be read, or a file name with an unknown ending
└── ArchiveError         an archive that cannot be opened or changed as asked
"""


class PiquetError(Exception):
    """The base of all exceptions of the library."""


class UnknownRulesError(PiquetError):
    """A rules profile that is not shipped."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        """Keep the name that was asked for, and the names of the profiles that are shipped."""
        super().__init__(f"no rules profile {asked!r}; there are {', '.join(known)}")
        self.asked = asked
        self.known = known


class InputError(PiquetError):
    """A path at which nothing can be read, or a file name with an unknown ending."""


class ArchiveError(PiquetError):
    """An archive that cannot be opened or changed as asked."""
