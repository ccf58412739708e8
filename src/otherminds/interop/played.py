"""Games that people played against agents: one line of JSON a game, with what the agents believed.

A file grows by a line a game, so that a series against one person is one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from otherminds import __version__
from otherminds.errors import FormatError
from otherminds.games import CHANCE, Game, load

__all__ = ["Beliefs", "PlayedGame", "read_played", "write_played"]

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
        returns: what each seat got; None if the game was broken off.
        version: of this package.
    """

    game: Game
    person: int
    players: tuple[str, ...]
    seed: int
    moves: tuple[tuple[int, int], ...]
    beliefs: tuple[Beliefs, ...]
    returns: tuple[float, ...] | None
    version: str = __version__

    def to_json(self) -> str:
        """One line; actions by id and, for people, by text."""
        texts = [
            (self.game.outcome_text if actor == CHANCE else self.game.action_text)(action)
            for actor, action in self.moves
        ]
        values = {
            "game": self.game.name,
            "options": dict(self.game.options),
            "person": self.person,
            "players": self.players,
            "seed": self.seed,
            "moves": [
                {"actor": actor, "action": action, "text": text, "beliefs": beliefs}
                for (actor, action), text, beliefs in zip(
                    self.moves, texts, self.beliefs, strict=True
                )
            ],
            "returns": self.returns,
            "version": self.version,
        }
        return json.dumps(values)


def write_played(path: str | os.PathLike[str], games: Sequence[PlayedGame]) -> None:
    """Add games to a file."""
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(played.to_json() + "\n" for played in games)


def read_played(path: str | os.PathLike[str]) -> list[PlayedGame]:
    """The games of a file.

    Raises:
        FormatError: this is no such file, or its games cannot be played here.
    """
    games = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                games.append(_game(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise FormatError(
                    f"Line {number} of {os.fspath(path)} is no recorded game: {error}"
                ) from error
    return games


def _game(values: Mapping[str, Any]) -> PlayedGame:
    game = load(values["game"], **values["options"])
    moves = tuple((int(move["actor"]), int(move["action"])) for move in values["moves"])
    if not 0 <= values["person"] < game.seats:
        raise ValueError("there is no such seat")
    return PlayedGame(
        game=game,
        person=int(values["person"]),
        players=tuple(map(str, values["players"])),
        seed=int(values["seed"]),
        moves=moves,
        beliefs=tuple(_beliefs(move["beliefs"]) for move in values["moves"]),
        returns=None if values["returns"] is None else tuple(map(float, values["returns"])),
        version=str(values["version"]),
    )


def _beliefs(values: Mapping[str, Any]) -> Beliefs:
    """JSON has only texts as keys."""
    return {
        int(agent): {
            int(seat): {str(name): float(chance) for name, chance in types.items()}
            for seat, types in posterior.items()
        }
        for agent, posterior in values.items()
    }
