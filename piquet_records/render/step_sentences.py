"""Steps as sentences: what a player did, in the words of a page. Knows nothing of findings or scores."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET, Struct

from piquet_records.cards.pack import Card
from piquet_records.cards.terms import ADVERSARY
from piquet_records.record.steps import BasePlayStep, BaseStep, Call, Correct
from piquet_records.render.phrases import Phrases, capital
from piquet_records.report.sentences import call_words

_CARDS: Final = ("card", "cards", "discard", "puts")
_SHARED: Final = ("by", "notes", "x", "after_lead")


class StepSentence(Struct, frozen=True):
    """A sentence about something that a player did or said."""

    who: str
    """A role; the name of a player for a step of the game as a whole."""
    text: str
    marks: tuple[int, ...] = ()
    """The numbers of the findings about it."""


def step_sentence(step: BaseStep, phrases: Phrases, drawn: tuple[Card, ...] = ()) -> str:
    """Return a step as a sentence without the player's name; ``drawn`` are the cards that it took from the talon."""
    act = str(step.__struct_config__.tag)
    table = phrases.acts[act]
    fields: dict[str, Any] = {
        name: value
        for name, value in zip(step.__struct_encode_fields__, _values(step), strict=True)
        if name not in _SHARED and value is not UNSET
    }
    in_words = {name: _in_words(name, value, phrases) for name, value in fields.items()}
    in_words["drawn"] = _drawn(fields, drawn, phrases)
    pattern = table["say"]
    if isinstance(step, Correct):
        pattern = table["say"] if step.cards else table["withdrawn"]
        in_words["call"] = call_words(phrases.words, fields)
    parts = [pattern.format_map(in_words)]
    for name, value in fields.items():
        key = f"{name}_{str(value).lower()}" if isinstance(value, bool) or name == "from" else name
        if key in table:
            parts.append(table[key].format_map(in_words))
    if isinstance(step, BasePlayStep) and step.after_lead is True:
        parts.append(phrases.page["after_lead"])
    return _with_notes(", ".join(parts), step)


def call_sentences(step: Call, phrases: Phrases) -> list[StepSentence]:
    """Return a call as it was spoken, then the reply and what was shown."""
    fields = {name: value for name in step.__struct_fields__ if (value := getattr(step, name)) is not UNSET}
    sentences = [StepSentence(step.by, _quoted(call_words(phrases.words, fields), phrases))]
    if step.reply is not UNSET:
        sentences.append(StepSentence(ADVERSARY[step.by], _quoted(phrases.words["replies"][step.reply], phrases)))
    if isinstance(step.shown, str):
        sentences.append(StepSentence(step.by, phrases.calls["shown"].format(cards=phrases.cards(step.shown))))
    elif step.shown is False:
        sentences.append(StepSentence(step.by, phrases.calls["not_shown"]))
    if step.bad_faith is not UNSET:
        sentences.append(StepSentence(step.by, phrases.calls[f"bad_faith_{str(step.bad_faith).lower()}"]))
    if step.notes is not UNSET:
        sentences.append(StepSentence(step.by, f"({step.notes})"))
    return sentences


def _quoted(text: str, phrases: Phrases) -> str:
    """Return spoken words as a sentence in quotation marks."""
    return phrases.page_words("quote", text=capital(text))


def _values(step: BaseStep) -> list[Any]:
    return [getattr(step, name) for name in step.__struct_fields__]


def _drawn(fields: dict[str, Any], drawn: tuple[Card, ...], phrases: Phrases) -> str:
    count = fields.get("draw", fields.get("count"))
    if all(card < 0 for card in drawn):
        return str(count)
    return phrases.page_words("draws_cards", count=count, cards=phrases.cards(drawn))


def _in_words(name: str, value: Any, phrases: Phrases) -> str:
    tables: dict[str, Callable[[], dict[str, str]]] = {
        "suit": lambda: dict(phrases.words["suits"]),
        "reply": lambda: dict(phrases.words["replies"]),
        "what": lambda: {**phrases.words["categories"], **phrases.noticed, **phrases.asked},
        "at": lambda: phrases.looks,
        "from": lambda: phrases.places,
        "rank": lambda: dict(phrases.words["ranks"]),
    }
    if isinstance(value, str):
        if name in _CARDS:
            return phrases.cards(value)
        if name in tables:
            return tables[name]().get(value, value)
    return str(value)


def _with_notes(sentence: str, step: BaseStep) -> str:
    """Return the sentence with a full stop, and the recorder's note after it."""
    return f"{sentence}." if step.notes is UNSET else f"{sentence}. ({step.notes})"
