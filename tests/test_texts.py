"""No sentence of a finding says what the computed score or the record denies, in either language.

``CLAIMS`` has the phrases that say who scores, what is void and what was held, and for each how to see that it is so in
the report and the record. The phrases are looked for in the finished text, not in the catalogue.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from piquet_records.cards.pack import code, from_bits
from piquet_records.cards.terms import ADVERSARY, HAND_SIZE, ROLES
from piquet_records.record.game import Game
from piquet_records.report import sentences
from piquet_records.report.build import build_report
from piquet_records.report.model import DealReport, Report, ReportFinding
from piquet_records.ruling.judge import judge_game
from piquet_records.ruling.judged import JudgedDeal
from piquet_records.simulation.faults import INJECTORS, injected
from piquet_records.simulation.games import simulate
from tests.golden import records

HERE = Path(__file__).parent
ENTRIES = {"point": "point", "sequence": "sequences", "set": "sets"}
ROLE_NAMES = {lang: {word: role for role, word in sentences.words(lang)["roles"].items()} for lang in ("en", "fr")}


class Said(Struct, frozen=True):
    """A finding, and the deal and the report in which it says something."""

    finding: ReportFinding
    deal: DealReport
    report: Report
    judged: JudgedDeal

    def entry(self, role: str, name: str) -> int | None:
        """Return an entry of a player's score as ruled."""
        found: int | None = getattr(getattr(self.deal.score, role), name)
        return found

    def held(self, role: str) -> list[int | None]:
        """Return what a player scores for point, sequences and sets."""
        return [self.entry(role, name) for name in ENTRIES.values()]

    def category(self, role: str) -> int | None:
        """Return what a player scores in the category of the finding's call, or for carte blanche."""
        return self.entry(role, ENTRIES.get((self.finding.evidence.get("call") or {}).get("what"), "carte_blanche"))

    def called(self, role: str) -> list[str]:
        """Return the categories in which a player has a call with which no finding is concerned."""
        struck = {found.at.split("/", 3)[-1] for found in self.deal.findings if found.by == role}
        calls = [call for call in self.judged.trace.calls if call.by == role and call.final.cards]
        return [call.what for call in calls if call.at not in struck]

    @property
    def void(self) -> bool:
        """Return whether nothing of the deal counts."""
        return self.deal.outcome == "void"

    def scores_nothing_held(self, role: str) -> bool:
        """Return whether a player has no point for what he holds."""
        return not any(self.held(role))

    def scores_what_he_called(self, role: str, what: tuple[str, ...] = ("point", "sequence", "set")) -> bool:
        """Return whether a player has points wherever he made a true call, and is not muted himself."""
        said_nothing = any(
            (found.by == role and found.code in ("law-03.too-many", "law-14.bad-faith"))
            or (found.by == role and "mute" in found.evidence.get("variant", ""))
            for found in self.deal.findings
        )
        scored = all(self.entry(role, ENTRIES[name]) != 0 for name in self.called(role) if name in what)
        return not said_nothing and not self.void and scored

    def loses(self, role: str) -> bool:
        """Return whether a player is the loser of the game."""
        seat = self.deal.elder if role == "elder" else self.deal.dealer
        return self.report.result is not None and self.report.result.winner not in (None, seat)

    def hand_holds_call(self) -> bool:
        """Return whether the hand after the exchange holds the call, counted card by card."""
        call, hand = self.finding.evidence["call"], self.judged.trace.playing[self.finding.by]  # type: ignore[index]
        cards = [code(card) for card in from_bits(hand.known)]
        if hand.unknown or not cards:
            return False
        if call["what"] == "set":
            return "rank" in call and sum(card[0] == call["rank"] for card in cards) >= call["cards"]
        if call["what"] == "sequence":
            order = "AKQJT987"
            run = order[order.index(call["top"]) :][: call["cards"]]
            return any(all(f"{rank}{suit}" in cards for rank in run) for suit in "SHDC") and len(run) == call["cards"]
        return False


Holds = Callable[[Said, str], bool]

# name, English phrase, French phrase, what makes it so. A phrase may name a player in its first group, else it is
# about the player of the finding.
R = {lang: "(" + "|".join(re.escape(name) for name in names) + ")" for lang, names in ROLE_NAMES.items()}
CLAIMS: list[tuple[str, str, str, Holds]] = [
    (
        "scores-nothing-held",
        f"{R['en']} scores nothing for point, sequences and sets",
        f"{R['fr']} ne compte ni point, ni séquences, ni quatorze",
        lambda said, role: said.scores_nothing_held(role) and not said.void,
    ),
    (
        "nobody-scores-held",
        "nothing is scored for point, sequences and sets",
        "rien ne compte pour le point, les séquences",
        lambda said, _: all(map(said.scores_nothing_held, ROLES)),
    ),
    (
        "scores-all-called",
        f"{R['en']} scores all that he calls",
        f"{R['fr']} compte tout ce qu’il annonce",
        lambda said, role: said.scores_what_he_called(role),
    ),
    (
        "scores-called-and-shown",
        f"{R['en']} scores what he called and showed there",
        f"{R['fr']} compte ce qu’il a annoncé et montré",
        lambda said, role: said.entry(role, "total") is None or said.scores_what_he_called(role, ()),
    ),
    (
        "scores-nothing-there",
        f"{R['en']} scores nothing there",
        f"{R['fr']} n’y compte rien",
        lambda said, role: not said.category(role),
    ),
    (
        "scores-nothing-either",
        f"{R['en']} did not show what he has there in time, and scores nothing",
        f"{R['fr']} n’a pas montré à temps ce qu’il a de ce genre et ne le compte pas",
        lambda said, role: not said.category(role),
    ),
    (
        "shown-and-scored",
        f"{R['en']} showed what he has there in time and scores it",
        f"{R['fr']} a montré à temps ce qu’il a de ce genre et le compte",
        lambda said, role: said.category(role) != 0,
    ),
    (
        "shown-and-not-scored",
        f"{R['en']} showed what he has there in time, but another ruling",
        f"{R['fr']} a montré à temps ce qu’il a de ce genre, mais une autre",
        lambda said, role: not said.category(role),
    ),
    (
        "scores-by-another-ruling",
        f"{R['en']} scores there by the other ruling",
        f"{R['fr']} compte ce qu’il a de ce genre par l’effet",
        lambda said, role: bool(said.category(role)),
    ),
    (
        "nobody-scores-there",
        "nobody scores there",
        "personne ne compte rien de ce genre",
        lambda said, _: not any(map(said.category, ROLES)),
    ),
    (
        "scored-after-all",
        f"is scored by {R['en']} after all",
        f"{R['fr']} compte malgré tout",
        lambda said, role: said.category(role) != 0,
    ),
    (
        "blocks-the-other",
        "which still blocks all those of the other player",
        "qui annule toujours toutes celles de l’autre joueur",
        lambda said, _: not said.category(ADVERSARY[said.finding.by]),  # type: ignore[index]
    ),
    (
        "void",
        "the deal is void|it stays void|it was made again all the same",
        "le coup est nul|il reste nul|le coup a été refait tout de même",
        lambda said, _: said.void,
    ),
    (
        "stands",
        "the deal stands\\.|the deal stands as played|the hand is played as it is|the tricks count as they were",
        "et le coup se joue|la donne tient|le coup reste tel|le jeu se joue comme|les levées comptent comme",
        lambda said, _: not said.void,
    ),
    (
        "loses-the-game",
        f"{R['en']} loses the game",
        f"{R['fr']} perd la partie",
        lambda said, role: said.loses(role),
    ),
    (
        "already-over",
        "the game was already over",
        "la partie était déjà finie",
        lambda said, _: said.report.result is not None and said.report.result.ended != "unfinished",
    ),
    (
        "bonus-scored",
        "the score as ruled has them",
        "la marque rectifiée les comprend",
        lambda said, _: (
            said.entry(str(said.finding.by), said.finding.evidence["entry"]) == said.finding.evidence["points"]
        ),
    ),
    (
        "bonus-not-scored",
        "it is too late: they are not scored",
        "il est trop tard : ils ne comptent pas",
        lambda said, _: not said.entry(str(said.finding.by), said.finding.evidence["entry"]),
    ),
    (
        "takes-the-tricks-left",
        f"{R['en']} wins the tricks left",
        f"{R['fr']} fait les levées qui restent",
        lambda said, role: not said.void and said.entry(role, "play") != 0,
    ),
    (
        "may-claim-more",
        f"{R['en']} has \\d+ more that he did not call",
        f"{R['fr']} a encore \\d+ points",
        lambda said, role: said.scores_what_he_called(role, ()),
    ),
    (
        "last-trick-is-not-his",
        "the last trick is not his, he cannot make capot",
        "il ne peut faire ni la dernière levée ni capot",
        lambda said, _: (
            not said.entry(str(said.finding.by), "last_trick") and not said.entry(str(said.finding.by), "capot")
        ),
    ),
    (
        "last-trick-is-nobodys",
        "neither scores the last trick, and neither can make capot",
        "ni l’un ni l’autre ne compte la dernière levée ni ne peut faire capot",
        lambda said, _: not any(said.entry(role, name) for role in ROLES for name in ("last_trick", "capot")),
    ),
    (
        "blanche-not-scored",
        "^it is not scored\\.$",
        "^cela ne compte pas\\.$",
        lambda said, _: not said.category(str(said.finding.by)),
    ),
    (
        "not-held",
        "which (?:his) hand did not hold",
        "que son jeu ne contenait pas",
        lambda said, _: not said.hand_holds_call(),
    ),
    (
        "redealt",
        f"{R['en']} had the deal made again, (?:and had no right|as he may|by the other)",
        f"{R['fr']} a (?:fait refaire (?:la donne|sans)|exigé une nouvelle donne)",
        lambda said, _: said.void,
    ),
]


def wrong_claims(said: Said, text: str, lang: str) -> list[str]:
    """Return the names of the claims of a text that are not so."""
    found = []
    for name, english, french, holds in CLAIMS:
        for match in re.finditer(english if lang == "en" else french, text, re.IGNORECASE):
            named = match.groups()[0].lower() if match.groups() else ""
            role = ROLE_NAMES[lang].get(named, said.finding.by or "")
            if not holds(said, role):
                found.append(name)
    return found


def claims_of(text: str, lang: str) -> set[str]:
    """Return the names of the claims that a sentence of the catalogue makes."""
    filled = re.sub(r"\{(by|adversary|holder)\}", next(iter(ROLE_NAMES[lang])), text)
    filled = re.sub(r"\{\w+\}", "1", filled)
    return {name for name, *phrases, _ in CLAIMS if re.search(phrases[lang == "fr"], filled, re.IGNORECASE)}


def said_in(game: Game, lang: str) -> Iterator[Said]:
    """Yield each finding of a game with what it is about."""
    judged = judge_game(game)
    report = build_report(judged, lang=lang)
    for deal, judged_deal in zip(report.deals, judged.deals, strict=True):
        for finding in deal.findings:
            yield Said(finding, deal, report, judged_deal)


@cache
def games() -> dict[str, Game]:
    """Return the samples, the disputes, and games with injected faults, one and two faults each."""
    found = {f"{path.parent.name}/{path.stem}": _decode(path.read_bytes()) for path in records()}
    for path in sorted((HERE / "data").glob("disputes*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            dispute = json.loads(line)
            found[f"{path.stem}/{dispute['id']}"] = msgspec.convert(dispute["record"], Game)
    found |= _with_injected_faults()
    return found


def _decode(text: bytes) -> Game:
    return msgspec.json.decode(text, type=Game)


def _with_injected_faults() -> dict[str, Game]:
    found = {}
    codes = sorted(INJECTORS)
    for seed, fault in enumerate(codes):
        rng = Random(seed)
        tried = (injected(game, fault, rng) for game in simulate(40, seed))
        once = next((injection.game for injection in tried if injection is not None), None)
        if once is not None:
            found[f"injected/{fault}"] = once
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_sentence_says_what_the_score_or_the_record_denies(lang: str) -> None:
    """Each claim found in a text is so."""
    wrong = [
        (name, said.finding.code, claim, said.finding.message, said.finding.ruling)
        for name, game in games().items()
        for said in said_in(game, lang)
        for claim in wrong_claims(said, said.finding.message, lang) + wrong_claims(said, said.finding.ruling, lang)
    ]
    assert wrong == []


def test_each_claim_is_made_somewhere() -> None:
    """No phrase of the list has been left behind by a change of wording, in either language."""
    for lang in ("en", "fr"):
        made = set().union(*(claims_of(text, lang) for _, text in _catalogue(lang)))
        assert {name for name, *_ in CLAIMS} - made == set(), lang


def _catalogue(lang: str) -> list[tuple[str, str]]:
    def walk(table: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(value, f"{path}.{key}")
            else:
                yield f"{path}.{key}", value

    tables = sentences._catalogue(lang)
    return [*walk(tables["findings"], ""), *walk(tables["also"], "also")]


def test_both_languages_claim_the_same() -> None:
    """A sentence and its translation make the same claims."""
    french = dict(_catalogue("fr"))
    differing = {
        path: (claims_of(text, "en"), claims_of(french[path], "fr"))
        for path, text in _catalogue("en")
        if claims_of(text, "en") != claims_of(french[path], "fr")
    }
    assert differing == {}


OLD_TEXTS = [
    (
        "law-03/both-too-many",
        "law-03.too-many",
        "The elder scores nothing for point, sequences and sets; the younger scores all that he calls.",
        "scores-all-called",
    ),
    (
        "law-03/both-too-many",
        "law-03.too-many",
        "The younger has 30 more that he did not call, and may count them until the cards are gathered.",
        "may-claim-more",
    ),
    (
        "law-06/not-shown-by-one-with-too-many",
        "law-06.not-shown",
        "It is not scored. The younger did not show what he has there in time, and scores nothing for it either.",
        "scores-nothing-either",
    ),
    (
        "law-12/redeal-by-the-other-player",
        "law-12.dealt-twice",
        "It was not noticed in time, and the deal stands.",
        "stands",
    ),
    (
        "law-14/two-sequences-sharing-cards",
        "law-14.false-call",
        "The elder called a septième to the king, which his hand did not hold.",
        "not-held",
    ),
]
"""Sentences that were once said of these samples, and the claim in each that is not so."""


@pytest.mark.parametrize(("sample", "code", "text", "claim"), OLD_TEXTS)
def test_a_sentence_that_is_not_so_is_found(sample: str, code: str, text: str, claim: str) -> None:
    """The test above fails on the sentences that these samples were once given."""
    said = next(said for said in said_in(games()[sample], "en") if said.finding.code == code)
    assert claim in wrong_claims(said, text, "en")
    assert wrong_claims(said, said.finding.ruling, "en") == []


def test_both_players_with_too_many_are_said_to_score_nothing() -> None:
    """The elder's thirteen and the younger's thirteen mute both, and nobody may claim more."""
    texts = [said.finding for said in said_in(games()["law-03/both-too-many"], "en")]
    excess = [finding for finding in texts if finding.code == "law-03.too-many"]
    assert [finding.evidence["found"] for finding in excess] == [HAND_SIZE + 1, HAND_SIZE + 1]
    assert all("unclaimed" not in finding.evidence for finding in excess)
