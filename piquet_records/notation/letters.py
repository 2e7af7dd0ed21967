"""Cards in letters and signs: the letters of each language, and which language a text can be read in.

Some letters mean one thing in English and another in French (``C`` is clubs or hearts, ``D`` diamonds or queen). Such
a letter is never guessed: the language is declared, or the other letters of the same game leave only one. Knows
nothing of lines or files.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, Literal, NamedTuple

from piquet_records.cards.pack import RANKS, SUIT_SIGNS, SUITS

Language = Literal["en", "fr"]
LettersKind = Literal["cards", "card", "trick", "rank", "suit"]
"""What letters may be: any number of cards, one, those of a trick, a rank, or a suit."""
LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr")
LANGUAGE_NAMES: Final[dict[Language, str]] = {"en": "English", "fr": "French"}

_NUMBERS: Final = {"10": "T", "9": "9", "8": "8", "7": "7"}
RANK_LETTERS: Final[dict[Language, dict[str, str]]] = {
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J", "T": "T", **_NUMBERS},
    "fr": {"A": "A", "R": "K", "D": "Q", "V": "J", **_NUMBERS},
}
"""How each language writes a rank, and the rank of a record that it is."""
SUIT_LETTERS: Final[dict[Language, dict[str, str]]] = {
    "en": {"S": "S", "H": "H", "D": "D", "C": "C"},
    "fr": {"P": "S", "C": "H", "K": "D", "T": "C"},
}
"""How each language writes a suit, and the suit of a record that it is."""
SIGNS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()} | dict(zip("♤♡♢♧", SUITS, strict=True))
"""The signs of the suits, filled and open; they are the same in every language."""

RANK_NAMES: Final = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "ten": "T", "nine": "9", "eight": "8",
    "seven": "7", "roi": "K", "dame": "Q", "valet": "J", "dix": "T", "neuf": "9", "huit": "8", "sept": "7",
}  # fmt: skip
SUIT_NAMES: Final = {
    "spade": "S", "heart": "H", "diamond": "D", "club": "C",
    "pique": "S", "coeur": "H", "cœur": "H", "carreau": "D", "trefle": "C", "trèfle": "C",
}  # fmt: skip
_PLURALS: Final = re.compile(r"(?<=ss)es$|s$|x$")

_SIGN: Final = "[♠♥♦♣♤♡♢♧]\ufe0f?"
_TOKEN: Final = re.compile(r"[^\s,]+")


@cache
def _pattern(language: Language, signs: bool) -> re.Pattern[str]:
    """Return what stands between two spaces: cards, a suit by itself, or ranks. With signs, every letter is a rank."""
    suit = _SIGN if signs else f"[{''.join(SUIT_LETTERS[language])}]"
    rank = f"(?:10|[{''.join(rank for rank in RANK_LETTERS[language] if len(rank) == 1)}])"
    forms = f"(?P<by_suit>(?:{suit}{rank}+)+)|(?P<by_rank>(?:{rank}+{suit})+)|(?P<suit>{suit})|(?P<ranks>{rank}+)"
    return re.compile(rf"(?P<unknown>\?\?)|{forms}", re.IGNORECASE)


class UnreadableCardsError(ValueError):
    """A text that is no cards in a language: what is wrong, and where in the text, from 0."""

    def __init__(self, message: str, offset: int) -> None:
        """Keep the place beside the message."""
        super().__init__(message)
        self.offset = offset


class Letters(NamedTuple):
    """A text in letters, where it stands, and what it should be."""

    text: str
    kind: LettersKind
    line: int
    column: int


def read_cards(text: str, language: Language) -> list[str]:
    """Return the cards of a text as codes such as ``AS``, in the order in which they are written.

    Suit before ranks (``♠AKQ``, ``S AKQ``, ``S A K Q``) and rank before suit (``AS KS``, ``AKS``) can be mixed. Raises
    UnreadableCardsError at the first thing that is no card.
    """
    pattern = _pattern(language, re.search(_SIGN, text) is not None)
    cards: list[str] = []
    suit = ""
    for token in _TOKEN.finditer(text):
        found = pattern.fullmatch(token[0])
        if not found:
            raise UnreadableCardsError(_no_card(token[0], language), token.start())
        if found["ranks"] and not suit:
            message = f"`{token[0]}` has no suit; write the suit before or after it"
            raise UnreadableCardsError(message, token.start())
        suit = _add_token(found, suit, language, cards)
    return cards


def _add_token(found: re.Match[str], suit: str, language: Language, cards: list[str]) -> str:
    """Add the cards of a token; return the suit to which ranks that follow belong, or an empty text."""
    if found["unknown"]:
        cards.append("??")
        return ""
    waiting: list[str] = []
    for letter in re.findall(f"10|{_SIGN}|.", found[0].upper()):
        named = SIGNS.get(letter[0]) or SUIT_LETTERS[language].get(letter)
        if named is None and found["by_rank"]:
            waiting.append(RANK_LETTERS[language][letter])
        elif named is None:
            cards.append(RANK_LETTERS[language][letter] + suit)
        else:
            suit = named
            cards += [rank + suit for rank in waiting]
            waiting.clear()
    return "" if found["by_rank"] else suit


def _no_card(found: str, language: Language) -> str:
    """Say what is wrong with a token that is no card, and what was expected."""
    other: Language = "fr" if language == "en" else "en"
    known, foreign = ({*RANK_LETTERS[name], *SUIT_LETTERS[name]} for name in (language, other))
    letter = next((letter for letter in found.upper() if letter in foreign - known), None)
    if letter:
        meant = f"`{found}`: `{letter}` is a letter of {LANGUAGE_NAMES[other]} cards"
        return f"{meant}, and these cards are in {LANGUAGE_NAMES[language]} (a line `language: {other}` changes that)"
    return f"`{found}` is no card; expected {_letters_known(language)}"


def _letters_known(language: Language) -> str:
    ranks, suits = " ".join(RANK_LETTERS[language]), " ".join(SUIT_LETTERS[language])
    return f"a rank ({ranks}) and a suit ({suits} or ♠ ♥ ♦ ♣)"


def read_rank(text: str, language: Language) -> str:
    """Return the rank that a name or letter means, as a record writes it. Raises UnreadableCardsError."""
    name = _singular(text)
    rank = RANK_NAMES.get(name) or RANK_LETTERS[language].get(text.upper())
    if rank is None and name == "as":  # the French ace; in English it is one letter
        rank = "A"
    if rank is None:
        message = f"`{text}` is no rank in {LANGUAGE_NAMES[language]}; expected {' '.join(RANK_LETTERS[language])}"
        raise UnreadableCardsError(message, 0)
    return rank


def read_suit(text: str, language: Language) -> str:
    """Return the suit that a name, sign or letter means, as a record writes it. Raises UnreadableCardsError."""
    suit = SUIT_NAMES.get(_singular(text)) or SIGNS.get(text[0]) or SUIT_LETTERS[language].get(text.upper())
    if suit is None:
        expected = f"{' '.join(SUIT_LETTERS[language])} or ♠ ♥ ♦ ♣"
        message = f"`{text}` is no suit in {LANGUAGE_NAMES[language]}; expected {expected}"
        raise UnreadableCardsError(message, 0)
    return suit


def _singular(name: str) -> str:
    name = name.casefold()
    return name if name == "as" else _PLURALS.sub("", name)


def read(letters: Letters, language: Language) -> str:
    """Return what letters mean in a language, as a record writes it. Raises UnreadableCardsError."""
    if letters.kind == "rank":
        return read_rank(letters.text, language)
    if letters.kind == "suit":
        return read_suit(letters.text, language)
    cards = read_cards(letters.text, language)
    if letters.kind == "card" and len(cards) != 1:
        message = f"found {len(cards)} cards in `{letters.text}`, expected one"
        raise UnreadableCardsError(message, 0)
    if letters.kind == "trick" and len(cards) not in (1, 2):
        expected = "expected a lead and the card that follows; a comma ends a trick"
        message = f"found {len(cards)} cards in `{letters.text}`, {expected}"
        raise UnreadableCardsError(message, 0)
    return " ".join(cards)


def readings(letters: Letters) -> dict[Language, str]:
    """Return what letters mean in each language in which they mean something."""
    found: dict[Language, str] = {}
    for language in LANGUAGES:
        try:
            found[language] = read(letters, language)
        except UnreadableCardsError:
            continue
    return found


class Settled(NamedTuple):
    """The language in which the letters of a game are read; ``doubt`` says why it cannot be known, and where."""

    language: Language
    doubt: tuple[Letters, str] | None = None


def settle(found: Iterable[Letters]) -> Settled:
    """Return the only language in which all letters of a game can be read; a doubt, where it is not declared."""
    count = dict.fromkeys(LANGUAGES, 0)
    only: dict[Language, Letters] = {}
    double: Letters | None = None
    for letters in found:
        possible = readings(letters)
        for language in possible:
            count[language] += 1
        if len(possible) == 1:
            only.setdefault(next(iter(possible)), letters)
        elif len(possible) == 2 and possible["en"] != possible["fr"]:
            double = double or letters
    if not only and double:
        return Settled("en", (double, _ambiguous(double)))
    return Settled(max(only, key=lambda language: count[language], default="en"))


def _ambiguous(letters: Letters) -> str:
    meant = readings(letters)
    said = [f"{_told(meant[language], letters)} in {LANGUAGE_NAMES[language]}" for language in LANGUAGES]
    choice = "write `language: en` or `language: fr` at the top, or the suits as ♠ ♥ ♦ ♣"
    return f"`{letters.text}` can be read in two ways: {' and '.join(said)}; {choice}"


def _told(value: str, letters: Letters) -> str:
    """Return cards, a rank or a suit so that no letter of them is ambiguous."""
    if letters.kind == "suit":
        return SUIT_SIGNS[value]
    if letters.kind == "rank":
        return next(name for name, rank in RANK_NAMES.items() if rank == value)
    return Style(signs=True).cards(value)


class Style(NamedTuple):
    """How cards are written: in the letters of which language, and whether suits are signs."""

    language: Language = "en"
    signs: bool = False

    def rank(self, rank: str) -> str:
        """Return a record's rank in the letters of the language."""
        return next(letter for letter, code in RANK_LETTERS[self.language].items() if code == rank)

    def suit(self, suit: str) -> str:
        """Return a record's suit as a sign or letter."""
        if self.signs:
            return SUIT_SIGNS[suit]
        return next(letter for letter, code in SUIT_LETTERS[self.language].items() if code == suit)

    def card(self, code: str) -> str:
        """Return one card of a record, suit last in letters and first in signs."""
        if code == "??":
            return code
        rank, suit = self.rank(code[0]), self.suit(code[1])
        return suit + rank if self.signs else rank + suit

    def cards(self, text: str) -> str:
        """Return the cards of a record one by one, or ``nothing``."""
        return " ".join(map(self.card, text.split(" "))) if text else NOTHING

    def hand(self, text: str) -> str:
        """Return the cards of a record with each suit written once for the cards of it that stand side by side."""
        if not text:
            return NOTHING
        parts: list[str] = []
        suit = ""
        for code in text.split(" "):
            if code[1] == suit and code != "??":
                parts[-1] += self.rank(code[0])
            elif code == "??":
                parts.append(code)
            else:
                parts.append(f"{self.suit(code[1])}{'' if self.signs else ' '}{self.rank(code[0])}")
            suit = "" if code == "??" else code[1]
        return "  ".join(parts)


NOTHING: Final = "nothing"
"""How an empty list of cards is written."""

assert set(RANKS) == set(RANK_LETTERS["en"].values())  # noqa: S101 - both tables are constants of this package
