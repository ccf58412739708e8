"""A server that speaks as the Ad-Hoc Human-AI Coordination Challenge does.

Games are ours; the rows of numbers are made here from the true state, as JaxMARL's Hanabi makes
them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from otherminds import Stream, load
from otherminds.contracts import Observation, State, View, make_agent

TEST_KEY, KEY = "test/key", "official"
COLOURS = ("red", "yellow", "green", "blue", "white")
NO_CARD = 31


class Game:
    """One game, with what each seat may know and has witnessed.

    Attributes:
        views: for each seat, what it may know each time it is its turn.
        witnessed: for each seat.
    """

    def __init__(self, players: int, seed: int) -> None:
        self.game = load("hanabi", players=players)
        self.state: State = self.game.initial_state(seed)
        self.players = players
        self.size = 5 if players < 4 else 4
        self.places = [list(range(self.size)) for _ in range(players)]  # our slots, oldest first
        self.last: dict[str, Any] | None = None
        self.views: list[list[View]] = [[] for _ in range(players)]
        self.witnessed: list[list[Observation]] = [[] for _ in range(players)]
        self.note_turn()

    def note_turn(self) -> None:
        if (seat := self.state.actor()) >= 0:
            self.views[seat].append(self.state.view(seat))

    @property
    def nothing(self) -> int:
        return 2 * self.size + (self.players - 1) * 10

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand, oldest first, with gaps at its end."""
        cards = self.state.to_dict()["hands"][seat]
        held = [cards[slot] for slot in self.places[seat]]
        return [card for card in held if card != NO_CARD] + [NO_CARD] * held.count(NO_CARD)

    def legal(self, seat: int) -> list[int]:
        row = [0] * (self.nothing + 1)
        if self.state.actor() != seat:
            row[self.nothing] = 1
            return row
        for action in self.state.view(seat).legal_actions():
            row[self.move_of(seat, action)] = 1
        return row

    def move_of(self, seat: int, action: int) -> int:
        parts: Mapping[str, Any] = self.game.action_parts(action)
        if "slot" in parts:
            place: int = self.places[seat].index(parts["slot"])
            return place + (self.size if parts["type"] == "play" else 0)
        other: int = (parts["to"] - seat - 1) % self.players
        if parts["type"] == "hint colour":
            return 2 * self.size + 5 * other + COLOURS.index(parts["colour"])
        return 2 * self.size + 5 * (self.players - 1) + 5 * other + int(parts["rank"]) - 1

    def make(self, move: int) -> None:
        """The move of the seat that acts."""
        seat, before = self.state.actor(), self.state.copy()
        (action,) = [
            action for action in before.legal_actions() if self.move_of(seat, action) == move
        ]
        hands = [self.hand(each) for each in range(self.players)]
        self.state.apply_action(action)
        for each in range(self.players):
            self.witnessed[each].append(before.observation(action, each))
        parts = self.game.action_parts(action)
        self.last = {"actor": seat, "parts": parts}
        if "slot" in parts:
            place = self.places[seat].index(parts["slot"])
            self.last |= {"place": place, "card": hands[seat][place]}
            self.places[seat].append(self.places[seat].pop(place))
        else:
            cards = hands[parts["to"]]
            if parts["type"] == "hint colour":
                wanted = COLOURS.index(parts["colour"])
                hit = [card < 25 and card // 5 == wanted for card in cards]
            else:
                hit = [card < 25 and card % 5 + 1 == parts["rank"] for card in cards]
            self.last["touched"] = hit
        self.note_turn()

    def observation(self, seat: int) -> list[float]:
        facts = self.state.to_dict()
        row: list[float] = []
        around = [(seat + step) % self.players for step in range(self.players)]
        for other in around[1:]:
            for card in self.hand(other):
                row += one_hot(card, 25)
        row += [float(NO_CARD in self.hand(other)) for other in around]
        rest = 50 - self.players * self.size
        row += thermometer(facts["deck_left"], rest)
        for height in facts["stacks"]:
            row += one_hot(height - 1, 5)
        row += thermometer(facts["clues"], 8) + thermometer(facts["lives"], 3)
        row += [0.0] * 50  # what was discarded, which nobody here reads
        row += self.last_move(seat)
        return row + [0.0] * (self.players * self.size * 35)  # what hints have said, likewise

    def last_move(self, seat: int) -> list[float]:
        size = 2 * self.players + 4 + 10 + 2 * self.size + 25 + 2
        if self.last is None:
            return [0.0] * size
        parts: Mapping[str, Any] = self.last["parts"]
        kinds = ("play", "discard", "hint colour", "hint rank")
        row = one_hot((self.last["actor"] - seat) % self.players, self.players)
        row += one_hot(kinds.index(parts["type"]), 4)
        row += one_hot((parts["to"] - seat) % self.players if "to" in parts else -1, self.players)
        row += one_hot(COLOURS.index(parts["colour"]) if "colour" in parts else -1, 5)
        row += one_hot(parts["rank"] - 1 if "rank" in parts else -1, 5)
        row += [float(hit) for hit in self.last.get("touched", [False] * self.size)]
        row += one_hot(self.last.get("place", -1), self.size)
        row += one_hot(self.last.get("card", -1), 25)
        return [*row, 0.0, 0.0]


def one_hot(place: int, size: int) -> list[float]:
    return [float(each == place) for each in range(size)]


def thermometer(count: int, size: int) -> list[float]:
    return [float(each < count) for each in range(size)]


class FakeChallenge:
    """The server.

    Args:
        schedule: players and our seats of the games of the evaluation.
        partner: who plays the other seats.
        lies: changes an observation before it is sent.
    """

    def __init__(
        self,
        schedule: list[tuple[int, list[int]]] | None = None,
        *,
        partner: str = "random",
        lies: Any = None,
    ) -> None:
        self.schedule = schedule or []
        self.partner = partner
        self.lies = lies or (lambda row: row)
        self.games: list[Game] = []
        self.scores: list[float] = []
        self.app = Starlette(
            routes=[
                Route("/evaluation-info/{key:path}", self.info),
                WebSocketRoute("/play-random-agent", self.practise),
                WebSocketRoute("/play-next", self.play_next),
            ]
        )

    async def info(self, request: Request) -> JSONResponse:
        if request.path_params["key"] != KEY:
            return JSONResponse({"detail": "unknown key"}, status_code=404)
        done = len(self.scores) == len(self.schedule)
        return JSONResponse({"current_env": None, "all_envs": [], "human_ai_eval_done": done})

    async def practise(self, connection: WebSocket) -> None:
        asked = connection.query_params
        if asked["test_submission_key"] != TEST_KEY:
            await self.refuse(connection)
            return
        seats = [int(seat) for seat in asked.getlist("candidate_positions")]
        await self.play(connection, int(asked["num_players"]), seats)

    async def play_next(self, connection: WebSocket) -> None:
        if connection.query_params["submission_key"] != KEY:
            await self.refuse(connection)
            return
        await self.play(connection, *self.schedule[len(self.scores)])

    async def refuse(self, connection: WebSocket) -> None:
        await connection.accept()
        await connection.send_text("hello")
        await connection.send_text(json.dumps({"error_details": "Invalid submission key."}))
        await connection.close()

    async def play(self, connection: WebSocket, players: int, seats: list[int]) -> None:
        await connection.accept()
        await connection.send_text("hello")
        game = Game(players, seed=len(self.games) + 1)
        self.games.append(game)
        partners = {
            seat: make_agent(self.partner, game.game)
            for seat in range(players)
            if seat not in seats
        }
        for seat, agent in partners.items():
            agent.begin(seat, game.state.view(seat), Stream(len(self.games)).child(seat))
        info = {
            "num_players": players,
            "candidate_controlling": [f"agent_{seat}" for seat in seats],
            "is_debug": False,
            "game_id": len(self.games),
        }

        def seen() -> dict[str, Any]:
            return {
                f"agent_{seat}": {
                    "obs": self.lies(game.observation(seat)),
                    "legal_moves": game.legal(seat),
                }
                for seat in seats
            }

        try:
            await connection.send_text(json.dumps({"info": info} | seen()))
            while game.state.actor() >= 0:
                moves = json.loads(await connection.receive_text())
                actor = game.state.actor()
                for seat in seats:
                    assert (moves[f"agent_{seat}"] == game.nothing) == (seat != actor)
                if actor in seats:
                    game.make(moves[f"agent_{actor}"])
                else:
                    action = partners[actor].act(game.state.view(actor))
                    game.make(game.move_of(actor, action))
                over = game.state.actor() < 0
                score = game.state.returns()[0] if over else sum(game.state.to_dict()["stacks"])
                if over:
                    self.scores.append(score)
                await connection.send_text(json.dumps(seen() | {"done": over, "score": score}))
            await connection.close()
        except WebSocketDisconnect:
            return
