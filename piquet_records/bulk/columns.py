"""Lays records out in columns: the part of the bulk path that still walks Python objects, and as little as it can.

A deal of the usual shape becomes one text of fixed width and a few numbers, its calls one small number each and a
text of what was laid down. A game with a deal of any other shape is left out, and goes to the step-by-step judge.
Whether a deal is right is no matter here; ``bulk.py`` looks at that.
"""

from collections.abc import Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET, UnsetType

from piquet_records.cards.pack import RANKS
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.record.game import Deal, Game
from piquet_records.record.json_text import too_deep
from piquet_records.record.steps import Call, Exchange, Extra
from piquet_records.trace.claims import claim_points
from piquet_records.trace.facts import Claim

HAND: Final = 12 * 3 - 1
TALON: Final = 8 * 3 - 1
MOST_ELDER: Final = 5
MOST_YOUNGER: Final = 7
WIDTH: Final = 2 * (HAND + 1) + TALON + 1 + 3 * MOST_ELDER + 3 * MOST_YOUNGER + 5 * 12
"""The length of a deal's text: both hands, the talon, both discards (filled up with spaces), twelve tricks."""
MOST_LAID: Final = 8
"""The most cards that are laid down for one call: a sequence of eight."""

TRICKS: Final = 12

WHAT: Final = {"point": 0, "sequence": 1, "set": 2}
REPLY: Final = {UNSET: 0, "good": 1, "equal": 2, "not-good": 3}

CallKey = tuple[Any, ...]


NUMBERS: Final = ("elder_out", "younger_out", "elder_in", "younger_in", "announced", "elder", "younger", "calls")
"""The numbers of a deal: cards put out (the length of their text and one more), cards drawn, 1 where the elder drew
his five or said rightly how many (0 where that is not written), the written score (-1 where there is none), calls."""


class Columns:
    """The deals of usual shape of many games, in columns; each list has an entry a deal, or an entry a call."""

    def __init__(self) -> None:
        """Start with none."""
        self.texts: list[str] = []
        self.numbers: list[tuple[int, ...]] = []
        """In the order of ``NUMBERS``."""
        self.call_kind: list[int] = []
        """A row of ``kinds``."""
        self.call_laid: list[Any] = []
        """The cards laid down, as written; UNSET where they are not."""
        self.games: list[int] = []
        """The place of each game kept, in the sequence it came in."""
        self.first_deal: list[int] = [0]
        """Where each kept game's deals begin; one more at the end."""


_KINDS: dict[CallKey, int] = {}
KINDS: list[tuple[int, int, int, int, int]] = []
"""Every kind of call met so far: role, category, strength, worth, reply."""

_said: Final = attrgetter("by", "what", "cards", "value", "top", "rank", "reply")
_laid: Final = attrgetter("shown")
_besides: Final = attrgetter("x", "after_lead")
_NOTHING: Final = (UNSET, UNSET)
_LAID_TYPES: Final = {str, UnsetType}


def gather(games: Sequence[Game]) -> Columns:
    """Lay out those games of which every deal has the usual shape."""
    columns = Columns()
    for place, game in enumerate(games):
        if game.steps is UNSET and _keepable(game.x) and _take(columns, game.deals):
            columns.games.append(place)
            columns.first_deal.append(len(columns.texts))
    return columns


def _keepable(extra: Extra | UnsetType) -> bool:
    """Tell whether a recorder's own object is none, or one that a record may hold."""
    return extra is UNSET or not too_deep(extra)


def _take(columns: Columns, deals: Sequence[Deal]) -> bool:
    """Take a game's deals, or none of them."""
    rows = [_row(deal) for deal in deals]
    if None in rows:
        return False
    calls = list(chain.from_iterable([deal.declarations or () for deal in deals]))
    laid = list(map(_laid, calls)) if {*map(type, calls)} <= {Call} else [False]
    if not _LAID_TYPES.issuperset(map(type, laid)) or list(map(_besides, calls)).count(_NOTHING) < len(calls):
        return False
    said = list(map(_said, calls))
    kinds = list(map(_KINDS.get, said))
    if None in kinds:
        kinds = [_kind(key) for key in said]
    columns.call_kind += kinds  # type: ignore[arg-type]
    columns.call_laid += laid
    texts, numbers = zip(*rows, strict=True)
    columns.texts += texts
    columns.numbers += numbers
    return True


def _row(deal: Deal) -> tuple[str, tuple[int, ...]] | None:
    """Give a deal's text and numbers, where it has the usual shape; its calls are only counted."""
    steps = _exchange(deal)
    if steps is None or deal.declarations is UNSET or deal.counts is not UNSET or not _keepable(deal.x):
        return None
    first, second = steps
    text, said, score = _text(deal, first, second), _announced(first), deal.score
    if text is None or said is None:
        return None
    elder, younger = (-1, -1) if score is UNSET else (score.elder, score.younger)
    if elder is None or younger is None:
        return None
    out, younger_out = len(first.discard) + 1, len(second.discard) + 1
    return text, (out, younger_out, first.draw, second.draw, said, elder, younger, len(deal.declarations))


def _exchange(deal: Deal) -> tuple[Exchange, Exchange] | None:
    """Give both exchanges, where they are all that was done before the calls."""
    if deal.dealing is not UNSET or deal.exchange is UNSET or len(deal.exchange) != 2:
        return None
    first, second = deal.exchange
    if type(first) is not Exchange or type(second) is not Exchange or first.by != ELDER or second.by != YOUNGER:
        return None
    if first.x is not UNSET or second.x is not UNSET or first.announced is True or second.announced is True:
        return None
    if first.mixed is False or second.mixed is False or second.announced not in (UNSET, second.draw):
        return None
    return first, second


def _text(deal: Deal, first: Exchange, second: Exchange) -> str | None:
    """Give a deal's cards as one text of fixed width; None where some are not written, or too many or too few."""
    hands, talon, play = deal.hands, deal.talon, deal.play
    if hands is UNSET or play is UNSET or len(play) != TRICKS or deal.held is not UNSET:
        return None
    try:
        tricks = "".join(play)  # type: ignore[arg-type]
    except TypeError:
        return None
    elder, younger = hands.elder, hands.younger
    text = f"{elder} {younger} {talon} {first.discard:{3 * MOST_ELDER}}{second.discard:{3 * MOST_YOUNGER}}{tricks}"
    whole = len(text) == WIDTH and len(tricks) == 5 * TRICKS and isinstance(elder, str) and len(elder) == HAND
    return text if whole and isinstance(talon, str) and len(talon) == TALON and "?" not in text else None


def _announced(step: Exchange) -> int | None:
    """Tell whether the elder's draw is full or rightly announced; None where what he said is wrong."""
    if step.announced is UNSET:
        return int(step.draw == MOST_ELDER)
    return 1 if step.announced is not False and step.announced == step.draw else None


def _kind(key: CallKey) -> int:
    """Give the number of a kind of call, a new one where it was not met before.

    One not fully or not rightly said gets no strength.
    """
    if key in _KINDS:
        return _KINDS[key]
    by, what, cards, value, top, rank, reply = key
    said, *others = {"point": (value, top, rank), "sequence": (top, value, rank), "set": (rank, value, top)}[what]
    if others != [UNSET, UNSET]:
        said = UNSET
    second = -1 if said is UNSET else value if what == "point" else RANKS.index(said)
    points = claim_points(Claim(what, cards))
    strength = cards * 1024 + second if second >= 0 else -1
    KINDS.append((0 if by == ELDER else 1, WHAT[what], strength, points, REPLY[reply]))
    _KINDS[key] = len(KINDS) - 1
    return len(KINDS) - 1
