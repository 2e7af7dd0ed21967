"""Decides, for many deals at a time, which are entirely regular, and scores those.

Numpy over the columns of ``gather.py``, with the tables of ``holdings.py``. It may only say *regular, and worth so
much*: every other deal goes to the step-by-step judge, which is the authority. Explains nothing.

Twins, which state the same rules for one deal at a time: ``cards.pack.beats``, ``cards.holdings.sets``,
``scoring.bonus.bonus`` and ``scoring.deal_score.score``.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec import UNSET
from numpy.typing import NDArray

from piquet_records.bulk.columns import HAND, KINDS, MOST_ELDER, MOST_LAID, MOST_YOUNGER, NUMBERS, TALON, WIDTH, Columns
from piquet_records.cards.holdings import SUIT_POINT, SUIT_SEQUENCES
from piquet_records.cards.pack import CARD, SUITS
from piquet_records.cards.terms import TRICKS
from piquet_records.rules.parameters import Rules
from piquet_records.scoring.bonus import PIQUE, REPIQUE, THIRTY
from piquet_records.scoring.deal_score import CAPOT, CARDS, MAJORITY

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Sets = NDArray[np.uint32]

_EMPTY: Final = 32
"""The number that stands for a place without a card."""


def _card_table() -> NDArray[np.uint8]:
    """Give the card of each pair of characters, by their codes as one 16-bit number; filled-up places have none."""
    table = np.full(1 << 16, _EMPTY, np.uint8)
    for code, card in CARD.items():
        if card >= 0:
            table[ord(code[0]) | ord(code[1]) << 8] = card
    return table


_CARDS: Final = _card_table()
_BIT: Final = np.array([1 << card for card in range(32)] + [0], np.uint32)
_SUIT: Final = np.array([0xFF << (card >> 3) * 8 for card in range(32)] + [0], np.uint32)
_POINT: Final = np.array([holding.cards * 1024 + holding.value for holding in SUIT_POINT], np.int64)
_RUNS: Final = np.array(
    [[run.cards * 1024 + run.top for run in runs] + [0] * (2 - len(runs)) for runs in SUIT_SEQUENCES], np.int64
)
"""The runs of each holding of a suit: two at most."""
_SETS: Final = np.array([0, 0, 0, 3 * 1024, 4 * 1024], np.int64)
POINT, SEQUENCE, SET = 0, 1, 2
NO_REPLY, GOOD, EQUAL, NOT_GOOD = 0, 1, 2, 3


class Regular(NamedTuple):
    """What the bulk path says of the deals of some columns; every array has a row a deal, scores a column a role."""

    regular: Flags
    hands: Sets
    """After the exchange."""
    points: Numbers
    """In the order of a ``Breakdown`` from ``point`` to ``total``: a row a deal, then a row a role."""
    total: Numbers
    shown: Flags
    """Whether every point and sequence that had to be shown has the cards laid down for it written."""
    deals: "Deals"
    calls: "Calls"
    drawn: Sets
    """What elder and younger drew."""
    best_called: Numbers
    """The strength of the best call: a row a deal, then a row a role, a column a category; 0 where there is none."""
    led: Numbers
    """Bit *n* is set where the elder led trick *n* + 1."""
    won: Numbers
    """The same for the tricks that the elder won."""


class Deals:
    """The cards of some deals, as sets."""

    def __init__(self, columns: Columns) -> None:
        """Read them from the texts."""
        letters = _letters(columns.texts, WIDTH)
        starts = np.cumsum([0, HAND + 1, HAND + 1, TALON + 1, 3 * MOST_ELDER, 3 * MOST_YOUNGER])
        sizes = (12, 12, 8, MOST_ELDER, MOST_YOUNGER)
        elder, younger, talon, elder_out, younger_out = (
            _cards(letters, start, size, 3) for start, size in zip(starts, sizes, strict=False)
        )
        spaces = [*range(2, starts[5], 3), *range(starts[5] + 2, WIDTH, 5)]
        self.leads = _cards(letters, starts[5], 12, 5)
        self.follows = _cards(letters, starts[5] + 3, 12, 5)
        self.dealt = np.stack([_union(elder), _union(younger)], axis=1)
        self.talon = talon
        self.tops = np.bitwise_or.accumulate(_BIT[talon], axis=1)
        """The first one, two, … cards of the talon."""
        self.out = np.stack([_union(elder_out), _union(younger_out)], axis=1)
        numbers = np.array(columns.numbers, np.int64).reshape(-1, len(NUMBERS))
        self.counts = numbers[:, :4] // np.array([3, 3, 1, 1])
        """Cards put out by elder and younger, cards drawn by elder and younger."""
        self.spaced = (letters[:, spaces] == ord(" ")).all(axis=1) & (numbers[:, :2] % 3 == 0).all(axis=1)
        """Whether the cards of each deal stand apart as they should."""
        self.announced = numbers[:, 4] == 1
        self.written = numbers[:, 5:7]
        self.calls = numbers[:, 7]


def _letters(texts: Sequence[str], width: int) -> NDArray[np.uint8]:
    """Give texts of one width as rows of characters; what is no ASCII becomes a question mark."""
    return np.frombuffer("".join(texts).encode("ascii", "replace"), np.uint8).reshape(len(texts), width)


def _cards(letters: NDArray[np.uint8], start: int, number: int, stride: int) -> NDArray[np.uint8]:
    first = letters[:, start : start + number * stride : stride].astype(np.uint16)
    second = letters[:, start + 1 : start + number * stride : stride].astype(np.uint16)
    cards: NDArray[np.uint8] = _CARDS[first | second << 8]
    return cards


def _union(cards: NDArray[np.uint8]) -> Sets:
    union: Sets = np.bitwise_or.reduce(_BIT[cards], axis=1)
    return union


def judge(columns: Columns, rules: Rules) -> Regular:
    """Decide which deals are regular, and score them as if all were."""
    deals = Deals(columns)
    drawn, regular = _exchange(deals)
    hands = deals.dealt & ~deals.out | drawn
    regular &= deals.spaced
    calls = Calls(columns, deals)
    regular &= _calls_are_right(calls, hands)
    points, decided, shown, best_called = _categories(calls, hands)
    regular &= decided
    in_hand = points.sum(axis=2)
    play, won, pique, follows = _play(deals, hands, in_hand)
    regular &= follows
    repique = _repique(points, rules)
    pique = pique & ~repique.any(axis=1)
    capot = won == TRICKS
    last = np.zeros_like(won)
    winner = np.where(play.last_by_elder, 0, 1)
    last[np.arange(len(last)), winner] = np.where(capot.any(axis=1), rules.last_trick_in_capot, 1)
    made = [
        *(points[..., category] for category in (POINT, SEQUENCE, SET)),
        repique * REPIQUE,
        np.stack([pique * PIQUE, np.zeros_like(pique, np.int64)], axis=1),
        play.points,
        last,
        ((won >= MAJORITY) & ~capot) * CARDS,
        capot * CAPOT,
    ]
    total = sum(made)
    regular &= ((deals.written == total) | (deals.written < 0)).all(axis=1)
    return Regular(
        regular,
        hands,
        np.stack([*made, total], axis=-1),
        total=total,
        shown=shown,
        deals=deals,
        calls=calls,
        drawn=drawn,
        best_called=best_called,
        led=play.led,
        won=play.won,
    )


def _exchange(deals: Deals) -> tuple[Sets, Flags]:
    """Give what was drawn, and whether deal and exchange are regular."""
    elder_out, younger_out, elder_in, younger_in = deals.counts.T
    rows = np.arange(len(deals.out))
    pack = deals.dealt[:, 0] | deals.dealt[:, 1] | deals.tops[:, 7]
    regular = pack == np.uint32(0xFFFFFFFF)
    regular &= (deals.out & ~deals.dealt == 0).all(axis=1)
    regular &= (np.bitwise_count(deals.out) == deals.counts[:, :2]).all(axis=1)
    regular &= (elder_out == elder_in) & (younger_out == younger_in)
    regular &= (elder_in >= 1) & (elder_in <= 5) & (younger_in >= 1) & (younger_in <= 8 - elder_in)
    to_elder = deals.tops[rows, np.clip(elder_in, 1, 8) - 1]
    to_younger = deals.tops[rows, np.clip(elder_in + younger_in, 1, 8) - 1] & ~to_elder
    drawn = np.stack([to_elder, to_younger], axis=1)
    return drawn, regular


def _suits(hands: Sets) -> NDArray[np.uint8]:
    """Give hands suit by suit, as bytes, in a last axis."""
    return (hands[..., None] >> (np.arange(len(SUITS), dtype=np.uint32) * 8) & 0xFF).astype(np.uint8)


def _rank_counts(hands: Sets) -> NDArray[np.uint8]:
    """Give how many of ten, jack, queen, king and ace hands hold, in a last axis."""
    ranks = np.arange(3, 8, dtype=np.uint32)
    counts: NDArray[np.uint8] = np.bitwise_count(hands[..., None] >> ranks & np.uint32(0x01010101))
    return counts


class Calls:
    """The calls of some deals, an entry a call in every array."""

    def __init__(self, columns: Columns, deals: Deals) -> None:
        """Read them from the columns."""
        self.deal = np.repeat(np.arange(len(deals.calls)), deals.calls)
        kinds = np.array(KINDS, np.int64).reshape(-1, 5)[np.array(columns.call_kind, np.int64)]
        self.role, self.what, self.strength, self.worth, self.reply = kinds.T
        width = 3 * MOST_LAID
        places = [place for place, text in enumerate(columns.call_laid) if text is not UNSET]
        laid = [columns.call_laid[place] for place in places]
        self.laid = np.zeros(len(self.deal), bool)
        """Whether the cards laid down are written."""
        self.laid[places] = True
        self.cards = np.zeros(len(self.deal), np.uint32)
        """These cards."""
        letters = _letters([f"{text:{width}.{width}}" for text in laid], width)
        self.cards[places] = _union(_cards(letters, 0, MOST_LAID, 3))
        self.readable = np.ones(len(self.deal), bool)
        """Whether what is written there is so many cards, none of them twice."""
        right = np.bitwise_count(self.cards[places]) * 3 == np.array([*map(len, laid)], np.int64) + 1
        self.readable[places] = right & (letters[:, 2::3] == ord(" ")).all(axis=1)


def _calls_are_right(calls: Calls, hands: Sets) -> Flags:
    """Tell in which deals each call is a whole holding of the hand, called once, and what was laid down is in it.

    The elder's calls must come first.
    """
    deal, role, what, strength = calls.deal, calls.role, calls.what, calls.strength
    hand = hands[deal, role]
    suits = _suits(hand)
    point = (_POINT[suits] == strength[:, None]).any(axis=1)
    runs = _RUNS[suits].reshape(len(deal), -1)
    held = (runs == strength[:, None]).sum(axis=1)
    rank = np.clip(strength % 1024 - 3, 0, 4)
    counts = _rank_counts(hand)[np.arange(len(deal)), rank]
    kind_of_set = (strength // 1024 == counts) & (counts >= 3) & (strength % 1024 >= 3)
    of_hand = (deal * 2 + role) * 3 + what
    times = _times(of_hand * 16384 + np.clip(strength, 0, 16383))
    right = np.choose(what, [point & (_times(of_hand) == 1), held >= times, kind_of_set & (times == 1)])
    right &= strength >= 0
    right &= calls.readable & (calls.cards & ~hand == 0)
    right[1:] &= (deal[1:] != deal[:-1]) | (role[1:] >= role[:-1])
    wrong: Numbers = np.bincount(deal[~right], minlength=len(hands))
    right_throughout: Flags = wrong == 0
    return right_throughout


def _times(keys: Numbers) -> Numbers:
    """Give how often each key stands in the whole."""
    _, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    times: Numbers = counts[inverse]
    return times


def best_held(hands: Sets) -> Numbers:
    """Give the strength of the best point, sequence and set of each hand, in a last axis."""
    suits = _suits(hands)
    counts = _rank_counts(hands)
    sets = np.where(counts >= 3, _SETS[counts] + np.arange(3, 8), 0)
    runs = _RUNS[suits].reshape(*hands.shape, -1)
    return np.stack([_POINT[suits].max(axis=-1), runs.max(axis=-1), sets.max(axis=-1)], axis=-1)


def _categories(calls: Calls, hands: Sets) -> tuple[Numbers, Flags, Flags, Numbers]:
    """Give the points in each category, in which deals calls and replies fit and all was shown, and the best calls."""
    count = len(hands)
    deal, role, what = calls.deal, calls.role, calls.what
    place = (deal * 2 + role) * 3 + what
    each = (count, 2, 3)
    best = _reduced(np.maximum, place, calls.strength, 0, count).reshape(each)
    worths = np.bincount(place, calls.worth, count * 6).astype(np.int64).reshape(each)
    least = _reduced(np.minimum, place, calls.reply, NOT_GOOD + 1, count).reshape(each)
    most = _reduced(np.maximum, place, calls.reply, NO_REPLY, count).reshape(each)
    answer = np.where(best[:, 0] > 0, most[:, 0], NO_REPLY)
    elder, younger = best[:, 0], best[:, 1]
    could_beat = best_held(hands[:, 1]) > elder
    fits = np.where(elder > 0, least[:, 0] == most[:, 0], True) & (most[:, 1] == 0)
    fits &= np.select(
        [elder == 0, answer == GOOD, answer == EQUAL, answer == NOT_GOOD],
        [True, (younger == 0) & ~could_beat, younger == elder, younger > elder],
        False,
    )
    to_elder = (elder > 0) & (answer == GOOD)
    to_younger = (younger > 0) & ((elder == 0) | (answer == NOT_GOOD))
    points = worths * np.stack([to_elder, to_younger], axis=1)
    owed = points[deal, role, what] > 0
    owed |= (role == 1) & (answer[deal, what] == EQUAL) & (calls.strength == elder[deal, what])
    unshown = owed & (what != SET) & ~calls.laid
    shown = np.bincount(deal[unshown], minlength=count) == 0
    return points, fits.all(axis=1), shown, best


def _reduced(ufunc: np.ufunc, place: Numbers, values: Numbers, start: int, count: int) -> Numbers:
    """Give the greatest, or least, value of the calls at each place: of a deal, role and category."""
    reduced = np.full(count * 6, start, np.int64)
    ufunc.at(reduced, place, values)
    return reduced


class _Play(NamedTuple):
    points: Numbers
    last_by_elder: Flags
    led: Numbers
    won: Numbers


def _play(deals: Deals, hands: Sets, in_hand: Numbers) -> tuple[_Play, Numbers, Flags, Flags]:
    """Play twelve tricks: gives the points, the tricks won, where the elder makes a pique, and where all was lawful."""
    count = len(hands)
    elder, younger = hands[:, 0].copy(), hands[:, 1].copy()
    leads = np.ones(count, bool)
    lawful = np.ones(count, bool)
    points = np.zeros((count, 2), np.int64)
    won = np.zeros((count, 2), np.int64)
    alone = in_hand[:, 1] == 0
    pique = np.zeros(count, bool)
    led_bits, won_bits = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for trick, (lead, follow) in enumerate(zip(deals.leads.T, deals.follows.T, strict=True)):
        lead_bit, follow_bit = _BIT[lead], _BIT[follow]
        leader, follower = np.where(leads, elder, younger), np.where(leads, younger, elder)
        lawful &= (leader & lead_bit != 0) & (follower & follow_bit != 0)
        same_suit = lead >> 3 == follow >> 3
        lawful &= same_suit | (follower & _SUIT[lead] == 0)
        taken = same_suit & (follow > lead)
        elder &= ~(lead_bit | follow_bit)
        younger &= ~(lead_bit | follow_bit)
        for by_elder, made in ((leads, np.ones(count, bool)), (~leads, taken)):
            points[:, 0] += made & by_elder
            points[:, 1] += made & ~by_elder
            alone &= ~(made & ~by_elder)
            pique |= alone & (in_hand[:, 0] + points[:, 0] >= THIRTY)
        led_bits |= leads.astype(np.int64) << trick
        leads = leads != taken
        won_bits |= leads.astype(np.int64) << trick
        won[:, 0] += leads
        won[:, 1] += ~leads
    return _Play(points, leads, led_bits, won_bits), won, pique, lawful


def _repique(points: Numbers, rules: Rules) -> Flags:
    """Tell, by role, where thirty are reached in point, sequences and sets before the other has made anything."""
    made = np.cumsum(points, axis=2)
    repique: Flags = ((made >= THIRTY) & (made[:, ::-1] == 0)).any(axis=2)
    if not rules.younger_may_repique:
        repique[:, 1] = False
    return repique


def elder_first(decided: Regular, rows: Sequence[int], needed: Numbers) -> Flags:
    """Tell of some deals whether the elder comes to the points that he needs before the younger comes to his.

    ``needed`` has a row a deal, a column a role. Points lie in the order of the deal: by category, trick by trick (the
    lead, then the second card where it wins), the last trick, cards and capot; a bonus comes with the thirtieth.
    """
    made = decided.points[rows].transpose(0, 2, 1)
    by_elder = (
        np.stack([decided.led[rows], decided.won[rows]], axis=1)[:, None] >> np.arange(TRICKS)[:, None] & 1
    ) == 1
    leads, wins = by_elder[..., 0], by_elder[..., 1]
    lead = np.stack([leads, ~leads], axis=-1)
    second = np.stack([wins, ~wins], axis=-1) & (leads != wins)[..., None]
    play = np.stack([lead, second], axis=2).reshape(len(made), 2 * TRICKS, 2)
    gains = np.concatenate([made[:, :3], play, made[:, 6:9]], axis=1)
    thirtieth = (gains.cumsum(axis=1) >= THIRTY).argmax(axis=1)
    deal, role = np.indices(thirtieth.shape)
    gains[deal, thirtieth, role] += made[:, 3] + made[:, 4]
    reached = (gains.cumsum(axis=1) >= needed[:, None]).argmax(axis=1)
    first: Flags = reached[:, 0] < reached[:, 1]
    return first


def covers(rules: Rules) -> bool:
    """Tell whether the readings of a profile are those that this path knows; others are judged step by step."""
    return (
        rules.pique_order == "precedence"
        and rules.lead_scores == "always"
        and rules.both_pass in ("first-to-reach", "higher-total")
        and rules.exchange_minimum.elder == rules.exchange_minimum.younger == 1
    )
