"""The named queries: ``queries/*.sql``, each with a header that says what it answers.

A header is lines such as ``-- answers: …``: ``name``, ``answers``, ``columns``, and a ``parameter`` line for each
parameter, ``NAME=DEFAULT, meaning`` (no default: NULL). A line that begins ``--   `` goes on with the one before.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from piquet_records.errors import ArchiveError

_HEADER: Final = re.compile(r"^--(?: (?P<key>name|answers|columns|parameter): |   +)(?P<text>.+)$")
_PARAMETER: Final = re.compile(r"(?P<name>\w+)=(?P<default>[^,]*), (?P<meaning>.+)")


class Parameter(Struct, frozen=True):
    """What a query can be told."""

    name: str
    default: str | None
    meaning: str


class NamedQuery(Struct, frozen=True):
    """A query that comes with the program."""

    name: str
    answers: str
    """The question, in a sentence."""
    columns: str
    """What the columns of the answer hold."""
    parameters: tuple[Parameter, ...]
    sql: str

    def bind(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Give a value for each parameter. Raises ArchiveError for one that the query does not know."""
        known = {parameter.name: parameter.default for parameter in self.parameters}
        for name in given:
            if name not in known:
                message = f"the query {self.name} has no parameter {name!r}; {_there_are(known)}"
                raise ArchiveError(message)
        return {**known, **given}


def named_queries() -> tuple[NamedQuery, ...]:
    """Give all of them, by name."""
    return tuple(_all()[name] for name in sorted(_all()))


def named_query(name: str) -> NamedQuery:
    """Give one. Raises ArchiveError where there is none of that name."""
    found = _all().get(name)
    if found is None:
        near = get_close_matches(name, _all(), n=1)
        hint = f"did you mean {near[0]}?" if near else "`piquet query ARCHIVE --list` lists them"
        message = f"no query is named {name!r}; {hint}"
        raise ArchiveError(message)
    return found


@cache
def _all() -> dict[str, NamedQuery]:
    files = (resources.files("piquet_records.archive") / "queries").iterdir()
    found = [_read(file.read_text("utf-8")) for file in files if file.name.endswith(".sql")]
    return {query.name: query for query in found}


def _read(text: str) -> NamedQuery:
    said: list[tuple[str, str]] = []
    for line in text.splitlines():
        header = _HEADER.match(line)
        if header is None:
            break
        if header["key"]:
            said.append((header["key"], header["text"]))
        else:
            said[-1] = (said[-1][0], f"{said[-1][1]} {header['text']}")
    words = dict(said)
    parameters = [_PARAMETER.fullmatch(value) for key, value in said if key == "parameter"]
    return NamedQuery(
        name=words["name"],
        answers=words["answers"],
        columns=words["columns"],
        parameters=tuple(Parameter(p["name"], p["default"] or None, p["meaning"]) for p in parameters if p),
        sql=text,
    )


def _there_are(names: Mapping[str, object]) -> str:
    return f"it has {', '.join(names)}" if names else "it has none"
