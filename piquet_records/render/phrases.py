"""The words around the findings, looked up by language; the findings' own are in ``messages``."""

import tomllib
from functools import cache
from importlib import resources

from msgspec import Struct

from piquet_records.cards.pack import Card, to_text
from piquet_records.report.sentences import LANGUAGES, Words, cards_words, words

Table = dict[str, str]


class Phrases(Struct, frozen=True):
    """Everything that a page is worded with, in one language."""

    lang: str
    page: Table
    summary: Table
    columns: Table
    evidence: Table
    looks: Table
    noticed: Table
    places: Table
    calls: Table
    roles: Table
    """What the players are called where their names are too long."""
    asked: Table
    acts: dict[str, Table]
    words: Words

    def cards(self, cards: str | tuple[Card, ...]) -> str:
        """Say cards, written as in a record or given as cards."""
        return cards_words(self.words, cards if isinstance(cards, str) else to_text(cards))

    def page_words(self, key: str, **values: object) -> str:
        """Fill in a phrase of the page."""
        return self.page[key].format(**values)


@cache
def phrases(lang: str) -> Phrases:
    """Give the phrases of a language; English where it is unknown."""
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    file = resources.files("piquet_records.report") / "words" / f"pages-{known}.toml"
    return Phrases(lang=known, words=words(known), **tomllib.loads(file.read_text("utf-8")))


def capital(text: str) -> str:
    """Give a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
