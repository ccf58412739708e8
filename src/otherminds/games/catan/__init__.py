"""The Settlers of Catan: roll, build, trade, rob, and be the first to ten points (Teuber 1995).

Two to four players settle an island. Dice decide which land yields cards; players trade for what
they lack. Hands and development cards are hidden, and so are stolen and discarded cards.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core
from otherminds.games.catan.beliefs import believed, cards, counts, expected, hidden_facts
from otherminds.games.catan.board import CARDS, EDGES, HEXES, PORTS, RESOURCES, VERTICES, layout
from otherminds.games.catan.narration import ending, goal, notes, seat_name, told
from otherminds.games.catan.notation import notation, position
from otherminds.games.catan.phases import PHASES, phase
from otherminds.games.catan.picture import drawing

__all__ = [
    "CARDS",
    "EDGES",
    "HEXES",
    "PHASES",
    "PORTS",
    "PROFILES",
    "RESOURCES",
    "VERTICES",
    "believed",
    "cards",
    "counts",
    "drawing",
    "ending",
    "expected",
    "goal",
    "hidden_facts",
    "layout",
    "make",
    "notation",
    "notes",
    "phase",
    "position",
    "seat_name",
    "told",
]

PROFILES: dict[str, dict[str, Any]] = {
    "OBS": {"rules": "dobre"},
    "PO": {"rules": "dobre", "hidden": "cards", "offers": 3},
    "PO-VPvis": {"rules": "dobre", "hidden": "points shown", "offers": 3},
    "NOTRADE": {"rules": "dobre", "trades": "none"},
    "T11": {"rules": "dobre", "trades": "1:1"},
    "T112": {"rules": "dobre", "trades": "pairs"},
}
"""The variants of Dobre's experiments, as options of `make`; CAP-k is one with ``offers=k``."""


def make(**options: Any) -> _core.Game:
    """Settlers of Catan.

    ``rules`` is ``"official"`` or ``"dobre"``, the game of Dobre's program. It decides all options
    of the second list that are left empty; ``game.options`` shows what came out.

    Args:
        options: of the game:

            - ``players`` (4): 2 to 4.
            - ``points`` (10): to win, 3 to 20.
            - ``turns`` (2000): the game ends without a winner after this many, up to 60,000.

            Decided by ``rules``, the official choice first:

            - ``board``: ``"spiral"``, tokens in their order from a random corner, ``"shuffled"``,
              all at random but 6 and 8 apart, ``"beginner"``, the one of the rule book, or a
              layout as `layout` gives it.
            - ``hidden``: ``"cards"``, ``"points shown"`` (all but victory points), or
              ``"nothing"``.
            - ``trades``: what may be offered: ``"2:2"``, up to two cards on each side; ``"2:1"``,
              three together; ``"pairs"``, the same without two different cards on a side;
              ``"1:1"``; ``"3:3"``; ``"none"``.
            - ``exchange``: by ``"offers"`` that the other answers; ``"immediate"``, without being
              asked; or ``"drawn"`` by chance. The last two only where nothing is hidden.
            - ``offers``: how many may be made in a turn, 20, or 0 for as many as one likes.
            - ``counters``: how many counter-offers to one offer, 1 or 0.
            - ``bank``: cards of each resource, 19, or 0 for as many as needed.
            - ``drawn_discards``: who must give up more cards than this loses them by chance; 0
              (never) or 8.
            - ``before_roll``: development cards that may be played before the roll, ``"any"`` or
              ``"knight"``.
            - ``longest_road``: ``"official"``, or ``"inherited"`` with the errors of the program.
            - ``wins``: in the ``"own turn"``, or the ``"actor"``, whoever has to act.
            - ``listing``: choices are listed ``"once"``, or as in the ``"program"``, where mixed
              pairs of an offer have two orders and a road that both ends reach counts twice.

    Examples:
        >>> make().action_count
        1341
        >>> make(**PROFILES["PO"]).options["before_roll"]
        'knight'
    """
    return _core.make_game("catan", options)
