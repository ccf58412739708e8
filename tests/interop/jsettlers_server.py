"""A server that speaks JSettlers' documented sequences, with our engine as the referee.

One seat is the client's; the others play by chance. Every message that a client would get is sent,
with the order and the fields that the documentation of JSettlers 2.5 gives them.
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Mapping
from typing import Any

from otherminds import CHANCE, load
from otherminds._core import Stream
from otherminds.contracts import State
from otherminds.games.catan import HEXES, RESOURCES
from otherminds.interop.jsettlers_board import JSettlersBoard

GAME = "fake"
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
# What lies on the 37 hexes, ports as the documentation codes them; the land is filled in.
FRAME = (
    *("9", "6", "10", "6"),
    *("6", ".", ".", ".", "65"),
    *("37", ".", ".", ".", ".", "6"),
    *("6", ".", ".", ".", ".", ".", "84"),
    *("34", ".", ".", ".", ".", "6"),
    *("6", ".", ".", ".", "12"),
    *("7", "6", "99", "6"),
)


def board_of(state: State) -> tuple[list[int], list[int]]:
    """The 37 hexes and numbers of a layout, with the ports of FRAME."""
    layout = state.to_dict()["table"]["layout"]
    land = iter(range(len(HEXES)))
    hexes, numbers = [], []
    for word in FRAME:
        if word != ".":
            hexes.append(int(word))
            numbers.append(-1)
            continue
        place = next(land)
        terrain, number = layout["terrain"][place], layout["numbers"][place]
        hexes.append(0 if terrain == 5 else terrain + 1)
        numbers.append(NUMBERS.index(number) if number else -1)
    return hexes, numbers


class FakeServer(threading.Thread):
    """One game with one client.

    Args:
        seed: decides board, dice and the other players.
        first: the server's number of the seat that begins.
        client: the server's number of the client's seat.
        turns: after how many the game is over, which the seat then has won whose turn it is.

    Attributes:
        hands: of everybody, in our order of seats, at the beginning of each turn.
        fault: what it does wrong: "hand", "decline" or "".
    """

    def __init__(
        self, seed: int, *, first: int = 2, client: int = 0, turns: int = 90, fault: str = ""
    ) -> None:
        super().__init__(daemon=True)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.first, self.client, self.turns, self.fault = first, client, turns, fault
        self.rng = Stream(seed).rng()
        draft = load("catan", bank=0).initial_state(seed)
        self.hexes, self.numbers = board_of(draft)
        self.board = JSettlersBoard(self.hexes, self.numbers)
        rules = load("catan", bank=0, board=self.board.layout, turns=turns)
        self.game, self.state = rules, rules.initial_state()
        self.hands: list[list[dict[str, int]]] = []
        self.discards: list[str] = []

    # Messages -------------------------------------------------------------------------------------

    def send(self, kind: int, *fields: object, mark: str = ",") -> None:
        text = f"{kind}|" + mark.join(map(str, (GAME, *fields)))
        data = text.encode()
        self.connection.sendall(struct.pack(">H", len(data)) + data)

    def read(self) -> tuple[int, list[str]]:
        (length,) = struct.unpack(">H", self.stream.read(2))
        kind, _, data = self.stream.read(length).decode().partition("|")
        return int(kind), data.split(",")[1:]

    def run(self) -> None:
        self.connection, _ = self.listening.accept()
        self.stream = self.connection.makefile("rb")
        with self.connection, self.listening, self.stream:
            try:
                self.welcome()
                while not self.state.is_terminal():
                    self.step()
                self.end()
            except (OSError, struct.error):
                pass  # the client has left

    def welcome(self) -> None:
        assert self.read()[0] == 9998
        assert self.read()[0] == 1022
        self.connection.sendall(struct.pack(">H", 6) + b"9999|7")
        self.send(1023, self.client, "PL=4")
        assert self.read()[0] == 9999
        assert self.read()[0] == 1013
        self.send(1021)
        assert self.read()[0] == 1012
        for seat in range(4):
            self.send(1012, f"robot {seat}", seat, "true")
        self.send(1014, *[6] * 37, *[-1] * 37, -1)
        self.send(1014, *self.hexes, *self.numbers, 0x55)
        self.send(1018, 5)
        self.send(1026, self.theirs(0), 5)

    def theirs(self, seat: int) -> int:
        return (seat + self.first) % 4

    @property
    def mine(self) -> int:
        return (self.client - self.first) % 4

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.state.to_dict()
        return facts

    # Playing --------------------------------------------------------------------------------------

    def step(self) -> None:
        actor = self.state.actor()
        if actor == CHANCE:
            self.chance(self.state.sample_outcome(self.rng))
        else:
            action = self.asked() if actor == self.mine else self.drawn()
            self.move(actor, action)

    def drawn(self) -> int:
        """A random action, its type first."""
        legal = self.state.legal_actions()
        kind = self.rng.choice(sorted({self.game.type_of(action) for action in legal}))
        return self.rng.choice([action for action in legal if self.game.type_of(action) == kind])

    def asked(self) -> int:
        """What the client says that it does, as an action."""
        parts = self.parts(*self.read())
        action = self.game.action_from_parts(parts)
        assert action in self.state.legal_actions(), parts
        return action

    def parts(self, kind: int, fields: list[str]) -> dict[str, Any]:
        table = self.facts["table"]
        match kind:
            case 1009:
                piece, where = int(fields[1]), int(fields[2])
                if piece == 0:
                    return {"type": "build road", "edge": self.board.edge(where)}
                name = "build settlement" if piece == 1 else "build city"
                return {"type": name, "vertex": self.board.vertex(where)}
            case 1031:
                return {"type": "roll"}
            case 1032:
                return {"type": "end turn"}
            case 1033:
                self.discards = [
                    name
                    for name, count in zip(RESOURCES, fields, strict=False)
                    for _ in range(int(count))
                ]
                assert len(self.discards) == table["discards"][self.mine]
                return {"type": "discard", "resource": self.discards.pop()}
            case 1034:
                return self.robbery("move robber", int(fields[1]))
            case 1040:
                give, get = self.hand(fields[:5]), self.hand(fields[5:10])
                return {"type": "bank trade", "give": next(iter(give)), "get": next(iter(get))}
            case 1041:
                to = [place for place, word in enumerate(fields[1:5]) if word == "true"]
                give, get = self.hand(fields[5:10]), self.hand(fields[10:15])
                seat = (to[0] - self.first) % 4
                return {"type": "trade", "give": give, "get": get, "to": seat}
            case 1037:
                return {"type": "reject"}
            case 1039:
                return {"type": "accept"}
            case 1038:
                self.send(1038, self.client)
                return self.parts(*self.read())
            case 1045:
                return {"type": "buy card"}
            case 1049:
                return self.card(int(fields[0]))
        raise AssertionError((kind, fields))

    @staticmethod
    def hand(counts: list[str]) -> dict[str, int]:
        return {name: int(n) for name, n in zip(RESOURCES, counts, strict=True) if int(n)}

    def card(self, card: int) -> dict[str, Any]:
        self.announce_card(self.mine, card)
        if card == 9:
            self.send(1025, 33)
            kind, fields = self.read()
            assert kind == 1034
            return self.robbery("play knight", int(fields[1]))
        if card == 1:
            return {"type": "road building"}
        self.send(1025, {2: 52, 3: 53}[card])
        kind, fields = self.read()
        if card == 2:
            assert kind == 1052
            return {"type": "year of plenty", "get": self.hand(fields[:5])}
        assert kind == 1053
        return {"type": "play monopoly", "resource": RESOURCES[int(fields[0]) - 1]}

    def robbery(self, kind: str, where: int) -> dict[str, Any]:
        """The victim is asked for where there is a choice, as the documentation has it."""
        hex_ = self.board.hex(where)
        self.send(1034, self.client, where)
        victims = [
            seat
            for seat in range(4)
            if {"type": kind, "hex": hex_, "from": seat} in map(self.game.action_parts, self.robs())
        ]
        if len(victims) > 1:
            self.send(1025, 51)
            self.send(1036, *["false"] * 4)
            asked, fields = self.read()
            assert asked == 1035
            victims = [(int(fields[0]) - self.first) % 4]
        return {"type": kind, "hex": hex_, "from": victims[0] if victims else "nobody"}

    def robs(self) -> list[int]:
        types = ("move robber", "play knight")
        return [
            action
            for action in self.state.legal_actions()
            if self.game.action_types[self.game.type_of(action)] in types
        ]

    # Telling --------------------------------------------------------------------------------------

    def announce_card(self, seat: int, card: int) -> None:
        self.send(1046, self.theirs(seat), 1, card)
        self.send(1024, self.theirs(seat), 100, 19, 1)

    def go_on(self) -> None:
        """The state of the game, which ends most sequences."""
        table = self.facts["table"]
        states = {0: 10, 1: 11, 2: 15, 6: 33, 8: 20, 10: 39 + 2 - table["free_roads"] + 1}
        if table["phase"] in states:
            self.send(1025, states[table["phase"]])

    def move(self, actor: int, action: int) -> None:
        before, parts = self.facts, self.game.action_parts(action)
        self.state.apply_action(action)
        kind, theirs = parts["type"], self.theirs(actor)
        own = actor == self.mine
        if kind.startswith("build"):
            self.built(theirs, parts, before)
        elif kind in ("move robber", "play knight"):
            if not own and kind == "play knight":
                self.announce_card(actor, 9)
                self.send(1025, 33)
            if not own:
                self.send(1034, theirs, self.board.their_hex(parts["hex"]))
            if parts["from"] == "nobody":
                self.go_on()
        elif kind == "discard":
            self.discarded(actor, parts, own=own)
        elif kind == "bank trade":
            rate = before["hands"][actor][parts["give"]] - self.facts["hands"][actor][parts["give"]]
            give, get = self.listed({parts["give"]: rate}), self.listed({parts["get"]: 1})
            self.send(1040, *give, *get, theirs)
        elif kind == "trade":
            to = [str(seat == self.theirs(parts["to"])).lower() for seat in range(4)]
            self.send(1041, theirs, *to, *self.listed(parts["give"]), *self.listed(parts["get"]))
            self.offer, self.offerer = parts, actor
        elif kind == "accept":
            lists = [*self.listed(self.offer["give"]), *self.listed(self.offer["get"])]
            self.send(1039, theirs, self.theirs(self.offerer), *lists)
            self.send(1038, -1)
        elif kind == "reject":
            self.send(1037, theirs)
        elif kind == "end turn":
            self.send(1038, -1)
            self.turn(15)
        elif kind == "year of plenty":
            if not own:
                self.announce_card(actor, 2)
            self.send(1052, *self.listed(parts["get"]), theirs, 2)
            self.go_on()
        elif kind == "play monopoly":
            self.monopolized(actor, RESOURCES.index(parts["resource"]) + 1, before, own=own)
        elif kind == "road building":
            if not own:
                self.announce_card(actor, 1)
            self.go_on()

    def turn(self, state: int) -> None:
        if self.state.is_terminal():
            return
        self.send(1026, self.theirs(self.facts["table"]["current"]), state)
        if state == 15:
            self.hands.append(self.facts["hands"])
            self.send(1072, self.theirs(self.facts["table"]["current"]))

    @staticmethod
    def listed(cards: Mapping[str, int]) -> list[int]:
        return [cards.get(name, 0) for name in RESOURCES]

    def built(self, theirs: int, parts: dict[str, Any], before: dict[str, Any]) -> None:
        if parts["type"] == "build road":
            where = self.board.their_edge(parts["edge"])
            self.send(1009, theirs, 0, where)
        else:
            piece = 1 if parts["type"] == "build settlement" else 2
            self.send(1009, theirs, piece, self.board.their_vertex(parts["vertex"]))
        phase = self.facts["table"]["phase"]
        if before["table"]["phase"] == 1:
            settlements = sum(
                bin(int(word, 16)).count("1") for word in before["table"]["settlements"]
            )
            self.turn(15 if phase == 2 else 5 if settlements < 4 else 10)
        else:
            self.send(1025, {1: 6}.get(phase, 20)) if before["table"][
                "phase"
            ] == 0 else self.go_on()

    def discarded(self, actor: int, parts: dict[str, Any], *, own: bool) -> None:
        cards = [parts["resource"]]
        while self.state.actor() == actor and self.facts["table"]["phase"] == 4:
            action = self.drawn()
            if own:
                name = self.discards.pop()
                action = self.game.action_from_parts({"type": "discard", "resource": name})
            cards.append(self.game.action_parts(action)["resource"])
            self.state.apply_action(action)
        known = {name: cards.count(name) for name in cards} if own else {}
        unknown = 0 if own else len(cards)
        self.send(1033, f"p{self.theirs(actor)}", *self.listed(known), unknown)
        self.send(1025, 50 if self.facts["table"]["phase"] == 4 else 33)

    def monopolized(self, actor: int, number: int, before: dict[str, Any], *, own: bool) -> None:
        name, theirs = RESOURCES[number - 1], self.theirs(actor)
        if not own:
            self.announce_card(actor, 3)
            self.send(1025, 53)
        total = 0
        for seat in range(4):
            lost = before["hands"][seat][name] if seat != actor else 0
            total += lost
            if lost:
                self.send(1024, self.theirs(seat), 100, number, 0, "Y")
                self.send(1063, self.theirs(seat), sum(self.facts["hands"][seat].values()))
        self.send(1024, theirs, 101, number, total)
        self.send(1090, theirs, 3, total, number)
        self.go_on()

    def chance(self, outcome: int) -> None:
        before = self.facts["table"]
        acting, phase = before["acting"], before["phase"]
        self.state.apply_action(outcome)
        if phase == 3:
            self.send(1028, outcome + 2)
            if outcome == 5:
                self.send(1025, 50 if self.facts["table"]["phase"] == 4 else 33)
                count = self.facts["table"]["discards"][self.mine]
                if count:
                    self.send(1029, count)
                    self.discard_first()
                return
            hand = self.listed(self.facts["hands"][self.mine])
            hand[0] += self.fault == "hand"
            pairs = [value for pair in zip(range(1, 6), hand, strict=True) for value in pair]
            self.send(1086, self.client, 100, *pairs, mark="|")
            self.go_on()
        elif phase == 7:
            victim = before["victim"]
            shown = outcome - 11 + 1 if self.mine in (acting, victim) else 6
            self.send(1102, self.theirs(acting), self.theirs(victim), "R", shown, 1, "T")
            self.go_on()
        else:
            kinds = {0: 9, 1: 5, 2: 1, 3: 2, 4: 3}
            card = kinds[outcome - 21] if acting == self.mine else 0
            self.send(1046, self.theirs(acting), 0, card)
            self.send(1090, self.theirs(acting), 1, 22, 0)
            self.go_on()
            if self.fault == "decline" and acting == self.mine:
                self.send(1104, 20, 2)

    def discard_first(self) -> None:
        """The client's answer comes at once, whoever's turn it is to discard by our rules."""
        facts = self.facts
        facts["table"]["acting"] = self.mine
        self.state = self.game.state_from_dict(facts)

    def end(self) -> None:
        self.send(1096, 4, self.theirs(self.facts["table"]["current"]), mark="|")
        self.send(1025, 1000)
        self.stream.read(1)
