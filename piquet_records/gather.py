"""Lays records out in columns: the part of the bulk path that still walks Python objects, and as little as it can.

A deal of the usual shape becomes one text of fixed width and a few numbers, its calls one small number each. A game
with a deal of any other shape is left out, and goes to the step-by-step judge. Whether a deal is right is no matter
here; ``bulk.py`` looks at that.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET, UnsetType

from piquet_records.cards import RANKS, UNKNOWN, Bits, parse, to_bits
from piquet_records.categories import worth
from piquet_records.conditions import too_deep
from piquet_records.record import Deal, Game
from piquet_records.steps import ELDER, YOUNGER, Call, Exchange, Extra
from piquet_records.trace import Claim

HAND: Final = 12 * 3 - 1
TALON: Final = 8 * 3 - 1
MOST_ELDER: Final = 5
MOST_YOUNGER: Final = 7
WIDTH: Final = 2 * (HAND + 1) + TALON + 1 + 3 * MOST_ELDER + 3 * MOST_YOUNGER + 5 * 12
"""The length of a deal's text: both hands, the talon, both discards (filled up with spaces), twelve tricks."""

TRICKS: Final = 12

WHAT: Final = {"point": 0, "sequence": 1, "set": 2}
REPLY: Final = {UNSET: 0, "good": 1, "equal": 2, "not-good": 3}

CallKey = tuple[Any, ...]


class Columns:
    """The deals of usual shape of many games, in columns; each list has an entry a deal, or an entry a call."""

    def __init__(self) -> None:
        """Start with none."""
        self.texts: list[str] = []
        self.discards: list[tuple[int, int, int, int]] = []
        """Cards put out by elder and younger, cards drawn by elder and younger."""
        self.announced: list[int] = []
        """1 where the elder drew his five or said rightly how many; 0 where that is not written."""
        self.written: list[tuple[int, int]] = []
        """The written score; -1 where there is none."""
        self.call_deal: list[int] = []
        self.call_kind: list[int] = []
        """A row of ``kinds``."""
        self.call_shown: list[Bits] = []
        self.call_laid: list[int] = []
        """1 where the cards laid down are written."""
        self.games: list[int] = []
        """The place of each game kept, in the sequence it came in."""
        self.first_deal: list[int] = [0]
        """Where each kept game's deals begin; one more at the end."""


_KINDS: dict[CallKey, int] = {}
KINDS: list[tuple[int, int, int, int, int]] = []
"""Every kind of call met so far: role, category, strength, worth, reply."""
_SHOWN: dict[str, Bits] = {}
_MOST_SHOWN: Final = 200_000


def gather(games: Sequence[Game]) -> Columns:
    """Lay out those games of which every deal has the usual shape."""
    columns = Columns()
    for place, game in enumerate(games):
        if game.steps is not UNSET or not _keepable(game.x) or not _take(columns, game.deals):
            continue
        columns.games.append(place)
        columns.first_deal.append(len(columns.texts))
    return columns


def _keepable(extra: Extra | UnsetType) -> bool:
    """Tell whether a recorder's own object is none, or one that a record may hold."""
    return extra is UNSET or not too_deep(extra)


def _take(columns: Columns, deals: Sequence[Deal]) -> bool:
    """Take a game's deals, or none of them."""
    marks = (len(columns.texts), len(columns.call_deal))
    for deal in deals:
        if not _take_deal(columns, deal):
            for values in (columns.texts, columns.discards, columns.announced, columns.written):
                del values[marks[0] :]
            for values in (columns.call_deal, columns.call_kind, columns.call_shown, columns.call_laid):
                del values[marks[1] :]
            return False
    return True


def _take_deal(columns: Columns, deal: Deal) -> bool:
    steps = _exchange(deal)
    if steps is None or deal.declarations is UNSET or not _keepable(deal.x):
        return False
    first, second = steps
    text = _text(deal, first, second)
    said = _announced(first)
    written = _written(deal)
    if text is None or said is None or written is None:
        return False
    if not _take_calls(columns, deal.declarations, len(columns.texts)):
        return False
    columns.texts.append(text)
    columns.announced.append(said)
    columns.discards.append((len(first.discard) + 1, len(second.discard) + 1, first.draw, second.draw))
    columns.written.append(written)
    return True


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


def _written(deal: Deal) -> tuple[int, int] | None:
    """Give the written score, -1 for none; None where there is more or less to compare."""
    if deal.counts is not UNSET:
        return None
    if deal.score is UNSET:
        return (-1, -1)
    if deal.score.elder is None or deal.score.younger is None:
        return None
    return (deal.score.elder, deal.score.younger)


def _announced(step: Exchange) -> int | None:
    """Tell whether the elder's draw is full or rightly announced; None where what he said is wrong."""
    if step.announced is UNSET:
        return int(step.draw == MOST_ELDER)
    return 1 if step.announced is not False and step.announced == step.draw else None


def _take_calls(columns: Columns, declarations: Sequence[Any], deal: int) -> bool:
    answered = False
    for call in declarations:
        if type(call) is not Call or isinstance(call.shown, bool) or call.x is not UNSET:
            return False
        if call.after_lead is not UNSET:
            return False
        if call.by == YOUNGER:
            answered = True
        elif answered:
            return False
        key = (call.by, call.what, call.cards, call.value, call.top, call.rank, call.reply)
        kind = _KINDS.get(key)
        if kind is None:
            kind = _new_kind(key)
        shown = call.shown
        columns.call_deal.append(deal)
        columns.call_kind.append(kind)
        if shown is UNSET:
            columns.call_shown.append(0)
            columns.call_laid.append(0)
        else:
            bits = _shown_bits(shown)
            if bits is None:
                return False
            columns.call_shown.append(bits)
            columns.call_laid.append(1)
    return True


def _shown_bits(text: str) -> Bits | None:
    """Give cards laid down as a set; None where the text is no cards, or not all are known."""
    bits = _SHOWN.get(text)
    if bits is None:
        try:
            cards = parse(text)
        except KeyError:
            return None
        if UNKNOWN in cards:
            return None
        if len(_SHOWN) >= _MOST_SHOWN:
            _SHOWN.clear()
        bits = _SHOWN[text] = to_bits(cards)
    return bits


def _new_kind(key: CallKey) -> int:
    """Give a number to a kind of call that was not met before; one not fully or not rightly said gets no strength."""
    by, what, cards, value, top, rank, reply = key
    said, *others = {"point": (value, top, rank), "sequence": (top, value, rank), "set": (rank, value, top)}[what]
    if others != [UNSET, UNSET]:
        said = UNSET
    second = -1 if said is UNSET else value if what == "point" else RANKS.index(said)
    points = worth(Claim(what, cards))
    strength = cards * 1024 + second if second >= 0 else -1
    KINDS.append((0 if by == ELDER else 1, WHAT[what], strength, points, REPLY[reply]))
    _KINDS[key] = len(KINDS) - 1
    return len(KINDS) - 1
