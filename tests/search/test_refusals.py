"""Which combinations are refused: by one table, each row of which has an example that is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import otherminds as om
from otherminds import search
from otherminds.agents import catan, cluedo, parse_player
from otherminds.games.registry import parse_game
from otherminds.search.schema import Refusal, refusals, schema
from tests.search.drawn_planners import planners
from tests.search.positions import random_positions

NAMES: dict[str, Any] = {
    **{name: getattr(search, name) for name in search.__all__},
    "catan": catan,
    "cluedo": cluedo,
}
GAMES = ("othello(size=4)", "leduc", "bazaar", "tiger(horizon=6)")


def said_by(refusal: Refusal, error: Exception) -> bool:
    """Whether an error is this refusal, in whatever game."""
    sentence = re.escape(refusal.sentence).replace(r"\{game\}", r"[\w ]+")
    return re.fullmatch(sentence, str(error)) is not None


def refused(error: Exception) -> bool:
    return any(said_by(refusal, error) for refusal in refusals())


def refusal_of(*calls: Callable[[], Any]) -> om.OptionError | None:
    """The first refusal of these calls."""
    try:
        for call in calls:
            call()
    except om.OptionError as error:
        return error
    return None


def start_for(game: om.Game, planner: Any) -> Any:
    """What a planner starts from: a state or the belief of the seat that acts there."""
    position = next(iter(random_positions(game, 1)))
    looks = isinstance(getattr(planner, "hidden", search.Nothing()), search.Nothing)
    return position.state if looks else position.belief


@pytest.mark.parametrize("refusal", refusals(), ids=lambda refusal: refusal.id)
def test_every_refusal_has_an_example_that_it_refuses(refusal: Refusal) -> None:
    if not refusal.game:
        error = refusal_of(lambda: eval(refusal.example, NAMES))
    else:
        planner, game = eval(refusal.example, NAMES), om.load(refusal.game)
        error = refusal_of(
            lambda: planner.agent(game), lambda: planner.run(start_for(game, planner))
        )
    assert error is not None
    assert said_by(refusal, error), error


def test_refusals_name_options_that_there_are() -> None:
    ids = [refusal.id for refusal in refusals()]
    assert len(set(ids)) == len(ids)
    questions = {option.name for name in ("Search", "Evolve") for option in schema()[name].options}
    for refusal in refusals():
        assert refusal.options, refusal.id
        assert refusal.sentence.endswith("."), refusal.id
        for named in refusal.options:
            answer, _, option = named.partition(".")
            if not option:
                assert answer in questions or answer in schema(), named
            else:
                assert option in [each.name for each in schema()[answer].options], named


def test_the_honest_answer_is_named_first() -> None:
    with pytest.raises(om.OptionError) as error:
        om.Search(hidden=om.Nothing(), iterations=20).agent(om.load("bazaar"))
    text = str(error.value)
    assert text.index("InformationSets()") < text.index("Nothing(peek=True)")


def test_a_text_is_refused_when_it_is_parsed_with_its_game() -> None:
    with pytest.raises(om.OptionError, match="hides facts"):
        parse_player("search(hidden=nothing, iterations=20)", om.load("leduc"))
    with pytest.raises(om.OptionError, match="in othello none can"):
        parse_player("search(tree=tree(next_best=true), iterations=20)", om.load("othello"))
    nested = "search(others=policies(search(tree=tree(reuse=true), iterations=20)), iterations=20)"
    with pytest.raises(om.OptionError, match="models another seat"):
        parse_player(nested, om.load("othello"))


@pytest.mark.parametrize("name", ["Search", "Evolve", "Exhaustive"])
@pytest.mark.parametrize("text", GAMES)
def test_any_combination_is_refused_by_the_table_or_plans(text: str, name: str) -> None:
    game = parse_game(text)
    examples = {"Search": 50, "Evolve": 20, "Exhaustive": 10}[name]
    made = 0

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def check(data: st.DataObject) -> None:
        nonlocal made
        drawn: Any = data.draw(planners(name, game))
        if isinstance(drawn, om.OptionError):
            assert refused(drawn), drawn
            return
        if name == "Exhaustive":  # it looks at states, so it has to peek where they hide facts
            drawn = replace(drawn, peek=not game.perfect_information)
        for use in (lambda: drawn.run(start_for(game, drawn)), lambda: _sit(drawn, game)):
            error = refusal_of(use)
            if error is None or "positions follow" in str(error):  # Exhaustive has looked enough
                made += 1
            else:
                assert refused(error), error

    check()
    assert made > examples // 2, "most of what is drawn makes sense"


def _sit(planner: Any, game: om.Game) -> None:
    """A match in which the planner has a seat among random players."""
    om.play_match(game, [planner, *[om.Policy("random")] * (game.seats - 1)], seed=1)
