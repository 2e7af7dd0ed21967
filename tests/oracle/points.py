"""What a deal scores (article, *Du point* to *Du capot*; for the rubicon game Cavendish).

Only deals that are recorded in full, and in which nothing irregular was done, are scored.
"""

from typing import Any

from tests.oracle.follow import Followed, follow, steps_of
from tests.oracle.hands import (
    LOW_TO_HIGH,
    OTHER,
    ROLES,
    SEQUENCE_POINTS,
    SET_POINTS,
    Document,
    best_point,
    cards_of,
    longest_runs,
    sets_of,
)

REGULAR = {"exchange", "discard", "draw", "call", "carte-blanche", "name-suit"}
KINDS = ("point", "sequence", "set")
Gains = list[tuple[str, int]]


def deal_points(deal: Document, *, rubicon: bool) -> dict[str, int] | None:
    """Return the points of each role; None if the deal is not recorded in full, or something is open in it."""
    timeline = deal_gains(deal, rubicon=rubicon)
    if timeline is None:
        return None
    return {role: sum(points for of, points in timeline if of == role) for role in ROLES}


def deal_gains(deal: Document, *, rubicon: bool) -> Gains | None:
    """Return the points of a deal in the order in which they count; None as in ``deal_points``."""
    found = follow(deal)
    acts = {step["act"] for step in steps_of(deal)}
    late = any(isinstance(entry, dict) for entry in deal.get("play", []))
    whole = (
        found.plain
        and not found.wrong
        and not found.unlawful
        and len(found.winners) == 12
        and found.played_from is not None
    )
    if not whole or late or not acts <= REGULAR:
        return None
    before = _before_play(deal, found)
    if before is None:
        return None
    return [*_with_bonus(before, found, rubicon=rubicon), *_after_play(found)]


def _before_play(deal: Document, found: Followed) -> Gains | None:
    """Return what is made before the first card, in the order carte blanche, point, sequences, sets."""
    gains: Gains = []
    blanches = [step["by"] for step in steps_of(deal) if step["act"] == "carte-blanche"]
    if any(not blanche_in_time(deal, role) for role in blanches):
        return None
    gains += [(role, 10) for role in ROLES if role in blanches]
    assert found.played_from is not None
    for kind in KINDS:
        made = _called(deal, kind) if "declarations" in deal else _held_points(found.played_from, kind)
        if made is None:
            return None
        gains += made
    return gains


def blanche_in_time(deal: Document, role: str) -> bool:
    """Return whether a role was dealt no king, queen or jack, and shows it before he exchanges."""
    if "hands" not in deal or any(card[0] in "KQJ?" for card in cards_of(deal["hands"].get(role))):
        return False
    for step in deal.get("exchange", []):
        if step["by"] == role and step["act"] == "carte-blanche":
            return True
        if step["by"] == role:
            return False
    return False


def rank_of_call(call: Document) -> tuple[int, int | None]:
    """Return a call's length or number, and what breaks a tie: pips, or the place of the rank."""
    if call["what"] == "point":
        return call["cards"], call.get("value")
    return call["cards"], LOW_TO_HIGH.index(call["top" if call["what"] == "sequence" else "rank"])


def points_of_call(call: Document) -> int:
    """Return what a call scores: 1 a card, 3 4 15 16 17 18, 3 or 14."""
    if call["what"] == "point":
        points: int = call["cards"]
        return points
    return (SEQUENCE_POINTS if call["what"] == "sequence" else SET_POINTS)[call["cards"]]


def calls_of(deal: Document, kind: str) -> dict[str, list[Document]] | None:
    """Return the calls of one kind by role; None if one lacks what it is about, or a player calls two points."""
    found: dict[str, list[Document]] = {role: [] for role in ROLES}
    for step in deal.get("declarations", []):
        if step["act"] == "call" and step["what"] == kind:
            least = 1 if kind == "point" else 3
            if step["cards"] < least or (kind == "set" and "rank" not in step):
                return None
            found[step["by"]].append(step)
    if kind == "point" and any(len(made) > 1 for made in found.values()):
        return None
    return found


def holder(deal: Document, kind: str) -> str | None:
    """Return who has a kind of call: ``elder``, ``younger``, ``nobody``; None if that is open.

    It is open if the reply says something else than the calls do: a later call may mend the reply (law 14).
    """
    calls = calls_of(deal, kind)
    if calls is None or any(call.get("shown") is False for made in calls.values() for call in made):
        return None
    best = {
        role: max(made, key=lambda call: (call["cards"], rank_of_call(call)[1] or 0))
        for role, made in calls.items()
        if made
    }
    if len(best) < 2:
        only = next(iter(best), "nobody")
        return only if only != "elder" or best["elder"].get("reply", "good") == "good" else None
    first, second = rank_of_call(best["elder"]), rank_of_call(best["younger"])
    reply = best["elder"].get("reply")
    if first[0] == second[0] and None in (first[1], second[1]):
        better = {"good": "elder", "equal": "nobody", "not-good": "younger"}.get(reply or "")
    else:
        better = "elder" if first > second else "younger" if second > first else "nobody"  # type: ignore[operator]
    said = {"elder": "good", "nobody": "equal", "younger": "not-good"}.get(better or "")
    return better if reply in (None, said) else None


def _called(deal: Document, kind: str) -> Gains | None:
    has = holder(deal, kind)
    if has is None:
        return None
    calls = calls_of(deal, kind)
    assert calls is not None
    return [(has, points_of_call(call)) for call in calls.get(has, [])]


def _held_points(hands: dict[str, list[str]], kind: str) -> Gains:
    """Return what both make where no calls were recorded: each is taken to have called all that he holds."""
    scored: dict[str, list[tuple[int, Any]]] = {}
    for role, hand in hands.items():
        if kind == "point":
            scored[role] = [best_point(hand)]
        else:
            held = longest_runs(hand) if kind == "sequence" else sets_of(hand)
            scored[role] = [(cards, LOW_TO_HIGH.index(rank)) for cards, rank in held]
    best = {role: max(held, default=(0, 0)) for role, held in scored.items()}
    if best["elder"] == best["younger"]:
        return []
    has = max(ROLES, key=lambda role: best[role])
    values = {"sequence": SEQUENCE_POINTS, "set": SET_POINTS}.get(kind)
    return [(has, cards if values is None else values[cards]) for cards, _ in scored[has]]


def _with_bonus(before: Gains, found: Followed, *, rubicon: bool) -> Gains:
    """Return all points up to the last trick, with 60 or 30 beside the thirtieth point of who makes them alone."""
    made = dict.fromkeys(ROLES, 0)
    done: Gains = []
    bonus = False
    no_extra = not rubicon and len({winner for _, winner in found.winners}) == 1
    tricks = enumerate(found.winners, 1)
    play = [gain for number, trick in tricks for gain in _trick(trick, extra=number == 12 and not no_extra)]
    for place, (role, points) in enumerate([*before, *play]):
        in_hand = place < len(before)
        made[role] += points
        done.append((role, points))
        may = role == "elder" or (rubicon and in_hand)
        if not bonus and may and made[role] >= 30 and made[OTHER[role]] == 0:
            bonus = True
            done.append((role, 60 if in_hand else 30))
    return done


def _trick(trick: tuple[str, str], *, extra: bool) -> Gains:
    """Return 1 for the lead, 1 for a trick that the other wins, and the one more of the last trick."""
    leader, winner = trick
    gains = [(leader, 1)]
    if winner != leader:
        gains.append((winner, 1))
    if extra:
        gains.append((winner, 1))
    return gains


def _after_play(found: Followed) -> Gains:
    """Return 10 for seven tricks or more, or 40 for all twelve."""
    won = {role: sum(winner == role for _, winner in found.winners) for role in ROLES}
    return [(role, 40 if tricks == 12 else 10) for role, tricks in won.items() if tricks >= 7]
