"""Lines of games for the recogniser: as the format's writer writes them, and changed in deals and bytes."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from piquet_records.cards.pack import from_bits, to_text
from piquet_records.record.game import Game, to_json
from piquet_records.simulation.games import simulate
from piquet_records.trace.walk import replay_deal
from tests.styles import VARIED

Document = dict[str, Any]
KINDS: dict[str, dict[str, Any]] = {
    "random": {"policy": "random"},
    "sensible": {"policy": "sensible"},
    "rubicon": {"policy": "random", "rules": "rubicon"},
    "sinking": {"style": VARIED},
    "faulty": {"policy": "random", "faults": 0.5},
}
"""Ways to simulate games, by name."""


def document(game: Game) -> Document:
    """Return a game as a JSON document."""
    found: Document = json.loads(to_json(game))
    return found


def compact(changed: Document) -> bytes:
    """Return a document as a line without spaces."""
    return json.dumps(changed, separators=(",", ":"), ensure_ascii=False).encode()


def spaced(line: bytes) -> bytes:
    """Return a line with a space after each comma and colon, as Python's json module writes it."""
    return json.dumps(json.loads(line), ensure_ascii=False).encode()


def without_values(line: bytes) -> bytes:
    """Return a line in which no call of a point says its pips."""
    changed = json.loads(line)
    for deal in changed["deals"]:
        for call in deal.get("declarations", []):
            call.pop("value", None)
    return compact(changed)


def held_only(game: Game) -> bytes:
    """Return a game of which only the hands after the exchange are recorded, as in many old books."""
    changed = document(game)
    for number, deal in enumerate(game.deals):
        playing = replay_deal(deal).playing
        held = {role: to_text(from_bits(hand.known)) for role, hand in playing.items()}
        kept = {
            "held" if key == "hands" else key: held if key == "hands" else value
            for key, value in changed["deals"][number].items()
            if key not in ("talon", "exchange")
        }
        changed["deals"][number] = kept
    return compact(changed)


def under_other_rules(game: Game, random: Random) -> bytes:
    """Return a game under conventions chosen at random, without the scores and the result that were written."""
    changed = document(game)
    changed.pop("result", None)
    for deal in changed["deals"]:
        deal.pop("score", None)
    chosen = {name: random.choice(values) for name, values in CONVENTIONS.items() if random.random() < 0.4}
    changed["rules"] = random.choice(["classic", "rubicon@1"])
    if random.random() < 0.3:
        changed["start"] = {"A": random.randrange(100), "B": random.randrange(100)}
    written: Document = {}
    for key, value in changed.items():
        if key == "players" and chosen:
            written["conventions"] = chosen
        written[key] = value
    return compact(written)


CONVENTIONS: dict[str, tuple[Any, ...]] = {
    "pique_order": ("time", "precedence"),
    "lead_scores": ("ten-or-higher", "always"),
    "younger_may_repique": (True, False),
    "blanche_counts_toward": (True, False),
    "blanche_value": (0, 10, 35),
    "last_trick_in_capot": (0, 1),
    "exchange_minimum": ({"elder": 3}, {"elder": 0, "younger": 0}, {"younger": 3}),
    "both_pass": ("higher-total", "first-to-reach"),
    "target": (60, 100, None),
    "deals": (3, 6),
    "settlement": ("rubicon",),
    "show_required": (False,),
}

_LIKELY = b' ,:"0123456789AKQJTSHDCB{}[]\\'


def mutated(line: bytes, random: Random) -> bytes:
    """Return a line in which one to three bytes are changed, left out, put in, or exchanged."""
    changed = bytearray(line)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(len(changed))
        kind = random.randrange(5)
        if kind == 0:
            changed[place] = random.randrange(256)
        elif kind == 1:
            del changed[place]
        elif kind == 2:
            changed.insert(place, random.choice(_LIKELY))
        elif kind == 3:
            other = random.randrange(len(changed))
            changed[place], changed[other] = changed[other], changed[place]
        else:
            changed[place] = random.choice(_LIKELY)
    return bytes(changed).replace(b"\n", b" ")


def torn(line: bytes, random: Random) -> bytes:
    """Return a line cut off at random, or with a piece of it repeated or left out."""
    first, second = sorted(random.sample(range(len(line)), 2))
    return random.choice((line[:first], line[first:], line[:first] + line[second:], line[:second] + line[first:]))


Change = Callable[[Document, Random], None]


def _drop(name: str) -> Change:
    def change(deal: Document, _random: Random) -> None:
        deal.pop(name, None)

    return change


def _first_call(deal: Document) -> Document:
    return next((step for step in deal["declarations"] if step["act"] == "call"), {"what": "set"})


def _no_reply(deal: Document, _random: Random) -> None:
    _first_call(deal).pop("reply", None)


def _other_reply(deal: Document, random: Random) -> None:
    _first_call(deal)["reply"] = random.choice(["good", "equal", "not-good"])


def _smaller_point(deal: Document, _random: Random) -> None:
    call = _first_call(deal)
    if call["what"] == "point":
        call["cards"] -= 1


def _nothing_called(deal: Document, _random: Random) -> None:
    deal["declarations"].insert(0, {"act": "call", "by": "elder", "what": "point", "cards": 0, "value": 0})


def _not_shown(deal: Document, _random: Random) -> None:
    for call in deal["declarations"]:
        if call.get("what") != "set":
            call["shown"] = False


def _shown_not_written(deal: Document, _random: Random) -> None:
    for call in deal["declarations"]:
        call.pop("shown", None)


def _late_blanche(deal: Document, _random: Random) -> None:
    deal["play"].insert(1, {"act": "carte-blanche", "by": "younger"})


def _false_blanche(deal: Document, random: Random) -> None:
    deal["exchange"].insert(random.randrange(2), {"act": "carte-blanche", "by": random.choice(["elder", "younger"])})


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


def _packets(number: int) -> Change:
    def change(deal: Document, _random: Random) -> None:
        deal["packets"] = number

    return change


def _same_dealer(deal: Document, _random: Random) -> None:
    deal["dealer"] = "A"


def _draws_one_more(deal: Document, _random: Random) -> None:
    deal["exchange"][0]["draw"] += 1


def _says_wrong_number(deal: Document, _random: Random) -> None:
    deal["exchange"][0]["announced"] = 1


def _apart(deal: Document, _random: Random) -> None:
    deal["exchange"][1]["mixed"] = False


def _called_twice(deal: Document, _random: Random) -> None:
    if deal["declarations"]:
        deal["declarations"].insert(0, deal["declarations"][0])


def _elder_calls_late(deal: Document, _random: Random) -> None:
    deal["declarations"].append({"act": "call", "by": "elder", "what": "set", "cards": 3, "rank": "A"})


def _double_card(deal: Document, _random: Random) -> None:
    deal["talon"] = deal["hands"]["elder"][:2] + deal["talon"][2:]


def _shuffled_hand(deal: Document, random: Random) -> None:
    cards = deal["hands"]["elder"].split(" ")
    random.shuffle(cards)
    deal["hands"]["elder"] = " ".join(cards)


def _redealt(deal: Document, _random: Random) -> None:
    deal["exchange"] = [{"act": "redeal", "by": "elder"}]
    for name in ("declarations", "play", "score"):
        deal.pop(name, None)


CHANGES: dict[str, Change] = {
    "no reply": _no_reply,
    "other reply": _other_reply,
    "smaller call": _smaller_point,
    "nothing called": _nothing_called,
    "not shown": _not_shown,
    "shown not written": _shown_not_written,
    "late carte blanche": _late_blanche,
    "false carte blanche": _false_blanche,
    "thirteen cards": _thirteen,
    "card of the last trick missing": _last_card_missing,
    "unknown card": _unknown,
    "tricks swapped": _swapped,
    "wrong score": _wrong_score,
    "no score": _drop("score"),
    "no packets": _drop("packets"),
    "no declarations": _drop("declarations"),
    "four at a time": _packets(4),
    "two at a time": _packets(2),
    "same dealer": _same_dealer,
    "one card too many": _draws_one_more,
    "wrong number said": _says_wrong_number,
    "cards kept apart": _apart,
    "called twice": _called_twice,
    "elder calls late": _elder_calls_late,
    "double card": _double_card,
    "hand in another order": _shuffled_hand,
    "redealt": _redealt,
}
"""Changes of one deal; some leave it regular, and some make it no record."""


def changed_lines(games: int, seed: int, change: Change, *, all_deals: bool = False) -> Iterator[bytes]:
    """Yield the lines of simulated games of which one deal, or each, was changed."""
    random = Random(seed)
    for game in simulate(games, seed=seed, policy="random"):
        found = document(game)
        for deal in found["deals"] if all_deals else [random.choice(found["deals"])]:
            change(deal, random)
        yield compact(found)


def corpus(games: int, seed: int) -> Iterator[bytes]:
    """Yield lines of every kind here, regular and not."""
    random = Random(seed)
    for name, how in KINDS.items():
        for game in simulate(games, seed=seed, **how):
            line = to_json(game)
            yield from (line, spaced(line), without_values(line))
            if name != "faulty":
                yield held_only(game)
            yield under_other_rules(game, random)
            for _ in range(4):
                yield mutated(line, random)
            yield mutated(spaced(line), random)
            yield torn(line, random)
    for change in CHANGES.values():
        yield from changed_lines(max(1, games // 4), seed, change)
