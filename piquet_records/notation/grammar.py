"""The grammar of statements, made of the rows of ``acts.py``.

Lark reads by it: it is pure Python, names the place of an error and what could have stood there, and refuses a table
of acts that could be read in two ways. Knows nothing of lines, deals or games.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from piquet_records.notation.acts import ROWS, VALUES, Row
from piquet_records.notation.letters import RANK_NAMES, SUIT_NAMES
from piquet_records.notation.phrases import SEQUENCES, FieldPart, OptionalPart, Part, parts_of

if TYPE_CHECKING:
    from lark import Lark

_BASE: Final = r"""
start: statement (_SEMICOLON statement)* _SEMICOLON?
statement: when? who? act note? extra? | step
when: {after_the_lead} -> after_lead | {before_the_lead} -> before_lead
who: WHO
note: {note} STRING
extra: {x} object
step: object
object: _OPEN _item* _CLOSE
_item: STRING | ATOM | _COLON | _LIST_OPEN _item* _LIST_CLOSE | _OPEN _item* _CLOSE

k_cards: {nothing} | PIECE (PIECE | RANKS)*
k_card: PIECE
k_count: INT
k_entry: INT
k_rank: RANK
k_ranks: RANK
k_suit: SUIT
k_top: {to_the} RANK | {to} RANK | {au} RANK | {à_la} RANK | {à_l'} RANK
     | {major} -> k_major | {majeure} -> k_major | {minor} -> k_minor | {basse} -> k_minor
k_shown: {not_shown} | {shown} k_cards
k_announced: {announcing} INT | {announcing_nothing}
"""

_TERMINALS: Final = r"""
WHO.3: /(elder|younger|[A-G])(?!\w)/i
INT.2: /\d+(?!\w)/
RANK.2: /({rank_names}|10|[AKQJTRDV987])(?!\w)/i
SUIT.2: /(({suit_names})[sx]?|[SHDCPKT♠♥♦♣♤♡♢♧]\ufe0f?)(?!\w)/i
PIECE.1: /(\?\?|(10|[AKQJTRDV987])*([SHDCPKT♠♥♦♣♤♡♢♧]\ufe0f?(10|[AKQJTRDV987])*)+)(?!\w)/i
RANKS: /(10|[AKQJTRDV987])+(?!\w)/i
STRING: /"([^"\\]|\\.)*"/
ATOM: /-?\d[\d.eE+-]*|true|false|null|NaN|-?Infinity/
_SEMICOLON: ";"
_COLON: ":"
_OPEN: "{"
_CLOSE: "}"
_LIST_OPEN: "["
_LIST_CLOSE: "]"
%ignore /[\s,]+/
%ignore /#.*/
"""

_RANK_NAMES: Final = f"({'|'.join(RANK_NAMES)})s?|as"

DESCRIBED: Final = {
    "WHO": "`elder` or `younger`",
    "INT": "a number",
    "RANK": "a rank such as `ace`",
    "SUIT": "a suit such as `spades`",
    "PIECE": "cards",
    "RANKS": "more cards",
    "STRING": 'a text in quotes ("…")',
    "ATOM": "a value of JSON",
    "_SEMICOLON": "`;`",
    "_OPEN": "`{`",
    "_CLOSE": "`}`",
    "$END": "the end of the line",
}
"""What an error calls each kind of text; words are quoted as they are."""


class Statements(NamedTuple):
    """The grammar of statements: Lark's parser, and what the names of its rules and words stand for."""

    parser: "Lark"
    text: str
    rows: dict[str, Row]
    values: dict[str, Any]
    words: dict[str, str]


class _Builder:
    """Collects rules and words while the grammar is written."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        self.values: dict[str, Any] = {}
        self.rows: dict[str, Row] = {}
        self.fields: set[FieldPart] = set()

    def word(self, word: str) -> str:
        """Return the name of the terminal of one word."""
        known = {text: name for name, text in self.words.items()}
        return known.get(word) or self._new_word(word)

    def _new_word(self, word: str) -> str:
        name = f"_W{len(self.words)}"
        self.words[name] = word
        return name

    def said(self, words: str) -> str:
        """Return the terminals of several words."""
        return " ".join(map(self.word, words.split(" ")))

    def parts(self, parts: tuple[Part, ...]) -> str:
        """Return parts of a phrase as they stand in a rule."""
        texts = []
        for part in parts:
            if isinstance(part, OptionalPart):
                texts.append(f"({self.parts(part.parts)})?")
            elif isinstance(part, FieldPart):
                self.fields.add(part)
                texts.append(f"f_{part.field}__{part.kind}")
            else:
                texts.append(self.word(part))
        return " ".join(texts)

    def choice(self, kind: str, values: dict[Any, tuple[str, ...]]) -> list[str]:
        """Return the alternatives of a kind with few values."""
        found = []
        for place, (value, phrases) in enumerate(values.items()):
            name = f"v_{kind}_{place}"
            self.values[name] = value
            found += [f"{self.said(words)} -> {name}" for words in phrases]
        return found


@cache
def statements() -> Statements:
    """Return the grammar of statements, made once."""
    from lark import Lark

    builder = _Builder()
    base = re.sub(r"\{([^{}]+)\}", lambda found: builder.said(found[1].replace("_", " ")), _BASE)
    rules = [base]
    for number, row in enumerate(ROWS):
        builder.rows[f"act_{number}"] = row
        rules.append(f"act_{number}: {builder.parts(parts_of(row.phrase))}")
    rules.append("act: " + " | ".join(builder.rows))
    rules += [f"f_{field}__{kind}: k_{kind}" for field, kind in sorted(builder.fields)]
    rules += [f"k_{kind}: " + "\n  | ".join(builder.choice(kind, dict(values))) for kind, values in VALUES.items()]
    named = builder.choice("sequence", dict(SEQUENCES))
    rules.append("k_sequence: " + "\n  | ".join([*named, f"{builder.said('sequence of')} INT"]))
    terminals = [f"{name}.5: /{_pattern(word)}/i" for name, word in builder.words.items()]
    names = _TERMINALS.replace("{rank_names}", _RANK_NAMES).replace("{suit_names}", "|".join(SUIT_NAMES))
    text = "\n".join([*rules, *terminals, names])
    parser = Lark(text, parser="lalr", propagate_positions=True, maybe_placeholders=False)
    return Statements(parser, text, builder.rows, builder.values, builder.words)


def _pattern(word: str) -> str:
    """Return the pattern of a word; a French elision (``d'``) is followed by its noun at once."""
    end = "" if word.endswith("'") else r"(?![\w'’-])"
    return re.escape(word).replace("'", "['’]") + end
