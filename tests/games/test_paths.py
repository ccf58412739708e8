"""Games and agents of somebody's own modules, by their paths."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import otherminds as om
from otherminds.arena.plan import plan_tournament
from otherminds.games import parse_game
from otherminds.games.registry import module_of

pytestmark = pytest.mark.slow  # Python only

PATH = "otherminds.examples.tic_tac_toe.TicTacToe"
MODULE = '''
from otherminds import Agent
from otherminds.examples.tic_tac_toe import TicTacToe

class Corners(TicTacToe):
    """Noughts and crosses under a name of their own."""
    name = "corners"

class Last(Agent):
    """Takes the last square."""
    def act(self, view):
        return view.legal_actions()[-1]
'''


def test_a_game_is_loaded_by_the_path_of_its_class() -> None:
    game = om.load(PATH)
    assert game == om.load("tic_tac_toe")
    assert parse_game(PATH) == game
    assert om.play_match(PATH, ["random", "search(iterations=5)"], seed=1).moves
    assert plan_tournament(PATH, ["random", "typed"]).game == PATH


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nowhere.Game", "There is no game nowhere.Game"),
        ("otherminds.examples.tic_tac_toe.Tac", "There is no game"),
        ("os.system", "is not the class of a game"),
        ("otherminds.contracts.Agent", "is not the class of a game"),
        (f"{PATH}(size=4)", "size"),
    ],
)
def test_what_is_no_game_is_refused(path: str, says: str) -> None:
    with pytest.raises(om.OptionError, match=says):
        parse_game(path)


def test_words_of_a_game_without_a_name_are_found_in_its_module() -> None:
    class Own(type(om.load(PATH))):  # type: ignore[misc]
        name = "own"

    assert module_of(Own()) is sys.modules[__name__]


def test_the_working_directory_is_searched_by_commands_and_workers(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    line = "from otherminds.cli import main; main()"
    agents = "mine.Last, random, search(iterations=5)"
    command = ["tournament", "mine.Corners", "--agents", agents, "--games", "12", "--workers", "2"]
    done = subprocess.run(
        # As a console script has it: the working directory is not on the path by itself.
        [sys.executable, "-c", f"import sys; sys.path.remove(''); {line}", *command],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mine.Last" in done.stdout
    assert (tmp_path / "results.db").exists()
