"""The layout of random streams in matches and tournaments.

Everything random in a match follows from three numbers, the run seed, a block and an index. The
deal follows from the first two, so that a block can play one deal in several seatings; chance and
each seat's agent have their own streams, so that the draws of one never shift those of another. The
core has the layout (``core/engine/random.hpp`` and ``core/engine/tournament_streams.hpp``); this
module is the only place that hands it to Python.
"""

from __future__ import annotations

from otherminds._core import MATCHES_OF_LINE_UP, MatchStreams, stream_place
from otherminds.contracts.games import Game

__all__ = ["MATCHES_OF_LINE_UP", "STREAMS", "MatchStreams", "is_dealt", "stream_place"]

STREAMS = 2
"""What seeds mean. Until version 2 was introduced, an agent could reckon from its own stream what
everybody else was dealt; since then one seed means another deal."""


def is_dealt(game: Game) -> bool:
    """Whether games begin differently, so that a seed is needed to know how one began."""
    first = game.initial_state(0)
    return any(game.initial_state(seed) != first for seed in range(1, 64))
