"""Players, games and answers are taken as objects or as text wherever they are taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import otherminds as om
from otherminds import Delegate, Policy, Search
from otherminds.agents.cluedo import Sheets
from otherminds.arena.plan import plan_tournament
from otherminds.conformance import check_determinism, check_game, check_swap
from otherminds.search import (
    PUCT,
    BeliefTree,
    Played,
    Policies,
    Typed,
    TypeDistribution,
    TypePrior,
    Types,
    Worlds,
    recognise,
)

SEARCH = Search(iterations=50)
TEXT = "search(iterations=50)"
MADE: list[tuple[Callable[[], Any], Callable[[], Any]]] = [
    (lambda: Types([TEXT, "iggi"]), lambda: Types([SEARCH, Policy("iggi")])),
    (lambda: Types({1: ["iggi"]}), lambda: Types({1: [Policy("iggi")]})),
    (lambda: Policies(TEXT), lambda: Policies(SEARCH)),
    (
        lambda: Policies({0: "agent4(perturb=0.1)"}),
        lambda: Policies({0: Policy("agent4", perturb=0.1)}),
    ),
    (lambda: Played("typed"), lambda: Played(Policy("typed"))),
    (lambda: PUCT(prior="max_value"), lambda: PUCT(prior=Policy("max_value"))),
    (
        lambda: Typed("type_distribution({'pass': 1.0})"),  # type: ignore[arg-type]
        lambda: Typed(TypeDistribution({"pass": 1.0})),
    ),
    (
        lambda: TypePrior("type_distribution({'pass': 1.0})", 2.0),  # type: ignore[arg-type]
        lambda: TypePrior(TypeDistribution({"pass": 1.0}), 2.0),
    ),
    (
        lambda: BeliefTree(belief_game="sheets(fixed=3)"),  # type: ignore[arg-type]
        lambda: BeliefTree(belief_game=Sheets(fixed=3)),
    ),
    (
        lambda: Search(hidden="worlds(count=10)", tree="tree(loop='open')", iterations=50),  # type: ignore[arg-type]
        lambda: Search(hidden=Worlds(count=10), tree=om.Tree(loop="open"), iterations=50),
    ),
    (
        lambda: Search(others="random", bandit="vpi", rollout="typed", iterations=50),  # type: ignore[arg-type]
        lambda: Search(others=om.Random(), bandit=om.VPI(), rollout=Typed(), iterations=50),
    ),
    (
        lambda: Types(["iggi"], posterior="switching(0.3)"),  # type: ignore[arg-type]
        lambda: Types(["iggi"], posterior=om.Switching(0.3)),
    ),
    (
        lambda: Delegate(by_type={"raise": TEXT}, otherwise="random"),
        lambda: Delegate(by_type={"raise": SEARCH}, otherwise=Policy("random")),
    ),
]


def _search(**answers: Any) -> Search:
    return Search(iterations=5, **answers)


@pytest.mark.parametrize("place", range(len(MADE)))
def test_a_text_is_as_good_as_the_object(place: int) -> None:
    by_text, by_object = MADE[place]
    assert by_text() == by_object()
    assert repr(by_text()) == repr(by_object())


@pytest.mark.parametrize(
    ("made", "part"),
    [
        (lambda: _search(hidden="wrlds"), "Did you mean 'worlds'"),
        (lambda: _search(hidden="vpi"), "hidden must be Nothing()"),
        (lambda: _search(bandit=5), "bandit must be UCB1()"),
        (lambda: Types(["search(iterations=0)"]), "from 1 to"),
        (lambda: Types(["sea rch"]), "is not a player"),
        (lambda: Delegate(by_type={}, otherwise="a b"), "is not a player"),
        (lambda: om.play_match("othelo", ["random"] * 2), "Did you mean 'othello'"),
        (lambda: om.play_match("othello", ["random", "max_valu"]), "Did you mean 'max_value'"),
        (
            lambda: om.play_match(
                "othello", [Search(others=Types(["iggi"]), iterations=5), "random"]
            ),
            "iggi",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(made: Callable[[], Any], part: str) -> None:
    with pytest.raises(om.OptionError) as refused:
        made()
    assert part in str(refused.value)


def test_what_is_neither_is_refused() -> None:
    with pytest.raises(om.AgentError, match="5 is not a player: give one such as"):
        om.play_match("othello", ["random", 5])  # type: ignore[list-item]


def test_functions_take_texts() -> None:
    match = om.play_match("hanabi", ["search(iterations=5)", "iggi"], seed=2)
    game = om.load("hanabi")
    assert match.moves == om.play_match(game, [Search(iterations=5), Policy("iggi")], seed=2).moves
    check_swap("leduc", "search(iterations=5)", games=1)
    check_determinism("leduc", players=["search(iterations=5)", "random"], games=4)
    check_game("tiger", games=2)
    othello = om.play_match("othello", ["mobility", "random"], seed=1)
    moves = [move for _, move in othello.moves]
    seen = recognise("othello", moves, "types(max_disk, mobility)", 0)
    assert seen.names == ("max_disk", "mobility")


def test_tournaments_take_objects_and_keep_texts() -> None:
    by_object = plan_tournament(om.load("othello", size=6), [Policy("max_value"), SEARCH], seed=3)
    by_text = plan_tournament("othello(size=6)", ["max_value", TEXT], seed=3)
    assert by_object.players == by_text.players == ("max_value", TEXT)
    assert (
        by_object.key
        == plan_tournament(
            "othello", by_text.players, options=by_object.loaded_game.options, seed=3
        ).key
    )
    assert by_object.key == by_text.key
    with pytest.raises(om.OptionError, match="living agent"):
        plan_tournament("othello", ["random", SEARCH.agent(om.load("othello"))])
