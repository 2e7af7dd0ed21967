"""Law 21. Naming the card missing from a trio.

Statement
    A player who broke a quatorze by discarding one of its cards, and calls only the trio, must tell his adversary
    which card is missing if he is asked immediately after playing his first card.

Faults
    law-21.missing-card-unsaid (violation): before the lead of the second trick a player is asked for the fourth card
    of a trio, which he had discarded, and he refuses to name it or names another; a note if he is asked only later.

Ruling
    He must name the card. The score does not change. A question that comes later need not be answered.

Reading
    "Immediately after his first card" is read as: before the lead of the second trick. The player must name only a
    card of the trio's rank that lies in his own discard; if the fourth card is elsewhere, he has nothing to name. If
    the record has a question and no answer, nobody is blamed. A right answer after a wrong one remedies the fault.
    Cavendish (case 8) treats a wrong answer as a false call; the article does not.

Example
    sample_games/laws/law-21/wrong-card.json

Source
    Article, Lois du piquet à deux, 21°.
"""

from collections.abc import Iterator, Sequence

from piquet_records.cards.pack import UNKNOWN, Card, rank_of, to_text
from piquet_records.cards.terms import ADVERSARY, Role
from piquet_records.findings import Finding, PendingAct, Severity
from piquet_records.laws.case import Case, Need
from piquet_records.laws.facts.evidence import answers_between, call_evidence, standing_calls
from piquet_records.record.steps import Answer, Ask
from piquet_records.trace.claims import strength
from piquet_records.trace.facts import NEVER, CallHistory, Event

NUMBER = 21
NEEDS = frozenset({Need.DECLARATIONS})
ACTS: tuple[type, ...] = (Ask,)
FAULTS = {"law-21.missing-card-unsaid": Severity.VIOLATION}


def checkable(case: Case) -> bool:
    """Return whether each question that had to be answered has an answer, and the discard asked about is known."""
    return all(
        _answers(case, event, asked) and UNKNOWN not in case.trace.exchanged[asked].discard
        for event, asked in _questions(case)
        if event.moment < _second_lead(case)
    )


def check(case: Case) -> Iterator[Finding]:
    """Yield a finding for each question about a discarded card that was not answered rightly."""
    for event, asked in _questions(case):
        owed = _owed(case, asked)
        answers = _answers(case, event, asked)
        late = event.moment > _second_lead(case)
        named = [answer.card for _, answer in answers]
        right = {to_text((card,)) for _, card in owed}
        may_answer = not answers and not late and case.is_open(_second_lead(case))
        if not owed or (not answers and not late and not may_answer) or (named and named[0] in right):
            continue
        call, card = owed[0]
        yield Finding(
            code="law-21.missing-card-unsaid",
            by=asked,
            at=answers[0][0].at if answers else event.at,
            trick=event.trick if event.list_name == "play" else None,
            severity=Severity.NOTE if late else Severity.VIOLATION,
            evidence={"call": call_evidence(call.final), "card": to_text((card,))} | _variant(named, late=late),
            remedied=any(card in right for card in named),
            pending=PendingAct(asked, "answer", "second-lead") if may_answer else None,
            unsettled=True,
        )


def _variant(named: Sequence[object], *, late: bool) -> dict[str, object]:
    if late:
        return {"variant": "late"}
    return {"variant": "wrong", "cards": named[0]} if named and isinstance(named[0], str) else {}


def _questions(case: Case) -> list[tuple[Event, Role]]:
    """Return each question about a discarded card, with the role of the player who was asked."""
    return [
        (event, ADVERSARY[ask.by]) for event, ask in case.trace.events_and_steps(Ask) if ask.what == "discarded-card"
    ]


def _second_lead(case: Case) -> int:
    """Return the moment of the lead of the second trick, until which a question has to be answered."""
    return next((trick.lead_moment for trick in case.trace.all_tricks if trick.number == 2), NEVER)


def _answers(case: Case, question: Event, asked: Role) -> list[tuple[Event, Answer]]:
    """Return the answers to a question, given before the next question, in order of time."""
    later = [event.moment for event, _ in _questions(case) if event.moment > question.moment]
    return answers_between(case, asked, "discarded-card", question.moment, min(later, default=NEVER))


def _owed(case: Case, role: Role) -> list[tuple[CallHistory, Card]]:
    """Return each trio that a player called and whose fourth card he discarded, with that card."""
    discard = () if role in case.trace.unreliable else case.trace.exchanged[role].discard
    owed = []
    for call in standing_calls(case, role, "set"):
        rank = strength(case.trace, call)[1]
        fourth = [card for card in discard if card >= 0 and rank_of(card) == rank]
        if call.final.cards == 3 and len(fourth) == 1:
            owed.append((call, fourth[0]))
    return owed
