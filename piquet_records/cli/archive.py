"""The commands that fill and change an archive: ``ingest``, ``rejudge``, ``export``, ``remove``, ``upgrade``."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from piquet_records.cli.common import INVALID, ArchivePath, Jobs, Lang, print_faults, print_message, status_of
from piquet_records.cli.progress import progress_bar

if TYPE_CHECKING:
    from piquet_records.archive import Ingested, Rejudged

INTERRUPTED: Final = 130
"""The status that a shell reports for a program that Ctrl-C stopped."""


def ingest(
    archive: Annotated[
        str, typer.Argument(metavar="ARCHIVE", help="The file of the archive; it is made if it does not exist.")
    ],
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders, globs, or - for standard input.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace games that have the same id.")] = False,
    jobs: Jobs = None,
    lang: Lang = "en",
) -> None:
    """Judge games and put them into an archive.

    A game that is in the archive already changes nothing; another game with the same id is refused. What cannot be
    taken is reported, and kept in the table rejects; all other games are taken. After an interruption the same
    command takes the rest. The exit status is that of validate, and 2 also if a game was refused.
    """
    from piquet_records.archive import Archive

    with progress_bar() as show:
        latest: list[Ingested] = []

        def report_progress(done: "Ingested") -> None:
            latest[:] = [done]
            show(f"{done.deals:,} deals, {_per_second(done)}")
            for fault in done.faults:
                print_faults(fault)

        try:
            done = Archive(archive).ingest(*paths, replace=replace, lang=lang, jobs=jobs, on_progress=report_progress)
        except KeyboardInterrupt:
            kept = latest[0].taken + latest[0].replaced if latest else 0
            print_message(f"stopped; {kept:,} new games are in the archive, and the same command again takes the rest")
            raise typer.Exit(INTERRUPTED) from None
    print(_summary(done))
    status = max([status_of(verdict) for verdict, games in done.verdicts.items() if games], default=0)  # type: ignore[arg-type]
    raise typer.Exit(INVALID if done.rejected else status)


def _summary(done: "Ingested") -> str:
    parts = [f"{_counted(done.taken)} taken", f"{done.unchanged:,} there already", f"{done.replaced:,} replaced"]
    verdicts = [f"{done.verdicts[verdict]:,} {words}" for verdict, words in _VERDICTS.items() if done.verdicts[verdict]]
    lines = [", ".join([*parts, f"{done.rejected:,} not taken"]), *([", ".join(verdicts)] if verdicts else [])]
    return "\n".join([*lines, f"{_counted(done.deals, 'deal')} in {done.seconds:,.1f} s, {_per_second(done)}"])


def _per_second(done: "Ingested") -> str:
    return f"{done.deals / max(done.seconds, 0.001):,.0f} a second"


_VERDICTS: Final = {"clean": "clean", "settled": "settled", "violations": "with open violations"}


def rejudge(
    archive: ArchivePath,
    everything: Annotated[
        bool,
        typer.Option("--all", help="All games, not only those that were judged by an older version of their rules."),
    ] = False,
    lang: Lang = "en",
) -> None:
    """Judge the games of an archive again.

    This is needed when a rules profile has a new version, for the games whose records do not name a version.
    """
    from piquet_records.archive import Archive

    with progress_bar() as show:

        def report_progress(done: "Rejudged") -> None:
            show(f"{done.games:,} games judged again")
            for fault in done.faults:
                print_faults(fault)

        done = Archive(archive).rejudge(everything=everything, lang=lang, on_progress=report_progress)
    print(f"{_counted(done.games)} judged again, {done.changed:,} with another verdict, {done.rejected:,} not accepted")
    raise typer.Exit(INVALID if done.rejected else 0)


def export(
    archive: ArchivePath,
    ids: Annotated[list[str] | None, typer.Argument(metavar="ID", help="Only these games.")] = None,
    out: Annotated[
        str,
        typer.Option("--out", metavar="OUT", help="A file (.jsonl, or with .gz or .zst), or - for standard output."),
    ] = "-",
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
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="The games to remove.")],
) -> None:
    """Remove games from an archive.

    If an id is not in it, no game is removed.
    """
    from piquet_records.archive import Archive

    print(f"{_counted(Archive(archive).remove(*ids))} taken out")


def upgrade(
    archive: ArchivePath,
) -> None:
    """Turn an archive of an older format into one of the present format.

    Games, findings, rejects and records are kept as they are, and no game is judged again. The new file replaces the
    old one when it is complete.
    """
    from piquet_records.archive import Archive

    done = Archive(archive).upgrade()
    if done.before == done.after:
        print(f"{archive} has the format {done.after} already")
    else:
        print(f"{archive}: {_counted(done.games)} kept, the format is {done.after} now (it was {done.before})")


def _counted(count: int, thing: str = "game") -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
