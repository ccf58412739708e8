"""What `import otherminds as om` offers."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import otherminds as om

ROOMS = ["agents", "arena", "contracts", "games", "interop", "learn", "search"]


def test_the_top_level_is_a_page_of_names() -> None:
    assert len(om.__all__) <= 36
    for name in om.__all__:
        assert getattr(om, name) is not None
    assert {"load", "games", "agents", "play_match", "tournament", "Search", "Evolve"} < set(
        om.__all__
    )
    with pytest.raises(AttributeError, match="no attribute 'UCB2'"):
        om.UCB2  # noqa: B018


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_lists_its_names_and_maps_its_modules(room: str) -> None:
    package = importlib.import_module(f"otherminds.{room}")
    assert package.__all__
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert package.__doc__
    folder = Path(package.__file__ or "").parent
    mapped = package.__doc__
    assert "|---|---|" in mapped
    if room in ("agents", "games"):
        assert "one module or package per game" in mapped
        return
    for module in folder.glob("*.py"):
        if not module.name.startswith("_"):
            assert f"`{module.stem}`" in mapped, f"{room} does not say what {module.stem} is for"


def test_old_names_keep_working() -> None:
    assert om.UCB1 is om.search.UCB1
    assert om.Types is om.search.Types
    assert om.game_names() == om.games()
    assert "UCB1" not in om.__all__


def test_packages_that_can_be_called_are_packages() -> None:
    assert "othello" in om.games()
    assert om.agents("leduc").game == "leduc"
    for name in ("games", "agents"):
        assert getattr(om, name).__name__ == f"otherminds.{name}"


def test_importing_loads_no_game() -> None:
    """In a new process: a package with other native games than ours has none of ours to load."""
    program = """
import sys
import otherminds as om
from otherminds.agents import parse_player
from otherminds.agents.code import code_of
loaded = {name.split(".")[2] for name in sys.modules if name.startswith("otherminds.games.")}
assert not loaded & set(om.games()), f"loaded: {loaded & set(om.games())}"
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_everything_is_reachable_after_one_import() -> None:
    """In a new process, where no other test has imported anything; and quickly."""
    program = """
import sys
import otherminds as om
assert not {"scipy", "matplotlib", "click"} & set(sys.modules), "these take long to load"
om.search.UCB1, om.arena.tournament, om.arena.statistics, om.games.load, om.agents.Catalogue
om.learn.learn_rules, om.interop.read_wthor, om.interop.wthor, om.tournament
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_tournament_is_one_call(tmp_path: Path) -> None:
    results = om.tournament("othello(size=4)", ["random", om.Policy("mobility")], games=8, seed=1)
    assert sum(standing.games for standing in results.standings) == 16
    assert "mobility" in results.report()
    assert str(results) == results.report(".md")
    path = tmp_path / "report.csv"
    results.write_report(path)
    assert len(path.read_text().splitlines()) == 9
    with pytest.raises(om.OptionError, match=r"one of the forms \.csv"):
        results.report("pdf")
    stored = tmp_path / "results.db"
    first = om.tournament("othello(size=4)", ["random", "mobility"], games=8, seed=1, store=stored)
    assert [row.returns for row in first.rows] == [row.returns for row in results.rows]
