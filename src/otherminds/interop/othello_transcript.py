"""Othello transcripts: the squares of a game one after another, like ``F5D6C3D3C4``.

A transcript leaves passes out, because the rules tell where they happened. Actions do have them,
so reading puts them in and writing takes them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from otherminds.contracts import FormatError, Game, IllegalActionError, State
from otherminds.games import load

__all__ = ["parse_square", "read_transcript", "replay", "write_transcript"]


def read_transcript(text: str, *, size: int = 8) -> list[int]:
    """The actions of a transcript, with a pass wherever somebody had to pass before a move.

    Squares may be in either case, with or without white space between them. The game may stop
    before its end; a pass that would come after the last square is not added.

    Args:
        text: the squares in the order in which they were played.
        size: of the board: 4, 6 or 8.

    Raises:
        FormatError: something is not a square of the board, or not a legal move there.

    Examples:
        >>> read_transcript("f5 D6 c3")
        [37, 43, 18]
        >>> read_transcript("F5D6A1")
        Traceback (most recent call last):
        ...
        otherminds.contracts.errors.FormatError: In the transcript, move 3 (a1) is not legal there.
    """
    game = load("othello", size=size)
    squares: list[int] = []
    for word in text.split():
        for written in (word[at : at + 2] for at in range(0, len(word), 2)):
            square = parse_square(written, size)
            if square is None:
                raise FormatError(
                    f"In the transcript, move {len(squares) + 1} ({written}) is not a square of "
                    f"the board; those are a1 to {game.action_text(size * size - 1)}."
                )
            squares.append(square)
    actions, _ = replay(game, squares, "the transcript")
    return actions


def write_transcript(actions: Iterable[int], *, size: int = 8) -> str:
    """The transcript of a game from its start, in capitals and without spaces.

    ``read_transcript`` gives the same actions back, save a pass at the very end.

    Args:
        actions: of both sides, passes included.
        size: of the board: 4, 6 or 8.

    Raises:
        IllegalActionError: an action is not legal where it comes. Without this check a pass that
            nobody had to make would be lost in silence.

    Examples:
        >>> write_transcript([37, 43, 18])
        'F5D6C3'
    """
    game = load("othello", size=size)
    state: State = game.initial_state()
    written = []
    for action in actions:
        state.apply_action(action)
        if action != size * size:
            written.append(game.action_text(action).upper())
    return "".join(written)


def parse_square(text: str, size: int) -> int | None:
    """The action of a square named like ``f5`` or ``F5``, or None where the board has none such.

    Examples:
        >>> parse_square("F5", 8), parse_square("f5", 4)
        (37, None)
    """
    if len(text) != 2:
        return None
    column = "abcdefgh"[:size].find(text[0].lower())
    row = "12345678"[:size].find(text[1])
    return None if column < 0 or row < 0 else row * size + column


def replay(game: Game, squares: Sequence[int], source: str) -> tuple[list[int], State]:
    """Play the squares of a record that leaves passes out, from the start of a game.

    Args:
        game: Othello on a board of any size.
        squares: the actions of the record.
        source: what the record is called in an error, for example ``the transcript``.

    Returns:
        The actions with the passes put in, and the position after the last square.

    Raises:
        FormatError: a square is not a legal move where it comes.

    Examples:
        >>> actions, state = replay(load("othello"), [37, 43, 18], "my game")
        >>> actions, state.actor()
        ([37, 43, 18], 1)
    """
    state: State = game.initial_state()
    no_move = game.action_count - 1
    actions: list[int] = []
    for number, square in enumerate(squares, 1):
        if state.legal_actions() == [no_move]:
            state.apply_action(no_move)
            actions.append(no_move)
        try:
            state.apply_action(square)
        except IllegalActionError:
            trouble = (
                "comes after the end of the game" if state.is_terminal() else "is not legal there"
            )
            raise FormatError(
                f"In {source}, move {number} ({game.action_text(square)}) {trouble}."
            ) from None
        actions.append(square)
    return actions, state
