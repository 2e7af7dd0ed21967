"""Judge chunks of documents and turn them into rows.

Within a batch, games are numbered by their position. Knows nothing of the numbers that they get in the archive, nor of
what the archive holds.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct

from piquet_records.archive.regular_games import CopiedDeals, tables_of_chunk
from piquet_records.archive.rows import Columns, TableRows, Tables
from piquet_records.bulk.chunks import Chunk, Documents
from piquet_records.bulk.deal_by_deal import GameInParts, judge_by_deal
from piquet_records.bulk.regular import RegularGame, RegularGames
from piquet_records.errors import UnknownRulesError
from piquet_records.record.game import Fault
from piquet_records.record.reading import Document, GameEntry, RecordFault, entry
from piquet_records.report.build import build_report


class JudgedBatch(Struct, frozen=True):
    """A batch of documents that is ready to be stored."""

    sources: list[tuple[str, int]]
    """The file and line of each document, in order."""
    faults: dict[int, RecordFault]
    """The documents that are not valid records, by position in the batch."""
    tables: list[Tables]
    """Rows of all games; their column ``game`` holds positions in the batch."""

    @property
    def games(self) -> list[Columns]:
        """The rows of ``games``, in one part or more."""
        return [part["games"] for part in self.tables if "games" in part]


def joined(batches: Sequence[JudgedBatch]) -> JudgedBatch:
    """Return several batches as one."""
    whole = JudgedBatch([], {}, [])
    for batch in batches:
        positions = np.arange(len(whole.sources), len(whole.sources) + len(batch.sources))
        whole.sources.extend(batch.sources)
        _add_moved(whole, batch.faults, batch.tables, positions)
    return whole


def _add_moved(
    whole: JudgedBatch, faults: Mapping[int, RecordFault], tables: Sequence[Tables], positions: Sequence[int] | Any
) -> None:
    """Add the faults and rows of a part of a batch, whose documents have these positions in it."""
    positions = np.asarray(positions, np.int32)
    whole.faults.update({int(positions[position]): fault for position, fault in faults.items()})
    whole.tables.extend(
        {name: {**columns, "game": positions[np.asarray(columns["game"])]} for name, columns in part.items()}
        for part in tables
    )


class JudgedDocuments(Struct, frozen=True):
    """Documents that were judged step by step, in whatever process; by position among them."""

    faults: dict[int, RecordFault]
    tables: list[Tables]


class JudgeBatch:
    """Judges chunks; a class and not a closure, so that it can be sent to another process."""

    canonical: Final = True
    """The archive stores the SHA-256 of each game."""

    def __init__(self, lang: str) -> None:
        """Write findings in a language."""
        self.lang = lang

    def judge(self, documents: Documents) -> JudgedDocuments:
        """Judge documents one by one and return their rows."""
        rows, regular, faults = TableRows(), CopiedDeals(), {}
        finder = RegularGames(canonical=True)
        for position, document in enumerate(documents):
            judged = self._judged(document, finder)
            if isinstance(judged, RecordFault):
                faults[position] = judged
                continue
            source, game = judged
            if isinstance(game, RegularGame):
                regular.add_game(position, source, game, finder.workspace)
                continue
            report = build_report(game.judged, file=source.file, line=source.line, lang=self.lang)
            rows.add(position, source, game.judged, report)
            regular.add_deals(position, game, finder.workspace)
        return JudgedDocuments(faults, [part for part in (regular.tables(), rows.columns()) if part])

    def batch(self, documents: Documents) -> JudgedBatch:
        """Judge documents in this process and return them as a batch."""
        judged = self.judge(documents)
        return JudgedBatch([(document.file, document.line) for document in documents], judged.faults, judged.tables)

    def _judged(
        self, document: Document | RecordFault, finder: RegularGames
    ) -> tuple[GameEntry, RegularGame | GameInParts] | RecordFault:
        """Judge one document; return a fault if it is one or names unknown rules."""
        source = entry(document) if isinstance(document, Document) else document
        if isinstance(source, RecordFault):
            return source
        try:
            return source, judge_by_deal(source.game, finder)
        except UnknownRulesError as error:
            return RecordFault(source.file, source.line, (Fault("/rules", str(error)),))

    def combine(self, chunk: Chunk, judged: Sequence[tuple[list[int], JudgedDocuments]]) -> JudgedBatch:
        """Return the batch of a chunk: its regular games, and the others as ``judge`` returned them."""
        batch = JudgedBatch([("", 0)] * chunk.documents, {}, [])
        for position, document in zip(chunk.positions, chunk.others, strict=True):
            batch.sources[position] = (document.file, document.line)
        if chunk.regular and chunk.block is not None and chunk.finder is not None:
            for position, game in chunk.regular.items():
                batch.sources[position] = (chunk.block.file, chunk.block.first_line + game.row.line)
            batch.tables.append(tables_of_chunk(chunk.regular, chunk.finder.workspace, batch.sources))
        for positions, part in judged:
            _add_moved(batch, part.faults, part.tables, positions)
        return batch
