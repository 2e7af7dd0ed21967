"""The command ``piquet``: reads the arguments, calls the library, prints, and sets the exit status.

Each module has one command, or a few that belong together, and imports what it needs only when it runs. Knows nothing
of the game.
"""

from typing import Annotated

import typer

from piquet_records.cli.archive import export, ingest, rejudge, remove, upgrade
from piquet_records.cli.audit import audit, score
from piquet_records.cli.common import PiquetCommand, with_debug
from piquet_records.cli.compare import compare
from piquet_records.cli.convert import convert
from piquet_records.cli.laws import laws
from piquet_records.cli.new import new
from piquet_records.cli.query import query, stats
from piquet_records.cli.record import record
from piquet_records.cli.schema import schema
from piquet_records.cli.sheets import import_sheets
from piquet_records.cli.simulate import simulate
from piquet_records.cli.validate import validate

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    validate,
    audit,
    score,
    new,
    record,
    compare,
    convert,
    ingest,
    query,
    stats,
    laws,
    simulate,
    schema,
    rejudge,
    export,
    remove,
    upgrade,
)
for command in COMMANDS:
    app.command(cls=PiquetCommand)(with_debug(command))
app.command("import", cls=PiquetCommand)(with_debug(import_sheets))  # a name that Python keeps for itself


def _print_version(asked: bool) -> None:
    if asked:
        from piquet_records.report.build import TOOL

        print(TOOL)
        raise typer.Exit


Version = Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)]


@app.callback()
def _piquet(version: Version = False) -> None:
    """Validate, rule on, score, archive and query records of piquet games."""


def main() -> None:
    """Run the command line."""
    app(prog_name="piquet")
