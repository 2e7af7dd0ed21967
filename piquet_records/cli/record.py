"""``piquet record``: a game typed at a terminal, card by card."""

import os
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from piquet_records.cli.common import INVALID, Lang, print_faults
from piquet_records.cli.convert import Letters
from piquet_records.cli.new import Date, Names, Profile, heading_of

if TYPE_CHECKING:
    from piquet_records.notation.prompts import Counting
    from piquet_records.notation.session import Session
    from piquet_records.rules.parameters import Rules

_GAME: Final = re.compile(r"^[ \t]*game[ \t]*:", re.IGNORECASE | re.MULTILINE)
_QUIT: Final = ("quit", "q")
_BACK: Final = ("back", "undo")


def record(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A .piquet file: a new one, or one to go on with.")],
    players: Names = None,
    rules: Profile = None,
    date: Date = None,
    letters: Letters = "en",
    lang: Lang = "en",
) -> None:
    """Record a game at a terminal, deal by deal and card by card.

    Each answer is looked at: what cannot be is refused with the reason. The winner of each trick and the running
    counts are told. `back` takes back the last entry, `show` shows the deal, `help` says more, and `quit` leaves.
    Everything is saved after each line; the same command goes on with the last game of the file. Comments within that
    game are not kept.
    """
    from piquet_records.notation.letters import Style
    from piquet_records.notation.session import Session

    if not file.lower().endswith(".piquet"):
        message = f"{file!r} should end in .piquet; `piquet convert` makes JSON of it"
        raise typer.BadParameter(message)
    before, game, language = _opened(file) if os.path.exists(file) else ("", None, letters)
    if game is None:
        game = heading_of(players, rules, date).document()
    session = Session(game, Style(language), _counting(game), lang)
    _talk(session, file, before)


def _opened(file: str) -> tuple[str, dict[str, Any], Any]:
    """Return what stands before the last game of a file, that game, and the language of its cards."""
    from piquet_records.notation.reader import read_games
    from piquet_records.record.reading import RecordFault

    with open(file, encoding="utf-8-sig") as stream:
        text = stream.read()
    *_, last = read_games(text)
    wrong = tuple(fault for fault in last.faults if not fault.at and "is missing" not in fault.message)
    if wrong:
        print_faults(RecordFault(file, last.line, wrong))
        raise typer.Exit(INVALID)
    *_, start = _GAME.finditer(text)
    return text[: start.start()], last.document, last.language


def _counting(game: dict[str, Any]) -> "Counting":
    """Return how the deals of a game are counted, by its rules."""
    import msgspec
    from msgspec import UNSET

    from piquet_records.notation.prompts import Counting
    from piquet_records.record.game import DEFAULT_RULES
    from piquet_records.rules.parameters import Overrides, agreed, profile

    conventions = msgspec.convert(game["conventions"], Overrides) if "conventions" in game else UNSET
    rules = agreed(profile(game.get("rules", DEFAULT_RULES)).rules, conventions, game.get("target", UNSET))
    return Counting(lambda deal: _running(deal, rules), lambda deal: _final(deal, rules))


def _running(deal: Any, rules: "Rules") -> tuple[int | None, int | None]:
    from piquet_records.scoring.timeline import replay

    *_, last = replay(deal, rules)
    return last.counts


def _final(deal: Any, rules: "Rules") -> tuple[int | None, int | None]:
    from piquet_records.scoring.deal_score import score
    from piquet_records.trace.walk import replay_deal

    both = score(replay_deal(deal), rules)
    return both.elder.total, both.younger.total


def _talk(session: "Session", file: str, before: str) -> None:
    """Ask and answer until the game is over or the player leaves."""
    from piquet_records.notation.prompts import RefusedError, words

    answers = words(session.lang)["answers"]
    _save(session, file, before)
    while True:
        finished = session.stage == "result"
        print(answers["asked"].format(question=session.question()), end="", flush=True)
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text.casefold() in _QUIT:
            print("" if line else "\n", end="")
            print(answers["saved"])
            return
        if text.casefold() in ("help", "?", "show"):
            print(answers["help"] if text.casefold() != "show" else session.shown())
            continue
        try:
            said = session.take_back() if text.casefold() in _BACK else session.answer(text)
        except RefusedError as error:
            print(f"  {error}")
            continue
        _save(session, file, before)
        if said:
            print(f"  {said}")
        if finished and session.stage == "result":
            return


def _save(session: "Session", file: str, before: str) -> None:
    from piquet_records.files import open_to_write

    with open_to_write(file) as stream:
        stream.write(f"{before}{session.text()}".encode())
