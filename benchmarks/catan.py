"""Random games of Catan against Catanatron, and against Dobre's program as it was measured once."""

from __future__ import annotations

import random

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

import otherminds
from benchmarks.measure import Measure, cpu_speed
from otherminds import _core

DOBRE_TYPED_GAMES = 1_930
DOBRE_FLAT_GAMES = 22
"""A second of one core, types drawn first or all actions as likely, in Dobre's Java program."""
PEER = "Catanatron"


def random_games(scale: float) -> Measure:
    """Complete games of four random players who do not trade with each other.

    Catanatron's random players do not offer anything, so ours may not either. Both play the whole
    game: dice, robber, discards, ports and development cards, to ten points.
    """
    game = otherminds.load("catan", trades="none")
    our_games, their_games = round(5_000 * scale), round(20 * scale)

    def run_ours(repetition: int) -> int:
        game.playouts(our_games, seed=repetition)
        return our_games

    def run_theirs(repetition: int) -> int:
        for number in range(their_games):
            players = [RandomPlayer(color) for color in Color]
            Game(players, seed=1 + repetition * their_games + number).play()
        random.seed()  # it seeds the generator of the whole process
        return their_games

    return Measure(
        name="catan_random",
        title="Catan of 4, random games",
        unit="games",
        ours=cpu_speed(run_ours),
        theirs=cpu_speed(run_theirs),
        peer=PEER,
        target=100,
    )


def typed_games(scale: float) -> Measure:
    """Games by Dobre's rules in which the type of an action is drawn first, exchanges by chance."""
    game = otherminds.load("catan", rules="dobre", exchange="drawn", drawn_discards=1)
    games = round(5_000 * scale)

    def run(repetition: int) -> int:
        _core.catan_typed_playouts(game, games, repetition)
        return games

    return Measure(
        name="catan_typed",
        title="Catan of 4, typed games",
        unit="games",
        ours=cpu_speed(run),
        theirs=lambda repetition: DOBRE_TYPED_GAMES,
        peer="the source's Java program, measured once",
        target=3,
    )


def flat_games(scale: float) -> Measure:
    """Games by Dobre's rules with all trades, every action as likely: 12,000 steps each."""
    game = otherminds.load("catan", rules="dobre", exchange="immediate", drawn_discards=1)
    games = round(50 * scale)

    def run(repetition: int) -> int:
        game.playouts(games, seed=repetition)
        return games

    return Measure(
        name="catan_flat",
        title="Catan of 4, flat games with trades",
        unit="games",
        ours=cpu_speed(run),
        theirs=lambda repetition: DOBRE_FLAT_GAMES,
        peer="the source's Java program, measured once",
        target=2,
    )


def measures(scale: float) -> list[Measure]:
    return [random_games(scale), typed_games(scale), flat_games(scale)]
