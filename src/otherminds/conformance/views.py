"""Promises about what seats see: views, observations, and beliefs that fill in the rest."""

from __future__ import annotations

import json

import numpy as np

from otherminds._core import Rng, Stream
from otherminds.conformance.random_games import Place, play_on, playthroughs, short
from otherminds.contracts import Belief, Game, Observation, State, View


def check_views(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """A view knows its seat, the actor and its own legal actions; equal views have equal keys."""
    known: dict[int, View] = {}
    for played in playthroughs(game, games, seed):
        for place, state in played.steps():
            before = state.to_bytes()
            for seat in range(game.seats):
                view = state.view(seat)
                check_view(place, state, view, seat)
                twin = state.copy().view(seat)
                place.require(
                    view == twin and view.key() == twin.key() and hash(view) == hash(twin),
                    f"two views of seat {seat} on one state are not equal.",
                )
                met = known.setdefault(view.key(), view)
                place.require(met == view, f"a view of seat {seat} shares the key of another view.")
            place.require(state.to_bytes() == before, "looking at views changed the state.")


def check_view(place: Place, state: State, view: View, seat: int) -> None:
    """One view against the state it is of."""
    actor = state.actor()
    place.require(view.seat == seat, f"the view of seat {seat} says that it is of {view.seat}.")
    place.require(view.game == place.game, "the view names another game as its own.")
    place.require(
        view.actor() == actor, f"seat {seat} sees the actor {view.actor()} instead of {actor}."
    )
    expected = state.legal_actions() if seat == actor else []
    place.require(
        view.legal_actions() == expected,
        f"seat {seat} sees the legal actions {short(view.legal_actions())} instead of "
        f"{short(expected)}.",
    )
    tensor = view.tensor()
    place.require(
        tensor.dtype == np.float32 and tensor.shape == tuple(place.game.tensor_shape),
        f"the tensor has shape {tensor.shape} of {tensor.dtype}; float32 of shape "
        f"{tuple(place.game.tensor_shape)} is promised.",
    )
    place.require(bool(np.isfinite(tensor).all()), "the tensor holds numbers that are not finite.")
    plain = json.loads(json.dumps(dict(view.facts), allow_nan=False))
    place.require(json.loads(view.to_json()) == plain, "to_json() of a view is not its facts.")
    place.require(bool(str(view)), "a view prints as nothing.")


def check_beliefs(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Beliefs sample worlds that look to the seat as the truth does, and differ where it is blind.

    A belief is folded from a seat's observations through whole games. In a game of perfect
    information each world is the true state; in any other the worlds must differ from each other
    at least once in the whole set of games.
    """
    worlds_each, blind = 4, False
    for played in playthroughs(game, games, seed):
        start = played.positions[0]
        beliefs: list[Belief] = [game.belief(start.view(seat)) for seat in range(game.seats)]
        rng = Stream(played.seed).child("worlds").rng()
        played_on = set(range(0, len(played.positions), max(1, len(played.moves) // 20)))
        for index, (place, state) in enumerate(played.steps()):
            for seat, belief in enumerate(beliefs):
                seen = state.view(seat)
                worlds: list[State] = [belief.sample(rng) for _ in range(worlds_each)]
                for world in worlds:
                    _check_world(place, state, world, seen)
                if index in played_on:  # not everywhere: in long games that would take for ever
                    play_on(worlds[0], place, rng)
                blind = blind or len({world.key() for world in worlds}) > 1
                _check_belief_copy(place, belief, rng)
            if index < len(played.moves):
                after = played.positions[index + 1]
                for seat, belief in enumerate(beliefs):
                    belief.update(state.observation(played.moves[index], seat), after.view(seat))
    Place(game, seed, 0).require(
        blind or game.perfect_information,
        f"in {games} games no belief sampled two different worlds, yet the game is not of perfect "
        "information.",
    )


def _check_world(place: Place, state: State, world: State, seen: View) -> None:
    seat = seen.seat
    view = world.view(seat)
    place.require(
        view == seen and view.key() == seen.key() and dict(view.facts) == dict(seen.facts),
        f"a world of seat {seat}'s belief looks different to it: {short(dict(view.facts))} "
        f"instead of {short(dict(seen.facts))}.",
    )
    place.require(
        world.actor() == state.actor(), f"another actor acts in a world of seat {seat}'s belief."
    )
    place.require(
        view.legal_actions() == seen.legal_actions(),
        f"seat {seat} has other legal actions in a world of its belief.",
    )
    if place.game.perfect_information:
        place.require(
            world == state and world.key() == state.key(),
            f"nothing is hidden, yet seat {seat}'s belief holds another state than the true one.",
        )
    place.require(
        place.game.state_from_bytes(world.to_bytes()) == world,
        f"a world of seat {seat}'s belief is refused as a state.",
    )


def _check_belief_copy(place: Place, belief: Belief, rng: Rng) -> None:
    """A copy samples what the original does from the same numbers, and sampling changes neither."""
    keys = set()
    for one in (belief, belief.copy(), belief):
        keys.add(one.sample(rng.copy()).key())
    place.require(len(keys) == 1, "a belief and its copy sample differently from equal numbers.")


def check_observations(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Observations are values that tell the truth or hide it; asking for one is harmless."""
    for played in playthroughs(game, games, seed):
        for index, (place, state) in enumerate(played.steps()):
            if index == len(played.moves):
                break
            action, actor, before = played.moves[index], state.actor(), state.to_bytes()
            for seat in range(game.seats):
                seen = state.observation(action, seat)
                again = state.copy().observation(action, seat)
                place.require(
                    seen == again
                    and seen.key() == again.key()
                    and hash(seen) == hash(again)
                    and repr(seen) == repr(again),
                    f"seat {seat} witnesses two different things of one action.",
                )
                place.require(
                    Observation(seen.actor, seen.action, seen.facts) == seen,
                    "an observation is not equal to one made of its parts.",
                )
                place.require(
                    seen.actor == actor, f"seat {seat} sees {seen.actor} act instead of {actor}."
                )
                place.require(
                    seen.action in (None, action),
                    f"seat {seat} sees the action {seen.action} instead of {action}.",
                )
                place.require(
                    seat != actor or seen.action == action,
                    f"seat {seat} does not see what it does itself.",
                )
            place.require(state.to_bytes() == before, "observing changed the state.")
