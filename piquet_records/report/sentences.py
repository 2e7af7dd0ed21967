"""Every sentence and word that a user reads in findings and reports, looked up and filled in.

The sentences are data, in ``words/findings-LANGUAGE.toml``; the head of the English file explains its keys and
placeholders. A report keeps the evidence as codes; here they become words. Knows nothing of laws.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final, Literal

from piquet_records.cards.pack import SUIT_SIGNS
from piquet_records.cards.terms import ADVERSARY

Kind = Literal["message", "ruling"]
Evidence = Mapping[str, Any]
Words = Mapping[str, Mapping[str, str]]

LANGUAGES: Final = ("en", "fr")
"""The languages that have sentences; the first is used for any other language."""

_SENTENCE_START: Final = re.compile(r"(?:^|(?<=\. ))\w")
_CARDS: Final = ("card", "cards", "missing")
_CODED: Final = dict.fromkeys(("by", "adversary", "holder"), "roles") | {
    "suit": "suits",
    "category": "categories",
    "entry": "entries",
}


def finding_text(code: str, kind: Kind, lang: str, evidence: Evidence, holds: Collection[str] = ()) -> str:
    """Return a finding's sentence; a ruling is empty if nothing follows from the finding.

    ``holds`` are the ``circumstances`` of the deal: where one of them makes the sentence wrong, another replaces it.
    General words replace what the evidence lacks. A code for which no sentence was written gets a message that says so.
    """
    tables, values = _catalogue(lang), _completed(evidence)
    if code not in tables["findings"]:
        return str(tables["unsaid"]["finding"].format(code=code)) if kind == "message" else ""
    sentences = [_sentence(tables, code, kind, evidence, holds)]
    sentences += [also for key, also in tables["also"][kind].items() if evidence.get(key)]
    in_words = {
        name: _in_words(tables, name, values.get(name)) for sentence in sentences for name in _placeholders(sentence)
    }
    filled = [sentence.format(**in_words) for sentence in sentences if sentence]
    return _SENTENCE_START.sub(lambda start: start[0].upper(), " ".join(filled))


def codes() -> frozenset[str]:
    """Return the finding codes that have sentences."""
    return frozenset(_catalogue(LANGUAGES[0])["findings"])


def words(lang: str) -> Words:
    """Return the tables of single words, such as ``words("fr")["suits"]["S"]``; English for an unknown language."""
    tables: Words = _catalogue(lang)["words"]
    return tables


@cache
def _catalogue(lang: str) -> dict[str, Any]:
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    return tomllib.loads(
        (resources.files("piquet_records.report") / "words" / f"findings-{known}.toml").read_text("utf-8")
    )


def _sentence(tables: dict[str, Any], code: str, kind: Kind, evidence: Evidence, holds: Collection[str] = ()) -> str:
    """Return the sentence of the evidence's variant, without a variant the finding's own, unless ``holds`` replaces it.

    A variant with a sentence of its own is replaced only by one of its own.
    """
    finding: dict[str, Any] = tables["findings"][code]
    variant: dict[str, Any] = finding.get(evidence.get("variant", ""), {})
    said = variant if kind in variant else finding
    instead = [other[kind] for name, other in said.get("when", {}).items() if name in holds and kind in other]
    return str([*instead, said.get(kind, "")][0])


@cache
def _placeholders(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name))


def _completed(evidence: Evidence) -> dict[str, Any]:
    """Return the evidence with the adversary of ``by`` and the category of ``call``."""
    adversary = ADVERSARY.get(evidence["by"]) if evidence.get("by") else None
    category = evidence["call"]["what"] if evidence.get("call") else None
    return {"adversary": adversary, "category": category, **evidence}


def _in_words(tables: dict[str, Any], name: str, value: Any) -> str:
    """Return one value of the evidence in words; a code without words is returned as it is."""
    table: Words = tables["words"]
    if value is None:
        return str(tables["unsaid"].get(name, tables["unsaid"]["number"]))
    if isinstance(value, Mapping):
        return call_words(table, value)
    if isinstance(value, list | tuple):
        return f" {table['cards']['and']} ".join(call_words(table, call) for call in value)
    if name in _CARDS:
        return cards_words(table, value)
    return table[_CODED[name]].get(value, str(value)) if name in _CODED else str(value)


def cards_words(table: Words, cards: str) -> str:
    """Return the words for cards written as in a record: ``"AS TS"`` becomes *A♠ and 10♠*."""
    names = [
        table["cards"]["unknown"] if card == "??" else table["ranks"][card[0]] + SUIT_SIGNS[card[1]]
        for card in cards.split()
    ]
    if not names:
        return table["cards"]["none"]
    return f" {table['cards']['and']} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def call_words(table: Words, call: Mapping[str, Any]) -> str:
    """Return the words for a call, given by the fields of a ``call`` step: *a quint to the king*."""
    what, cards = call["what"], call.get("cards")
    if what == "sequence" and str(cards) in table["lengths"]:
        named = table["sequences"].get(f"{cards}{call['top']}")
        return named or f"{table['lengths'][str(cards)]} {table['tops'][call['top']]}"
    if what == "set" and str(cards) in table["sets"]:
        return " ".join(filter(None, (table["sets"][str(cards)], table["of_ranks"].get(call.get("rank", "")))))
    pattern = "point_value" if what == "point" and call.get("value") is not None else what
    return table["calls"][pattern].format_map(call)
