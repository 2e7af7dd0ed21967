"""Reads records from files, folders, globs and standard input: games and faults in one stream.

A bad file or record does not stop the others. ``explain.py`` puts faults into words. This module does not know laws.
"""

import glob
import gzip
import io
import os
from collections.abc import Iterable, Iterator
from itertools import chain, dropwhile, islice
from typing import BinaryIO, Final, cast

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
READ_SIZE: Final = 64 * 1024
"""The fewest bytes that are asked of a file at a time."""
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


class LineBlock(Struct, frozen=True):
    """Some whole lines of a file that has one game on each line."""

    file: str
    first_line: int
    """The number of the first line in the file."""
    text: bytes

    def document(self, start: int, end: int, line: int) -> Document:
        """Return the document at a place in the text; ``line`` counts from 0 at the first line."""
        return Document(self.file, self.first_line + line, self.text[start:end], self.first_line + line)

    def documents(self) -> Iterator[Document]:
        """Yield the documents of the lines; blank lines are passed over."""
        for line, text in enumerate(self.text.split(b"\n"), start=self.first_line):
            if raw := text.strip():
                yield Document(self.file, line, raw, line)


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
Part = LineBlock | Document | RecordFault
"""What a file is read as: blocks of lines, or one document, with what could not be read."""


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
    for part in parts(path, 1):
        if isinstance(part, LineBlock):
            yield from part.documents()
        else:
            yield part


def parts(path: str | os.PathLike[str], block_size: int) -> Iterator[Part]:
    """Yield what is at a path: files of one game a line in blocks of whole lines, other files as documents.

    A block has ``block_size`` bytes or somewhat more, except the last one of a file. It has at least one line; with a
    size of 1, lines are yielded as soon as they arrive.
    """
    name = os.fspath(path)
    if name == "-":
        yield from _stream_parts(STANDARD_INPUT, files.standard_input(), block_size)
        return
    for file in _files(name):
        if isinstance(file, RecordFault):
            yield file
        else:
            yield from _file_parts(file, block_size)


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


def _file_parts(file: str, block_size: int) -> Iterator[Part]:
    try:
        stream = files.open_to_read(file)
    except OSError as error:
        yield _whole_fault(file, _damage(error))
        return
    with stream:
        yield from _stream_parts(file, stream, block_size)


def _stream_parts(file: str, stream: BinaryIO, block_size: int) -> Iterator[Part]:
    blocks = dropwhile(_is_blank, _blocks(file, stream, block_size))
    begun, start = _first_lines(blocks)
    if not begun:
        yield _whole_fault(file, "the file is empty; a record was expected")
    elif form := _other_format(file, start):
        yield from form.documents(file, _numbered_lines(chain(begun, blocks)))
    elif not _kind_by_name(file) and any(b"\0" in line for line in start):
        yield _whole_fault(file, "this is not a text file; a record was expected")
    elif _is_one_game_a_line(file, start):
        yield from chain(begun, blocks)
    else:
        yield from _one_document(file, chain(begun, blocks))


def _other_format(file: str, start: list[bytes]) -> RecordFormat | None:
    """Return the format of a file that is not JSON, by its name or else by its first line; None if it is JSON."""
    first = start[0]
    if _kind_by_name(file) or not first or first.startswith((b"{", b"[")):
        return format_of_name(file)
    return format_of_name(file) or format_of_start(first)


def _numbered_lines(blocks: Iterable[LineBlock | RecordFault]) -> Iterator[NumberedLine]:
    for block in blocks:
        if isinstance(block, LineBlock):
            yield from enumerate(block.text.removesuffix(b"\n").split(b"\n"), start=block.first_line)
        else:
            yield block


def _is_blank(block: LineBlock | RecordFault) -> bool:
    return isinstance(block, LineBlock) and not block.text.strip()


def _first_lines(blocks: Iterator[LineBlock | RecordFault]) -> tuple[list[LineBlock | RecordFault], list[bytes]]:
    """Take so many blocks that they have two lines of text, if there are; return the blocks and these lines.

    A line that could not be read is empty.
    """
    begun: list[LineBlock | RecordFault] = []
    lines: list[bytes] = []
    for block in blocks:
        begun.append(block)
        if isinstance(block, LineBlock):
            lines += islice((document.raw for document in block.documents()), 2)
        else:
            lines.append(b"")
        if len(lines) >= 2:
            break
    return begun, lines[:2]


def _is_one_game_a_line(file: str, start: list[bytes]) -> bool:
    """Return whether a file has one game on each line, by its name or else by its first two lines of text."""
    if kind := _kind_by_name(file):
        return kind == ".jsonl"
    first, second = [*start, b""][:2]
    begins_document = first.startswith((b"{", b"[")) and not (first.startswith(b"{") and first.endswith(b"}"))
    return not begins_document or (second.startswith(b"{") and b'"format"' in second)


def _kind_by_name(file: str) -> str:
    """Return ``.json`` or ``.jsonl`` if the name has that ending, before one for compression; otherwise ``""``."""
    name = file.lower().removesuffix(".gz").removesuffix(".zst")
    return next((ending for ending in (".json", ".jsonl") if name.endswith(ending)), "")


def _blocks(file: str, stream: BinaryIO, size: int) -> Iterator[LineBlock | RecordFault]:
    """Yield a stream in blocks of whole lines, and a fault for each line that is too long or cannot be read."""
    line = 1
    pieces = _pieces(stream, size)
    begun = b""  # of a line whose end was not read yet
    try:
        for read in pieces:
            piece = read.removeprefix(BOM) if line == 1 and not begun else read
            if len(begun) + _first_line_length(piece) > MAX_BYTES:
                yield RecordFault(file, line, (Fault("", _TOO_LONG),))
                begun, piece = b"", _after_line(piece, pieces)
                line += 1
            end = piece.rfind(b"\n") + 1
            if not end:
                begun += piece
                continue
            text = b"".join((begun, memoryview(piece)[:end]))
            yield LineBlock(file, line, text)
            line += text.count(b"\n")
            begun = piece[end:]
    except files.DATA_ERRORS as error:
        yield RecordFault(file, line, (Fault("", _damage(error)),))
    else:
        if begun:
            yield LineBlock(file, line, begun)


def _pieces(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield what can be read, in pieces of ``size`` bytes or more; what was read before an error comes before it."""
    gathered: list[bytes] = []
    length = 0
    try:
        while piece := cast("io.BufferedIOBase", stream).read1(max(size, READ_SIZE)):
            gathered.append(piece)
            length += len(piece)
            if length >= size:
                yield b"".join(gathered)
                gathered, length = [], 0
    except files.DATA_ERRORS:
        yield b"".join(gathered)
        raise
    yield b"".join(gathered)


def _first_line_length(text: bytes) -> int:
    """Return the length of the first line of a text, its end included if that was read."""
    end = text.find(b"\n")
    return len(text) if end < 0 else end + 1


def _after_line(text: bytes, pieces: Iterator[bytes]) -> bytes:
    """Pass over the rest of a line, and return what was read after it."""
    while b"\n" not in text:
        text = next(pieces, b"\n")
    return text[text.index(b"\n") + 1 :]


def _one_document(file: str, blocks: Iterable[LineBlock | RecordFault]) -> Iterator[Document | RecordFault]:
    text = bytearray()
    first = 0
    for block in blocks:
        if isinstance(block, RecordFault):
            yield block
            return
        first = first or block.first_line
        text += block.text
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
