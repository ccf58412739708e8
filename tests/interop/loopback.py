"""Small servers on the loopback interface, in a thread of the test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

uvicorn = pytest.importorskip("uvicorn", reason="uvicorn serves: pip install 'otherminds[web]'")
applications = pytest.importorskip("starlette.applications")

PATIENCE = 60.0


@contextmanager
def serving(app: object) -> Iterator[str]:
    """Serve an application; gives its host and port."""
    listening = socket.create_server(("127.0.0.1", 0))
    host, port = listening.getsockname()
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"{host}:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
