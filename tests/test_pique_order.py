"""The pique under both values of the parameter ``pique_order``, on gains alone."""

import pytest
from msgspec.structs import replace

from piquet_records.cards.terms import ELDER, YOUNGER
from piquet_records.rules.parameters import profile
from piquet_records.scoring.bonus import Bonus, Gain, Stage, bonus

CLASSIC = profile("classic").rules


def gains(in_hand: int) -> list[Gain]:
    """Return the gains of an elder with these points in hand and two leads, and a younger with a trio."""
    return [
        Gain(ELDER, in_hand, Stage.SEQUENCES, 1),
        Gain(YOUNGER, 3, Stage.SETS, 3),
        *(Gain(ELDER, 1, Stage.PLAY, moment) for moment in (2, 4)),
    ]


@pytest.mark.parametrize(
    ("order", "in_hand", "expected"),
    [
        ("precedence", 28, Bonus()),
        ("precedence", 29, Bonus()),
        ("time", 28, Bonus()),
        ("time", 29, Bonus(pique=ELDER, at=2)),
    ],
)
def test_when_the_youngers_trio_counts(order: str, in_hand: int, expected: Bonus) -> None:
    """By precedence it counts before the play; by time after the first lead: only 29 and that lead are earlier."""
    assert bonus(gains(in_hand), replace(CLASSIC, pique_order=order)) == expected


def test_a_pique_by_time_depends_on_what_the_younger_calls_after_the_first_lead() -> None:
    """28 and two leads make a pique if the younger calls nothing; if it is not known what he scores, that is open."""
    open_trio = [gain if gain.role == ELDER else replace(gain, points=None) for gain in gains(28)]
    assert bonus(open_trio, replace(CLASSIC, pique_order="time")) is None
    nothing_called = [gain for gain in gains(28) if gain.role == ELDER]
    assert bonus(nothing_called, replace(CLASSIC, pique_order="time")) == Bonus(pique=ELDER, at=2)
