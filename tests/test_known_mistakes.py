"""Mistakes that other piquet programs make, each with a deal that shows it.

Every deal is checked twice: the program scores it as the article says, and a program with the mistake built in would
fail the same check. Declarations are left out of the records, so both players call and show all they hold.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from piquet_records.cards import holdings
from piquet_records.cards.holdings import SequenceHolding, SetHolding
from piquet_records.cards.pack import RANKS, SUITS
from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.record.game import Deal
from piquet_records.rules.parameters import profile
from piquet_records.scoring import categories, deal_score
from piquet_records.scoring.bonus import Bonus, Gain, Stage
from piquet_records.scoring.deal_score import Score, score
from piquet_records.trace.walk import replay_deal

CLASSIC = profile("classic@1").rules
ALL_TRICKS = "S AKQJT9 H AKQ D A C AK", "S 87 H JT98 D KQJ C QJT"
"""Hands with which the elder wins all twelve tricks."""
POINT_OF_FOUR = {"act": "call", "by": "elder", "what": "point", "cards": 4, "value": 41, "reply": "good"}


def cards(by_suit: str) -> list[str]:
    """Return cards written by suit (``S AK9 H QJ``) as a record writes them."""
    words = by_suit.split()
    return [rank + suit for suit, ranks in zip(words[::2], words[1::2], strict=True) for rank in ranks]


def played(elder: list[str], younger: list[str], first: str | None) -> list[str]:
    """Return twelve tricks: each leads his highest card (the first lead can be given) and follows suit if he can."""
    hands, tricks, leader = {ELDER: list(elder), YOUNGER: list(younger)}, [], ELDER
    for _ in range(12):
        follower = YOUNGER if leader == ELDER else ELDER
        lead = first or max(hands[leader], key=_rank)
        first = None
        same = [card for card in hands[follower] if card[1] == lead[1]]
        follow = max(same, key=_rank) if same else min(hands[follower], key=_rank)
        hands[leader].remove(lead)
        hands[follower].remove(follow)
        tricks.append(f"{lead} {follow}")
        if follow[1] == lead[1] and _rank(follow) > _rank(lead):
            leader = follower
    return tricks


def _rank(card: str) -> int:
    return RANKS.index(card[0])


def scored(elder: str, younger: str, first: str | None = None, calls: Sequence[dict[str, Any]] | None = None) -> Score:
    """Return the score of a deal given by the hands after the exchange; without ``calls``, none were recorded."""
    hands = cards(elder), cards(younger)
    assert len({*hands[0], *hands[1]}) == 24, "twelve cards each, none twice"
    held = {"elder": " ".join(hands[0]), "younger": " ".join(hands[1])}
    record = {"dealer": "B", "held": held, "play": played(*hands, first)}
    record |= {"declarations": list(calls)} if calls else {}
    deal = msgspec.convert(record, Deal)
    return score(replay_deal(deal), CLASSIC)


class Mistake(NamedTuple):
    """A mistake, a check that a right program passes, and what to replace to build the mistake in."""

    check: Callable[[], None]
    where: Any
    name: str
    wrong: Callable[..., Any] | int


# Deals, with what the article says of them


def the_loser_scores_no_lesser_sequence() -> None:
    """Article, *Manière de compter les séquences*: a quint to the king and a tierce against a quint to the queen."""
    found = scored("S 7 H KQJT9 D 8 C AK987", "S QJT98 H 87 D AKQJ C Q")
    assert (found.elder.sequences, found.younger.sequences) == (15 + 3, 0)


def no_suit_is_better_than_another() -> None:
    """Two tierces to the queen: *deux séquences de même valeur s'annulent réciproquement*."""
    found = scored("S QJT8 H A97 D K8 C A97", "S 97 H QJT8 D A97 C K8J")
    assert (found.elder.sequences, found.younger.sequences) == (0, 0)


def two_runs_in_a_suit_are_two_sequences() -> None:
    """Ace, king, queen and nine, eight, seven of a suit: two tierces, six points."""
    assert scored("S AKQ987 H A9 D K8 C K8", "S J H KJ8 D AJT7 C AJT9").elder.sequences == 3 + 3


def the_capot_counts_forty() -> None:
    """Article, *Du capot*: forty, and the cards are not counted besides."""
    found = scored(*ALL_TRICKS)
    assert (found.elder.capot, found.elder.cards) == (40, 0)


def a_lead_that_wins_counts_one() -> None:
    """Twelve tricks led and won: twelve points in the play."""
    assert scored(*ALL_TRICKS).elder.play == 12


def a_later_category_blocks_no_repique() -> None:
    """39 for point and sequences stand before the younger's three aces: the order of points decides."""
    found = scored("S AKQJT98 H KQJT9", "S 7 H A87 D AKQJ C AKQJ")
    assert found.elder.sequences == 17 + 15
    assert found.younger.sets is not None
    assert found.younger.sets > 0
    assert found.elder.repique == 60


def a_losing_lead_can_make_the_pique() -> None:
    """29 in hand (6 + 16 + 4 + 3), and the seven of clubs led to the ace: thirty, although the trick is lost."""
    found = scored("S AKQJT9 H AKQJ D K C 7", "S 87 H T98 D AQJT C AQJ", first="7C")
    before = [found.elder.point, found.elder.sequences, found.elder.sets]
    assert sum(part or 0 for part in before) == 29
    assert found.elder.pique == 30


def neither_cards_nor_capot_make_a_pique() -> None:
    """Count a point of four and twelve tricks: sixteen; only the capot, which comes after the play, passes thirty."""
    found = scored("S AKQJ H AKQ D AKQ C AK", "S T987 H JT98 D JT9 C Q", calls=[POINT_OF_FOUR])
    assert (found.elder.point, found.elder.play, found.elder.capot) == (4, 12, 40)
    assert found.elder.pique == 0


def a_sequence_is_of_one_suit() -> None:
    """Ace of spades, king of hearts, queen of diamonds: nothing follows across suits."""
    found = scored("S AT8 H K97 D QT8 C A97", "S K97 H AJ8 D A97 C KJ8")
    assert (found.elder.sequences, found.younger.sequences) == (0, 0)


def equal_points_are_decided_by_pips_alone() -> None:
    """King, queen, jack, nine, eight and queen, jack, ten, nine, eight: 47 and 47, so nobody has the point."""
    found = scored("S KQJ98 H AK D 78 C A97", "S A7 H QJT98 D AQ C KT8")
    assert (found.elder.point, found.younger.point) == (0, 0)


def nines_make_no_set() -> None:
    """Article, *Des quatorze*: the lowest rank that counts is the ten."""
    assert scored("S 9AT H 9KJ D 9Q8 C 7Q8", "S KQ8 H AT8 D KJ7 C AJ9").elder.sets == 0


def queens_make_a_set() -> None:
    """Three queens count three."""
    assert scored("S QAT H QKJ D Q98 C 798", "S K87 H AT8 D KJ7 C AJT").elder.sets == 3


# The mistakes


def _both_score(trace: Any, what: Any) -> Any:
    """Let the loser of a category score all but his best."""
    right = categories.assumed(trace, what)
    loser = YOUNGER if right and right[0].role == ELDER else ELDER
    lesser = holdings.holdings_in(trace.playing[loser].known, what)[1:]
    return [*right, *(categories.CategoryPoints(loser, holding.score, 0) for holding in lesser)]


def _suit_breaks_ties(trace: Any, what: Any) -> Any:
    """Give a tied category to the elder, as a program does that ranks spades first."""
    right = categories.assumed(trace, what)
    held = holdings.holdings_in(trace.playing[ELDER].known, what)
    return right or [categories.CategoryPoints(ELDER, holding.score, 0) for holding in held]


RUNS = holdings.sequences


def _counts_cards_of_a_suit(hand: int) -> Any:
    """Call a suit with a run in it one sequence as long as the suit."""
    return tuple(
        SequenceHolding(holdings.SUIT_POINT[hand >> 8 * suit & 0xFF].cards, 7)
        for suit in range(4)
        if holdings.SUIT_SEQUENCES[hand >> 8 * suit & 0xFF]
    )


def _longest_of_each_suit(hand: int) -> Any:
    found = (holdings.SUIT_SEQUENCES[hand >> 8 * suit & 0xFF][:1] for suit in range(4))
    return tuple(sorted((run for runs in found for run in runs), reverse=True))


def _across_suits(hand: int) -> Any:
    """Find runs in the ranks of all suits together."""
    ranks = 0
    for suit in range(len(SUITS)):
        ranks |= hand >> 8 * suit & 0xFF
    return holdings.SUIT_SEQUENCES[ranks]


GAINS = deal_score.play_gains


def _winner_counts_twice(tricks: Any, rules: Any) -> Any:
    won = [Gain(t.leader, 1, Stage.PLAY, t.follow_moment) for t in tricks if t.winner == t.leader]
    return sorted([*GAINS(tricks, rules), *won], key=lambda gain: gain.moment)


def _only_won_leads_count(tricks: Any, rules: Any) -> Any:
    lost = {t.lead_moment for t in tricks if t.winner != t.leader}
    return [gain for gain in GAINS(tricks, rules) if gain.moment not in lost]


BONUS = deal_score.bonus


def _any_points_block(gains: Any, rules: Any) -> Any:
    """Deny the bonus to a player whose adversary scores anything by calls, in whatever order."""
    made = BONUS(gains, rules)
    declared = any(gain.role == YOUNGER and gain.points and gain.stage < Stage.PLAY for gain in gains)
    return Bonus() if declared else made


def _the_end_makes_a_pique(gains: Any, rules: Any) -> Any:
    """Add the forty of a capot before asking for a pique."""
    made = BONUS([*gains, Gain(ELDER, 40, Stage.PLAY, gains[-1].moment)], rules)
    return made and replace(made, at=min(made.at, len(gains) - 1))


SETS = holdings.sets


def _nines_too(hand: int) -> Any:
    nines = holdings.count_of_rank(hand, RANKS.index("9"))
    return (*SETS(hand), SetHolding(nines, 0)) if nines >= 3 else SETS(hand)


def _no_queens(hand: int) -> Any:
    return tuple(found for found in SETS(hand) if holdings.SET_RANKS[found.rank] != "Q")


def _best_by_rank_sum(hand: int) -> Any:
    """Compare points by the ranks of their cards instead of their pips."""
    suits = [hand >> 8 * suit & 0xFF for suit in range(4)]
    sums = [(byte.bit_count(), sum(rank for rank in range(8) if byte >> rank & 1)) for byte in suits]
    return holdings.PointHolding(*max(sums))


MISTAKES = {
    "the loser scores his lesser sequences": Mistake(
        the_loser_scores_no_lesser_sequence, deal_score, "assumed", _both_score
    ),
    "the suit breaks a tie": Mistake(no_suit_is_better_than_another, deal_score, "assumed", _suit_breaks_ties),
    "A K Q 9 8 7 is a sixième": Mistake(
        two_runs_in_a_suit_are_two_sequences, holdings, "sequences", _counts_cards_of_a_suit
    ),
    "only the longest run of a suit": Mistake(
        two_runs_in_a_suit_are_two_sequences, holdings, "sequences", _longest_of_each_suit
    ),
    "a capot of fifty": Mistake(the_capot_counts_forty, deal_score, "CAPOT", 50),
    "the leader's winning card counts twice": Mistake(
        a_lead_that_wins_counts_one, deal_score, "play_gains", _winner_counts_twice
    ),
    "a later category blocks a repique": Mistake(
        a_later_category_blocks_no_repique, deal_score, "bonus", _any_points_block
    ),
    "a lost lead makes no pique": Mistake(
        a_losing_lead_can_make_the_pique, deal_score, "play_gains", _only_won_leads_count
    ),
    "the end of the deal makes a pique": Mistake(
        neither_cards_nor_capot_make_a_pique, deal_score, "bonus", _the_end_makes_a_pique
    ),
    "sequences across suits": Mistake(a_sequence_is_of_one_suit, holdings, "sequences", _across_suits),
    "ties by the sum of ranks": Mistake(
        equal_points_are_decided_by_pips_alone, holdings, "best_point", _best_by_rank_sum
    ),
    "nines make a set": Mistake(nines_make_no_set, holdings, "sets", _nines_too),
    "queens are left out": Mistake(queens_make_a_set, holdings, "sets", _no_queens),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_the_program_does_not_make_it(mistake: Mistake) -> None:
    mistake.check()


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_the_check_would_find_it(mistake: Mistake, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistake.where, mistake.name, mistake.wrong)
    with pytest.raises(AssertionError):
        mistake.check()
