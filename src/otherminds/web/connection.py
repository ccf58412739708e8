"""One WebSocket: what a browser asks is answered, and it is told what changes.

News is not queued: a connection knows what it has sent, and is sent what is new when it can take
more. A slow reader gets fewer states and thoughts, and misses no move.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from otherminds.contracts import FormatError, OthermindsError
from otherminds.web.answers import Answers
from otherminds.web.messages import read_request
from otherminds.web.replies import Closing, Refused, Reply
from otherminds.web.requests import Join, Stop
from otherminds.web.server import Server
from otherminds.web.sitting import Sitting

__all__ = ["Connection"]

_QUEUED = 200
"""Replies that wait to be sent; who asks for more without reading is disconnected."""
_RUNNING = 4
"""Analyses and reviews at once of one connection."""


class TooMuchError(Exception):
    """A browser sends more than it may."""


class Connection:
    """One connection of a browser.

    Args:
        socket: the WebSocket, accepted.
        server: what the connection belongs to.
    """

    def __init__(self, socket: WebSocket, server: Server) -> None:
        self._socket = socket
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._wanted = asyncio.Event()
        self._replies: deque[Reply] = deque()
        self._updates: dict[int | None, Reply] = {}
        """The latest of each running analysis, by its request."""
        self._going: dict[int | None, bool] = {}
        """Whether each running analysis is still wanted, by its request."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._sitting: Sitting | None = None
        self._answers = Answers(server)
        self._allowance = float(server.options.burst)
        self._counted = time.monotonic()

    async def serve(self) -> None:
        """Until either side closes."""
        sender = asyncio.create_task(self._send())
        try:
            while True:
                text = await self._receive()
                if text is None:
                    break
                self._count()
                await self._answer(text)
        except TooMuchError as error:
            await self._say_why(str(error))
        except (WebSocketDisconnect, RuntimeError):  # it is gone
            pass
        finally:
            for request in self._going:
                self._going[request] = False
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
            self._leave()

    async def _receive(self) -> str | bytes | None:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | bytes | None = message.get("text")
        return message.get("bytes") if text is None else text

    async def _say_why(self, sentence: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_text(Closing(sentence=sentence).model_dump_json())
            await self._socket.close(1008)

    # What comes in -----------------------------------------------------------------------------

    def _count(self) -> None:
        """Refuse who sends too much: a bucket that fills at the rate."""
        options, now = self._server.options, time.monotonic()
        self._allowance = min(
            float(options.burst), self._allowance + (now - self._counted) * options.rate
        )
        self._counted = now
        self._allowance -= 1
        if self._allowance < -options.burst or len(self._replies) > _QUEUED:
            raise TooMuchError(
                f"At most {options.rate:g} messages per second are answered; connect again."
            )

    async def _answer(self, text: str | bytes) -> None:
        request: int | None = None
        try:
            asked = read_request(text)
            request = asked.request
            if self._allowance < 0:
                raise FormatError(
                    f"At most {self._server.options.rate:g} messages per second are answered; "
                    "this one was not."
                )
            if isinstance(asked, Stop):
                self._going[asked.of] = False
                self._reply(self._answers.stopped(asked))
            elif self._answers.takes_long(asked):
                self._start(asked)
            else:
                if isinstance(asked, Join):
                    self._leave()
                answer = partial(self._answers.answer, asked, self._sitting, self._poke)
                replies, self._sitting = await self._server.soon(answer)
                for reply in replies:
                    self._reply(reply)
                self._wanted.set()
        except OthermindsError as error:
            self._reply(Refused(request=request, sentence=str(error)))
        except Exception:  # games and agents of others may raise anything; it is in the log
            self._server.log.exception("A request failed: %.200r", text)
            self._reply(Refused(request=request, sentence="The server failed at this request."))

    def _start(self, asked: Any) -> None:
        """An analysis or a review, beside everything else."""
        if sum(self._going.values()) >= _RUNNING:
            raise FormatError(f"At most {_RUNNING} analyses run at once; stop one first.")
        if self._going.get(asked.request):
            raise FormatError(f"Request {asked.request} is running; use another number.")
        self._going[asked.request] = True
        task = asyncio.create_task(self._run(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, asked: Any) -> None:
        def going() -> bool:
            return self._going.get(asked.request, False)

        def tell(update: Reply) -> None:
            self._loop.call_soon_threadsafe(self._update, asked.request, update)

        work = partial(self._answers.long_answer, asked, self._sitting, going, tell)
        try:
            await self._server.later(work)
        except OthermindsError as error:
            self._reply(Refused(request=asked.request, sentence=str(error)))
        except Exception:
            self._server.log.exception("An analysis failed.")
            self._reply(Refused(request=asked.request, sentence="The analysis failed."))
        finally:
            self._going.pop(asked.request, None)

    def _leave(self) -> None:
        if self._sitting is not None:
            self._sitting.leave()
            self._sitting = None

    # What goes out -----------------------------------------------------------------------------

    def _reply(self, reply: Reply) -> None:
        self._replies.append(reply)
        self._wanted.set()

    def _update(self, request: int | None, update: Reply) -> None:
        self._updates[request] = update
        self._wanted.set()

    def _poke(self) -> None:
        """Something has changed at the table; called from any thread."""
        with suppress(RuntimeError):  # the server is closing
            self._loop.call_soon_threadsafe(self._wanted.set)

    async def _send(self) -> None:
        try:
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                while self._replies:
                    await self._write(self._replies.popleft())
                updates, self._updates = self._updates, {}
                for update in updates.values():
                    await self._write(update)
                sitting = self._sitting
                if sitting is not None:
                    news = await self._server.soon(sitting.news)
                    for reply in news:
                        await self._write(reply)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _write(self, reply: Reply) -> None:
        await self._socket.send_text(reply.model_dump_json())
