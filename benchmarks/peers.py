"""Ours against OpenSpiel, on one core, in CPU time.

OpenSpiel's search is asked for what ours does by default: UCT with one random roll-out a
simulation, no solver, exploration by the square root of 2. Both expand a node on its second visit.
"""

from __future__ import annotations

import math
from typing import Any

import open_spiel.python.games.tic_tac_toe  # noqa: F401  registers python_tic_tac_toe
import pyspiel

import otherminds
from benchmarks import same_rules
from benchmarks.measure import Measure, Task, cpu_speed

MEMORY_MB = 1000
PEER = "OpenSpiel"


def _mcts(game: Any, simulations: int, rollouts: int, seed: int) -> Any:
    """Search from the start; the root of the tree."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    solve = verbose = False
    bot = pyspiel.MCTSBot(
        game, evaluator, math.sqrt(2), simulations, MEMORY_MB, solve, seed, verbose
    )
    return bot.mcts_search(game.new_initial_state())


def random_games(scale: float) -> Measure:
    """Complete random games of Othello from the start position.

    OpenSpiel's loop for random games in C++ is its roll-out evaluator, which Python can make but
    not call. A search of one simulation calls it once, on the root itself: the first simulation
    stops at a node without visits, and the root has none (afterwards it still has no children,
    which is asserted here). So one search with an evaluator of n roll-outs plays n games from the
    start position, zero plies in, without a step of Python and without a tree; the search around
    them costs microseconds. Ours also starts every game at the start position.
    """
    game: Any = otherminds.load("othello")
    theirs = pyspiel.load_game("othello")
    our_games, their_games = round(150_000 * scale), round(2_000 * scale)

    def run_ours(repetition: int) -> int:
        game.playouts(our_games, seed=repetition)
        return our_games

    def run_theirs(repetition: int) -> int:
        root = _mcts(theirs, simulations=1, rollouts=their_games, seed=repetition + 1)
        if root.explore_count != 1 or root.children:
            raise RuntimeError("This OpenSpiel does not roll out from the root: not comparable.")
        return their_games

    return Measure(
        name="random_games",
        title="Othello, random games",
        unit="games",
        ours=cpu_speed(run_ours),
        theirs=cpu_speed(run_theirs),
        peer=PEER,
        target=100,
    )


def hanabi_games(players: int, scale: float) -> Measure:
    """Complete random games of Hanabi, deal included.

    OpenSpiel plays them in C++ too, by the function that lets bots play a game; its bots that move
    at random are native.
    """
    game: Any = otherminds.load("hanabi", players=players)
    theirs = pyspiel.load_game("hanabi", {"players": players})
    our_games, their_games = round(300_000 * scale), round(8_000 * scale)

    def run_ours(repetition: int) -> int:
        game.playouts(our_games, seed=repetition)
        return our_games

    def run_theirs(repetition: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, repetition + 1) for seat in range(players)]
        for number in range(their_games):
            seed = repetition * their_games + number + 1
            pyspiel.evaluate_bots(theirs.new_initial_state(), bots, seed)
        return their_games

    return Measure(
        name=f"hanabi_{players}",
        title=f"Hanabi of {players}, random games",
        unit="games",
        ours=cpu_speed(run_ours),
        theirs=cpu_speed(run_theirs),
        peer=PEER,
        target=15,
    )


def _run_ours(game: Any, iterations: int, searches: int) -> Task:
    search, state = otherminds.Search(iterations=iterations), game.initial_state()

    def run(repetition: int) -> int:
        for number in range(searches):
            search.run(state, seed=repetition * searches + number)
        return iterations * searches

    return cpu_speed(run)


def _run_theirs(game: Any, simulations: int, searches: int) -> Task:
    def run(repetition: int) -> int:
        done = 0
        for number in range(searches):
            seed = repetition * searches + number + 1
            done += _mcts(game, simulations, rollouts=1, seed=seed).explore_count
        return done

    return cpu_speed(run)


def uct(simulations: int, scale: float) -> Measure:
    """UCT on Othello from the start position, the same number of simulations per search."""
    our_searches = max(1, round(200_000 * scale / simulations))
    their_searches = max(1, round(2_000 * scale / simulations))
    return Measure(
        name=f"uct_{simulations}",
        title=f"Othello, UCT of {simulations:,}",
        unit="simulations",
        ours=_run_ours(otherminds.load("othello"), simulations, our_searches),
        theirs=_run_theirs(pyspiel.load_game("othello"), simulations, their_searches),
        peer=PEER,
        target=60,
    )


def python_game(scale: float) -> Measure:
    """Tic-tac-toe written in Python in the native search: each library's own example of a game."""
    simulations = round(2_000 * scale)
    return Measure(
        name="python_game",
        title="Tic-tac-toe in Python",
        unit="simulations",
        ours=_run_ours(otherminds.load("tic_tac_toe"), simulations, searches=10),
        theirs=_run_theirs(pyspiel.load_game("python_tic_tac_toe"), simulations, searches=1),
        peer=PEER,
        target=2,
    )


def python_game_same_rules(scale: float) -> Measure:
    """The same, with our tic-tac-toe inside theirs, so that only the libraries differ.

    OpenSpiel's own tic-tac-toe keeps its board in a NumPy array, which is slow for nine squares
    and says nothing about the library.
    """
    simulations = round(2_000 * scale)
    return Measure(
        name="python_game_same_rules",
        title="the same, equal rules",
        unit="simulations",
        ours=_run_ours(otherminds.load("tic_tac_toe"), simulations, searches=10),
        theirs=_run_theirs(same_rules.load(), simulations, searches=2),
        peer=PEER,
        target=2,
    )


def information_sets(scale: float) -> Measure:
    """Information-set search on Leduc poker at the first decision, 10,000 simulations per search.

    Both keep one tree, draw a deal per simulation from what the seat sees and roll out at random.
    """
    simulations = 10_000
    ours = otherminds.load("leduc")
    search = otherminds.Search(hidden=otherminds.InformationSets(), iterations=simulations)
    belief = ours.belief(ours.initial_state(1).view(0))
    dealt = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 3):
        dealt.apply_action(card)
    our_searches, their_searches = (max(1, round(number * scale)) for number in (40, 10))

    def run_ours(repetition: int) -> int:
        for number in range(our_searches):
            search.run(belief, seed=repetition * our_searches + number)
        return simulations * our_searches

    def run_theirs(repetition: int) -> int:
        for number in range(their_searches):
            seed = repetition * their_searches + number + 1
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            pyspiel.ISMCTSBot(seed, evaluator, math.sqrt(2), simulations).step(dealt)
        return simulations * their_searches

    return Measure(
        name="information_sets",
        title="Leduc poker, IS-MCTS",
        unit="simulations",
        ours=cpu_speed(run_ours),
        theirs=cpu_speed(run_theirs),
        peer=PEER,
        target=1,
    )


def measures(scale: float) -> list[Measure]:
    return [
        random_games(scale),
        hanabi_games(2, scale),
        hanabi_games(5, scale),
        uct(1_000, scale),
        uct(10_000, scale),
        information_sets(scale),
        python_game(scale),
        python_game_same_rules(scale),
    ]
