"""Two records of a disputed game side by side, as text: where they differ, and what each comes to.

Knows only how a comparison looks; what differs and what depends on it is worked out in ``ruling/comparing.py``.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from piquet_records.cards.terms import ROLES
from piquet_records.record.game import Deal, Game
from piquet_records.record.steps import Call
from piquet_records.render.deal_page import player_name, points_text
from piquet_records.render.phrases import Phrases, capital, phrases_in
from piquet_records.render.step_sentences import call_sentences, step_sentence
from piquet_records.report.build import build_report
from piquet_records.report.model import Report
from piquet_records.ruling.comparing import CONTRADICTIONS, Comparison, Difference, FindingKey, Trial
from piquet_records.ruling.judged import JudgedGame

_OF_PLAYERS: Final = ("hands", "held", "score")
_CARDS: Final = ("hands", "held", "talon")


def print_comparison(comparison: Comparison, names: tuple[str, str], lang: str, console: Console) -> None:
    """Print a comparison; ``names`` are what the two records are called, such as their files."""
    phrases = phrases_in(lang)
    words = phrases.compare
    reports = build_report(comparison.first, lang=lang), build_report(comparison.second, lang=lang)
    console.print(Text(words["same" if comparison.same_outcome else "different"], "bold"))
    console.print()
    _print_outcomes(comparison, reports, names, phrases, console)
    _print_findings(comparison, reports, names, phrases, console)
    _print_differences(comparison, names, phrases, console)
    if comparison.ignored:
        console.print()
        console.print(Text(f"{words['ignored']}{phrases.page['colon']}{', '.join(comparison.ignored)}.", "dim"))


def _print_outcomes(
    comparison: Comparison, reports: tuple[Report, Report], names: tuple[str, str], phrases: Phrases, console: Console
) -> None:
    table = _side_by_side(phrases.compare["comes_to"], names)
    verdicts = [phrases.words["verdicts"][report.verdict] for report in reports]
    table.add_row(phrases.page["verdict"], *verdicts)
    sides = (comparison.first, comparison.second)
    for number in range(1, max(len(judged.deals) for judged in sides) + 1):
        deal = phrases.page_words("deal", deal=number)
        table.add_row(f"{deal}, {phrases.page['as_ruled']}", *[_score(judged, number, "as_ruled") for judged in sides])
        table.add_row(
            f"{deal}, {phrases.page['as_played']}", *[_score(judged, number, "as_played") for judged in sides]
        )
    winners = [
        player_name(side.game, side.result.winner) if side.result.winner else phrases.page["nobody"] for side in sides
    ]
    table.add_row(phrases.page["winner_is"], *winners)
    console.print(table)


def _score(judged: JudgedGame, number: int, which: str) -> str:
    """Return both players' points in a deal by name; empty if the record has no such deal."""
    if number > len(judged.deals):
        return ""
    deal = judged.deals[number - 1]
    score = getattr(deal.scores, which)
    return ", ".join(
        f"{player_name(judged.game, deal.case.seat(role))} {points_text(score.of(role).total)}" for role in ROLES
    )


def _print_findings(
    comparison: Comparison, reports: tuple[Report, Report], names: tuple[str, str], phrases: Phrases, console: Console
) -> None:
    for keys, report, name in zip((comparison.only_first, comparison.only_second), reports, names, strict=True):
        for key in keys:
            console.print()
            heading = phrases.compare["only_in"].format(name=name, deal=key.deal)
            console.print(Text(f"{heading}{phrases.page['colon']}{key.code}", "bold"))
            console.print(Text(_message(report, key), style=""))
            console.print(Text(_cause(comparison.causes(key), phrases), "dim"))


def _message(report: Report, key: FindingKey) -> str:
    """Return the sentences of a finding, its ruling after its message."""
    found = next(
        finding
        for finding in report.deals[key.deal - 1].findings
        if (finding.code, finding.by or "") == (key.code, key.by)
    )
    return f"{found.message} {found.ruling}".strip()


def _cause(numbers: tuple[int, ...], phrases: Phrases) -> str:
    if not numbers:
        return phrases.compare["by_several"]
    key = "by_one" if len(numbers) == 1 else "by_each"
    return phrases.compare[key].format(numbers=", ".join(map(str, numbers)))


def _print_differences(comparison: Comparison, names: tuple[str, str], phrases: Phrases, console: Console) -> None:
    console.print()
    if not comparison.trials:
        console.print(Text(phrases.compare["no_difference"]))
        return
    table = _side_by_side(phrases.compare["differences"], names)
    for number, trial in enumerate(comparison.trials, start=1):
        sides = (
            (comparison.first.game, trial.difference.first),
            (comparison.second.game, trial.difference.second),
        )
        cells = [_value(trial.difference, game, value, phrases) for game, value in sides]
        place = f"{number}. {_place(trial.difference, comparison.first.game, phrases)}"
        table.add_row(place, *cells)
        table.add_row("", Text(_effect(trial, comparison, phrases), "dim"), "")
    console.print(table)


def _effect(trial: Trial, comparison: Comparison, phrases: Phrases) -> str:
    """Return what the difference by itself makes of the first record."""
    words = phrases.compare
    if trial.judged is None:
        return words["not_alone"]
    if trial.impossible:
        return words["impossible"].format(
            codes=", ".join(sorted({key.code for key in trial.comes} & {*CONTRADICTIONS}))
        )
    parts = [words["comes"].format(code=key.code) for key in trial.comes]
    parts += [words["goes"].format(code=key.code) for key in trial.goes]
    deal = trial.difference.deal
    if deal is not None and deal <= min(len(trial.judged.deals), len(comparison.first.deals)):
        before, after = (_score(judged, deal, "as_ruled") for judged in (comparison.first, trial.judged))
        parts += [words["score_alone"].format(score=after)] if before != after else []
    return words["alone"].format(effects="; ".join(parts)) if parts else words["alone_nothing"]


def _place(difference: Difference, game: Game, phrases: Phrases) -> str:
    """Return where a difference is, in words: deal, list and trick, or the field."""
    name = phrases.compared_fields.get(difference.field, difference.field)
    if difference.deal is None:
        return capital(name)
    deal = phrases.page_words("deal", deal=difference.deal)
    if len(difference.path) == 2:
        return deal
    if difference.field in _OF_PLAYERS and len(difference.path) > 3:
        name = f"{name}, {phrases.words['roles'][str(difference.path[3])]}"
    if difference.field in ("play", "counts") and difference.at is not None:
        play = game.deals[difference.deal - 1].play or ()
        before = sum(1 for entry in play[: difference.at[0]] if isinstance(entry, str))
        trick = difference.at[0] + 1 if difference.field == "counts" else before + 1
        name = f"{name}, {phrases.page['trick']} {trick}"
    return f"{deal}, {name}"


def _value(difference: Difference, game: Game, value: Any, phrases: Phrases) -> str:
    """Return what one record has at a difference, in words; an entry of a list a line."""
    if value is None or value == []:
        return phrases.compare["nothing"]
    if difference.at is not None and isinstance(value, list):
        return "\n".join(_entries(difference, game, value, phrases))
    if difference.field in _CARDS and isinstance(value, str):
        return phrases.cards(value)
    if difference.field == "dealer":
        return player_name(game, value)
    return value if isinstance(value, str) else _plain(value)


def _entries(difference: Difference, game: Game, entries: list[Any], phrases: Phrases) -> Iterator[str]:
    deal = game.deals[(difference.deal or 1) - 1]
    for entry in entries:
        if isinstance(entry, dict):
            yield _step(difference.field, deal, game, entry, phrases)
        elif isinstance(entry, str):
            yield phrases.cards(entry)
        else:
            yield ", ".join("–" if count is None else str(count) for count in entry)


def _step(field: str, deal: Deal, game: Game, entry: dict[str, Any], phrases: Phrases) -> str:
    """Return a step in words, after the name of its player."""
    step: Any = msgspec.convert(entry, _step_type(field))
    names: dict[str, str] = {role: player_name(game, seat) for role, seat in deal.seats.items()}
    if isinstance(step, Call):
        said = call_sentences(step, phrases)
        return " ".join([f"{names[sentence.who]}{phrases.page['colon']}{sentence.text}" for sentence in said])
    return f"{names[entry['by']]} {step_sentence(step, phrases)}"


def _step_type(field: str) -> Any:
    """Return the type of the steps of a list, as the record's own type says it."""
    from piquet_records.record import steps

    return {
        "dealing": steps.DealingStep,
        "exchange": steps.ExchangeStep,
        "declarations": steps.DeclarationStep,
        "play": steps.PlayStep,
    }[field]


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _side_by_side(title: str, names: tuple[str, str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", expand=False)
    table.add_column(title, overflow="fold", min_width=16)
    for name in names:
        table.add_column(Text(name), overflow="fold")
    return table
