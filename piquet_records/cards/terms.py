"""The words of the game as types and constants: roles, seats, categories, replies, and its fixed numbers."""

from typing import Final, Literal

Role = Literal["elder", "younger"]
Seat = Literal["A", "B"]
Category = Literal["point", "sequence", "set"]
Reply = Literal["good", "equal", "not-good"]
Rank = Literal["A", "K", "Q", "J", "T", "9", "8", "7"]
Suit = Literal["S", "H", "D", "C"]

ELDER: Final[Role] = "elder"
YOUNGER: Final[Role] = "younger"
ROLES: Final[tuple[Role, Role]] = (ELDER, YOUNGER)
ADVERSARY: Final[dict[Role, Role]] = {ELDER: YOUNGER, YOUNGER: ELDER}
"""The other player, by role."""

CATEGORIES: Final[tuple[Category, ...]] = ("point", "sequence", "set")
"""The three kinds of declaration, in the order of points."""

HAND_SIZE: Final = 12
"""How many cards each player is dealt (article, *Manière de donner*)."""
TRICKS: Final = 12
"""How many tricks a deal has: one a card of a hand."""
ELDER_SHARE: Final = 5
"""How many of the eight cards of the talon the elder may take (article, *De l'écart*)."""
