"""A game as a page: all that an audit shows, in words and in order. Knows nothing of how the page looks."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from piquet_records.cards.terms import Seat
from piquet_records.record.game import Game
from piquet_records.render.deal_page import DealPage, deal_page, player_name, points_text
from piquet_records.render.phrases import Phrases, capital, phrases_in
from piquet_records.render.step_sentences import StepSentence, step_sentence
from piquet_records.report.model import DealReport, Report, ReportFinding, ReportOption
from piquet_records.report.sentences import call_words
from piquet_records.ruling.judged import JudgedGame

_CARDS: Final = ("card", "cards", "lead", "missing")
SEATS: Final[tuple[Seat, Seat]] = ("A", "B")
_NOT_SHOWN: Final = ("variant", "breakdown")
"""Evidence that is for programs only."""
_OF_GAME: Final = ("date", "event", "site", "round", "recorder")

Fact = tuple[str, str]
"""A label and its value."""


class FindingEntry(Struct, frozen=True):
    """A finding in words."""

    number: int
    code: str
    open: bool
    heading: str
    """Law, status, who, trick and place."""
    message: str
    ruling: str
    evidence: tuple[Fact, ...]
    options: tuple[str, ...]


class DealEntry(Struct, frozen=True):
    """A deal with its findings and what was checked."""

    page: DealPage
    heading: str
    remarks: tuple[str, ...]
    findings: tuple[FindingEntry, ...]
    totals: Fact
    """The totals of both players after it."""
    coverage: tuple[Fact, ...]


class GamePage(Struct, frozen=True):
    """A game in words, before it becomes text or HTML."""

    title: str
    pending: tuple[str, ...]
    """What may still be done in a deal in progress, by whom, until when, and what it is worth."""
    facts: tuple[Fact, ...]
    notes: str
    deals: tuple[DealEntry, ...]
    steps: tuple[StepSentence, ...]
    """What happened outside the deals; ``who`` is the name of a player."""
    result: tuple[Fact, ...]
    complete: bool
    phrases: Phrases


def game_page(judged: JudgedGame, report: Report, lang: str, only: int | None = None) -> GamePage:
    """Return the page of a judged game, or of one of its deals (numbered from 1).

    The report gives the findings and scores, the judged game gives what happened.
    """
    game, phrases = judged.game, phrases_in(lang)
    names = {seat: player_name(game, seat) for seat in SEATS}
    deals: list[DealEntry] = []
    marks: dict[str, tuple[int, ...]] = {}
    first = 1
    for of_deal, reported, totals in zip(judged.deals, report.deals, _totals(judged.game, report.deals), strict=True):
        findings = list(enumerate(reported.findings, start=first))
        first += len(findings)
        marks_of_deal = _marks(findings, reported)
        marks |= marks_of_deal
        if only in (None, reported.deal):
            page = deal_page(of_deal, reported, names, marks_of_deal, phrases)
            by_seat = ", ".join(f"{names[seat]} {points_text(totals[seat])}" for seat in SEATS)
            deals.append(_deal_entry(page, reported, findings, (phrases.page["totals"], by_seat), phrases))
    steps = [
        StepSentence(names[step.by], step_sentence(step, phrases), marks.get(f"/steps/{index}", ()))
        for index, step in enumerate(game.steps or ())
    ]
    return GamePage(
        title=phrases.page_words("title", **names),
        pending=tuple(_pending(report, phrases)),
        facts=tuple(_facts(game, report, phrases)),
        notes=game.notes or "",
        deals=tuple(deals),
        steps=tuple(steps),
        result=tuple(result_facts(report, names, phrases)),
        complete=report.complete,
        phrases=phrases,
    )


def _deal_entry(
    page: DealPage, report: DealReport, findings: Sequence[tuple[int, ReportFinding]], totals: Fact, phrases: Phrases
) -> DealEntry:
    return DealEntry(
        page=page,
        heading=f"{phrases.page_words('deal', deal=report.deal)}. {_who_deals(page, phrases)}.",
        remarks=tuple(_remarks(report, phrases)),
        findings=tuple([_finding(number, finding, page, phrases) for number, finding in findings]),
        totals=totals,
        coverage=tuple(_coverage(report, phrases)),
    )


def _totals(game: Game, deals: Sequence[DealReport]) -> Iterator[dict[Seat, int | None]]:
    """Yield the totals of both seats after each deal, as ruled, with the points that they had at the start."""
    start = game.start
    totals: dict[Seat, int | None] = {"A": 0, "B": 0} if start is UNSET else {"A": start.A, "B": start.B}
    for deal in deals:
        points = {deal.elder: deal.score.elder.total, deal.dealer: deal.score.younger.total}
        if not deal.after_end:
            totals = {seat: _sum(before, points[seat]) for seat, before in totals.items()}
        yield totals


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


def _marks(findings: Sequence[tuple[int, ReportFinding]], report: DealReport) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the findings by the JSON pointer, below the deal, of what they are about."""
    marks: dict[str, tuple[int, ...]] = {}
    for number, finding in findings:
        at = finding.at.removeprefix(f"/deals/{report.deal - 1}/")
        marks[at] = (*marks.get(at, ()), number)
    return marks


def _who_deals(page: DealPage, phrases: Phrases) -> str:
    return phrases.page_words("deals_the", dealer=page.names["younger"], elder=page.names["elder"])


def _remarks(deal: DealReport, phrases: Phrases) -> Iterator[str]:
    if deal.outcome != "played":
        yield f"{capital(phrases.words['outcomes'][deal.outcome])}."
    if deal.after_end:
        yield f"{capital(phrases.page['after_end'])}."
    if deal.assumed and deal.outcome != "void":
        yield phrases.page["assumed"]


def _finding(number: int, finding: ReportFinding, page: DealPage, phrases: Phrases) -> FindingEntry:
    parts = [finding.code]
    if finding.law is not None:
        parts.append(phrases.page_words("law", law=finding.law))
    parts.append(phrases.words["statuses"].get(finding.status or "", phrases.words["severities"][finding.severity]))
    if finding.by is not None:
        role = phrases.words["roles"][finding.by]
        name = page.names.get(finding.by)
        parts.append(phrases.page_words("by_whom", name=name, role=role) if name else role)
    if finding.trick is not None:
        parts.append(f"{phrases.page['trick']} {finding.trick}")
    parts.append(phrases.page_words("at", at=finding.at))
    return FindingEntry(
        number=number,
        code=finding.code,
        open=finding.status == "open",
        heading=" · ".join(parts),
        message=finding.message,
        ruling=finding.ruling,
        evidence=tuple(_evidence(finding.evidence, phrases)),
        options=tuple([_option(option, phrases) for option in finding.options]),
    )


def _evidence(evidence: dict[str, Any], phrases: Phrases) -> Iterator[Fact]:
    for name, value in evidence.items():
        if name not in _NOT_SHOWN:
            yield phrases.evidence.get(name, name), _value(name, value, phrases)


def _value(name: str, value: Any, phrases: Phrases) -> str:
    tables = {"suit": "suits", "holder": "roles", "adversary": "roles", "entry": "entries", "category": "categories"}
    if value is None:
        return points_text(None)
    if isinstance(value, dict):
        return call_words(phrases.words, value) if "what" in value else msgspec.json.encode(value).decode()
    if name in _CARDS:
        return phrases.cards(value)
    if name in tables:
        return phrases.words[tables[name]].get(value, str(value))
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _pending(report: Report, phrases: Phrases) -> Iterator[str]:
    for deal in report.deals:
        for pending in deal.pending or ():
            yield phrases.page_words(
                "pending" if pending.worth is None else "pending_worth",
                by=capital(phrases.words["roles"][pending.by]),
                may=phrases.words["options"][pending.may],
                until=phrases.words["limits"][pending.until],
                law=pending.law,
                worth=pending.worth,
            )


def _option(option: ReportOption, phrases: Phrases) -> str:
    taken = phrases.page[f"option_{msgspec.json.encode(option.taken).decode()}"]
    sentence = phrases.page_words(
        "option",
        by=phrases.words["roles"][option.by],
        may=phrases.words["options"].get(option.may, option.may),
        until=phrases.words["limits"].get(option.until, option.until),
    )
    return f"{capital(sentence)} ({taken})."


def _coverage(deal: DealReport, phrases: Phrases) -> Iterator[Fact]:
    lists = {
        "checked": deal.checked,
        "laws_not_checkable": deal.not_checkable,
        "unrecorded": deal.unrecorded,
        "not_judged": deal.not_judged,
    }
    for name, laws in lists.items():
        if laws:
            yield phrases.page[name], in_ranges(laws)


def in_ranges(numbers: Sequence[int]) -> str:
    """Return rising numbers in short form: ``1, 3–6, 28``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _facts(game: Game, report: Report, phrases: Phrases) -> Iterator[Fact]:
    where = f", {report.record.file}:{report.record.line}" if report.record.file else ""
    yield phrases.page["game"], f"{game.id}{where}"
    for name in _OF_GAME:
        value = getattr(game, name)
        if value is not UNSET:
            yield phrases.page[name], value
    if game.source is not UNSET:
        parts = (game.source.author, game.source.title, game.source.where, game.source.year)
        yield phrases.page["source"], ", ".join([str(part) for part in parts if part is not UNSET])
    target = phrases.page_words("target", target=report.target) if report.target else phrases.page["no_target"]
    yield phrases.page["rules"], f"{report.rules}, {target}"
    if report.conventions:
        agreed_on = [f"{name} = {_plain(value)}" for name, value in report.conventions.items()]
        yield phrases.page["conventions"], ", ".join(agreed_on)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def result_facts(report: Report, names: dict[Seat, str], phrases: Phrases) -> Iterator[Fact]:
    """Yield the result of a game, and whether the table wrote the same."""
    result = report.result
    if result is None:
        return
    yield phrases.page["winner_is"], phrases.page["nobody"] if result.winner is None else names[result.winner]
    yield (
        phrases.page["total"],
        f"{names['A']} {points_text(result.score.A)}, {names['B']} {points_text(result.score.B)}",
    )
    yield phrases.page["ended"], phrases.words["endings"][result.ended]
    if result.settlement is not None:
        yield phrases.page["settlement"], phrases.page_words("points", points=result.settlement)
    if result.agrees is not None:
        yield phrases.page["agrees"], phrases.page["agrees_true" if result.agrees else "agrees_false"]
    yield phrases.page["verdict"], phrases.words["verdicts"][report.verdict]
