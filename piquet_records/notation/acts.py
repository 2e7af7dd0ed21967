"""The acts of a record in words: one row an act (or one for each of its forms), read and written by the same row.

A phrase holds words; ``{field:kind}`` for a field; ``[…]`` around what is left out where its field is absent; ``(…)``
around words that are read but never written. A kind is one of ``VALUES`` below or of ``phrases.py``. An act without a
row is still read and written, as the JSON of its step.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

FieldValues = Mapping[Any, tuple[str, ...]]
"""The words of each value of a field."""

_FAITH: Final = "[{bad_faith:bad_faith}]"
_CALL: Final = f"[{{reply:reply}}] [{{shown:shown}}] {_FAITH}"
_OF: Final = "[entry {of:entry}]"


class Row(NamedTuple):
    """How one form of an act is said, after the name of the player who acts."""

    act: str
    phrase: str
    fixed: Mapping[str, Any] = {}
    """Fields whose values the words themselves say."""


ROWS: Final = (
    # regular
    Row(
        "exchange",
        "discards {discard:cards} and draws {draw:count} [{announced:announced}] [{mixed:mixed}] [{from:end}]",
    ),
    Row("call", f"(calls) point (of) {{cards:count}} [making {{value:count}}] {_CALL}", {"what": "point"}),
    Row("call", f"(calls) {{cards:sequence}} {{top:top}} {_CALL}", {"what": "sequence"}),
    Row("call", f"(calls) {{cards:set_size}} {{rank:ranks}} {_CALL}", {"what": "set"}),
    Row("call", f"(calls) {{cards:set_name}} {_CALL}", {"what": "set"}),
    Row("carte-blanche", "shows (a) carte blanche"),
    # while dealing
    Row("expose", "exposes {card:card} of {from:whose}"),
    Row("warn-packets", "warns that the packets change"),
    # in exchanging
    Row("discard", "discards {cards:cards}"),
    Row("draw", "draws {count:count} [{announced:announced}] [{mixed:mixed}] [{from:end}]"),
    Row("touch-talon", "touches the talon"),
    Row("change-discard", "changes the discard to {cards:cards}"),
    Row("put-back", "puts back [{count:count} cards] [{cards:cards}] [{seen:seen}]"),
    Row("lay-out", "lays out {card:card}"),
    # at any time
    Row("notice", "notices {what:noticed} [{looked:looked}]"),
    Row("redeal", "has the deal made again"),
    Row("stand", "stands"),
    Row("demand-redeal", "demands a new deal"),
    Row("demand-show", f"demands to see the {{what:category}} {_OF}"),
    Row("refuse", "refuses"),
    Row("look", "looks at {at:place} [seeing {count:count} cards] [seeing {cards:cards}]"),
    Row("name-suit", "names {suit:suit}"),
    Row("mix-left", "mixes the cards left into the discard"),
    Row("demand-discard", "demands the discard"),
    Row("show-discard", "shows the discard {cards:cards}"),
    # about calls
    Row("correct", f"withdraws the {{what:category}} {_OF} {_FAITH}", {"cards": 0}),
    Row(
        "correct",
        f"corrects the point {_OF} to {{cards:count}} [making {{value:count}}] {_FAITH}",
        {"what": "point"},
    ),
    Row("correct", f"corrects the sequence {_OF} to {{cards:sequence}} {{top:top}} {_FAITH}", {"what": "sequence"}),
    Row("correct", f"corrects the set {_OF} to {{cards:set_size}} {{rank:ranks}} {_FAITH}", {"what": "set"}),
    Row("correct", f"corrects the set {_OF} to {{cards:set_name}} {_FAITH}", {"what": "set"}),
    Row("correct-reply", f"changes the reply to the {{what:category}} {_OF} to {{reply:reply}}"),
    Row("show", f"shows {{cards:cards}} for the {{what:category}} {_OF}"),
    Row("ask", "asks {what:question}"),
    Row("answer", "names the card {card:card}", {"what": "discarded-card"}),
    Row("answer", "refuses to name the card", {"what": "discarded-card", "card": False}),
    Row("answer", "names the set of {rank:ranks}", {"what": "which-set"}),
    Row("answer", "refuses to name the set", {"what": "which-set", "rank": False}),
    Row("challenge", f"challenges the {{what:category}} {_OF} {_FAITH}"),
    # in the play
    Row("take-back", "takes back {card:card}"),
    Row("suit-not-named", "does not name the suit"),
    Row("demand-suit", "demands {suit:suit}"),
    Row("rewind", "has the tricks from {to:count} on taken back"),
    Row("throw-in", "throws in [{mixed:mixed_cards}] [{adversary_mixed:adversary_mixed}]"),
    Row("retake", f"retakes {{cards:cards}} [and puts {{puts:cards}}] {_FAITH}"),
    Row("correct-count", "corrects the count to {to:count} {gathered:gathered}"),
    # of the game as a whole
    Row("abandon", "abandons the game in deal {deal:count}"),
    Row("postpone", "asks to postpone in deal {deal:count}"),
    Row("consent", "consents in deal {deal:count}"),
)
"""Every act in words. Of several rows of one act, the first that says all of a step is written."""

VALUES: Final[dict[str, FieldValues]] = {
    "reply": {
        "good": ("good", "bon", "bonne", "bons"),
        "equal": ("equal", "égal", "égale", "egal", "egale"),
        "not-good": ("not good", "pas bon", "pas bonne", "pas bons"),
    },
    "category": {"point": ("point",), "sequence": ("sequence",), "set": ("set",)},
    "set_size": {
        4: ("four", "quatre", "quatorze of", "quatorze de", "quatorze d'"),
        3: ("three", "trois", "trio of", "brelan de", "brelan d'"),
    },
    "set_name": {4: ("quatorze",), 3: ("trio", "brelan")},
    "whose": {"elder": ("elder",), "younger": ("younger",), "talon": ("the talon", "talon")},
    "noticed": {
        "misdeal": ("a misdeal", "misdeal"),
        "double-deal": ("a double deal", "double deal"),
        "faulty-pack": ("a faulty pack", "faulty pack"),
        "too-many": ("too many cards", "too many"),
        "too-few": ("too few cards", "too few"),
        "revoke": ("a revoke", "revoke"),
    },
    "end": {"top": ("from the top",), "bottom": ("from the bottom",)},
    "place": {
        "talon": ("the talon",),
        "own-talon": ("his share of the talon",),
        "left": ("the cards he left",),
        "adversary-talon": ("the other's share of the talon",),
        "adversary-left": ("the cards the other left",),
        "own-discard": ("his discard", "his own discard"),
        "adversary-discard": ("the other's discard",),
    },
    "question": {"discarded-card": ("for the discarded card",), "which-set": ("which set",)},
    "mixed": {True: ("mixing them in",), False: ("keeping them apart",)},
    "mixed_cards": {True: ("mixing the cards",), False: ("keeping the cards apart",)},
    "adversary_mixed": {True: ("the other mixing too",), False: ("the other keeping apart",)},
    "looked": {True: ("having looked",), False: ("without having looked",)},
    "seen": {True: ("seen",), False: ("unseen",)},
    "bad_faith": {True: ("in bad faith",), False: ("in good faith",)},
    "gathered": {True: ("after the cards were gathered",), False: ("before the cards were gathered",)},
}
"""Kinds of field with few values: the words of each value. The first are written, all are read."""
