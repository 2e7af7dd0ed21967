"""Two records of one disputed game, compared: where they differ, and which finding depends on which difference.

A difference is tried by itself: it is taken over from the second record into the first, and the game is judged again.
Knows no law by number, no language and no file.
"""

import json
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any, Final

import msgspec
from msgspec import Struct

from piquet_records.record.consistency import is_consistent
from piquet_records.record.game import Game, to_json
from piquet_records.ruling.judge import judge_game
from piquet_records.ruling.judged import JudgedGame

Path = tuple[str | int, ...]
"""The keys that lead to a value of a record, such as ``("deals", 0, "play")``."""

LISTS: Final = ("dealing", "exchange", "declarations", "play", "counts")
"""The lists of a deal; they are compared entry by entry."""
CONTRADICTIONS: Final = ("record-card", "record-order")
"""Codes of what cannot have happened as it is written."""
WITHOUT_EFFECT: Final = (
    "$schema", "id", "players", "date", "event", "site", "round", "recorder", "source", "notes", "x",
)  # fmt: skip
"""Fields of a game on which no ruling and no score depends."""
_IN_SEQUENCE: Final = ("play", "counts")
_PAIRS: Final = ("hands", "held", "score")
"""Fields of a deal that have a value for each role."""


class Difference(Struct, frozen=True):
    """One place at which two records differ."""

    path: Path
    """Where the value is; for a list, where the list is."""
    first: Any
    """What the first record has there, as plain data; for a list, the entries that are replaced. None: nothing."""
    second: Any
    """What the second record has in its place."""
    at: tuple[int, int] | None = None
    """For a list: the entries of the first record that differ, as a range of indices."""

    @property
    def deal(self) -> int | None:
        """The number of the deal, from 1; None outside the deals."""
        return int(self.path[1]) + 1 if self.path[0] == "deals" else None

    @property
    def field(self) -> str:
        """The field that differs: of the deal, or of the game."""
        return str(self.path[2] if self.deal and len(self.path) > 2 else self.path[0])


class FindingKey(Struct, frozen=True, order=True):
    """What makes two findings of two records the same: the code, who did it, and in which deal."""

    deal: int
    code: str
    by: str


class Trial(Struct, frozen=True):
    """A difference taken over by itself from the second record into the first, and what became of the game."""

    difference: Difference
    judged: JudgedGame | None
    """The game so changed; None if the result is no record, so that the difference cannot be judged by itself."""
    comes: tuple[FindingKey, ...] = ()
    """Findings that only the changed game has."""
    goes: tuple[FindingKey, ...] = ()
    """Findings that only the first record has."""

    @property
    def impossible(self) -> bool:
        """Whether the change by itself makes the record contradict itself, so that nothing follows from it."""
        return any(key.code in CONTRADICTIONS for key in self.comes)


class Comparison(Struct, frozen=True):
    """Two games and all that differs between them."""

    first: JudgedGame
    second: JudgedGame
    trials: tuple[Trial, ...]
    ignored: tuple[str, ...]
    """Fields that differ and on which nothing depends."""

    @property
    def same_outcome(self) -> bool:
        """Whether both come to the same: result, score of each deal as ruled and as played."""
        return _outcome(self.first) == _outcome(self.second)

    @property
    def only_first(self) -> tuple[FindingKey, ...]:
        """The findings that only the first record has."""
        return tuple(sorted(finding_keys(self.first) - finding_keys(self.second)))

    @property
    def only_second(self) -> tuple[FindingKey, ...]:
        """The findings that only the second record has."""
        return tuple(sorted(finding_keys(self.second) - finding_keys(self.first)))

    def causes(self, finding: FindingKey) -> tuple[int, ...]:
        """Return which differences, from 1, make a finding come or go by themselves; empty if it takes several."""
        return tuple(
            number
            for number, trial in enumerate(self.trials, start=1)
            if finding in (*trial.comes, *trial.goes) and (not trial.impossible or finding.code in CONTRADICTIONS)
        )


def compare(first: Game, second: Game) -> Comparison:
    """Judge two games and try each of their differences by itself.

    Raises UnknownRulesError if a record names a rules profile that is not shipped.
    """
    documents = json.loads(to_json(first)), json.loads(to_json(second))
    judged = judge_game(first), judge_game(second)
    before = finding_keys(judged[0])
    trials = tuple([_tried(documents[0], difference, before) for difference in differences(*documents)])
    ignored = tuple([name for name in WITHOUT_EFFECT if documents[0].get(name) != documents[1].get(name)])
    return Comparison(*judged, trials, ignored)


def differences(first: dict[str, Any], second: dict[str, Any]) -> Iterator[Difference]:
    """Yield where two records differ, given as plain data: deals in order, then the other fields of the game.

    Fields on which nothing depends are left out, in deals too (``notes`` and ``x``).
    """
    pairs = min(len(first["deals"]), len(second["deals"]))
    for index in range(pairs):
        yield from _deal_differences(index, first["deals"][index], second["deals"][index])
    for index in range(pairs, max(len(first["deals"]), len(second["deals"]))):
        yield Difference(("deals", index), _entry(first["deals"], index), _entry(second["deals"], index))
    names = [name for name in {**first, **second} if name not in (*WITHOUT_EFFECT, "deals", "format")]
    for name in names:
        yield from _value_differences((name,), first.get(name), second.get(name))


def finding_keys(judged: JudgedGame) -> frozenset[FindingKey]:
    """Return all findings of a judged game, and that about its result."""
    keys = {
        FindingKey(deal.case.number, finding.code, finding.by or "")
        for deal in judged.deals
        for finding in deal.findings
    }
    if judged.disagreement is not None:
        keys.add(FindingKey(len(judged.deals), judged.disagreement.code, ""))
    return frozenset(keys)


def _deal_differences(index: int, first: dict[str, Any], second: dict[str, Any]) -> Iterator[Difference]:
    for name in {**first, **second}:
        path = ("deals", index, name)
        before, after = first.get(name), second.get(name)
        if name in ("notes", "x") or before == after:
            continue
        if name in LISTS and isinstance(before, list) and isinstance(after, list):
            yield from _list_differences(path, before, after)
        elif name in _PAIRS and isinstance(before, dict) and isinstance(after, dict):
            for role in ("elder", "younger"):
                yield from _value_differences((*path, role), before.get(role), after.get(role))
        else:
            yield from _value_differences(path, before, after)


def _list_differences(path: Path, first: list[Any], second: list[Any]) -> Iterator[Difference]:
    """Yield the runs of entries that differ; entries that both lists have in the same order are matched.

    Tricks and counts depend on those before them, so of these all from the first difference to the last is one run.
    """
    texts = [[json.dumps(_without_notes(entry), sort_keys=True) for entry in entries] for entries in (first, second)]
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    runs = [(run[1:3], run[3:5]) for run in matcher.get_opcodes() if run[0] != "equal"]
    if runs and path[-1] in _IN_SEQUENCE:
        (start, _), (other_start, _) = runs[0]
        (_, end), (_, other_end) = runs[-1]
        runs = [((start, end), (other_start, other_end))]
    for (start, end), (other_start, other_end) in runs:
        yield Difference(path, first[start:end], second[other_start:other_end], (start, end))


def _value_differences(path: Path, first: Any, second: Any) -> Iterator[Difference]:
    if _without_notes(first) != _without_notes(second):
        yield Difference(path, first, second)


def _without_notes(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_notes(inner) for name, inner in value.items() if name not in ("notes", "x")}
    return [_without_notes(inner) for inner in value] if isinstance(value, list) else value


def _entry(entries: list[Any], index: int) -> Any:
    return entries[index] if index < len(entries) else None


def _tried(document: dict[str, Any], difference: Difference, before: Iterable[FindingKey]) -> Trial:
    """Take one difference over into the first record, and judge the game again."""
    try:
        game = msgspec.convert(_changed(document, difference), Game)
    except msgspec.ValidationError:
        return Trial(difference, None)
    if not is_consistent(game):
        return Trial(difference, None)
    judged = judge_game(game)
    after, known = finding_keys(judged), frozenset(before)
    return Trial(difference, judged, tuple(sorted(after - known)), tuple(sorted(known - after)))


def _changed(document: dict[str, Any], difference: Difference) -> dict[str, Any]:
    """Return a copy of a record with one difference taken over."""
    changed: dict[str, Any] = json.loads(json.dumps(document))
    *parents, last = difference.path
    holder: Any = changed
    for key in parents:
        holder = holder[key]
    if difference.at is not None:
        holder[last][slice(*difference.at)] = difference.second
    elif difference.second is None:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(difference.second)
    else:
        holder[last] = difference.second
    return changed


def _outcome(judged: JudgedGame) -> tuple[object, ...]:
    deals = [(deal.outcome, deal.scores.as_ruled, deal.scores.as_played) for deal in judged.deals]
    result = judged.result
    totals = [(outcome, _totals(ruled), _totals(played)) for outcome, ruled, played in deals]
    return (totals, result.winner, result.score, result.settlement, result.ended)


def _totals(score: Any) -> tuple[int | None, int | None]:
    return score.elder.total, score.younger.total
