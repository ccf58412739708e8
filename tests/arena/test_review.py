"""Looking back at a game: planted blunders are named, and what could have been known."""

from __future__ import annotations

from typing import Any

import otherminds as om
from otherminds.arena.hindsight import lessons
from otherminds.arena.match import Match
from otherminds.arena.review import blunders, moments, review
from otherminds.contracts.streams import MatchStreams
from otherminds.games.othello import solve


def played(game: Any, moves: Any, returns: Any = None, seed: int = 0) -> Match:
    return Match(
        game=game,
        players=("person",) * game.seats,
        moves=tuple(moves),
        returns=returns or (0.0,) * game.seats,
        seconds=(0.0,) * game.seats,
        seed=seed,
        block=0,
        index=0,
    )


def gives_a_corner_away() -> tuple[Any, int]:
    """A game of Othello in which the person gives a corner away, and with it a won game."""
    game = om.load("othello", size=6)
    corners = {"a1", "f1", "a6", "f6"}
    for seed in range(30):
        match = om.play_match(game, ["mcts(1000)", "mobility"], seed=seed)
        for place, state in enumerate(match.states()):
            if state.actor() != 0 or place < 16:
                continue
            for move in state.legal_actions():
                after = state.copy()
                after.apply_action(move)
                replies = {game.action_text(reply) for reply in after.legal_actions()} & corners
                if after.actor() != 1 or not replies or solve(after).score <= 0:
                    continue
                if solve(state).score > 0:
                    reply = (1, game.parse_action(replies.pop()))
                    return played(game, [*match.moves[:place], (0, move), reply]), place + 1
    raise AssertionError("no corner is ever given away")


def test_a_corner_given_away_is_named() -> None:
    game, number = gives_a_corner_away()
    found = blunders(game, 0, judge=om.Search(iterations=4000))
    blunder = next(each for each in found[:3] if each.number == number)
    assert blunder.cost > 0.2
    told = review(game, 0, judge=om.Search(iterations=4000))
    assert f"Move {number}: you played {blunder.played.text}" in told
    assert "the best of 4,000 tries" in told


def test_a_hint_that_was_not_used_is_named() -> None:
    game = om.load("hanabi", players=2, colours=1, ranks=2, hand=1)
    for seed in range(20):
        state = game.initial_state(MatchStreams(seed, 0, 0).deal)
        hands = "seat 0        r1" in str(state.view(1)), "seat 1        r1" in str(state.view(0))
        if all(hands):  # else the only 2 is in sight, and nobody needs a hint
            break
    moves = []
    for text in ("hint red to seat 1", "hint 1 to seat 0", "discard slot 0"):
        move = game.parse_action(text)
        moves.append((state.actor(), move))
        state.apply_action(move)
    told = lessons(game, list(moments(played(game, moves, seed=seed), 0)), 0)
    assert told[-1] == "Move 2: hint 1 made slot 0 certain to fit; you did discard slot 0."
    moves[2:] = [(0, game.parse_action("play slot 0"))]
    told = lessons(game, list(moments(played(game, moves, seed=seed), 0)), 0)
    assert told == ["You used every hint that made a card certain to fit."]


def test_what_could_be_deduced_is_told_with_its_move() -> None:
    match = om.play_match("cluedo", ["heuristic"] * 4, seed=1)
    game = played(match.game, match.moves, match.returns, seed=1)
    told = lessons(match.game, list(moments(game, 0)), 0)
    assert told[0] == "What could be deduced, and when:"
    assert all(line.startswith(("After move ", "(")) for line in told[1:])


def test_a_game_without_moves_has_nothing_to_review() -> None:
    told = review(played(om.load("othello"), []), 0)
    assert told == "No move of yours was clearly worse than the best that a search found."
