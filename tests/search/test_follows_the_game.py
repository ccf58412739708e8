"""A search without an answer to hidden plays every game, honestly; peeking has to be asked for."""

from __future__ import annotations

import pytest

import otherminds as om
from otherminds import Evolve, OptionError, Search
from otherminds.agents import parse_player
from otherminds.agents.spelling import in_text_spelling
from otherminds.conformance import check_swap
from otherminds.games import game_names
from otherminds.games.registry import views_tell_all
from otherminds.search import InformationSets, Nothing, Policies, Types
from otherminds.search.resolving import follows, resolved

HIDING = ["bazaar", "leduc", "kuhn_poker", "tiger", "hanabi"]


@pytest.mark.parametrize("name", sorted(set(game_names()) - {"catan", "cluedo"}))
def test_a_search_plays_every_game(name: str) -> None:
    game = om.load(name)
    players = ["search(iterations=3)"] * game.seats
    match = om.play_match(game, players, seed=1)
    assert match.players == tuple(players)
    assert match.moves


@pytest.mark.parametrize("name", ["catan(points=3, players=2)", "cluedo(players=2)"])
@pytest.mark.slow
def test_a_search_plays_large_games(name: str) -> None:
    assert om.play_match(name, ["search(iterations=2)"] * 2, seed=1).moves


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("player", [Search(iterations=8), Evolve(population=4, iterations=8)])
def test_the_answer_is_honest_where_something_is_hidden(name: str, player: om.Player) -> None:
    game = om.load(name)
    assert isinstance(follows(game), InformationSets)
    check_swap(game, player, games=1)


def test_the_answer_is_the_one_that_could_have_been_given() -> None:
    for name, answer in (("othello", Nothing()), ("leduc", InformationSets())):
        game = om.load(name)
        given = Search(hidden=answer, iterations=20)
        assert resolved(Search(iterations=20), game) == given
        assert resolved(given, game) is given
        moves = [
            om.play_match(game, [player, "random"], seed=3).moves
            for player in (Search(iterations=20), given)
        ]
        assert moves[0] == moves[1]


def test_a_model_of_a_seat_gets_what_is_possible_there() -> None:
    inner = Search(iterations=2)
    for name, answer in (("leduc", Nothing()), ("hanabi", InformationSets())):
        game = om.load(name)
        for others in (Policies(inner), Types([inner]), Policies({1: inner})):
            planner = resolved(Search(others=others, iterations=2), game)
            assert planner.hidden == InformationSets()
            assert f"search(hidden={answer!r}, iterations=2)" in repr(planner.others)
        player = Search(others=Policies(inner), iterations=2)
        assert om.play_match(game, [player] + ["random"] * (game.seats - 1), seed=1).moves


@pytest.mark.parametrize("name", [name for name in game_names() if not name.endswith("python")])
def test_what_views_tell_is_what_the_core_says(name: str) -> None:
    """The core refuses a model that believes something where its view does not tell what."""
    game = om.load(name)
    if not isinstance(game, om._core.Game) or game.perfect_information:
        assert views_tell_all(game) == game.perfect_information
        return
    model = Search(hidden=InformationSets(), iterations=2)
    player = Search(others=Policies(model), iterations=2)
    if views_tell_all(game):
        player.agent(game)
        return
    with pytest.raises(OptionError, match="does not tell what it believes"):
        player.agent(game)


# From a state --------------------------------------------------------------------------------


def test_a_state_is_never_looked_at_in_silence() -> None:
    game = om.load("leduc")
    state = om.play_match(game, ["random", "random"], seed=1)
    position = next(each for each in state.states() if each.actor() >= 0)
    for planner in (Search(iterations=5), Evolve(iterations=5)):
        with pytest.raises(OptionError, match="start from a belief"):
            planner.run(position)
    for honest in (Search(hidden=Nothing(), iterations=5), om.Exhaustive()):
        with pytest.raises(OptionError, match="leduc hides facts") as refused:
            honest.run(position)
        sentence = str(refused.value)
        assert sentence.index("InformationSets()") < sentence.index("peek=True")
    assert Search(hidden=Nothing(peek=True), iterations=5).run(position).iterations == 5
    belief = game.belief(position.view(position.actor()))
    assert Search(iterations=5).run(belief).iterations == 5


def test_views_that_tell_all_are_planned_from() -> None:
    game = om.load("hanabi")
    state = game.initial_state(7)
    result = Search(iterations=30).run(state, seed=1)
    again = Search(hidden=InformationSets(), iterations=30).run(game.belief(state.view(0)), seed=1)
    assert result.actions == again.actions


# Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "search(hidden=nothing, iterations=5)",
        "evolve(hidden=nothing, iterations=5)",
        "exhaustive",
        "delegate(by_type={'raise': search(hidden=nothing, iterations=5)}, otherwise=random)",
    ],
)
def test_refusals_come_when_a_text_is_read(text: str) -> None:
    with pytest.raises(OptionError, match="leduc hides facts"):
        parse_player(text, om.load("leduc"))


def test_sentences_are_shown_in_the_spelling_of_their_place() -> None:
    with pytest.raises(OptionError) as refused:
        Search(hidden=Nothing(), iterations=5).agent(om.load("leduc"))
    sentence = str(refused.value)
    assert "hidden=InformationSets()" in sentence
    assert "hidden=Nothing(peek=True)" in sentence
    shown = in_text_spelling(sentence)
    assert "hidden=information_sets," in shown
    assert "hidden=nothing(peek=true)" in shown
    assert in_text_spelling("Random things (of Types) stay.") == "Random things (of types) stay."
    for sentence in (
        "Worlds differ. Nothing stays.",
        "'UCB1' is not known.",
        "There is no Types.db.",
    ):
        assert in_text_spelling(sentence) == sentence
    assert in_text_spelling("Worlds(count=2, x=[1, None]) and Tree(") == (
        "worlds(count=2, x=[1, none]) and Tree("
    )
