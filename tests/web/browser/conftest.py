"""A browser and a server for the tests of the page."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browser.table_page import PATIENCE, TablePage

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE)


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        port: int = opened.getsockname()[1]
        return port


class TableServer:
    """``otherminds table`` in a process of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-c", "from otherminds.cli import main; main()", "table"]
        command += ["--port", str(self.port), "--no-page"]
        command += ["--store", str(self._folder / "tables.db"), *self._options]
        log = (self._folder / "server.log").open("ab")
        self._process = subprocess.Popen(command, stdout=log, stderr=log)
        log.close()
        until = time.monotonic() + PATIENCE / 1000
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"The server does not answer: {self.said()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5):
                return True
        except OSError:
            return False

    def said(self) -> str:
        return (self._folder / "server.log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def kill(self) -> None:
        """End it as a crash would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("The tests of the page need chromium (sudo apt install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    made = TableServer(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.kill()


def open_page(browser: Browser, *, width: int, height: int, dark: bool, touch: bool) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        has_touch=touch,
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE)
    context.set_default_navigation_timeout(PATIENCE)
    return context.new_page()


@pytest.fixture
def problems() -> list[str]:
    """What the console and the page complained about; every test ends with none."""
    return []


@pytest.fixture
def page(chromium: Browser, problems: list[str], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A new page; parametrize it indirectly with ``phone`` or ``dark`` for another one."""
    kind = getattr(request, "param", "")
    phone = kind == "phone"
    size = (380, 780) if phone else (1440, 900)
    made = open_page(chromium, width=size[0], height=size[1], dark=kind == "dark", touch=phone)
    made.on("pageerror", lambda error: problems.append(str(error)))
    made.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield made
    made.context.close()
    # A killed server and a refused connection are said by the browser itself.
    own = [
        words for words in problems if "ERR_CONNECTION" not in words and "WebSocket" not in words
    ]
    assert own == []


@pytest.fixture
def table(page: Page, server: TableServer) -> TablePage:
    return TablePage(page, server.address)


@pytest.fixture(scope="session")
def axe_source() -> str:
    """The accessibility checker of the front end's development packages."""
    root = Path(__file__).parents[3]
    path = root / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        pytest.skip("The checks of accessibility need axe-core (npm ci in frontend/).")
    return path.read_text(encoding="utf-8")
