"""Which code played a match: a fingerprint of how this build plays a game.

A commit changes the version of the code, but seldom what it plays. So the signature of a build is
not made of sources: it is the digest of some matches, played now, in ``probes.json``. They cover,
for each game that the laboratory uses, every word and every choice of an option that stands in the
players of its claims: rule agents, all answers to the four questions, quirks, learned rules,
options of the game. Budgets are cut to 40 iterations, those of a search within a search to 3.

Two builds with the same signature play alike in all probes. They may still differ in what no probe
reaches, such as a rare position or a tree of a million nodes; what a signature cannot promise,
`otherminds.lab.verify` samples.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources
from typing import Any

from otherminds import __version__
from otherminds.arena.match import play_match
from otherminds.arena.rows import encode_moves
from otherminds.games import load

__all__ = ["probes", "signature"]

SEED = 2024
_DIGITS = 12


@lru_cache(maxsize=1)
def _all_probes() -> tuple[dict[str, Any], ...]:
    text = resources.files("otherminds.lab").joinpath("probes.json").read_text(encoding="utf-8")
    return tuple(json.loads(text))


def probes(game: str) -> list[dict[str, Any]]:
    """The options and players of each probe of a game."""
    return [probe for probe in _all_probes() if probe["game"] == game]


@lru_cache(maxsize=16)
def signature(game: str) -> str:
    """How this build plays a game, in twelve digits; a game without probes has the version's.

    Examples:
        >>> signature("leduc") == signature("kuhn_poker")
        True
    """
    total = hashlib.sha256()
    found = probes(game)
    if not found:
        return f"version {__version__}"
    for place, probe in enumerate(found):
        match = play_match(load(game, **probe["options"]), probe["players"], seed=SEED, index=place)
        total.update(encode_moves(move for _, move in match.moves))
        total.update(json.dumps([round(value, 6) for value in match.returns]).encode())
    return total.hexdigest()[:_DIGITS]
