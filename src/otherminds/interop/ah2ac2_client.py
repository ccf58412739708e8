"""A client of the Ad-Hoc Human-AI Coordination Challenge: our agents play its evaluation games.

A game is a WebSocket. The server greets, then sends what each of our seats observes and may do;
we answer with a move for each of them, and so on until it says that the game is done.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode

from otherminds._core import Stream
from otherminds.contracts import FormatError, PlayerLike
from otherminds.interop.ah2ac2 import ChallengeSeat
from otherminds.interop.extras import needs
from otherminds.interop.servers import SECONDS, check_server, connected, opener

with needs("websockets", "servers"):
    from websockets.exceptions import ConnectionClosed, WebSocketException
    from websockets.sync.client import ClientConnection

__all__ = ["SERVER", "Challenge", "ChallengeGame"]

SERVER = "https://prod-proxy.ah2ac2.com"
"""Where the challenge is held."""


@dataclass(frozen=True)
class ChallengeGame:
    """A game that was played.

    Attributes:
        number: what the challenge calls it.
        players: how many sat at the table.
        seats: those of our agent.
        score: what the challenge counts.
    """

    number: int
    players: int
    seats: tuple[int, ...]
    score: float


class Challenge:
    """An entry to the challenge."""

    def __init__(
        self, key: str, player: PlayerLike, *, server: str = SERVER, seed: int = 0
    ) -> None:
        """Nothing is sent yet.

        Args:
            key: a test key for games that do not count, an evaluation key for those that do.
            player: who plays all our seats, each with an agent of its own.
            server: where.
            seed: decides what the agents draw, game after game.

        Raises:
            OptionError: the server is not named as it should be, or would get the key in clear.
        """
        check_server(server)
        self._key = key
        self._player = player
        self._server = server
        self._seed = seed
        self._games = 0

    def over(self) -> bool:
        """Whether all games of the evaluation key have been played.

        Raises:
            FormatError: the server refuses the key, or answers something else.
            OSError: the server cannot be reached.
        """
        address = f"{self._server.rstrip('/')}/evaluation-info/{quote(self._key, safe='')}"
        try:
            with opener(self._server).open(address, timeout=SECONDS) as response:
                return bool(json.load(response)["human_ai_eval_done"])
        except HTTPError as error:
            raise FormatError(f"The challenge refuses the key: {error.reason}.") from error
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError("The challenge does not tell how far the evaluation is.") from error

    def practise(self, players: int, seats: Sequence[int]) -> ChallengeGame:
        """Play a game that does not count, with partners who move at random.

        Args:
            players: how many sit at the table.
            seats: those that we play.

        Raises:
            AgentError: the agent broke its contract.
            FormatError: the server refuses, or says what our rules do not allow.
            OSError: the server cannot be reached.
        """
        asked = [
            ("num_players", players),
            *(("candidate_positions", seat) for seat in seats),
            ("test_submission_key", self._key),
        ]
        return self._play(f"play-random-agent?{urlencode(asked)}")

    def play_next(self) -> ChallengeGame:
        """Play the next game of the evaluation, which counts.

        Raises:
            AgentError: the agent broke its contract.
            FormatError: the server refuses, or says what our rules do not allow.
            OSError: the server cannot be reached.
        """
        return self._play(f"play-next?{urlencode({'submission_key': self._key})}")

    def _play(self, path: str) -> ChallengeGame:
        try:
            with connected(self._server, path) as connection:
                connection.recv()  # a greeting
                return self._moves(connection)
        except ConnectionClosed as error:
            raise FormatError("The challenge has ended the game.") from error
        except WebSocketException as error:
            raise FormatError(f"The challenge lets nobody play: {error}.") from error
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise FormatError(f"The challenge cannot be understood: {error!r}.") from error

    def _moves(self, connection: ClientConnection) -> ChallengeGame:
        told = _message(connection)
        info = told["info"]
        stream = Stream(self._seed).child(self._games)
        self._games += 1
        seats = {name: _seat(name) for name in info["candidate_controlling"]}
        playing = {
            name: ChallengeSeat(info["num_players"], seat, self._player, stream.child(seat))
            for name, seat in seats.items()
        }
        for name, seat in playing.items():
            seat.begin(told[name]["obs"])
        while True:
            moves = {name: seat.answer(told[name]["legal_moves"]) for name, seat in playing.items()}
            connection.send(json.dumps(moves))
            told = _message(connection)
            if told["done"]:
                break
            for name, seat in playing.items():
                seat.follow(told[name]["obs"])
        for seat in playing.values():
            seat.end(told["score"])
        return ChallengeGame(
            number=info["game_id"],
            players=info["num_players"],
            seats=tuple(seats.values()),
            score=told["score"],
        )


def _seat(name: str) -> int:
    """The seat in a name such as agent_1."""
    kind, _, number = name.partition("_")
    if kind != "agent" or not number.isdecimal():
        raise FormatError(f"The challenge names an agent {name!r:.40}.")
    return int(number)


def _message(connection: ClientConnection) -> dict[str, Any]:
    try:
        told = json.loads(connection.recv())
    except ValueError as error:
        raise FormatError("The challenge sends something that is no JSON.") from error
    if not isinstance(told, dict):
        raise FormatError("The challenge sends something that is no message.")
    if "error_details" in told:
        raise FormatError(f"The challenge says: {told['error_details']}")
    return told
