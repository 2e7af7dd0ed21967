"""The exceptions of the library: only for misuse. Findings and record errors are data, not exceptions.

PiquetError
├── UnknownRulesError    a rules profile that is not shipped
├── InputError           a path at which nothing can be read
└── ArchiveError         an archive that cannot be opened or changed as asked
"""


class PiquetError(Exception):
    """The root of all of them."""


class UnknownRulesError(PiquetError):
    """A rules profile that is not shipped."""

    def __init__(self, asked: str, known: tuple[str, ...]) -> None:
        """Keep what was asked for and what there is."""
        super().__init__(f"no rules profile {asked!r}; there are {', '.join(known)}")
        self.asked = asked
        self.known = known


class InputError(PiquetError):
    """A path at which nothing can be read."""


class ArchiveError(PiquetError):
    """An archive that cannot be opened or changed as asked."""
