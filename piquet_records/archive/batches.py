"""Judge batches of documents and turn them into rows; runs in any process.

Within a batch, games are numbered by their position. Knows nothing of the numbers that they get in the archive, nor of
what the archive holds.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from piquet_records.archive.regular_arrays import regular_arrays
from piquet_records.archive.regular_columns import regular_tables
from piquet_records.archive.rows import Columns, TableRows
from piquet_records.bulk.games import judged_in_bulk
from piquet_records.errors import UnknownRulesError
from piquet_records.record.game import Fault
from piquet_records.record.reading import Document, Entry, GameEntry, RecordFault
from piquet_records.report.build import build_report
from piquet_records.report.model import Report
from piquet_records.ruling.judge import judge_game
from piquet_records.ruling.judged import JudgedGame


class JudgedBatch(Struct, frozen=True):
    """A batch of documents that is ready to be stored."""

    sources: list[tuple[str, int]]
    """The file and line of each document, in order."""
    faults: dict[int, RecordFault]
    """The documents that are not valid records, by position in the batch."""
    tables: list[dict[str, Columns]]
    """Rows of all games; their column ``game`` holds positions in the batch."""


def joined(batches: Sequence[JudgedBatch]) -> JudgedBatch:
    """Return several batches as one."""
    whole = JudgedBatch([], {}, [])
    for batch in batches:
        offset = len(whole.sources)
        whole.sources.extend(batch.sources)
        whole.faults.update({offset + position: fault for position, fault in batch.faults.items()})
        whole.tables.extend(
            {name: {**columns, "game": np.asarray(columns["game"]) + offset} for name, columns in part.items()}
            for part in batch.tables
        )
    return whole


class JudgeBatch:
    """Judges a batch; a class and not a closure, so that it can be sent to another process."""

    def __init__(self, lang: str) -> None:
        """Write findings in a language."""
        self.lang = lang

    def __call__(self, documents: Sequence[Document | RecordFault]) -> JudgedBatch:
        """Judge a batch and return its rows."""
        entries, batches = judged_in_bulk(documents)
        regular = {
            position: source
            for position, (source, game) in enumerate(entries)
            if game and isinstance(source, GameEntry)
        }
        rows, faults = TableRows(), {}
        for position, (source, game) in enumerate(entries):
            if game is not None:
                continue
            judged = judged_entry(source, self.lang)
            if isinstance(judged, RecordFault):
                faults[position] = judged
            else:
                rows.add(position, *judged)
        tables = [regular_tables(*regular_arrays(batch, regular)) for batch in batches]
        return JudgedBatch(
            [(source.file, source.line) for source, _ in entries],
            faults,
            [part for part in (*tables, rows.columns()) if part],
        )


def judged_entry(source: Entry, lang: str) -> tuple[GameEntry, JudgedGame, Report] | RecordFault:
    """Judge one game step by step; return a fault if the source is one or names unknown rules."""
    if isinstance(source, RecordFault):
        return source
    try:
        judged = judge_game(source.game)
    except UnknownRulesError as error:
        return RecordFault(source.file, source.line, (Fault("/rules", str(error)),))
    return source, judged, build_report(judged, file=source.file, line=source.line, lang=lang)
