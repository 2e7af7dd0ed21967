"""The commands that fill and keep an archive: ``ingest``, ``rejudge``, ``export``, ``remove``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from piquet_records.cli.common import INVALID, ArchivePath, Debug, Jobs, Lang, print_faults, say, status_of

if TYPE_CHECKING:
    from piquet_records.archive import Ingested, Rejudged
    from piquet_records.record.reading import RecordFault

INTERRUPTED: Final = 130
"""What a shell reports of a program that Ctrl-C stopped."""


def ingest(
    archive: Annotated[str, typer.Argument(metavar="ARCHIVE", help="The file of the archive; made if there is none.")],
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders, globs, or - for standard input.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Let a game take the place of another that has its id.")
    ] = False,
    jobs: Jobs = None,
    lang: Lang = "en",
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Judge games and put them into an archive.

    The same game again changes nothing; another game under the same id is refused. What cannot be taken is told,
    stands in the table rejects, and stops nothing else. After an interruption the same command takes the rest. The
    exit status is that of validate, with 2 also for a game that was refused.
    """
    from piquet_records.archive import Archive

    with _bar() as show:
        latest: list[Ingested] = []

        def told(done: "Ingested") -> None:
            latest[:] = [done]
            show(f"{done.deals:,} deals, {done.deals / max(done.seconds, 0.001):,.0f} a second", done.faults)

        try:
            done = Archive(archive).ingest(*paths, replace=replace, lang=lang, jobs=jobs, on_progress=told)
        except KeyboardInterrupt:
            kept = latest[0].taken + latest[0].replaced if latest else 0
            say(f"stopped; {kept:,} new games are in the archive, and the same command again takes the rest")
            raise typer.Exit(INTERRUPTED) from None
    print(_summary(done))
    status = max([status_of(verdict) for verdict, games in done.verdicts.items() if games], default=0)  # type: ignore[arg-type]
    raise typer.Exit(INVALID if done.rejected else status)


def _summary(done: "Ingested") -> str:
    pace = f"{done.deals / max(done.seconds, 0.001):,.0f} a second"
    parts = [f"{_counted(done.taken)} taken", f"{done.unchanged:,} there already", f"{done.replaced:,} replaced"]
    verdicts = [f"{done.verdicts[verdict]:,} {said}" for verdict, said in _VERDICTS.items() if done.verdicts[verdict]]
    lines = [", ".join([*parts, f"{done.rejected:,} not taken"]), *([", ".join(verdicts)] if verdicts else [])]
    return "\n".join([*lines, f"{_counted(done.deals, 'deal')} in {done.seconds:,.1f} s, {pace}"])


_VERDICTS: Final = {"clean": "clean", "settled": "settled", "violations": "with open violations"}


def rejudge(
    archive: ArchivePath,
    everything: Annotated[
        bool, typer.Option("--all", help="All games, not only those that an older version of their rules judged.")
    ] = False,
    lang: Lang = "en",
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Judge the games of an archive again.

    That is due when a rules profile has a new version, for the games whose records do not name one.
    """
    from piquet_records.archive import Archive

    with _bar() as show:

        def told(done: "Rejudged") -> None:
            show(f"{done.games:,} games judged again", done.faults)

        done = Archive(archive).rejudge(everything=everything, lang=lang, on_progress=told)
    print(f"{_counted(done.games)} judged again, {done.changed:,} with another verdict, {done.rejected:,} not accepted")
    raise typer.Exit(INVALID if done.rejected else 0)


def export(
    archive: ArchivePath,
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Only these games.")] = None,
    out: Annotated[
        str,
        typer.Option("--out", metavar="OUT", help="A file (.jsonl, or with .gz or .zst), or - for standard output."),
    ] = "-",
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Write games of an archive as they were recorded, one a line."""
    from piquet_records.archive import Archive
    from piquet_records.files import open_to_write

    records = Archive(archive).export(*(ids or ()))
    with open_to_write(out) as lines:
        for record in records:
            lines.write(record + b"\n")


def remove(
    archive: ArchivePath,
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="The games to take out.")],
    debug: Debug = False,  # noqa: ARG001 - read where errors are told
) -> None:
    """Take games out of an archive.

    Where an id is not in it, none is taken out.
    """
    from piquet_records.archive import Archive

    print(f"{_counted(Archive(archive).remove(*ids))} taken out")


def _counted(count: int, thing: str = "game") -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


Show = Callable[[str, "list[RecordFault]"], None]


@contextmanager
def _bar() -> Iterator[Show]:
    """Give what shows how far a work is, on a terminal only, and prints the faults that it met."""
    if not sys.stderr.isatty():
        yield lambda _, faults: _tell(faults)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns: list[Any] = [BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def show(text: str, faults: "list[RecordFault]") -> None:
            progress.update(task, description=text)
            _tell(faults)

        yield show


def _tell(faults: "list[RecordFault]") -> None:
    for fault in faults:
        print_faults(fault)
