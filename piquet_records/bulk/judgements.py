"""Documents become judgements, in the order they were read: regular games in bulk, the others step by step.

One bad record, or one on which the program itself fails, never stops the others.
"""

import traceback
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from piquet_records.bulk.chunks import Chunk, Documents, by_position, in_chunks
from piquet_records.bulk.deal_by_deal import judge_by_deal
from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.bulk.reports import regular_report, report_in_parts
from piquet_records.record.reading import Document, Part, RecordFault, entry
from piquet_records.report.build import validate
from piquet_records.report.model import Report, Verdict

_decode_report: Final = msgspec.json.Decoder(Report).decode


class Judgement(Struct, frozen=True):
    """What was found in one document."""

    file: str
    line: int
    verdict: Verdict
    deals: int
    encoded: bytes | None
    """The report as JSON; left out for a clean game if only the reports of others were asked for. Kept where a note
    leaves the score at odds with what the table wrote."""

    @property
    def report(self) -> Report | None:
        """The report, if it was asked for."""
        return None if self.encoded is None else _decode_report(self.encoded)


class Failure(Struct, frozen=True):
    """A document on which the program itself failed."""

    file: str
    line: int
    error: str
    """What kind of failure, in a line."""
    trace: str
    """Where in the program, in many lines."""


def judgements(
    parts: Iterable[Part], *, lang: str = "en", every: bool = True, jobs: int | None = None
) -> Iterator[Judgement | Failure]:
    """Judge what was read, and yield a judgement on each document in order.

    ``every`` asks for the reports of clean games too. ``jobs`` is the number of threads, and that of processes, by
    default the number of cores.
    """
    for found in in_chunks(parts, _JudgeDocuments(lang, every=every), jobs=jobs):
        yield from found


class _JudgeDocuments:
    """Makes judgements of a chunk; a class and not a closure, so that it can be sent to another process."""

    def __init__(self, lang: str, *, every: bool) -> None:
        self.lang = lang
        self.every = every

    @property
    def canonical(self) -> bool:
        """Whether the SHA-256 of regular games is wanted: it stands in their reports."""
        return self.every

    def judge(self, documents: Documents) -> list[Judgement | Failure]:
        """Return the judgements on some documents."""
        finder = RegularGames(canonical=True)
        return [self._judgement(document, finder) for document in documents]

    def combine(
        self, chunk: Chunk, judged: list[tuple[list[int], list[Judgement | Failure]]]
    ) -> Iterator[Judgement | Failure]:
        """Yield the judgements of a chunk in order."""
        for position, judgement in enumerate(by_position(chunk.documents, judged)):
            yield judgement or self._regular(chunk, chunk.regular[position])

    def _regular(self, chunk: Chunk, game: RegularGame) -> Judgement | Failure:
        """Return the judgement on a regular game."""
        assert chunk.block is not None  # noqa: S101 - narrows the types; regular games were found in lines
        assert chunk.finder is not None  # noqa: S101
        file, line = chunk.block.file, chunk.block.first_line + game.row.line
        if not self.every:
            return Judgement(file, line, "clean", game.row.deals, None)
        try:
            report = regular_report(game, chunk.finder.workspace, file, line)
            return Judgement(file, line, "clean", game.row.deals, report.to_json())
        except Exception as error:
            return _failure(file, line, error)

    def _judgement(self, document: Document | RecordFault, finder: RegularGames) -> Judgement | Failure:
        try:
            report = self._report(document, finder)
        except Exception as error:
            return _failure(document.file, document.line, error)
        wanted = self.every or report.verdict != "clean" or report.differs_from_table
        encoded = report.to_json() if wanted else None
        return Judgement(document.file, document.line, report.verdict, len(report.deals), encoded)

    def _report(self, document: Document | RecordFault, finder: RegularGames) -> Report:
        source = entry(document) if isinstance(document, Document) else document
        if isinstance(source, RecordFault):
            return validate(source, file=source.file, line=source.line, lang=self.lang)
        found = judge_by_deal(source.game, finder)
        if isinstance(found, RegularGame):
            return regular_report(found, finder.workspace, source.file, source.line)
        return report_in_parts(found, source.file, source.line, self.lang)


def _failure(file: str, line: int, error: Exception) -> Failure:
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return Failure(file, line, what, traceback.format_exc())
