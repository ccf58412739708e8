"""The catalogue of Hanabi."""

from __future__ import annotations

from otherminds.agents.catalogue import listed, recipe
from otherminds.agents.hanabi.planners import (
    is_mcts,
    mcs,
    planner,
    policy_mcts,
    predictor,
    team_player,
)
from otherminds.contracts import Player, Policy

__all__ = ["CATALOGUE", "best"]

_SOURCE = "Walton-Rivers 2022"


def best() -> Player:
    """An honest agent for play, at about a second per move or less: our planner."""
    return Policy("planner", iterations=1_000)


CATALOGUE = (
    recipe(best),
    recipe(team_player),
    recipe(planner),
    recipe(is_mcts, source=f"{_SOURCE}, IS-MCTS"),
    recipe(predictor, source=f"{_SOURCE}, Predictor IS-MCTS"),
    recipe(policy_mcts, source=f"{_SOURCE}, IS-MCTS Policy"),
    recipe(mcs, source=f"{_SOURCE}, MCS"),
    *listed("conventions", "pointer"),
    *listed("iggi", "piers", "flawed", "rules", source=_SOURCE),
    *listed("internal", "outer", "cautious", "van_den_bergh", source=_SOURCE),
    *listed("hat_guessing"),
    *listed("random", source=f"{_SOURCE}, Legal Random"),
)
