"""Promises about what is sent to other processes: views and beliefs arrive whole, and no more."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

from otherminds._core import Stream
from otherminds._core import View as NativeView
from otherminds.conformance.random_games import Place, playthroughs
from otherminds.contracts import Belief, Game, View


def check_pickles(game: Game, *, games: int = 20, seed: int = 0) -> None:
    """Views, observations and beliefs are the same after a pickle or a copy.

    The pickle of a native view tells what the view tells and nothing else: a state that differs
    only in what is hidden gives the same bytes.
    """
    for played in playthroughs(game, games, seed):
        start = played.positions[0]
        beliefs: list[Belief] = [game.belief(start.view(seat)) for seat in range(game.seats)]
        rng = Stream(played.seed).child("pickles").rng()
        looked_at = set(range(0, len(played.positions), max(1, len(played.moves) // 20)))
        looked_at.add(len(played.moves))
        for index, (place, state) in enumerate(played.steps()):
            for seat, belief in enumerate(beliefs):
                if index not in looked_at:  # not everywhere: in long games that would take for ever
                    continue
                view = state.view(seat)
                _check_view(place, view)
                world = belief.sample(rng)
                if isinstance(view, NativeView):
                    place.require(
                        pickle.dumps(world.view(seat)) == pickle.dumps(view),
                        f"the pickle of seat {seat}'s view depends on what is hidden from it.",
                    )
                for name, twin in _twins(belief):
                    place.require(
                        twin.sample(rng.copy()) == belief.sample(rng.copy()),
                        f"{name} of seat {seat}'s belief samples other worlds.",
                    )
                # The twin is the one that goes on: it has to learn as the original does.
                beliefs[seat] = pickle.loads(pickle.dumps(belief))
            if index < len(played.moves):
                after = played.positions[index + 1]
                for seat, belief in enumerate(beliefs):
                    seen = state.observation(played.moves[index], seat)
                    for name, copied in _twins(seen):
                        place.require(copied == seen, f"{name} of an observation is another one.")
                    belief.update(seen, after.view(seat))


def _twins(thing: Any) -> Iterator[tuple[str, Any]]:
    yield "a pickle", pickle.loads(pickle.dumps(thing))
    yield "copy.copy()", copy.copy(thing)
    yield "copy.deepcopy()", copy.deepcopy(thing)


def _check_view(place: Place, view: View) -> None:
    for name, twin in _twins(view):
        place.require(
            twin == view
            and twin.key() == view.key()
            and dict(twin.facts) == dict(view.facts)
            and twin.legal_actions() == view.legal_actions()
            and repr(twin) == repr(view),
            f"{name} of seat {view.seat}'s view is another view.",
        )
