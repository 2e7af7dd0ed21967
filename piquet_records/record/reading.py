"""Reads records from files, folders, globs and standard input: games and faults in one stream.

A bad file or record does not stop the others. ``explain.py`` puts faults into words. This module does not know laws.
"""

import glob
import gzip
import os
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile, islice
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct

from piquet_records import files
from piquet_records.record import consistency, json_text
from piquet_records.record.explain import BOM, explain
from piquet_records.record.formats import RecordFormat, format_endings, format_of_name, format_of_start
from piquet_records.record.game import Fault, Game

REPORT_ENDING: Final = ".report.json"
"""The ending of a report that is stored beside its record; such files in a folder are skipped."""
ENDINGS: Final = (".json", ".json.gz", ".json.zst", ".jsonl", ".jsonl.gz", ".jsonl.zst")
"""The endings of files of JSON that are read in a folder; ``formats.py`` has those of other formats."""
STANDARD_INPUT: Final = "<stdin>"
MAX_BYTES: Final = 16 * 1024 * 1024
"""The longest record that is read, in bytes; a game of ten thousand deals has half of it."""

_TOO_LONG: Final = f"longer than {MAX_BYTES // 1024 // 1024} MiB, the most that is read; a record holds one game"
_UNEXPLAINED: Final = "this is not a record, but the schema does not say why; please report this fault of the program"
_decode: Final = msgspec.json.Decoder(Game).decode
_encode: Final = msgspec.json.Encoder().encode


class Document(Struct, frozen=True):
    """The bytes of one document, with file and line; not yet decoded."""

    file: str
    line: int
    """From 1; 1 for a file of one record."""
    raw: bytes
    first_line: int
    """The line of the file on which the document's text begins, for faults of syntax."""


class GameEntry(Struct, frozen=True):
    """A game, with file and line, and its bytes as they are in the file."""

    file: str
    line: int
    """As in ``Document``."""
    raw: bytes
    game: Game


class RecordFault(Struct, frozen=True):
    """A document that is not a game, with file and line, and everything that is wrong with it."""

    file: str
    line: int
    """As in ``Document``."""
    faults: tuple[Fault, ...]


Entry = GameEntry | RecordFault
NumberedLine = tuple[int, bytes] | RecordFault
"""A line of a file with its number, or what is wrong with it."""


def read(path: str | os.PathLike[str]) -> Iterator[Game | RecordFault]:
    """Yield the games at a path, and a ``RecordFault`` for each document that is not a game, in the order found.

    The path is a file, a folder (searched for ``ENDINGS``), a glob, or ``-`` for standard input. Nothing is raised
    for what is found there; a path with nothing to read is a fault too.
    """
    for entry in entries(path):
        yield entry.game if isinstance(entry, GameEntry) else entry


def entries(path: str | os.PathLike[str]) -> Iterator[Entry]:
    """Yield what ``read`` yields, each game with its file, line and bytes."""
    for document in documents(path):
        yield document if isinstance(document, RecordFault) else entry(document)


def documents(path: str | os.PathLike[str]) -> Iterator[Document | RecordFault]:
    """Yield the documents at a path without decoding them."""
    name = os.fspath(path)
    if name == "-":
        yield from _stream_documents(STANDARD_INPUT, files.standard_input())
        return
    for file in _files(name):
        if isinstance(file, RecordFault):
            yield file
        else:
            yield from _file_documents(file)


def entry(document: Document) -> Entry:
    """Decode a document; return the game, or everything that is wrong with it, with file and line."""
    decoded = decode(document.raw, document.first_line)
    if isinstance(decoded, Game):
        return GameEntry(document.file, document.line, document.raw, decoded)
    return RecordFault(document.file, document.line, decoded)


def decode(raw: bytes, line: int = 1) -> Game | tuple[Fault, ...]:
    """Decode a document; return the game, or everything that is wrong with it.

    ``line`` is the number of the document's first line in its file, for faults of syntax.
    """
    text = raw.removeprefix(BOM)
    game = decode_by_types(text)
    if game is not None and consistency.is_consistent(game) and not has_doubled_key(text, game):
        return game
    return explain(text, line) or (Fault("", _UNEXPLAINED),)


def decode_by_types(text: bytes) -> Game | None:
    """Decode a document by the types alone; return None if it does not fit them.

    It is a record only if ``consistency.is_consistent`` and not ``has_doubled_key``; the caller checks both.
    """
    try:
        return _decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return None


def has_doubled_key(text: bytes, game: Game) -> bool:
    """Return whether a key occurs twice in one object of a game's document.

    Compares the number of colons with that of the game encoded again, which has each key once and escapes no colon.
    """
    escapes_a_colon = b"\\" in text and b"\\u003" in text
    if not escapes_a_colon and text.count(b":") == _encode(game).count(b":"):
        return False
    return any(json_text.doubled_keys(json_text.parse(text.decode())))


def _files(path: str) -> Iterator[str | RecordFault]:
    if os.path.isdir(path):
        yield from _folder_files(path)
    elif os.path.exists(path) or not any(sign in path for sign in "*?["):
        yield path
    elif matches := sorted(glob.glob(path, recursive=True)):
        found = (_folder_files(match) if os.path.isdir(match) else (match,) for match in matches)
        yield from dict.fromkeys(chain.from_iterable(found))
    else:
        yield _whole_fault(path, "nothing matches this pattern; check the path")


def _folder_files(folder: str) -> Iterator[str | RecordFault]:
    endings = ENDINGS + format_endings()
    unreadable: list[OSError] = []
    empty = True
    for parent, folders, names in os.walk(folder, onerror=unreadable.append):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(endings) and not name.lower().endswith(REPORT_ENDING):
                empty = False
                yield os.path.join(parent, name)
    for error in unreadable:
        yield _whole_fault(str(error.filename), _damage(error))
    if empty and not unreadable:
        yield _whole_fault(folder, f"found no record in this folder; searched for {', '.join(endings)}")


def _file_documents(file: str) -> Iterator[Document | RecordFault]:
    try:
        stream = files.open_to_read(file)
    except OSError as error:
        yield _whole_fault(file, _damage(error))
        return
    with stream:
        yield from _stream_documents(file, stream)


def _stream_documents(file: str, stream: BinaryIO) -> Iterator[Document | RecordFault]:
    lines = dropwhile(_is_blank, _lines(file, stream))
    start = list(islice(lines, 2))
    if not start:
        yield _whole_fault(file, "the file is empty; a record was expected")
    elif form := _other_format(file, start):
        yield from form.documents(file, chain(start, lines))
    elif not _kind_by_name(file) and any(b"\0" in line[1] for line in start if not isinstance(line, RecordFault)):
        yield _whole_fault(file, "this is not a text file; a record was expected")
    elif _is_one_game_a_line(file, start):
        yield from _documents_by_line(file, chain(start, lines))
    else:
        yield from _one_document(file, chain(start, lines))


def _other_format(file: str, start: list[NumberedLine]) -> RecordFormat | None:
    """Return the format of a file that is not JSON, by its name or else by its first line; None if it is JSON."""
    first = start[0]
    if _kind_by_name(file) or isinstance(first, RecordFault) or first[1].lstrip().startswith((b"{", b"[")):
        return format_of_name(file)
    return format_of_name(file) or format_of_start(first[1])


def _is_blank(line: NumberedLine) -> bool:
    return not isinstance(line, RecordFault) and not line[1].strip()


def _is_one_game_a_line(file: str, start: list[NumberedLine]) -> bool:
    """Return whether a file has one game on each line, by its name or else by its first two lines of text."""
    if kind := _kind_by_name(file):
        return kind == ".jsonl"
    first, second = [*(b"" if isinstance(line, RecordFault) else line[1].strip() for line in start), b""][:2]
    begins_document = first.startswith((b"{", b"[")) and not (first.startswith(b"{") and first.endswith(b"}"))
    return not begins_document or (second.startswith(b"{") and b'"format"' in second)


def _kind_by_name(file: str) -> str:
    """Return ``.json`` or ``.jsonl`` if the name has that ending, before one for compression; otherwise ``""``."""
    name = file.lower().removesuffix(".gz").removesuffix(".zst")
    return next((ending for ending in (".json", ".jsonl") if name.endswith(ending)), "")


def _lines(file: str, stream: BinaryIO) -> Iterator[NumberedLine]:
    number = 0
    try:
        while line := stream.readline(MAX_BYTES + 1):
            number += 1
            if len(line) > MAX_BYTES:
                yield RecordFault(file, number, (Fault("", _TOO_LONG),))
                while line and not line.endswith(b"\n"):
                    line = stream.readline(MAX_BYTES)
            else:
                yield number, line.removeprefix(BOM) if number == 1 else line
    except files.DATA_ERRORS as error:
        yield RecordFault(file, number + 1, (Fault("", _damage(error)),))


def _documents_by_line(file: str, lines: Iterable[NumberedLine]) -> Iterator[Document | RecordFault]:
    for line in lines:
        if isinstance(line, RecordFault):
            yield line
        elif text := line[1].strip():
            yield Document(file, line[0], text, line[0])


def _one_document(file: str, lines: Iterable[NumberedLine]) -> Iterator[Document | RecordFault]:
    text = bytearray()
    first = 0
    for line in lines:
        if isinstance(line, RecordFault):
            yield line
            return
        first = first or line[0]
        text += line[1]
        if len(text) > MAX_BYTES:
            yield _whole_fault(file, _TOO_LONG)
            return
    yield Document(file, 1, bytes(text), first)


def _whole_fault(file: str, message: str) -> RecordFault:
    return RecordFault(file, 1, (Fault("", message),))


def _damage(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "the compressed data end too early; the file is cut off here"
    if isinstance(error, FileNotFoundError):
        return "no such file or folder; check the path"
    if isinstance(error, gzip.BadGzipFile) or not isinstance(error, OSError):
        return f"the compressed data are damaged, or not of the kind that the ending of the name states ({error})"
    return f"cannot be read: {error.strerror if isinstance(error, OSError) else error}"
