"""Follows one deal card by card: what each played from, who won each trick, and what cannot have happened."""

from tests.oracle.hands import OTHER, PACK, ROLES, UNKNOWN, Document, Hand, cards_of, height

MOVES = {
    "change-discard",
    "put-back",
    "lay-out",
    "retake",
    "take-back",
    "rewind",
    "throw-in",
    "redeal",
    "mix-left",
    "expose",
}
"""Acts that move cards, or end a deal, in a way that is not followed here: of such a deal nothing is said."""
MOST_DRAWN = 5


class Followed:
    """What became of one deal."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.wrong: list[str] = []
        """What no play of real cards can be."""
        self.unlawful: list[str] = []
        """What can be done with real cards, but only against the laws."""
        self.played_from: dict[str, list[str]] | None = None
        """The cards that each played from; None if they are not all known."""
        self.winners: list[tuple[str, str]] = []
        """The leader and the winner of each trick of two known cards."""
        self.plain = True
        """Whether the deal was followed from its first card to its last."""


def steps_of(deal: Document) -> list[Document]:
    """Return the steps of all four lists."""
    lists = [deal.get(name, []) for name in ("dealing", "exchange", "declarations", "play")]
    return [entry for entries in lists for entry in entries if isinstance(entry, dict)]


def follow(deal: Document) -> Followed:
    """Return what became of a deal."""
    found = Followed()
    if any(step["act"] in MOVES for step in steps_of(deal)):
        found.plain = False
        return found
    dealt = {role: cards_of(deal.get("hands", {}).get(role)) for role in ROLES}
    talon = cards_of(deal.get("talon"))
    if "hands" in deal and "talon" in deal:
        _check_pack(found, [*dealt["elder"], *dealt["younger"], *talon], dealt)
    hands = _exchange(found, deal, dealt, talon)
    hands = _held(found, deal, hands)
    if hands is None:
        found.plain = False
        _check_unseen_exchange(found, deal, dealt)
        return found
    if all(hand.certain for hand in hands.values()):
        found.played_from = {role: list(hand.cards) for role, hand in hands.items()}
    _play(found, deal, hands)
    return found


def _check_pack(found: Followed, cards: list[str], dealt: dict[str, list[str]]) -> None:
    known = [card for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known):
        found.unlawful.append("a card is there twice")
    if len(cards) != len(PACK):
        found.unlawful.append(f"{len(cards)} cards in the pack")
    if any(len(hand) != 12 for hand in dealt.values()):
        found.unlawful.append("a hand of another number than twelve")


def _exchange(found: Followed, deal: Document, dealt: dict[str, list[str]], talon: list[str]) -> dict[str, Hand] | None:
    """Return the hands after the exchange; None if it is not recorded."""
    if "exchange" not in deal or "hands" not in deal or "talon" not in deal:
        return None
    if {step["by"] for step in deal["exchange"] if step["act"] in ("exchange", "draw")} < set(ROLES):
        return None  # an exchange that is not written need not have been left out
    hands = {role: Hand(cards) for role, cards in dealt.items()}
    left, out, drew = list(talon), dict.fromkeys(ROLES, 0), dict.fromkeys(ROLES, 0)
    for step in deal["exchange"]:
        act, by = step["act"], step["by"]
        discard = cards_of(step.get("discard" if act == "exchange" else "cards")) if act != "draw" else []
        if act in ("exchange", "discard"):
            out[by] += len(discard)
            had = [hands[by].take(card) for card in discard]
            if not all(had):
                found.wrong.append(f"{by} discards a card that he has not")
        if act in ("exchange", "draw"):
            count = step["draw" if act == "exchange" else "count"]
            if by == "elder" and drew["younger"]:
                found.unlawful.append("the younger draws before the elder has done")
            if count > len(left):
                found.wrong.append("more cards drawn than are left")
            drew[by] += count
            from_bottom = step.get("from") == "bottom"
            hands[by].put(left[max(0, len(left) - count) :] if from_bottom else left[:count])
            left = left[: max(0, len(left) - count)] if from_bottom else left[count:]
    if drew["elder"] > MOST_DRAWN:
        found.unlawful.append("the elder draws more than five")
    found.unlawful += [f"{role} draws more than he discarded" for role in ROLES if drew[role] > out[role]]
    found.plain = all(out[role] == drew[role] > 0 for role in ROLES)
    return hands


def _held(found: Followed, deal: Document, hands: dict[str, Hand] | None) -> dict[str, Hand] | None:
    """Return the hands as the record has them after the exchange, held against those that follow from the exchange."""
    held = {role: cards_of(cards) for role, cards in deal.get("held", {}).items() if role in ROLES}
    if len(held) < 2:
        return hands
    known = [card for cards in held.values() for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known):
        found.unlawful.append("a card is in both hands")
    if hands is not None:
        for role, cards in held.items():
            if hands[role].certain and UNKNOWN not in cards and sorted(cards) != sorted(hands[role].cards):
                found.wrong.append(f"{role} holds other cards than he drew")
        return hands
    found.plain = all(len(cards) == 12 for cards in held.values())
    return {role: Hand(cards) for role, cards in held.items()}


def _check_unseen_exchange(found: Followed, deal: Document, dealt: dict[str, list[str]]) -> None:
    """Look for a card that a player plays though it was dealt to the other, as long as the turns are known."""
    leader = "elder"
    seen: set[str] = set()
    for trick in deal.get("play", []):
        cards = cards_of(trick)
        for card in cards:
            if card != UNKNOWN and card in seen:
                found.wrong.append(f"{card} is played twice")
            seen.add(card)
        if len(cards) < 2 or UNKNOWN in cards:
            return
        for role, card in zip((leader, OTHER[leader]), cards, strict=True):
            if card in dealt[OTHER[role]] and card not in dealt[role]:
                found.wrong.append(f"{role} plays {card}, which was dealt to the other")
        leader = _winner(leader, cards)


def _winner(leader: str, cards: list[str]) -> str:
    lead, follow_ = cards
    return OTHER[leader] if follow_[1] == lead[1] and height(follow_) > height(lead) else leader


def _play(found: Followed, deal: Document, hands: dict[str, Hand]) -> None:
    """Follow the tricks; the elder leads to the first, and who wins one leads to the next."""
    leader = "elder"
    tricks = [cards_of(trick) for trick in deal.get("play", []) if isinstance(trick, str)]
    if len(tricks) > 12:
        found.wrong.append("more than twelve tricks")
    for number, cards in enumerate(tricks, 1):
        leader = _lead(found, hands, leader, (number, cards[0]))
        if len(cards) == 1:
            found.plain = False
            other = hands[OTHER[leader]]
            if number < len(tricks) and other.certain and other.cards:
                found.wrong.append(f"trick {number}: nobody follows, though {OTHER[leader]} has cards")
            continue
        winner = _follow(found, hands, leader, (number, cards[0], cards[1]))
        if winner is None:
            return
        leader = winner


def _lead(found: Followed, hands: dict[str, Hand], leader: str, trick: tuple[int, str]) -> str:
    """Play the card led, and return who leads it: who won the last trick, unless only the other has it."""
    number, card = trick
    if hands[leader].certain and not hands[leader].cards:
        leader = OTHER[leader]
    elif hands[leader].lacks(card) and card in hands[OTHER[leader]].cards:
        found.unlawful.append(f"trick {number}: {OTHER[leader]} leads out of turn")
        leader = OTHER[leader]
    if not hands[leader].take(card):
        found.wrong.append(f"trick {number}: {leader} leads {card}, which he has not")
    return leader


def _follow(found: Followed, hands: dict[str, Hand], leader: str, trick: tuple[int, str, str]) -> str | None:
    """Play the card that follows, and return who wins the trick; None if that is not known."""
    number, lead, card = trick
    role = OTHER[leader]
    if not hands[role].take(card):
        found.wrong.append(f"trick {number}: {role} plays {card}, which he has not")
    if UNKNOWN in (lead, card):
        found.plain = False
        return None
    if card[1] != lead[1] and hands[role].can_follow(lead[1]):
        found.unlawful.append(f"trick {number}: {role} does not follow suit")
    winner = _winner(leader, [lead, card])
    found.winners.append((leader, winner))
    return winner
