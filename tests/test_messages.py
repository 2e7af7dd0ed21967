"""The catalogue of sentences: complete, alike in both languages, and concrete."""

import tomllib
from importlib import resources
from string import Formatter

import pytest

from piquet_records.report import sentences

LAW_CODES = [
    "law-01.revoke",
    "law-02.noticed-late",
    "law-02.mended-late",
    "law-02.redeal-too-late",
    "law-03.too-many",
    "law-04.too-few",
    "law-05.late-call",
    "law-06.not-shown",
    "law-06.unproved-denial",
    "law-07.packets-changed",
    "law-08.overdraw",
    "law-09.discard-changed",
    "law-10.looked-first",
    "law-11.short-draw-unsaid",
    "law-12.dealt-twice",
    "law-13.other-suit-led",
    "law-13.looked-unnamed",
    "law-13.demand-ignored",
    "law-14.false-call",
    "law-14.bad-faith",
    "law-14.reply-mended",
    "law-15.count-short",
    "law-16.card-taken-back",
    "law-17.younger-first",
    "law-18.elder-saw-talon",
    "law-18.demand-ignored",
    "law-19.younger-saw-talon",
    "law-20.left-mixed",
    "law-20.not-shown",
    "law-21.missing-card-unsaid",
    "law-22.set-unnamed",
    "law-23.faulty-pack",
    "law-24.misdeal",
    "law-24.faced",
    "law-24.redeal-owed",
    "law-25.abandoned",
    "law-26.threw-in",
    "law-27.last-cards",
    "law-28.retook-discard",
]
USAGE_CODES = [
    "usage-deal.packets",
    "usage-exchange.none",
    "usage-exchange.too-many",
    "usage-blanche.not-held",
    "usage-blanche.late",
    "usage-lead.suit-not-named",
    "usage-turn",
    "usage-reply.could-beat",
    "usage-remedy.redeal",
    "usage-remedy.demand",
    "usage-remedy.rewind",
]
RECORD_CODES = ["record-card", "record-order", "record-score", "record-result", "record-count", "record-short"]

PLACEHOLDERS = {
    "by",
    "adversary",
    "holder",
    "card",
    "cards",
    "missing",
    "suit",
    "category",
    "entry",
    "call",
    "trick",
    "count",
    "points",
    "found",
    "expected",
    "limit",
    "later",
    "unclaimed",
}


def tables(lang):
    """Read a language's file as it is."""
    return tomllib.loads(
        (resources.files("piquet_records.report") / "words" / f"findings-{lang}.toml").read_text("utf-8")
    )


def leaves(table, path=()):
    """Walk a file's sentences and words, each with its path."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def names(sentence):
    """Find the placeholders of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


ENGLISH, FRENCH = dict(leaves(tables("en"))), dict(leaves(tables("fr")))
SENTENCES = [path for path in ENGLISH if path[0] in {"findings", "also"}]


def test_every_finding_code_has_its_sentences_and_no_other_has():
    assert sentences.codes() == {*LAW_CODES, *USAGE_CODES, *RECORD_CODES}
    assert all(("findings", code, "message") in ENGLISH for code in sentences.codes())


def test_both_languages_have_the_same_keys():
    assert ENGLISH.keys() == FRENCH.keys()


def test_both_languages_use_the_same_placeholders():
    assert [path for path in ENGLISH if names(ENGLISH[path]) != names(FRENCH[path])] == []


def test_sentences_end_as_sentences_and_use_only_known_placeholders():
    for path in SENTENCES:
        assert names(ENGLISH[path]) <= PLACEHOLDERS, path
        assert ENGLISH[path].endswith("."), path
        assert FRENCH[path].endswith("."), path


def test_french_never_puts_a_preposition_before_a_role_that_begins_with_an_article():
    unjoined = [f" {word} {{{role}}}" for word in ("de", "à") for role in ("by", "adversary", "holder")]
    assert [path for path in SENTENCES if any(words in FRENCH[path] for words in unjoined)] == []


def test_a_sentence_says_who_what_and_where():
    evidence = {"by": "younger", "card": "7H", "trick": 1, "cards": "8D TD"}
    assert sentences.text("law-01.revoke", "message", "en", evidence) == (
        "The younger played 7♥ to trick 1 while holding 8♦ and 10♦ of the suit led."
    )
    assert sentences.text("law-01.revoke", "message", "fr", evidence) == (
        "À la levée 1, le donneur a joué 7♥ tout en ayant 8♦ et 10♦ dans la couleur demandée."
    )


def test_an_unknown_language_is_english():
    said = sentences.text("law-17.younger-first", "ruling", "de", {"by": "younger"})
    assert said == "The younger loses the game."


def test_adversary_and_category_follow_from_the_rest():
    evidence = {"by": "elder", "call": {"what": "sequence", "cards": 5, "top": "K"}}
    assert sentences.text("law-14.false-call", "ruling", "en", evidence) == (
        "The elder scores nothing there (sequences); the younger scores what he called and showed there before his "
        "own first card, even if it is the lower."
    )
    assert sentences.lacking("law-14.false-call", "ruling", evidence) == frozenset()


def test_a_variant_replaces_only_the_sentences_it_has():
    evidence = {"by": "younger", "found": 4, "expected": 3, "variant": "put-back"}
    assert sentences.text("law-08.overdraw", "message", "en", evidence) == (
        "The younger drew 4 from the talon, where 3 would have been right."
    )
    assert sentences.text("law-08.overdraw", "ruling", "en", evidence) == (
        "It was put back unseen before the elder drew, and that mends it."
    )


def test_points_left_unclaimed_are_named_after_the_ruling():
    evidence = {"by": "elder", "found": 13, "expected": 12, "unclaimed": 14}
    assert sentences.text("law-03.too-many", "ruling", "en", evidence).endswith(
        " The younger has 14 more that he did not call, and may count them until the cards are gathered."
    )
    assert "more that he did not call" not in sentences.text(
        "law-03.too-many", "ruling", "en", evidence | {"unclaimed": 0}
    )


def test_what_the_evidence_lacks_is_said_in_general_words_and_named_for_the_tests():
    assert (
        sentences.text("law-16.card-taken-back", "message", "en", {})
        == "A player put down a card on trick ? and took it back."
    )
    assert sentences.lacking("law-16.card-taken-back", "message", {"by": "elder"}) == {"card", "trick"}
    assert sentences.lacking("law-16.card-taken-back", "ruling", {"by": "elder", "variant": "twice"}) == {"variant"}


def test_a_finding_from_which_nothing_follows_has_no_ruling():
    assert sentences.text("record-short", "ruling", "en", {"count": 7}) == ""


def test_a_code_that_is_none_is_an_error():
    with pytest.raises(KeyError):
        sentences.text("law-29.none", "message", "en", {})


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
