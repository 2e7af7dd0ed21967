"""What no lawful game can be, found in the plain JSON of a record.

Profiles other than the plain ``classic`` and ``rubicon`` are only checked for their cards and calls, not for points.
"""

from itertools import pairwise

from tests.oracle.follow import Followed, follow, steps_of
from tests.oracle.hands import ROLES, Document, cards_of, holds_point, holds_sequences
from tests.oracle.points import KINDS, Gains, blanche_in_time, calls_of, deal_gains, rank_of_call

MENDED = {"correct", "correct-reply", "challenge", "answer", "ask", "show", "redeal", "throw-in", "retake", "rewind"}
"""Acts after which a call or a reply need not be what it was."""
ENDINGS = {"abandoned", "thrown-in", "forfeited", "postponed", "unfinished"}
TARGETS = {"classic": 150, "rubicon": None}
RUBICON_DEALS = 6


def impossible(game: Document) -> list[str]:
    """Return what cannot have happened in a game as it is written, or breaks one of the article's laws.

    The profile ``rubicon`` does not judge by these laws, so that its games are only searched for what cannot be.
    """
    wrong: list[str] = []
    by_laws = game.get("rules", "classic").startswith("classic")
    for number, deal in enumerate(game["deals"], 1):
        wrong += [f"deal {number}: {fault}" for fault in follow(deal).wrong]
        if by_laws and not _is_void(deal):
            wrong += [f"deal {number}: {fault}" for fault in _unlawful(deal)]
    if not by_laws:
        return wrong + _points_of_game(game)
    for (first, deal), (_, following) in pairwise(enumerate(game["deals"], 1)):
        if deal["dealer"] == following["dealer"] and not (_is_void(deal) or following.get("points_only")):
            wrong.append(f"deal {first + 1}: the same dealer again")
    return wrong + _points_of_game(game)


def _is_void(deal: Document) -> bool:
    return any(step["act"] == "redeal" for step in steps_of(deal))


def _unlawful(deal: Document) -> list[str]:
    """Return what breaks a law in a deal that was not made again."""
    found = follow(deal)
    wrong = list(found.unlawful)
    acts = {step["act"] for step in steps_of(deal)}
    if not acts & MENDED:
        wrong += [fault for kind in KINDS for fault in (*_false_calls(deal, found, kind), *_denials(deal, kind))]
        wrong += _order_of_calls(deal)
    blanches = [step for step in steps_of(deal) if step["act"] == "carte-blanche"]
    for role in {step["by"] for step in blanches}:
        dealt = cards_of(deal.get("hands", {}).get(role))
        if any(card[0] in "KQJ" for card in dealt):
            wrong.append(f"{role} shows carte blanche with a court card")
        elif "hands" in deal and "exchange" in deal and "??" not in dealt and not blanche_in_time(deal, role):
            wrong.append(f"{role} shows carte blanche after his exchange")
    return wrong


def _false_calls(deal: Document, found: Followed, kind: str) -> list[str]:
    """Return which calls of a kind the hand that was played from does not hold."""
    callers = [step["by"] for step in deal.get("declarations", []) if step["act"] == "call" and step["what"] == kind]
    wrong = []
    if kind == "point" and len(set(callers)) < len(callers):
        wrong.append("a player calls two points")
    calls = calls_of(deal, kind)
    if calls is None or found.played_from is None:
        return wrong
    for role, made in calls.items():
        hand = found.played_from[role]
        if kind == "point":
            true = all(holds_point(hand, call["cards"], call.get("value")) for call in made)
        elif kind == "sequence":
            true = holds_sequences(hand, [(call["cards"], call["top"]) for call in made])
        else:
            ranks = [call["rank"] for call in made]
            true = len(set(ranks)) == len(ranks) and all(
                sum(card[0] == call["rank"] for card in hand) >= call["cards"] and call["rank"] in "AKQJT"
                for call in made
            )
        if not true:
            wrong.append(f"{role} calls a {kind} that he does not hold")
        shown = [card for call in made for card in cards_of(call.get("shown"))]
        if any(card != "??" and card not in hand for card in shown):
            wrong.append(f"{role} shows a card that he has not")
    return wrong


def _denials(deal: Document, kind: str) -> list[str]:
    """Return whether the younger denies the elder's best call and then calls nothing that does so."""
    calls = calls_of(deal, kind)
    if calls is None or not calls["elder"] or any(isinstance(entry, dict) for entry in deal.get("play", [])):
        return []
    best = max(calls["elder"], key=lambda call: (call["cards"], rank_of_call(call)[1] or 0))
    if best.get("reply") not in ("not-good", "equal"):
        return []
    answers = calls["younger"]
    if not answers:
        return [f"the younger answers {best['reply']} and calls no {kind}"] if deal.get("play") else []
    answer = max(answers, key=lambda call: (call["cards"], rank_of_call(call)[1] or 0))
    mine, his = rank_of_call(best), rank_of_call(answer)
    if mine[0] == his[0] and None in (mine[1], his[1]):
        return []
    if his < mine or (best["reply"] == "not-good" and his == mine):  # type: ignore[operator]
        return [f"the younger answers {best['reply']} and calls a lower {kind}"]
    return []


def _order_of_calls(deal: Document) -> list[str]:
    """Return whether the elder calls after the younger has begun to, that is after his own first lead (law 5)."""
    callers = [step["by"] for step in deal.get("declarations", []) if step["act"] == "call"]
    if "younger" in callers and "elder" in callers[callers.index("younger") :]:
        return ["the elder calls after his first lead"]
    return []


def _points_of_game(game: Document) -> list[str]:
    """Return what is written of the points and is not so, as far as every deal can be scored."""
    name = game.get("rules", "classic").split("@")[0]
    if name not in TARGETS or game.get("conventions") or game.get("steps"):
        return []
    target = game.get("target", TARGETS[name])
    wrong: list[str] = []
    totals: dict[str, int] | None = {seat: game.get("start", {}).get(seat, 0) for seat in "AB"}
    winner, over, counted = None, False, 0
    for number, deal in enumerate(game["deals"], 1):
        if _is_void(deal):
            continue
        gains = deal_gains(deal, rubicon=name == "rubicon")
        if gains is not None:
            wrong += [f"deal {number}: {fault}" for fault in _written(deal, gains)]
        if over:
            continue
        if gains is None:
            totals = None
            break
        seats = {"younger": deal["dealer"], "elder": "B" if deal["dealer"] == "A" else "A"}
        counted += 1
        for role, points in gains:
            totals[seats[role]] += points
            if winner is None and target is not None and totals[seats[role]] >= target:
                winner, over = seats[role], True
        if name == "rubicon":
            level = totals["A"] == totals["B"]
            over = over or counted >= RUBICON_DEALS + 2 or (counted == RUBICON_DEALS and not level)
            if over:
                winner = None if level else max("AB", key=totals.__getitem__)
    return wrong if totals is None else wrong + _result(game, totals, winner, over=over)


def _written(deal: Document, gains: Gains) -> list[str]:
    written = deal.get("score", {})
    computed = {role: sum(points for of, points in gains if of == role) for role in ROLES}
    return [
        f"{role} is written {written[role]}, and makes {computed[role]}"
        for role in ROLES
        if written.get(role) is not None and computed[role] - written[role] not in _may_lack(role, gains)
    ]


def _may_lack(role: str, gains: Gains) -> set[int]:
    """Return what a written score may lack: nothing, or the 30 or 60 that a player forgot to count (law 15)."""
    return {0, *(points for of, points in gains if of == role and points in (30, 60))}


def _result(game: Document, totals: dict[str, int], winner: str | None, *, over: bool) -> list[str]:
    written = game.get("result", {})
    wrong = [
        f"{seat} is written {written['score'][seat]} in the game, and has {totals[seat]}"
        for seat in "AB"
        if written.get("score", {}).get(seat) is not None and written["score"][seat] != totals[seat]
    ]
    if written.get("winner") is not None and written["winner"] != winner:
        wrong.append(f"{written['winner']} is written as the winner, and is not")
    if over and written.get("ended") in ENDINGS:
        wrong.append(f"the game is written as {written['ended']}, and was played to its end")
    if not over and written.get("ended") in {"target", "deals"}:
        wrong.append(f"the game is written as ended by {written['ended']}, and was not over")
    return wrong
