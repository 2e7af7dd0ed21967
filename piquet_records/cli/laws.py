"""``piquet laws``: lists the laws, or explains one with an example."""

import re
import shutil
import textwrap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from piquet_records.cli.common import Lang, captured_console

if TYPE_CHECKING:
    from piquet_records.laws import Law


_INDENT: Final = "    "


def laws(
    number: Annotated[
        str | None, typer.Argument(metavar="N", help="A law's number, or a finding code such as usage-turn.")
    ] = None,
    lang: Lang = "en",
) -> None:
    """List the laws, or explain one.

    The list has the finding codes of each law; an explanation ends with an example. The explanations are in English;
    --lang sets the language of the example.
    """
    if number is None:
        _print_list()
        return
    from piquet_records.laws import page

    law = _asked(number)
    print(_filled(page(law)))
    _print_example(law, lang)


def _print_list() -> None:
    from piquet_records.laws import LAWS, title
    from piquet_records.ruling.status import OF_RECORD

    listed = [*((law.NUMBER or "", title(law), law.FAULTS) for law in LAWS), ("", "The record itself", OF_RECORD)]
    for number, name, faults in listed:
        print(f"{number:>2}  {name}")
        for code, severity in faults.items():
            print(f"      {code} ({severity.value})")


def _asked(asked: str) -> "Law":
    from piquet_records.laws import BY_CODE, LAWS, NUMBERED

    if asked.isdecimal() and int(asked) in NUMBERED:
        return NUMBERED[int(asked)]
    found = BY_CODE.get(asked) or next(
        (law for law in LAWS if any(code.partition(".")[0] == asked for code in law.FAULTS)), None
    )
    if found is None:
        unnumbered = sorted({code.partition(".")[0] for law in LAWS if law.NUMBER is None for code in law.FAULTS})
        message = f"no law {asked!r}; there are 1 to {max(NUMBERED)}, and without number {', '.join(unnumbered)}"
        raise typer.BadParameter(message)
    return found


def _filled(text: str) -> str:
    """Fill the indented paragraphs of a page to the width of the terminal.

    A paragraph ends if a line ends with a sentence and the next line begins with a capital letter or a finding code.
    """
    parts: list[str] = []
    for line in text.splitlines():
        within = line.startswith(_INDENT) and parts and parts[-1].startswith(_INDENT)
        if within and not (parts[-1].endswith(".") and re.match(r"\s+([A-Z]|law-|usage-)", line)):
            parts[-1] += f" {line.strip()}"
        else:
            parts.append(line)
    width = shutil.get_terminal_size().columns
    return "\n".join(
        [
            textwrap.fill(part, width, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False)
            for part in parts
        ]
    )


def _print_example(law: "Law", lang: str) -> None:
    from piquet_records.laws.samples import record_text, samples
    from piquet_records.record.game import Game
    from piquet_records.record.reading import decode
    from piquet_records.render.game_page import game_page
    from piquet_records.render.text import print_page
    from piquet_records.report.build import build_report
    from piquet_records.ruling.judge import judge_game

    folder = next(iter(law.FAULTS)).partition(".")[0]
    example = next((sample for sample in samples() if sample.folder == folder and sample.example), None)
    if example is None:
        return
    game = decode(record_text(example).encode())
    if isinstance(game, Game):
        print(_filled(f"\n\nThe example\n{_INDENT}{example.about}"), end="\n\n")
        with captured_console() as console:
            judged = judge_game(game)
            print_page(game_page(judged, build_report(judged, lang=lang), lang), console)
