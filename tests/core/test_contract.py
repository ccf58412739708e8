"""The contract of native games names every hook that the core looks for."""

import re
from pathlib import Path

import pytest

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

CORE = Path(__file__).parents[2] / "core"
# The contract of games, and that of the games in which others are planned.
CONTRACT = [CORE / "engine" / name for name in ("game.hpp", "planning_model.hpp")]
# It names the hooks of published mistakes itself, apart from what games are asked to have.
QUIRKS = "search/quirks.hpp"

# From `requires` to the end of its braces, and what is asked of a game or of its class in there.
REQUIRES = re.compile(r"\brequires\s*(?:\([^{}]*\)\s*)?\{(?P<body>(?:[^{}]|\{[^{}]*\})*)\}")
HOOK = re.compile(r"\b(?:game_?->|game_?\.|rules_?\.|G::)(\w+)|\b(\w+)\((?:game|rules)_?\)")


def _hooks() -> dict[str, str]:
    """Each hook, with a file that asks for it."""
    hooks = {}
    for room in ("engine", "search", "dynamic"):
        for file in sorted((CORE / room).rglob("*.?pp")):
            name = file.relative_to(CORE).as_posix()
            if name == QUIRKS:
                continue
            text = re.sub(r"//.*", "", file.read_text(encoding="utf-8"))
            for found in REQUIRES.finditer(text):
                for hook in HOOK.finditer(found["body"]):
                    hooks[hook[1] or hook[2]] = name
    return hooks


def test_the_contract_names_every_hook() -> None:
    comments = "\n".join(
        line
        for file in CONTRACT
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.startswith("//")
    )
    hooks = _hooks()
    assert {"legal", "worlds", "state_key", "play_typed", "longest_game", "evaluators"} <= set(
        hooks
    )
    missing = {
        hook: file for hook, file in hooks.items() if not re.search(rf"\b{hook}\b", comments)
    }
    assert not missing
