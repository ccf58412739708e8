"""The check of what the rooms of the core may include."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "includes.py"

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

SOUND = {
    "core/engine/game.hpp": "<vector>",
    "core/search/search.hpp": '"engine/game.hpp"',
    "core/dynamic/any.hpp": '"search/search.hpp"',
    "core/games/chess/chess.hpp": '"engine/game.hpp"',
    "core/games/go/go.hpp": '"engine/game.hpp"',
    "core/games/go/instantiate.cpp": '"search/search.hpp"',
    "core/tests/games/go_test.cpp": '"search/search.hpp"',
    "core/tests/expectations.hpp": '"engine/game.hpp"',
    "bindings/module.hpp": "<nanobind/nanobind.h>",
    "bindings/games/go.cpp": '"module.hpp"',
}


def _check(root: Path, files: dict[str, str]) -> tuple[int, str]:
    for name, included in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"// What it is.\n#pragma once\n\n#include {included}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, SCRIPT, root], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_the_order_of_rooms_is_accepted(tmp_path: Path) -> None:
    assert _check(tmp_path, SOUND) == (0, "")


@pytest.mark.parametrize(
    ("file", "included", "sentence"),
    [
        ("core/engine/match.hpp", '"search/search.hpp"', "engine may include engine only"),
        ("core/engine/match.hpp", '"games/go/go.hpp"', "engine may include engine only"),
        ("core/games/go/go.cpp", '"search/search.hpp"', "games/go may include engine, games/go"),
        ("core/games/go/text/go.cpp", '"dynamic/any.hpp"', "games/go may include engine, games/go"),
        ("core/games/go/go.cpp", '"games/chess/chess.hpp"', "may include engine, games/go only"),
        ("core/games/go/instantiate.cpp", '"games/chess/chess.hpp"', "dynamic, engine, games/go"),
        ("core/search/tree.hpp", '"dynamic/any.hpp"', "search may include engine, search only"),
        ("core/search/tree.hpp", '"games/go/go.hpp"', "search may include engine, search only"),
        ("core/dynamic/rows.hpp", '"games/go/go.hpp"', "dynamic may include dynamic, engine, se"),
        ("core/engine/match.hpp", "<nanobind/nanobind.h>", "there is no Python in the core"),
        ("core/engine/match.hpp", '"module.hpp"', "there is no such file"),
        ("bindings/search.cpp", '"engine/lost.hpp"', "there is no such file"),
        ("bindings/search.cpp", '"tests/expectations.hpp"', "only tests may include tests"),
    ],
)
def test_an_include_against_the_order_is_refused(
    tmp_path: Path, file: str, included: str, sentence: str
) -> None:
    code, errors = _check(tmp_path, SOUND | {file: included})
    assert code == 1
    assert errors.count("\n") == 1
    assert errors.startswith(f"{file} includes {included}, but ")
    assert sentence in errors
