"""The line of a file on which a value of a JSON document stands, for tools that show findings beside the text."""

import json
from pathlib import Path

from piquet_records.record.json_text import pointer_keys

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


class Places:
    """Lines of documents that fill a file of their own; the last file is kept at hand."""

    def __init__(self) -> None:
        """Begin with no file."""
        self._file = ""
        self._text = ""

    def line(self, file: str, line: int, pointer: str) -> int:
        """Give the line of what a JSON pointer means; ``line``, where the document has only one or cannot be read."""
        if not file.endswith(".json"):
            return line
        if file != self._file:
            self._file, self._text = file, _read(file)
        try:
            return line + line_of(self._text, pointer)
        except (ValueError, IndexError):
            return line


def line_of(text: str, pointer: str) -> int:
    """Give the line, from 0, of what a JSON pointer means in a document; of the nearest thing around it, if nothing.

    Raises ValueError or IndexError where the text is no JSON.
    """
    place = _skip(text, 0)
    for key in pointer_keys(pointer):
        child = _child(text, place, key)
        if child is None:
            break
        place = child
    return text.count("\n", 0, place)


def _child(text: str, place: int, token: str) -> int | None:
    """Give where a member of an object or list begins; None where there is none of that name."""
    opened = text[place]
    if opened not in "{[":
        return None
    place, index = _skip(text, place + 1), 0
    while text[place] not in "}]":
        name: object = str(index)
        if opened == "{":
            name, place = _DECODER.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)
        if name == token:
            return place
        _, place = _DECODER.raw_decode(text, place)
        place = _skip(text, place)
        if text[place] == ",":
            place = _skip(text, place + 1)
        index += 1
    return None


def _skip(text: str, place: int) -> int:
    while text[place] in _SPACE:
        place += 1
    return place


def _read(file: str) -> str:
    try:
        return Path(file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""
