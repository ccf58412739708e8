"""OpenSpiel both ways: its tests on our games, ours on its games, our agents as its bots."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from typing import Any

import pytest

from otherminds import OptionError, Search, load, play_match
from otherminds.conformance import CHECKS, check_swap
from otherminds.games import parse_game
from tests.conftest import VARIANTS, make

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra [openspiel]")

from otherminds.interop.openspiel_bots import SpielBot  # noqa: E402
from otherminds.interop.openspiel_games import SpielGame  # noqa: E402
from otherminds.interop.openspiel_register import load_in_openspiel  # noqa: E402

pytestmark = pytest.mark.slow

# Our games there ----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_sim_test_with_serialisation(variant: str) -> None:
    """Without it where an option is a text that OpenSpiel's own texts of games cannot hold."""
    game = make(variant)
    if game.name == "tiny_coop":  # random play of full length takes minutes to serialise
        game = load("tiny_coop", **{**game.options, "ticks": 8})
    theirs = load_in_openspiel(game, deals=5)
    texts = "".join(value for value in game.options.values() if isinstance(value, str))
    plain = not any(letter in texts for letter in ",;()\n")
    pyspiel.random_sim_test(theirs, num_sims=1, serialize=plain, verbose=False)


@pytest.mark.parametrize("name", ["hanabi", "leduc", "othello"])
def test_a_game_there_is_the_game_here(name: str) -> None:
    ours = load(name)
    theirs = load_in_openspiel(ours, deals=5).new_initial_state()
    state = ours.initial_state(2)
    if theirs.is_chance_node():
        assert len(theirs.chance_outcomes()) == 5
        theirs.apply_action(2)
    while not state.is_terminal():
        if state.actor() < 0:
            assert theirs.is_chance_node()
            action = state.chance_outcomes()[-1][0]
        else:
            assert theirs.current_player() == state.actor()
            assert theirs.legal_actions() == state.legal_actions()
            action = state.legal_actions()[0]
            for seat in range(ours.seats):
                seen = theirs.observation_tensor(seat)
                assert seen == pytest.approx(state.view(seat).tensor().ravel().tolist())
        theirs.apply_action(action)
        state.apply_action(action)
    assert theirs.is_terminal()
    assert theirs.returns() == state.returns()


def test_information_states_tell_apart_what_was_witnessed_and_hide_the_rest() -> None:
    """Kuhn poker has twelve information states; our deals repeat its six hands."""
    game = load_in_openspiel(load("kuhn_poker"), deals=60)
    theirs = pyspiel.load_game("kuhn_poker")
    found = []
    for each in (game, theirs):
        states = set()
        stack = [each.new_initial_state()]
        while stack:
            state = stack.pop()
            if state.is_terminal():
                continue
            if not state.is_chance_node():
                states.add(state.information_state_string())
            stack += [state.child(action) for action in state.legal_actions()]
        found.append(len(states))
    assert found == [12, 12]


def test_their_search_plays_our_game() -> None:
    game = load_in_openspiel(load("tic_tac_toe"))
    evaluator = pyspiel.RandomRolloutEvaluator(5, 1)
    bot = pyspiel.MCTSBot(game, evaluator, math.sqrt(2), 50, 10, False, 1, False)
    root = bot.mcts_search(game.new_initial_state())
    assert root.explore_count == 50


def test_nothing_breaks_when_python_ends() -> None:
    code = (
        "import pyspiel; from otherminds.interop.openspiel_register import register; register(); "
        "state = pyspiel.load_game('otherminds_leduc').new_initial_state(); print('done')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.strip()) == (0, "done")
    assert "Error" not in run.stderr


# Their games here ---------------------------------------------------------------------------------

THEIRS = [
    "tic_tac_toe",
    "kuhn_poker",
    "leduc_poker",
    "matching_pennies_3p",
    "phantom_ttt",
    "liars_dice",
]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", THEIRS)
def test_their_games_keep_our_promises(name: str, check: str) -> None:
    CHECKS[check](SpielGame(game=name), games=2)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice"])
def test_search_is_honest_in_their_games(name: str) -> None:
    check_swap(SpielGame(game=name), Search(iterations=20), games=2)


def test_beliefs_of_both_kinds_agree() -> None:
    """In Kuhn poker OpenSpiel draws the other's card as often as enumeration says."""
    from otherminds import Stream
    from otherminds.interop import openspiel_games

    game = SpielGame(game="kuhn_poker")
    state = game.initial_state()
    drawn = game.belief(state.view(0))
    listed = openspiel_games.HistoriesBelief(state.view(0), [(openspiel_games.SpielState(game), 1)])
    for action in (1, 2, 0):  # the cards, then a pass of seat 0
        seen = state.observation(action, 0)
        state.apply_action(action)
        for belief in (drawn, listed):
            belief.update(seen, state.view(0))
    assert sorted(str(weight) for _, weight in listed.states) == ["1/2", "1/2"]
    rng = Stream(1).rng()
    cards = [drawn.sample(rng).history[1] for _ in range(400)]
    assert set(cards) == {0, 2}
    assert 140 < cards.count(0) < 260  # six standard deviations


def test_the_search_finds_the_win_in_their_game() -> None:
    game = SpielGame(game="tic_tac_toe")
    state = game.initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    assert Search(iterations=300).run(state, seed=1).action == 2


def test_simultaneous_games_are_played_in_turn() -> None:
    game = SpielGame(game="goofspiel(num_cards=3,points_order=descending)")
    assert not game.perfect_information
    assert play_match(game, ["search(iterations=20)", "random"], seed=1).returns


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_such_game", "cannot load"),
        ("mfg_crowd_modelling", "mean-field"),
        ("hearts(nobody=1)", "cannot load"),
    ],
)
def test_games_that_cannot_be_played_are_refused(name: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        SpielGame(game=name)


def test_a_text_names_their_game() -> None:
    text = "otherminds.interop.openspiel_games.SpielGame(game='kuhn_poker')"
    game = parse_game(text)
    assert game == SpielGame(game="kuhn_poker")
    assert pickle.loads(pickle.dumps(game)) == game
    assert play_match(text, ["random", "search(iterations=10)"], seed=1).returns


BY_TYPES = "search(others=types(iggi), iterations=20)"

# Our agents as their bots -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("tic_tac_toe", ["search(iterations=50)", "random"]),
        ("leduc_poker", ["search(iterations=20)", "random"]),
        (
            "otherminds_hanabi(players=3,deals=5)",
            ["iggi", "piers", BY_TYPES],
        ),
        ("otherminds_othello(size=4)", ["search(iterations=20)", "mobility"]),
    ],
)
def test_bots_play_whole_games(game: str, players: list[str]) -> None:
    from otherminds.interop.openspiel_register import register

    register()
    theirs = pyspiel.load_game(game)
    bots = [SpielBot(player, seat, seed=1) for seat, player in enumerate(players)]
    results = [pyspiel.evaluate_bots(theirs.new_initial_state(), bots, seed) for seed in (1, 1)]
    for returns in results:
        assert len(returns) == len(players)


def test_a_bot_of_ours_beats_their_random_bot() -> None:
    game = pyspiel.load_game("connect_four")
    won = 0.0
    for seed in range(6):
        bots = [
            SpielBot("search(iterations=100)", 0, seed=seed),
            pyspiel.make_uniform_random_bot(1, seed),
        ]
        won += pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0]
    assert won >= 4


def test_bots_that_would_peek_are_refused() -> None:
    bot = SpielBot("search(hidden=nothing(peek=true), iterations=5)", 0)
    with pytest.raises(OptionError, match="may not know"):
        bot.restart_at(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(OptionError, match="no seat 4"):
        SpielBot("random", 4).restart_at(pyspiel.load_game("tic_tac_toe").new_initial_state())
