"""A game as a page: everything an audit shows, in words and in order, and nothing yet of how it looks."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from piquet_records.cards.terms import Seat
from piquet_records.record.game import DEFAULT_RULES, Game
from piquet_records.render.deal_page import DealPage, deal_page, name_of, number
from piquet_records.render.phrases import Phrases, capital, phrases
from piquet_records.render.step_sentences import Line, told
from piquet_records.report.model import DealReport, Report, ReportFinding, ReportOption
from piquet_records.report.sentences import call_words
from piquet_records.rules.parameters import agreed, profile

_CARDS: Final = ("card", "cards", "lead", "missing")
SEATS: Final[tuple[Seat, Seat]] = ("A", "B")
_UNSAID: Final = ("variant", "breakdown")
_OF_GAME: Final = ("date", "event", "site", "round", "recorder")

Fact = tuple[str, str]
"""What it is, and its value."""


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
    """What both players have after it."""
    coverage: tuple[Fact, ...]


class GamePage(Struct, frozen=True):
    """A game, ready to be set in type."""

    title: str
    facts: tuple[Fact, ...]
    notes: str
    deals: tuple[DealEntry, ...]
    steps: tuple[Line, ...]
    """What happened to the game as a whole; the players are named by name."""
    result: tuple[Fact, ...]
    complete: bool
    phrases: Phrases


def game_page(game: Game, report: Report, lang: str, only: int | None = None) -> GamePage:
    """Make the page of a game, or of one of its deals (numbered from 1)."""
    said = phrases(lang)
    rules = agreed(profile(report.rules or DEFAULT_RULES).rules, game.conventions, game.target)
    names = {seat: name_of(game, seat) for seat in SEATS}
    entries: list[DealEntry] = []
    marks: dict[str, tuple[int, ...]] = {}
    numbered = 0
    for deal, one, total in zip(game.deals, report.deals, _totals(report.deals), strict=True):
        findings = list(enumerate(one.findings, start=numbered + 1))
        numbered += len(findings)
        of_deal = _marks(findings, one)
        marks |= of_deal
        if only in (None, one.deal):
            page = deal_page(deal, game, one, rules, of_deal, said)
            totals = ", ".join(f"{names[seat]} {number(total[seat])}" for seat in SEATS)
            entries.append(_deal_entry(page, one, findings, (said.page["totals"], totals), said))
    return GamePage(
        title=said.page_words("title", **names),
        facts=tuple(_facts(game, report, said)),
        notes=game.notes or "",
        deals=tuple(entries),
        steps=tuple(
            [
                Line(names[step.by], told(step, said), marks.get(f"/steps/{place}", ()))
                for place, step in enumerate(game.steps or ())
            ]
        ),
        result=tuple(result_facts(report, names, said)),
        complete=report.complete,
        phrases=said,
    )


def _deal_entry(
    page: DealPage, report: DealReport, findings: Sequence[tuple[int, ReportFinding]], totals: Fact, said: Phrases
) -> DealEntry:
    return DealEntry(
        page=page,
        heading=f"{said.page_words('deal', deal=report.deal)}. {_who_deals(page, said)}.",
        remarks=tuple(_remarks(report, said)),
        findings=tuple([_finding(place, finding, page, said) for place, finding in findings]),
        totals=totals,
        coverage=tuple(_coverage(report, said)),
    )


def _totals(deals: Sequence[DealReport]) -> Iterator[dict[Seat, int | None]]:
    """Give what both seats have after each deal, as ruled."""
    sums: dict[Seat, int | None] = {"A": 0, "B": 0}
    for deal in deals:
        made = {deal.elder: deal.score.elder.total, deal.dealer: deal.score.younger.total}
        if not deal.after_end:
            sums = {seat: _sum(so_far, made[seat]) for seat, so_far in sums.items()}
        yield sums


def _sum(first: int | None, second: int | None) -> int | None:
    return None if first is None or second is None else first + second


def _marks(findings: Sequence[tuple[int, ReportFinding]], report: DealReport) -> dict[str, tuple[int, ...]]:
    """Give the numbers of the findings by the place they are about, below the deal."""
    marks: dict[str, tuple[int, ...]] = {}
    for place, finding in findings:
        at = finding.at.removeprefix(f"/deals/{report.deal - 1}/")
        marks[at] = (*marks.get(at, ()), place)
    return marks


def _who_deals(page: DealPage, said: Phrases) -> str:
    return said.page_words("deals_the", dealer=page.names["younger"], elder=page.names["elder"])


def _remarks(deal: DealReport, said: Phrases) -> Iterator[str]:
    if deal.outcome != "played":
        yield f"{capital(said.words['outcomes'][deal.outcome])}."
    if deal.after_end:
        yield f"{capital(said.page['after_end'])}."
    if deal.assumed and deal.outcome != "void":
        yield said.page["assumed"]


def _finding(place: int, finding: ReportFinding, page: DealPage, said: Phrases) -> FindingEntry:
    parts = [finding.code]
    if finding.law is not None:
        parts.append(said.page_words("law", law=finding.law))
    parts.append(said.words["statuses"].get(finding.status or "", said.words["severities"][finding.severity]))
    if finding.by is not None:
        role = said.words["roles"][finding.by]
        name = page.names.get(finding.by)
        parts.append(said.page_words("by_whom", name=name, role=role) if name else role)
    if finding.trick is not None:
        parts.append(f"{said.page['trick']} {finding.trick}")
    parts.append(said.page_words("at", at=finding.at))
    return FindingEntry(
        number=place,
        code=finding.code,
        open=finding.status == "open",
        heading=" · ".join(parts),
        message=finding.message,
        ruling=finding.ruling,
        evidence=tuple(_evidence(finding.evidence, said)),
        options=tuple([_option(option, said) for option in finding.options]),
    )


def _evidence(evidence: dict[str, Any], said: Phrases) -> Iterator[Fact]:
    for name, value in evidence.items():
        if name not in _UNSAID:
            yield said.evidence.get(name, name), _value(name, value, said)


def _value(name: str, value: Any, said: Phrases) -> str:
    tables = {"suit": "suits", "holder": "roles", "adversary": "roles", "entry": "entries", "category": "categories"}
    if value is None:
        return number(None)
    if isinstance(value, dict):
        return call_words(said.words, value) if "what" in value else msgspec.json.encode(value).decode()
    if name in _CARDS:
        return said.cards(value)
    if name in tables:
        return said.words[tables[name]].get(value, str(value))
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _option(option: ReportOption, said: Phrases) -> str:
    taken = said.page[f"option_{msgspec.json.encode(option.taken).decode()}"]
    sentence = said.page_words(
        "option",
        by=said.words["roles"][option.by],
        may=said.words["options"].get(option.may, option.may),
        until=said.words["limits"].get(option.until, option.until),
    )
    return f"{capital(sentence)} ({taken})."


def _coverage(deal: DealReport, said: Phrases) -> Iterator[Fact]:
    lists = {
        "checked": deal.checked,
        "laws_not_checkable": deal.not_checkable,
        "unrecorded": deal.unrecorded,
        "not_judged": deal.not_judged,
    }
    for name, laws in lists.items():
        if laws:
            yield said.page[name], in_ranges(laws)


def in_ranges(numbers: Sequence[int]) -> str:
    """Give rising numbers shortly: ``1, 3–6, 28``."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _facts(game: Game, report: Report, said: Phrases) -> Iterator[Fact]:
    place = f", {report.record.file}:{report.record.line}" if report.record.file else ""
    yield said.page["game"], f"{game.id}{place}"
    for name in _OF_GAME:
        value = getattr(game, name)
        if value is not UNSET:
            yield said.page[name], value
    if game.source is not UNSET:
        parts = (game.source.author, game.source.title, game.source.where, game.source.year)
        yield said.page["source"], ", ".join([str(part) for part in parts if part is not UNSET])
    target = said.page_words("target", target=report.target) if report.target else said.page["no_target"]
    yield said.page["rules"], f"{report.rules}, {target}"
    if report.conventions:
        agreed_on = [f"{name} = {_plain(value)}" for name, value in report.conventions.items()]
        yield said.page["conventions"], ", ".join(agreed_on)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def result_facts(report: Report, names: dict[Seat, str], said: Phrases) -> Iterator[Fact]:
    """Give the result of a game, and whether the table wrote the same."""
    result = report.result
    if result is None:
        return
    yield said.page["winner_is"], said.page["nobody"] if result.winner is None else names[result.winner]
    yield said.page["total"], f"{names['A']} {number(result.score.A)}, {names['B']} {number(result.score.B)}"
    yield said.page["ended"], said.words["endings"][result.ended]
    if result.settlement is not None:
        yield said.page["settlement"], said.page_words("points", points=result.settlement)
    if result.agrees is not None:
        yield said.page["agrees"], said.page["agrees_true" if result.agrees else "agrees_false"]
    yield said.page["verdict"], said.words["verdicts"][report.verdict]
