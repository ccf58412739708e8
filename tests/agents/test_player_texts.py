"""Players as text: what is printed is read back, and nothing that is read can do harm."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import (
    OptionError,
    Policy,
    Search,
    load,
    play_match,
)
from otherminds.agents import (
    ImportedPlayer,
    older_texts,
    parse_player,
    parse_players,
    player_options,
    player_text,
)
from otherminds.contracts import Player
from otherminds.contracts.grammar import split_specs
from otherminds.contracts.writing import snake_case
from otherminds.games import parse_game
from otherminds.lab.ledford.program import program_bmcts
from otherminds.search import (
    UCB1,
    ActionValue,
    Nothing,
    Quirks,
    Recognition,
    SearchResult,
    Thought,
    TimeWeighted,
    Tree,
    Types,
)
from otherminds.search.others import Others
from otherminds.search.schema import Schema
from tests.arena import agents as arena_agents

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

OTHELLO = load("othello")
CHOOSER = "tests.arena.agents.Chooser"

# Names ----------------------------------------------------------------------------------------


def test_what_the_search_exports_is_at_hand_and_has_a_spec() -> None:
    """An answer is listed once, in otherminds.search; specs follow, and the package re-exports."""
    parts = {
        name: made
        for name in otherminds.search.__all__
        if is_dataclass(made := getattr(otherminds.search, name))
        and made not in (ActionValue, Quirks, Recognition, SearchResult)
        and made.__module__ not in (Schema.__module__, Thought.__module__)
    }
    assert {"Search", "Evolve", "Particles", "Types", "PUCT", "Typed", "Tree"} < set(parts)
    for name, made in parts.items():
        assert getattr(otherminds, name) is made
        written = snake_case(name)
        option = "others" if issubclass(made, Others) else "tree"
        with pytest.raises(OptionError) as refused:
            parse_player(f"search({option}={written}(nonsense=1), iterations=5)", OTHELLO)
        assert f"option of {written}" in str(refused.value)


# Players and values --------------------------------------------------------------------------

numbers = st.one_of(
    st.integers(-(10**30), 10**30), st.floats(allow_nan=False, allow_infinity=False)
)
plain = st.one_of(numbers, st.booleans(), st.none(), st.text(max_size=12))
policies = st.builds(
    lambda name, perturb: Policy(name, perturb=perturb) if perturb else Policy(name),
    st.sampled_from(["max_disk", "mobility", "agent5"]),
    st.sampled_from([0.0, 0.1, 1 / 3, 1e-9]),
)
searches = st.builds(
    Search,
    bandit=st.builds(UCB1, exploration=st.floats(0, 10)),
    hidden=st.builds(Nothing, peek=st.booleans()),
    tree=st.builds(Tree, max_nodes=st.integers(1_000, 10**6)),
    iterations=st.integers(1, 10**6),
    seconds=st.one_of(st.none(), st.floats(1e-3, 1e3)),
)
values = st.recursive(
    st.one_of(plain, policies, searches),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)
imported = st.builds(
    lambda options: ImportedPlayer(CHOOSER, tuple(sorted(options.items()))),
    st.dictionaries(st.sampled_from(["name", "value", "self_", "x1"]), values, max_size=3),
)
players = st.one_of(policies, searches, imported)


@given(players)
@settings(max_examples=150, deadline=None)
def test_what_is_printed_is_read_back(player: Player) -> None:
    text = player_text(player)
    again = parse_player(text, OTHELLO)
    assert again == player
    assert player_text(again) == text
    assert player_options(again) == player_options(player)


@given(st.lists(players, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_lists_of_players_are_split_between_them(line_up: list[Player]) -> None:
    texts = [player_text(player) for player in line_up]
    for glue in (",", " , "):
        assert split_specs(glue.join(texts)) == texts
        assert parse_players(glue.join(texts), OTHELLO) == line_up


@given(players, players)
@settings(max_examples=60, deadline=None)
def test_different_players_have_different_texts_and_options(one: Player, two: Player) -> None:
    if one != two:
        assert player_text(one) != player_text(two)
        assert player_options(one) != player_options(two)


def test_commas_and_brackets_inside_a_player_are_its_own() -> None:
    assert split_specs("a(x=[1, 2], y=b(z=3)), c") == ["a(x=[1, 2], y=b(z=3))", "c"]
    assert split_specs("a(x='),('), b(y=\"'(\"), c") == ["a(x='),(')", 'b(y="\'(")', "c"]
    assert split_specs(r"a(x='\',('), b") == [r"a(x='\',(')", "b"]
    assert split_specs("a") == ["a"]


def test_specs_say_what_python_says() -> None:
    text = "search(hidden=nothing(peek=true), bandit=ucb1(exploration=0.5), iterations=50)"
    search = Search(hidden=Nothing(peek=True), bandit=UCB1(exploration=0.5), iterations=50)
    assert parse_player(text, OTHELLO) == search
    assert parse_player(f"  {text}\n", OTHELLO) == search
    assert parse_player("uct(iterations=5)", OTHELLO) == Search(iterations=5)
    assert parse_player("agent4(perturb=0.1)", OTHELLO) == Policy("agent4", perturb=0.1)
    assert parse_player("search(bandit=ucb1, iterations=5)", OTHELLO) == Search(iterations=5)


def test_defaults_belong_to_the_identity_but_not_to_the_name() -> None:
    search = Search(iterations=5)
    assert player_text(search) == "search(iterations=5)"
    options = player_options(search)
    assert options["bandit"] == {
        "player": "ucb1",
        "exploration": UCB1().exploration,
        "prior": None,
        "virtual_visits": 0,
        "virtual_wins": [],
        "warm_up": 0,
    }
    assert options["tree"]["max_nodes"] == Tree().max_nodes


def test_an_option_that_came_later_is_in_the_identity_only_where_it_is_set() -> None:
    before = player_options(Search(iterations=5))
    assert "decay" not in before["bandit"]
    assert "by_type" not in before["tree"]
    after = player_options(Search(bandit=UCB1(prior="random", decay=3), iterations=5))
    assert after["bandit"]["decay"] == 3


def test_imported_players_are_classes_of_agents_or_makers_of_agents() -> None:
    player = parse_player(f"{CHOOSER}(name='a, b', value=[1, [2, none]])", OTHELLO)
    agent = player.agent(OTHELLO)
    assert isinstance(agent, arena_agents.Chooser)
    assert (agent.name, agent.value) == ("a, b", (1, (2, None)))
    made = parse_player("tests.arena.agents.Recipe", OTHELLO).agent(OTHELLO)
    assert isinstance(made, arena_agents.Chooser)
    assert made.name == "recipe"


def test_games_are_read_likewise() -> None:
    assert parse_game("othello(size=6)") == load("othello", size=6)
    assert parse_game(" bazaar ") == load("bazaar")


# What cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("max_valu", "Did you mean 'max_value'?"),
        ("serch(iterations=5)", "Did you mean 'search'?"),
        ("search(iteration=5)", "Did you mean 'iterations'?"),
        ("search(iterations=5, bandit=ubc1)", "Did you mean 'ucb1'?"),
        ("search(iterations=5, bandit=UCB1)", "not a known answer or player"),
        ("search(iterations=5, tree=tree(max_node=9))", "Did you mean 'max_nodes'?"),
        ("agent4(pertub=0.1)", "Did you mean 'perturb'?"),
        ("search(5)", "name=value"),
        ("search(iterations=5, iterations=6)", "twice"),
        ("search", "budget"),
        ("max_value(name=3)", "'name' is not a known option of max_value"),
        ("tests.arena.agents.Chosr", "no player tests.arena.agents.Chosr"),
        ("nowhere.Agent", "nowhere"),
        ("tests.arena.agents.NoPlayer", "not a class that makes a player"),
        ("tests.arena.agents.LOG", "not a class that makes a player"),
        ("", "write a name with options"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_player(text, OTHELLO)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith((".", "?"))


def test_games_that_do_not_exist_are_refused() -> None:
    for text in ("othelo", "othello(size=5)", "othello(name=1)", "othello(sizes=4)", "os.system"):
        with pytest.raises(OptionError):
            parse_game(text)


def test_options_that_a_class_does_not_take_are_refused_when_it_is_made() -> None:
    player = parse_player(f"{CHOOSER}(colour='red')", OTHELLO)
    with pytest.raises(OptionError, match="colour"):
        player.agent(OTHELLO)


EVIL = [
    "__import__('os').system('touch {file}')",
    "tests.arena.agents.call_me",
    "tests.arena.agents.call_me(x=1)",
    "os.system(command='touch {file}')",
    "subprocess.Popen(args='touch {file}', shell=true)",
    "builtins.exec(source='1')",
    "search(iterations=__import__('os').system('touch {file}'))",
    "search(iterations=os.system(command='touch {file}'))",
    "search(iterations=(lambda: 5)())",
    "(lambda: 5)()",
    "search(iterations=f'{open('{file}', 'w')}')",
    "search(iterations=[x for x in open('{file}', 'w')])",
    "search(iterations=(x := 5))",
    "search(iterations=1 if 1 else 2)",
    "search(iterations=10**10**10)",
    "search(iterations='a' * 10**10)",
    "search(iterations={'a': 1})",
    "search(iterations={[]: 1})",
    "search(iterations=b'5')",
    "search(iterations=5j)",
    "search(iterations=1e999)",
    "search(iterations=...)",
    "search(iterations=x[0])",
    "search(iterations=await x)",
    "search(iterations=(yield))",
    "search(*x)",
    "search(**x)",
    "search(iterations=5)(iterations=6)",
    "search(iterations=5).agent",
    "search; import os",
    "search\nimport os",
    "search(iterations='\\d')",
    "search(iterations=" + "9" * 5_000 + ")",
    "\x00",
    "\ud800",
    "sea\u202erch",
    "🂡(x=1)",
    "search(" * 5_000,
    "[" * 50_000,
    "(" * 190 + "x" + ")" * 190,
    "search(iterations=" * 80 + "5" + ")" * 80,
    "search(iterations=" + "-" * 3_000 + "5)",
    "not " * 2_000 + "x",
    "a" + ".b" * 4_000,
    "a" + ".b" * 200_000,
    "x" * 10_000_000,
]


@pytest.mark.parametrize("text", EVIL, ids=range(len(EVIL)))
@pytest.mark.filterwarnings("error")
def test_evil_text_only_raises(text: str, tmp_path: Any) -> None:
    file = tmp_path / "evil"
    arena_agents.LOG.clear()
    with pytest.raises(OptionError) as caught:
        parse_player(text.replace("{file}", str(file)), OTHELLO).agent(OTHELLO)
    assert not file.exists()
    assert not arena_agents.LOG
    assert len(str(caught.value)) < 2_000


WORDS = "search ucb1 max_value tree iterations ( ) [ ] = , . ' 5 - lambda x : { } None os. * f' é"
pieces = st.sampled_from([*WORDS.split(), " ", "\n", "\\"])


@given(st.lists(pieces, max_size=14).map("".join))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_is_a_player_or_an_option_error(text: str) -> None:
    try:
        player = parse_player(text, OTHELLO)
    except OptionError:
        return
    assert parse_player(player_text(player), OTHELLO) == player
    ast.parse(player_text(player), mode="eval")


@pytest.mark.parametrize(
    "text",
    [
        "search(hidden=information_sets(observers='each'), iterations=5)",
        "search(hidden=belief_tree(light=true), bandit=vpi, iterations=5)",
        "search(others=types(max_disk, max_value, posterior=time_weighted(c=0.5)), iterations=5)",
        "search(others=types({1: [max_disk, agent4(perturb=0.1)]}), iterations=5)",
        "search(others=policies(search(iterations=3)), iterations=5)",
        "search(others=policies({0: max_disk, 1: typed}), iterations=5)",
        "search(others=random, iterations=5)",
        "search(bandit=puct(prior=type_prior(type_distribution({'pass': 1.0, 'place': 2.0}), "
        "temperature=5.0)), iterations=5)",
        "search(bandit=ucb1_tuned, rollout=typed(type_distribution({'place': 2.0}, "
        "conditioned={['pass']: {'pass': 1.0}})), iterations=5)",
        "search(bandit=ucb1(virtual_wins={'place': 2.0}), iterations=5)",
        "search(bandit=bayesian_ucb, rollout=played(max_value), iterations=5)",
        "search(rollout=evaluated('disks'), tree=tree(loop='open'), iterations=5)",
        "evolve(population=5, iterations=50)",
        "exhaustive(others=random, depth=2, evaluation='disks')",
    ],
)
def test_every_answer_can_be_written_as_text(text: str) -> None:
    player = parse_player(text, OTHELLO)
    assert player_text(player) == text
    assert parse_player(player_text(player), OTHELLO) == player
    assert play_match(OTHELLO, [player, Policy("random")], seed=1).moves


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "search(hidden=informationsets, iterations=5)",
            "search(hidden=information_sets, iterations=5)",
        ),
        ("search(hidden=belieftree(light=true), iterations=5)", None),
        ("search(bandit=ucb1tuned, iterations=5)", "search(bandit=ucb1_tuned, iterations=5)"),
        ("search(bandit=bayesianucb(form=1), iterations=5)", None),
        (
            "search(others=types(types=[max_disk, mobility], posterior=timeweighted(c=0.5)), "
            "iterations=5)",
            "search(others=types(max_disk, mobility, posterior=time_weighted(c=0.5)), "
            "iterations=5)",
        ),
        (
            "search(others=types(types=[[1, [max_disk, mobility]]]), iterations=5)",
            "search(others=types({1: [max_disk, mobility]}), iterations=5)",
        ),
        (
            "search(others=policies(policies=[[0, max_disk]]), iterations=5)",
            "search(others=policies({0: max_disk}), iterations=5)",
        ),
        (
            "search(bandit=puct(prior=typeprior(distribution=typedistribution(weights="
            "[['pass', 1.0], ['place', 2.0]]), temperature=5.0)), iterations=5)",
            "search(bandit=puct(prior=type_prior(type_distribution({'pass': 1.0, 'place': 2.0}), "
            "temperature=5.0)), iterations=5)",
        ),
        (
            "search(rollout=evaluated(evaluation='disks'), iterations=5)",
            "search(rollout=evaluated('disks'), iterations=5)",
        ),
    ],
)
def test_older_spellings_are_read(old: str, new: str | None) -> None:
    """Results files and scripts of earlier versions have them."""
    printed = repr(parse_player(old, OTHELLO))
    assert printed != old
    assert new in (None, printed)
    assert parse_player(printed, OTHELLO) == parse_player(old, OTHELLO)


def test_types_are_written_without_a_name() -> None:
    written = parse_player("search(others=types(max_disk, max_value), iterations=5)", OTHELLO)
    assert written == Search(others=Types(["max_disk", "max_value"]), iterations=5)
    timed = parse_player(
        "search(others=types([max_disk, mobility], posterior=timeweighted(10, 0.01, 5)), "
        "iterations=5)",
        OTHELLO,
    )
    assert timed == Search(
        others=Types(["max_disk", "mobility"], posterior=TimeWeighted(10, 0.01, 5)), iterations=5
    )


def test_options_of_a_belief_game_are_written_by_the_name_that_their_game_gives_them() -> None:
    game = load("cluedo", rules="ledford")
    planner = program_bmcts(50, light=True)
    assert parse_player(player_text(planner), game) == planner
    with pytest.raises(OptionError, match="sheets"):
        parse_player(player_text(planner), load("othello"))


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The entry points of this package as its project file has them, however it is installed."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    listed = project["entry-points"]["otherminds.moved"].items()
    points = [EntryPoint(old, new, "otherminds.moved") for old, new in listed]
    monkeypatch.setattr(older_texts, "entry_points", lambda group: points)
    older_texts._moved.cache_clear()
    yield
    older_texts._moved.cache_clear()


@pytest.mark.usefixtures("moved")
def test_classes_that_have_moved_are_found_by_their_old_path() -> None:
    """Older results files name players that way."""
    game = otherminds.load("tiny_coop")
    for old in ("otherminds.games.tiny_coop", "otherminds.games.tiny_coop.players"):
        player = parse_player(f"{old}.GAController(first_seat=true)", game)
        new = "otherminds.lab.walton_rivers.agents.GAController(first_seat=true)"
        assert player_text(player) == new
        player.agent(game)
