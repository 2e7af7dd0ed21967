"""Hypothesis strategies for records, and for documents and texts that differ from a record in a few places.

Written from the format's description alone, so that types and schema are held against a third account of it.
"""

import copy
import json
from typing import Any

from hypothesis import strategies as st

SEATS = st.sampled_from(["A", "B"])
ROLES = st.sampled_from(["elder", "younger"])
RANKS = st.sampled_from("AKQJT987")
SUITS = st.sampled_from("SHDC")
CATEGORIES = st.sampled_from(["point", "sequence", "set"])
REPLIES = st.sampled_from(["good", "equal", "not-good"])
CARD = st.builds("{}{}".format, RANKS, SUITS) | st.just("??")
CARDS = st.lists(CARD, max_size=5).map(" ".join)
TRICK = st.lists(CARD, min_size=1, max_size=2).map(" ".join)
DOUBLED = "\ue000"
"""Marks a key that is written twice; the mark itself is not written."""
LETTERS = st.characters(exclude_characters=DOUBLED, codec="utf-8")
TEXT = st.text(LETTERS, max_size=4)
FLAG = st.booleans()
COUNT = st.integers(0, 32)
POINTS = st.integers(0, 999)
TOTAL = st.integers(0, 99_999)
PLACE = st.integers(0, 999)
SAID = COUNT | st.just(False)
FREE = st.dictionaries(
    TEXT,
    st.recursive(
        st.none() | FLAG | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
        max_leaves=3,
    ),
    max_size=2,
)
Strategy = st.SearchStrategy[Any]


def some(required: dict[str, Strategy], **optional: Strategy) -> Strategy:
    """Return objects with all the required fields, and any of the optional ones."""
    return st.fixed_dictionaries(required, optional=optional | {"notes": TEXT})


def step(
    act: str, by: Strategy = ROLES, /, *, optional: dict[str, Strategy] | None = None, **fields: Strategy
) -> Strategy:
    """Return steps of one act; a field whose name is a Python keyword ends in an underscore."""
    named = {name.removesuffix("_"): field for name, field in fields.items()}
    return some({"act": st.just(act), "by": by, **named}, **(optional or {}), x=FREE)


def called(act: str, optional: dict[str, Strategy], **fields: Strategy) -> Strategy:
    """Return calls, or corrections of calls, of each category."""
    shown = {"shown": CARDS | st.just(False)} if act == "call" else {}
    shown_set = {"shown": CARDS} if act == "call" else {}
    return st.one_of(
        step(act, what=st.just("point"), cards=COUNT, value=POINTS, **fields, optional=optional | shown),
        step(act, what=st.just("sequence"), cards=COUNT, top=RANKS, **fields, optional=optional | shown),
        step(act, what=st.just("set"), cards=st.integers(3, 4), optional=optional | shown_set | {"rank": RANKS}),
    )


def withdrawn(optional: dict[str, Strategy]) -> Strategy:
    """Return corrections that withdraw a call, with or without the values that they no longer need."""
    return st.one_of(
        step("correct", what=st.just(what), cards=st.just(0), optional=optional | {field: values})
        for what, field, values in (("point", "value", POINTS), ("sequence", "top", RANKS), ("set", "rank", RANKS))
    )


def seen(act: str, optional: dict[str, Strategy], **fields: Strategy) -> Strategy:
    """Return steps that name either the cards or their number."""
    return step(act, **fields, cards=CARDS, optional=optional) | step(act, **fields, count=COUNT, optional=optional)


OF = {"of": PLACE}
BAD_FAITH = {"bad_faith": FLAG}
DRAWN = {"announced": SAID, "mixed": FLAG, "from": st.sampled_from(["top", "bottom"])}
QUESTIONS = st.sampled_from(["discarded-card", "which-set"])
PLACES = st.sampled_from(
    ["talon", "own-talon", "left", "adversary-talon", "adversary-left", "own-discard", "adversary-discard"]
)
NOTICED = st.sampled_from(["misdeal", "double-deal", "faulty-pack", "too-many", "too-few"])

ACTS: dict[str, Strategy] = {
    "exchange": step("exchange", discard=CARDS, draw=COUNT, optional=DRAWN),
    "call": called("call", {"reply": REPLIES} | BAD_FAITH),
    "carte-blanche": step("carte-blanche"),
    "expose": step("expose", card=CARD, from_=st.sampled_from(["elder", "younger", "talon"])),
    "warn-packets": step("warn-packets"),
    "notice": step("notice", what=NOTICED, optional={"looked": FLAG}),
    "redeal": step("redeal"),
    "stand": step("stand"),
    "demand-redeal": step("demand-redeal"),
    "demand-show": step("demand-show", what=CATEGORIES, optional=OF),
    "refuse": step("refuse"),
    "discard": step("discard", cards=CARDS),
    "draw": step("draw", count=COUNT, optional=DRAWN),
    "touch-talon": step("touch-talon"),
    "change-discard": step("change-discard", cards=CARDS),
    "put-back": seen("put-back", {"seen": FLAG}),
    "lay-out": step("lay-out", card=CARD),
    "look": seen("look", {}, at=PLACES),
    "name-suit": step("name-suit", suit=SUITS),
    "mix-left": step("mix-left"),
    "demand-discard": step("demand-discard"),
    "show-discard": step("show-discard", cards=CARDS),
    "correct": called("correct", OF | BAD_FAITH) | withdrawn(OF | BAD_FAITH),
    "correct-reply": step("correct-reply", what=CATEGORIES, reply=REPLIES, optional=OF),
    "show": step("show", what=CATEGORIES, cards=CARDS, optional=OF),
    "ask": step("ask", what=QUESTIONS),
    "answer": step("answer", what=st.just("discarded-card"), card=CARD | st.just(False))
    | step("answer", what=st.just("which-set"), rank=RANKS | st.just(False)),
    "challenge": step("challenge", what=CATEGORIES, optional=OF | BAD_FAITH),
    "take-back": step("take-back", card=CARD),
    "suit-not-named": step("suit-not-named"),
    "demand-suit": step("demand-suit", suit=SUITS),
    "rewind": step("rewind", to=st.integers(1, 12)),
    "throw-in": step("throw-in", optional={"mixed": FLAG, "adversary_mixed": FLAG}),
    "retake": step("retake", cards=CARDS, optional={"puts": CARDS} | BAD_FAITH),
    "correct-count": step("correct-count", to=POINTS, gathered=FLAG),
    "abandon": step("abandon", SEATS, deal=st.integers(1, 9999)),
    "postpone": step("postpone", SEATS, deal=st.integers(1, 9999)),
    "consent": step("consent", SEATS, deal=st.integers(1, 9999)),
}
ANY = ["notice", "stand", "demand-redeal", "demand-show", "refuse"]
ANY_BUT_DEALING = ["look", "name-suit", "mix-left", "demand-discard", "show-discard"]
IN_EXCHANGE = ["exchange", "carte-blanche", "discard", "draw", "touch-talon", "change-discard"]
IN_EXCHANGE += ["put-back", "lay-out", "retake"]
IN_BOTH = ["call", "carte-blanche", "correct", "correct-reply", "show", "ask", "answer", "challenge"]
IN_BOTH += ["demand-suit", "throw-in", "retake"]
LISTS = {
    "dealing": ["expose", "warn-packets", *ANY],
    "exchange": [*IN_EXCHANGE, *ANY, *ANY_BUT_DEALING],
    "declarations": [*IN_BOTH, *ANY, *ANY_BUT_DEALING],
    "play": ["take-back", "suit-not-named", "rewind", "correct-count", *IN_BOTH, *ANY, *ANY_BUT_DEALING],
    "steps": ["abandon", "postpone", "consent"],
}
"""The acts of each list, without ``redeal``, which may be in any list of a deal and changes what the deal needs."""


def steps(name: str) -> Strategy:
    """Return entries of one list."""
    entries = st.one_of([ACTS[act] for act in LISTS[name]])
    if name == "play":
        late = st.fixed_dictionaries({"after_lead": FLAG})
        entries = entries | st.builds(lambda entry, more: entry | more, entries, late) | TRICK
    return st.lists(entries, max_size=2)


BOTH_HANDS = some({"elder": CARDS, "younger": CARDS})
BESIDE = {
    "packets": st.integers(1, 12),
    **{name: steps(name) for name in LISTS if name != "steps"},
    "counts": st.lists(st.lists(POINTS | st.none(), min_size=2, max_size=2), max_size=2),
    "score": some({"elder": POINTS | st.none(), "younger": POINTS | st.none()}),
    "x": FREE,
}


@st.composite
def void_deals(draw: st.DrawFn) -> dict[str, Any]:
    """Return deals that end by a ``redeal``; any of their cards may be missing."""
    some_hands = some({}, elder=CARDS, younger=CARDS)
    deal: dict[str, Any] = draw(some({"dealer": SEATS}, **BESIDE, hands=some_hands, talon=CARDS, held=some_hands))
    name = draw(st.sampled_from(["dealing", "exchange", "declarations", "play"]))
    deal.setdefault(name, []).append(draw(ACTS["redeal"]))
    return deal


DEALS = st.one_of(
    some({"dealer": SEATS, "hands": BOTH_HANDS, "talon": CARDS}, **BESIDE, held=BOTH_HANDS),
    some({"dealer": SEATS, "held": BOTH_HANDS}, **BESIDE, hands=BOTH_HANDS, talon=CARDS),
    void_deals(),
    some({"dealer": SEATS, "points_only": st.just(True), "score": BESIDE["score"]}, packets=BESIDE["packets"], x=FREE),
)
AGREED = {
    "deals": st.integers(1, 99) | st.none(),
    "both_pass": st.sampled_from(["first-to-reach", "higher-total"]),
    "younger_may_repique": FLAG,
    "pique_order": st.sampled_from(["precedence", "time"]),
    "exchange_minimum": some({}, elder=st.integers(0, 5), younger=st.integers(0, 5)),
    "lead_scores": st.sampled_from(["always", "ten-or-higher"]),
    "last_trick_in_capot": st.integers(0, 1),
    "settlement": st.sampled_from(["none", "rubicon"]),
    "strict_point": FLAG,
    "misdeal_option_limit": st.sampled_from(["unseen", "before-talon"]),
    "mute_scope": st.sampled_from(["holdings", "everything"]),
    "excess_blocks": FLAG,
    "elder_may_see_left": st.sampled_from(["suit-named", "only-if-younger-looks"]),
    "discard_final_at": st.sampled_from(["touch", "take"]),
    "late_call_limit": st.sampled_from(["own-card", "younger-first-card"]),
    "show_required": FLAG,
    "blanche_counts_toward": FLAG,
    "false_sequence": st.sampled_from(["category", "mute"]),
    "misdeal_look": st.sampled_from(["noticer", "chooser"]),
    "blanche_limit": st.sampled_from(["discard", "own-card"]),
    "faced_in_talon": st.sampled_from(["note", "redeal"]),
    "blanche_value": st.integers(0, 99),
}
DATES = st.one_of(
    st.dates().map(str),
    st.dates().map(lambda date: str(date)[:7]),
    st.dates().map(lambda date: str(date)[:4]),
)
ENDS = st.sampled_from(["target", "deals", "abandoned", "thrown-in", "forfeited", "postponed", "unfinished"])
RESULTS = some(
    {},
    winner=SEATS | st.none(),
    score=some({"A": TOTAL | st.none(), "B": TOTAL | st.none()}),
    settlement=TOTAL | st.none(),
    ended=ENDS,
)
GAME = {
    "format": st.just("piquet-record/1"),
    "id": st.text(LETTERS, min_size=1, max_size=4),
    "players": some({"A": TEXT, "B": TEXT}),
    "deals": st.lists(DEALS, min_size=1, max_size=2),
}
ABOUT = {
    "rules": st.sampled_from(["classic", "classic@1", "rubicon", "rubicon@1"]),
    "date": DATES,
    **dict.fromkeys(("event", "site", "round", "recorder", "$schema"), TEXT),
    "source": some({}, title=TEXT, author=TEXT, year=TEXT | st.integers(0, 9999), where=TEXT),
    "start": some({"A": TOTAL, "B": TOTAL}),
    "result": RESULTS,
    "steps": steps("steps"),
    "x": FREE,
}
TARGET = st.integers(1, 99_999)
RECORDS = st.one_of(
    some(GAME, **ABOUT, conventions=some({}, **AGREED), target=TARGET),
    some(GAME, **ABOUT, conventions=some({}, **AGREED, target=TARGET | st.none())),
)

HUGE = "<huge>"
TOO_LARGE = "<too large>"
ODD_VALUES = [None, True, False, 0, 1, -1, 3, 3.0, 5, 32, 33, 1000, 100_000, 10**20, float("nan"), float("inf")]
ODD_VALUES += ["", "A", "AS", "AS KS", "AS KS QS", "AS  KS", "as", "AS\n", "1S", "??", "elder", "point", "set", "good"]
ODD_VALUES += ["1900-02-29", "2000-02-29", "0000", "1999-13", "classic@2", "\ud800", "\udc00é", HUGE, TOO_LARGE]
ODD_VALUES += [[], {}, [1, 2], [None, None], {"act": "redeal", "by": "elder"}, {"act": "call"}, {"elder": "AS"}]
FIELDS = ["act", "by", "what", "cards", "value", "top", "rank", "reply", "shown", "count", "card", "of", "suit", "x"]
FIELDS += ["from", "bad_faith"]
FIELDS += ["after_lead", "announced", "mixed", "to", "target", "deal", "elder", "younger", "hands", "talon", "held"]
FIELDS += [
    "notes",
    "dealing",
    "exchange",
    "declarations",
    "play",
    "counts",
    "score",
    "points_only",
    "dealer",
    "Act",
    "\ud800",
]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every object and list of a document with each of its keys or places."""
    if isinstance(value, dict):
        return [(value, key) for key in value] + [found for child in value.values() for found in places(child)]
    if isinstance(value, list):
        return [(value, place) for place in range(len(value))] + [found for child in value for found in places(child)]
    return []


def mutate(draw: st.DrawFn, document: dict[str, Any]) -> None:
    """Change a document in one place."""
    found = places(document)
    parent, key = draw(st.sampled_from(found))
    kind = draw(st.sampled_from(["drop", "replace", "replace", "copy", "add", "rename", "double"]))
    if kind == "drop":
        del parent[key]
    elif kind == "replace":
        parent[key] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
    elif kind == "copy":
        other, place = draw(st.sampled_from(found))
        parent[key] = copy.deepcopy(other[place])
    elif isinstance(parent, dict):
        name = draw(st.sampled_from(FIELDS))
        if kind == "add":
            parent[name] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
        elif kind == "rename":
            parent[name] = parent.pop(key)
        else:
            parent[key + DOUBLED] = copy.deepcopy(parent[key])


def to_text(document: Any, *, ascii_only: bool = True) -> str:
    """Write a document as JSON, with doubled keys and numbers of any size where it is marked so."""
    text = json.dumps(document, ensure_ascii=ascii_only)
    text = text.replace(f'"{HUGE}"', "9" * 5000).replace(f'"{TOO_LARGE}"', "1e999")
    return text.replace(r"\ue000", "").replace(DOUBLED, "")


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Return JSON texts that differ from a record in up to three places."""
    document = copy.deepcopy(draw(RECORDS))
    for _ in range(draw(st.integers(1, 3))):
        if places(document):
            mutate(draw, document)
    return to_text(document)
