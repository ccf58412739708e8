"""Words about a game for people, by what the game's module offers.

A module of a game may have any of these functions:

- ``seat_name(game, seat)``: what a seat is called, such as Black.
- ``goal(game, seat)``: a sentence about what the seat plays for.
- ``ending(state, seat)``: a sentence about how a finished game ended, for a seat or, with None, for
  onlookers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from otherminds.contracts import Game, State
from otherminds.games.registry import module_of

__all__ = ["ending", "goal", "seat_name", "who"]


def _offered(game: Game, name: str) -> Callable[..., Any] | None:
    found = getattr(module_of(game), name, None)
    return found if callable(found) else None


def seat_name(game: Game, seat: int) -> str:
    """What a seat is called."""
    named = _offered(game, "seat_name")
    return str(named(game, seat)) if named else f"seat {seat}"


def who(game: Game, seat: int) -> str:
    """The same with the number of the seat, which moves may name."""
    name = seat_name(game, seat)
    return name if str(seat) in name else f"{name} (seat {seat})"


def goal(game: Game, seat: int) -> str:
    """What a seat plays for; empty where the game does not say."""
    told = _offered(game, "goal")
    return str(told(game, seat)) if told else ""


def ending(state: State, seat: int | None = None) -> str:
    """How a finished game ended, in a sentence."""
    told = _offered(state.game, "ending")
    return str(told(state, seat)) if told else _by_returns(state.game, state.returns(), seat)


def _by_returns(game: Game, returns: Sequence[float], seat: int | None) -> str:
    best = max(returns)
    if returns.count(best) == len(returns):
        return f"Everybody gets {best:g}."
    scores = ", ".join(f"{seat_name(game, each)} {value:g}" for each, value in enumerate(returns))
    if seat is not None:
        if returns[seat] < best:
            return f"You lose: {scores}."
        return f"You win: {scores}." if returns.count(best) == 1 else f"You share it: {scores}."
    winners = [seat_name(game, each) for each, value in enumerate(returns) if value == best]
    names = " and ".join(winners)
    return f"{names[0].upper()}{names[1:]} {'win' if len(winners) > 1 else 'wins'}: {scores}."
