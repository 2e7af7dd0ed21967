"""Changes records at random: bytes, JSON values, fields, cards, steps, and the cards shown with a call.

A change draws its choices from the ``Random`` that it gets, so that Hypothesis can shrink it and a seed repeats it.
"""

import copy
import functools
import json
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

from piquet_records.record.game import to_json
from piquet_records.simulation.games import simulate
from tests.recogniser.lines import held_only, mutated, torn
from tests.strategies import DOUBLED, FIELDS, ODD_VALUES, places, to_text
from tests.styles import VARIED

Document = dict[str, Any]
SAMPLES = Path(__file__).parents[2] / "sample_games"
LISTS = ("dealing", "exchange", "declarations", "play")
CARDS = [rank + suit for rank in "AKQJT987" for suit in "SHDC"] + ["??"]


@functools.cache
def bases() -> tuple[Document, ...]:
    """Return the records that are changed: simulated games, most of them cut to two deals, and the sample records."""
    played = chain(
        islice(simulate(12, seed=14, policy="random"), 12),
        simulate(6, seed=14, style=VARIED),
        simulate(6, seed=14, policy="random", rules="rubicon"),
        simulate(12, seed=14, policy="random", faults=1.0),
    )
    found: list[Document] = []
    for number, game in enumerate(played):
        document = json.loads(to_json(game))
        if number % 6 and len(document["deals"]) > 2:
            document["deals"] = document["deals"][:2]
            document["result"] = {"ended": "unfinished"}
        found.append(document)
    found += [json.loads(held_only(game)) for game in simulate(2, seed=15, policy="random")]
    paths = (path for path in sorted(SAMPLES.rglob("*.json")) if not path.name.endswith(".report.json"))
    return (*found, *(json.loads(path.read_bytes()) for path in paths))


@functools.cache
def donors() -> tuple[Document, ...]:
    """Return all steps of the sample records and simulated games, to be put into others."""
    deals = [deal for game in bases() for deal in game["deals"]]
    steps = [entry for deal in deals for name in LISTS for entry in deal.get(name, []) if isinstance(entry, dict)]
    return tuple({json.dumps(step, sort_keys=True): step for step in steps}.values())


def change_value(document: Document, random: Random) -> None:
    """Replace, remove, copy, rename or double one value of the JSON."""
    found = places(document)
    parent, key = random.choice(found)
    kind = random.randrange(6)
    if kind == 0:
        del parent[key]
    elif kind <= 2:
        parent[key] = copy.deepcopy(random.choice(ODD_VALUES))
    elif kind == 3:
        other, place = random.choice(found)
        parent[key] = copy.deepcopy(other[place])
    elif isinstance(parent, dict):
        name = random.choice(FIELDS) if kind == 4 else key + DOUBLED
        parent[name] = copy.deepcopy(parent[key])


LAWFUL: dict[str, tuple[Any, ...]] = {
    "dealer": ("A", "B"),
    "by": ("elder", "younger"),
    "reply": ("good", "equal", "not-good"),
    "what": ("point", "sequence", "set"),
    "rank": tuple("AKQJT987"),
    "top": tuple("AKQJT987"),
    "cards": tuple(range(9)),
    "value": (30, 40, 44, 49, 51, 60),
    "draw": tuple(range(7)),
    "announced": (1, 3, 5, False),
    "packets": (2, 3, 4),
    "rules": ("classic", "rubicon", "classic@1"),
    "ended": ("target", "deals", "unfinished", "abandoned", "forfeited"),
    "winner": ("A", "B", None),
    "mixed": (True, False),
    "target": (50, 100, 150, 200),
}
"""Values that the format allows, by field."""
OPTIONAL = (
    "hands",
    "talon",
    "exchange",
    "declarations",
    "play",
    "counts",
    "score",
    "result",
    "reply",
    "shown",
    "value",
)


def change_field(document: Document, random: Random) -> None:
    """Put another lawful value into one field, change a number by a little, or leave an optional field out."""
    found = [(parent, key) for parent, key in places(document) if isinstance(parent, dict)]
    likely = [(parent, key) for parent, key in found if key in LAWFUL]
    kind = random.randrange(4)
    if kind <= 1 and likely:
        parent, key = random.choice(likely)
        if not isinstance(parent[key], str) or parent[key] in LAWFUL[key]:
            parent[key] = random.choice(LAWFUL[key])
    elif kind == 2:
        numbers = [(parent, key) for parent, key in places(document) if type(parent[key]) is int]
        if numbers:
            parent, key = random.choice(numbers)
            parent[key] = max(0, parent[key] + random.choice((-30, -10, -1, 1, 1, 10, 30, 60)))
    else:
        optional = [(parent, key) for parent, key in found if key in OPTIONAL]
        if optional:
            parent, key = random.choice(optional)
            del parent[key]


def _card_places(deal: Document) -> list[tuple[Any, Any, int]]:
    """Return where each card of a deal is written: the object or list, the key, and the number within the text."""
    return [
        (parent, key, number)
        for parent, key in places(deal)
        if isinstance(parent[key], str) and all(card in CARDS for card in parent[key].split(" "))
        for number in range(len(parent[key].split(" ")))
    ]


def _write_card(place: tuple[Any, Any, int], card: str) -> str:
    """Write another card at a place, and return the one that was there."""
    parent, key, number = place
    cards = parent[key].split(" ")
    before, cards[number] = cards[number], card
    parent[key] = " ".join(cards)
    return str(before)


def change_card(document: Document, random: Random) -> None:
    """Exchange two cards of a deal in one text, two texts or everywhere; write another; leave one out."""
    deal = random.choice(document["deals"])
    found = _card_places(deal)
    if not found:
        return
    kind = random.randrange(5)
    one, two = random.choice(found), random.choice(found)
    if kind <= 1:
        _write_card(two, _write_card(one, _card(two)))
    elif kind == 2:
        first, second = _card(one), _card(two)
        for place in found:
            if _card(place) in (first, second):
                _write_card(place, second if _card(place) == first else first)
    elif kind == 3:
        _write_card(one, random.choice(CARDS))
    else:
        parent, key, number = one
        cards = parent[key].split(" ")
        del cards[number]
        parent[key] = " ".join(cards)


def _card(place: tuple[Any, Any, int]) -> str:
    parent, key, number = place
    return str(parent[key].split(" ")[number])


def change_step(document: Document, random: Random) -> None:
    """Leave an entry of a list out, repeat it, exchange two, move one to another list, or put in a foreign step."""
    deal = random.choice(document["deals"])
    entries = deal.setdefault(random.choice([name for name in LISTS if name in deal] or list(LISTS)), [])
    kind = random.randrange(6)
    if kind <= 1 or not entries:
        name = random.choice(LISTS)
        target = deal.setdefault(name, [])
        step = copy.deepcopy(random.choice(donors()))
        target.insert(random.randrange(len(target) + 1), step)
    elif kind == 2:
        del entries[random.randrange(len(entries))]
    elif kind == 3:
        entries.insert(random.randrange(len(entries) + 1), copy.deepcopy(random.choice(entries)))
    elif kind == 4:
        one, two = random.randrange(len(entries)), random.randrange(len(entries))
        entries[one], entries[two] = entries[two], entries[one]
    else:
        other = deal.setdefault(random.choice(LISTS), [])
        other.append(entries.pop(random.randrange(len(entries))))


def change_deals(document: Document, random: Random) -> None:
    """Leave a deal out, repeat one, exchange two, or cut the play short."""
    deals = document["deals"]
    kind = random.randrange(4)
    place = random.randrange(len(deals))
    if kind == 0 and len(deals) > 1:
        del deals[place]
    elif kind == 1:
        deals.insert(place, copy.deepcopy(deals[place]))
    elif kind == 2:
        other = random.randrange(len(deals))
        deals[place], deals[other] = deals[other], deals[place]
    elif deals[place].get("play"):
        del deals[place]["play"][random.randrange(len(deals[place]["play"])) :]


def change_shown(document: Document, random: Random) -> None:
    """Change the cards shown with a call: none, not shown, one more, one less, another, another call's."""
    deal = random.choice(document["deals"])
    calls = [step for step in deal.get("declarations", []) if isinstance(step, dict) and step["act"] == "call"]
    if not calls:
        return
    call = random.choice(calls)
    cards = call["shown"].split(" ") if isinstance(call.get("shown"), str) else []
    kind = random.randrange(5)
    if kind == 0:
        call["shown"] = False
    elif kind == 1:
        call.pop("shown", None)
    elif kind == 2:
        call["shown"] = " ".join([*cards, random.choice(CARDS)])
    elif kind == 3 and cards:
        cards[random.randrange(len(cards))] = random.choice(CARDS)
        call["shown"] = " ".join(cards)
    else:
        call["shown"] = " ".join(cards[1:])


CHANGES: dict[str, Callable[[Document, Random], None]] = {
    "values": change_value,
    "fields": change_field,
    "cards": change_card,
    "steps": change_step,
    "deals": change_deals,
    "shown": change_shown,
}
"""The levels on which a document is changed; ``bytes`` changes its text."""
LEVELS = (*CHANGES, "bytes")


def changed(random: Random, level: str) -> bytes:
    """Return the text of a record that is changed in one to three places of one level."""
    document = copy.deepcopy(random.choice(bases()))
    if level == "bytes":
        line = json.dumps(document).encode()
        return torn(line, random) if random.randrange(4) == 0 else mutated(line, random)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if document.get("deals"):
            CHANGES[level](document, random)
        if not _still_a_game(document):
            break
    return to_text(document).encode()


def _still_a_game(document: Document) -> bool:
    """Return whether the changes of cards and steps still find their places after a value was changed."""
    deals = document.get("deals")
    if not isinstance(deals, list) or not all(isinstance(deal, dict) for deal in deals):
        return False
    entries = [deal.get(name, []) for deal in deals for name in LISTS]
    return all(isinstance(found, list) for found in entries)
