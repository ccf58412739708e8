"""Matches as episodes of kaggle-environments, for its viewers and for programs that read replays.

An episode is a list of steps, and a step holds for each agent what it has done, what it sees, what
it got and whether it is its turn. Outcomes of chance belong to the step of the move before them.
Observations and actions have the names that Kaggle's environments of OpenSpiel's games use. Othello
on the usual board is written as one of these games, and Kaggle's viewer draws its board. Only the
format is Kaggle's; none of its code is used.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

from otherminds import __version__
from otherminds.arena.findings import game_words
from otherminds.arena.match import Match
from otherminds.contracts import CHANCE, NOBODY, OptionError, State, Thought
from otherminds.interop.kaggle_othello import board_text, is_usual
from otherminds.search.thoughts import game_text

__all__ = ["MODULE_VERSION", "kaggle_episode", "write_kaggle"]

MODULE_VERSION = "1.33.2"
"""Of kaggle-environments, whose format this is."""

_SCHEMA_VERSION = 1
_NO_ACTION = {"submission": -1}
_OVER = -4  # OpenSpiel's numbers of who acts where no seat does
_CHANCE_ACTS = -1
_IDS = uuid.UUID("6f0f2b0e-52c8-5c0f-9d5a-0d3f3a6b7c11")
"""The name space of the ids of episodes, so that one match has one id."""

_SPECIFICATION: dict[str, Any] = {
    "action": {
        "description": "The number of the action as submission, and what it is called.",
        "type": "object",
        "default": _NO_ACTION,
    },
    "configuration": {
        "episodeSteps": {
            "description": "Maximum number of steps in the episode.",
            "type": "integer",
            "minimum": 1,
            "default": 100_000,
        },
        "openSpielGameString": {
            "description": "The game with its options.",
            "type": "string",
            "default": "",
        },
        "openSpielGameName": {"description": "Its name.", "type": "string", "default": ""},
    },
    "info": {},
    "observation": {
        "remainingOverageTime": {
            "description": "There is no banked time.",
            "shared": False,
            "type": "number",
            "minimum": 0,
            "default": 0,
        },
        "step": {
            "description": "Current step within the episode.",
            "type": "integer",
            "shared": True,
            "minimum": 0,
            "default": 0,
        },
        "observationString": {"description": "What the seat sees.", "type": "string"},
        "currentPlayer": {
            "description": "Who acts: a seat, -1 for chance, -4 where the game is over.",
            "type": "integer",
        },
        "playerId": {"description": "The seat that sees this.", "type": "integer"},
        "isTerminal": {"description": "Whether the game is over.", "type": "boolean"},
    },
    "reward": {"type": ["number", "null"], "default": 0},
}


class _Made(NamedTuple):
    """What a seat did."""

    seat: int
    action: int
    thought: Thought | None


def kaggle_episode(match: Match, *, forfeit: int | None = None) -> dict[str, Any]:
    """A match as an episode: plain values, ready for JSON.

    Args:
        match: what was played. One that was broken off becomes an episode that is not done.
        forfeit: the seat that forfeited, whose status is then ``ERROR``.

    Raises:
        OptionError: there is no such seat.

    Examples:
        >>> from otherminds import play_match
        >>> episode = kaggle_episode(play_match("othello", ["random", "mobility"], seed=7))
        >>> episode["name"], episode["rewards"], episode["statuses"]
        ('open_spiel_othello', [1.0, -1.0], ['DONE', 'DONE'])
        >>> episode["steps"][1][0]["action"]
        {'submission': 37, 'actionString': 'f5'}
    """
    game = match.game
    if forfeit is not None and not 0 <= forfeit < game.seats:
        raise OptionError(f"{game.name} has no seat {forfeit}; seats are 0 to {game.seats - 1}.")
    steps = list(_steps(match))
    if forfeit is not None:
        for seat, held in enumerate(steps[-1]):
            lost = seat == forfeit
            held["status"] = "ERROR" if lost else "DONE"
            held["reward"] = None if lost else match.returns[seat]
    last = steps[-1]
    usual = _written_as_theirs(match)
    return {
        "id": str(uuid.uuid5(_IDS, _identity(match))),
        "name": f"{'open_spiel' if usual else 'otherminds'}_{game.name}",
        "title": game_words(game),
        "description": f"A match between {', '.join(match.players)}.",
        "version": __version__,
        "module_version": MODULE_VERSION,
        "configuration": {
            "episodeSteps": len(steps),
            "actTimeout": 0,
            "runTimeout": 0,
            "openSpielGameString": "othello()" if usual else game_text(game),
            "openSpielGameName": game.name,
        },
        "specification": _SPECIFICATION | {"agents": [game.seats]},
        "steps": steps,
        "rewards": [held["reward"] for held in last],
        "statuses": [held["status"] for held in last],
        "schema_version": _SCHEMA_VERSION,
        "info": {
            "TeamNames": list(match.players),
            "actionHistory": [str(action) for _, action in match.moves],
            "stateHistory": [str(state) for state in match.states()],
            "otherminds": {
                "version": __version__,
                "game": game_text(game),
                "seed": _seed(match),
                "block": match.block,
                "index": match.index,
            },
        },
    }


def write_kaggle(match: Match, *, forfeit: int | None = None) -> str:
    """The same as JSON, on one line.

    Raises:
        OptionError: there is no such seat.
    """
    return json.dumps(kaggle_episode(match, forfeit=forfeit), separators=(",", ":")) + "\n"


def _written_as_theirs(match: Match) -> bool:
    """Whether Kaggle has the same game with the same numbers of actions."""
    return match.start is None and is_usual(match.game)


def _seed(match: Match) -> Any:
    return match.seed if isinstance(match.seed, int) else {"stream": match.seed.key}


def _identity(match: Match) -> str:
    start = None if match.start is None else match.start.to_dict()
    return json.dumps(
        [game_text(match.game), match.players, _seed(match), match.moves, start], default=str
    )


def _steps(match: Match) -> Iterator[list[dict[str, Any]]]:
    """The start, then a step for each move of a seat, with what chance did after it."""
    thoughts = match.thoughts or (None,) * len(match.moves)
    moves: list[str] = []  # of seats, as they are called
    made: _Made | None = None
    states = match.states()
    here, number = next(states), 0
    for (actor, action), told, after in zip(match.moves, thoughts, states, strict=True):
        if actor != CHANCE:
            yield _step(match, number, here, made, moves)
            made, number = _Made(actor, action, told), number + 1
            moves.append(match.game.action_text(action))
        here = after
    yield _step(match, number, here, made, moves)


def _step(
    match: Match, number: int, state: State, made: _Made | None, moves: list[str]
) -> list[dict[str, Any]]:
    """What each agent has done, sees and got."""
    over, actor = state.is_terminal(), state.actor()
    returns = state.returns() if over else [None] * match.game.seats
    acts = {NOBODY: _OVER, CHANCE: _CHANCE_ACTS}.get(actor, actor)
    board = board_text(state, moves) if _written_as_theirs(match) else None
    step = []
    for seat, reward in enumerate(returns):
        observation: dict[str, Any] = {
            "remainingOverageTime": 0,
            "observationString": str(state.view(seat)) if board is None else board,
            "currentPlayer": acts,
            "playerId": seat,
            "isTerminal": over,
        }
        if seat == 0:
            observation["step"] = number  # Kaggle keeps what all share with the first
        action, info = dict[str, Any](_NO_ACTION), dict[str, Any]()
        if made is not None and made.seat == seat:
            action = {"submission": made.action, "actionString": moves[-1]}
            if made.thought is not None:
                action["thoughts"] = made.thought.explain()
            info = {"actionSubmitted": made.action, "actionApplied": made.action}
            info["actionSubmittedToString"] = moves[-1]
        status = "DONE" if over else "ACTIVE" if actor == seat else "INACTIVE"
        step.append(
            {
                "action": action,
                "reward": reward,
                "info": info,
                "observation": observation,
                "status": status,
            }
        )
    return step
