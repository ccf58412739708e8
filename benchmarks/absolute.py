"""Speeds of ours that have no peer in the same run, or one that was measured elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import otherminds
from benchmarks import stores
from benchmarks.measure import Measure, cpu_speed
from otherminds import (
    Agent,
    Belief,
    Player,
    Policy,
    Rng,
    Search,
    State,
    Stream,
    View,
)
from otherminds.agents.cluedo import bmcts
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.contracts import AnyAgent
from otherminds.search import BeliefTree, InformationSets, Particles, Played, TimeWeighted, Types

PERFT = {9: 3_005_288, 10: 24_571_284}
"""Leaves at a depth; published, so that the benchmark counts nothing wrong quickly."""


class RandomAgent(Agent):
    """A uniformly random player as a user would write it."""

    rng: Rng

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.rng = stream.rng()

    def act(self, view: View) -> int:
        return self.rng.choice(view.legal_actions())


def perft(scale: float) -> Measure:
    depth = 10 if scale >= 1 else 9
    state: Any = otherminds.load("othello").initial_state()  # a native one, which counts

    def run(repetition: int) -> int:
        del repetition
        leaves = state.perft(depth)
        if leaves != PERFT[depth]:
            raise RuntimeError(f"Perft {depth} is {PERFT[depth]}, but {leaves} were counted.")
        return int(leaves)

    return Measure(
        name="perft", title=f"Othello, perft {depth}", unit="leaves", ours=cpu_speed(run)
    )


def matches(name: str, title: str, players: Sequence[Player | AnyAgent], games: int) -> Measure:
    game = otherminds.load("othello")

    def run(repetition: int) -> int:
        for index in range(games):
            otherminds.play_match(game, players, seed=repetition, index=index)
        return games

    return Measure(name=name, title=title, unit="matches", ours=cpu_speed(run))


HBA = Types(
    ["max_disk", "max_value", "mobility"],
    posterior=TimeWeighted(10, 0.01, 5),
    likelihood="indicator",
    where="rollout",
    horizon=10,
)
"""The settings of Stevinson's agent."""


def searches(name: str, title: str, search: Search, start: State | Belief, number: int) -> Measure:
    """Simulations of one search, from the first decision of a game."""

    def run(repetition: int) -> int:
        done = 0
        for place in range(number):
            done += search.run(start, seed=repetition * number + place).iterations
        return done

    return Measure(name=name, title=title, unit="simulations", ours=cpu_speed(run))


def planners(scale: float) -> list[Measure]:
    """The answers that the sources' agents are made of, with their settings."""
    often = max(1, round(20 * scale))
    tiger = otherminds.load("tiger", horizon=10)
    heard = tiger.belief(tiger.initial_state(1).view(0))
    bazaar = otherminds.load("bazaar")
    table = bazaar.initial_state(1)
    table.apply_action(table.chance_outcomes()[0][0])
    goods = bazaar.belief(table.view(table.actor()))
    hanabi = otherminds.load("hanabi")
    hands = hanabi.belief(hanabi.initial_state(1).view(0))
    sets = Search(hidden=InformationSets(), iterations=10_000)
    ruled = Search(hidden=InformationSets(), rollout=Played("iggi"), iterations=10_000)
    particles = Search(hidden=Particles(), iterations=10_000)
    belief = Search(hidden=BeliefTree(), iterations=1_000)
    start = otherminds.load("othello").initial_state()
    return [
        searches("hba", "Othello, HBA", Search(others=HBA, iterations=10_000), start, often),
        searches("pomcp", "tiger to depth 10, POMCP", particles, heard, often),
        searches("belief", "Bazaar, belief search", belief, goods, often),
        searches("hanabi_search", "Hanabi of 2, IS-MCTS", sets, hands, often),
        searches("hanabi_rules", "Hanabi of 2, IGGI's roll-outs", ruled, hands, often),
    ]


SOURCE_IGGI_GAMES = 1_730
"""Games per CPU second, in the author's Java framework."""


def iggi_games(scale: float) -> Measure:
    """Games of IGGI with itself, two players, by the loop of a worker."""

    def plan(seed: int) -> Tournament:
        return plan_tournament("hanabi", ["iggi"], line_ups=[[0, 0]], seed=seed)

    return Measure(
        name="hanabi_iggi",
        title="Hanabi of 2, IGGI with itself",
        unit="games",
        ours=stores.bare(round(20_000 * scale), plan),
        theirs=lambda repetition: SOURCE_IGGI_GAMES,
        peer="the source's Java framework, measured once",
        target=30,
    )


LEDFORD_GAMES = 60
LEDFORD_ITERATIONS = 230
"""Games of four Heuristics and iterations of belief search per second, in Ledford's program."""


def cluedo(scale: float) -> list[Measure]:
    """Ledford's Heuristics with each other, and his belief search from the first decision."""

    def plan(seed: int) -> Tournament:
        options = {"rules": "ledford"}
        line_ups = [[0, 0, 0, 0]]
        return plan_tournament(
            "cluedo", ["heuristic"], line_ups=line_ups, options=options, seed=seed
        )

    game = otherminds.load("cluedo", rules="ledford")
    state = game.initial_state(1)
    belief = game.belief(state.view(0))
    rolled = state.observation(6, 0)
    state.apply_action(6)
    belief.update(rolled, state.view(0))
    search = bmcts(1_000)

    def run(repetition: int) -> int:
        often = max(1, round(10 * scale))
        seeds = range(repetition * often, (repetition + 1) * often)
        return sum(search.run(belief, seed=seed).iterations for seed in seeds)

    return [
        Measure(
            name="cluedo_heuristic",
            title="Cluedo of 4, Heuristics",
            unit="games",
            ours=stores.bare(round(2_000 * scale), plan),
            theirs=lambda repetition: LEDFORD_GAMES,
            peer="the source's Java program, measured once",
            target=100,
        ),
        Measure(
            name="cluedo_belief",
            title="Cluedo of 4, belief search",
            unit="iterations",
            ours=cpu_speed(run),
            theirs=lambda repetition: LEDFORD_ITERATIONS,
            peer="the source's Java program, measured once",
            target=40,
        ),
    ]


def measures(scale: float) -> list[Measure]:
    native, written = [Policy("random")] * 2, [RandomAgent(), RandomAgent()]
    return [
        iggi_games(scale),
        *cluedo(scale),
        perft(scale),
        *planners(scale),
        matches("matches", "matches, native agents", native, round(10_000 * scale)),
        matches("matches_python", "matches, Python agents", written, round(1_000 * scale)),
    ]
