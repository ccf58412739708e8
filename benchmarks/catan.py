"""Catan against Catanatron, Dobre's program as it was measured once, a target, or our own TMCTS."""

from __future__ import annotations

import random
from typing import Any

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

import otherminds
from benchmarks.measure import Measure, Task, cpu_speed
from otherminds import Belief, Policy, Search, State, _core
from otherminds.agents.catan import tismcts, tmcts, tpomcp
from otherminds.arena.match import witness

DOBRE_TYPED_GAMES = 1_930
DOBRE_FLAT_GAMES = 22
"""Games per second of one core in Dobre's Java program, types drawn first or all actions alike."""
DOBRE_ITERATIONS = {"tmcts": 1_600, "tismcts": 1_360, "tpomcp": 1_330}
"""Iterations per second of its planners, from the first settlement."""
STAC_GAMES = 300
MID_GAME_ITERATIONS = 15_000
"""Per second of one core: targets where no other program was measured."""
HIDDEN_SHARE = 0.77
"""Iterations where cards are hidden for each of TMCTS: one may take 1.3 times as long."""
PEER = "Catanatron"
TARGET = "a target, not a program"
DOBRE = "the source's Java program, measured once"
OURS = "our TMCTS, which sees all cards"


def random_games(scale: float) -> Measure:
    """Complete games of four random players who do not trade with each other.

    Catanatron's random players do not offer anything, so ours may not either. Both play the whole
    game: dice, robber, discards, ports and development cards, to ten points.
    """
    game: Any = otherminds.load("catan", trades="none")
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
        target=150,
    )


def typed_games(scale: float) -> Measure:
    """Games by Dobre's rules in which the type of an action is drawn first, exchanges by chance."""
    game: Any = otherminds.load("catan", rules="dobre", exchange="drawn", drawn_discards=1)
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
        peer=DOBRE,
        target=5,
    )


def flat_games(scale: float) -> Measure:
    """Games by Dobre's rules with all trades, every action as likely: 12,000 steps each."""
    game: Any = otherminds.load("catan", rules="dobre", exchange="immediate", drawn_discards=1)
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
        peer=DOBRE,
        target=2,
    )


def stac_games(scale: float) -> Measure:
    """Games of four Stac policies with offers and counter-offers, by the loop that users call."""
    game = otherminds.load("catan")
    players = [Policy("stac")] * 4
    games = max(1, round(200 * scale))

    def run(repetition: int) -> int:
        for index in range(games):
            otherminds.play_match(game, players, seed=repetition, index=index)
        return games

    return Measure(
        name="catan_stac",
        title="Catan of 4, Stac with itself",
        unit="games",
        ours=cpu_speed(run),
        theirs=lambda repetition: STAC_GAMES,
        peer=TARGET,
        target=1,
    )


def middle(seed: int, **hidden: Any) -> tuple[State, Belief]:
    """The first decision in the second half of a game of four Stac policies by Dobre's rules.

    With what the seat that decides has come to believe.
    """
    game: Any = otherminds.load("catan", rules="dobre", **hidden)
    match = otherminds.play_match(game, [Policy("stac")] * 4, seed=seed)
    moves, state = next(
        (moves, state)
        for moves, state in enumerate(match.states())
        if moves >= len(match.moves) // 2 and state.actor() >= 0 and len(state.legal_actions()) > 1
    )
    return state, witness(match, state.actor(), moves)


def iterations(planner: Search, starts: list[State] | list[Belief]) -> Task:
    """Iterations of a planner, one search from each start."""

    def run(repetition: int) -> int:
        return sum(planner.run(start, seed=repetition).iterations for start in starts)

    return cpu_speed(run)


def search(name: str, title: str, planner: Search, starts: list[State] | list[Belief]) -> Measure:
    """A planner against Dobre's, or against a target."""
    peer = name.removeprefix("catan_")
    source = peer in DOBRE_ITERATIONS
    return Measure(
        name=name,
        title=title,
        unit="iterations",
        ours=iterations(planner, starts),
        theirs=lambda repetition: DOBRE_ITERATIONS[peer] if source else MID_GAME_ITERATIONS,
        peer=DOBRE if source else TARGET,
        target=5 if source else 1,
    )


def searches(scale: float) -> list[Measure]:
    """Dobre's planners: from the first settlement, and TMCTS in the midst of games."""
    open_game: Any = otherminds.load("catan", rules="dobre")
    hidden: Any = otherminds.load("catan", rules="dobre", hidden="cards", offers=3)
    first, unseen = open_game.initial_state(1), hidden.initial_state(1)
    belief = hidden.belief(unseen.view(unseen.actor()))
    often = round(10_000 * scale)
    return [
        search("catan_tmcts", "Catan of 4, TMCTS from the start", tmcts(often), [first]),
        search("catan_tismcts", "Catan of 4, TISMCTS from the start", tismcts(often), [belief]),
        search("catan_tpomcp", "Catan of 4, TPOMCP from the start", tpomcp(often), [belief]),
        search(
            "catan_tmcts_middle",
            "Catan of 4, TMCTS in mid-game",
            tmcts(round(often / 4)),
            [middle(seed)[0] for seed in range(4)],
        ),
    ]


def hidden_searches(scale: float) -> list[Measure]:
    """Dobre's planners with cards hidden in the midst of games, and TMCTS in the same positions."""
    open_game: Any = otherminds.load("catan", rules="dobre", offers=3)
    starts = [middle(seed, hidden="cards", offers=3) for seed in range(4)]
    seen = [open_game.state_from_dict(state.to_dict()) for state, _ in starts]
    beliefs = [belief for _, belief in starts]
    often = round(2_500 * scale)
    return [
        Measure(
            name=f"catan_{planner.__name__}_middle",
            title=f"Catan of 4, {planner.__name__.upper()} in mid-game",
            unit="iterations",
            ours=iterations(planner(often), beliefs),
            theirs=iterations(tmcts(often), seen),
            peer=OURS,
            target=HIDDEN_SHARE,
        )
        for planner in (tismcts, tpomcp)
    ]


def measures(scale: float) -> list[Measure]:
    return [
        random_games(scale),
        typed_games(scale),
        flat_games(scale),
        stac_games(scale),
        *searches(scale),
        *hidden_searches(scale),
    ]
