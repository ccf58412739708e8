"""The layout of random streams in matches and tournaments.

Everything random in a match follows from three numbers, the run seed, a block and an index. The
deal follows from the first two, so that a block can play one deal in several seatings; chance and
each seat's agent have their own streams, so that the draws of one never shift those of another. The
core has the layout (``core/engine/random.hpp`` and ``core/engine/tournament_streams.hpp``); this
module is the only place that hands it to Python.
"""

from __future__ import annotations

from otherminds._core import MATCHES_OF_LINE_UP, MatchStreams, stream_place

__all__ = ["MATCHES_OF_LINE_UP", "MatchStreams", "stream_place"]
