"""The catalogue of sentences: complete, the same in both languages, and concrete."""

import re
import tomllib
from importlib import resources

import pytest

from piquet_records.laws import BY_CODE
from piquet_records.report import sentences
from piquet_records.ruling.status import OF_RECORD
from tests.evidence import lacking, placeholders

NAME = "piquet_records/report/words/findings-{}.toml"
FILES = resources.files("piquet_records.report") / "words"


def tables(lang):
    """Read a language's file as it is."""
    return tomllib.loads((FILES / f"findings-{lang}.toml").read_text("utf-8"))


def leaves(table, path=()):
    """Walk a file's sentences and words, each with its path."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def described_placeholders():
    """Return the placeholders that the head of the English file describes."""
    head = (FILES / "findings-en.toml").read_text("utf-8").partition("\n[")[0]
    return set(re.findall(r"\{(\w+)\}", head))


ENGLISH, FRENCH = dict(leaves(tables("en"))), dict(leaves(tables("fr")))
SENTENCES = [path for path in ENGLISH if path[0] in {"findings", "also"}]


def path_in_file(path):
    """Write the path of a sentence as its file has it: ``findings."law-01.revoke".message``."""
    return ".".join(f'"{key}"' if re.search(r"\W", key) else key for key in path)


@pytest.mark.parametrize("code", sorted({*BY_CODE, *OF_RECORD, *sentences.codes()}))
def test_every_finding_code_has_its_message_in_every_language(code):
    for lang, found in (("en", ENGLISH), ("fr", FRENCH)):
        assert ("findings", code, "message") in found, f'add [findings."{code}"] message to {NAME.format(lang)}'


def test_both_languages_have_the_same_keys():
    for lang, missing in (("fr", ENGLISH.keys() - FRENCH.keys()), ("en", FRENCH.keys() - ENGLISH.keys())):
        assert not missing, f"add to {NAME.format(lang)}: {', '.join(sorted(map(path_in_file, missing)))}"


@pytest.mark.parametrize("path", [path for path in SENTENCES if path in FRENCH], ids=path_in_file)
def test_sentences_are_alike_in_both_languages_and_end_as_sentences(path):
    where = f"{path_in_file(path)} in {NAME.format('en')} and {NAME.format('fr')}"
    assert placeholders(ENGLISH[path]) == placeholders(FRENCH[path]), f"{where}: use the same placeholders"
    unknown = placeholders(ENGLISH[path]) - described_placeholders()
    assert not unknown, f"{where}: describe the placeholders {unknown} at the head of {NAME.format('en')}"
    assert ENGLISH[path].endswith("."), f"{where}: end the sentence with a full stop"
    assert FRENCH[path].endswith("."), f"{where}: end the sentence with a full stop"


def test_french_never_puts_a_preposition_before_a_role_that_begins_with_an_article():
    unjoined = [f" {word} {{{role}}}" for word in ("de", "à") for role in ("by", "adversary", "holder")]
    assert [path for path in SENTENCES if any(words in FRENCH[path] for words in unjoined)] == []


def test_a_sentence_says_who_what_and_where():
    evidence = {"by": "younger", "card": "7H", "trick": 1, "cards": "8D TD"}
    assert sentences.finding_text("law-01.revoke", "message", "en", evidence) == (
        "The younger played 7♥ to trick 1 while holding 8♦ and 10♦ of the suit led."
    )
    assert sentences.finding_text("law-01.revoke", "message", "fr", evidence) == (
        "À la levée 1, le donneur a joué 7♥ tout en ayant 8♦ et 10♦ dans la couleur demandée."
    )


def test_an_unknown_language_is_english():
    said = sentences.finding_text("law-17.younger-first", "ruling", "de", {"by": "younger"})
    assert said == "The younger loses the game."


def test_adversary_and_category_follow_from_the_rest():
    evidence = {"by": "elder", "call": {"what": "sequence", "cards": 5, "top": "K"}}
    assert sentences.finding_text("law-14.false-call", "ruling", "en", evidence) == (
        "The elder scores nothing there (sequences); the younger scores what he called and showed there before his "
        "own first card, even if it is the lower."
    )
    assert lacking("law-14.false-call", "ruling", evidence) == frozenset()


def test_a_variant_replaces_only_the_sentences_it_has():
    evidence = {"by": "younger", "found": 4, "expected": 3, "variant": "put-back"}
    assert sentences.finding_text("law-08.overdraw", "message", "en", evidence) == (
        "The younger drew 4 from the talon; 3 would have been right."
    )
    assert sentences.finding_text("law-08.overdraw", "ruling", "en", evidence) == (
        "It was put back unseen before the elder drew, and that corrects it."
    )


def test_points_left_unclaimed_are_named_after_the_ruling():
    evidence = {"by": "elder", "found": 13, "expected": 12, "unclaimed": 14}
    assert sentences.finding_text("law-03.too-many", "ruling", "en", evidence).endswith(
        " The younger has 14 more that he did not call, and may count them until the cards are gathered."
    )
    assert "more that he did not call" not in sentences.finding_text(
        "law-03.too-many", "ruling", "en", evidence | {"unclaimed": 0}
    )


def test_what_the_evidence_lacks_is_said_in_general_words_and_named_for_the_tests():
    assert (
        sentences.finding_text("law-16.card-taken-back", "message", "en", {})
        == "A player put down a card on trick ? and took it back."
    )
    assert lacking("law-16.card-taken-back", "message", {"by": "elder"}) == {"card", "trick"}
    assert lacking("law-16.card-taken-back", "ruling", {"by": "elder", "variant": "twice"}) == {"variant"}


def test_a_finding_from_which_nothing_follows_has_no_ruling():
    assert sentences.finding_text("record-short", "ruling", "en", {"count": 7}) == ""


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "law-29.none: no sentence has been written for this finding."),
        ("fr", "law-29.none : aucune phrase n’a été écrite pour ce constat."),
    ],
)
def test_a_finding_whose_sentence_was_forgotten_is_still_named(lang, expected):
    assert sentences.finding_text("law-29.none", "message", lang, {"by": "elder"}) == expected
    assert sentences.finding_text("law-29.none", "ruling", lang, {"by": "elder"}) == ""


@pytest.mark.parametrize(
    ("call", "english", "french"),
    [
        ({"what": "point", "cards": 6, "value": 59}, "a point of 6 making 59", "un point de 6 cartes valant 59"),
        ({"what": "point", "cards": 6}, "a point of 6", "un point de 6 cartes"),
        ({"what": "sequence", "cards": 3, "top": "9"}, "a tierce minor", "une tierce basse"),
        ({"what": "sequence", "cards": 4, "top": "A"}, "a quart major", "une quatrième majeure"),
        ({"what": "sequence", "cards": 5, "top": "K"}, "a quint to the king", "une quinte au roi"),
        ({"what": "sequence", "cards": 8, "top": "A"}, "a huitième", "une huitième"),
        ({"what": "sequence", "cards": 2, "top": "A"}, "a sequence of 2", "une séquence de 2 cartes"),
        ({"what": "set", "cards": 4, "rank": "Q"}, "a quatorze of queens", "un quatorze de dames"),
        ({"what": "set", "cards": 3, "rank": "A"}, "a trio of aces", "un brelan d’as"),
        ({"what": "set", "cards": 4}, "a quatorze", "un quatorze"),
        ({"what": "carte-blanche"}, "carte blanche", "cartes blanches"),
    ],
)
def test_calls_are_said_as_players_say_them(call, english, french):
    assert sentences.call_words(sentences.words("en"), call) == english
    assert sentences.call_words(sentences.words("fr"), call) == french


@pytest.mark.parametrize(
    ("cards", "english", "french"),
    [
        ("", "no card", "aucune carte"),
        ("KS", "K♠", "R♠"),
        ("AS KH TD ??", "A♠, K♥, 10♦ and an unknown card", "A♠, R♥, 10♦ et une carte inconnue"),
    ],
)
def test_cards_are_said_with_their_signs(cards, english, french):
    assert sentences.cards_words(sentences.words("en"), cards) == english
    assert sentences.cards_words(sentences.words("fr"), cards) == french
