"""Levels of strength: the stored calibration, the players behind it, and how they are chosen."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.agents import Careless, catalogue, levels, parse_player, player_text
from otherminds.cli import cli
from otherminds.conformance import check_swap
from tools.calibrate_levels import CANDIDATES, chosen, line_ups, planned

STORED = json.loads(levels.FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", sorted(STORED))
def test_stored_levels_rise_and_can_play(game: str) -> None:
    listed = levels.levels(game)
    assert len(listed) == levels.LEVELS
    assert listed[-1].player == "best"
    assert all(low.strength < high.strength for low, high in itertools.pairwise(listed))
    assert all(each.low <= each.strength <= each.high and each.games for each in listed)
    made = om.load(game)
    for number in range(1, levels.LEVELS + 1):
        parse_player(f"level({number})", made).agent(made)


@pytest.fixture
def calibrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A calibration of Othello that is made up."""
    players = [
        "random",
        *(f"careless(mobility, {error / 10})" for error in range(9, 1, -1)),
        "best",
    ]
    plain = [
        {"player": player, "strength": 100.0 * place, "low": 0.0, "high": 1e3, "games": 8}
        for place, player in enumerate(players)
    ]
    file = tmp_path / "levels.json"
    file.write_text(json.dumps({"othello": {"levels": plain}}))
    monkeypatch.setattr(levels, "FILE", file)
    kept = [levels._stored, levels.levels]
    for each in kept:
        each.cache_clear()
    monkeypatch.setattr(catalogue, "_ours", {})
    yield
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("calibrated")
def test_a_level_is_a_player_by_name() -> None:
    game = om.load("othello")
    assert parse_player("level(3)", game).recipe(game) == parse_player(  # type: ignore[attr-defined]
        "careless(mobility, 0.8)"
    )
    assert "level" in om.agents("othello")
    assert "level" not in om.agents("hanabi")
    for wrong in ("level(0)", "level(11)", "level(number='x')"):
        with pytest.raises(om.OptionError):
            parse_player(wrong, game)


def test_a_game_without_levels_says_so_and_what_to_do() -> None:
    for asked in (
        lambda: parse_player("level(3)", om.load("kuhn_poker")),
        lambda: om.agents("kuhn_poker").find("level"),
        lambda: levels.levels("kuhn_poker"),
    ):
        with pytest.raises(
            om.OptionError, match=r"kuhn_poker has no levels.*agents kuhn_poker lists"
        ):
            asked()


@pytest.mark.usefixtures("calibrated")
def test_a_person_chooses_a_level() -> None:
    def run(*arguments: str) -> Any:
        return CliRunner().invoke(cli, ["play", *arguments], input="quit\n")

    assert "against level(2)." in run("othello(size=4)", "--level", "2").output
    assert "has no levels" in str(run("kuhn_poker", "--level", "2").exception)
    refused = run("othello", "--level", "2", "--against", "random").exception
    assert "leave out --against" in str(refused)
    assert run("othello", "--level", "11").exit_code == 2


def test_careless_players_are_as_careful_as_they_say() -> None:
    game = om.load("othello", size=6)

    def moves(player: Any) -> Any:
        return om.play_match(game, [player, "max_value"], seed=3).moves

    assert moves(Careless(om.Policy("mobility"), 0.5)) == moves("careless(mobility, 0.5)")
    text = "careless(mobility, 0.5, instead=max_disk)"
    assert player_text(parse_player(text, game)) == text
    deciders = []
    for error in (0.0, 1.0):
        agent: Any = Careless(om.Policy("mobility"), error, om.Policy("max_disk")).agent(game)
        view = game.initial_state().view(0)
        agent.begin(0, view, om.Stream(1))
        agent.act(view)
        deciders.append(agent._parts.index(agent._decider))
    assert deciders == [0, 1]
    wrong: list[Any] = [-0.1, 1.5, "x", True]
    for given in wrong:
        with pytest.raises(om.OptionError, match="error of careless"):
            Careless(om.Policy("mobility"), given)


def test_careless_players_see_no_more_than_their_parts() -> None:
    check_swap(om.load("hanabi"), "careless(iggi, 0.3)", games=2)


def test_levels_are_the_nearest_to_even_steps() -> None:
    strength = [
        0.0,
        50.0,
        95.0,
        90.0,
        205.0,
        290.0,
        400.0,
        510.0,
        590.0,
        720.0,
        800.0,
        850.0,
        900.0,
    ]
    places = chosen(strength)
    assert places == [0, 2, 4, 5, 6, 7, 8, 9, 10, 12]
    with pytest.raises(Exception, match="told apart"):
        chosen([0.0, 2.0, 1.0, 3.0])


@pytest.mark.parametrize("game", sorted(CANDIDATES))
def test_every_candidate_meets_others(game: str) -> None:
    tournament = planned(game)
    assert CANDIDATES[game][-1] == "best"
    met = line_ups(game, len(CANDIDATES[game]), om.load(game).seats)
    assert {each for seats in met for each in seats} == set(range(len(tournament.players)))
