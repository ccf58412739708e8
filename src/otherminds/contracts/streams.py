"""The layout of random streams in matches and tournaments.

Everything random in a match follows from three numbers, the run seed, a block and an index. The
deal follows from the first two, so that a block can play one deal in several seatings; chance and
each seat's agent have their own streams, so that the draws of one never shift those of another. The
core has the layout (``core/engine/random.hpp`` and ``core/engine/tournament_streams.hpp``); this
module is the only place that hands it to Python.
"""

from __future__ import annotations

from otherminds._core import MATCHES_OF_LINE_UP, MatchStreams, Stream, stream_place

__all__ = ["MATCHES_OF_LINE_UP", "MatchStreams", "chance_of_move", "stream_place"]


def chance_of_move(seed: int | Stream, moves: int) -> Stream:
    """The stream of one chance outcome in a game whose moves can be taken back.

    A match draws all chance outcomes from one stream, in order. Where moves are undone, an outcome
    must depend only on the number of moves before it.
    """
    run = seed if isinstance(seed, Stream) else Stream(seed)
    return run.child("chance").child(moves)
