"""Priors over types from what the types are worth (Albrecht, Crandall and Ramamoorthy 2015)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from otherminds.arena.match import play_match
from otherminds.contracts import Game, OptionError, player_of
from otherminds.games import game_of
from otherminds.search.others import Policies
from otherminds.search.policies import PolicyLike
from otherminds.search.recipe import Search

__all__ = ["value_prior"]

Matrix = npt.NDArray[np.float64]

_VALUES = ("utility", "stackelberg", "welfare", "fairness")
_KINDS = (*_VALUES, *(f"lp_{kind}" for kind in _VALUES))


def value_prior(
    game: Game | str,
    types: Sequence[PolicyLike],
    *,
    kind: str = "utility",
    search: Search | str | None = None,
    matches: int = 20,
    booster: float = 10.0,
    seed: int = 0,
) -> tuple[float, ...]:
    """Weights for ``Types(types, prior=...)`` from matches of a planner that knows the type.

    A planner for each type plays against each type, in all seats in turn; returns are scaled to
    [0, 1]. The value of a type is then what the planner for it gets (``"utility"``), what the type
    gets (``"stackelberg"``), their sum (``"welfare"``) or their product (``"fairness"``), and the
    prior is proportional to the value to the power ``booster``. With ``"lp_"`` before the name the
    prior minimises instead the greatest loss from planning for a wrong type, by linear programming.

    Args:
        game: the game.
        types: the hypothesised policies.
        kind: which prior.
        search: how to plan; its answer to ``others`` is replaced. 200 iterations by default.
        matches: how many for each pair of a planner and a type.
        booster: how much better types are preferred.
        seed: decides the matches.

    Examples:
        >>> from otherminds import load
        >>> game = load("othello", size=4)
        >>> prior = value_prior(game, ["random", "max_disk"], matches=4, search=Search(iterations=20))
        >>> len(prior), round(sum(prior), 6)
        (2, 1.0)
    """  # noqa: E501
    if kind not in _KINDS:
        raise OptionError(f"{kind!r} is not a prior by value; accepted: {', '.join(_KINDS)}.")
    if not types or matches < 1 or not booster >= 0:
        raise OptionError("A prior by value needs types, matches and a booster of 0 or more.")
    game = game_of(game)
    planner = player_of(search if search is not None else Search(iterations=200), game)
    if not isinstance(planner, Search):
        raise OptionError(f"A prior by value plans by a search, not by {planner!r}.")
    low, high = game.return_range
    mine = np.zeros((len(types), len(types)))
    theirs = np.zeros_like(mine)
    for planned, model in enumerate(types):
        player = replace(planner, others=Policies(model))
        for true, opponent in enumerate(types):
            for number in range(matches):
                seat = number % game.seats
                line_up: list[Any] = [opponent] * game.seats  # a prior of types is no player
                line_up[seat] = player
                returns = np.array(
                    play_match(
                        game, line_up, seed=seed, block=number // game.seats, index=number
                    ).returns
                )
                scaled = (returns - low) / (high - low)
                mine[planned, true] += scaled[seat] / matches
                theirs[planned, true] += np.delete(scaled, seat).mean() / matches
    values = _worth(kind.removeprefix("lp_"), mine, theirs)
    if kind.startswith("lp_"):
        return _least_loss(values)
    boosted = np.diag(values) ** booster
    if boosted.sum() == 0:  # nobody ever gets anything: no type is better than another
        boosted = np.ones(len(types))
    return tuple(float(weight) for weight in boosted / boosted.sum())


def _worth(kind: str, mine: Matrix, theirs: Matrix) -> Matrix:
    combined: dict[str, Matrix] = {
        "utility": mine,
        "stackelberg": theirs,
        "welfare": mine + theirs,
        "fairness": mine * theirs,
    }
    return combined[kind]


def _least_loss(values: Matrix) -> tuple[float, ...]:
    """The prior whose greatest expected loss over the true types is least."""
    from scipy.optimize import linprog

    count = len(values)
    losses = np.diag(values)[None, :] - values  # planned for the row, true is the column
    found = linprog(
        np.append(np.zeros(count), 1.0),
        A_ub=np.hstack([losses.T, -np.ones((count, 1))]),
        b_ub=np.zeros(count),
        A_eq=np.append(np.ones(count), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
    )
    return tuple(float(weight) for weight in np.asarray(found.x)[:count])
