"""Records of piquet games: read, replayed, judged by the 28 laws, scored, archived and queried.

The names below are the library, and are what the commands use. Each is loaded when it is first asked for.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piquet_records.archive import Archive
    from piquet_records.errors import ArchiveError, InputError, PiquetError, RecordError, UnknownRulesError
    from piquet_records.reading import RecordFault, read
    from piquet_records.record import Deal, Game
    from piquet_records.render import audit, audit_html, score
    from piquet_records.report import Report
    from piquet_records.rules import Rules, profile
    from piquet_records.schema import schema
    from piquet_records.simulate import simulate
    from piquet_records.states import State, replay
    from piquet_records.validation import validate

__all__ = [
    "Archive",
    "ArchiveError",
    "Deal",
    "Game",
    "InputError",
    "PiquetError",
    "RecordError",
    "RecordFault",
    "Report",
    "Rules",
    "State",
    "UnknownRulesError",
    "audit",
    "audit_html",
    "profile",
    "read",
    "replay",
    "schema",
    "score",
    "simulate",
    "validate",
]

_HOMES = {
    "archive": ("Archive",),
    "errors": ("ArchiveError", "InputError", "PiquetError", "RecordError", "UnknownRulesError"),
    "reading": ("RecordFault", "read"),
    "record": ("Deal", "Game"),
    "render": ("audit", "audit_html", "score"),
    "report": ("Report",),
    "rules": ("Rules", "profile"),
    "schema": ("schema",),
    "simulate": ("simulate",),
    "states": ("State", "replay"),
    "validation": ("validate",),
}
"""The module that each name comes from."""

_HOME = {name: module for module, names in _HOMES.items() for name in names}


class _Package(ModuleType):
    """The package: some names are those of modules too, which an import must not put in their place."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
