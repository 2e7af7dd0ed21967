"""``piquet convert``: turns records from JSON into the notation, and back."""

import os
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from piquet_records.cli.common import INVALID, print_faults

if TYPE_CHECKING:
    from piquet_records.notation.letters import Style
    from piquet_records.record.game import Game
    from piquet_records.record.reading import GameEntry, RecordFault

Form = Literal["json", "piquet"]
Letters = Annotated[Literal["en", "fr"], typer.Option(help="The language of the letters of cards in the notation.")]
Signs = Annotated[bool, typer.Option("--signs", help="Write suits as ♠ ♥ ♦ ♣ in the notation.")]

_ENDINGS: Final[dict[str, Form]] = {".piquet": "piquet", ".json": "json", ".jsonl": "json"}


def convert(
    paths: Annotated[list[str], typer.Argument(metavar="IN", help="Files, folders, globs, or - for standard input.")],
    to: Annotated[
        Form | None,
        typer.Option("--to", help="The form to write. By default the one that the first input does not have."),
    ] = None,
    out: Annotated[
        str,
        typer.Option(
            "--out", metavar="OUT", help="A file, a folder (a file for each input), or - for standard output."
        ),
    ] = "-",
    letters: Letters = "en",
    signs: Signs = False,
) -> None:
    """Write records in the notation (.piquet) or as JSON.

    Nothing is lost either way. One .piquet or .jsonl file can hold several games, a .json file only one. What is not
    a record is reported and left out, and the exit status is then 2.
    """
    from piquet_records.notation.letters import Style

    style = Style(letters, signs)
    status = 0
    if os.path.isdir(out) or out.endswith(os.sep):
        written: dict[str, str] = {}
        for file, under, entries in _by_file(paths):
            games = list(_games(entries))
            status = status if games and None not in games else INVALID
            _write_beside(file, under, [game for game in games if game], out, to or _other(file), style, written)
    else:
        files = _by_file(paths)
        form = to or form_of(out)
        found: list[Game | None] = []
        for file, _, entries in files:
            form = form or _other(file)
            found += _games(entries)
        status = INVALID if None in found else 0
        write_games_to(out, [game for game in found if game], form or "piquet", style)
    raise typer.Exit(status)


def _by_file(paths: list[str]) -> "Iterator[tuple[str, str, Iterator[GameEntry | RecordFault]]]":
    """Yield each file, its name within the given path, and its entries."""
    from piquet_records.record.reading import entries

    for path in paths:
        for file, found in groupby(entries(path), key=lambda entry: entry.file):
            yield file, os.path.relpath(file, path) if os.path.isdir(path) else os.path.basename(file), found


def _games(found: "Iterator[GameEntry | RecordFault]") -> "Iterator[Game | None]":
    """Yield the games. Print the faults of what is not a record, and yield None in its place."""
    from piquet_records.record.reading import RecordFault

    for entry in found:
        if isinstance(entry, RecordFault):
            print_faults(entry)
            yield None
        else:
            yield entry.game


def form_of(name: str) -> Form | None:
    """Return the form for the ending of a file's name; None if the ending is another."""
    bare = name.lower().removesuffix(".gz").removesuffix(".zst")
    return next((form for ending, form in _ENDINGS.items() if bare.endswith(ending)), None)


def _other(file: str) -> Form:
    return "json" if form_of(file) == "piquet" else "piquet"


def _write_beside(
    file: str, under: str, games: "list[Game]", folder: str, form: Form, style: "Style", written: dict[str, str]
) -> None:
    """Write the games of one file into a folder, under the same name with the ending of the form."""
    if not games:
        return
    bare = under.removesuffix(".gz").removesuffix(".zst")
    stem = bare.removesuffix(os.path.splitext(bare)[1])
    ending = ".piquet" if form == "piquet" else ".json" if len(games) == 1 else ".jsonl"
    target = os.path.join(folder, stem + ending)
    if target in written:
        message = f"{file} and {written[target]} would both be written to {target}; convert them one at a time"
        raise typer.BadParameter(message)
    if os.path.exists(target) and os.path.exists(file) and os.path.samefile(target, file):
        message = f"{file} would be written over itself; choose another folder for --out"
        raise typer.BadParameter(message)
    written[target] = file
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    write_games_to(target, games, form, style)


def write_games_to(out: str, games: "list[Game]", form: Form, style: "Style") -> None:
    """Write games to a file or standard output. Without games, write nothing."""
    import msgspec

    from piquet_records.files import open_to_write
    from piquet_records.notation.writer import write_games
    from piquet_records.record.game import to_json

    bare = out.lower().removesuffix(".gz").removesuffix(".zst")
    if form == "json" and bare.endswith(".json") and len(games) > 1:
        message = f"{out}: a .json file holds one game, and there are {len(games)}; name the file .jsonl, or a folder"
        raise typer.BadParameter(message)
    if not games:
        return
    with open_to_write(out) as stream:
        if form == "piquet":
            stream.write(write_games(games, style).encode())
        elif bare.endswith(".json"):
            stream.write(msgspec.json.format(to_json(games[0]), indent=2) + b"\n")
        else:
            stream.writelines(to_json(game) + b"\n" for game in games)
