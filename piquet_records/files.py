"""Reads compressed files, and writes files whole or not at all. It does not know what is in them."""

import gzip
import io
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import BinaryIO, Final, cast

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_GZIP_START: Final = b"\x1f\x8b"
_ZSTD_START: Final = b"\x28\xb5\x2f\xfd"

DATA_ERRORS: Final = (OSError, EOFError, zlib.error, zstd.ZstdError)
"""What reading a stream may raise: a disk's errors, and damaged or incomplete compressed data."""

_WORKING_COPY: Final = {"schemas": "schemas", "samples": "sample_games"}
"""Folders that are shipped within the package, and their names at the top of a working copy."""


def shipped_folder(folder: str) -> Traversable:
    """Return a folder of shipped data: within the installed package, or at the top of a working copy."""
    installed = resources.files("piquet_records") / folder
    return installed if installed.is_dir() else Path(__file__).parent.parent / _WORKING_COPY[folder]


def open_to_read(file: str) -> BinaryIO:
    """Open a file, decompressed if its name ends in ``.gz`` or ``.zst``. Raise OSError if it cannot be opened."""
    name = file.lower()
    if os.path.isfile(file) and not os.path.getsize(file):  # the libraries would report an empty file as cut off
        name = ""
    if name.endswith(".gz"):
        return gzip.open(file, "rb")  # type: ignore[return-value]
    if name.endswith(".zst"):
        return cast("BinaryIO", zstd.open(file, "rb"))
    return open(file, "rb")


def standard_input() -> BinaryIO:
    """Return standard input, decompressed if its first bytes are those of gzip or zstd."""
    stream = sys.stdin.buffer
    start = stream.peek(len(_ZSTD_START)) if isinstance(stream, io.BufferedReader) else b""
    if start.startswith(_GZIP_START):
        return gzip.open(stream, "rb")  # type: ignore[return-value]
    if start.startswith(_ZSTD_START):
        return cast("BinaryIO", zstd.open(stream, "rb"))
    return stream


@contextmanager
def open_to_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file to write, compressed if its name ends in ``.gz`` or ``.zst``; ``-`` is standard output.

    The file takes its name only when all is written; until then, and after a failure, an older file of that name
    stays as it is. Raises OSError if the file cannot be written.
    """
    if os.fspath(path) == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device has no content to keep
        with target.open("wb") as stream, _compressed(stream, target.name) as written:
            yield written
        return
    with _temporary_file(target) as file:
        try:
            with _compressed(cast("BinaryIO", file), target.name) as written:
                yield written
            file.close()
            os.chmod(file.name, 0o666 & ~_umask())
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


def _temporary_file(target: Path) -> "tempfile._TemporaryFileWrapper[bytes]":
    """Return a new file in the folder of the target. Raise OSError that names the target."""
    try:
        return tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None


@contextmanager
def _compressed(stream: BinaryIO, name: str) -> Iterator[BinaryIO]:
    if name.endswith(".gz"):
        with gzip.GzipFile(filename="", fileobj=stream, mode="wb", mtime=0) as packed:
            yield cast("BinaryIO", packed)
    elif name.endswith(".zst"):
        with zstd.open(stream, "wb") as packed:
            yield cast("BinaryIO", packed)
    else:
        yield stream


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
