"""Store the report of each law sample: ``python -m tests.golden [FOLDER…]``, which `make golden` runs.

Read a changed report line by line against its law before committing it; this only saves the typing.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from piquet_records.record.game import Game
from piquet_records.report.build import judge

LAWS = Path(__file__).parent.parent / "sample_games" / "laws"


def records(*folders: str) -> list[Path]:
    """Return the sample records of these folders, or of all if none is named."""
    return sorted(
        path
        for path in LAWS.glob("*/*.json")
        if not path.name.endswith(".report.json") and (not folders or path.parent.name in folders)
    )


def report_of(path: Path) -> dict[str, Any]:
    """Judge a sample and return its report, without the version of the tool."""
    game = msgspec.json.decode(path.read_bytes(), type=Game)
    report: dict[str, Any] = json.loads(json.dumps(judge(game, file=path.name).to_dict()))
    del report["tool"]
    return report


def stored(path: Path) -> Path:
    """Return the path of a sample's stored report."""
    return path.with_name(path.stem + ".report.json")


def text(report: dict[str, Any]) -> str:
    """Return a report as it is stored."""
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for record in records(*sys.argv[1:]):
        stored(record).write_text(text(report_of(record)), encoding="utf-8")
        print(stored(record))
