"""Faults injected into random regular games: the judge finds all that the injector declares, and nothing else.

Player and place are right for all cards. The lists of who can commit a fault come from the laws.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import UNSET
from msgspec.structs import replace

from piquet_records import cli
from piquet_records.bulk.deal_by_deal import judge_by_deal
from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.bulk.reports import regular_report, report_in_parts
from piquet_records.laws import BY_CODE
from piquet_records.record.explain import schema
from piquet_records.record.game import Game, to_json
from piquet_records.record.reading import decode
from piquet_records.report.build import judge
from piquet_records.report.model import Report
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.simulation.faults import INJECTORS, Injection, RegularDeal, inject, injected, labelled
from piquet_records.simulation.games import Policy, simulate
from piquet_records.simulation.players import OPEN, USUAL, Style

CODES = sorted(INJECTORS)
OF_RECORD = {*record_faults.FAULTS, *written_vs_computed.FAULTS}
POLICIES: tuple[Policy, ...] = ("sensible", "random")

ONLY_ELDER = {
    "law-11.short-draw-unsaid",
    "law-13.demand-ignored",
    "law-13.looked-unnamed",
    "law-12.refused",
    "law-13.other-suit-led",
    "law-13.refused",
    "law-15.count-short",
    "law-18.demand-ignored",
    "law-18.elder-saw-talon",
    "law-18.refused",
}
"""Only the elder can do this: he draws five, may see the cards left, leads first, and makes pique or repique."""
ONLY_YOUNGER = {
    "law-06.unproved-denial",
    "law-07.packets-changed",
    "law-12.dealt-twice",
    "law-14.reply-mended",
    "law-17.younger-first",
    "law-19.refused",
    "law-19.younger-saw-talon",
    "law-20.left-mixed",
    "law-20.not-shown",
    "law-20.refused",
    "law-24.faced",
    "law-24.misdeal",
    "law-24.refused",
    "usage-deal.packets",
    "usage-reply.could-beat",
}
"""Only the younger can do this: he deals, replies, and leaves cards that the elder may see."""
NOBODYS = {"law-02.noticed-late", "law-23.faulty-pack", *OF_RECORD}


def games(seed: int, policy: Policy) -> Iterator[Game]:
    """Return regular games, which have no findings at all."""
    return simulate(60, seed, policy=policy, style=OPEN)


def with_fault(code: str, seed: int, policy: Policy) -> Injection:
    """Inject a fault into the first game that offers the occasion."""
    rng = Random(seed)
    tried = (injected(game, code, rng) for game in games(seed, policy))
    return next(injection for injection in tried if injection is not None)


def found(report: Report) -> Counter[tuple[str, str | None, str]]:
    """Return what the judge found: code, player and place."""
    return Counter((finding.code, finding.by, finding.at) for finding in report.findings)


@pytest.fixture(scope="module")
def injections() -> dict[str, list[Injection]]:
    """Return some games with each fault."""
    return {
        code: [with_fault(code, seed, POLICIES[seed % 2]) for seed in range(number, number + 2)]
        for number, code in enumerate(CODES)
    }


@pytest.fixture(scope="module")
def faulty(injections: dict[str, list[Injection]]) -> list[Game]:
    """Return those games with their labels."""
    return [labelled(injection) for several in injections.values() for injection in several]


def test_every_code_has_its_injector() -> None:
    """There is an injector for every code, and for no other."""
    assert set(INJECTORS) == {*BY_CODE, *OF_RECORD}


@pytest.mark.parametrize("code", CODES)
@given(seed=st.integers(0, 2**32), policy=st.sampled_from(POLICIES))
@settings(max_examples=6, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_judge_finds_what_was_injected(code: str, seed: int, policy: Policy) -> None:
    """The findings of the whole game are exactly those that the injector expects: code, player and place."""
    injection = with_fault(code, seed, policy)
    assert code in {find.code for find in injection.expected}
    assert found(judge(injection.game)) == Counter((find.code, find.by, find.at) for find in injection.expected)


@pytest.fixture(scope="module")
def regular() -> list[Game]:
    """Return regular games."""
    return [game for policy in POLICIES for game in games(7, policy)]


@pytest.mark.parametrize("code", CODES)
def test_whoever_can_commit_a_fault_does(code: str, regular: list[Game]) -> None:
    """The injectors choose among the players who can."""
    occasions = [RegularDeal.of(game, len(game.deals) // 2, Random(place)) for place, game in enumerate(regular)]
    made = [INJECTORS[code](occasion) for occasion in occasions]
    players = {find.by for one in made if one is not None for find in one.expected if find.code == code}
    assert players == who(code)


def who(code: str) -> set[str | None]:
    """Return the players who can commit a fault."""
    if code == "law-24.redeal-owed":
        return {"both"}
    alone = {None: NOBODYS, "elder": ONLY_ELDER, "younger": ONLY_YOUNGER}
    return next(({player} for player, codes in alone.items() if code in codes), {"elder", "younger"})


def test_the_same_chance_gives_the_same_fault() -> None:
    """All choices come from the generator."""
    game = next(games(5, "sensible"))
    once, again = (to_json(inject(game, Random(3))) for _ in range(2))
    assert once == again
    assert once != to_json(inject(game, Random(4)))


def test_injected_games_are_records(faulty: list[Game]) -> None:
    """They can be read back, and fit the schema."""
    validator = Draft202012Validator(schema("record"))
    for number, game in enumerate(faulty):
        assert decode(to_json(game)) == game
        if not number % 2:
            changed = game.deals[labelled_deal(game) - 1]
            assert validator.is_valid(json.loads(to_json(replace(game, deals=(changed,))))), game.x


def labelled_deal(game: Game) -> int:
    """Return the number of the deal that was changed."""
    return min(deal for deal, _, _ in labels(game))


def test_both_paths_agree_on_injected_games(faulty: list[Game]) -> None:
    """Games that the bulk path judges have the judge's report, and no findings."""
    finder = RegularGames(canonical=True)
    for game in faulty:
        found = judge_by_deal(game, finder)
        if isinstance(found, RegularGame):
            report = regular_report(found, finder.workspace, None, None)
            assert not report.findings, game.x
        else:
            report = report_in_parts(found, None, None, "en")
        assert report == judge(game)


def test_the_table_writes_what_needs_no_ruling(injections: dict[str, list[Injection]]) -> None:
    """The score and the result are written unless a ruling would change the score."""
    for code in set(CODES) - OF_RECORD - {"law-15.count-short"}:
        for injection in injections[code]:
            deals = judge(injection.game).deals
            unruled = [deal.score == deal.as_played for deal in deals]
            written = [deal.score is not UNSET for deal in injection.game.deals]
            assert written == [plain and deal.outcome != "void" for plain, deal in zip(unruled, deals, strict=True)], (
                code
            )
            assert (injection.game.result is not UNSET) == all(unruled), code


def labels(game: Game) -> Counter[tuple[int, str | None, str]]:
    """Return what a game's label says: deal, player and code."""
    entries = game.x["injected"] if game.x is not UNSET else []
    return Counter((entry["deal"], entry["player"], code) for entry in entries for code in entry["codes"])


def test_labels_say_what_is_found(faulty: list[Game]) -> None:
    """Code by code, with the deal and the player's seat."""
    for game in faulty:
        assert labels(game) == Counter(
            (deal.deal, finding.player, finding.code) for deal in judge(game).deals for finding in deal.findings
        )


def test_a_label_stands_beside_what_the_recorder_wrote() -> None:
    """The recorder's own words are kept."""
    game = next(games(5, "sensible"))
    noted = injected(game, "law-10.looked-first", Random(1))
    assert noted is not None
    beside = labelled(replace(noted, game=replace(noted.game, x={"table": 4})))
    assert beside.x == {"table": 4, "injected": [{"codes": ["law-10.looked-first"], **_of_first_label(beside)}]}


def _of_first_label(game: Game) -> dict[str, Any]:
    assert game.x is not UNSET
    return {key: game.x["injected"][0][key] for key in ("deal", "player")}


@pytest.mark.parametrize("style", [USUAL, Style(sinking=0.5)])
def test_deals_with_notes_of_their_own_are_passed_over(style: Style) -> None:
    """No fault is injected into a deal with notes, because a label names all findings of its deal."""
    for game in simulate(15, 8, style=style, faults=1.0):
        report = judge(game)
        told = {deal for deal, _, _ in labels(game)}
        assert labels(game) == Counter(
            (deal.deal, finding.player, finding.code)
            for deal in report.deals
            for finding in deal.findings
            if deal.deal in told
        )


class TestSimulate:
    """Faults in simulated games."""

    def test_the_share_asked_for(self) -> None:
        """Of two hundred games at 0.3, sixty within three standard deviations; the others are unchanged."""
        regular, mixed = list(simulate(200, 9)), list(simulate(200, 9, faults=0.3))
        with_x = [game for game in mixed if game.x is not UNSET]
        assert 41 <= len(with_x) <= 79
        assert all(game == plain for game, plain in zip(mixed, regular, strict=True) if game.x is UNSET)
        assert len({code for game in with_x for _, _, code in labels(game)}) > 20

    @pytest.mark.parametrize(("rate", "count"), [(0.0, 0), (1.0, 30)])
    def test_none_and_all(self, rate: float, count: int) -> None:
        """The ends of the scale."""
        assert sum(game.x is not UNSET for game in simulate(30, 4, faults=rate)) == count

    def test_the_same_seed_gives_the_same_faults(self) -> None:
        """Byte for byte."""
        once, again = ([to_json(game) for game in simulate(20, 6, faults=0.5)] for _ in range(2))
        assert once == again

    def test_games_come_one_by_one(self) -> None:
        """However many are asked for."""
        assert list(islice(simulate(10**9, 6, faults=1.0), 3)) == list(simulate(3, 6, faults=1.0))

    def test_rules_whose_laws_are_not_judged(self) -> None:
        """There only faults of the record can be found."""
        for game in simulate(12, 2, rules="rubicon", faults=1.0):
            told = labels(game)
            assert {code for _, _, code in told} <= OF_RECORD
            assert Counter(finding.code for finding in judge(game).findings) == Counter(code for _, _, code in told)


@pytest.fixture
def piquet(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[Any, str, str]]:
    """Return a function that runs the command line: status, standard output, standard error."""

    def run(*arguments: str) -> tuple[Any, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.app(list(arguments), prog_name="piquet")
        return ended.value.code, *capsys.readouterr()

    return run


def test_the_command_injects(piquet: Callable[..., tuple[Any, str, str]]) -> None:
    """It writes what the library gives."""
    status, out, _ = piquet("simulate", "6", "--seed", "3", "--faults", "0.5")
    assert status == 0
    assert out.encode().splitlines() == [to_json(game) for game in simulate(6, 3, faults=0.5)]
    assert '"injected"' in out


@pytest.mark.parametrize("rate", ["-0.1", "1.5", "some"])
def test_the_command_refuses_what_is_no_share(piquet: Callable[..., tuple[Any, str, str]], rate: str) -> None:
    """A rate is a number from 0 to 1."""
    status, out, err = piquet("simulate", "1", f"--faults={rate}")
    assert (status, out) == (2, "")
    assert "--faults" in err
