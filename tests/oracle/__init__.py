"""A second account of the game, written from its rules alone: what cannot be in a record, and what a deal scores.

It reads the plain JSON of a record and imports nothing of the package, so that a mistake in the package's reading,
following or scoring is not made here too. ``impossible`` names what no lawful deal can be; ``deal_points`` scores a
deal that is recorded in full. Where a record leaves something open, both say nothing rather than guess.
"""

from tests.oracle.checks import impossible
from tests.oracle.points import deal_points

__all__ = ["deal_points", "impossible"]
