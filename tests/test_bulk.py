"""The bulk path and the step-by-step judge give the same reports for every record."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from piquet_records.bulk.games import regular_games
from piquet_records.record.game import Game, to_json
from piquet_records.report.build import judge
from piquet_records.simulation.games import simulate
from tests.styles import VARIED

Document = dict[str, Any]


def _plain(game: Game) -> Document:
    return msgspec.json.decode(to_json(game))  # type: ignore[no-any-return]


def _both(games: list[Game]) -> tuple[int, int]:
    """Compare both paths on some games. Return how many the bulk path judged, and how many there are."""
    regular = regular_games(games)
    for place, found in regular.items():
        assert found.report("games.jsonl", place + 1) == judge(games[place], file="games.jsonl", line=place + 1)
    return len(regular), len(games)


@pytest.mark.parametrize("rules", ["classic", "rubicon"])
@pytest.mark.parametrize("policy", ["random", "sensible"])
def test_simulated_games(policy: Any, rules: str) -> None:
    """Games of every profile and policy; most of the random players' are regular."""
    judged, games = _both(list(simulate(120, seed=11, policy=policy, rules=rules)))
    assert judged > games * (0.9 if policy == "random" else 0.5)


def test_smaller_calls_and_sinking_are_left_to_the_judge() -> None:
    """If the bulk path judges games with calls smaller than the holding, it agrees."""
    judged, games = _both(list(simulate(120, seed=12, style=VARIED)))
    assert judged < games


def _drop(name: str) -> Callable[[Document, Random], None]:
    def change(deal: Document, _random: Random) -> None:
        deal.pop(name, None)

    return change


def _first_call(deal: Document) -> Document:
    return next((step for step in deal["declarations"] if step["act"] == "call"), {"what": "set"})


def _no_reply(deal: Document, _random: Random) -> None:
    _first_call(deal).pop("reply", None)


def _smaller_point(deal: Document, _random: Random) -> None:
    call = _first_call(deal)
    if call["what"] == "point":
        call["cards"] -= 1


def _not_shown(deal: Document, _random: Random) -> None:
    for call in deal["declarations"]:
        if call.get("what") != "set":
            call["shown"] = False


def _shown_unsaid(deal: Document, _random: Random) -> None:
    for call in deal["declarations"]:
        call.pop("shown", None)


def _late_blanche(deal: Document, _random: Random) -> None:
    deal["play"].insert(1, {"act": "carte-blanche", "by": "younger"})


def _thirteen(deal: Document, _random: Random) -> None:
    cards = deal["talon"].split(" ")
    deal["hands"]["elder"] += " " + cards[0]
    deal["talon"] = " ".join(cards[1:])


def _last_card_missing(deal: Document, _random: Random) -> None:
    deal["play"][-1] = deal["play"][-1].split(" ")[0]


def _unknown(deal: Document, random: Random) -> None:
    place = random.randrange(12)
    deal["play"][place] = deal["play"][place][:3] + "??"


def _swapped(deal: Document, random: Random) -> None:
    first, second = random.sample(range(12), 2)
    deal["play"][first], deal["play"][second] = deal["play"][second], deal["play"][first]


def _wrong_score(deal: Document, _random: Random) -> None:
    if "score" in deal:
        deal["score"]["elder"] += 1


def _four_packets(deal: Document, _random: Random) -> None:
    deal["packets"] = 4


def _other_packets(deal: Document, _random: Random) -> None:
    deal["packets"] = 5 - deal.get("packets", 2)


def _same_dealer(deal: Document, _random: Random) -> None:
    deal["dealer"] = "A"


def _draws_one_more(deal: Document, _random: Random) -> None:
    deal["exchange"][0]["draw"] += 1


def _says_wrong_number(deal: Document, _random: Random) -> None:
    deal["exchange"][0]["announced"] = 1


def _apart(deal: Document, _random: Random) -> None:
    deal["exchange"][1]["mixed"] = False


def _twice_called(deal: Document, _random: Random) -> None:
    if deal["declarations"]:
        deal["declarations"].insert(0, deal["declarations"][0])


def _late_elder(deal: Document, _random: Random) -> None:
    deal["declarations"].append({"act": "call", "by": "elder", "what": "set", "cards": 3, "rank": "A"})


def _double_card(deal: Document, _random: Random) -> None:
    deal["talon"] = deal["hands"]["elder"][:2] + deal["talon"][2:]


BORDERS = {
    "no reply": _no_reply,
    "smaller call": _smaller_point,
    "not shown": _not_shown,
    "shown unsaid": _shown_unsaid,
    "late carte blanche": _late_blanche,
    "thirteen cards": _thirteen,
    "card of the last trick missing": _last_card_missing,
    "unknown card": _unknown,
    "tricks swapped": _swapped,
    "wrong score": _wrong_score,
    "no score": _drop("score"),
    "no packets": _drop("packets"),
    "no declarations": _drop("declarations"),
    "four at a time": _four_packets,
    "packets changed": _other_packets,
    "same dealer": _same_dealer,
    "one card too many": _draws_one_more,
    "wrong number said": _says_wrong_number,
    "cards kept apart": _apart,
    "called twice": _twice_called,
    "elder calls late": _late_elder,
    "double card": _double_card,
}


@pytest.mark.parametrize("border", BORDERS)
def test_records_at_the_border(border: str) -> None:
    """One deal of each game is changed. The games that the bulk path still judges have the judge's report."""
    random = Random(border)
    changed = []
    for game in simulate(30, seed=13, policy="random"):
        document = _plain(game)
        BORDERS[border](random.choice(document["deals"]), random)
        changed.append(msgspec.convert(document, Game))
    _both(changed)


@pytest.mark.parametrize(
    "border", ["thirteen cards", "unknown card", "wrong score", "late carte blanche", "double card"]
)
def test_irregular_deals_are_never_taken(border: str) -> None:
    """The bulk path does not judge a game in which every deal was changed like this."""
    random = Random(border)
    documents = [_plain(game) for game in simulate(10, seed=14, policy="random")]
    for document in documents:
        document.pop("result", None)
        for deal in document["deals"]:
            BORDERS[border](deal, random)
    assert not regular_games([msgspec.convert(document, Game) for document in documents])
