"""``piquet validate``: judges records, and prints a line for each that is not clean."""

import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from piquet_records.cli.common import INTERNAL, Debug, Jobs, Lang, print_internal_error, status_of
from piquet_records.cli.progress import with_progress

if TYPE_CHECKING:
    from piquet_records.bulk.judgements import Failure, Judgement

Format = Literal["text", "json", "sarif", "github"]
Paths = Annotated[list[str], typer.Argument(metavar="PATH", help="Files, folders, globs, or - for standard input.")]


def validate(
    paths: Paths,
    form: Annotated[
        Format, typer.Option("--format", help="json writes one report a line; sarif and github suit other tools.")
    ] = "text",
    select: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="Keep only findings with codes that begin so; may be repeated."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(metavar="CODE", help="Leave out findings with codes that begin so; may be repeated."),
    ] = None,
    jobs: Jobs = None,
    lang: Lang = "en",
    debug: Debug = False,
) -> None:
    """Judge records by the laws.

    Prints a line for each record that is not clean, and a summary. A PATH is a file, a folder (searched for .json,
    .jsonl and .piquet, and these with .gz or .zst), a glob, or - for standard input. The exit status is 0 if all
    games are clean or settled, 1 if one has an open violation, 2 if an input is not a valid record, 3 after an
    internal error. If findings are left out, the status depends on those that are kept.
    """
    from piquet_records.bulk.chunks import BLOCK_SIZE
    from piquet_records.bulk.judgements import judgements
    from piquet_records.record.reading import parts
    from piquet_records.render.findings_list import LISTS

    _check_codes([*(select or ()), *(ignore or ())])
    inputs = chain.from_iterable(parts(path, BLOCK_SIZE) for path in paths)
    every = form == "json"
    exit_status = _ExitStatus(debug=debug)
    judged = exit_status.without_failures(with_progress(judgements(inputs, lang=lang, every=every, jobs=jobs)))
    if select or ignore:
        judged = _with_chosen_findings(judged, select or [], ignore or [])
    for line in LISTS[form](exit_status.counted(judged), lang):
        sys.stdout.write(f"{line}\n")
    raise typer.Exit(exit_status.status)


class _ExitStatus:
    """The exit status, which rises as judgements pass."""

    def __init__(self, *, debug: bool) -> None:
        self.debug = debug
        self.status = 0

    def without_failures(self, found: "Iterator[Judgement | Failure]") -> "Iterator[Judgement]":
        """Yield the judgements. Print each failure of the program at once."""
        from piquet_records.bulk.judgements import Failure

        for entry in found:
            if isinstance(entry, Failure):
                self.status = INTERNAL
                place = f"{entry.file}:{entry.line}: "
                print_internal_error(entry.error, entry.trace, debug=self.debug, place=place)
            else:
                yield entry

    def counted(self, judged: "Iterator[Judgement]") -> "Iterator[Judgement]":
        """Yield the judgements, and keep the highest status of their verdicts."""
        for judgement in judged:
            self.status = max(self.status, status_of(judgement.verdict))
            yield judgement


def _with_chosen_findings(judged: "Iterator[Judgement]", select: list[str], ignore: list[str]) -> "Iterator[Judgement]":
    from msgspec.structs import replace

    from piquet_records.report.select import choose

    for judgement in judged:
        report = judgement.report
        if report is None:
            yield judgement
        else:
            kept = choose(report, select, ignore)
            yield replace(judgement, verdict=kept.verdict, encoded=kept.to_json())


def _check_codes(asked: list[str]) -> None:
    from piquet_records.report.select import unknown_codes

    for wrong in unknown_codes(asked):
        message = f"no finding code begins with {wrong!r}; `piquet laws` lists them"
        raise typer.BadParameter(message)
