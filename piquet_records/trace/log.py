"""What a walk through a deal writes down as it goes: the time, the events, and the contradictions of the record.

Every part of the walk gets the same log and adds to it. It does not know cards or hands.
"""

from typing import Final

from piquet_records.cards.pack import Card
from piquet_records.cards.terms import Role
from piquet_records.record.steps import DealStep, Redeal
from piquet_records.trace.facts import Contradiction, Event, UnreliablePart

PART_OF_LIST: Final = {
    "dealing": UnreliablePart.EXCHANGE,
    "exchange": UnreliablePart.EXCHANGE,
    "declarations": UnreliablePart.DECLARATIONS,
    "play": UnreliablePart.PLAY,
}
"""The part of a deal that becomes unreliable if the order of one of its lists is impossible."""


class DealLog:
    """The log of one walk; mutable until the walk ends."""

    def __init__(self) -> None:
        """Start at moment 0, before the first trick."""
        self.clock = 0
        """The moment given last."""
        self.trick = 1
        """The number of the trick that comes next or is open."""
        self.is_redealt = False
        """Whether a ``redeal`` has ended the deal."""
        self.events: dict[type, list[Event]] = {}
        self.contradictions: list[Contradiction] = []
        self.unreliable: set[UnreliablePart] = set()

    def tick(self) -> int:
        """Return the next moment."""
        self.clock += 1
        return self.clock

    def add(self, step: DealStep, list_name: str, index: int) -> Event:
        """Give a step its moment and keep it; ``list_name`` and ``index`` say where it is in the deal."""
        event = Event(step, list_name, index, self.tick(), self.trick)
        self.events.setdefault(type(step), []).append(event)
        self.check_not_redealt(event.at, PART_OF_LIST[list_name])
        if isinstance(step, Redeal):
            self.is_redealt = True
        return event

    def check_not_redealt(self, at: str, part: UnreliablePart) -> None:
        """Record a contradiction if the deal has ended by a redeal already; only the first of a deal is kept."""
        if self.is_redealt and part not in self.unreliable:
            self.unreliable.add(part)
            if all(other.reason != "after-redeal" for other in self.contradictions):
                self.contradictions.append(Contradiction("order", "after-redeal", at))

    def wrong_order(self, reason: str, at: str, part: UnreliablePart) -> None:
        """Record steps in an impossible order, unless that part of the deal is already unreliable."""
        self._keep(Contradiction("order", reason, at), part)

    def wrong_card(self, reason: str, at: str, role: Role, card: Card | None = None) -> None:
        """Record that a player cannot have had a card, unless his hand is already unreliable."""
        self._keep(Contradiction("card", reason, at, role, card), UnreliablePart(role))

    def _keep(self, contradiction: Contradiction, part: UnreliablePart) -> None:
        if part not in self.unreliable:
            self.unreliable.add(part)
            self.contradictions.append(contradiction)
