"""One measured figure, and how it is printed."""

from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured, its value, and the target."""

    what: str
    value: str
    target: str = ""

    def __str__(self) -> str:
        """Return it as a line of a table."""
        return f"  {self.what:<58} {self.value:>24}  {self.target}".rstrip()
