"""Records of piquet games: read, replayed, judged by the 28 laws, scored, archived and queried.

The names below are the library; the commands use them too. Each module is imported when one of its names is first used.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from piquet_records.record.formats import FORMATS

if TYPE_CHECKING:
    from piquet_records.archive import Archive
    from piquet_records.errors import ArchiveError, InputError, PiquetError, UnknownRulesError
    from piquet_records.notation.writer import to_notation
    from piquet_records.record.explain import schema
    from piquet_records.record.game import Deal, Game, to_json
    from piquet_records.record.reading import RecordFault, read
    from piquet_records.render import audit, audit_html, score
    from piquet_records.render.stats_charts import charts, save_charts
    from piquet_records.report.build import validate
    from piquet_records.report.model import Report
    from piquet_records.rules.parameters import Rules, profile
    from piquet_records.ruling.comparing import Comparison, compare
    from piquet_records.scoring.timeline import State, replay
    from piquet_records.simulation.games import simulate

__all__ = [
    "Archive",
    "ArchiveError",
    "Comparison",
    "Deal",
    "Game",
    "InputError",
    "PiquetError",
    "RecordFault",
    "Report",
    "Rules",
    "State",
    "UnknownRulesError",
    "audit",
    "audit_html",
    "charts",
    "compare",
    "profile",
    "read",
    "replay",
    "save_charts",
    "schema",
    "score",
    "simulate",
    "to_json",
    "to_notation",
    "validate",
]

_HOMES = {
    "archive": ("Archive",),
    "errors": ("ArchiveError", "InputError", "PiquetError", "UnknownRulesError"),
    "notation.writer": ("to_notation",),
    "record.explain": ("schema",),
    "record.game": ("Deal", "Game", "to_json"),
    "record.reading": ("RecordFault", "read"),
    "render": ("audit", "audit_html", "score"),
    "render.stats_charts": ("charts", "save_charts"),
    "report.build": ("validate",),
    "report.model": ("Report",),
    "rules.parameters": ("Rules", "profile"),
    "scoring.timeline": ("State", "replay"),
    "ruling.comparing": ("Comparison", "compare"),
    "simulation.games": ("simulate",),
}
"""The module that each name comes from."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}

FORMATS[".piquet"] = lambda: import_module(f"{__name__}.notation.documents").FORMAT


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
