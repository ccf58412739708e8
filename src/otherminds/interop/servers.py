"""Addresses of servers that our agents play on, and connections to them."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import urlsplit
from urllib.request import OpenerDirector, ProxyHandler, build_opener

from otherminds.contracts import OptionError
from otherminds.interop.extras import needs

with needs("websockets", "servers"):
    from websockets.sync.client import ClientConnection, connect

__all__ = ["SECONDS", "check_server", "connected", "opener"]

SECONDS = 60.0
"""How long a server may take for an answer to a request, and to open a connection."""

_MOST_BYTES = 10_000_000  # hanab.live sends the list of all its tables in one message


def check_server(server: str) -> None:
    """Refuse what is no address, and addresses where passwords and keys would travel in clear.

    Raises:
        OptionError: it is one of these.

    Examples:
        >>> check_server("https://hanab.live")
        >>> check_server("http://hanab.live")
        Traceback (most recent call last):
        otherminds.contracts.errors.OptionError: 'http://hanab.live' would be sent secrets in ...
    """
    try:
        parts = urlsplit(server)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https"):
        raise OptionError(f"{server!r:.80} is no server; write one as https://hanab.live.")
    if parts.scheme == "http" and not _is_here(host):
        raise OptionError(
            f"{server!r:.80} would be sent secrets in clear; accepted are https:// and servers on "
            "this machine."
        )


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def opener(server: str) -> OpenerDirector:
    """What sends requests: past proxies where the server is on this machine."""
    here = _is_here(urlsplit(server).hostname or "")
    return build_opener(ProxyHandler({})) if here else build_opener()


def connected(server: str, path: str, **headers: str) -> ClientConnection:
    """A WebSocket to a server that `check_server` has let through; use it in a with statement."""
    here = _is_here(urlsplit(server).hostname or "")
    more: dict[str, Any] = {"proxy": None} if here else {}
    connection: ClientConnection = connect(
        f"ws{server.removeprefix('http').rstrip('/')}/{path}",
        additional_headers=headers,
        open_timeout=SECONDS,
        max_size=_MOST_BYTES,
        **more,
    )
    return connection
