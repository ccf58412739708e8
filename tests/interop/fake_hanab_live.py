"""A server that speaks as hanab.live does, for one table with one game at a time.

Some seats are taken by whoever logs in, the others by agents of ours in the server. The true state
stands here and nowhere else; each connection is sent what its seat may know.
"""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from otherminds import Stream, load
from otherminds.contracts import Game, Observation, State, View, make_agent
from otherminds.games.hanabi import hand_size

TABLE = 7
HIDDEN = -1


@dataclass
class Seat:
    """Somebody at the table.

    Attributes:
        name: of the account.
        views: what they may know each time it is their turn.
        witnessed: what they have witnessed.
        connection: where they are; None for an agent of the server.
        present: they have loaded the game, and are told of moves.
    """

    name: str
    views: list[View] = field(default_factory=list)
    witnessed: list[Observation] = field(default_factory=list)
    connection: WebSocket | None = None
    present: bool = False


class FakeHanabLive:
    """The site.

    Args:
        names: who sits at the table, seat by seat; those in ``passwords`` log in.
        passwords: of the accounts.
        options: of the table, in the site's words.
        inviter: somebody of the server who invites the others.
        invitation: what they are sent.
        game: what is played.
        breaks: after so many moves the table is ended by a vote.
        lies: a line of the record that is changed before it is sent.
    """

    def __init__(
        self,
        names: list[str],
        passwords: Mapping[str, str],
        *,
        options: Mapping[str, Any] | None = None,
        invitation: str = "/join open sesame &amp; go",
        table_password: str = "open sesame & go",
        game: Game | None = None,
        player: str = "piers",
        seed: int = 1,
        breaks: int = 1000,
        lies: Any = None,
    ) -> None:
        self.seats = [Seat(name) for name in names]
        self.passwords = dict(passwords)
        self.options = {
            "numPlayers": 0,
            "variantName": "No Variant",
            "tableName": "Friends",
        } | dict(options or {})
        self.invitation = invitation
        self.table_password = table_password
        self.game = load("hanabi", players=len(names)) if game is None else game
        self.breaks = breaks
        self.lies = lies or (lambda line: line)
        self.heard: list[tuple[str, str]] = []
        self.told: dict[str, list[str]] = {name: [] for name in passwords}
        self.joined: list[str] = []
        self.running = self.over = False
        self.state: State = self.game.initial_state(seed)
        self.record: list[dict[str, Any]] = []
        self.agents = {
            seat: make_agent(player, self.game)
            for seat, name in enumerate(names)
            if name not in passwords
        }
        self.seed = seed
        self.moves = 0
        self.ended_by: str | None = None
        self.app = Starlette(
            routes=[
                Route("/login", self.login, methods=["POST"]),
                WebSocketRoute("/ws", self.meet),
            ]
        )

    async def login(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        name = form.get("username", "")
        if form.get("version") != "bot":
            return PlainTextResponse("You must provide the version.", status_code=401)
        if self.passwords.get(name) != form.get("password"):
            return PlainTextResponse("That is not the correct password.", status_code=401)
        answer = PlainTextResponse("OK")
        answer.set_cookie("hanabi.sid", f"session-of-{name}", httponly=True)
        return answer

    async def meet(self, connection: WebSocket) -> None:
        name = connection.cookies.get("hanabi.sid", "").removeprefix("session-of-")
        if name not in self.passwords:
            await connection.close(4401)
            return
        await connection.accept()
        seat = next(seat for seat in self.seats if seat.name == name)
        seat.connection = connection
        try:
            await self.welcome(seat)
            while True:
                text = await connection.receive_text()
                command, _, data = text.partition(" ")
                self.heard.append((name, command))
                await self.obey(seat, command, json.loads(data))
        except WebSocketDisconnect:
            seat.connection, seat.present = None, False

    async def send(self, seat: Seat, command: str, data: Any) -> None:
        if seat.connection is not None:
            await seat.connection.send_text(f"{command} {json.dumps(data)}")

    def table(self, name: str) -> dict[str, Any]:
        here = [seat.name for seat in self.seats if seat.name not in self.passwords]
        return {
            "id": TABLE,
            "name": "Friends",
            "passwordProtected": True,
            "joined": name in self.joined,
            "numPlayers": len(here) + len(self.joined),
            "running": self.running,
            "variant": self.options["variantName"],
            "options": self.options,
            "sharedReplay": self.over,
            "players": [*here, *self.joined],
            "spectators": [],
            "maxPlayers": 5,
        }

    async def welcome(self, seat: Seat) -> None:
        playing = [TABLE] if self.running and not self.over else []
        await self.send(
            seat, "welcome", {"username": seat.name, "userID": 3, "playingAtTables": playing}
        )
        await self.send(seat, "userList", [])
        await self.send(seat, "tableList", [self.table(seat.name)])
        await self.chat(seat, "", "[Server Notice] Be kind.", recipient="")
        host = next((other.name for other in self.seats if other.name not in self.passwords), None)
        if host is not None and not playing and self.invitation:
            await self.chat(seat, host, "hello", recipient=seat.name)
            await self.chat(seat, host, self.invitation, recipient=seat.name)

    async def chat(self, seat: Seat, who: str, text: str, *, recipient: str) -> None:
        data = {"msg": text, "who": who, "server": not who, "room": "", "recipient": recipient}
        await self.send(seat, "chat", data)

    async def obey(self, seat: Seat, command: str, data: dict[str, Any]) -> None:
        number = self.seats.index(seat)
        if command in ("chatPM", "chat"):
            self.told[seat.name].append(data["msg"])
        elif command == "tableJoin":
            await self.join(seat, data)
        elif command in ("tableLeave", "tableUnattend"):
            if command == "tableLeave" and self.running:
                await self.warn(seat, "That game has already started, so you cannot leave it.")
            elif seat.name in self.joined:
                self.joined.remove(seat.name)
                if command == "tableLeave":
                    await self.send(seat, "left", {"TableID": TABLE})
        elif command == "tableReattend":
            await self.send(seat, "tableStart", {"tableID": TABLE, "replay": False})
        elif command == "getGameInfo1":
            await self.send(
                seat,
                "init",
                {
                    "tableID": TABLE,
                    "playerNames": [each.name for each in self.seats],
                    "ourPlayerIndex": number,
                    "spectating": False,
                    "replay": False,
                    "options": self.options,
                },
            )
        elif command == "getGameInfo2":
            lines = [self.seen_by(number, line) for line in self.record]
            await self.send(seat, "gameActionList", {"tableID": TABLE, "list": lines})
            await self.send(seat, "connected", {"tableID": TABLE, "list": []})
            await self.send(seat, "clock", {"tableID": TABLE, "times": []})
        elif command == "loaded":
            seat.present = True
        elif command == "action":
            await self.act(number, data)

    async def warn(self, seat: Seat, sentence: str) -> None:
        await self.send(seat, "warning", {"warning": html.escape(sentence)})

    async def join(self, seat: Seat, data: dict[str, Any]) -> None:
        if data["tableID"] != TABLE or data.get("password", "") != self.table_password:
            await self.warn(seat, "That is not the correct password for this game.")
            return
        self.joined.append(seat.name)
        await self.send(seat, "table", self.table(seat.name))
        await self.send(seat, "joined", {"tableID": TABLE})
        if len(self.joined) == len(self.passwords):
            await self.start()

    async def start(self) -> None:
        self.running = True
        self.hand = hand_size(self.game)
        self.orders = [
            [seat * self.hand + slot for slot in range(self.hand)]
            for seat in range(self.game.seats)
        ]
        hands = self.state.to_dict()["hands"]
        for seat in range(self.game.seats):
            for slot, order in enumerate(self.orders[seat]):
                self.record.append(self.drawn(seat, order, hands[seat][slot]))
        self.drawn_cards = self.game.seats * self.hand
        for seat, agent in self.agents.items():
            agent.begin(seat, self.state.view(seat), Stream(self.seed).child(seat))
        for each in self.seats:
            await self.send(each, "tableStart", {"tableID": TABLE, "replay": False})
        self.note_turn()
        await self.play_on()

    def note_turn(self) -> None:
        if self.state.actor() >= 0:
            seat = self.state.actor()
            self.seats[seat].views.append(self.state.view(seat))

    def drawn(self, seat: int, order: int, card: int) -> dict[str, Any]:
        return {
            "type": "draw",
            "playerIndex": seat,
            "order": order,
            "suitIndex": card // 5,
            "rank": card % 5 + 1,
        }

    def seen_by(self, seat: int, line: dict[str, Any]) -> dict[str, Any]:
        if line["type"] == "draw" and line["playerIndex"] == seat:
            line = line | {"suitIndex": HIDDEN, "rank": HIDDEN}
        changed: dict[str, Any] = self.lies(line)
        return changed

    async def tell(self, line: dict[str, Any]) -> None:
        self.record.append(line)
        for number, seat in enumerate(self.seats):
            if seat.present:
                data = {"tableID": TABLE, "action": self.seen_by(number, line)}
                await self.send(seat, "gameAction", data)

    async def play_on(self) -> None:
        """Agents of the server move until it is the turn of somebody who has logged in."""
        while not self.over and (seat := self.state.actor()) in self.agents:
            await self.make(self.agents[seat].act(self.state.view(seat)))
            await asyncio.sleep(0)

    async def act(self, seat: int, data: dict[str, Any]) -> None:
        if self.state.actor() != seat:
            await self.warn(
                self.seats[seat], "It is not your turn, so you cannot perform an action."
            )
            return
        if data["type"] in (0, 1):
            action = self.hand * data["type"] + self.orders[seat].index(data["target"])
        else:
            kind = "colour" if data["type"] == 2 else "rank"
            value = data["value"]
            colours = ("red", "yellow", "green", "blue", "white")
            action = self.game.action_from_parts(
                {
                    "type": f"hint {kind}",
                    kind: colours[value] if kind == "colour" else value,
                    "to": data["target"],
                }
            )
        await self.make(action)
        await self.play_on()

    async def make(self, action: int) -> None:
        seat, before = self.state.actor(), self.state.copy()
        facts = before.to_dict()
        self.state.apply_action(action)
        self.moves += 1
        for number, each in enumerate(self.seats):
            observation = before.observation(action, number)
            each.witnessed.append(observation)
            if number in self.agents:
                self.agents[number].observe(observation, self.state.view(number))
        parts = self.game.action_parts(action)
        if parts["type"].startswith("hint"):
            await self.tell(self.hint(seat, parts, facts))
        else:
            await self.move_card(seat, parts, facts)
        now = self.state.to_dict()
        points = sum(now["stacks"])
        await self.tell({"type": "status", "clues": now["clues"], "score": points, "maxScore": 25})
        if self.state.actor() < 0 or self.moves >= self.breaks:
            await self.end(seat, now)
        else:
            await self.tell(
                {"type": "turn", "num": self.moves, "currentPlayerIndex": self.state.actor()}
            )
            self.note_turn()

    def hint(
        self, giver: int, parts: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> dict[str, Any]:
        target, cards = parts["to"], facts["hands"][parts["to"]]
        if parts["type"] == "hint colour":
            value = ("red", "yellow", "green", "blue", "white").index(parts["colour"])
            touched = [slot for slot in range(self.hand) if cards[slot] // 5 == value]
        else:
            value = parts["rank"]
            touched = [
                slot
                for slot in range(self.hand)
                if cards[slot] < 25 and cards[slot] % 5 + 1 == value
            ]
        kind = 0 if parts["type"] == "hint colour" else 1
        return {
            "type": "clue",
            "clue": {"type": kind, "value": value},
            "giver": giver,
            "list": sorted(self.orders[target][slot] for slot in touched),
            "target": target,
            "turn": self.moves - 1,
        }

    async def move_card(
        self, seat: int, parts: Mapping[str, Any], facts: Mapping[str, Any]
    ) -> None:
        slot = parts["slot"]
        order, card = self.orders[seat][slot], facts["hands"][seat][slot]
        now = self.state.to_dict()
        failed = now["lives"] < facts["lives"]
        line = {
            "type": "discard" if failed or parts["type"] == "discard" else "play",
            "playerIndex": seat,
            "order": order,
            "suitIndex": card // 5,
            "rank": card % 5 + 1,
        }
        if failed:
            await self.tell({"type": "strike", "num": 3 - now["lives"], "order": order})
        await self.tell(line | ({"failed": failed} if line["type"] == "discard" else {}))
        if facts["deck_left"]:
            self.orders[seat][slot] = self.drawn_cards
            await self.tell(self.drawn(seat, self.drawn_cards, now["hands"][seat][slot]))
            self.drawn_cards += 1

    async def end(self, seat: int, now: Mapping[str, Any]) -> None:
        self.over = True
        condition = 10 if self.state.actor() >= 0 else 1 if now["lives"] else 2
        await self.tell(
            {"type": "gameOver", "endCondition": condition, "playerIndex": seat, "votes": None}
        )
        await self.tell({"type": "turn", "num": self.moves, "currentPlayerIndex": -1})
        await self.tell({"type": "playerTimes", "playerTimes": [], "duration": 1})
        for each in self.seats:
            await self.send(each, "tableGone", {"tableID": TABLE})
            await self.send(each, "cardIdentities", {"tableID": TABLE, "cardIdentities": []})
            await self.send(each, "finishOngoingGame", {"tableID": TABLE, "databaseID": 1})
