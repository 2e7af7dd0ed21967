"""What a session at a table says: its questions, answers and refusals, in the words of each language.

``words/record-LANGUAGE.toml`` has them; both files have the same keys. Knows nothing of what was entered.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import NamedTuple

from piquet_records.record.game import Deal

Points = tuple[int | None, int | None]
"""The elder's points and the younger's; None where they cannot be known."""


class Counting(NamedTuple):
    """How a deal is counted; the session itself knows no score."""

    running: Callable[[Deal], Points]
    """The counts of the moment, without cards and capot."""
    final: Callable[[Deal], Points]
    """The points of the whole deal."""


class RefusedError(Exception):
    """An answer that cannot be, with the reason in the reader's language."""


@cache
def words(lang: str) -> dict[str, dict[str, str]]:
    """Return what is asked and answered in a language."""
    text = (resources.files(__package__) / "words" / f"record-{lang}.toml").read_text("utf-8")
    return tomllib.loads(text)
