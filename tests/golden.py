"""Writes the stored report of each law sample anew: ``python -m tests.golden [FOLDER…]``.

A report is read line by line against its law before it is committed; this only saves the typing.
"""

import json
import sys
from pathlib import Path

import msgspec

from piquet_records.record.game import Game
from piquet_records.report.build import judge

LAWS = Path(__file__).parent.parent / "sample_games" / "laws"


def records(*folders: str) -> list[Path]:
    """Give the sample records of some folders, or of all."""
    return sorted(
        path
        for path in LAWS.glob("*/*.json")
        if not path.name.endswith(".report.json") and (not folders or path.parent.name in folders)
    )


def report_of(path: Path) -> dict[str, object]:
    """Judge a sample and give its report, without the version of the tool."""
    game = msgspec.json.decode(path.read_bytes(), type=Game)
    report: dict[str, object] = json.loads(json.dumps(judge(game, file=path.name).to_dict()))
    del report["tool"]
    return report


def stored(path: Path) -> Path:
    """Give the place of a sample's stored report."""
    return path.with_name(path.stem + ".report.json")


def write(path: Path) -> None:
    """Store a sample's report."""
    stored(path).write_text(json.dumps(report_of(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for record in records(*sys.argv[1:]):
        write(record)
        print(stored(record))
