"""The tiger problem: listen for the tiger behind one of two doors, then open the other.

The best known small problem of planning with a belief (Kaelbling, Littman and Cassandra 1998), as
a game of one seat that ends after a number of actions.
"""

from __future__ import annotations

from typing import Any

from otherminds import _core

__all__ = ["hidden_facts", "make"]


def make(**options: Any) -> _core.Game:
    """The tiger problem.

    Options are ``horizon`` (20, up to 1000), ``discount`` (0.95), ``accuracy`` (0.85),
    ``listen_cost`` (1), ``treasure`` (10) and ``tiger_cost`` (100).

    Examples:
        >>> make(horizon=2, discount=0.5).return_range
        (-150.0, 15.0)
    """
    return _core.make_game("tiger", options)


def hidden_facts(state: _core.State, seat: int) -> dict[str, str]:
    """Where the tiger is; nothing while it is hidden anew.

    Examples:
        >>> hidden_facts(make().initial_state(1), seat=0)
        {'the tiger': 'behind the right door'}
    """
    del seat
    door = state.to_dict()["tiger"]
    return {} if door < 0 else {"the tiger": f"behind the {('left', 'right')[door]} door"}
