"""Builds the recogniser with the address and undefined-behaviour sanitizers, and runs lines through it."""

import os
import shutil
import struct
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from piquet_records.bulk import recogniser
from piquet_records.bulk.recogniser import parameters, tables
from piquet_records.rules.parameters import profile

BULK: Final = Path(recogniser.__file__).parent
_SOURCES: Final = (Path(__file__).with_suffix(".c"), *sorted(BULK.glob("recogniser*.c")))
_FLAGS: Final = ("-std=c11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined")
_STOP: Final = ("-fno-sanitize-recover=all", "-fno-omit-frame-pointer")


class Sanitized:
    """The recogniser in a program of its own that ends at the first read or write out of bounds."""

    def __init__(self, folder: Path) -> None:
        """Build it in a folder. Raise ``NoSanitizersError`` if there is no C compiler with sanitizers."""
        self._folder = folder
        self._program = folder / "recogniser"
        sources = [str(source) for source in _SOURCES if not source.name.endswith("_module.c")]
        self._build([*sources, f"-I{BULK}"])
        (folder / "tables").write_bytes(tables())
        (folder / "rules").write_bytes(parameters(profile("classic").rules) or b"")

    def _build(self, arguments: list[str]) -> None:
        compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise NoSanitizersError("there is no C compiler")
        probe = self._folder / "probe.c"
        probe.write_text("int main(void) { return 0; }\n", "utf-8")
        if self._run([compiler, *_FLAGS, str(probe), "-o", str(self._folder / "probe")]).returncode:
            raise NoSanitizersError("the C compiler cannot build with the sanitizers")
        if self._run([str(self._folder / "probe")]).returncode:
            raise NoSanitizersError("programs built with the sanitizers do not run here")
        built = self._run([compiler, *_FLAGS, *_STOP, *arguments, "-o", str(self._program)])
        assert not built.returncode, built.stderr

    def regular_deals(self, lines: Iterable[bytes]) -> list[int]:
        """Return how many deals of each line are regular. Raise AssertionError with what a sanitizer found."""
        corpus = self._folder / "corpus"
        corpus.write_bytes(b"".join(struct.pack("=I", len(line)) + line for line in lines))
        files = [str(self._folder / name) for name in ("tables", "rules", "corpus")]
        ran = self._run([str(self._program), *files])
        assert not ran.returncode, ran.stderr
        return [int(count) for count in ran.stdout.split()]

    @staticmethod
    def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own program


class NoSanitizersError(Exception):
    """The machine cannot build or run programs with sanitizers."""
