"""Read the named queries, ``queries/*.sql``, each with a header that describes it.

A header consists of comment lines ``-- KEY: text`` with the keys ``name``, ``answers``, ``columns``, and a
``parameter`` line for each parameter, ``NAME=DEFAULT, meaning`` (no default: NULL). A line that begins with ``--   ``
continues the line before. To add a query, add a file; nothing else lists them.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from piquet_records.errors import ArchiveError, nearest_name

_HEADER: Final = re.compile(r"^--(?: (?P<key>name|answers|columns|parameter): |   +)(?P<text>.+)$")
_PARAMETER: Final = re.compile(r"(?P<name>\w+)=(?P<default>[^,]*), (?P<meaning>.+)")


class Parameter(Struct, frozen=True):
    """A parameter of a named query."""

    name: str
    default: str | None
    """As text; None for NULL."""
    meaning: str


class NamedQuery(Struct, frozen=True):
    """A query that is part of the program."""

    name: str
    answers: str
    """The question that the query answers, in one sentence."""
    columns: str
    """What the columns of the answer hold."""
    parameters: tuple[Parameter, ...]
    sql: str

    def bind(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return a value for each parameter: the one given or the default. Raises ArchiveError for an unknown name."""
        known = {parameter.name: parameter.default for parameter in self.parameters}
        for name in given:
            if name not in known:
                message = f"the query {self.name} has no parameter {name!r}; {_parameters_text(known)}"
                raise ArchiveError(message)
        return {**known, **given}


def named_queries() -> tuple[NamedQuery, ...]:
    """Return all named queries, sorted by name."""
    return tuple(_all()[name] for name in sorted(_all()))


def named_query(name: str) -> NamedQuery:
    """Return one named query. Raises ArchiveError if no query has that name."""
    found = _all().get(name)
    if found is None:
        near = nearest_name(name, _all())
        hint = f"did you mean {near}?" if near else "`piquet query ARCHIVE --list` lists them"
        message = f"no query is named {name!r}; {hint}"
        raise ArchiveError(message)
    return found


@cache
def _all() -> dict[str, NamedQuery]:
    files = (resources.files("piquet_records.archive") / "queries").iterdir()
    found = [_read(file.name, file.read_text("utf-8")) for file in files if file.name.endswith(".sql")]
    return {query.name: query for query in found}


def _read(file: str, text: str) -> NamedQuery:
    """Return the query of a file. Raise ArchiveError if its header lacks a line."""
    header: list[tuple[str, str]] = []
    for line in text.splitlines():
        comment = _HEADER.match(line)
        if comment is None:
            break
        if comment["key"]:
            header.append((comment["key"], comment["text"]))
        else:
            header[-1] = (header[-1][0], f"{header[-1][1]} {comment['text']}")
    values = dict(header)
    if lacking := [f"-- {key}: …" for key in ("name", "answers", "columns") if key not in values]:
        message = f"queries/{file}: add to the header: {', '.join(lacking)}"
        raise ArchiveError(message)
    parameters = [_PARAMETER.fullmatch(value) for key, value in header if key == "parameter"]
    return NamedQuery(
        name=values["name"],
        answers=values["answers"],
        columns=values["columns"],
        parameters=tuple(Parameter(p["name"], p["default"] or None, p["meaning"]) for p in parameters if p),
        sql=text,
    )


def _parameters_text(names: Mapping[str, object]) -> str:
    return f"it has {', '.join(names)}" if names else "it has none"
