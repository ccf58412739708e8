"""The web application: a page, its bundle, and one WebSocket.

A page may load nothing but the bundle and talk to nobody but this server. A WebSocket is refused
whose page came from elsewhere, or that calls this server by a name it does not have.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from otherminds.web.connection import Connection
from otherminds.web.server import Server

__all__ = ["POLICY", "application"]

STATIC = Path(__file__).with_name("static")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def application(server: Server, hosts: frozenset[str]) -> Starlette:
    """The application.

    Args:
        server: what answers.
        hosts: names, with ports, by which browsers may call it.
    """

    async def page(request: Request) -> Response:
        del request
        return FileResponse(STATIC / "index.html")

    async def talk(socket: WebSocket) -> None:
        if not _from_here(socket.headers, hosts):
            await socket.close(1008)
            return
        await socket.accept()
        await Connection(socket, server).serve()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        del app
        yield
        server.close()

    app = Starlette(
        routes=[
            Route("/", page),
            WebSocketRoute("/ws", talk),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(_Guarded, hosts=hosts)
    return app


def _from_here(headers: Headers, hosts: frozenset[str]) -> bool:
    """Whether a page of ours, or a program that is no browser, opens a WebSocket."""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class _Guarded:
    """Refuses calls by other names, and puts the rules for pages on every answer."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "").lower()
        if host not in self._hosts:
            await self._refuse(scope, receive, send, host)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
            await send(message)

        await self._app(scope, receive, guarded)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, host: str) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(1008)
            return
        sentence = (
            f"This server is not called {host[:80]!r}; its names: "
            f"{', '.join(sorted(self._hosts))}. Others are given by --name.\n"
        )
        await PlainTextResponse(sentence, status_code=421)(scope, receive, send)
