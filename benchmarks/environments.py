"""Environments for learners: ours against PettingZoo's own Hanabi, by the same loop."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.measure import Measure, cpu_speed
from otherminds.interop import pettingzoo as ours

PEER = "PettingZoo"


def _play(environment: Any, games: int, repetition: int) -> int:
    """Complete games with random legal moves, every observation made and every mask read."""
    moves = random.Random(repetition)
    for number in range(games):
        environment.reset(seed=repetition * games + number)
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            over = terminated or truncated
            legal = observation["action_mask"].nonzero()[0].tolist()
            environment.step(None if over else moves.choice(legal))
    return games


def hanabi(players: int, scale: float) -> Measure:
    """Games of Hanabi under PettingZoo, observations and masks included."""
    from pettingzoo.classic import hanabi_v5

    hand = 5 if players < 4 else 4
    mine, theirs = (
        ours.env(f"hanabi(players={players})"),
        hanabi_v5.env(players=players, hand_size=hand),
    )
    our_games, their_games = round(10_000 * scale), round(400 * scale)
    return Measure(
        name=f"pettingzoo_{players}",
        title=f"Hanabi as an environment, {players} players",
        unit="games",
        ours=cpu_speed(lambda repetition: _play(mine, our_games, repetition)),
        theirs=cpu_speed(lambda repetition: _play(theirs, their_games, repetition)),
        peer=PEER,
        target=10,
    )


def measures(scale: float) -> list[Measure]:
    return [hanabi(2, scale), hanabi(5, scale)]
