"""Episodes of kaggle-environments: their form, and what Kaggle's own program makes of them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from otherminds import OptionError, load, play_match
from otherminds.arena.match import Match
from otherminds.contracts import CHANCE
from otherminds.games import parse_game
from otherminds.interop.kaggle import kaggle_episode, write_kaggle

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

TEXTS = (
    "othello(size=6)",
    "hanabi(players=3)",
    "catan(points=4, players=3)",
    "cluedo",
    "tiny_coop(ticks=8)",
    "leduc",
)
STATUSES = {"INACTIVE", "ACTIVE", "DONE", "ERROR", "INVALID", "TIMEOUT"}


def match_of(text: str) -> Match:
    game = parse_game(text)
    return play_match(game, ["random"] * game.seats, seed=1)


def check_form(episode: dict[str, Any]) -> None:
    """What the format asks of every episode."""
    assert set(episode) == {
        *("id", "name", "title", "description", "version", "module_version", "configuration"),
        *("specification", "steps", "rewards", "statuses", "schema_version", "info"),
    }
    assert episode["schema_version"] == 1
    agents = episode["specification"]["agents"][0]
    assert episode["configuration"]["episodeSteps"] == len(episode["steps"])
    for number, step in enumerate(episode["steps"]):
        assert len(step) == agents
        assert step[0]["observation"]["step"] == number
        for seat, held in enumerate(step):
            assert set(held) == {"action", "reward", "info", "observation", "status"}
            assert held["status"] in STATUSES
            assert type(held["action"]["submission"]) is int
            assert held["reward"] is None or type(held["reward"]) is float
            assert held["observation"]["playerId"] == seat
            assert held["observation"]["remainingOverageTime"] >= 0
    last = episode["steps"][-1]
    assert episode["rewards"] == [held["reward"] for held in last]
    assert episode["statuses"] == [held["status"] for held in last]


@pytest.mark.parametrize("text", TEXTS)
def test_an_episode_has_the_moves_the_views_and_the_returns(text: str) -> None:
    match = match_of(text)
    episode = json.loads(write_kaggle(match))
    check_form(episode)
    made = [(actor, action) for actor, action in match.moves if actor != CHANCE]
    assert len(episode["steps"]) == len(made) + 1
    for step, (actor, action) in zip(episode["steps"][1:], made, strict=True):
        done = [held["action"]["submission"] for held in step]
        assert done == [action if seat == actor else -1 for seat in range(match.game.seats)]
        assert step[actor]["action"]["actionString"] == match.game.action_text(action)
    for before, (actor, _) in zip(episode["steps"], made, strict=False):
        active = [seat for seat, held in enumerate(before) if held["status"] == "ACTIVE"]
        assert active == [actor]
        assert before[0]["observation"]["currentPlayer"] == actor
    assert episode["rewards"] == list(match.returns)
    assert set(episode["statuses"]) == {"DONE"}
    assert episode["info"]["actionHistory"] == [str(action) for _, action in match.moves]


def test_a_seat_is_shown_its_view_and_no_more() -> None:
    match = play_match("leduc", ["random", "random"], seed=2)
    states = [state for state in match.states() if state.actor() != CHANCE]
    for step, state in zip(kaggle_episode(match)["steps"], states, strict=True):
        for seat, held in enumerate(step):
            assert held["observation"]["observationString"] == str(state.view(seat))


def test_othello_is_written_as_kaggle_writes_it() -> None:
    match = play_match("othello", ["random", "max_disk"], seed=5)
    episode = kaggle_episode(match)
    check_form(episode)
    assert episode["name"] == "open_spiel_othello"
    first, *_, last = [
        json.loads(step[0]["observation"]["observationString"]) for step in episode["steps"]
    ]
    assert first["board"][3][3:5] == ["o", "x"]
    assert first["board"][4][3:5] == ["x", "o"]
    assert (first["current_player"], first["last_move"]) == ("x", None)
    assert last["disks"] == {
        name: sum(row.count(name) for row in last["board"]) for name in ("x", "o")
    }
    ahead = last["disks"]["x"] - last["disks"]["o"]
    winner = "x" if ahead > 0 else "o" if ahead < 0 else "draw"
    assert last["winner"] == winner
    assert match.returns[0] == (ahead > 0) - (ahead < 0)
    assert len(last["move_history"]) == last["move_number"] == len(match.moves)
    other = kaggle_episode(replace(match, start=load("othello").initial_state()))
    assert other["name"] == "otherminds_othello"


def test_forfeits_and_games_that_were_broken_off() -> None:
    whole = play_match("tic_tac_toe", ["random", "random"], seed=3)
    cut = replace(whole, moves=whole.moves[:3], returns=(1.0, -1.0))
    forfeited = kaggle_episode(cut, forfeit=1)
    assert forfeited["statuses"] == ["DONE", "ERROR"]
    assert forfeited["rewards"] == [1.0, None]
    unfinished = kaggle_episode(cut)
    assert unfinished["statuses"] == ["INACTIVE", "ACTIVE"]
    assert unfinished["rewards"] == [None, None]
    with pytest.raises(OptionError, match="no seat 2"):
        kaggle_episode(cut, forfeit=2)


def test_thoughts_are_kept_with_the_moves() -> None:
    players = ["random", "search(iterations=20)"]
    match = play_match("tic_tac_toe", players, seed=1, thoughts=True)
    episode = kaggle_episode(match)
    assert "20 iterations" in episode["steps"][2][1]["action"]["thoughts"]
    assert episode["info"]["TeamNames"] == players


def test_one_match_has_one_id() -> None:
    first, again, other = (
        play_match("tic_tac_toe", ["random", "random"], seed=seed) for seed in (1, 1, 2)
    )
    assert kaggle_episode(first)["id"] == kaggle_episode(again)["id"]
    assert kaggle_episode(first)["id"] != kaggle_episode(other)["id"]


def test_kaggle_s_own_program_reads_and_plays_an_episode_of_othello() -> None:
    """It makes every move by its own rules, and comes to what the episode says."""
    kaggle = pytest.importorskip(
        "kaggle_environments", reason="kaggle-environments is not installed."
    )
    for seed in (1, 2, 3):
        episode = kaggle_episode(play_match("othello", ["random", "max_disk"], seed=seed))
        read = kaggle.make(*(episode[part] for part in ("name", "configuration", "info", "steps")))
        assert read.done
        assert [held.reward for held in read.state] == episode["rewards"]
        assert "TeamNames" in read.render(mode="html")
        played = kaggle.make(episode["name"])
        played.step([{"submission": -1}] * 2)  # it sets the game up in a step of its own
        for step in episode["steps"][1:]:
            played.step([held["action"] for held in step])
        assert [held.status for held in played.state] == episode["statuses"]
        assert [held.reward for held in played.state] == episode["rewards"]
        for ours, theirs in zip(episode["steps"], played.steps[1:], strict=True):
            seen = [
                json.loads(step[0]["observation"]["observationString"]) for step in (ours, theirs)
            ]
            assert _but_names(seen[0]) == _but_names(seen[1])


def _but_names(seen: dict[str, Any]) -> dict[str, Any]:
    """Their moves are called ``d3`` or ``d3 (x)``, depending on the version of OpenSpiel."""
    history = [move.split()[0] for move in seen["move_history"]]
    return {**seen, "move_history": history, "last_move": history[-1] if history else None}


def test_kaggle_s_own_program_reads_episodes_of_other_games() -> None:
    kaggle = pytest.importorskip(
        "kaggle_environments", reason="kaggle-environments is not installed."
    )
    for text in TEXTS:
        episode = json.loads(write_kaggle(match_of(text)))
        specification = {
            **episode["specification"],
            **{name: episode[name] for name in ("name", "title", "description", "version")},
        }
        kaggle.register(
            episode["name"],
            {
                "specification": specification,
                "interpreter": lambda state, _: state,
                "renderer": lambda state, _: state[0].observation.observationString,
                "html_renderer": lambda: "function renderer(context) {}",
            },
        )
        read = kaggle.make(*(episode[part] for part in ("name", "configuration", "info", "steps")))
        assert read.done
        assert [held.reward for held in read.state] == episode["rewards"]
        ansi = read.render(mode="ansi")
        assert ansi == episode["steps"][-1][0]["observation"]["observationString"]
