"""Starts the server, says where it is, and opens the page."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from otherminds.contracts import OptionError
from otherminds.web.app import application
from otherminds.web.messages import LONGEST
from otherminds.web.server import Server
from otherminds.web.settings import ServerOptions

__all__ = ["PORT", "serve"]

PORT = 8747
"""Where the server is unless somebody says otherwise, or something else is there."""

_PINGS = 20.0
"""Seconds between two questions whether a browser is still there."""


def serve(
    options: ServerOptions,
    *,
    host: str,
    port: int | None,
    names: tuple[str, ...] = (),
    say: Callable[[str], object],
    show: bool,
) -> None:
    """Serve until somebody stops it.

    Args:
        options: what is allowed.
        host: the address to listen at.
        port: None for the usual one, or any that is free.
        names: other names by which browsers may call the server.
        say: told the address once the server answers.
        show: whether to open the page.

    Raises:
        OptionError: the address cannot be listened at.
    """
    listening = _listen(host, port)
    bound = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound}/"
    called = {shown, "localhost", "127.0.0.1", "[::1]"} | set(names)
    hosts = {name.lower() for name in called} | {f"{name}:{bound}".lower() for name in called}
    server = Server(options)
    uvicorn_server = _Server(
        uvicorn.Config(
            application(server, frozenset(hosts)),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=LONGEST,
            ws_ping_interval=_PINGS,
            ws_ping_timeout=_PINGS,
            timeout_graceful_shutdown=2,
        )
    )

    def ready() -> None:
        say(address)
        if show:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    uvicorn_server.ready = ready
    uvicorn_server.run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it answers."""

    ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self.ready()


def _listen(host: str, port: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for attempt in (PORT, 0) if port is None else (port,):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, attempt))
        except (OSError, OverflowError) as error:
            listening.close()
            if attempt == 0 or port is not None:
                raise OptionError(f"{host}, port {attempt}, cannot be listened at: {error}.") from (
                    error
                )
        else:
            return listening
    raise AssertionError("one of the attempts returns or raises")
