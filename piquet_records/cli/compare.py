"""``piquet compare``: two records of one disputed game side by side."""

import os
from typing import Annotated, Literal

import typer

from piquet_records.cli.common import INVALID, Lang, captured_console, games_at, print_faults

Record = Annotated[str, typer.Argument(metavar="FILE", help="A file with a game, ARCHIVE#ID, or - for standard input.")]


def compare(
    first: Record,
    second: Record,
    lang: Lang = "en",
    format_: Annotated[Literal["text", "json"], typer.Option("--format", help="Text, or one JSON object.")] = "text",
) -> None:
    """Compare two records of one disputed deal or game.

    It says what each comes to, which findings only one of them has, where the records differ, and what each
    difference changes by itself: it is taken over from the second record into the first, and the game is judged
    again. The exit status is 0 if both come to the same result and scores, 1 if not, 2 if a file holds no valid game.
    """
    from piquet_records.record.reading import RecordFault
    from piquet_records.ruling.comparing import compare as compare_games

    games = []
    for file in (first, second):
        found = list(games_at(file, None))
        if len(found) != 1:
            message = f"{file} holds {len(found)} games; give two files with one game each, or ARCHIVE#ID"
            raise typer.BadParameter(message)
        if isinstance(found[0], RecordFault):
            print_faults(found[0])
        else:
            games.append(found[0].game)
    if len(games) < 2:
        raise typer.Exit(INVALID)
    comparison = compare_games(games[0], games[1])
    if format_ == "json":
        from piquet_records.report.comparison import comparison_json

        print(comparison_json(comparison, (first, second), lang).decode())
    else:
        from piquet_records.render.compare_page import print_comparison

        with captured_console() as console:
            print_comparison(comparison, _short_names(first, second), lang, console)
    raise typer.Exit(0 if comparison.same_outcome else 1)


def _short_names(first: str, second: str) -> tuple[str, str]:
    """Return the names of two files without their folders, unless they are then the same."""
    short = os.path.basename(first), os.path.basename(second)
    return short if short[0] != short[1] else (first, second)
