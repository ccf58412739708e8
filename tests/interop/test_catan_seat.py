"""A game of Catan followed from its seats, with our own engine as the referee that is elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from otherminds import CHANCE, OptionError, load
from otherminds._core import Observation
from otherminds.contracts import Agent, Game, State, View
from otherminds.games import catan
from otherminds.interop.catan_seat import Misfit, RefereedSeat

RESOURCES = catan.RESOURCES


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
