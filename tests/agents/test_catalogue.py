"""What holds for every agent of every catalogue."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner

import otherminds as om
from otherminds.agents import Catalogue, Cost, Entry, parse_player, player_text, recipe
from otherminds.agents import catalogue as catalogue_module
from otherminds.agents import costs as costs_module
from otherminds.agents.catalogue import agents
from otherminds.cli import cli
from otherminds.conformance import check_swap
from otherminds.contracts import Game, OptionError, Player, Policy, make_agent, peeks
from otherminds.lab.walton_rivers.agents import GAController
from otherminds.search import Quirks

# Small enough for every agent to play through; otherwise as people play them.
GAMES: dict[str, dict[str, Any]] = {
    "bazaar_python": {"rounds": 1},
    "catan": {"players": 2, "points": 3, "turns": 12, "offers": 2},
    "cluedo": {"cards": "A, B, C; d, e; F, G", "players": 3, "dice": 2, "turns": 20},
    "hanabi": {"players": 3, "colours": 2, "ranks": 3, "hand": 2},
    "othello": {"size": 4},
    "tiny_coop": {"level": "######\n#0a.1#\n#.A.G#\n######", "ticks": 8},
}


@cache
def game_of(name: str) -> Game:
    return om.load(name, **GAMES.get(name, {}))


@cache
def catalogue(name: str) -> Catalogue:
    return agents(game_of(name))


# A player by rules is none without its rules.
EVERY = [(name, entry) for name in om.game_names() for entry in catalogue(name) if entry != "rules"]


def quick(name: str, entry: str, iterations: int = 8) -> Policy:
    """The agent with few iterations, if it has any; ``best`` is tested under its own name."""
    found = catalogue(name)[entry]
    has = any(option.name == "iterations" for option in found.options)
    return found.player(**({"iterations": iterations} if has else {}))


def quick_or_behind(name: str, entry: str) -> Policy:
    """The same, and a quick one of the agent behind ``best``."""
    behind = catalogue(name)["best"].make
    if entry != "best" or behind is None:
        return quick(name, entry)
    made = behind()
    return quick(name, made.name) if isinstance(made, Policy) else Policy("best")


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_an_agent_is_described(name: str, entry: str) -> None:
    found = catalogue(name)[entry]
    assert found.summary.endswith(".")
    assert found.source
    assert found.name in found.text
    assert json.loads(json.dumps(found.to_dict()))["name"] == entry


def _quirks(player: Any, name: str) -> list[str]:
    """What repeats a defect of a published program in a player of a game."""
    if isinstance(player, Quirks):
        return [repr(player)]
    if isinstance(player, Policy):
        behind = player.recipe(game_of(name))
        if behind is not player and behind != player:
            return _quirks(behind, name)
        marked = {each.name for each in catalogue(name)[player.name].options if each.quirk}
        return [option for option, value in player.options if option in marked and value]
    if isinstance(player, tuple):
        return [found for part in player for found in _quirks(part, name)]
    if is_dataclass(player) and not isinstance(player, type):
        parts = [getattr(player, option.name) for option in fields(player)]
        return [found for part in parts for found in _quirks(part, name)]
    return []


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_only_the_laboratory_has_quirks(name: str, entry: str) -> None:
    found = catalogue(name)[entry]
    quirks = _quirks(found.player().recipe(game_of(name)), name)
    assert found.added_by == "the laboratory" or not quirks
    assert not any(option.quirk and option.default for option in found.options)


def test_the_laboratory_joins_the_catalogues() -> None:
    joined = {
        (name, entry)
        for name, entry in EVERY
        if catalogue(name)[entry].added_by == "the laboratory"
    }
    assert joined == {
        ("cluedo", "program_bmcts"),
        ("hanabi", "published_is_mcts"),
        ("hanabi", "published_mcs"),
        ("hanabi", "published_policy_mcts"),
        ("hanabi", "published_predictor"),
        ("tiny_coop", "ga_controller"),
        ("tiny_coop", "published_mcts"),
        ("tiny_coop", "published_predictor"),
        ("tiny_coop", "published_vari_ga"),
    }
    assert _quirks(Policy("published_mcts"), "tiny_coop")


WITHOUT = """
import sys
sys.modules["otherminds.lab"] = None
import otherminds as om
for name in om.game_names():
    assert om.agents(name).best
    assert not any(entry.added_by == "the laboratory" for entry in om.agents(name).values())
game = om.load("tiny_coop", ticks=3)
om.play_match(game, ["best", "follow_the_flare"], seed=1)
"""


def test_the_library_works_without_the_laboratory() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT], check=True)


UNREAD = """
import sys
from otherminds.agents.older_texts import as_written_now
from otherminds.contracts.grammar import parse, text_of
old = parse("otherminds.games.tiny_coop.GAController(flawed=true)", "player", "random")
print(text_of(as_written_now(old)), "otherminds.lab" in sys.modules)
"""


def test_old_texts_are_read_without_the_laboratory() -> None:
    told = subprocess.run(
        [sys.executable, "-c", UNREAD], check=True, capture_output=True, text=True
    )
    new = "otherminds.lab.walton_rivers.agents.GAController(flawed=true)"
    assert told.stdout == f"{new} False\n"


def test_a_cost_belongs_to_a_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = agents("leduc")["is_mcts"]
    measured = Cost(seconds=0.1, moves=3, recipe=entry.recipe_mark(om.load("leduc")))
    for known, shown in ((measured, measured), (replace(measured, recipe="another"), None)):
        monkeypatch.setattr(catalogue_module, "costs", lambda _, known=known: {"is_mcts": known})
        assert agents("leduc")["is_mcts"].cost == shown
        assert agents("leduc")["honest"].cost is None


def test_every_kept_cost_is_of_an_agent_that_there_is() -> None:
    for name, measured in json.loads(costs_module.FILE.read_text())["games"].items():
        assert set(measured) <= set(agents(name))


def test_every_agent_has_a_cost_or_the_reason_why_not() -> None:
    """Of recipes that have changed since, `otherminds agents GAME --measure` measures anew."""
    for name in om.game_names():
        kept = {**costs_module.costs(name), **costs_module.unmeasured(name)}
        assert set(agents(name)) == set(kept), name
    rules = agents("hanabi")["rules"]
    assert rules.cost is None
    assert rules.cost_text.startswith("cost not measured: A player by rules needs a list")


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_an_agent_plays_a_match_under_its_name(name: str, entry: str) -> None:
    game, player = game_of(name), quick_or_behind(name, entry)
    line_up = [player, *[Policy("random")] * (game.seats - 1)]
    match = om.play_match(game, line_up, seed=1, thoughts=True)
    assert match.players[0] == repr(player)
    assert len(match.returns) == game.seats
    # It can tell what it thought about every move, as a value that becomes JSON and back.
    for (actor, action), told in zip(match.moves, match.thoughts, strict=True):
        if actor == om.CHANCE:
            continue
        assert told is not None
        assert (told.seat, told.action, told.moves[0].action) == (actor, action, action)
        assert om.Thought.from_json(told.to_json()) == told


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_its_text_parses_back(name: str, entry: str) -> None:
    for player in (quick(name, entry), catalogue(name)[entry].player()):
        assert parse_player(player_text(player), game_of(name)) == player


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_an_honest_agent_does_not_see_what_is_hidden(name: str, entry: str) -> None:
    if catalogue(name)[entry].peeks or game_of(name).perfect_information:
        pytest.skip("it says that it peeks, or there is nothing to see")
    check_swap(game_of(name), quick_or_behind(name, entry), games=1, worlds=2)


@pytest.mark.parametrize(("name", "entry"), EVERY)
def test_only_names_that_say_so_peek(name: str, entry: str) -> None:
    found = catalogue(name)[entry]
    agent = make_agent(quick_or_behind(name, entry), game_of(name))
    hides = not game_of(name).perfect_information
    assert found.peeks or not (hides and peeks(agent))
    if any(option.name == "peek" for option in found.options) and hides:
        assert peeks(make_agent(quick(name, entry)(peek=True), game_of(name)))


@pytest.mark.parametrize(
    ("name", "entry"), [(name, entry) for name, entry in EVERY if game_of(name).seats > 1]
)
def test_an_agent_can_be_the_model_of_another_seat(name: str, entry: str) -> None:
    game = game_of(name)
    if catalogue(name)[entry].peeks:
        pytest.skip("what peeks is no model")
    model = quick_or_behind(name, entry)(**_few(name, entry))
    hidden = om.Nothing() if game.perfect_information else om.InformationSets()
    search = om.Search(
        hidden=hidden,
        others=om.Policies(model, where="tree"),
        tree=om.Tree(depth=3),
        iterations=4,
    )
    match = om.play_match(game, [search, *[Policy("random")] * (game.seats - 1)], seed=1)
    assert len(match.returns) == game.seats


def _few(name: str, entry: str) -> dict[str, Any]:
    has = any(option.name == "iterations" for option in catalogue(name)[entry].options)
    return {"iterations": 2} if has else {}


def test_a_controller_in_python_can_be_a_model() -> None:
    game = game_of("tiny_coop")
    for flawed in (True, False):
        search = om.Search(others=om.Policies(GAController(flawed=flawed)), iterations=3)
        assert len(om.play_match(game, [search, Policy("random")], seed=1).returns) == 2


def test_a_type_keeps_the_name_of_the_agent() -> None:
    game = game_of("hanabi")
    search = om.Search(
        hidden=om.InformationSets(),
        others=om.Types(["iggi", Policy("is_mcts", iterations=3)]),
        iterations=5,
    )
    agent = search.agent(game)
    state = game.initial_state(1)
    agent.begin(0, state.view(0), om.Stream(1))
    agent.act(state.view(0))
    assert set(agent.posterior()[1]) == {"iggi", "is_mcts(iterations=3)"}


@pytest.mark.parametrize("name", om.game_names())
def test_every_game_has_best_random_and_typed(name: str) -> None:
    assert next(iter(catalogue(name))) == "best"
    assert {"best", "random", "typed"} <= set(catalogue(name))
    assert catalogue(name)["best"].honesty == "honest"
    assert not isinstance(Policy("best").recipe(game_of(name)), str)


def test_the_default_partner_scores_in_hanabi() -> None:
    game = om.load("hanabi")
    for seed in range(2):
        match = om.play_match(game, [Policy("iggi"), Policy("best")], seed=seed)
        assert match.returns[0] > 5


def test_options_are_given_by_place_and_by_name_and_checked() -> None:
    game = game_of("catan")
    assert parse_player("tmcts(20)", game) == Policy("tmcts", 20)
    assert parse_player("tmcts(iterations=20)", game) == Policy("tmcts", iterations=20)
    assert Policy("tmcts", 20).recipe(game) == Policy("tmcts", iterations=20).recipe(game)
    for text, sentence in {
        "tmcts(2, 3)": "tmcts takes values without a name: 1 at most",
        "tmcts(iteration=2)": "Did you mean 'iterations'",
        "tmcts(iterations='many')": "iterations of tmcts is a whole number, not 'many'",
        "karamalegkos(method='utc')": "Did you mean 'uct'",
        "tmtcs": "Did you mean 'tmcts'",
    }.items():
        with pytest.raises(OptionError, match=sentence):
            parse_player(text, game)


def test_a_named_player_knows_its_recipe() -> None:
    assert isinstance(Policy("tmcts", iterations=5).recipe(game_of("catan")), om.Search)
    assert Policy("stac").recipe(game_of("catan")) == Policy("stac")
    with pytest.raises(OptionError, match="agent of catan"):
        Policy("nobody").recipe(game_of("catan"))
    with pytest.raises(om.AgentError, match="is not a policy of catan"):
        Policy("tmcts").native(game_of("catan"))


def test_the_module_answers_when_called() -> None:
    assert om.agents("leduc").to_dict()["game"] == "leduc"
    assert om.agents.__name__ == "otherminds.agents"


def test_a_recipe_needs_defaults() -> None:
    def made(size: int) -> Player:
        """Something."""
        return Policy("random", size=size)

    with pytest.raises(OptionError, match="no default for size"):
        recipe(made)


def _run(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["agents", *arguments])
    assert done.exit_code == 0, done
    return done.output


@pytest.mark.parametrize("name", om.game_names())
def test_the_command_lists_all_agents_in_80_columns(name: str) -> None:
    text = _run(name)
    assert max(map(len, text.splitlines())) <= 80
    for entry in catalogue(name):
        assert f"\n{entry}" in f"\n{text}"
    assert json.loads(_run(name, "--json"))["game"] == name


def test_the_command_shows_one_agent_with_its_recipe() -> None:
    text = _run("catan", "tmcts")
    assert "Dobre 2018" in text
    assert "honest unless peek=true" in text
    assert "iterations: whole number; 10000 by default. For each decision." in text
    assert "recipe:" in text
    refused = CliRunner().invoke(cli, ["agents", "catan", "tmtcs"])
    assert "Did you mean 'tmcts'" in str(refused.exception)


def test_other_packages_add_agents_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name, dist = "leduc", None

        def load(self) -> Any:
            return self.entries

        def __init__(self, entries: Any) -> None:
            self.entries = entries

    def points(entries: Any) -> None:
        catalogue_module._added.cache_clear()
        monkeypatch.setattr(catalogue_module, "entry_points", lambda group: [Point(entries)])

    def caller(iterations: int = 3) -> Player:
        """Calls."""
        return om.Search(hidden=om.InformationSets(), iterations=iterations)

    points((recipe(caller), recipe(caller, name="honest")))
    assert isinstance(agents("leduc")["caller"], Entry)
    assert agents("leduc")["caller"].added_by == __name__
    assert not agents("leduc")["honest"].added_by, "no name of ours can be taken"
    points(3)
    with pytest.raises(OptionError, match="cannot be loaded"):
        agents("leduc")
    points((3,))
    with pytest.raises(OptionError, match="not all entries"):
        agents("leduc")
    catalogue_module._added.cache_clear()
