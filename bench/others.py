"""Well-known programs of other games: PokerKit replays poker hands, python-chess reads games; both check the rules.

Each runs on one core, on random hands and games. A library that is not installed is left out.
"""

import importlib.util
import io
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from bench.figures import Figure

SAMPLES: Final = 50
"""The number of different hands or games that are read repeatedly."""
MOST_PLIES: Final = 80


def figures(*, patience: float) -> Iterator[Figure]:
    """Yield how many hands and games are read a second; each is measured for ``patience`` seconds."""
    for module, name, measure in (("pokerkit", "PokerKit", _poker), ("chess", "python-chess", _chess)):
        if importlib.util.find_spec(module) is None:
            yield Figure(f"{name} is not installed", "not measured")
        else:
            yield measure(patience)


def _poker(patience: float) -> Figure:
    from pokerkit import HandHistory

    random = Random(1)
    hands = [_hand(random) for _ in range(SAMPLES)]

    def replay(text: str) -> int:
        return sum(1 for _ in HandHistory.loads(text))

    count, actions = _a_second(hands, replay, patience)
    return Figure("PokerKit: replay a hand of six players", f"{count:,.0f} hands/s", f"{actions:,.0f} states/s")


def _hand(random: Random) -> str:
    """Play a hand at random, and return it in PokerKit's notation."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    by_itself = tuple(kind for kind in Automation if kind.name not in ("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING"))
    game = NoLimitTexasHoldem(by_itself, True, 0, (1, 2), 2)
    state: Any = game((200,) * 6, 6)
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    random.shuffle(pack)
    while state.status:
        if state.can_burn_card():
            state.burn_card(pack.pop())
        elif state.can_deal_hole():
            state.deal_hole(pack.pop() + pack.pop())
        elif state.can_deal_board():
            state.deal_board("".join(pack.pop() for _ in range(state.board_dealing_count)))
        elif state.can_complete_bet_or_raise_to() and random.random() < 0.15:
            state.complete_bet_or_raise_to()
        elif state.can_fold() and random.random() < 0.4:
            state.fold()
        else:
            state.check_or_call()
    written: str = HandHistory.from_game_state(game, state).dumps()
    return written


def _chess(patience: float) -> Figure:
    import chess.pgn

    random = Random(1)
    games = [_game(random) for _ in range(SAMPLES)]

    def read(text: str) -> int:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
        return game.end().ply()

    count, plies = _a_second(games, read, patience)
    return Figure("python-chess: read a game", f"{count:,.0f} games/s", f"{plies:,.0f} moves/s")


def _game(random: Random) -> str:
    """Play a game at random, and return it as PGN."""
    import chess
    import chess.pgn

    board = chess.Board()
    while not board.is_game_over() and board.ply() < MOST_PLIES:
        board.push(random.choice(list(board.legal_moves)))
    return str(chess.pgn.Game.from_board(board))


def _a_second(texts: list[str], read: Callable[[str], int], patience: float) -> tuple[float, float]:
    """Read texts for some time. Return how many a second, and how many of their steps a second."""
    began = time.perf_counter()
    count = steps = 0
    again = cycle(texts)
    while (taken := time.perf_counter() - began) < patience or not count:
        steps += read(next(again))
        count += 1
    return count / taken, steps / taken
