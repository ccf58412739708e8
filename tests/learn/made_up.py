"""Models that nobody taught: quick to make, and as good as any to try the pass and the files."""

from __future__ import annotations

from typing import Any

import numpy as np

import otherminds as om
from otherminds import _core
from otherminds.learn import Decision


def load_game(name: str, **options: Any) -> _core.Game:
    """A game with what only native ones have."""
    game = om.load(name, **options)
    assert isinstance(game, _core.Game)
    return game


GAME = load_game("othello", size=4)


def known(decision: Decision) -> _core.View:
    assert isinstance(decision.view, _core.View)
    return decision.view


def made_up(kind: str, layers: tuple[int, int] = (128, 64), seed: int = 1) -> dict[str, np.ndarray]:
    """Weights as drawn, so that no training is needed to try the pass."""
    rng = np.random.default_rng(seed)
    columns = _core.encode_actions(GAME)[1].shape[1]
    inputs = int(np.prod(GAME.tensor_shape)) + GAME.seats
    outputs = GAME.seats if kind == "value" else 1
    shapes: dict[str, tuple[int, ...]] = {
        "state": (inputs, layers[0]),
        "first_bias": (layers[0],),
        "actions": (columns, layers[0]),
        "hidden": layers,
        "second_bias": (layers[1],),
        "output": (outputs, layers[1]),
        "output_bias": (outputs,),
    }
    if kind == "value":
        del shapes["actions"]
    found = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    if kind != "value":
        found["temperature"] = np.array([1.3], dtype=np.float32)
    return found
