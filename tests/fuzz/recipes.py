"""Texts of players: each is a player or a sentence, quickly and in little memory."""

from __future__ import annotations

import random
import resource
import time

from otherminds import load
from otherminds.agents import parse_player
from otherminds.contracts import OthermindsError
from otherminds.contracts.importing import only_imports

FULL = 100_000

SECONDS = 10.0
MEGABYTES = 500

_PARTS = [
    *("search", "types", "policies", "delegate", "worlds", "particles", "tree", "played", "typed"),
    *("evaluated", "random", "max_value", "iggi", "ucb1", "puct", "quirks", "evolve", "exhaustive"),
    *("(", ")", "[", "]", "{", "}", ",", ":", "=", "'", '"', ".", "-", "\\", "\n", "\0", "\x1b[2J"),
    *("iterations", "others", "hidden", "rollout", "by_type", "otherwise", "count", "evaluation"),
    *(
        "0",
        "1",
        "-1",
        "9" * 30,
        "1e400",
        "nan",
        "true",
        "none",
        "*",
        "**",
        "lambda: 0",
        "os.system",
    ),
    *(
        "os.system",
        "ü",
        "\ud800",
        "'test.autotest.x'",
        "__import__('os')",
        "f'{1}'",
        "[/b]",
        "if",
        "\t",
    ),
]
_WHOLE = [
    "search(others=types([max_value, random]), iterations=5)",
    "search(hidden=worlds(count=3), rollout=played(random), iterations=5)",
    "delegate(by_type={'place': random}, otherwise=search(iterations=3))",
    "evolve(iterations=5)",
    "search(bandit=puct(prior=typed({'place': 1.0})), iterations=5)",
    "search(tree=tree(depth=3, max_nodes=1000), iterations=5)",
]


def draw_text(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.3:
        return "".join(rng.choices(_PARTS, k=rng.randrange(1, 40)))
    text = rng.choice(_WHOLE)
    if kind < 0.4:  # nested
        outer = rng.choice(["search(others=policies({}), iterations=2)", "types([{}])", "[{}]"])
        for _ in range(rng.choice([2, 8, 12, 30])):
            text = outer.format(text) if len(text) < 9_000 else text
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        place = rng.randrange(len(text) + 1)
        end = place + rng.choice([0, 0, 1, 3])
        text = text[:place] + rng.choice(_PARTS) + text[end:]
    return text


def fuzz(count: int, seed: int) -> str:
    games = [load("othello", size=4), load("hanabi", players=2), load("tic_tac_toe"), None]
    players = 0
    for number in range(count):
        rng = random.Random(f"{seed} {number}")
        text, start = draw_text(rng), time.monotonic()
        try:
            with only_imports():
                parse_player(text, rng.choice(games))
            players += 1
        except OthermindsError:
            pass
        except Exception as error:
            raise AssertionError(f"seed {seed}, input {number}: {text!r}") from error
        took = time.monotonic() - start
        assert took < SECONDS, f"seed {seed}, input {number}: {took:.0f} seconds for {text!r}"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if __name__ != "__main__" and count >= 10_000:
        assert most < MEGABYTES, f"seed {seed}: {most:,} megabytes"
    return f"{players:,} players"
