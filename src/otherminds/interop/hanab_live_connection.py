"""The way to hanab.live: log in by name and password, then carry messages both ways.

A message is the name of a command, a space and its data as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

from otherminds.contracts import FormatError
from otherminds.interop.extras import needs
from otherminds.interop.hanab_live_bot import HanabLiveBot
from otherminds.interop.servers import SECONDS, check_server, connected, opener

with needs("websockets", "servers"):
    from websockets.exceptions import ConnectionClosed, WebSocketException
    from websockets.sync.client import ClientConnection

__all__ = ["log_in", "play_on"]


def play_on(server: str, user: str, password: str, bot: HanabLiveBot, *, games: int = 0) -> None:
    """Play until so many games are finished, or the site ends the session.

    Args:
        server: where, such as ``https://hanab.live``.
        user: the name of the bot's account.
        password: of that account.
        bot: who plays.
        games: how many; 0 for no end.

    Raises:
        AgentError: the agent broke its contract.
        FormatError: the site refuses us, or says what our rules do not allow.
        OptionError: the server is not named as it should be.
        OSError: the server cannot be reached.
    """
    cookie = log_in(server, user, password)
    try:
        with connected(server, "ws", Cookie=cookie) as connection:
            try:
                _talk(connection, bot, games)
            finally:
                for name, data in bot.leave():
                    _send(connection, name, data)
    except ConnectionClosed as error:
        raise FormatError(f"{server} has ended the session.") from error
    except WebSocketException as error:
        raise FormatError(f"{server} lets nobody play: {error}.") from error


def _talk(connection: ClientConnection, bot: HanabLiveBot, games: int) -> None:
    while not games or bot.games < games or bot.table is not None:
        message = connection.recv()
        text = message if isinstance(message, str) else message.decode()
        name, _, said = text.partition(" ")
        try:
            data: Any = json.loads(said) if said else None
        except ValueError as error:
            raise FormatError(f"The site sent {text!r:.80}, which is no message.") from error
        for command, answer in bot.hear(name, data):
            _send(connection, command, answer)


def _send(connection: ClientConnection, name: str, data: dict[str, Any]) -> None:
    try:
        connection.send(f"{name} {json.dumps(data)}")
    except ConnectionClosed:
        return  # the next message that is waited for tells


def log_in(server: str, user: str, password: str) -> str:
    """The cookie that opens a session.

    Raises:
        FormatError: the site refuses the account.
        OptionError: the server is not named as it should be, or would get the password in clear.
        OSError: the server cannot be reached.
    """
    check_server(server)
    body = urlencode({"username": user, "password": password, "version": "bot"}).encode()
    try:
        with opener(server).open(f"{server.rstrip('/')}/login", body, SECONDS) as response:
            cookies = response.headers.get_all("Set-Cookie") or []
    except HTTPError as error:
        said = error.read(500).decode(errors="replace").strip()
        raise FormatError(f"{server} does not let {user} in: {said or error.reason}") from error
    if not cookies:
        raise FormatError(f"{server} answered the login without a cookie.")
    return "; ".join(_pairs(cookies))


def _pairs(cookies: list[str]) -> Iterator[str]:
    for cookie in cookies:
        yield cookie.partition(";")[0]
