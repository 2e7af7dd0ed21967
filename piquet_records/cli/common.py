"""What all commands share: exit statuses, error messages, the console, and options that several of them have."""

import codecs
import os
import sys
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer
from typer.core import TyperCommand

from piquet_records.errors import PiquetError

if TYPE_CHECKING:
    from rich.console import Console

    from piquet_records.record.reading import GameEntry, RecordFault
    from piquet_records.report.model import Verdict

INVALID: Final = 2
INTERNAL: Final = 3
BROKEN_PIPE: Final = 141
"""The status that a shell reports for a program whose output nobody reads any more."""

REPORT_IT: Final = "this is a fault of the program; please report it with the record that shows it (--debug says more)"

Language = Literal["en", "fr"]
Lang = Annotated[Language, typer.Option("--lang", envvar="PIQUET_LANG", help="The language of findings and reports.")]
ArchivePath = Annotated[str, typer.Argument(metavar="ARCHIVE", help="The file of the archive.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="How many threads and processes judge; by default one a core."),
]
Debug = Annotated[bool, typer.Option("--debug", help="After an internal error, show where it happened.")]

_PLAIN: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "…": "...", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "·": "-", "×": "x", "─": "-", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""Replacements for characters that the terminal cannot show."""


class PiquetCommand(TyperCommand):
    """A command of this program: an error is one line on standard error and an exit status, never a traceback."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments. Remove Typer's "Value error, " from the message about a wrong value."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command, and turn exceptions into a message and an exit status."""
        prepare_output()
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from None
        except PiquetError as error:
            print_message(str(error))
            raise typer.Exit(INVALID) from None
        except OSError as error:
            print_message(f"{error.filename or 'input or output'}: {error.strerror or error}")
            raise typer.Exit(INVALID) from None
        except Exception as error:
            print_internal_error(f"{type(error).__name__}: {error}", traceback.format_exc(), debug=ctx.params["debug"])
            raise typer.Exit(INTERNAL) from None
        return done


def with_debug(command: Callable[..., None]) -> Callable[..., None]:
    """Add the option ``--debug``, which ``PiquetCommand`` reads, to a command that does not have it itself."""
    parameters = signature(command).parameters
    if "debug" in parameters:
        return command

    @wraps(command)
    def with_option(**options: Any) -> None:
        del options["debug"]
        command(**options)

    option = Parameter("debug", Parameter.KEYWORD_ONLY, default=False, annotation=Debug)
    with_option.__signature__ = signature(command).replace(parameters=[*parameters.values(), option])  # type: ignore[attr-defined]
    with_option.__annotations__ = {**command.__annotations__, "debug": Debug}
    return with_option


def print_message(message: str) -> None:
    """Print a message on standard error."""
    print(f"piquet: {message}", file=sys.stderr)


def print_internal_error(error: str, trace: str, *, debug: bool, place: str = "") -> None:
    """Print in one line that the program itself failed, and the traceback only if ``debug`` asks for it."""
    if debug:
        print(trace, file=sys.stderr)
    print_message(f"{place}internal error ({' '.join(error.split())}): {REPORT_IT}")


def prepare_output() -> None:
    """Let standard output and error take any text: replace the characters that their encoding lacks."""
    codecs.register_error("piquet-plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="piquet-plain")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join([_PLAIN.get(sign) or _ascii(sign) for sign in text]), error.end


def _ascii(sign: str) -> str:
    """Give a letter without its accent, or a question mark."""
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def captured_console() -> "AbstractContextManager[Console]":
    """Return a context manager that yields a console as wide as the terminal, and prints at its end."""
    from piquet_records.render import console

    return console.captured_console(sys.stdout, colours=not os.environ.get("NO_COLOR"))


def games_at(path: str, only: str | None) -> "Iterator[GameEntry | RecordFault]":
    """Yield the games at a path, or only the one with the id ``only``, and the faults of what is no record.

    ``ARCHIVE#ID`` is the game of that id in an archive. Raises BadParameter if no game has that id.
    """
    from piquet_records.record.reading import Document, GameEntry, entries
    from piquet_records.record.reading import entry as decoded

    archive, sign, game_id = path.rpartition("#")
    if sign and not os.path.exists(path) and os.path.isfile(archive):
        from piquet_records.archive import Archive

        yield decoded(Document(path, 1, Archive(archive).record(game_id), 1))
        return
    any_found = False
    for entry in entries(path):
        if only is None or (isinstance(entry, GameEntry) and entry.game.id == only):
            any_found = True
            yield entry
    if not any_found:
        message = f"no game of the id {only!r} in {path}"
        raise typer.BadParameter(message)


def print_faults(fault: "RecordFault") -> None:
    """Print on standard error why a document is not a record, a line for each reason."""
    for reason in fault.faults:
        if reason.line is not None:
            print(f"{fault.file}:{reason.line}:{reason.column}: {reason.message}", file=sys.stderr)
            continue
        at = f"{reason.at}: " if reason.at else ""
        print(f"{fault.file}:{fault.line}: {at}{reason.message}", file=sys.stderr)


def status_of(verdict: "Verdict") -> int:
    """Return the exit status for a verdict."""
    return {"clean": 0, "settled": 0, "undecided": 0, "violations": 1, "invalid": INVALID}[verdict]
