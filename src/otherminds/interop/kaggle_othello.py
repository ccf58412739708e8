"""Positions of Othello as Kaggle's environment of that game tells them: its viewer draws them.

Its squares have the numbers that ours have: by rows from a1, then the pass.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from otherminds.contracts import Game, State

__all__ = ["board_text", "is_usual"]

_SIZE = 8
_BLACK, _WHITE = "x", "o"


def is_usual(game: Game) -> bool:
    """Whether this is Othello on the usual board by the usual rules."""
    return game.name == "othello" and game.options == {"size": _SIZE, "draw_is_white_win": False}


def board_text(state: State, moves: Sequence[str]) -> str:
    """What all agents see of a position, as JSON.

    Args:
        state: of the usual game.
        moves: the moves that led to it, as they are called.
    """
    facts = state.to_dict()
    names = (_BLACK, _WHITE) if facts["to_move"] == 0 else (_WHITE, _BLACK)
    discs = {
        name: int(facts[whose], 16) for name, whose in zip(names, ("own", "opponent"), strict=True)
    }
    squares = ["" for _ in range(_SIZE * _SIZE)]
    for name, bits in discs.items():
        for square in range(_SIZE * _SIZE):
            if bits >> square & 1:
                squares[square] = name
    over = state.is_terminal()
    winner = None
    if over:
        black, white = (discs[name].bit_count() for name in (_BLACK, _WHITE))
        winner = "draw" if black == white else _BLACK if black > white else _WHITE
    legal = state.legal_actions()
    return json.dumps(
        {
            "board": [squares[_SIZE * row : _SIZE * (row + 1)] for row in range(_SIZE)],
            "rows": _SIZE,
            "columns": _SIZE,
            "current_player": "terminal" if over else names[0],
            "is_terminal": over,
            "winner": winner,
            "disks": {name: discs[name].bit_count() for name in (_BLACK, _WHITE)},
            "last_move": moves[-1] if moves else None,
            "move_history": list(moves),
            "move_number": len(moves),
            "must_pass": legal == [_SIZE * _SIZE],
        }
    )
