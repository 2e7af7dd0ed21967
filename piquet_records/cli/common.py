"""What all commands share: how they end, what they print on, and the options that several of them have."""

import codecs
import os
import sys
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
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
"""What a shell reports of a program that the end of its pipe stopped."""

REPORT_IT: Final = "this is a fault of the program; please report it with the record that shows it (--debug says more)"

Language = Literal["en", "fr"]
Lang = Annotated[Language, typer.Option("--lang", envvar="PIQUET_LANG", help="The language of findings and reports.")]
ArchivePath = Annotated[str, typer.Argument(metavar="ARCHIVE", help="The file of the archive.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="How many processes judge; by default one a core."),
]
Debug = Annotated[bool, typer.Option("--debug", help="After an internal error, show where it happened.")]

_PLAIN: Final = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "…": "...", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "·": "-", "×": "x", "─": "-", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip
"""What stands for a character that the terminal cannot show."""


class PiquetCommand(TyperCommand):
    """A command that ends as every command of this program does: no traceback, and a status that says what happened."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; a value that is none of those to choose from is told without the library's own words."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
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
            say(str(error))
            raise typer.Exit(INVALID) from None
        except OSError as error:
            say(f"{error.filename or 'input or output'}: {error.strerror or error}")
            raise typer.Exit(INVALID) from None
        except Exception as error:
            told, debug = f"{type(error).__name__}: {error}", ctx.params.get("debug", False)
            internal_error(told, traceback.format_exc(), debug=debug)
            raise typer.Exit(INTERNAL) from None
        return done


def say(message: str) -> None:
    """Say something on standard error."""
    print(f"piquet: {message}", file=sys.stderr)


def internal_error(told: str, trace: str, *, debug: bool, place: str = "") -> None:
    """Say in one line that the program itself failed; where in it, only if that was asked for."""
    if debug:
        print(trace, file=sys.stderr)
    say(f"{place}internal error ({' '.join(told.split())}): {REPORT_IT}")


def prepare_output() -> None:
    """Let standard output and error take any text: what their encoding lacks is written plainly."""
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


@contextmanager
def paper() -> "Iterator[Console]":
    """Give something that sets text, as wide as the terminal; what it holds in the end is printed."""
    from rich.console import Console

    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    console = Console(color_system=colours, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        yield console
    sys.stdout.writelines([f"{line.rstrip()}\n" for line in captured.get().splitlines()])


def found_at(path: str, only: str | None) -> "Iterator[GameEntry | RecordFault]":
    """Give the games at a path, or the one of that id; says so where there is none.

    ``ARCHIVE#ID`` is the game of that id in an archive.
    """
    from piquet_records.record.reading import Document, GameEntry, entries
    from piquet_records.record.reading import entry as decoded

    archive, sign, game_id = path.rpartition("#")
    if sign and not os.path.exists(path) and os.path.isfile(archive):
        from piquet_records.archive import Archive

        yield decoded(Document(path, 1, Archive(archive).record(game_id), 1))
        return
    found = False
    for entry in entries(path):
        if only is None or (isinstance(entry, GameEntry) and entry.game.id == only):
            found = True
            yield entry
    if not found:
        message = f"no game of the id {only!r} in {path}"
        raise typer.BadParameter(message)


def print_faults(fault: "RecordFault") -> None:
    """Print what is wrong with a document that is no record, a line each."""
    for one in fault.faults:
        at = f"{one.at}: " if one.at else ""
        print(f"{fault.file}:{fault.line}: {at}{one.message}", file=sys.stderr)


def status_of(verdict: "Verdict") -> int:
    """Give the exit status that a verdict asks for."""
    return {"clean": 0, "settled": 0, "violations": 1, "invalid": INVALID}[verdict]
