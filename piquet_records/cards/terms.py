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
"""The three kinds of declaration, in the order in which they score."""

PACK_SIZE: Final = 32
"""The number of cards in the pack: eight ranks of four suits."""
HAND_SIZE: Final = 12
"""The number of cards dealt to each player (article, *Manière de donner*)."""
TALON_SIZE: Final = 8
"""The number of cards that are not dealt, and make the talon."""
TRICKS: Final = 12
"""The number of tricks in a deal: one for each card of a hand."""
ELDER_SHARE: Final = 5
"""The number of cards that the elder may draw from the talon (article, *De l'écart*)."""
