"""What stored games tell of suggestions: what they taught, and what was known before.

Measured on the sheet of the thesis, whoever asks, so that players can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.store import Row
from otherminds.contracts import CHANCE
from otherminds.lab.numbers import numbers_of

__all__ = ["Asked", "asked_in", "bits", "known", "sheet_bits", "truncated_mean", "turns"]

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Asked:
    """One suggestion.

    Attributes:
        seat: who asked.
        bits: by how much the entropy of its sheet fell.
        known: how many of the three cards it could place before.
    """

    seat: int
    bits: float
    known: int


def sheet_bits(chances: Rows) -> float:
    """The entropy of a sheet, summed over its cards.

    Examples:
        >>> sheet_bits([[0.25, 0.25, 0.25, 0.25], [0.0, 1.0, 0.0, 0.0]])
        2.0
    """
    return sum(-p * math.log2(p) for row in chances for p in row if p > 0)


@lru_cache(maxsize=20_000)
def asked_in(tournament: Tournament, row: Row) -> tuple[Asked, ...]:
    """All suggestions of a stored match, in order."""
    game = tournament.loaded_game
    types = list(game.action_types)
    suggest, answers = types.index("suggest"), {types.index("show"), types.index("no card")}
    state = tournament.initial_state(row.line_up, row.block, row.match)
    beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
    found: list[Asked] = []
    asking: tuple[int, float, int] | None = None

    def answered() -> None:
        if asking is not None:
            seat, before, placed = asking
            left = sheet_bits(_core.cluedo_chances(beliefs[seat], "thesis"))
            found.append(Asked(seat, before - left, placed))

    for move in row.moves:
        actor = state.actor()
        kind = game.type_of(move) if actor != CHANCE else -1
        if kind not in answers:
            answered()
            asking = None
        after = state.copy()
        after.apply_action(move)
        if kind == suggest:
            chances = _core.cluedo_chances(beliefs[actor], "thesis")
            named = after.view(actor).facts["table"]["suggestion"].values()
            placed = sum(sheet_bits([chances[card]]) == 0 for card in named)
            asking = actor, sheet_bits(chances), placed
        for seat, belief in enumerate(beliefs):
            belief.update(state.observation(move, seat), after.view(seat))
        state = after
    answered()
    return tuple(found)


def bits(tournament: Tournament, row: Row, player: int) -> list[float]:
    """What each suggestion of a player told, in bits."""
    return [a.bits for a in asked_in(tournament, row) if row.seats[a.seat] == player]


def known(tournament: Tournament, row: Row, player: int) -> list[float]:
    """How many cards of each suggestion of a player it could place before."""
    return [float(a.known) for a in asked_in(tournament, row) if row.seats[a.seat] == player]


def turns(tournament: Tournament, row: Row, player: int) -> list[float]:
    """How many turns the match took, one number whoever is asked about."""
    del player
    return [numbers_of(tournament, row)["turns"]]


def truncated_mean(values: Sequence[float]) -> float:
    """A running mean that is cut to a whole number after each value, as the source kept it.

    Examples:
        >>> truncated_mean([1.0, 0.0, 2.0, 2.0])
        0.0
    """
    mean = 0
    for place, value in enumerate(values):
        mean = (mean * place + int(value)) // (place + 1)
    return float(mean)
