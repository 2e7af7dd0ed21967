"""Documents become judgements, in the order they come: in bulk where that can be done, else step by step.

One bad record, or one on which the program itself fails, never stops the others.
"""

import traceback
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import Struct

from piquet_records.bulk.processes import Documents, in_batches
from piquet_records.record.reading import (
    Document,
    Entry,
    GameEntry,
    RecordFault,
    decode_by_types,
    entry,
    has_doubled_key,
)
from piquet_records.report.build import validate
from piquet_records.report.model import Report, Verdict

if TYPE_CHECKING:
    from piquet_records.bulk.games import RegularBatch, RegularGame

_decode_report: Final = msgspec.json.Decoder(Report).decode


class Judgement(Struct, frozen=True):
    """What was found in one document."""

    file: str
    line: int
    verdict: Verdict
    deals: int
    encoded: bytes | None
    """The report as JSON; left out for a clean game where only others were asked for."""

    @property
    def report(self) -> Report | None:
        """The report, where it was asked for."""
        return None if self.encoded is None else _decode_report(self.encoded)


class Failure(Struct, frozen=True):
    """A document on which the program itself failed."""

    file: str
    line: int
    error: str
    """What kind of failure, in a line."""
    trace: str
    """Where in the program, in many lines."""


def judgement(document: Document | RecordFault, lang: str, *, every: bool = True) -> Judgement | Failure:
    """Judge one document; ``every`` asks for the report of a clean game too."""
    try:
        source = entry(document) if isinstance(document, Document) else document
    except Exception as error:
        return _failure(document, error)
    return judgement_on(source, lang, every=every)


def judgement_on(source: Entry, lang: str, *, every: bool = True) -> Judgement | Failure:
    """Judge what one document was found to hold."""
    try:
        found = source if isinstance(source, RecordFault) else source.game
        report = validate(found, file=source.file, line=source.line, lang=lang)
    except Exception as error:
        return _failure(source, error)
    wanted = every or report.verdict != "clean"
    return Judgement(source.file, source.line, report.verdict, len(report.deals), report.to_json() if wanted else None)


def _failure(place: Document | Entry, error: Exception) -> Failure:
    told = f"{type(error).__name__}: {error}".splitlines()[0]
    return Failure(place.file, place.line, told, traceback.format_exc())


FEW: Final = 200
"""So many documents are judged one by one; for more it pays to load what judges in bulk."""


def judgements(
    documents: Iterable[Document | RecordFault], *, lang: str = "en", every: bool = True, jobs: int | None = None
) -> Iterator[Judgement | Failure]:
    """Judge documents in order; ``every`` asks for the reports of clean games too.

    ``jobs`` is how many processes judge; by default as many as there are cores.
    """
    stream = iter(documents)
    few = list(islice(stream, FEW))
    if len(few) < FEW:
        yield from (judgement(document, lang, every=every) for document in few)
        return
    for found in in_batches(chain(few, stream), _Judge(lang, every=every), jobs=jobs):
        yield from found


class _Judge:
    """What a process does with a batch; a class, so that it can be sent to one."""

    def __init__(self, lang: str, *, every: bool) -> None:
        self.lang = lang
        self.every = every

    def __call__(self, batch: Documents) -> list[Judgement | Failure]:
        try:
            return [self._judgement(source, regular) for source, regular in judged_in_bulk(batch).found]
        except Exception:
            return [judgement(document, self.lang, every=self.every) for document in batch]

    def _judgement(self, source: Entry, regular: "RegularGame | None") -> Judgement | Failure:
        if regular is None:
            return judgement_on(source, self.lang, every=self.every)
        encoded = regular.report(source.file, source.line).to_json() if self.every else None
        return Judgement(source.file, source.line, "clean", len(regular.points), encoded)


class InBulk(NamedTuple):
    """A batch of documents, with what the bulk path says of it."""

    found: "list[tuple[Entry, RegularGame | None]]"
    """Each document in order; where the bulk path did not judge it, that is left to the step-by-step judge."""
    batches: "list[RegularBatch]"
    """The same by columns; a game's place is that of its document."""


def judged_in_bulk(documents: Sequence[Document | RecordFault]) -> InBulk:
    """Decode a batch, and judge in bulk what can be judged so.

    The bulk path looks at the cards and fields that it takes by itself, so only what it leaves is decoded in full.
    """
    from piquet_records.bulk.games import regular_batches

    games = {
        place: game
        for place, document in enumerate(documents)
        if isinstance(document, Document) and (game := decode_by_types(document.raw)) is not None
    }
    batches = regular_batches(games)
    regular = {place: game for batch in batches for place, game in batch.games.items()}
    return InBulk([_found(document, regular.get(place)) for place, document in enumerate(documents)], batches)


def _found(document: Document | RecordFault, regular: "RegularGame | None") -> "tuple[Entry, RegularGame | None]":
    if isinstance(document, RecordFault):
        return document, None
    if regular is not None and not has_doubled_key(document.raw, regular.game):
        return GameEntry(document.file, document.line, document.raw, regular.game), regular
    return entry(document), None
