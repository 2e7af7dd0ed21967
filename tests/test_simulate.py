"""Simulated games: the same for the same seed, lawful in every step, and dealt as chance deals.

Cards are read as text here, so that the checks share no code with the players.
"""

import hashlib
import itertools
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean as mean

import msgspec
import pytest

from piquet_records.errors import UnknownRulesError
from piquet_records.record.game import Deal, DealScore, Game, GameScore, Result, to_json
from piquet_records.record.steps import Call, CarteBlanche, Exchange
from piquet_records.simulation.games import Policy, simulate
from piquet_records.simulation.players import OPEN
from tests.styles import VARIED

RANKS = "AKQJT987"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}

Cards = list[str]


@pytest.fixture(scope="module")
def kinds() -> dict[str, list[Game]]:
    """Return games of every kind of player, some twenty thousand deals in all."""
    return {
        "sensible": list(simulate(1200, seed=1)),
        "random": list(simulate(1500, seed=2, policy="random")),
        "varied": list(simulate(600, seed=3, style=VARIED)),
        "varied random": list(simulate(300, seed=4, policy="random", style=VARIED)),
    }


@pytest.fixture(scope="module")
def deals(kinds: dict[str, list[Game]]) -> list[Deal]:
    """Return all deals of those games."""
    return [deal for games in kinds.values() for game in games for deal in game.deals]


def cards(text: object) -> Cards:
    """Split a list of cards; an absent one is empty."""
    assert isinstance(text, str)
    return text.split()


def exchanges(deal: Deal) -> tuple[Exchange, Exchange]:
    """Return the elder's and the younger's exchange."""
    assert deal.exchange
    elder, younger = (step for step in deal.exchange if isinstance(step, Exchange))
    return elder, younger


def dealt(deal: Deal) -> dict[str, Cards]:
    """Return both hands as dealt."""
    assert deal.hands
    return {"elder": cards(deal.hands.elder), "younger": cards(deal.hands.younger)}


def playing(deal: Deal) -> dict[str, Cards]:
    """Return both hands after the exchange, computed from discards and talon."""
    hands = dealt(deal)
    talon = cards(deal.talon)
    for step in exchanges(deal):
        kept = [card for card in hands[step.by] if card not in cards(step.discard)]
        hands[step.by] = kept + talon[: step.draw]
        talon = talon[step.draw :]
    return hands


def calls(deal: Deal, by: str, what: str) -> list[Call]:
    """Return the calls of a player in a category."""
    assert deal.declarations is not msgspec.UNSET
    return [step for step in deal.declarations if isinstance(step, Call) and (step.by, step.what) == (by, what)]


def strength(call: Call) -> tuple[int, int]:
    """Return the sort key of a call; the greater call is better."""
    if call.what == "point":
        assert isinstance(call.value, int)
        return call.cards, call.value
    rank = call.top if call.what == "sequence" else call.rank
    return call.cards, -RANKS.index(str(rank))


def holdings(hand: Cards, what: str) -> list[tuple[int, int]]:
    """Return the strength of everything that a hand holds in a category, best first; of points only the best."""
    suits = ["".join(rank for rank in RANKS if rank + suit in hand) for suit in "SHDC"]
    if what == "point":
        return [max((len(suit), sum(PIPS[rank] for rank in suit)) for suit in suits)]
    if what == "set":
        counts = Counter(card[0] for card in hand)
        found = [(counts[rank], -RANKS.index(rank)) for rank in "AKQJT" if counts[rank] > 2]
        return sorted(found, reverse=True)
    return sorted(((len(run), -RANKS.index(run[0])) for suit in suits for run in runs(suit)), reverse=True)


def runs(suit: str) -> Iterator[str]:
    """Return the longest runs of three or more among the ranks of a suit."""
    marked = "".join(rank if rank in suit else " " for rank in RANKS)
    return (run for run in marked.split() if len(run) > 2)


def winners(deal: Deal) -> Iterator[tuple[str, Cards, str]]:
    """Walk the tricks: who led, the two cards, who won."""
    leader, other = "elder", "younger"
    assert deal.play
    for trick in deal.play:
        lead, follow = cards(trick)
        won = lead[1] == follow[1] and RANKS.index(follow[0]) < RANKS.index(lead[0])
        yield leader, [lead, follow], other if won else leader
        if won:
            leader, other = other, leader


def gains(deal: Deal) -> Iterator[tuple[str, int]]:
    """Score a lawful deal of ``classic`` in the order of points, by the article and without the product's code."""
    made = Counter[str]()
    bonus = False
    before = [*declared(deal)]
    for number, (by, points, _) in enumerate([*before, *played(deal)]):
        made[by] += points
        yield by, points
        if not bonus and made["elder"] >= 30 and not made["younger"]:
            bonus = True
            yield "elder", 60 if number < len(before) else 30
    won = Counter(winner for *_, winner in winners(deal))
    last = [winner for *_, winner in winners(deal)][-1]
    yield last, int(won[last] < 12)
    for by, tricks in won.items():
        if tricks == 12:
            yield by, 40
        elif tricks > 6:
            yield by, 10


def declared(deal: Deal) -> Iterator[tuple[str, int, str]]:
    """Yield what is made before the play: carte blanche, point, sequences, sets."""
    for step in deal.exchange or ():
        if isinstance(step, CarteBlanche):
            yield step.by, 10, "carte blanche"
    for what in ("point", "sequence", "set"):
        elder, younger = calls(deal, "elder", what), calls(deal, "younger", what)
        reply = elder[0].reply if elder else "not-good"
        for call in {"good": elder, "not-good": younger, "equal": []}[str(reply)]:
            value = {"point": call.cards, "set": {3: 3, 4: 14}.get(call.cards, 0)}
            yield call.by, value.get(what, call.cards + 10 * (call.cards > 4)), what


def played(deal: Deal) -> Iterator[tuple[str, int, str]]:
    """Yield the points of the play: one a lead, one a trick that the second player wins."""
    for leader, _, winner in winners(deal):
        yield leader, 1, "lead"
        if winner != leader:
            yield winner, 1, "trick"


class TestSameSeed:
    """The same seed gives the same games, and nothing but ``Random.random()`` decides."""

    @pytest.mark.parametrize("policy", ["sensible", "random"])
    def test_same_bytes(self, policy: Policy) -> None:
        """Two runs write the same, byte for byte."""
        once, again = ([to_json(game) for game in simulate(20, seed=7, policy=policy)] for _ in range(2))
        assert once == again

    def test_another_seed_gives_other_games(self) -> None:
        """No deal list comes twice, not even for a seed and its negative."""
        seeds = (0, 1, -1, 10)
        games = {msgspec.json.encode(game.deals) for seed in seeds for game in simulate(5, seed=seed)}
        assert len(games) == 5 * len(seeds)

    def test_more_games_begin_with_the_same(self) -> None:
        """Games come one by one: a thousand million can be asked for, and the first few do not depend on it."""
        assert list(itertools.islice(simulate(10**9, seed=3), 5)) == list(simulate(5, seed=3))

    def test_no_other_method_of_random_is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only ``random()`` is promised to stay the same; other methods such as ``shuffle`` may change."""

        def refuse(*_: object) -> None:
            raise AssertionError

        for name in ("getrandbits", "randbytes", "randrange", "choice", "choices", "sample", "shuffle", "uniform"):
            monkeypatch.setattr(random.Random, name, refuse)
        assert len(list(simulate(3, style=VARIED))) == 3

    def test_hashing_has_no_part_in_it(self) -> None:
        """Two interpreters that hash text differently write the same."""
        program = (
            "import hashlib; from piquet_records.record.game import to_json; "
            "from piquet_records.simulation.games import simulate; "
            "print(hashlib.sha256(b''.join(map(to_json, simulate(10, seed=5)))).hexdigest())"
        )
        here = hashlib.sha256(b"".join(map(to_json, simulate(10, seed=5)))).hexdigest()
        for hash_seed in ("1", "2"):
            environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
            done = subprocess.run(  # noqa: S603  (our own interpreter)
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
            )
            assert done.stdout.strip() == here


class TestGame:
    """What stands in the record of a game."""

    def test_ids_are_numbered(self) -> None:
        """Seed and number make the id."""
        assert [game.id for game in simulate(3, seed=12)] == ["sim-12-000001", "sim-12-000002", "sim-12-000003"]

    def test_reads_back(self, kinds: dict[str, list[Game]]) -> None:
        """What is written is a valid record and decodes to the same game."""
        for game in kinds["varied"][:100]:
            assert msgspec.json.decode(to_json(game), type=Game) == game

    def test_the_deal_passes_each_time(self, kinds: dict[str, list[Game]]) -> None:
        """Law 12 and *Marche du jeu*: each player deals in his turn."""
        for game in kinds["sensible"]:
            assert all(one.dealer != next_one.dealer for one, next_one in itertools.pairwise(game.deals))

    def test_either_seat_deals_first(self, kinds: dict[str, list[Game]]) -> None:
        """Either seat may begin."""
        assert {game.deals[0].dealer for game in kinds["sensible"]} == {"A", "B"}

    def test_a_dealer_keeps_to_his_packets(self, kinds: dict[str, list[Game]]) -> None:
        """Law 7: a player who began by twos or by threes goes on so."""
        used = set()
        for game in kinds["sensible"]:
            packets = {(deal.dealer, deal.packets) for deal in game.deals}
            assert len(packets) == len({deal.dealer for deal in game.deals})
            used |= {number for _, number in packets}
        assert used == {2, 3}

    def test_the_score_of_each_deal_is_written(self, deals: list[Deal]) -> None:
        """It is the score that the article gives for the calls and tricks."""
        for deal in deals:
            points = Counter[str]()
            for by, made in gains(deal):
                points[by] += made
            assert deal.score == DealScore(elder=points["elder"], younger=points["younger"])

    def test_who_first_reaches_the_target_wins(self, kinds: dict[str, list[Game]]) -> None:
        """The deal in which a player reaches 150 is the last, and is played to its end."""
        for game in kinds["sensible"]:
            totals, first = {"A": 0, "B": 0}, None
            for deal in game.deals:
                assert first is None
                for by, made in gains(deal):
                    seat = deal.elder if by == "elder" else deal.dealer
                    totals[seat] += made
                    first = first or (seat if totals[seat] >= 150 else None)
            assert first is not None
            assert game.result == Result(winner=first, score=GameScore(A=totals["A"], B=totals["B"]), ended="target")

    def test_rubicon_is_six_deals(self) -> None:
        """The number of deals ends the game, the higher total wins, and the settlement is written."""
        for game in simulate(100, rules="rubicon"):
            assert (game.rules, len(game.deals)) == ("rubicon", 6)
            assert game.result
            assert isinstance(game.result.score, GameScore)
            a, b = game.result.score.A or 0, game.result.score.B or 0
            assert (game.result.ended, game.result.winner) == ("deals", "A" if a > b else "B")
            assert game.result.settlement == 100 + (abs(a - b) if min(a, b) >= 100 else a + b)

    def test_unknown_rules_are_refused_at_once(self) -> None:
        """The call itself raises, not the first game."""
        with pytest.raises(UnknownRulesError):
            simulate(1, rules="whist")


class TestLawful:
    """Every step of every deal is one that the laws allow."""

    def test_every_card_stands_once(self, deals: list[Deal]) -> None:
        """Twelve, twelve and eight cards are the whole pack."""
        pack = sorted(rank + suit for rank in RANKS for suit in "SHDC")
        for deal in deals:
            hands = dealt(deal)
            assert [len(hands["elder"]), len(hands["younger"])] == [12, 12]
            assert sorted(hands["elder"] + hands["younger"] + cards(deal.talon)) == pack

    def test_hands_are_sorted_by_suit(self, deals: list[Deal]) -> None:
        """Hands are written suit by suit, highest first."""
        order = [rank + suit for suit in "SHDC" for rank in RANKS]
        for deal in deals[:500]:
            for hand in dealt(deal).values():
                assert hand == sorted(hand, key=order.index)

    def test_exchanges(self, deals: list[Deal]) -> None:
        """Elder first, one to five; then the younger, one to all that are left; fewer than five are announced."""
        for deal in deals:
            elder, younger = exchanges(deal)
            assert (elder.by, younger.by) == ("elder", "younger")
            for step in (elder, younger):
                thrown = cards(step.discard)
                assert len(set(thrown)) == len(thrown) == step.draw
                assert set(thrown) <= set(dealt(deal)[step.by])
            assert 1 <= elder.draw <= 5
            assert 1 <= younger.draw <= 8 - elder.draw
            assert elder.announced == (elder.draw if elder.draw < 5 else msgspec.UNSET)

    def test_carte_blanche_is_shown_before_the_own_discard(self, deals: list[Deal]) -> None:
        """It is held, and shown before its player exchanges."""
        for deal in deals:
            assert deal.exchange
            for place, step in enumerate(deal.exchange):
                if isinstance(step, CarteBlanche):
                    assert not {card[0] for card in dealt(deal)[step.by]} & set("KQJ")
                    after = deal.exchange[place + 1]
                    assert isinstance(after, Exchange)
                    assert after.by == step.by

    def test_the_younger_shows_carte_blanche_after_the_elders_discard(self, deals: list[Deal]) -> None:
        """*Des cartes blanches*: after the adversary has discarded."""
        shown = [deal for deal in deals if deal.exchange and CarteBlanche(by="younger") in deal.exchange]
        assert shown
        for deal in shown:
            assert isinstance(deal.exchange[-3], Exchange)  # type: ignore[index]

    def test_twelve_tricks_of_cards_held_and_suits_followed(self, deals: list[Deal]) -> None:
        """The winner leads, the suit is followed, and no card is played twice."""
        for deal in deals:
            hands = playing(deal)
            for leader, (lead, follow), _ in winners(deal):
                second = "younger" if leader == "elder" else "elder"
                if any(card[1] == lead[1] for card in hands[second]):
                    assert follow[1] == lead[1]
                hands[leader].remove(lead)
                hands[second].remove(follow)
            assert hands == {"elder": [], "younger": []}

    def test_shown_cards_are_held_and_make_what_was_called(self, deals: list[Deal]) -> None:
        """The cards shown prove the call."""
        seen = 0
        for deal in deals:
            hands = playing(deal)
            for step in deal.declarations or ():
                if isinstance(step, Call) and isinstance(step.shown, str):
                    shown = step.shown.split()
                    assert set(shown) <= set(hands[step.by])
                    assert strength(step) in holdings(shown, step.what)
                    seen += 1
        assert seen

    def test_sets_are_held(self, deals: list[Deal]) -> None:
        """Every set that is called is held."""
        for deal in deals:
            for by, hand in playing(deal).items():
                for call in calls(deal, by, "set"):
                    assert 3 <= call.cards <= sum(card[0] == call.rank for card in hand)

    @pytest.mark.parametrize("what", ["point", "sequence", "set"])
    def test_replies_and_proofs(self, deals: list[Deal], what: str) -> None:
        """Good: the younger calls nothing there. Equal: both show as much. Not good: he calls and shows better."""
        for deal in deals:
            elder, younger = calls(deal, "elder", what), calls(deal, "younger", what)
            assert elder == sorted(elder, key=strength, reverse=True)
            assert younger == sorted(younger, key=strength, reverse=True)
            replies = [call.reply for call in elder]
            proved = {call.shown is not msgspec.UNSET for call in younger}
            assert proved <= {what != "set"}
            assert all(call.reply is msgspec.UNSET for call in younger)
            if set(replies) == {"good"}:
                assert not younger
                assert all((call.shown is msgspec.UNSET) == (what == "set") for call in elder)
            elif replies == ["equal"]:
                assert elder[0].shown is not msgspec.UNSET
                assert [strength(call) for call in younger] == [strength(elder[0])]
            elif replies:
                assert replies == ["not-good"]
                assert elder[0].shown is msgspec.UNSET
                assert strength(younger[0]) > strength(elder[0])

    @pytest.mark.parametrize("what", ["point", "sequence", "set"])
    def test_open_players_call_all_that_can_score(self, what: str) -> None:
        """A player who sinks nothing calls his best, and the rest if the best is good."""
        for game in simulate(200, seed=6, style=OPEN):
            for deal in game.deals:
                hands = playing(deal)
                elder, younger = holdings(hands["elder"], what), holdings(hands["younger"], what)
                called = {by: [strength(call) for call in calls(deal, by, what)] for by in hands}
                if not elder or younger[:1] > elder[:1]:
                    assert called == {"elder": elder[:1], "younger": younger}
                elif younger[:1] == elder[:1]:
                    assert called == {"elder": elder[:1], "younger": younger[:1]}
                else:
                    assert called == {"elder": elder, "younger": []}


class TestStyles:
    """Players differ where they should."""

    def test_random_players_exchange_any_number(self, kinds: dict[str, list[Game]]) -> None:
        """Every lawful number comes."""
        for kind in ("random", "varied"):
            pairs = [exchanges(deal) for game in kinds[kind] for deal in game.deals]
            assert {elder.draw for elder, _ in pairs} == {1, 2, 3, 4, 5}
            assert {younger.draw for elder, younger in pairs if elder.draw == 1} == {1, 2, 3, 4, 5, 6, 7}

    def test_sensible_players_mostly_take_five_and_three(self, kinds: dict[str, list[Game]]) -> None:
        """*Marche du jeu*: ordinarily five and three."""
        pairs = Counter(
            tuple(step.draw for step in exchanges(deal)) for game in kinds["sensible"] for deal in game.deals
        )
        assert pairs[5, 3] > 0.9 * pairs.total()
        assert any(elder < 5 for elder, _ in pairs)

    def test_sensible_players_keep_their_long_suit(self, kinds: dict[str, list[Game]]) -> None:
        """The article discards single cards first: exchanging makes the longest suit longer on average."""
        before = after = 0
        for game in kinds["sensible"]:
            for deal in game.deals:
                before += holdings(dealt(deal)["elder"], "point")[0][0]
                after += holdings(playing(deal)["elder"], "point")[0][0]
        assert after > before

    def test_random_players_score_as_chance_has_it(self, kinds: dict[str, list[Game]]) -> None:
        """Known from other random play: about 20.5 to the elder, 19.5 to the younger, six tricks each in 12.8 %."""
        seen = [deal for game in kinds["random"] for deal in game.deals]
        divided = [Counter(winner for *_, winner in winners(deal))["elder"] == 6 for deal in seen]
        scores = [deal.score for deal in seen if deal.score]
        assert mean(score.elder or 0 for score in scores) == pytest.approx(20.5, abs=0.75)
        assert mean(score.younger or 0 for score in scores) == pytest.approx(19.5, abs=0.75)
        assert mean(divided) == pytest.approx(0.128, abs=0.015)

    def test_sensible_players_profit_from_leading(self, kinds: dict[str, list[Game]]) -> None:
        """*De la donne*: dealing is a disadvantage, and more so for sensible players."""
        scores = [deal.score for game in kinds["sensible"] for deal in game.deals if deal.score]
        assert mean(score.elder or 0 for score in scores) > mean(score.younger or 0 for score in scores) + 5

    @pytest.mark.parametrize(("kind", "sinking"), [("random", False), ("sensible", True), ("varied", True)])
    def test_sinking(self, kinds: dict[str, list[Game]], kind: str, sinking: bool) -> None:
        """Every hand holds a point of three cards at least, so an elder who calls none has sunk it."""
        silent = [deal for game in kinds[kind] for deal in game.deals if not calls(deal, "elder", "point")]
        assert bool(silent) == sinking

    def test_varied_players_call_less_than_they_hold(self, kinds: dict[str, list[Game]]) -> None:
        """Smaller calls out of bigger holdings come in every category."""
        less = Counter(
            what
            for game in kinds["varied"]
            for deal in game.deals
            for what in ("point", "sequence", "set")
            for call in calls(deal, "elder", what)
            if strength(call) not in holdings(playing(deal)["elder"], what)
        )
        assert set(less) == {"point", "sequence", "set"}


def longest_suit(hand: Cards) -> int:
    """Return the length of the longest suit."""
    return max(Counter(card[1] for card in hand).values())


def longest_sequence(hand: Cards) -> int:
    """Return the length of the longest sequence; 0 if there is none."""
    return max((length for length, _ in holdings(hand, "sequence")), default=0)


def best_set(hand: Cards) -> int:
    """Return 4 for a quatorze, 3 for a trio, 0 if there is neither."""
    return max((number for number, _ in holdings(hand, "set")), default=0)


def carte_blanche(hand: Cards) -> int:
    """Return 1 for a hand without court cards."""
    return int(not {card[0] for card in hand} & set("KQJ"))


CHANCES = [
    (carte_blanche, {1: 1 / 1792.433}),
    (longest_suit, {3: 0.04356, 4: 0.55149, 5: 0.33200, 6: 0.06674, 7: 0.00602, 8: 0.00019}),
    (longest_sequence, {0: 0.35608, 3: 0.43682, 4: 0.15650, 5: 0.04025, 6: 0.00866, 7: 0.00151, 8: 0.00019}),
    (best_set, {4: 0.06836, 3: 0.50499}),
]
"""The share of the 225,792,840 hands of twelve cards that hold each; counted exactly, not drawn."""


@pytest.mark.parametrize(("measure", "chances"), CHANCES, ids=lambda given: getattr(given, "__name__", ""))
def test_hands_come_as_chance_deals_them(
    deals: list[Deal], measure: Callable[[Cards], int], chances: dict[int, float]
) -> None:
    """Each share is within five standard errors of the exact one."""
    seen = Counter(measure(hand) for deal in deals for hand in dealt(deal).values())
    total = 2 * len(deals)
    for value, chance in chances.items():
        tolerance = 5 * sqrt(chance * (1 - chance) / total)
        assert seen[value] / total == pytest.approx(chance, abs=tolerance), value
