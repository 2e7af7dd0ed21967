"""``piquet new``: a blank record to fill in; and what is asked at a terminal before a game is written down."""

import datetime as dt
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from piquet_records.cli.convert import Form

if TYPE_CHECKING:
    from piquet_records.notation.blank import Extent, Heading

Names = Annotated[
    str | None, typer.Option("--players", metavar="A,B", help="The names of the two players, with a comma between.")
]
Profile = Annotated[str | None, typer.Option("--rules", metavar="PROFILE", help="The rules profile they play by.")]
Date = Annotated[
    str | None, typer.Option("--date", metavar="DATE", help="The day (YYYY-MM-DD), month or year; `today` too.")
]


def new(
    out: Annotated[str, typer.Argument(metavar="OUT", help="A file, or - for standard output.")] = "-",
    deal: Annotated[bool, typer.Option("--deal/--game", help="A blank for one disputed deal, or for a game.")] = False,
    players: Names = None,
    rules: Profile = None,
    date: Date = None,
    form: Annotated[
        Form | None, typer.Option("--form", help="The form of the blank; by default that of OUT, or piquet.")
    ] = None,
) -> None:
    """Write a blank record to fill in, with comments.

    Players, rules and date are asked for at a terminal where no option gives them. A file that exists is not written
    over.
    """
    import os

    import msgspec

    from piquet_records.files import open_to_write
    from piquet_records.notation.blank import blank_document, blank_text

    if out != "-" and os.path.exists(out):
        message = f"{out} exists already; choose another name"
        raise typer.BadParameter(message)
    heading = heading_of(players, rules, date)
    extent: Extent = "deal" if deal else "game"
    if (form or ("json" if out.lower().endswith(".json") else "piquet")) == "json":
        text = msgspec.json.format(msgspec.json.encode(blank_document(heading, extent)), indent=2) + b"\n"
    else:
        text = blank_text(heading, extent).encode()
    with open_to_write(out) as stream:
        stream.write(text)


def heading_of(players: str | None, rules: str | None, date: str | None) -> "Heading":
    """Return what is known of a game: from options, or asked for at a terminal. Raises BadParameter."""
    from piquet_records.notation.blank import Heading
    from piquet_records.record.game import DEFAULT_RULES
    from piquet_records.rules.parameters import profile

    names = players if players is not None else _ask("Players, with a comma between", "A,B")
    first, comma, second = (part.strip() for part in names.partition(","))
    if not comma or not first or not second:
        message = f"{names!r} is not two names with a comma between, such as --players Anna,Bert"
        raise typer.BadParameter(message)
    chosen = rules or _ask("Rules", DEFAULT_RULES)
    profile(chosen)
    return Heading((first, second), chosen, _date(date if date is not None else _ask("Date", "today")))


def _ask(question: str, default: str) -> str:
    """Ask at a terminal; elsewhere the default is taken."""
    if not sys.stdin.isatty():
        return "" if question == "Date" else default
    return str(typer.prompt(question, default=default, err=True))


def _date(text: str) -> str:
    """Return a date as a record has it. Raises BadParameter where the calendar has no such day."""
    import re

    from piquet_records.record.game import DATE_PATTERN

    if text.casefold() == "today":
        return dt.date.today().isoformat()
    if text and not re.search(DATE_PATTERN, text):
        message = f"{text!r} is no date; write YYYY-MM-DD, YYYY-MM, YYYY or today"
        raise typer.BadParameter(message)
    return text
