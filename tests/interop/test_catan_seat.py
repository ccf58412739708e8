"""A game of Catan followed from its seats, with our own engine as the referee that is elsewhere."""

from __future__ import annotations

from typing import Any, cast

import pytest

from otherminds import CHANCE, OptionError, load
from otherminds._core import Observation
from otherminds.contracts import Agent, Game, State, View
from otherminds.games import catan
from otherminds.interop.catan_seat import Misfit, RefereedSeat

RESOURCES = catan.RESOURCES
CORNERS = ((0, 0), (1, 1), (1, 2), (0, 3), (-1, 2), (-1, 1))
"""Of a hex, by how many columns and lines they are away from its top."""


class Told(Agent):
    """Keeps what it is told, and plays by chance."""

    def __init__(self) -> None:
        self.seen: list[tuple[Observation, str]] = []

    def observe(self, observation: Observation, view: View) -> None:
        self.seen.append((observation, view.to_json()))

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        kinds = sorted({view.game.type_of(action) for action in legal})
        rng = self.stream.child(len(self.seen)).rng()
        kind = rng.choice(kinds)
        return rng.choice([action for action in legal if view.game.type_of(action) == kind])


class Refereed:
    """A match in our engine, told to followers in each seat as a referee would."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.state: State = game.initial_state(seed)
        self.told = [Told() for _ in range(game.seats)]
        fixed = load("catan", **{**game.options, "board": catan.layout(self.state)})
        self.seats = [
            RefereedSeat(agent, fixed, seat, seed=seed) for seat, agent in enumerate(self.told)
        ]
        self.expected: list[list[Observation]] = [[] for _ in self.told]
        self.rng = self.told[0].stream.child("referee").rng()

    def step(self) -> None:
        before = self.state.copy()
        actor = before.actor()
        if actor == CHANCE:
            action = before.sample_outcome(self.rng)
        else:
            action = self.seats[actor].decision()
            assert action in before.legal_actions()
        for seat, seen in enumerate(self.expected):
            seen.append(before.observation(action, seat))
        self.state.apply_action(action)
        self.tell(before, action)

    def tell(self, before: State, action: int) -> None:
        facts = before.to_dict()
        phase, acting, victim = (facts["table"][key] for key in ("phase", "acting", "victim"))
        if before.actor() != CHANCE:
            parts = self.game.action_parts(action)
            lost = None
            if parts["type"] == "play monopoly":
                hands = facts["hands"]
                lost = {seat: hand[parts["resource"]] for seat, hand in enumerate(hands)}
            for follower in self.seats:
                if parts["type"] == "discard":
                    follower.discarded(acting, [parts["resource"]])
                else:
                    follower.moved(acting, action, lost=lost)
            return
        for seat, follower in enumerate(self.seats):
            if phase == 3:
                follower.rolled(action + 2)
            elif phase == 7:
                follower.stole(RESOURCES[action - 11] if seat in (acting, victim) else None)
            else:
                follower.drew(catan.CARDS[action - 21] if seat == acting else None)


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"bank": 0}), (4, {}), (4, {"trades": "none"})],
)
def test_every_view_and_observation_is_that_of_the_true_state(
    players: int, options: dict[str, Any]
) -> None:
    """The seats discard in an order of their own: until all have, each sees itself first."""
    match = Refereed(load("catan", players=players, turns=120, **options), seed=players)
    compared = 0
    while not match.state.is_terminal():
        discarding = match.state.to_dict()["table"]["phase"] == 4
        if not discarding:
            for seat, follower in enumerate(match.seats):
                assert follower.facts == match.state.view(seat).facts
                compared += 1
        match.step()
    assert compared > 1_000
    for told, expected in zip(match.told, match.expected, strict=True):
        assert sorted(map(repr, (seen for seen, _ in told.seen))) == sorted(map(repr, expected))


def test_what_cannot_be_is_a_misfit() -> None:
    game = load("catan", board="beginner", players=2)
    follower = RefereedSeat("random", game, 0)
    settle = game.parse_action("build settlement at 17")
    with pytest.raises(Misfit, match="not the move of seat 1"):
        follower.moved(1, settle)
    with pytest.raises(Misfit, match="cannot roll"):
        follower.moved(0, game.parse_action("roll"))
    with pytest.raises(Misfit, match="nobody is to steal"):
        follower.stole(None)
    follower.moved(0, settle)
    follower.moved(0, game.parse_action("build road 17-23"))
    with pytest.raises(Misfit, match="not this seat's move"):
        follower.decision()


def test_agents_that_peek_are_refused() -> None:
    with pytest.raises(OptionError, match="may not know"):
        RefereedSeat("tmcts(iterations=10, peek=true)", load("catan"), 0)


class Certain:
    """A belief that holds nothing possible but that the game is over."""

    def __init__(self) -> None:
        self.winners: list[int] = []

    def update(self, observation: Observation, view: View) -> None:
        if view.facts["table"]["winner"] < 0:
            raise OptionError("No hands fit.")
        self.winners.append(view.facts["table"]["winner"])


def test_nobody_wins_by_cards_that_the_seat_cannot_know() -> None:
    """All cards are bought: who holds the victory points must fit that the game goes on."""
    follower, settled = with_all_cards_bought()
    follower.moved(2, follower.game.parse_action(f"build city at {settled[0]}"))
    assert follower.facts["table"]["points"] == [2, 2, 3, 0]
    assert follower.facts["table"]["winner"] < 0  # seat 1 has three of the five, seat 2 the rest
    follower.moved(2, follower.game.parse_action(f"build city at {settled[1]}"))
    assert follower.facts["table"]["winner"] == 2  # now it must have one too many


def test_what_the_belief_is_sure_of_counts() -> None:
    follower, settled = with_all_cards_bought()
    follower.belief = certain = cast(Any, Certain())
    follower.moved(2, follower.game.parse_action(f"build city at {settled[0]}"))
    assert follower.facts["table"]["winner"] == 2
    assert certain.winners == [2]


def with_all_cards_bought() -> tuple[RefereedSeat, list[int]]:
    """What seat 0 knows in a turn of seat 2, which can build cities at these vertices."""
    game = load("catan", board="beginner", players=3, points=6, bank=0)
    follower = RefereedSeat("random", game, 0)
    setting_up = game.initial_state()
    while setting_up.to_dict()["table"]["phase"] < 2:
        action = setting_up.legal_actions()[0]
        follower.moved(setting_up.actor(), action)
        setting_up.apply_action(action)

    def act(seat: int, move: str) -> None:
        follower.moved(seat, game.parse_action(move))

    cost = ("ore", "sheep", "wheat")
    turns = [(0, 0), (1, 3), (2, 8), (0, 0), (1, 0), (2, 7), (0, 0), (1, 0), (2, 7), (0, 0), (1, 0)]
    for seat, bought in turns:
        act(seat, "roll")
        follower.rolled(6, {seat: dict.fromkeys(cost, bought)} if bought else {})
        for _ in range(bought):
            act(seat, "buy card")
            follower.drew(None)
        act(seat, "end turn")
    act(2, "roll")
    follower.rolled(6, {2: {"ore": 6, "wheat": 4}})
    settled = int(follower.facts["table"]["settlements"][2], 16)
    return follower, [settled.bit_length() - 1, (settled & -settled).bit_length() - 1]


def before_the_third_knight() -> tuple[RefereedSeat, int]:
    """What seat 1 knows where seat 0 wins by the knight that it plays next; a hex to rob it from.

    By our rules the game is over when that knight is played; other referees tell of the robbery.
    """
    game = load("catan", board="beginner", players=4, points=4, bank=0)
    follower = RefereedSeat("random", game, 1)
    setting_up = game.initial_state()
    while setting_up.to_dict()["table"]["phase"] < 2:
        action = setting_up.legal_actions()[0]  # far from the last hexes
        follower.moved(setting_up.actor(), action)
        setting_up.apply_action(action)

    def act(seat: int, **parts: Any) -> None:
        parts["type"] = parts.pop("kind")
        follower.moved(seat, game.action_from_parts(parts))

    for turn in range(13):
        seat = turn % 4
        if turn in (4, 8):
            act(0, kind="play knight", hex=16 + turn // 8, **{"from": "nobody"})
        act(seat, kind="roll")
        cards = {0: dict.fromkeys(("ore", "sheep", "wheat"), 3), 1: {"wood": 1}}
        follower.rolled(2, {} if turn else cards)
        for _ in range(0 if turn else 3):
            act(0, kind="buy card")
            follower.drew(None)
        if turn < 12:
            act(seat, kind="end turn")
    settled = int(follower.facts["table"]["settlements"][1], 16)
    column, line = catan.VERTICES[settled.bit_length() - 1]
    tops = [(column - right, line - down) for right, down in CORNERS]
    return follower, next(hex_ for hex_, (x, y) in enumerate(catan.HEXES) if (x, 2 * y) in tops)
