"""A process that used the core ends in silence: nothing of it is left behind."""

from __future__ import annotations

import subprocess
import sys

import pytest

EVERYTHING = """
import pickle
import otherminds as om
from otherminds.agents import agents
from otherminds.search import Search

for name in om.game_names():
    game = om.load(name)
    state = game.initial_state(1)
    belief = game.belief(state.view(0))
    belief.sample(om.Stream(1).rng())
    catalogue = agents(game)
    players = [om.Search(iterations=3).agent(game), *["random"] * (game.seats - 1)]
    kept = pickle.loads(pickle.dumps([game, state, state.view(0), belief, players[0]]))
    small = {"catan": {"points": 3, "turns": 3}, "cluedo": {"turns": 2}}.get(name, {})
    little = om.load(name, **small)
    players[0] = om.Search(iterations=3).agent(little)
    om.play_match(little, players, seed=1)
om.Search(others=om.Types(["random", "agent4"]), iterations=20).run(
    om.load("othello").initial_state(), seed=1, progress=lambda iterations, seconds: None
)
"""

HELD = """
import otherminds as om

game = om.load("othello")
agent = om.Search(iterations=5, rollout=om.Uniform(
    depth=1, evaluation=lambda state: [0.0, 0.0])).agent(game)
om.play_match(game, [agent, "random"])
held = [game, game.initial_state(), agent]
held.append(held)

class Holder:
    kept = held

def function(given=held):
    return given
"""

DAEMON = """
import threading, time
import otherminds as om

def search():
    state = om.load("othello").initial_state()
    while True:
        om.Search(iterations=50).run(state)

threading.Thread(target=search, daemon=True).start()
time.sleep(0.3)
"""


@pytest.mark.parametrize("code", [EVERYTHING, HELD, DAEMON], ids=["everything", "held", "daemon"])
def test_a_process_ends_in_silence(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=300
    )
    assert done.stderr == ""
    assert done.returncode == 0
