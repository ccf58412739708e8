"""Games of people against agents: one line of JSON per game, with what the agents thought.

A file grows by one line per game, so a series against one person is one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from otherminds import __version__
from otherminds.contracts import CHANCE, NOBODY, FormatError, Game, OthermindsError, Thought
from otherminds.contracts.files import reason
from otherminds.contracts.importing import only_imports
from otherminds.contracts.streams import STREAMS, MatchStreams, is_dealt
from otherminds.games import load

__all__ = ["Beliefs", "PlayedGame", "played_lines", "read_played", "write_played"]

Beliefs = dict[int, dict[int, dict[str, float]]]
"""For each agent's seat and each other seat, how likely that seat is of which type."""


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game with a person in it.

    Attributes:
        game: what was played.
        person: where the person sat.
        players: who sat where, as texts; empty for the person.
        seed: decided deal, chance and agents.
        moves: who did what, in order.
        beliefs: after each move, what agents with types believed.
        thoughts: what an agent thought about each move; None for the moves of others, and where it
            does not tell. Empty in files that were written without them.
        returns: what each seat got; None if the game was broken off.
        version: of this package.
        block: decides the deal together with the seed: which game of a series at one table.
        index: tells games of a block apart.
    """

    game: Game
    person: int
    players: tuple[str, ...]
    seed: int
    moves: tuple[tuple[int, int], ...]
    beliefs: tuple[Beliefs, ...]
    thoughts: tuple[Thought | None, ...] = ()
    returns: tuple[float, ...] | None
    version: str = __version__
    block: int = 0
    index: int = 0

    def to_json(self) -> str:
        """One line; actions by id and, for people, by text."""
        texts = [
            (self.game.outcome_text if actor == CHANCE else self.game.action_text)(action)
            for actor, action in self.moves
        ]
        thoughts = self.thoughts or (None,) * len(self.moves)
        values = {
            "game": self.game.name,
            "options": dict(self.game.options),
            "person": self.person,
            "players": self.players,
            "seed": self.seed,
            "streams": STREAMS,
            "moves": [
                {"actor": actor, "action": action, "text": text, "beliefs": beliefs}
                | ({} if told is None else {"thought": told.to_dict()})
                for (actor, action), text, beliefs, told in zip(
                    self.moves, texts, self.beliefs, thoughts, strict=True
                )
            ],
            "returns": self.returns,
            "version": self.version,
        } | ({"block": self.block, "index": self.index} if self.block or self.index else {})
        return json.dumps(values)


def write_played(path: str | os.PathLike[str], games: Sequence[PlayedGame]) -> None:
    """Add games to a file.

    Raises:
        FormatError: the file cannot be written.
    """
    try:
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(played.to_json() + "\n" for played in games)
    except OSError as error:
        raise FormatError(f"{os.fspath(path)} cannot be written: {reason(error)}.") from error


def read_played(path: str | os.PathLike[str]) -> list[PlayedGame]:
    """The games of a file, each replayed to check that its moves are legal.

    Raises:
        FormatError: this is not such a file, or its games cannot be played here.
    """
    games = []
    for line in played_lines(path):
        if isinstance(line, FormatError):
            raise line
        games.append(line)
    return games


def played_lines(path: str | os.PathLike[str]) -> Iterator[PlayedGame | FormatError]:
    """The games of a file line by line, and in place of a line that is none the reason.

    Raises:
        FormatError: the file cannot be opened.
    """
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"{os.fspath(path)} cannot be read: {reason(error)}.") from error
    for number, line in enumerate(lines, start=1):
        try:
            yield _game(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            yield FormatError(f"Line {number} of {os.fspath(path)} is not a recorded game: {error}")
        except OthermindsError as error:
            yield FormatError(f"Line {number} of {os.fspath(path)}: {error}")


def _whole(value: Any, name: str) -> int:
    if type(value) is not int:
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return value


def _game(values: Mapping[str, Any]) -> PlayedGame:
    with only_imports():
        game = load(values["game"], **values["options"])
    moves = tuple(
        (_whole(move["actor"], "an actor"), _whole(move["action"], "an action"))
        for move in values["moves"]
    )
    person = _whole(values["person"], "the person's seat")
    seed = _whole(values["seed"], "the seed")
    players = values["players"]
    if not 0 <= person < game.seats:
        raise ValueError(f"there is no seat {person}")
    if type(players) is not list or len(players) != game.seats:
        raise ValueError("every seat has a player")
    returns = values["returns"]
    if values.get("streams", 1) != STREAMS and is_dealt(game):
        raise FormatError(
            f"It was recorded by version {values['version']}, when seeds meant other deals, and "
            "cannot be replayed."
        )
    block, index = (_whole(values.get(name, 0), f"the {name}") for name in ("block", "index"))
    state = game.initial_state(MatchStreams(seed, block, index).deal)
    for actor, action in moves:
        if state.actor() != actor:
            raise ValueError(f"it was not the turn of {actor}")
        state.apply_action(action)
    if returns is not None and (state.actor() != NOBODY or list(returns) != state.returns()):
        raise ValueError("the returns do not follow from the moves")
    return PlayedGame(
        game=game,
        person=person,
        players=tuple(map(str, players)),
        seed=seed,
        moves=moves,
        beliefs=tuple(_beliefs(move["beliefs"]) for move in values["moves"]),
        thoughts=_thoughts(values["moves"]),
        returns=None if returns is None else tuple(map(float, returns)),
        version=str(values["version"]),
        block=block,
        index=index,
    )


def _thoughts(moves: Sequence[Mapping[str, Any]]) -> tuple[Thought | None, ...]:
    """One for each move, or none at all where nobody told anything."""
    told = tuple(
        Thought.from_dict(move["thought"]) if "thought" in move else None for move in moves
    )
    return told if any(told) else ()


def _beliefs(values: Mapping[str, Any]) -> Beliefs:
    """JSON has only texts as keys."""
    return {
        int(agent): {
            int(seat): {str(name): float(chance) for name, chance in types.items()}
            for seat, types in posterior.items()
        }
        for agent, posterior in values.items()
    }
