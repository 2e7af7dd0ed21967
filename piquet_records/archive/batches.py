"""Batches of documents made ready for an archive: judged and laid out as rows, in whatever process.

Games are numbered by their places in the batch; the numbers that they get in the archive are not known here, nor is
what the archive holds.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from piquet_records.archive.bulk_rows import regular_columns
from piquet_records.archive.rows import Batch, Columns
from piquet_records.bulk.judgements import judged_in_bulk
from piquet_records.errors import UnknownRulesError
from piquet_records.record.game import Fault
from piquet_records.record.reading import Document, Entry, GameEntry, RecordFault
from piquet_records.report.build import judge
from piquet_records.report.model import Report


class Ready(Struct, frozen=True):
    """A batch that can be written."""

    places: list[tuple[str, int]]
    """The file and line of each document, in order."""
    faults: dict[int, RecordFault]
    """What is no game, by its place."""
    tables: list[dict[str, Columns]]
    """Rows of all games; where some were judged in bulk, in more parts than one."""


def joined(batches: Sequence[Ready]) -> Ready:
    """Give several batches as one."""
    whole = Ready([], {}, [])
    for batch in batches:
        before = len(whole.places)
        whole.places.extend(batch.places)
        whole.faults.update({before + place: fault for place, fault in batch.faults.items()})
        whole.tables.extend(
            {name: {**columns, "game": np.asarray(columns["game"]) + before} for name, columns in part.items()}
            for part in batch.tables
        )
    return whole


class MakeReady:
    """What a process does with a batch; a class, so that it can be sent to one."""

    def __init__(self, lang: str) -> None:
        """Judge in a language."""
        self.lang = lang

    def __call__(self, documents: Sequence[Document | RecordFault]) -> Ready:
        """Judge a batch and lay it out."""
        found, batches = judged_in_bulk(documents)
        regular = {
            place: source for place, (source, game) in enumerate(found) if game and isinstance(source, GameEntry)
        }
        rows, faults = Batch(), {}
        for place, (source, game) in enumerate(found):
            if game is not None:
                continue
            judged = _judged(source, self.lang)
            if isinstance(judged, RecordFault):
                faults[place] = judged
            else:
                rows.add(place, *judged)
        tables = [regular_columns(batch, regular) for batch in batches]
        return Ready(
            [(source.file, source.line) for source, _ in found],
            faults,
            [part for part in (*tables, rows.columns()) if part],
        )


def _judged(source: Entry, lang: str) -> tuple[GameEntry, Report] | RecordFault:
    if isinstance(source, RecordFault):
        return source
    try:
        return source, judge(source.game, file=source.file, line=source.line, lang=lang)
    except UnknownRulesError as error:
        return RecordFault(source.file, source.line, (Fault("/rules", str(error)),))
