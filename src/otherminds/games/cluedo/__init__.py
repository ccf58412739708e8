"""Cluedo: who, with what, where (Pratt 1949).

Three cards lie in an envelope and everybody holds some of the others. In turn the players walk from
room to room and suggest a suspect, a weapon and the room; who is asked and holds one of these cards
shows one to the asker alone. Who names the envelope wins.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.cluedo.beliefs import (
    KINDS,
    Deduction,
    believed,
    chances,
    deals,
    deductions,
    entropy,
    envelopes,
    hidden_facts,
    sheet,
)
from otherminds.games.cluedo.narration import certainties, ending, goal, notes, seat_name, told, why
from otherminds.games.cluedo.picture import drawing

__all__ = [
    "KINDS",
    "Deduction",
    "believed",
    "certainties",
    "chances",
    "deals",
    "deductions",
    "drawing",
    "ending",
    "entropy",
    "envelopes",
    "goal",
    "hidden_facts",
    "make",
    "notes",
    "seat_name",
    "sheet",
    "told",
    "why",
]


def make(**options: Any) -> _core.Game:
    """Cluedo.

    ``rules`` is ``"official"`` or ``"ledford"``, the simplified game of Ledford 2018. It decides
    all options of the second list that are left empty; ``game.options`` shows what came out.

    Args:
        options: of the game:

            - ``players`` (4): 2 to 6. Left-over cards are the first seats', or lie open.
            - ``cards`` (``"uk"``): ``"us"`` has a wrench and a Scarlet; or names of one's own, as
              in ``"A, B; C, D; E, F"`` for 2 to 10 suspects, 2 to 10 weapons and 2 to 9 rooms.
            - ``dice`` (1): 1 or 2.
            - ``turns`` (4000): after so many nobody has won, up to 60,000.
            - ``reenter`` (false): one may leave a room and enter it again in the same move.

            Decided by ``rules``, the official choice first:

            - ``leftovers``: cards that do not share out evenly are ``"dealt"`` or lie ``"open"``.
            - ``moves``: ``"free"`` to any square or room in reach, or ``"towards"`` a room by the
              shortest way.
            - ``exits``: a room is left by ``"any"`` door, or by that of ``"entry"``.
            - ``rolls``: the die is ``"chosen"``, after looking at the alternatives, or
              ``"automatic"`` at the start of a turn.
            - ``suggestions``: in a room just entered they are ``"free"``, or ``"forced"``.
            - ``accusations``: ``"any"`` time of the own turn, or at its ``"start"``.
            - ``failures``: a wrong accusation is ``"announced"``, or ``"hidden"`` but for the fact.
            - ``losers``: the pawn of a wrong accuser that stands before a door goes ``"inside"``,
              or it will ``"stay"``.
            - ``last``: the last who has not accused wrongly ``"plays"`` on, or ``"wins"``.
            - ``pawns``: ``"all"`` suspects are on the board, or those of ``"players"``.

            Quirks of Ledford's program, on only when asked for:

            - ``doors``: rooms are entered by the ``"nearest"`` door, or the ``"first"`` of a list.
            - ``dragged``: with exits by the door of entry, that of a pawn which was brought is the
              ``"suggester"``'s door, or the ``"first"`` of the list.
            - ``starts``: the squares of the ``"board"``, or of the ``"program"`` (4 players).

    Examples:
        >>> game = make(rules="ledford")
        >>> game.options["moves"], game.options["doors"], game.action_count
        ('towards', 'nearest', 682)
        >>> make(players=3, leftovers="open").seats
        3
    """
    return _core.make_game("cluedo", options)
