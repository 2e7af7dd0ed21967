"""Says what is wrong with a document that is not a record: all faults at once, each with a JSON pointer.

The conditions are those of ``schemas/piquet-record-1.schema.json``, which can be used without this package.
jsonschema is imported only here, and only when there is something to explain.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from piquet_records.cards.pack import CARD
from piquet_records.errors import InputError, nearest_name
from piquet_records.files import shipped_folder
from piquet_records.record import json_text
from piquet_records.record.consistency import known_rules
from piquet_records.record.game import Fault
from piquet_records.record.json_text import pointer

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

BOM: Final = b"\xef\xbb\xbf"
SCHEMAS: Final = ("record", "report", "rules")
UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_KINDS: Final = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "an integer",
    "boolean": "true or false",
    "null": "null",
}


def schema(of: str = "record") -> dict[str, Any]:
    """Return one of the JSON Schemas of this package: of a ``record``, a ``report`` or the ``rules``.

    Raises InputError if there is no schema of that name.
    """
    if of not in SCHEMAS:
        message = f"no schema is called {of!r}; choose one of {', '.join(SCHEMAS)}"
        raise InputError(message)
    file = shipped_folder("schemas") / f"piquet-{of}-1.schema.json"
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return document


@cache
def _record_schema() -> dict[str, Any]:
    return schema("record")


def explain(raw: bytes, line: int = 1) -> tuple[Fault, ...]:
    """Return everything that is wrong with a document, in the order of its text; ``()`` if it is a record.

    ``line`` is the number of the document's first line in its file.
    """
    try:
        text = raw.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        return (_encoding_fault(error, line),)
    try:
        document = json_text.parse(text)
        return _faults(document)
    except json.JSONDecodeError as error:
        return (_syntax_fault(error, line),)
    except RecursionError:
        return (Fault("", "objects or lists are nested too deeply to be read; a record needs only a few levels"),)


def _encoding_fault(error: UnicodeDecodeError, line: int) -> Fault:
    before = error.object[: error.start]
    row = line + before.count(b"\n")
    column = len(before[before.rfind(b"\n") + 1 :].decode()) + 1
    hint = "it looks like UTF-16; " if error.object.startswith(UTF_16_MARKS) else ""
    found = f"0x{error.object[error.start]:02x}"
    return Fault("", f"line {row}, column {column}: the byte {found} is not UTF-8; {hint}save the text as UTF-8")


def _syntax_fault(error: json.JSONDecodeError, line: int) -> Fault:
    position = f"line {line + error.lineno - 1}, column {error.colno}"
    rest = error.doc[error.pos :].strip()
    if not rest:
        return Fault("", f"{position}: the JSON text ends too early; it may have been cut off")
    found = f"`{json_text.printable(json_text.shortened(rest.splitlines()[0]))}`"
    if error.msg == "Extra data":
        hint = "a .json file holds one game, a .jsonl file one game on each line"
        return Fault("", f"{position}: found text after the end of the record: {found}; {hint}")
    reason = error.msg[0].lower() + error.msg[1:].removesuffix(" at").removesuffix(" starting")
    return Fault("", f"{position}: this is not JSON: {reason}, found {found}")


def _faults(document: Any) -> tuple[Fault, ...]:
    """Return the faults of text, schema and profile name; a value that cannot be kept is reported only as such."""
    unkeepable = list(json_text.unkeepable(document))
    reported = {fault.at for fault in unkeepable}
    by_schema = (fault for error in _validator().iter_errors(document) for fault in _faults_of_error(error))
    faults = [
        *unkeepable,
        *json_text.doubled_keys(document),
        *(fault for fault in by_schema if fault.at not in reported),
        *_rules_faults(document),
    ]
    order = {at: number for number, (at, _) in enumerate(json_text.walk(document))}
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: order.get(fault.at, -1)))


def _rules_faults(document: Any) -> Iterator[Fault]:
    asked = document.get("rules") if isinstance(document, dict) else None
    if isinstance(asked, str) and asked and asked not in known_rules():
        names = sorted(known_rules())
        hint = _nearest(asked, names) or f"; choose one of {', '.join(names)}"
        yield Fault("/rules", f"no rules profile is called {_quote(asked)}{hint}")


@cache
def _validator() -> "Validator":
    from jsonschema import Draft202012Validator, TypeChecker, validators

    def by_act(validator: Any, branches: list[Any], instance: Any, _schema: Any) -> Iterator["ValidationError"]:
        """Check a step against the branch of ``oneOf`` that its ``act`` names, so that only its errors are reported."""
        names = [branch["$ref"].rpartition("/")[2] for branch in branches]
        acts = [name for name in names if name != "trick"]
        if isinstance(instance, str) and "trick" in names:
            yield from validator.descend(instance, {"$ref": "#/$defs/trick"})
        elif not isinstance(instance, dict):
            yield from validator.descend(instance, {"type": ["object", "string"] if "trick" in names else "object"})
        elif "act" not in instance:
            yield from validator.descend(instance, {"required": ["act"], "description": "Which act this is."})
        elif instance["act"] in acts:
            yield from validator.descend(instance, {"$ref": f"#/$defs/{instance['act']}"})
        else:
            yield from validator.descend(instance["act"], {"enum": acts}, path="act")

    def is_integer(_checker: TypeChecker, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer)
    kind = validators.extend(Draft202012Validator, {"oneOf": by_act}, type_checker=checker)
    return kind(_record_schema())


def _faults_of_error(error: "ValidationError") -> Iterator[Fault]:
    """Yield the faults that one error of jsonschema means."""
    at = ""
    for key in error.absolute_path:
        at = pointer(at, key)
    found, part = error.instance, error.schema
    if error.validator == "additionalProperties":
        known = list(part["properties"])
        for name in found:
            if name not in known:
                yield Fault(pointer(at, name), _unknown_field(name, found, known))
    elif error.validator == "required":
        yield from (Fault(at, _missing_field(name, part)) for name in error.validator_value if name not in found)
    elif error.validator in ("minimum", "maximum") and isinstance(found, float):
        return  # the wrong type is reported already
    else:
        yield Fault(at, _wrong_value(error))


def _wrong_value(error: "ValidationError") -> str:
    found, part, allowed = error.instance, error.schema, error.validator_value
    match error.validator:
        case "anyOf":
            return f"{part['description'].removesuffix('.')}; this one does not"
        case "enum" | "const":
            expected = _unknown_value(error, allowed if error.validator == "enum" else [allowed])
        case "type":
            expected = f", expected {_kinds(part, allowed, found)}"
        case "minimum" | "maximum":
            expected = f", expected {_bounds(part)}"
        case "maxItems" if "minItems" not in part:
            return f"found {len(found)} entries, expected at most {allowed}"
        case "minItems" | "maxItems" if "maxItems" in part:
            expected = f", expected {allowed} entries: {_described(part)}"
        case "minItems" | "minLength":
            expected = f", expected at least one {'entry' if found == [] else 'character'}"
        case "pattern":
            expected = f"{_wrong_code(found)}, expected: {_described(part)}"
        case _:
            expected = f"; {_described(part)}"
    return f"found {_quote(found)}{expected}"


def _unknown_field(name: str, found: dict[str, Any], known: list[str]) -> str:
    """Return what to do about a field that an object cannot have; of a step, also which acts have that field."""
    acts = [f"`{act}`" for act in _acts_with(name)] if isinstance(found.get("act"), str) else []
    hint = f"; the fields known here are {', '.join(known)}"
    if acts:
        hint = f"; it belongs to the {'act' if len(acts) == 1 else 'acts'} {_alternatives(acts)}"
    return f"unknown field {_quote(name)} with {_quote(found[name])}{_nearest(name, known) or hint}"


def _acts_with(field: str) -> list[str]:
    """Return the names of the acts whose steps may have a field."""
    definitions = _record_schema()["$defs"].items()
    return [name for name, part in definitions if {"act", field} <= part.get("properties", {}).keys()]


def _missing_field(name: str, part: dict[str, Any]) -> str:
    meaning = part.get("properties", {}).get(name, part)
    return f"the field `{name}` is missing: {_described(meaning)}"


def _unknown_value(error: "ValidationError", known: list[Any]) -> str:
    found, path = error.instance, error.absolute_path
    if path and path[-1] == "act" and isinstance(found, str) and (lists := _lists_of(found)):
        return f", which is not an act of the list `{path[-3]}`; move the step to {_alternatives(lists)}"
    near = _nearest(found, [name for name in known if isinstance(name, str)]) if isinstance(found, str) else ""
    return near or f", expected {_alternatives(map(_quote, known))}"


def _lists_of(act: str) -> list[str]:
    """Return the names of the lists of a record that may have an act."""
    game = _record_schema()
    lists = game["$defs"]["deal"]["properties"] | {"steps": game["properties"]["steps"]}
    branch = {"$ref": f"#/$defs/{act}"}
    return [f"`{name}`" for name, value in lists.items() if branch in value.get("items", {}).get("oneOf", [])]


def _wrong_code(found: str) -> str:
    """Return words on the first code that is not a card, for a text of several codes."""
    wrong = [code for code in found.split(" ") if code not in CARD] if " " in found else []
    return f", in which {_quote(wrong[0])} is not a card" if wrong else ""


def _kinds(part: dict[str, Any], kinds: str | list[str], found: Any) -> str:
    names = [kinds] if isinstance(kinds, str) else kinds
    special = {"integer": _bounds(part)} if "maximum" in part else {}
    special |= {"boolean": "`false`"} if part.get("not") == {"const": True} else {}
    words = [special.get(name, _KINDS[name]) for name in names]
    hint = ""
    if "integer" in names and isinstance(found, float):
        hint = ", written without point or exponent"
    elif found is None:
        hint = "; leave the field out if nothing was written down"
    return _alternatives(words) + hint


def _bounds(part: dict[str, Any]) -> str:
    return f"an integer from {part['minimum']} to {part['maximum']}"


def _described(part: dict[str, Any]) -> str:
    text: str = part["description"].removesuffix(".")
    return text if text[1:2].isupper() else text[0].lower() + text[1:]


def _alternatives(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _nearest(name: str, known: Iterable[str]) -> str:
    near = nearest_name(name, known)
    return "" if near is None else f"; did you mean {_quote(near)}?"


def _quote(value: Any) -> str:
    """Return a value as JSON, shortened if it is long."""
    if isinstance(value, json_text.Number):
        return json_text.shortened(value.text)
    return json_text.shortened(json_text.printable(json.dumps(value, ensure_ascii=False)))
