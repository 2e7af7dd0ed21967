"""An audit as text: the page of a game, printed on a terminal or to a file. Knows nothing of how the page was made."""

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from piquet_records.cards.pack import SUIT_SIGNS
from piquet_records.cards.terms import ADVERSARY, ROLES
from piquet_records.render.deal_page import UNKNOWN, DealPage, TrickRow
from piquet_records.render.game_page import DealEntry, Fact, FindingEntry, GamePage
from piquet_records.render.phrases import Phrases
from piquet_records.render.step_sentences import StepSentence

_CARD: Final = 2
"""The width of a card without its suit."""


def print_page(page: GamePage, console: Console) -> None:
    """Print the page of a game."""
    console.print(Text(page.title, "bold"))
    if page.pending:
        _print_heading(page.phrases.page["pending_heading"], console)
        for sentence in page.pending:
            console.print(Padding(sentence, (0, 0, 0, 2)))
        console.print()
    _print_facts(page.facts, console)
    _print_note(page.notes, console)
    for deal in page.deals:
        _print_deal(deal, page.phrases, console)
    words = page.phrases.page
    if page.steps:
        _print_heading(words["steps"], console)
        _print_indented(_sentences(page.steps, {}), console)
    _print_heading(words["result"], console)
    _print_facts(page.result, console)
    if not page.complete:
        console.print(page.phrases.summary["incomplete"])


def _print_deal(deal: DealEntry, phrases: Phrases, console: Console) -> None:
    page, words = deal.page, phrases.page
    console.print()
    console.print(Text(deal.heading, "bold"))
    console.rule(style="dim")
    for remark in deal.remarks:
        console.print(Text(remark, "italic"))
    _print_note(page.notes, console)
    _print_heading(words["hands"], console)
    _print_indented(_hands(page, console.width), console)
    for heading, sentences in (
        ("dealing", page.dealing),
        ("exchange", page.exchange),
        ("declarations", page.declarations),
    ):
        if sentences:
            _print_heading(words[heading], console)
            _print_indented(_sentences(sentences, page.names), console)
        if heading == "exchange" and page.talon_left:
            console.print(Padding(page.talon_left, (0, 0, 0, 2)))
    if page.play:
        _print_heading(words["play"], console)
        _print_play(page, phrases, console)
    if deal.findings:
        _print_heading(words["findings"], console)
        for finding in deal.findings:
            _print_finding(finding, phrases, console)
    _print_heading(words["score"], console)
    _print_indented(_score(page, phrases), console)
    _print_facts((deal.totals,), console)
    if page.has_unknown:
        console.print(Padding(Text(words["not_checkable"], "dim"), (0, 0, 0, 2)))
    if deal.coverage:
        _print_heading(words["coverage"], console)
        _print_facts(deal.coverage, console)


def _print_heading(text: str, console: Console) -> None:
    console.print()
    console.print(Text(text, "bold"))


def _print_note(notes: str, console: Console) -> None:
    if notes:
        console.print(Padding(Text(notes, "dim"), (0, 0, 0, 2)))


def _print_indented(table: Table, console: Console) -> None:
    console.print(Padding(table, (0, 0, 0, 2), expand=False))


def _print_facts(facts: Iterable[Fact], console: Console) -> None:
    table = _grid()
    for label, value in facts:
        table.add_row(Text(label, "dim"), Text(value, overflow="fold"))
    _print_indented(table, console)


def _grid(*, header: bool = False) -> Table:
    return Table(box=None, show_header=header, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")


def _hands(page: DealPage, width: int) -> Table:
    """Return the table of the hands; no label is broken if a card of each suit fits beside the labels."""
    rows = []
    before = None
    for row in page.hands:
        who = page.names[row.who] if row.who else ""
        name, label = ("" if who == before else who, row.label) if who else (row.label, "")
        rows.append((Text(name, "bold" if who else ""), label, row.suits, row.more))
        before = who
    labels = max(name.cell_len for name, *_ in rows) + max(cell_len(label) for _, label, *_ in rows)
    whole = labels + len(SUIT_SIGNS) * _CARD + 2 * (2 + len(SUIT_SIGNS)) <= width
    table = _grid(header=True)
    for _ in range(2):
        table.add_column("", overflow="fold", no_wrap=whole)
    for heading in SUIT_SIGNS.values():
        table.add_column(heading, min_width=_CARD)
    if any(more for *_, more in rows):
        table.add_column("", overflow="fold")
    for first, label, suits, more in rows:
        table.add_row(first, label, *map(Text, suits), *([more] if more else []))
    return table


def _sentences(sentences: Iterable[StepSentence], names: dict[str, str]) -> Table:
    table = _grid()
    before = None
    for sentence in sentences:
        name = names.get(sentence.who, sentence.who)
        table.add_row(Text("" if name == before else name, "bold"), Text(f"{sentence.text}{_marks(sentence.marks)}"))
        before = name
    return table


def _marks(marks: Iterable[int]) -> str:
    return "".join(f" [{mark}]" for mark in marks)


def _print_play(page: DealPage, phrases: Phrases, console: Console) -> None:
    """Print the tricks as a table; sentences about steps between tricks divide it."""
    words = phrases.page
    counts = ", ".join(
        f"{name} {count}" for name, count in zip(page.names.values(), page.counts_before_play, strict=True)
    )
    console.print(Padding(Text(f"{words['before_first']}{words['colon']}{counts}"), (0, 0, 0, 2)))
    names, widths = _fitting(page, phrases, console.width)
    table = _tricks_table(_headings(names, phrases), widths)
    for row in page.play:
        if isinstance(row, TrickRow):
            style = "strike dim" if row.taken_back else ""
            table.add_row(*[Text(cell, style) for cell in _trick(row, names, phrases)])
            continue
        if table.row_count:
            _print_indented(table, console)
            table = _tricks_table([], widths)
        console.print(Padding(Text(f"{page.names[row.who]} {row.text}{_marks(row.marks)}", "italic"), (0, 0, 0, 4)))
    if table.row_count:
        _print_indented(table, console)


def _fitting(page: DealPage, phrases: Phrases, width: int) -> tuple[dict[str, str], list[int]]:
    """Return what the players are called in the table of tricks, and the widths of its columns.

    They are called by name if the table then fits the width, else by role, else by the initials of the roles.
    """
    rows = [row for row in page.play if isinstance(row, TrickRow)]
    widths: list[int] = []
    initials = {role: name[:1].upper() for role, name in phrases.roles.items()}
    for names in (page.names, phrases.roles, initials):
        cells = [_headings(names, phrases), *(_trick(row, names, phrases) for row in rows)]
        widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
        if sum(widths) + 2 * len(widths) <= width:
            return names, widths
    return names, [0] * len(widths)


def _headings(names: dict[str, str], phrases: Phrases) -> list[str]:
    words = phrases.page
    return [words["trick"], words["lead"], words["follow"], words["winner"], *[names[role] for role in ROLES], ""]


def _tricks_table(headings: list[str], widths: list[int]) -> Table:
    table = _grid(header=bool(headings))
    for column, width in enumerate(widths):
        right = column in (0, 4, 5)
        heading = headings[column] if headings else ""
        table.add_column(heading, justify="right" if right else "left", min_width=width, overflow="fold")
    return table


def _trick(row: TrickRow, names: dict[str, str], phrases: Phrases) -> list[str]:
    return [
        str(row.number),
        f"{names[row.leader]} {row.lead}",
        f"{names[ADVERSARY[row.leader]]} {row.follow}" if row.follow else "",
        names[row.winner] if row.winner else UNKNOWN,
        row.elder,
        row.younger,
        f"{phrases.page['taken_back'] if row.taken_back else ''}{_marks(row.marks)}".strip(),
    ]


def _print_finding(finding: FindingEntry, phrases: Phrases, console: Console) -> None:
    grid = _grid()
    style = "bold red" if finding.open else "bold"
    grid.add_row(Text(f"[{finding.number}]", style), Text(finding.heading, style))
    grid.add_row("", Text(finding.message))
    if finding.ruling:
        grid.add_row("", Text(finding.ruling))
    if finding.evidence:
        facts = phrases.page["semicolon"].join(f"{label} {value}" for label, value in finding.evidence)
        grid.add_row("", Text(f"{phrases.page['evidence']}{phrases.page['colon']}{facts}", "dim"))
    for option in finding.options:
        grid.add_row("", Text(option))
    _print_indented(grid, console)


def _score(page: DealPage, phrases: Phrases) -> Table:
    words = phrases.page
    table = _grid(header=True)
    table.add_column(overflow="fold")
    for heading in [words["as_ruled"], words["as_played"]] if page.as_played_differs else [words["same"]]:
        for name, above in zip(page.names.values(), (heading, ""), strict=True):
            table.add_column(f"{above}\n{name}", justify="right", min_width=cell_len(name))
    for row in page.score:
        style = "bold" if row is page.score[-1] else ""
        values = (*row.ruled, *row.played) if page.as_played_differs else row.ruled
        table.add_row(*[Text(value, style) for value in (row.label, *values)])
    if page.written:
        table.add_row(words["written"], *page.written)
    return table
