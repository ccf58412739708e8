"""Every combination of answers on every game, in every phase.

None crashes, none chooses an illegal action; what makes no sense is refused in a sentence.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import otherminds as om
from otherminds.conformance import check_swap
from otherminds.games import parse_game
from tests.search.positions import random_positions

GAMES = [
    "othello(size=4)",
    "bazaar",
    "leduc",
    "tiger(horizon=6)",
    "tiny_coop(ticks=4)",
    "kuhn_poker",
    "tic_tac_toe",
]
PYTHON_GAMES = {"kuhn_poker", "tic_tac_toe"}


class Sloped(om.PythonPolicy):
    """Prefers later actions."""

    def probabilities(self, view: Any, legal: Any) -> list[float]:
        del view
        return [float(place + 1) for place in range(len(legal))]


def middle(state: Any) -> list[float]:
    low, high = state.game.return_range
    return [(low + high) / 2] * state.game.seats


HIDDEN: list[om.search.hidden.Hidden] = [
    om.Nothing(peek=True),
    om.Worlds(count=3),
    om.InformationSets(),
    om.InformationSets(observers="each", availability=False),
    om.Particles(count=20),
    om.Particles(belief="game"),
    om.BeliefTree(count=20),
    om.BeliefTree(count=20, observable=True, temperature=2.0, weighted_returns=True),
    om.BeliefTree(count=20, light=True, legality=False),
]
NESTED = om.Search(iterations=3, hidden=om.Nothing(peek=True))
BY_SEAT = om.Policies({0: "random", 1: NESTED}, where="rollout", horizon=2, count="moves")
OTHERS: list[om.search.others.Others] = [
    om.Themselves(),
    om.Themselves(paranoid=True),
    om.Random(),
    om.Policies(Sloped(), where="tree", error=0.2),
    BY_SEAT,
    om.Types(["random", Sloped()], posterior=om.TimeWeighted(), horizon=3),
    om.Types(
        ["random", Sloped()],
        posterior=om.Switching(),
        error=0.1,
        reserve=0.3,
        redraw=0.2,
        horizon="learned",
    ),
]
BANDITS: list[om.search.bandits.Bandit] = [
    om.UCB1(),
    om.UCB1(prior=Sloped(), virtual_visits=2),
    om.UCB1(warm_up=7),
    om.UCB1Tuned(),
    om.BayesianUCB(form=1, posterior="beta"),
    om.BayesianUCB(posterior="normal"),
    om.BayesianUCB(extremum=True),
    om.VPI(samples=4),
    om.VPI(posterior="normal_gamma"),
    om.VPI(posterior="gaussian"),
    om.PUCT(),
    om.PUCT(prior=om.TypePrior(om.TypeDistribution(), 2.0), try_all=True),
    om.Thompson(),
    om.Thompson(posterior="dirichlet", levels=3),
]
ROLLOUTS: list[om.search.rollouts.Rollout] = [
    om.Uniform(),
    om.Typed(),
    om.Played({0: Sloped()}, depth=2, evaluation=middle),
    om.Evaluated(om.Evaluation(lambda states: [middle(s) for s in states], batched=True)),
]
TREES = [
    om.Tree(),
    om.Tree(loop="open", ties="first", final="total"),
    om.Tree(transpositions=True),
    om.Tree(transpositions=True, afterstates=True, final="mean"),
    om.Tree(widening=1.0, outcome_widening=1.0, depth=3),
    om.Tree(max_nodes=3),
    om.Tree(threads=2),
    om.Tree(threads=2, parallel="root"),
]


def _make(**answers: Any) -> om.Search | None:
    """The search, or nothing where the combination is refused in a sentence."""
    try:
        return om.Search(iterations=6, **answers)
    except om.OptionError as error:
        if not str(error).endswith("."):
            pytest.fail(f"no sentence: {error}")
        return None


def _all_searches() -> list[om.Search]:
    """All pairs of answers to different questions, and all of hidden x others x rollout."""
    defaults: dict[str, Any] = {"hidden": om.Nothing(peek=True)}
    questions: dict[str, list[Any]] = {
        "hidden": HIDDEN,
        "others": OTHERS,
        "bandit": BANDITS,
        "rollout": ROLLOUTS,
        "tree": TREES,
    }
    chosen = []
    for first, second in itertools.combinations(questions, 2):
        for one, other in itertools.product(questions[first], questions[second]):
            chosen.append({**defaults, first: one, second: other})
    for hidden, others, rollout in itertools.product(HIDDEN, OTHERS, ROLLOUTS):
        chosen.append({"hidden": hidden, "others": others, "rollout": rollout})
    for hidden, bandit, tree in itertools.product(HIDDEN, BANDITS, TREES):
        chosen.append({"hidden": hidden, "bandit": bandit, "tree": tree})
    made = [search for answers in chosen if (search := _make(**answers)) is not None]
    assert len(made) > 0.6 * len(chosen), "most combinations make sense"
    return made


SEARCHES = _all_searches()


@pytest.mark.parametrize("name", GAMES)
def test_every_combination_of_answers_works_in_every_phase(name: str) -> None:
    game = parse_game(name)
    python = name in PYTHON_GAMES
    positions = [p for seed in range(1 if python else 3) for p in random_positions(game, seed)]
    assert positions
    refused = 0
    for number, search in enumerate(SEARCHES):
        # Each search at one position, all positions in turn; Python games take every fifth search.
        if python and number % 5 != 0:
            continue
        position = positions[number % len(positions)]
        looks = isinstance(search.hidden, om.Nothing)
        try:
            result = search.run(
                position.state if looks else position.belief, game=game, seed=number
            )
        except om.OptionError as error:
            missing_seat = game.seats == 1 and search.others is BY_SEAT
            if not missing_seat and (not python or search.tree.threads == 1):
                pytest.fail(f"{search} was refused: {error}")
            refused += not missing_seat
            continue
        assert result.action in position.state.legal_actions(), search
        assert result.seat == position.seat
        assert result.iterations == 6
        if not (search.tree.afterstates or search.tree.transpositions):
            visits = sum(action.visits for action in result.actions)
            assert visits == 6, (search, result)
    assert (refused > 0) == python


@pytest.mark.parametrize("name", GAMES)
def test_agents_of_every_answer_to_hidden_play_whole_matches(name: str) -> None:
    game = parse_game(name)
    for seed, (hidden, others) in enumerate(itertools.product(HIDDEN, OTHERS)):
        if game.seats == 1 and others is BY_SEAT:
            continue
        horizon = isinstance(others, om.Types)
        reuse = isinstance(hidden, om.Particles | om.BeliefTree | om.Nothing) and not horizon
        player = om.Search(iterations=4, hidden=hidden, others=others, tree=om.Tree(reuse=reuse))
        match = om.play_match(game, [player] * game.seats, seed=seed)
        assert len(match.returns) == game.seats


@pytest.mark.parametrize("name", ["bazaar", "leduc", "tiger(horizon=4)", "kuhn_poker"])
@pytest.mark.parametrize("hidden", [h for h in HIDDEN if not isinstance(h, om.Nothing)], ids=repr)
def test_no_answer_sees_what_is_hidden(name: str, hidden: Any) -> None:
    """Swap the hidden facts, keep the seed: the same answer."""
    game = parse_game(name)
    for others in (om.Themselves(), om.Policies(Sloped()), om.Types(["random", Sloped()])):
        player = om.Search(hidden=hidden, others=others, iterations=12)
        check_swap(game, player, games=2 if name in PYTHON_GAMES else 3)


def test_evolved_plans_see_nothing_hidden_either() -> None:
    for hidden in (om.InformationSets(), om.Particles(count=30)):
        player = om.Evolve(hidden=hidden, population=4, length=3, iterations=12)
        for game in (om.load("bazaar"), om.load("leduc")):
            check_swap(game, player, games=3)
