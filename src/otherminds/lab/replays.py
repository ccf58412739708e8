"""What stored games tell that their results do not: types, beliefs and final positions.

Everything is computed from the moves in the store, so that it can be asked of games that were
played long ago.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from otherminds import _core
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.store import Row
from otherminds.contracts import OptionError, Policy
from otherminds.contracts.streams import MatchStreams
from otherminds.search import Recognition, Types, recognise

__all__ = ["final_state", "published_types", "seen_in"]


def final_state(tournament: Tournament, row: Row) -> Any:
    """The last state of a stored match."""
    state = tournament.initial_state(row.line_up, row.block, row.match)
    for move in row.moves:
        state.apply_action(move)
    return state


@lru_cache(maxsize=100_000)
def _seen(tournament: Tournament, moves: tuple[int, ...], types: Types, seat: int) -> Recognition:
    return recognise(tournament.loaded_game, moves, types, seat)


def seen_in(tournament: Tournament, row: Row, types: Types, seat: int) -> Recognition:
    """What is believed of a seat's type after each of its moves in a stored match.

    For games without a deal; beliefs under other weights come from `Recognition.believed`.
    """
    return _seen(tournament, row.moves, types, seat)


Place = tuple[int, int, int]
"""Line-up, block and match of a row."""


def published_types(results: Results, player: int) -> Mapping[Place, list[str]]:
    """The type that decided each own move of a player that publishes it, by stored match.

    The player's random stream is the one it had in the match, so what it drew there is drawn again;
    the memory of a series is carried through all its matches. The list has one entry for each
    action of the player, in order, forced ones and passes included.
    """
    tournament = results.tournament
    game, recipe = tournament.loaded_game, tournament.recipes[player]
    if not isinstance(recipe, Policy) or not isinstance(game, _core.Game):
        raise OptionError(f"{recipe!r} is not a policy of a native game and publishes no types.")
    policy = recipe.native(game)
    found: dict[Place, list[str]] = {}
    for _, rows in sorted(results.blocks.items()):
        memory = _core.Memory()
        for row in sorted(rows, key=lambda row: row.match):
            if not tournament.series:
                memory = _core.Memory()
            place = row.line_up, row.block, row.match
            found[place] = _types_of_match(tournament, row, policy, memory, row.seats.index(player))
    return found


def _types_of_match(
    tournament: Tournament, row: Row, policy: _core.NativePolicy, memory: _core.Memory, seat: int
) -> list[str]:
    block, index = tournament.streams(row.line_up, row.block, row.match)
    streams = MatchStreams(tournament.seed, block, index)
    policy.begin(memory, seat, streams.agent(seat).rng())
    state = tournament.initial_state(row.line_up, row.block, row.match)
    types = []
    for move in row.moves:
        if state.actor() == seat:
            types.append(policy.current_type(memory))
        observation = state.observation(move, seat)
        state.apply_action(move)
        view: Any = state.view(seat)  # a native one
        policy.observe(memory, observation, view)
    policy.end(memory, seat, row.returns)
    return types
