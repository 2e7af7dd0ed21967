"""Types, conditions and schema accept the same documents, and errors are explained in words."""

import json
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator, validators
from strategies import ACTS, LISTS, RECORDS, documents, to_text

from piquet_records.errors import InputError
from piquet_records.record import json_text, steps
from piquet_records.record.consistency import known_rules
from piquet_records.record.explain import explain, schema
from piquet_records.record.game import Fault, Game
from piquet_records.record.json_text import MAX_NESTING
from piquet_records.record.reading import decode

steady = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def is_whole(_checker: object, value: object) -> bool:
    """Return whether a value is an integer that was written without point or exponent."""
    return type(value) is int


PLAIN = validators.extend(
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
)(schema())
"""The schema as any program would read it, except that 1.0 is not accepted as an integer."""


@settings(steady, max_examples=150)
@given(RECORDS)
def test_every_record_is_accepted(document):
    raw = to_text(document).encode()
    assert explain(raw) == ()
    assert isinstance(decode(raw), Game)
    assert decode(raw) == decode(to_text(document, ascii_only=False).encode())


@settings(steady, max_examples=400)
@given(documents())
def test_types_and_schema_accept_the_same(text):
    document = json_text.parse(text)
    is_kept = not any(json_text.doubled_keys(document)) and not any(json_text.unkeepable(document))
    accepted = is_kept and PLAIN.is_valid(document) and document.get("rules", "classic") in known_rules()
    assert (explain(text.encode()) == ()) == accepted
    assert isinstance(decode(text.encode()), Game) == accepted


def document(**fields: Any) -> dict[str, Any]:
    """Return a small record, with some fields of the game replaced; None removes a field."""
    game = {"format": "piquet-record/1", "id": "one", "players": {"A": "Ann", "B": "Bob"}, "deals": [deal()]} | fields
    return {name: value for name, value in game.items() if value is not None}


def deal(**fields: Any) -> dict[str, Any]:
    """Return a small deal, with some fields replaced; None removes a field."""
    small = {"dealer": "A", "held": {"elder": "AS", "younger": "KS"}} | fields
    return {name: value for name, value in small.items() if value is not None}


def in_deal(**fields: Any) -> dict[str, Any]:
    """Return a small record of one deal with the given fields."""
    return document(deals=[deal(**fields)])


def faults(game: Any) -> list[tuple[str, str]]:
    """Return the faults of a document as pairs."""
    found = decode(json.dumps(game).encode())
    assert isinstance(found, tuple)
    return [(fault.at, fault.message) for fault in found]


POINT = {"act": "call", "by": "elder", "what": "point", "cards": 5, "value": 49}
SEQUENCE = {"act": "call", "by": "elder", "what": "sequence", "cards": 3, "top": "A"}
SET = {"act": "call", "by": "elder", "what": "set", "cards": 4, "rank": "A"}
LOOK = {"act": "look", "by": "elder", "at": "talon"}
ANSWER = {"act": "answer", "by": "elder"}
CORRECT = {"act": "correct", "by": "elder"}
EXCHANGE = {"act": "exchange", "by": "elder", "discard": "", "draw": 0}
CARDS = (
    "cards with single spaces between, each a rank (A K Q J T 9 8 7) then a suit (S H D C), "
    "`??` for one that is not known; an empty text for no card"
)
KNOWN_HERE = (
    "the fields known here are $schema, format, id, rules, conventions, target, players, date, event, site, round, "
    "recorder, source, start, deals, result, steps, notes, x"
)
CALL = "/deals/0/declarations/0"

GAMES = {
    "unknown field": (
        document(delas=1),
        [("/delas", 'unknown field "delas" with 1; did you mean "deals"?')],
    ),
    "unknown field of no likeness": (
        document(players={"A": "Ann", "B": "Bob", "zzz": None}),
        [("/players/zzz", 'unknown field "zzz" with null; the fields known here are A, B, notes')],
    ),
    "pointer is escaped": (
        document(**{"a/b~c": 1}),
        [("/a~1b~0c", f'unknown field "a/b~c" with 1; {KNOWN_HERE}')],
    ),
    "what cannot be printed is escaped": (
        document(**{"\x1b[31m\n": "\x9b\u2028"}),
        [("/\\u001b[31m\\u000a", f'unknown field "\\u001b[31m\\n" with "\\u009b\\u2028"; {KNOWN_HERE}')],
    ),
    "missing field": (
        document(players={"A": "Ann"}),
        [("/players", "the field `B` is missing: the name at seat B")],
    ),
    "no object": ([1, 2], [("", "found [1, 2], expected an object")]),
    "wrong type": (document(event=5), [("/event", "found 5, expected a text")]),
    "null": (
        document(deals=[deal() | {"score": None}]),
        [("/deals/0/score", "found null, expected an object; leave the field out if nothing was written down")],
    ),
    "empty text": (document(id=""), [("/id", 'found "", expected at least one character')]),
    "no deals": (document(deals=[]), [("/deals", "found [], expected at least one entry")]),
    "unknown profile": (
        document(rules="clasic"),
        [("/rules", 'no rules profile is called "clasic"; did you mean "classic"?')],
    ),
    "unknown version": (
        document(rules="classic@12"),
        [("/rules", 'no rules profile is called "classic@12"; did you mean "classic@1"?')],
    ),
    "unknown profile of no likeness": (
        document(rules="zzz"),
        [("/rules", f'no rules profile is called "zzz"; choose one of {", ".join(sorted(known_rules()))}')],
    ),
    "unknown convention": (
        document(conventions={"strict_points": True}),
        [("/conventions/strict_points", 'unknown field "strict_points" with true; did you mean "strict_point"?')],
    ),
    "target written twice": (
        document(target=100, conventions={"target": 100}),
        [("/conventions/target", "found 100; the target is written once: as `target` of the game or here, not both")],
    ),
    "another format": (
        document(format="piquet-record/2"),
        [("/format", 'found "piquet-record/2"; did you mean "piquet-record/1"?')],
    ),
    "everything at once, in the order of the text": (
        document(id=1, deals=[deal(dealer="C", packets=13), deal(play=["AS 1S"])], extra=0) | {"id": ""},
        [
            ("/id", 'found "", expected at least one character'),
            ("/deals/0/dealer", 'found "C", expected "A" or "B"'),
            ("/deals/0/packets", "found 13, expected an integer from 1 to 12"),
            (
                "/deals/1/play/0",
                (
                    'found "AS 1S", in which "1S" is not a card, expected: a trick: the lead and the card that follows,'
                    " such as `AS 9S`; one card alone if the second player had none left"
                ),
            ),
            ("/extra", f'unknown field "extra" with 0; {KNOWN_HERE}'),
        ],
    ),
}
DEALS = {
    "a card that is none": (
        in_deal(talon="AS 10H KS"),
        [("/deals/0/talon", f'found "AS 10H KS", in which "10H" is not a card, expected: {CARDS}')],
    ),
    "two spaces": (
        in_deal(talon="AS  KS"),
        [("/deals/0/talon", f'found "AS  KS", in which "" is not a card, expected: {CARDS}')],
    ),
    "point with exponent": (
        in_deal(packets=3.0),
        [("/deals/0/packets", "found 3.0, expected an integer from 1 to 12, written without point or exponent")],
    ),
    "out of bounds as a float": (
        in_deal(packets=99.5),
        [("/deals/0/packets", "found 99.5, expected an integer from 1 to 12, written without point or exponent")],
    ),
    "no cards": (
        in_deal(held=None),
        [
            (
                "/deals/0",
                (
                    "A deal has `hands` and `talon`, or `held`, unless it ends by `redeal` or has `points_only`; "
                    "this one does not"
                ),
            )
        ],
    ),
    "points only, without points": (
        in_deal(held=None, points_only=True),
        [("/deals/0", "the field `score` is missing: a deal with `points_only` has a `score`")],
    ),
    "points only, with cards": (
        in_deal(points_only=True, score={"elder": 1, "younger": 2}),
        [("/deals/0/held", 'found {"elder": "AS", "younger": "KS"}; a deal with `points_only` has no cards')],
    ),
    "points only, which is not so": (
        in_deal(held=None, points_only=False, score={"elder": 1, "younger": 2}),
        [("/deals/0/points_only", "found false, expected true")],
    ),
    "one hand": (
        in_deal(held={"elder": "AS"}),
        [
            (
                "/deals/0/held",
                (
                    "the field `younger` is missing: "
                    "`held` names the cards of both roles, except in a deal that ends by `redeal`"
                ),
            )
        ],
    ),
    "counts of three": (
        in_deal(counts=[[1, None], [1, 2, 3]]),
        [
            (
                "/deals/0/counts/1",
                (
                    "found [1, 2, 3], expected 2 entries: "
                    "the elder's count, then the younger's; null if it was not heard"
                ),
            )
        ],
    ),
    "unknown act": (
        in_deal(play=[{"act": "rewnd", "by": "elder", "to": 1}]),
        [("/deals/0/play/0/act", 'found "rewnd"; did you mean "rewind"?')],
    ),
    "act of another list": (
        in_deal(exchange=[{"act": "show", "by": "elder"}]),
        [
            (
                "/deals/0/exchange/0/act",
                'found "show", which is not an act of the list `exchange`; move the step to `declarations` or `play`',
            )
        ],
    ),
    "act of the game": (
        in_deal(dealing=[{"act": "abandon", "by": "A", "deal": 1}]),
        [
            (
                "/deals/0/dealing/0/act",
                'found "abandon", which is not an act of the list `dealing`; move the step to `steps`',
            )
        ],
    ),
    "no act": (
        in_deal(declarations=[{"by": "elder"}]),
        [(CALL, "the field `act` is missing: which act this is")],
    ),
    "no step": (in_deal(play=[7]), [("/deals/0/play/0", "found 7, expected an object or a text")]),
    "a text where steps stand": (in_deal(exchange=["AS"]), [("/deals/0/exchange/0", 'found "AS", expected an object')]),
    "after_lead elsewhere": (
        in_deal(declarations=[POINT | {"after_lead": False}]),
        [(f"{CALL}/after_lead", "found false; `after_lead` belongs in `play` only")],
    ),
    "mistyped value": (
        in_deal(declarations=[POINT | {"reply": "not_good"}]),
        [(f"{CALL}/reply", 'found "not_good"; did you mean "not-good"?')],
    ),
    "announced is never true": (
        in_deal(exchange=[EXCHANGE | {"announced": True}]),
        [
            (
                "/deals/0/exchange/0/announced",
                "found true; how many cards he announced that he takes; `false` if he announced nothing",
            )
        ],
    ),
    "announced as a text": (
        in_deal(exchange=[EXCHANGE | {"announced": "3"}]),
        [("/deals/0/exchange/0/announced", 'found "3", expected an integer from 0 to 32 or `false`')],
    ),
    "a long value is cut": (
        in_deal(dealer="x" * 100),
        [("/deals/0/dealer", f'found "{"x" * 58}…, expected "A" or "B"')],
    ),
}


@pytest.mark.parametrize(("game", "expected"), [*GAMES.values(), *DEALS.values()], ids=[*GAMES, *DEALS])
def test_a_fault_is_named_with_its_place_the_value_and_what_was_expected(game, expected):
    assert faults(game) == expected


BELONG_TOGETHER = {
    "point with top": ({"top": "A"}, POINT, "/top"),
    "point with rank": ({"rank": "A"}, POINT, "/rank"),
    "point shown true": ({"shown": True}, POINT, "/shown"),
    "sequence without top": ({"top": None}, SEQUENCE, ""),
    "sequence with value": ({"value": 30}, SEQUENCE, "/value"),
    "sequence with rank": ({"rank": "A"}, SEQUENCE, "/rank"),
    "set of five": ({"cards": 5}, SET, "/cards"),
    "set with value": ({"value": 14}, SET, "/value"),
    "set with top": ({"top": "A"}, SET, "/top"),
    "set not shown": ({"shown": False}, SET, "/shown"),
    "correction without top": ({"what": "sequence", "cards": 3}, CORRECT, ""),
    "correction of a set to one card": ({"what": "set", "cards": 1}, CORRECT, "/cards"),
    "withdrawal with a foreign field": ({"what": "point", "cards": 0, "top": "A"}, CORRECT, "/top"),
    "answer without card": ({"what": "discarded-card"}, ANSWER, ""),
    "answer true": ({"what": "discarded-card", "card": True}, ANSWER, "/card"),
    "answer by rank and card": ({"what": "which-set", "rank": "A", "card": "AS"}, ANSWER, "/card"),
    "answer rank true": ({"what": "which-set", "rank": True}, ANSWER, "/rank"),
    "look without cards": ({}, LOOK, ""),
    "look with both": ({"cards": "AS", "count": 1}, LOOK, ""),
}


@pytest.mark.parametrize(("change", "step", "place"), BELONG_TOGETHER.values(), ids=BELONG_TOGETHER)
def test_fields_that_do_not_go_together_are_refused(change, step, place):
    changed = {name: value for name, value in (step | change).items() if value is not None}
    assert [at for at, _ in faults(in_deal(declarations=[changed]))] == [CALL + place]


KEPT = {
    "point not shown": POINT | {"shown": False},
    "sequence shown": SEQUENCE | {"shown": "AS KS QS"},
    "set unnamed": {"act": "call", "by": "elder", "what": "set", "cards": 4},
    "set shown": SET | {"shown": "AS AH AD AC"},
    "withdrawal": CORRECT | {"what": "point", "cards": 0},
    "withdrawal with its value": CORRECT | {"what": "sequence", "cards": 0, "top": "A"},
    "withdrawal of a set": CORRECT | {"what": "set", "cards": 0},
    "refused card": ANSWER | {"what": "discarded-card", "card": False},
    "refused rank": ANSWER | {"what": "which-set", "rank": False},
    "look at a number": LOOK | {"count": 2},
    "look at unknown cards": LOOK | {"cards": "?? AS"},
}


@pytest.mark.parametrize("step", KEPT.values(), ids=KEPT)
def test_fields_that_go_together_are_kept(step):
    assert isinstance(decode(json.dumps(in_deal(declarations=[step])).encode()), Game)


@pytest.mark.parametrize("name", ["dealing", "exchange", "declarations", "play"])
def test_a_deal_that_ends_by_redeal_needs_no_cards(name):
    void = {"dealer": "A", name: [{"act": "redeal", "by": "elder"}], "hands": {"elder": "AS KS"}}
    assert isinstance(decode(json.dumps(document(deals=[void, deal()])).encode()), Game)


@pytest.mark.parametrize("date", ["1880", "1880-12", "1880-02-29", "2000-02-29", "1999-12-31", "0001-01-01"])
def test_a_real_date_is_kept(date):
    assert isinstance(decode(json.dumps(document(date=date)).encode()), Game)


@pytest.mark.parametrize(
    "date",
    ["0000", "188", "1880-13", "1880-00", "1900-02-29", "1881-02-29", "1999-04-31", "1999-1-1", "1999\n", "١٩٩٩", ""],
)
def test_a_date_that_the_calendar_has_not_is_refused(date):
    expected = f"found {json.dumps(date, ensure_ascii=False)}, expected: a real date: YYYY, YYYY-MM or YYYY-MM-DD"
    assert faults(document(date=date)) == [("/date", expected)]


def nested(depth: int) -> str:
    """Return an ``x`` of nested objects and lists; it is the outermost itself."""
    return '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


TEXTS = {
    "a key twice": (
        '"event": 1, "event": "a"',
        [("/event", 'the key "event" occurs more than once in this object; write it once')],
    ),
    "a key twice and its value": (
        '"event": "a", "event": 1',
        [
            ("/event", 'the key "event" occurs more than once in this object; write it once'),
            ("/event", "found 1, expected a text"),
        ],
    ),
    "an exponent": (
        '"target": 1e2',
        [("/target", "found 1e2, expected an integer from 1 to 99999, written without point or exponent")],
    ),
    "an integer out of bounds": (
        '"target": 100000',
        [("/target", "found 100000, expected an integer from 1 to 99999")],
    ),
    "an integer without end": (
        '"target": ' + "9" * 5000,
        [("/target", "found an integer of 5000 characters, expected at most 4300")],
    ),
    "the same in x": (
        '"x": {"a": -' + "9" * 4300 + "}",
        [("/x/a", "found an integer of 4301 characters, expected at most 4300")],
    ),
    "a number too large": (
        '"x": {"a": [1e999]}',
        [("/x/a/0", "the number 1e999 is too large to be kept; write a smaller number")],
    ),
    "not a number": (
        '"target": NaN',
        [("/target", "NaN is not a number in JSON; write a number, or leave the field out")],
    ),
    "infinity": (
        '"x": {"a": -Infinity}',
        [("/x/a", "-Infinity is not a number in JSON; write a number, or leave the field out")],
    ),
    "half a pair": (
        r'"event": "\ud83c!"',
        [("/event", r"found \ud83c, half of a surrogate pair without the other half, in this text")],
    ),
    "half a pair in a name": (
        r'"x": {"\udca0": 1}',
        [(r"/x/\udca0", r"found \udca0, half of a surrogate pair without the other half, in the name of this field")],
    ),
    "too deep": (
        f'"x": {nested(MAX_NESTING + 2)}',
        [("/x", "nested too deeply; write at most 64 objects and lists, one in another")],
    ),
}


@pytest.mark.parametrize(("fields", "expected"), TEXTS.values(), ids=TEXTS)
def test_a_fault_of_the_text_is_named(fields, expected):
    text = json.dumps(document())[:-1] + f", {fields}}}"
    assert decode(text.encode()) == tuple(Fault(*fault) for fault in expected)


@pytest.mark.parametrize(
    "fields",
    [
        '"x": {"a": [1.5, 1e300, -0.0, 1E2, ' + "9" * 4300 + "]}",
        f'"x": {nested(MAX_NESTING)}',
        r'"event": "\ud83c\udca1"',
    ],
    ids=["any number in x", "as deep as may be", "a whole pair"],
)
def test_what_can_be_kept_is_kept(fields):
    text = json.dumps(document())[:-1] + f", {fields}}}"
    assert isinstance(decode(text.encode()), Game)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "line 1, column 1: the JSON text ends too early; it may have been cut off"),
        (b'{"id": "one",', "line 1, column 14: the JSON text ends too early; it may have been cut off"),
        (b'{"id": "on', 'line 1, column 8: this is not JSON: unterminated string, found `"on`'),
        (
            b'{"id": "a\x1b[31m"}',
            'line 1, column 10: this is not JSON: invalid control character, found `\\u001b[31m"}`',
        ),
        (b'{\n"id": one}', "line 2, column 7: this is not JSON: expecting value, found `one}`"),
        (
            b"{} {}",
            (
                "line 1, column 4: found text after the end of the record: `{}`; "
                "a .json file holds one game, a .jsonl file one game on each line"
            ),
        ),
        ('{\n"ié": "'.encode() + b"\xff", "line 2, column 8: the byte 0xff is not UTF-8; save the text as UTF-8"),
        (
            "{}".encode("utf-16"),
            "line 1, column 1: the byte 0xff is not UTF-8; it looks like UTF-16; save the text as UTF-8",
        ),
        (b"[" * 100_000, "objects or lists are nested too deeply to be read; a record needs only a few levels"),
    ],
)
def test_text_that_is_no_json_is_named_by_line_and_column(raw, message):
    assert decode(raw) == (Fault("", message),)


def test_the_schema_is_sound_and_explains_every_property():
    whole = schema()
    Draft202012Validator.check_schema(whole)

    def undescribed(part: Any, at: str) -> list[str]:
        if isinstance(part, list):
            return [found for place, child in enumerate(part) for found in undescribed(child, f"{at}/{place}")]
        if not isinstance(part, dict):
            return []
        own = [f"{at}/{name}" for name, child in part.get("properties", {}).items() if "description" not in child]
        inner = (
            undescribed(child, f"{at}/{name}") for name, child in part.items() if name not in ("if", "dependentSchemas")
        )
        return own + [found for each in inner for found in each]

    parts = {name: part for name, part in whole["$defs"].items() if name != "deal"}
    assert undescribed(whole["properties"], "") == []
    assert undescribed(parts, "") == []
    assert undescribed({"properties": whole["$defs"]["deal"]["properties"]}, "/deal") == []


def test_the_schema_knows_the_acts_of_each_list():
    whole = schema()
    lists = whole["$defs"]["deal"]["properties"] | {"steps": whole["properties"]["steps"]}
    for name, acts in LISTS.items():
        branches = {branch["$ref"].removeprefix("#/$defs/") for branch in lists[name]["items"]["oneOf"]}
        assert branches - {"trick", "redeal"} == set(acts)
    typed = {kind.__struct_config__.tag for kind in get_args(steps.DealStep | steps.GameStep)}
    assert typed == set(ACTS)


def test_a_schema_of_nothing_known_is_refused():
    with pytest.raises(InputError, match="no schema is called 'game'; choose one of record, report, rules"):
        schema("game")


def test_a_list_of_a_deal_has_its_bound():
    for most, accepted in ((200, True), (201, False)):
        found = decode(json.dumps(in_deal(declarations=[POINT] * most)).encode())
        assert isinstance(found, Game) is accepted
        if not accepted:
            assert [(fault.at, fault.message) for fault in found] == [
                ("/deals/0/declarations", "found 201 entries, expected at most 200")
            ]
