"""A deal as far as it was typed at a table: what is asked next, and what the cards say so far.

Holds the plain values of a record, which grow entry by entry; what happened in them is the trace's. Knows nothing of
questions in words, of terminals, or of scores.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from piquet_records.cards.pack import CARD, CODES, Bits, cards_of_suit, from_bits, suit_of, to_bits, to_text
from piquet_records.cards.terms import ADVERSARY, ELDER, HAND_SIZE, ROLES, TRICKS, YOUNGER, Role
from piquet_records.notation.draft import standing_after
from piquet_records.record.game import Deal
from piquet_records.trace.facts import Trace
from piquet_records.trace.walk import replay_deal

Stage = Literal[
    "dealer", "elder", "younger", "held_elder", "held_younger", "talon", "exchange_elder", "drawn_elder",
    "exchange_younger", "drawn_younger", "calls_elder", "calls_younger", "lead", "follow", "score", "result",
]  # fmt: skip
"""What is asked next."""

UNKNOWN_TALON: Final = " ".join(["??"] * 8)
LISTS: Final = ("dealing", "exchange", "declarations", "play")


class DealInProgress:
    """One deal of a record while it is typed."""

    def __init__(self, fields: dict[str, Any]) -> None:
        """Go on with the fields of a deal as a record has them."""
        self.fields = fields
        self._log: list[str] = []
        """What was done since the deal was opened: an empty text for an entry, the stage for one passed over."""
        self._by_draws = False

    @property
    def passed(self) -> set[str]:
        """The stages that were answered with nothing, so that they are not asked again."""
        return {stage for stage in self._log if stage}

    def pass_over(self, stage: Stage) -> None:
        """Ask no more for a stage: nothing was written down for it."""
        self._log.append(stage)

    def note_entry(self) -> None:
        """Keep that an entry was made, so that it is the next to be taken back."""
        self._log.append("")

    def note_draws(self) -> None:
        """Keep that the talon is known by the cards that were drawn, and goes back with them."""
        self._by_draws = True

    def add_step(self, step: dict[str, Any], name: str) -> None:
        """Add a step to a list; between a lead and the card that follows, it stands before their trick."""
        entries = self.fields.setdefault(name, [])
        if name == "play" and self.has_open_lead and step["act"] != "rewind":
            entries.insert(len(entries) - 1, {**step, "after_lead": True})
        else:
            entries.append(step)
        self._log.append("")

    @property
    def stage(self) -> Stage:
        """What is asked next in this deal; ``dealer`` when it is complete."""
        if self.is_void or "score" in self.fields or "score" in self.passed:
            return "dealer"
        return next(self._open_stages())

    def _open_stages(self) -> Iterator[Stage]:
        yield from self._cards_asked()
        if "held" not in self.fields:
            yield from self._exchange_asked()
        if "play" not in self.fields:
            yield "calls_younger" if self._has_passed("calls_elder") or self._has_called(YOUNGER) else "calls_elder"
        if self.has_open_lead:
            yield "follow"
        elif self.standing < TRICKS and "lead" not in self.passed:
            yield "lead"
        yield "score"

    def _cards_asked(self) -> Iterator[Stage]:
        held = "held" in self.fields
        for role in ROLES:
            if role not in self.fields.get("held" if held else "hands", {}):
                yield f"held_{role}" if held else role  # type: ignore[misc]
        if not held and "talon" not in self.fields:
            yield "talon"

    def _exchange_asked(self) -> Iterator[Stage]:
        for role in ROLES:
            drawn = self.drawn_slots(role)
            if drawn is None and not self._has_passed(f"exchange_{role}") and "declarations" not in self.fields:
                yield f"exchange_{role}"  # type: ignore[misc]
            elif drawn and "??" in self.talon[drawn] and not self._has_passed(f"drawn_{role}"):
                yield f"drawn_{role}"  # type: ignore[misc]

    def _has_passed(self, stage: str) -> bool:
        return stage in self.passed or ("play" in self.fields and stage not in ("lead", "score"))

    def _has_called(self, role: Role) -> bool:
        return any(step["by"] == role and step["act"] == "call" for step in self.fields.get("declarations", []))

    @property
    def is_void(self) -> bool:
        """Whether the deal was made again."""
        steps = [step for name in LISTS for step in self.fields.get(name, []) if isinstance(step, dict)]
        return any(step["act"] == "redeal" for step in steps)

    @property
    def list_now(self) -> str:
        """The list of the record in which an act of this moment stands."""
        stage = self.stage
        if stage in ("elder", "younger", "talon", "held_elder", "held_younger"):
            return "dealing"
        if stage.startswith(("exchange", "drawn")):
            return "exchange"
        return "declarations" if stage.startswith("calls") else "play"

    @property
    def talon(self) -> list[str]:
        """The cards of the talon, top first."""
        text: str = self.fields.get("talon", "")
        return text.split(" ") if text else []

    def drawn_slots(self, role: Role) -> slice | None:
        """Return where in the talon the cards are that a player drew; None if he drew none yet."""
        start = 0
        for step in self.fields.get("exchange", []):
            count = step.get("draw", step.get("count") if step["act"] == "draw" else None)
            if count is not None and step["by"] == role:
                return slice(start, start + count)
            start += count or 0
        return None

    @property
    def play(self) -> list[Any]:
        """The tricks and steps of the play; empty before it."""
        found: list[Any] = self.fields.get("play", [])
        return found

    @property
    def standing(self) -> int:
        """How many tricks stand, a lead that was not followed yet among them."""
        standing = 0
        for entry in self.play:
            standing = standing_after(entry, standing)
        return standing

    @property
    def has_open_lead(self) -> bool:
        """Whether a card was led and not yet followed, though the other has a card left."""
        tricks = [entry for entry in self.play if isinstance(entry, str)]
        if not tricks or " " in tricks[-1] or not isinstance(self.play[-1], str):
            return False
        return self.cards_left(ADVERSARY[self.leader()]) > 0

    def trace(self) -> Trace:
        """Return what happened in the deal so far."""
        return replay_deal(msgspec.convert(self.fields, Deal))

    def leader(self) -> Role:
        """Return who leads the next trick, or led the open one; the elder where it is not known."""
        trace = self.trace()
        tricks = trace.standing_tricks
        if tricks and tricks[-1].follow is None and self.play and self.play[-1] in CODES:
            return tricks[-1].leader
        return (tricks[-1].winner if tricks else None) or ELDER

    def hand(self, role: Role) -> tuple[Bits, bool]:
        """Return the cards that a player is known to hold now, and whether these are all of his."""
        trace = self.trace()
        hand = trace.playing[role]
        played = to_bits(trace.standing_cards(role))
        return hand.known & ~played, hand.full and role in trace.recorded_hands

    def cards_left(self, role: Role) -> int:
        """Return how many cards a player has left."""
        trace = self.trace()
        return max(trace.playing[role].size, HAND_SIZE) - len(trace.standing_cards(role))

    def owed(self, role: Role, lead: str) -> list[str]:
        """Return the cards with which a player can follow suit."""
        if lead not in CODES:
            return []
        cards = cards_of_suit(self.hand(role)[0], suit_of(CARD[lead]))
        return to_text(from_bits(cards)).split()

    def take_back(self) -> bool:
        """Take back the last entry; return False where only the dealer is left."""
        if self._log and self._log.pop():
            return True
        if "score" in self.fields:
            del self.fields["score"]
        elif "play" in self.fields:
            self._take_back_play()
        elif "declarations" in self.fields:
            self._pop("declarations")
        elif "exchange" in self.fields:
            self._take_back_exchange()
        elif "talon" in self.fields:
            del self.fields["talon"]
        else:
            return self._take_back_hand()
        return True

    def _pop(self, name: str) -> Any:
        entries = self.fields[name]
        entry = entries.pop() if entries else None
        if not entries:
            del self.fields[name]
        return entry

    def _take_back_play(self) -> None:
        if not self.play:
            del self.fields["play"]
            return
        before = self.play[-2] if len(self.play) > 1 else None
        if self.has_open_lead and isinstance(before, dict) and before.get("after_lead"):
            del self.play[-2]
            return
        entry = self.play.pop()
        if isinstance(entry, str) and " " in entry:
            self.play.append(entry.partition(" ")[0])

    def _take_back_exchange(self) -> None:
        step = self.fields["exchange"][-1]
        slots = self.drawn_slots(step["by"])
        self._pop("exchange")
        if slots and (self._by_draws or "??" in self.talon):
            talon = self.talon
            talon[slots] = ["??"] * len(talon[slots])
            self.fields["talon"] = " ".join(talon)

    def _take_back_hand(self) -> bool:
        if self.fields.get("dealing"):
            self._pop("dealing")
            return True
        for name in ("hands", "held"):
            hands = self.fields.get(name)
            if hands is not None:
                if hands:
                    hands.popitem()
                if not hands:
                    del self.fields[name]
                return True
        return False
