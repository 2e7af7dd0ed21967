"""``piquet validate``: judges records, a line for each that is not clean."""

import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from piquet_records.cli.common import INTERNAL, Debug, Jobs, Lang, internal_error, status_of
from piquet_records.cli.progress import watched

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
        list[str] | None, typer.Option(metavar="CODE", help="Keep only findings whose code begins so; may be repeated.")
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="Leave out findings whose code begins so; may be repeated.")
    ] = None,
    jobs: Jobs = None,
    lang: Lang = "en",
    debug: Debug = False,
) -> None:
    """Judge records by the laws.

    Prints a line for each record that is not clean, and a summary. A PATH is a file, a folder (searched for .json and
    .jsonl, and these with .gz or .zst), a glob, or - for standard input. The exit status is 0 where all games are
    clean or settled, 1 where one has an open violation, 2 where an input is no record, 3 after an internal error.
    Where findings are left out, it follows from those that are kept.
    """
    from piquet_records.bulk.judgements import judgements
    from piquet_records.record.reading import documents
    from piquet_records.render.findings_list import LISTS

    _check_codes([*(select or ()), *(ignore or ())])
    found = watched(chain.from_iterable(map(documents, paths)))
    every = form == "json"
    ending = _Ending(debug=debug)
    judged = ending.watch(judgements(found, lang=lang, every=every, jobs=jobs))
    if select or ignore:
        judged = _chosen(judged, select or [], ignore or [])
    for line in LISTS[form](ending.count(judged), lang):
        sys.stdout.write(f"{line}\n")
    raise typer.Exit(ending.status)


class _Ending:
    """What the exit status will be, as judgements pass."""

    def __init__(self, *, debug: bool) -> None:
        self.debug = debug
        self.status = 0

    def watch(self, found: "Iterator[Judgement | Failure]") -> "Iterator[Judgement]":
        """Give the judgements; a failure of the program is told at once."""
        from piquet_records.bulk.judgements import Failure

        for one in found:
            if isinstance(one, Failure):
                self.status = INTERNAL
                internal_error(one.error, one.trace, debug=self.debug, place=f"{one.file}:{one.line}: ")
            else:
                yield one

    def count(self, judged: "Iterator[Judgement]") -> "Iterator[Judgement]":
        """Give the judgements, and keep the highest status that they ask for."""
        for one in judged:
            self.status = max(self.status, status_of(one.verdict))
            yield one


def _chosen(judged: "Iterator[Judgement]", select: list[str], ignore: list[str]) -> "Iterator[Judgement]":
    from msgspec.structs import replace

    from piquet_records.report.select import choose

    for one in judged:
        report = one.report
        if report is None:
            yield one
        else:
            kept = choose(report, select, ignore)
            yield replace(one, verdict=kept.verdict, encoded=kept.to_json())


def _check_codes(asked: list[str]) -> None:
    from piquet_records.report.select import unknown_codes

    for wrong in unknown_codes(asked):
        message = f"no finding code begins with {wrong!r}; `piquet laws` lists them"
        raise typer.BadParameter(message)
