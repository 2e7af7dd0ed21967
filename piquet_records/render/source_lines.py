"""The line of a file on which a value of a record begins, for tools that show findings beside the text."""

import json
from pathlib import Path

from piquet_records.files import DATA_ERRORS
from piquet_records.notation.documents import ENDING, places_in
from piquet_records.notation.draft import Place
from piquet_records.record.formats import PACKINGS
from piquet_records.record.json_text import pointer_keys

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


class SourceLines:
    """Finds the lines of values in documents that fill a file of their own; keeps the last file in memory."""

    def __init__(self) -> None:
        """Start without a file."""
        self._file = ""
        self._text = ""
        self._places: dict[int, dict[str, Place]] = {}

    def line(self, file: str, first_line: int, pointer: str) -> int:
        """Return the line of the value that a JSON pointer names, in a document that begins on ``first_line``.

        Returns ``first_line`` if the file holds one document a line, or cannot be read.
        """
        if file.lower().endswith(tuple(ENDING + packing for packing in PACKINGS)):
            return self._line_of_notation(file, first_line, pointer)
        if not file.endswith(".json"):
            return first_line
        if file != self._file:
            self._file, self._text = file, _read(file)
        try:
            return first_line + line_of(self._text, pointer)
        except (ValueError, IndexError):
            return first_line

    def _line_of_notation(self, file: str, first_line: int, pointer: str) -> int:
        """Return the line of a value in a game of the notation; of the nearest value around it if it has none."""
        if file != self._file:
            self._file = file
            try:
                self._places = places_in(file)
            except DATA_ERRORS:
                self._places = {}
        places = self._places.get(first_line, {})
        while pointer and pointer not in places:
            pointer = pointer.rpartition("/")[0]
        return places[pointer][0] if pointer in places else first_line


def line_of(text: str, pointer: str) -> int:
    """Return the line, from 0, of the value that a JSON pointer names; of the nearest value around it if it is missing.

    Raises ValueError or IndexError if the text is not JSON.
    """
    position = _skip_space(text, 0)
    for key in pointer_keys(pointer):
        child = _child(text, position, key)
        if child is None:
            break
        position = child
    return text.count("\n", 0, position)


def _child(text: str, position: int, key: str) -> int | None:
    """Return the position of a member of the object or list at a position; None if it has no such member."""
    bracket = text[position]
    if bracket not in "{[":
        return None
    position, index = _skip_space(text, position + 1), 0
    while text[position] not in "}]":
        name: object = str(index)
        if bracket == "{":
            name, position = _DECODER.raw_decode(text, position)
            position = _skip_space(text, _skip_space(text, position) + 1)
        if name == key:
            return position
        _, position = _DECODER.raw_decode(text, position)
        position = _skip_space(text, position)
        if text[position] == ",":
            position = _skip_space(text, position + 1)
        index += 1
    return None


def _skip_space(text: str, position: int) -> int:
    while text[position] in _SPACE:
        position += 1
    return position


def _read(file: str) -> str:
    try:
        return Path(file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""
