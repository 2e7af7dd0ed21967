"""A game typed at a table, question by question: each answer is looked at, refused with a reason, or entered.

What cannot be is refused at once: a card played twice, or by a player who has not got it. What is only against the
rules is recorded when it is confirmed. Knows nothing of terminals; what the deal counts is handed in.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from piquet_records.cards.pack import CARD, CODES, has_card
from piquet_records.cards.terms import ADVERSARY, ELDER, HAND_SIZE, ROLES, YOUNGER, Role
from piquet_records.notation.letters import Style, UnreadableCardsError, read_cards
from piquet_records.notation.prompts import Counting, Points, RefusedError, words
from piquet_records.notation.statements import LineError, plain_fields, read_statements
from piquet_records.notation.table import UNKNOWN_TALON, DealInProgress, Stage
from piquet_records.notation.writer import write_document
from piquet_records.record.game import Deal
from piquet_records.record.steps import Call
from piquet_records.trace.claims import may_hold
from piquet_records.trace.facts import claim

_ACT: Final = re.compile(r"(elder|younger|after|before)\b", re.IGNORECASE)
_SCORE: Final = re.compile(r"(\d{1,5})\s*[-– ]\s*(\d{1,5})")
_HELD: Final = "held"


class Session:
    """One game while it is typed."""

    def __init__(self, game: dict[str, Any], style: Style, counting: Counting, lang: str = "en") -> None:
        """Go on with a game as a record has it; without deals it is a new one."""
        self.game = game
        self.style = style
        self.lang = lang
        self._counting = counting
        self._words = words(lang)
        deals = game.setdefault("deals", [])
        self._deals = [DealInProgress(fields) for fields in deals]
        self._answers: dict[Stage, Callable[[str, bool], str]] = {
            "dealer": self._dealer,
            "elder": self._hand,
            "younger": self._hand,
            "held_elder": self._hand,
            "held_younger": self._hand,
            "talon": self._talon,
            "exchange_elder": self._exchange,
            "exchange_younger": self._exchange,
            "drawn_elder": self._drawn,
            "drawn_younger": self._drawn,
            "calls_elder": self._calls,
            "calls_younger": self._calls,
            "lead": self._lead,
            "follow": self._follow,
            "score": self._score,
            "result": self._result,
        }
        self.ended = False
        """Whether the last deal was entered, so that only the final score is asked."""

    def text(self) -> str:
        """Return the game so far, in the notation."""
        return write_document(self.game, self.style, declare=True)

    def shown(self) -> str:
        """Return the deal that is being entered, in the notation."""
        lines = self.text().splitlines()
        starts = [place for place, line in enumerate(lines) if line.startswith("deal ")]
        return "\n".join(lines[starts[-1] :] if starts else lines)

    # what is asked

    @property
    def stage(self) -> Stage:
        """What is asked next."""
        if self.ended:
            return "result"
        return self._deals[-1].stage if self._deals else "dealer"

    @property
    def deal(self) -> DealInProgress:
        """The deal that is being entered, or was last."""
        return self._deals[-1]

    def question(self) -> str:
        """Return the next question."""
        stage = self.stage
        fills: dict[str, Any] = dict(self.game["players"])
        fills["deal"] = len(self._deals) + (stage == "dealer")
        if self._deals:
            fills |= {role: self._name(role) for role in ROLES}
        if stage in ("lead", "follow"):
            leader = self.deal.leader()
            fills["trick"] = self.deal.standing + (stage == "lead")
            fills |= {"leader": self._name(leader), "follower": self._name(ADVERSARY[leader])}
            fills["lead"] = self.style.card(self.deal.play[-1]) if stage == "follow" else ""
        elif stage.startswith("drawn"):
            slots = self.deal.drawn_slots(ELDER if stage.endswith(ELDER) else YOUNGER)
            fills["count"] = len(self.deal.talon[slots]) if slots else 0
        elif stage == "score":
            fills["elder_points"], fills["younger_points"] = map(_shown, self._counting.final(self._so_far()))
        return self._words["questions"][stage].format_map(fills)

    def _name(self, role: Role) -> str:
        dealer = self.deal.fields["dealer"]
        seat = dealer if role == YOUNGER else "BA"["AB".index(dealer)]
        return str(self.game["players"][seat])

    def _so_far(self) -> Deal:
        return msgspec.convert(self.deal.fields, Deal)

    def _say(self, key: str, **fills: Any) -> str:
        return self._words["answers"][key].format_map(fills)

    def _refuse(self, key: str, **fills: Any) -> RefusedError:
        return RefusedError(self._words["refusals"][key].format_map(fills))

    # answers

    def answer(self, text: str) -> str:
        """Enter an answer, and return what is said to it. Raises RefusedError where it cannot be."""
        text = text.strip()
        stage = self.stage
        if self._deals and stage not in ("dealer", "result") and _ACT.match(text):
            return self._add_act(text, self.deal.list_now)
        sure = text.endswith("!")
        text = text.removesuffix("!").strip()
        return self._answers[stage](text, sure)

    def take_back(self) -> str:
        """Take back the last entry."""
        if self.ended:
            self.ended = False
        elif not self._deals:
            return self._say("nothing_back")
        elif not self.deal.take_back():
            number = len(self._deals)
            self._deals.pop()
            self.game["deals"].pop()
            return self._say("deal_back", deal=number)
        return self._say("taken_back")

    def _dealer(self, text: str, _sure: bool) -> str:
        seat = text.upper()
        if text.casefold() == "end" and self._deals:
            self.ended = True
            return ""
        if seat not in ("A", "B"):
            raise self._refuse("seat", found=text)
        self.game["deals"].append({"dealer": seat})
        self._deals.append(DealInProgress(self.game["deals"][-1]))
        return self._say("dealt", elder=self._name(ELDER), younger=self._name(YOUNGER))

    def _hand(self, text: str, sure: bool) -> str:
        stage = self.stage
        held = stage.startswith(_HELD)
        if text.casefold() == _HELD and stage == ELDER:
            self.deal.fields[_HELD] = {}
            return ""
        role = stage.removeprefix(f"{_HELD}_")
        cards = self._cards(text, HAND_SIZE, sure)
        self.deal.fields.setdefault(_HELD if held else "hands", {})[role] = " ".join(cards)
        self.deal.note_entry()
        return ""

    def _cards(self, text: str, expected: int, sure: bool) -> list[str]:
        """Return the cards of an answer, none of which stands elsewhere in the deal."""
        cards = self._read(text)
        fields = self.deal.fields
        hands = {**fields.get("hands", {}), **fields.get(_HELD, {})}
        elsewhere = {code for hand in hands.values() for code in hand.split(" ")}
        for place, code in enumerate(cards):
            if code != "??" and code in cards[:place] and not sure:
                raise self._refuse("twice", card=self.style.card(code))
            if code != "??" and code in elsewhere and not sure:
                raise self._refuse("taken", card=self.style.card(code))
        if len(cards) != expected and not sure:
            raise self._refuse("count", count=len(cards), expected=expected)
        return cards

    def _read(self, text: str) -> list[str]:
        try:
            return read_cards(text, self.style.language)
        except UnreadableCardsError as error:
            raise RefusedError(str(error)) from None

    def _talon(self, text: str, sure: bool) -> str:
        self.deal.fields["talon"] = " ".join(self._cards(text, 8, sure)) if text else UNKNOWN_TALON
        self.deal.note_entry()
        return ""

    def _exchange(self, text: str, sure: bool) -> str:
        stage = self.stage
        role = ELDER if stage.endswith(ELDER) else YOUNGER
        if not text:
            self.deal.pass_over(stage)
            return ""
        cards = self._read(text)
        dealt = self.deal.fields["hands"][role].split(" ")
        for place, code in enumerate(cards):
            if code in cards[:place] and code != "??" and not sure:
                raise self._refuse("twice", card=self.style.card(code))
            if not {code, "??"} & set(dealt) and code != "??" and not sure:
                raise self._refuse("not_held", player=self._name(role), card=self.style.card(code))
        slots = self.deal.drawn_slots(ELDER) if role == YOUNGER else None
        left = self.deal.talon[slots.stop if slots else 0 :]
        if len(cards) > len(left) and not sure:
            raise self._refuse("number", count=len(cards), left=len(left), asked=len(cards))
        step = {"act": "exchange", "by": role, "discard": " ".join(cards), "draw": len(cards)}
        self.deal.fields.setdefault("exchange", []).append(step)
        self.deal.note_entry()
        drawn = left[: len(cards)]
        known = "??" not in drawn and drawn
        return self._say("drew", player=self._name(role), cards=self.style.cards(" ".join(drawn))) if known else ""

    def _drawn(self, text: str, sure: bool) -> str:
        stage = self.stage
        role = ELDER if stage.endswith(ELDER) else YOUNGER
        slots = self.deal.drawn_slots(role)
        if not text or slots is None:
            self.deal.pass_over(stage)
            return ""
        cards, talon = self._read(text), self.deal.talon
        if len(cards) != len(talon[slots]):
            raise self._refuse("drawn_count", count=len(talon[slots]), found=len(cards))
        dealt = {code for hand in self.deal.fields["hands"].values() for code in hand.split(" ")}
        for place, code in enumerate(cards):
            if code in CODES and (code in dealt or code in talon) and not sure:
                raise self._refuse("drew_held", card=self.style.card(code))
            if code in CODES and code in cards[:place] and not sure:
                raise self._refuse("twice", card=self.style.card(code))
        talon[slots] = cards
        self.deal.fields["talon"] = " ".join(talon)
        self.deal.note_draws()
        return ""

    def _calls(self, text: str, _sure: bool) -> str:
        stage = self.stage
        if text == "-" and stage == "calls_elder" and not self.deal.fields.get("declarations"):
            self.deal.fields.pop("declarations", None)
            self.deal.fields["play"] = []
        elif not text and stage == "calls_elder":
            self.deal.fields.setdefault("declarations", [])
            self.deal.pass_over(stage)
            return ""
        elif not text:
            self.deal.fields.setdefault("declarations", [])
            self.deal.fields["play"] = []
        else:
            return self._add_act(f"{stage.removeprefix('calls_')} {text}", "declarations")
        self.deal.note_entry()
        return ""

    def _add_act(self, text: str, name: str) -> str:
        """Enter acts in the words of the notation."""
        try:
            steps = [plain_fields(step, self.style.language) for step in read_statements(text, 1)]
        except (LineError, UnreadableCardsError) as error:
            raise RefusedError(str(error)) from None
        try:
            msgspec.convert({"dealer": "A", name: steps}, Deal)
        except msgspec.ValidationError:
            raise self._refuse("not_now", act=text) from None
        for step in steps:
            self.deal.add_step(step, name)
        trace = self.deal.trace()
        if self.deal.is_void:
            return self._say("void")
        call = msgspec.convert(steps[-1], Call) if steps[-1]["act"] == "call" else None
        if call and trace.recorded_hands == set(ROLES) and not may_hold(trace, call.by, [claim(call)]):
            return self._say("no_such_holding", player=self._name(call.by))
        return "" if call else self._say("act", act=text)

    # the play

    def _check_held(self, role: Role, code: str, *, sure: bool) -> None:
        """Refuse a card that a player cannot lay down, with the reason."""
        if code == "??" or sure:
            return
        cards, all_known = self.deal.hand(role)
        if has_card(cards, CARD[code]):
            return
        trace = self.deal.trace()
        card = self.style.card(code)
        if any(CARD[code] in trace.standing_cards(each) for each in ROLES):
            raise self._refuse("played", card=card)
        if code in _discarded(self.deal.fields, role):
            raise self._refuse("discarded", card=card)
        other, _ = self.deal.hand(ADVERSARY[role])
        if all_known or has_card(other, CARD[code]):
            raise self._refuse("not_held", player=self._name(role), card=card)

    def _lead(self, text: str, sure: bool) -> str:
        if text.casefold() == "end":
            self.deal.pass_over("lead")
            return ""
        cards = self._read(text)
        if len(cards) not in (1, 2):
            raise self._refuse("two_cards")
        leader = self.deal.leader()
        self._check_held(leader, cards[0], sure=sure)
        self.deal.play.append(cards[0])
        try:
            said = self._follow_with(cards[1], leader, sure=sure) if len(cards) == 2 else ""
        except RefusedError:
            self.deal.play.pop()
            raise
        self.deal.note_entry()
        return said

    def _follow(self, text: str, sure: bool) -> str:
        cards = self._read(text)
        if len(cards) != 1:
            raise self._refuse("one_card")
        said = self._follow_with(cards[0], self.deal.leader(), sure=sure)
        self.deal.note_entry()
        return said

    def _follow_with(self, code: str, leader: Role, *, sure: bool) -> str:
        """Put a card on the lead, and tell who wins and what both count."""
        follower, lead = ADVERSARY[leader], self.deal.play[-1]
        self._check_held(follower, code, sure=sure)
        owed = self.deal.owed(follower, lead)
        if owed and code in CODES and code[1] != lead[1] and not sure:
            raise self._refuse("revoke", player=self._name(follower), cards=self.style.cards(" ".join(owed)))
        self.deal.play[-1] = f"{lead} {code}"
        trick, cards = self.deal.standing, self.style.cards(self.deal.play[-1])
        won = self.deal.trace().standing_tricks[-1].winner
        if won is None:
            return self._say("unknown_winner", cards=cards, trick=trick)
        elder, younger = map(_shown, self._counting.running(self._so_far()))
        names = {role: self._name(role) for role in ROLES}
        points = {"elder_points": elder, "younger_points": younger}
        return self._say("won", cards=cards, player=self._name(won), trick=trick, **names, **points)

    def _score(self, text: str, _sure: bool) -> str:
        if not text:
            self.deal.pass_over("score")
            return ""
        points: Points = self._counting.final(self._so_far()) if text == "=" else self._points(text)
        self.deal.fields["score"] = dict(zip(ROLES, points, strict=True))
        self.deal.note_entry()
        return ""

    def _points(self, text: str) -> tuple[int, int]:
        found = _SCORE.fullmatch(text)
        if not found:
            raise self._refuse("points", found=text)
        return int(found[1]), int(found[2])

    def _result(self, text: str, _sure: bool) -> str:
        if text:
            points = self._points(text)
            self.game.setdefault("result", {})["score"] = dict(zip("AB", points, strict=True))
        return self._say("saved")


def _shown(points: int | None) -> str:
    return "?" if points is None else str(points)


def _discarded(deal: dict[str, Any], role: Role) -> list[str]:
    steps = [step for step in deal.get("exchange", []) if step["by"] == role]
    return [code for step in steps for code in step.get("discard", step.get("cards", "")).split(" ")]
