"""``piquet simulate``: writes games played by simulated players."""

from typing import Annotated, Literal

import typer

from piquet_records.cli.progress import with_progress

ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.zst")


def simulate(
    games: Annotated[int, typer.Argument(metavar="N", min=1, help="How many games.")],
    out: Annotated[
        str, typer.Argument(metavar="OUT", help="A file (.jsonl, or with .gz or .zst), or - for standard output.")
    ] = "-",
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    policy: Annotated[
        Literal["sensible", "random"],
        typer.Option(help="They play with some judgement, or at random."),
    ] = "sensible",
    rules: Annotated[str, typer.Option(metavar="PROFILE", help="The rules profile they play by.")] = "classic",
    faults: Annotated[
        float, typer.Option(metavar="RATE", min=0.0, max=1.0, help="The share of games that get a fault, from 0 to 1.")
    ] = 0.0,
) -> None:
    """Write games played by simulated players.

    The players keep the laws, unless faults are asked for; a game with faults names them under x.injected. The games
    are records, one a line.
    """
    from piquet_records.files import open_to_write
    from piquet_records.record.game import to_json
    from piquet_records.simulation.games import simulate as simulated_games

    if out != "-" and not out.lower().endswith(ENDINGS):
        message = f"{out!r} should end in {', '.join(ENDINGS)}, because it gets one game a line"
        raise typer.BadParameter(message)
    stream = simulated_games(games, seed, policy=policy, rules=rules, faults=faults)
    with open_to_write(out) as lines:
        for game in with_progress(stream, total=games):
            lines.write(to_json(game) + b"\n")
