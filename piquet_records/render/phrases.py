"""The words of pages and lists, by language; the sentences of findings are in ``report/sentences.py``."""

import tomllib
from functools import cache
from importlib import resources

from msgspec import Struct

from piquet_records.cards.pack import Card, to_text
from piquet_records.report.sentences import LANGUAGES, Words, cards_words, words

Table = dict[str, str]


class Phrases(Struct, frozen=True):
    """All words of a page, in one language."""

    lang: str
    page: Table
    summary: Table
    columns: Table
    evidence: Table
    looks: Table
    noticed: Table
    places: Table
    calls: Table
    compare: Table
    """Phrases of the comparison of two records."""
    compared_fields: Table
    roles: Table
    """Short words for the players, used if their names are too long."""
    asked: Table
    acts: dict[str, Table]
    words: Words

    def cards(self, cards: str | tuple[Card, ...]) -> str:
        """Return cards in words; ``cards`` is text as in a record, or cards."""
        return cards_words(self.words, cards if isinstance(cards, str) else to_text(cards))

    def page_words(self, key: str, **values: object) -> str:
        """Return a phrase of the page with its placeholders filled in."""
        return self.page[key].format(**values)


@cache
def phrases_in(lang: str) -> Phrases:
    """Return the phrases of a language; English if there are none in that language."""
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    file = resources.files("piquet_records.report") / "words" / f"pages-{known}.toml"
    return Phrases(lang=known, words=words(known), **tomllib.loads(file.read_text("utf-8")))


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return text[:1].upper() + text[1:]
