"""Files written whole or not at all: under another name until they are complete. Knows nothing of what is in them."""

import gzip
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import zstandard


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file to write, compressed if its name ends in ``.gz`` or ``.zst``; ``-`` is standard output.

    It takes its name only when all was written; until then, and after a failure, what stood there stays. Raises
    OSError where it cannot be written.
    """
    if os.fspath(path) == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.exists() and not target.is_file():  # a pipe or a device has nothing to be kept
        with target.open("wb") as stream, _compressed(stream, target.name) as written:
            yield written
        return
    with _beside(target) as file:
        try:
            with _compressed(cast("BinaryIO", file), target.name) as written:
                yield written
            file.close()
            os.chmod(file.name, 0o666 & ~_umask())
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise


def _beside(target: Path) -> "tempfile._TemporaryFileWrapper[bytes]":
    """Make a file in the same folder; an error names the file that was asked for."""
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
        with zstandard.ZstdCompressor().stream_writer(stream, closefd=False) as packed:
            yield cast("BinaryIO", packed)
    else:
        yield stream


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
