"""A line of statements read: what a player did or said, as the fields of steps with their places in the line.

Cards stay as they were written until the language of the game's letters is known. Knows nothing of deals or games.
"""

import difflib
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from piquet_records.notation.grammar import DESCRIBED, Statements, statements
from piquet_records.notation.letters import Language, Letters, LettersKind, read
from piquet_records.record import json_text

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

_MOST_NAMED: Final = 8
"""How many expected words an error lists; where there are more, it names the nearest of them."""
_ACTS_PAGE: Final = "the page docs/notation.md lists the acts"


class LineError(Exception):
    """What is wrong in a line, and at which column, from 1."""

    def __init__(self, message: str, column: int) -> None:
        """Keep the column beside the message."""
        super().__init__(message)
        self.column = column


class ReadStep(Struct, frozen=True):
    """A step as it was read: its fields, and the column at which each of them stands."""

    fields: dict[str, Any]
    columns: dict[str, int]
    column: int
    raw: msgspec.Raw | None = None
    """The JSON of a step that was written as such; it has no other fields then."""


def read_statements(text: str, line: int) -> list[ReadStep]:
    """Return the steps of a line. Raises LineError at the first thing that cannot be read."""
    from lark.exceptions import UnexpectedInput

    grammar = statements()
    try:
        tree = grammar.parser.parse(text)
    except UnexpectedInput as error:
        raise LineError(*_explained(error, text, grammar)) from None
    found: list[ReadStep] = []
    by = ""
    for statement in tree.children:
        step = _Reader(grammar, text, line).step(statement, by)  # type: ignore[arg-type]
        by = step.fields.get("by", by)
        found.append(step)
    return found


def plain_fields(step: ReadStep, language: Language) -> dict[str, Any]:
    """Return a step as a record has it, its cards read in a language. Raises UnreadableCardsError."""
    if step.raw is not None:
        fields: dict[str, Any] = msgspec.json.decode(step.raw)
        return fields
    return {name: _plain(value, language) for name, value in step.fields.items()}


def _plain(value: Any, language: Language) -> Any:
    if isinstance(value, Letters):
        return read(value, language)
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value


class _Reader:
    """Reads the tree of one statement."""

    def __init__(self, grammar: Statements, text: str, line: int) -> None:
        self.grammar, self.text, self.line = grammar, text, line
        self.fields: dict[str, Any] = {}
        self.columns: dict[str, int] = {}

    def step(self, statement: "Tree[Token]", by: str) -> ReadStep:
        """Return the step of a statement; ``by`` is who acted before on the same line."""
        column = statement.meta.column
        for part in statement.children:
            self._part(part)  # type: ignore[arg-type]
        if raw := self.fields.get(""):
            return ReadStep({}, {}, column, raw)
        if "by" not in self.fields:
            if not by:
                raise LineError("expected `elder` or `younger` before what was done", column)
            self._set("by", by, column)
        act = {"act": self.fields.pop("act"), "by": self.fields.pop("by")}
        return ReadStep(act | self.fields, self.columns, column)

    def _part(self, part: "Tree[Token]") -> None:
        column = part.meta.column if not part.meta.empty else 0
        match part.data:
            case "after_lead" | "before_lead":
                self._set("after_lead", part.data == "after_lead", column)
            case "who":
                who = str(part.children[0])
                self._set("by", who.upper() if len(who) == 1 else who.lower(), column)
            case "act":
                self._act(part.children[0])  # type: ignore[arg-type]
            case "note":
                self._set("notes", _quoted(part.children[0]), column)  # type: ignore[arg-type]
            case "extra":
                self._set("x", self._json(part.children[0]), column)  # type: ignore[arg-type]
            case "step":
                self._set("", self._json(part.children[0]), column)  # type: ignore[arg-type]

    def _set(self, name: str, value: Any, column: int) -> None:
        self.fields[name] = value
        self.columns[name] = column

    def _act(self, act: "Tree[Token]") -> None:
        row = self.grammar.rows[act.data]
        self._set("act", row.act, 0 if act.meta.empty else act.meta.column)
        for name, value in row.fixed.items():
            self._set(name, value, self.columns["act"])
        for field in act.children:
            name = str(field.data).removeprefix("f_").partition("__")[0]  # type: ignore[union-attr]
            kind = field.children[0]  # type: ignore[union-attr]
            column = self.columns["act"] if field.meta.empty else field.meta.column  # type: ignore[union-attr]
            self._set(name, self._value(kind, column), column)  # type: ignore[arg-type]

    def _value(self, kind: "Tree[Token]", column: int) -> Any:
        """Return the value of a field; cards, ranks and suits as the letters that they are written in."""
        name, parts = str(kind.data), kind.children
        if name in self.grammar.values:
            return self.grammar.values[name]
        if name == "k_shown":
            return self._value(parts[0], column) if parts else False  # type: ignore[arg-type]
        if name in _SPOKEN_TOPS:
            return _SPOKEN_TOPS[name].get(self.fields["cards"], "A")
        tokens: list[Token] = parts  # type: ignore[assignment]
        if name in _LETTERS:
            return self._letters(tokens, _LETTERS[name], column)
        if name == "k_announced" and not tokens:
            return False
        return int(tokens[0]) - (name == "k_entry")

    def _letters(self, parts: "list[Token]", kind: LettersKind, column: int) -> Letters | str:
        if not parts:
            return ""
        text = self.text[parts[0].start_pos : parts[-1].end_pos]
        return Letters(text, kind, self.line, parts[0].column or column)

    def _json(self, tree: "Tree[Token]") -> msgspec.Raw:
        return read_json(self.text[tree.meta.start_pos : tree.meta.end_pos], tree.meta.column)


_LETTERS: Final[dict[str, LettersKind]] = {
    "k_cards": "cards",
    "k_card": "card",
    "k_rank": "rank",
    "k_ranks": "rank",
    "k_top": "rank",
    "k_suit": "suit",
}
"""The rules for what is written in letters, and what the letters are."""
_SPOKEN_TOPS: Final[dict[str, dict[int, str]]] = {
    "k_major": {},
    "k_minor": {3: "9", 4: "T", 5: "J", 6: "Q", 7: "K", 8: "A"},
}
"""The top of the highest sequence (the ace) and of the lowest, by length."""


def read_json(text: str, column: int) -> msgspec.Raw:
    """Return a text of JSON as it stands, when it can be read. Raises LineError."""
    try:
        json_text.parse(text)
    except json.JSONDecodeError as error:
        message = f"this is no JSON: {error.msg[0].lower()}{error.msg[1:]}"
        raise LineError(message, column + error.pos) from None
    except RecursionError:
        raise LineError("nested too deeply to be read", column) from None
    return msgspec.Raw(text.encode())


def _quoted(token: "Token") -> msgspec.Raw:
    return read_json(str(token), token.column or 1)


def _explained(error: "UnexpectedInput", text: str, grammar: Statements) -> tuple[str, int]:
    """Say what stands where a statement cannot go on, and what could stand there; with the column."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    place = error.pos_in_stream if error.pos_in_stream is not None else len(text)
    names: set[str] = set()
    if isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    elif isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected or ())
        if error.token.type == "$END":
            place = len(text.rstrip())
    words = sorted(grammar.words[name] for name in names if name in grammar.words)
    described = sorted(DESCRIBED[name] for name in names if name in DESCRIBED)
    rest = re.match(r"[^\s,;]+", text[place:])
    found = f"found `{json_text.shortened(rest[0])}`" if rest else "the line ends too early"
    return f"{found}{_expected(rest[0] if rest else '', words, described)}", place + 1


def _expected(found: str, words: list[str], described: list[str]) -> str:
    near = list(_near(found, words))
    if near:
        return f"; did you mean {' or '.join(near)}?"
    if len(words) + len(described) > _MOST_NAMED:
        return f", expected what the player did or said, such as `discards`, `point`, `tierce`; {_ACTS_PAGE}"
    *others, last = [*described, *(f"`{word}`" for word in words)]
    return f", expected {', '.join(others)} or {last}" if others else f", expected {last}"


def _near(found: str, words: list[str]) -> Iterator[str]:
    return (f"`{word}`" for word in difflib.get_close_matches(found.casefold(), words, n=2, cutoff=0.7))
