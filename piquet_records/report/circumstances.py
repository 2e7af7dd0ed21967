"""What else is true of a deal in which a finding was made, so that no sentence says what another ruling undoes.

A law sees one fault; its usual sentence may be wrong because of another, for instance if both players are muted. The
names returned here choose other sentences in ``words/findings-LANGUAGE.toml``. Knows no law by number.
"""

from typing import Final

from piquet_records.cards.terms import ADVERSARY, ROLES, Role
from piquet_records.findings import Finding, GiveTricks, LastTrickTo, LoseGame, Mute, Void
from piquet_records.ruling.judged import JudgedDeal

_ENTRIES: Final = {"point": "point", "sequence": "sequences", "set": "sets"}
"""The entry of a breakdown in which a category is scored."""


def circumstances(finding: Finding, judged: JudgedDeal) -> frozenset[str]:
    """Return the names of what holds in the deal beside a finding.

    ``void``: the deal is void, and not by this finding. ``over``: it would lose the game, but the game was over or lost
    before. ``by-muted``, ``adversary-muted``: the player, or the other one, is muted by another finding.
    ``by-scores``, ``adversary-scores``, ``adversary-scores-nothing``: what they score, as ruled, in the category of
    the call that the finding is about. ``both-short``: both lack a card. ``tricks-given``: a ruling gives tricks.
    """
    effects = judged.scores.effects
    names = {
        "void": judged.outcome == "void" and not _has(finding, Void),
        "over": _has(finding, LoseGame) and judged.scores.loss not in finding.effects,
        "both-short": len({effect.role for effect in effects if isinstance(effect, LastTrickTo)}) > 1,
        "tricks-given": any(isinstance(effect, GiveTricks) for effect in effects),
    }
    by = next((role for role in ROLES if role == finding.by), None)
    if by is not None:
        muted = {effect.role for effect in effects if isinstance(effect, Mute)}
        names |= {
            "by-muted": by in muted and not _has(finding, Mute),
            "adversary-muted": ADVERSARY[by] in muted,
            **_scored_in_category(finding, by, judged),
        }
    return frozenset(name for name, holds in names.items() if holds)


def _has(finding: Finding, kind: type) -> bool:
    return any(isinstance(effect, kind) for effect in finding.effects)


def _scored_in_category(finding: Finding, by: Role, judged: JudgedDeal) -> dict[str, bool]:
    """Return whether the players score in the category of the finding's call; nothing if the finding has no call."""
    entry = _ENTRIES.get((finding.evidence.get("call") or {}).get("what", ""))
    if entry is None:
        return {}
    mine, theirs = (getattr(judged.scores.as_ruled.of(role), entry) for role in (by, ADVERSARY[by]))
    return {"by-scores": bool(mine), "adversary-scores": bool(theirs), "adversary-scores-nothing": theirs == 0}
