"""The sample games of the laws, shipped with the package: for each finding code an example and its lawful twins.

``sample_games/laws/*/index.toml`` describes each record. An installed package has the folder as
``piquet_records/samples``; a working copy has it beside the package.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from msgspec import Struct, convert

from piquet_records.files import shipped_folder


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """A sample record as its index describes it."""

    about: str
    """What happens in it, in one sentence."""
    gives: tuple[str, ...] = ()
    """Codes that its report must have."""
    withholds: tuple[str, ...] = ()
    """Codes that its report must not have, unless remedied or waived: it is their lawful twin."""
    twin_of: str = ""
    """The record with the fault, from which it differs only in the fact that decides."""
    limit: str = ""
    """``inside`` or ``outside`` the time limit of its law; empty if the law has none."""
    example: bool = False
    """Whether `piquet laws` prints it as the example of its law."""
    folder: str = ""
    """The folder of its law, such as ``law-14``."""
    name: str = ""
    """The name of its file, without the ending."""


def root() -> Traversable:
    """Return the folder of the shipped sample games."""
    return shipped_folder("samples")


def folders() -> Iterator[Traversable]:
    """Yield the folders with the samples of one law each, in order of name."""
    yield from sorted((root() / "laws").iterdir(), key=lambda folder: folder.name)


@cache
def samples() -> tuple[Sample, ...]:
    """Return every sample of every index. Raises ValidationError (msgspec) if an index has a wrong or unknown key."""
    found = []
    for folder in folders():
        index = tomllib.loads((folder / "index.toml").read_text("utf-8"))
        found += [convert(entry | {"folder": folder.name, "name": name}, Sample) for name, entry in index.items()]
    return tuple(found)


def record_text(sample: Sample) -> str:
    """Return the record of a sample, as written in its file."""
    return (root() / "laws" / sample.folder / f"{sample.name}.json").read_text("utf-8")
