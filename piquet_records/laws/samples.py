"""The sample games that ship with the package: one example and its twins for each finding code.

``sample_games/laws/*/index.toml`` says of each record what it shows. An installed package has them under
``piquet_records/samples``; a working copy has them beside the package.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from msgspec import Struct, convert

from piquet_records.files import shipped_folder


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """What one sample record shows."""

    about: str
    """What happens in it, in a sentence."""
    gives: tuple[str, ...] = ()
    """Finding codes that it commits."""
    withholds: tuple[str, ...] = ()
    """Codes whose legal twin it is: it must not give them, or only as remedied or waived."""
    twin_of: str = ""
    """The record that it differs from in the one fact that matters."""
    limit: str = ""
    """``inside`` or ``outside``: on which side of a law's time limit it stands."""
    example: bool = False
    """Whether `piquet laws` prints it as the example."""
    folder: str = ""
    name: str = ""


def root() -> Traversable:
    """Return the folder of the samples."""
    return shipped_folder("samples")


def folders() -> Iterator[Traversable]:
    """Give the folders of law samples, in order of name."""
    yield from sorted((root() / "laws").iterdir(), key=lambda folder: folder.name)


@cache
def samples() -> tuple[Sample, ...]:
    """Give every law sample, from the indexes."""
    found = []
    for folder in folders():
        index = tomllib.loads((folder / "index.toml").read_text("utf-8"))
        found += [convert(entry | {"folder": folder.name, "name": name}, Sample) for name, entry in index.items()]
    return tuple(found)


def record_text(sample: Sample) -> str:
    """Give a sample's record, as it stands in its file."""
    return (root() / "laws" / sample.folder / f"{sample.name}.json").read_text("utf-8")
