"""``piquet import``: records made of score sheets."""

import os
from typing import Annotated

import typer

from piquet_records.cli.common import INVALID, print_faults
from piquet_records.cli.convert import Form, form_of, write_games_to


def import_sheets(
    paths: Annotated[list[str], typer.Argument(metavar="FILE", help="Score sheets: .csv, .tsv or .xlsx.")],
    out: Annotated[
        str, typer.Option("--out", metavar="OUT", help="A file (.jsonl, .json or .piquet), or - for standard output.")
    ] = "-",
    to: Annotated[Form | None, typer.Option("--to", help="The form to write; by default that of OUT, or json.")] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B", help="The names of the players where no column has them.")
    ] = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar="PROFILE", help="The rules profile where no column has one.")
    ] = "",
) -> None:
    """Make records of score sheets that have only the points of each deal.

    The first row names the columns, each further row is a deal; docs/sheets.md describes them. `piquet validate` then
    checks the sums, the winner and the settlement. A game with a mistake is told and left out; the exit status is
    then 2.
    """
    from piquet_records.notation.letters import Style
    from piquet_records.notation.sheet_files import read_table
    from piquet_records.notation.sheets import Defaults, games_of_rows, heading_faults
    from piquet_records.record.game import Game
    from piquet_records.record.reading import RecordFault

    names = tuple(name.strip() for name in players.split(",")) if players is not None else ("A", "B")
    if len(names) != 2 or not all(names):
        message = f"{players!r} is not two names with a comma between, such as --players Anna,Bert"
        raise typer.BadParameter(message)
    status, games = 0, []
    for path in paths:
        columns, rows = read_table(path)
        if wrong := heading_faults(columns):
            print_faults(RecordFault(path, 1, wrong))
            status = INVALID
            continue
        stem = os.path.basename(path).partition(".")[0]
        for row, found in games_of_rows(rows, columns, Defaults(stem, (names[0], names[1]), rules)):
            if isinstance(found, Game):
                games.append(found)
            else:
                print_faults(RecordFault(path, row, found))
                status = INVALID
    write_games_to(out, games, to or form_of(out) or "json", Style())
    raise typer.Exit(status)
