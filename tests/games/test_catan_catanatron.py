"""Catan in lockstep with Catanatron, where its rules are ours.

Both play the same game: the other program's dice, thefts, draws and discards are what chance does
in ours. After every move hands, bank and development cards are compared, before every move what is
legal. Where the other program differs from the rule book, the difference is named and expected:

- it plays development cards in the turn in which they were bought;
- it lays free roads only for who could pay for them;
- a year of plenty may take one card if the bank lacks the other;
- a bank that is short pays nobody even if only one seat is due.

Awards and the end of the game are not compared, because its longest road is not that of the rules.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from otherminds import CHANCE, NOBODY, load
from otherminds._core import Stream
from tests.games.catan_reference import CARDS, RESOURCES, Move, Position, board, move_of, payout

pytest.importorskip("catanatron")

from catanatron.game import Game as TheirGame
from catanatron.models.enums import ActionPrompt, ActionType
from catanatron.models.player import Color, RandomPlayer

from otherminds.agents.catanatron_boards import THEIR_RESOURCES as OUR_NAMES
from otherminds.agents.catanatron_boards import layout_of, places
from otherminds.agents.catanatron_games import game_of_state
from otherminds.agents.catanatron_package import own_randomness

THEIR_RESOURCES = {name: place for place, name in enumerate(OUR_NAMES)}
THEIR_CARDS = ("KNIGHT", "VICTORY_POINT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")
STOLEN, DRAWN = 11, 21
"""The first outcomes of thefts and of drawn cards."""


class Lockstep:
    """One game in both programs."""

    def __init__(self, seed: int) -> None:
        self.theirs = TheirGame([RandomPlayer(color) for color in Color], seed, vps_to_win=50)
        self.rng = random.Random(seed)
        self.seats = {color: seat for seat, color in enumerate(self.theirs.state.colors)}
        self.game = load(
            "catan",
            board=layout_of(self.theirs.state.board.map),
            trades="none",
            before_roll="knight",
            points=20,
        )
        self.state = self.game.initial_state()
        self.vertices, self.hexes = places().vertices, places().hexes
        self.met: Counter[str] = Counter()

    # Their moves as ours --------------------------------------------------------------------------

    def move(self, action: Any) -> Move | None:
        """None where there is no such move in ours."""
        value = action.value
        match action.action_type:
            case ActionType.BUILD_ROAD:
                edge = tuple(sorted(self.vertices[end] for end in value))
                return ("road", board().edges.index(edge))
            case ActionType.BUILD_SETTLEMENT:
                return ("settlement", self.vertices[value])
            case ActionType.BUILD_CITY:
                return ("city", self.vertices[value])
            case ActionType.MOVE_ROBBER:
                victim = None if value[1] is None else self.seats[value[1]]
                return ("robber", self.hexes[value[0]], victim)
            case ActionType.PLAY_YEAR_OF_PLENTY:
                cards = sorted(THEIR_RESOURCES[name] for name in value)
                return ("plenty", *cards) if len(cards) == 2 else None
            case ActionType.PLAY_MONOPOLY:
                return ("monopoly", THEIR_RESOURCES[value])
            case ActionType.MARITIME_TRADE:
                give, take = THEIR_RESOURCES[value[0]], THEIR_RESOURCES[value[-1]]
                at = Position(self.state.to_dict(), self.game.options)
                paid = sum(name is not None for name in value[:-1])
                assert paid == at.rate(self.state.actor(), give)
                return ("bank", give, take)
        return (SIMPLE[action.action_type],)

    def ours(self) -> dict[Move, int]:
        return {move_of(self.game.action_text(a)): a for a in self.state.legal_actions()}

    # Steps ----------------------------------------------------------------------------------------

    def compare_choices(self) -> None:
        theirs = {self.move(action) for action in self.theirs.state.playable_actions} - {None}
        ours = set(self.ours())
        # A knight is one move in ours and two in theirs.
        if any(move[0] == "knight" for move in ours):
            ours = {move for move in ours if move[0] != "knight"} | {("knight",)}
        facts = self.state.to_dict()
        fresh = {FRESH[card] for card, count in zip(CARDS, facts["fresh"], strict=True) if count}
        for move in theirs ^ ours:
            assert move is not None
            if move in theirs:
                assert move[0] in fresh
                self.met["card of this turn"] += 1
            else:
                assert move == ("road building",)
                self.met["free roads of the poor"] += 1

    def compare_cards(self) -> None:
        facts, their = self.state.to_dict(), self.theirs.state
        for seat in range(4):
            for name, place in THEIR_RESOURCES.items():
                held = their.player_state[f"P{seat}_{name}_IN_HAND"]
                assert held == facts["hands"][seat][RESOURCES[place]]
            for place, name in enumerate(THEIR_CARDS):
                assert their.player_state[f"P{seat}_{name}_IN_HAND"] == facts["held"][seat][place]
                if name != "VICTORY_POINT":
                    played = facts["table"]["played"][seat][place]
                    assert their.player_state[f"P{seat}_PLAYED_{name}"] == played
        for name, count in zip(
            ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"), their.resource_freqdeck, strict=True
        ):
            assert facts["bank"][RESOURCES[THEIR_RESOURCES[name]]] == count
        deck = Counter(their.development_listdeck)
        assert [deck[name] for name in THEIR_CARDS] == facts["deck"]

    def compare_games(self) -> None:
        """Their game, made from our state, is the one that is played, awards and cards left out."""
        players = [RandomPlayer(color) for color in Color]
        with own_randomness():
            made = game_of_state(self.state, players, Stream(1).rng()).state
        their = self.theirs.state
        colors = dict(zip(made.colors, their.colors, strict=True))
        assert {(colors[a.color], *a[1:]) for a in playable_in(made, colors)} == {
            tuple(a) for a in their.playable_actions
        }
        for name, value in their.player_state.items():
            if not name.endswith(("VICTORY_POINTS", "HAS_ROAD", "LONGEST_ROAD_LENGTH")):
                assert made.player_state[name] == value, name
        for name in ("current_player_index", "current_turn_index", "current_prompt"):
            assert getattr(made, name) == getattr(their, name)
        assert made.resource_freqdeck == their.resource_freqdeck
        assert sorted(made.development_listdeck) == sorted(their.development_listdeck)
        assert made.board.board_buildable_ids == their.board.board_buildable_ids
        assert made.board.robber_coordinate == their.board.robber_coordinate
        self.met["games made"] += 1

    def discard(self) -> None:
        """All of theirs, then all of ours, who come in another order."""
        given: dict[int, list[int]] = {}
        while self.theirs.state.current_prompt == ActionPrompt.DISCARD:
            done = self.theirs.execute(self.theirs.state.playable_actions[0])
            given[self.seats[done.color]] = [THEIR_RESOURCES[name] for name in done.value]
        for seat, count in enumerate(self.state.to_dict()["table"]["discards"]):
            assert count == len(given.get(seat, []))
        while given.get(self.state.actor()):
            resource = given[self.state.actor()].pop()
            self.state.apply_action(self.ours()["discard", resource])
        self.met["discard"] += 1

    def rob(self, word: str) -> None:
        """After a seven, or a knight that they have already played."""
        ours = {move: action for move, action in self.ours().items() if move[0] == word}
        theirs = {self.move(action): action for action in self.theirs.state.playable_actions}
        assert {("robber", *move[1:]) for move in ours} == set(theirs)
        move = self.rng.choice(sorted(ours, key=str))
        done = self.theirs.execute(theirs["robber", *move[1:]])
        self.state.apply_action(ours[move])
        if self.state.actor() == CHANCE:
            self.state.apply_action(STOLEN + THEIR_RESOURCES[done.value[2]])
        self.met[word] += 1

    def roll(self, action: Any) -> bool:
        """False if the programs part, because the bank is short for one seat only."""
        done = self.theirs.execute(action)
        self.state.apply_action(self.ours()["roll",])
        number = sum(done.value)
        at = Position(self.state.to_dict(), self.game.options)
        self.state.apply_action(number - 2)
        if number == 7:
            return True
        due = Counter[str]()
        for hand in payout(at, number):
            due += hand
        short = [name for name in RESOURCES if due[name] and due[name] == at.bank[name]]
        if short:
            got = self.theirs.state.resource_freqdeck
            if any(got[THEIR_ORDER.index(name)] == at.bank[name] for name in short):
                self.met["short bank"] += 1
                return False
        return True

    def step(self) -> bool:
        their = self.theirs.state
        if their.current_prompt == ActionPrompt.DISCARD:
            self.discard()
            return True
        assert self.state.actor() == self.seats[their.current_color()]
        if their.current_prompt == ActionPrompt.MOVE_ROBBER:
            self.rob("robber")
            return True
        self.compare_choices()
        if self.theirs.state.num_turns % 25 == 0:
            self.compare_games()
        ours = self.ours()
        knights = any(move[0] == "knight" for move in ours)
        both = [
            (move, action)
            for action in their.playable_actions
            if (move := self.move(action)) in ours or (move == ("knight",) and knights)
        ]
        both.sort(key=str)
        # What is built and bought is what there is to compare: the turn ends when there is nothing.
        move, action = self.rng.choice([b for b in both if b[0] != ("end",)] or both)
        assert move is not None
        if move == ("roll",):
            self.met["roll"] += 1
            return self.roll(action)
        done = self.theirs.execute(action)
        if move == ("knight",):
            self.rob("knight")
            return True
        self.met[move[0]] += 1
        self.state.apply_action(ours[move])
        if move == ("buy",):
            self.state.apply_action(DRAWN + THEIR_CARDS.index(done.value))
        return True


def playable_in(made: Any, colors: Mapping[Any, Any]) -> list[Any]:
    """What may be done, with victims by the colours of the other game."""
    found = []
    for action in made.playable_actions:
        if action.action_type == ActionType.MOVE_ROBBER and action.value[1] is not None:
            at, victim, card = action.value
            action = action._replace(value=(at, colors[victim], card))
        found.append(action)
    return found


SIMPLE: Mapping[Any, str] = {
    ActionType.ROLL: "roll",
    ActionType.END_TURN: "end",
    ActionType.BUY_DEVELOPMENT_CARD: "buy",
    ActionType.PLAY_KNIGHT_CARD: "knight",
    ActionType.PLAY_ROAD_BUILDING: "road building",
}
FRESH = {
    "knight": "knight",
    "victory point": "none",
    "road building": "road building",
    "year of plenty": "plenty",
    "monopoly": "monopoly",
}
THEIR_ORDER = ("wood", "clay", "sheep", "wheat", "ore")


@pytest.mark.slow
def test_moves_production_cards_and_ports_are_those_of_catanatron() -> None:
    met: Counter[str] = Counter()
    for seed in range(1, 13):
        both = Lockstep(seed)
        for _ in range(1200):
            if not both.step() or both.state.actor() == NOBODY:
                break
            both.compare_cards()
        met += both.met
    # Everything that is compared has happened, and often.
    for what in ("road", "settlement", "city", "buy", "bank", "roll", "robber", "knight"):
        assert met[what] >= 50, met
    assert met["games made"] >= 100, met
    for what in ("plenty", "monopoly", "road building", "discard"):
        assert met[what] >= 5, met
