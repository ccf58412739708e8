"""Matches that are taken up again: openings, starts, and following a match as it goes."""

from __future__ import annotations

from typing import Any

import pytest

import otherminds as om

GAMES = ["bazaar", "bazaar_python", "kuhn_poker", "othello(size=4)", "tiger(horizon=5)"]


def line_up(text: str) -> tuple[om.Game, list[Any]]:
    game = om.load(*text.split("(")[:1], **_options(text))
    return game, ["search(iterations=10)", *["random"] * (game.seats - 1)]


def _options(text: str) -> dict[str, int]:
    name, _, rest = text.rstrip(")").partition("(")
    del name
    return {key: int(value) for key, value in (part.split("=") for part in rest.split(",") if part)}


@pytest.mark.parametrize("text", GAMES)
def test_a_whole_opening_is_the_same_match(text: str) -> None:
    game, players = line_up(text)
    match = om.play_match(game, players, seed=3)
    again = om.play_match(game, players, seed=3, opening=match.moves)
    assert (again.moves, again.returns) == (match.moves, match.returns)
    assert again.seconds == (0.0,) * game.seats  # nobody was asked


class Watcher(om.Agent):
    """Plays the first action, and notes what it witnesses."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def observe(self, observation: om.Observation, view: om.View) -> None:
        self.seen.append((observation.actor, observation.action, view.key()))

    def act(self, view: om.View) -> int:
        return view.legal_actions()[0]


@pytest.mark.parametrize("text", GAMES)
def test_everybody_lives_through_an_opening_and_chance_goes_on_as_it_would_have(text: str) -> None:
    game, _ = line_up(text)
    whole = [Watcher() for _ in range(game.seats)]
    match = om.play_match(game, whole, seed=5)
    for length in range(len(match.moves)):
        parts = [Watcher() for _ in range(game.seats)]
        again = om.play_match(game, parts, seed=5, opening=match.moves[:length])
        assert again.moves == match.moves
        assert [part.seen for part in parts] == [one.seen for one in whole]


@pytest.mark.parametrize("name", ["othello", "tic_tac_toe"])
def test_impossible_openings_are_refused(name: str) -> None:
    game = om.load(name)
    legal = game.initial_state().legal_actions()
    bad = next(action for action in range(-1, game.action_count) if action not in legal[:1])
    for opening, sentence in (
        ([(0, -5)], r"Move 0 of the opening, -5 by seat 0, cannot be made: it is not possible"),
        ([(1, legal[0])], "it is the turn of seat 0"),
        ([(0, legal[0]), (0, bad)], "Move 1 of the opening.*it is the turn of seat 1"),
    ):
        with pytest.raises(om.OptionError, match=sentence):
            om.play_match(game, ["random", "random"], opening=opening)
    whole = om.play_match(game, ["random", "random"], seed=1).moves
    with pytest.raises(om.OptionError, match="the game is over"):
        om.play_match(game, ["random", "random"], seed=1, opening=[*whole, (0, 0)])


@pytest.mark.parametrize("name", ["bazaar", "bazaar_python", "othello"])
def test_a_match_starts_from_a_position(name: str) -> None:
    game = om.load(name)
    players = ["random"] * game.seats
    states = list(om.play_match(game, players, seed=1).states())
    middle = states[len(states) // 2]
    before = middle.to_json()
    match = om.play_match(game, players, seed=2, start=middle)
    assert middle.to_json() == before
    assert next(match.states()) == middle
    *_, last = match.states()
    assert tuple(last.returns()) == match.returns
    assert match.to_dict()["start"] is not None
    assert om.play_match(game, players, seed=2, start=states[-1]).moves == ()


@pytest.mark.parametrize("name", ["bazaar", "bazaar_python"])
def test_other_starts_are_refused(name: str) -> None:
    game = om.load(name)
    other = om.load(name, rounds=5).initial_state()
    for start in (other, om.load("othello").initial_state(), 3, "start"):
        with pytest.raises(om.OptionError, match=r"starts from a state of"):
            om.play_match(game, ["random"] * 3, start=start)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["bazaar", "bazaar_python"])
def test_a_match_is_followed_and_left(name: str) -> None:
    seen = list[tuple[int, int]]()
    match = om.play_match(
        name, ["random"] * 3, seed=1, on_move=lambda actor, action: seen.append((actor, action))
    )
    assert tuple(seen) == match.moves

    def leave(actor: int, action: int) -> None:
        raise LookupError(f"{actor} {action}")

    with pytest.raises(LookupError):
        om.play_match(name, ["random"] * 3, on_move=leave)
