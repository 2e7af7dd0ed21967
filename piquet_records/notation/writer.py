"""Games written in the notation, well laid out, so that they are read back exactly.

Works on the plain values of a record: what has no words of its own is written as JSON, and nothing is left out.
"""

import copy
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from piquet_records.notation.draft import standing_after
from piquet_records.notation.fields import (
    CONVENTION,
    FIELDS,
    OTHER_FIELD,
    SCORED,
    FieldRow,
    write_json,
    write_text,
    write_value,
)
from piquet_records.notation.letters import Language, Style
from piquet_records.notation.phrases import write_step
from piquet_records.notation.reader import SECTIONS, joined
from piquet_records.record.game import Game

WIDTH: Final = 110
"""How long a line of the written text may become where it can be broken."""
_TRICKS_A_LINE: Final = 4
_HEADERS: Final = {name: key for key, name in SECTIONS.items()}
_LISTS: Final = ("dealing", "exchange", "declarations", "play")
_OUTCOME: Final = ("counts", "score")
_BESIDE: Final = {"notes", "x", "after_lead"}
_ABOUT_ACT: Final = {"by", *_BESIDE}


def to_notation(*games: Game, letters: Language = "en", signs: bool = False) -> str:
    """Return games as text in the notation, the cards in English or French letters, the suits as signs if asked."""
    return write_games(games, Style(letters, signs))


def write_games(games: Iterable[Game], style: Style | None = None) -> str:
    """Return games as one text; the language of their cards is declared on top."""
    style = style or Style()
    texts = (write_game(game, style) for game in games)
    return "\n".join([f"language: {style.language}", "", *texts])


def write_game(game: Game, style: Style) -> str:
    """Return one game as text."""
    return write_document(msgspec.to_builtins(game), style)


def write_document(document: Mapping[str, Any], style: Style, *, declare: bool = False) -> str:
    """Return the plain values of a game as text, also where they are no record yet.

    ``declare`` writes the language of the cards into the game itself.
    """
    start, *lines = _game_lines(copy.deepcopy(dict(document)), style)
    declared = [f"language: {style.language}"] if declare else []
    return "\n".join([start, *declared, *lines]) + "\n"


def _game_lines(game: dict[str, Any], style: Style) -> Iterator[str]:
    deals, steps = game.pop("deals"), game.pop("steps", None)
    del game["format"]
    yield f"game: {write_text(game.pop('id'))}"
    result = {"result": game.pop("result")} if "result" in game else {}
    for name, value in (game.pop("conventions") if game.get("conventions") else {}).items():
        yield f"{CONVENTION} {name}: {write_value(_PARAMETER, value, style)}"
    yield from _field_lines(game, "game", style)
    for number, deal in enumerate(deals, start=1):
        yield ""
        yield from _deal_lines(deal, number, style)
    if result or steps is not None:
        yield ""
    yield from _field_lines(result, "game", style)
    if steps is not None:
        yield from _section("steps", _statements(steps, style))


_PARAMETER: Final = FieldRow(CONVENTION, (CONVENTION,), "value")


def _deal_lines(deal: dict[str, Any], number: int, style: Style) -> Iterator[str]:
    packets = deal.pop("packets", None)
    dealt = f", {packets} at a time" if packets is not None else ""
    yield f"deal {number}: {deal.pop('dealer')} deals{dealt}"
    lists = {name: deal.pop(name) for name in _LISTS if name in deal}
    outcome: dict[str, Any] = {name: deal.pop(name) for name in _OUTCOME if name in deal}
    yield from _field_lines(deal, "deal", style)
    for name, entries in lists.items():
        yield from _section(name, _play_lines(entries, style) if name == "play" else _statements(entries, style))
    yield from _field_lines(outcome, "deal", style)


def _section(name: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{_HEADERS[name]}:"
    yield from (f"  {line}" for line in lines)


# fields


def _field_lines(owner: Mapping[str, Any], scope: str, style: Style) -> Iterator[str]:
    """Write the fields of a game or deal in the order of the table, then those without a row."""
    rows = [row for row in FIELDS if row.scope in (scope, "both")]
    order = dict.fromkeys([row.path[0] for row in rows if row.path[0] in owner] + list(owner))
    for name in order:
        said = _in_words(name, owner[name], rows, style)
        if said is None:
            yield _as_json(name, owner[name], rows)
        else:
            for row, text in said:
                yield from _wrapped(f"{row.key}: ".ljust(_KEY_WIDTH if row.kind in ("hand", "cards") else 0), text, row)


_KEY_WIDTH: Final = len("younger: ")


def _in_words(name: str, value: Any, rows: list[FieldRow], style: Style) -> list[tuple[FieldRow, str]] | None:
    """Return a field in the lines of its rows; None where they do not say all of it."""
    leaves = dict(_leaves((name,), value))
    said: list[tuple[FieldRow, str]] = []
    covered: set[tuple[str, ...]] = set()
    for row in rows:
        names = [(*row.path, inner) for inner in SCORED.get(row.kind, ())] or [row.path]
        if row.kind == "object" or not all(path in leaves for path in names):
            continue
        written = {path[-1]: leaves[path] for path in names} if row.kind in SCORED else leaves[row.path]
        text = write_value(row, written, style)
        if text is None:
            return None
        said.append((row, text))
        covered.update(names)
    return said if covered == set(leaves) else None


def _leaves(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict) and value:
        for name, child in value.items():
            yield from _leaves((*path, name), child)
    else:
        yield path, value


def _as_json(name: str, value: Any, rows: list[FieldRow]) -> str:
    """Write a field as JSON, under its key where that may hold an object."""
    keys = [row.key for row in rows if row.path == (name,) and row.kind not in ("text", "value")]
    key = keys[0] if keys and isinstance(value, dict) else f"{OTHER_FIELD} {name}"
    return f"{key}: {write_json(value)}"


def _wrapped(start: str, text: str, row: FieldRow) -> Iterator[str]:
    """Write a value on one line, or a long text on several that are read back as one."""
    lines = [start + text]
    if row.kind == "text" and len(lines[0]) > WIDTH and not text.startswith('"'):
        broken = textwrap.wrap(text, WIDTH - 8, break_long_words=False, break_on_hyphens=False)
        if _read_back(broken) == text:
            lines = [start + broken[0], *(f"      | {line}" for line in broken[1:])]
    yield from lines


def _read_back(lines: list[str]) -> str:
    text = lines[0]
    for line in lines[1:]:
        text = joined(text, line)
    return text


# statements


def _statements(steps: Iterable[dict[str, Any]], style: Style) -> Iterator[str]:
    """Write steps, the calls of a player side by side as far as a line holds them."""
    line, caller = "", ""
    for step in steps:
        by = step["by"]
        text, bare = _statement(step, style)
        if bare and by == caller and len(line) + len(text) + 2 <= WIDTH:
            line += f"; {text}"
            continue
        if line:
            yield line
        line, caller = text if text.startswith("{") else f"{_start(step)}{text}", by if bare else ""
    if line:
        yield line


def _statement(step: dict[str, Any], style: Style) -> tuple[str, bool]:
    """Return what a step says after its player, and whether it is a mere call."""
    act = {name: value for name, value in step.items() if name not in _ABOUT_ACT}
    text = write_step(act, style)
    if text is None:
        return write_json(step), False
    note = f" note {write_json(step['notes'])}" if "notes" in step else ""
    extra = f" x {write_json(step['x'])}" if "x" in step else ""
    return f"{text}{note}{extra}", step["act"] == "call" and not set(step) & _BESIDE


def _start(step: dict[str, Any]) -> str:
    """Return what stands before an act: when, and who. A step in JSON says both itself."""
    after = step.get("after_lead")
    when = "" if after is None else "after the lead, " if after else "before the lead, "
    return f"{when}{step['by']:<7} "


def _play_lines(entries: Iterable[str | dict[str, Any]], style: Style) -> Iterator[str]:
    """Write the play: the tricks four a line with the number of the first, and the steps between them."""
    tricks: list[str] = []
    standing = 0
    for entry in entries:
        if isinstance(entry, str):
            tricks.append(style.cards(entry) if tricks else f"{standing + 1:>2}. {style.cards(entry)}")
        if tricks and (len(tricks) == _TRICKS_A_LINE or not isinstance(entry, str)):
            yield ", ".join(tricks)
            tricks = []
        if not isinstance(entry, str):
            yield from _statements([entry], style)
        standing = standing_after(entry, standing)
    if tricks:
        yield ", ".join(tricks)
