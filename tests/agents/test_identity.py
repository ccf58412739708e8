"""A player has one identity: what it prints is its text, and the text is read back as itself."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import otherminds as om
from otherminds import search
from otherminds.agents import Delegate, parse_player, player_text
from otherminds.agents.catan import Builds, Factored
from otherminds.agents.cluedo import Sheets
from otherminds.agents.player_texts import parse_answer
from otherminds.contracts import Player, Policy
from otherminds.contracts.writing import Written, snake_case, text
from otherminds.search.others import Posterior
from otherminds.search.planner import Planner

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

# "typed" takes weights without a name, which makes it a TypeDistribution.
NAMES = st.sampled_from(["alpha", "random", "product", "uniform", "beta_2"])
NUMBERS = st.integers(0, 10**9)
FRACTIONS = st.floats(0, 1e6, allow_nan=False)
WORDS = st.text(st.characters(codec="ascii", exclude_characters="."), min_size=1, max_size=8)
POLICIES = st.builds(
    lambda name, values, options: Policy(name, *values, **options),
    NAMES,
    st.lists(NUMBERS, max_size=2),
    st.dictionaries(st.sampled_from(["noise", "depth"]), FRACTIONS | NUMBERS, max_size=2),
)
WEIGHTS = st.dictionaries(WORDS, FRACTIONS, max_size=3)
DISTRIBUTIONS = st.builds(
    om.TypeDistribution,
    WEIGHTS,
    conditioned=st.dictionaries(st.lists(WORDS, max_size=2, unique=True).map(tuple), WEIGHTS),
    backoff=WORDS,
    temperature=FRACTIONS,
)
PRIORS = st.builds(om.TypePrior, DISTRIBUTIONS, FRACTIONS)
NESTED = st.integers(1, 99).map(lambda n: om.Search(iterations=n, hidden=om.InformationSets()))
MODELS = st.one_of(POLICIES, DISTRIBUTIONS, NESTED)
SEATS = st.integers(0, 5)
OWN: dict[str, st.SearchStrategy[Any]] = {
    "types": st.lists(MODELS, min_size=1, max_size=3)
    | st.dictionaries(SEATS, st.lists(MODELS, max_size=2), min_size=1, max_size=3),
    "policies": MODELS | st.dictionaries(SEATS, MODELS, min_size=1, max_size=3),
    "prior": st.one_of(st.none(), POLICIES, PRIORS),
    "distribution": DISTRIBUTIONS,
    "virtual_wins": WEIGHTS,
    "under": st.dictionaries(WORDS, st.booleans() | NUMBERS | WORDS, max_size=2),
    "evaluation": WORDS | st.builds(om.Evaluation, WORDS, batched=st.booleans()),
    "function": WORDS,
    "forgets": st.lists(WORDS, max_size=2),
    "horizon": st.none() | NUMBERS,
    "belief_game": st.none() | st.builds(Sheets, accuse=FRACTIONS) | st.builds(Factored),
    "weights": WEIGHTS,
}
BY_TYPE = {bool: st.booleans(), int: NUMBERS, float: FRACTIONS, str: WORDS}


def _strategy(made: type[Any]) -> st.SearchStrategy[Any]:
    """Values of a class, every option drawn from what it may be as far as its own check goes."""
    if made is om.TypeDistribution:
        return DISTRIBUTIONS
    if made is om.search.Network:  # whose file is not looked at where the checksum is given
        return st.builds(
            made,
            WORDS,
            temperature=FRACTIONS,
            checksum=st.from_regex("[0-9a-f]{8}", fullmatch=True),
        )
    if made is om.Types:
        return st.builds(
            om.Types,
            OWN["types"],
            prior=st.sampled_from(["uniform", "random"]) | st.lists(FRACTIONS, max_size=3),
            posterior=st.sampled_from(POSTERIORS).flatmap(_strategy),
            where=WORDS,
            error=FRACTIONS,
            horizon=OWN["horizon"] | st.just("learned"),
            samples=NUMBERS,
        )
    options = {}
    for option in fields(made):
        if option.name in OWN:
            options[option.name] = OWN[option.name]
        elif option.default is None:
            options[option.name] = st.none() | NUMBERS
        else:
            assert option.default is not MISSING, f"{made.__name__}.{option.name} has no strategy."
            options[option.name] = BY_TYPE[type(option.default)]
    return st.builds(made, **options)


EXPORTED: list[type[Any]] = [
    made
    for made in (getattr(search, name) for name in search.__all__)
    if isinstance(made, type) and is_dataclass(made) and issubclass(made, Written)
]
POSTERIORS = [made for made in EXPORTED if issubclass(made, Posterior)]
ANSWERS = [made for made in EXPORTED if not issubclass(made, Planner)] + [Builds, Factored, Sheets]


def _question(answer: Any) -> str:
    return "others" if isinstance(answer, om.Random) else "tree"


@given(st.sampled_from(ANSWERS).flatmap(_strategy))
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_answer_is_its_text(answer: Any) -> None:
    printed = repr(answer)
    assert printed == text(answer)
    assert printed.startswith(snake_case(type(answer).__name__))
    again = parse_answer(printed, _question(answer))
    assert again == answer
    assert hash(again) == hash(answer)
    assert repr(again) == printed


def _of(kind: type[Any]) -> st.SearchStrategy[Any]:
    kinds = [made for made in ANSWERS if issubclass(made, kind)]
    return st.sampled_from(kinds).flatmap(_modest)


def _modest(made: type[Any]) -> st.SearchStrategy[Any]:
    """Values that a search accepts: defaults, or what is needed."""
    if made is om.Types:
        return st.builds(om.Types, OWN["types"], error=st.sampled_from([0.0, 0.25]))
    if made in (om.Policies, om.Played):
        return st.builds(made, OWN["policies"])
    if made is om.Evaluated:
        return st.just(om.Evaluated("value"))
    return st.just(made())


@st.composite
def planners(draw: st.DrawFn) -> Player:
    """Whole searches with any answers, as far as they go together."""
    try:
        return om.Search(
            hidden=draw(_of(search.hidden.Hidden)),
            others=draw(_of(search.others.Others)),
            bandit=draw(_of(search.bandits.Bandit)),
            rollout=draw(_of(search.rollouts.Rollout)),
            tree=om.Tree(max_nodes=draw(st.integers(1_000, 2_000))),
            iterations=draw(st.integers(2_000, 3_000)),
        )
    except om.OptionError:
        assume(False)
        raise


PLAYERS = st.one_of(
    planners(),
    st.builds(om.Evolve, population=st.integers(4, 50), iterations=st.integers(1, 99)),
    st.builds(om.Exhaustive, depth=st.integers(1, 9), evaluation=st.just("value")),
    POLICIES,
    st.just(Policy("typed")),
    DISTRIBUTIONS,
)
DELEGATES = st.builds(
    lambda by_type, otherwise: Delegate(by_type=by_type, otherwise=otherwise),
    st.dictionaries(WORDS, PLAYERS, max_size=2),
    PLAYERS,
)


@given(PLAYERS | DELEGATES)
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_player_is_its_text(player: Player) -> None:
    printed = repr(player)
    assert player_text(player) == printed
    again = parse_player(printed)
    assert again == player
    assert hash(again) == hash(player)
    assert repr(again) == printed


def test_one_text_everywhere() -> None:
    """In a match, in a tournament and when it is printed, a player has the same name."""
    player = om.Search(bandit=om.UCB1(exploration=0.5), iterations=5)
    game = om.load("tic_tac_toe")
    match = om.play_match(game, [player, "random"], seed=1)
    assert match.players == ("search(bandit=ucb1(exploration=0.5), iterations=5)", "random")
    assert match.moves == om.play_match(game, [repr(player), Policy("random")], seed=1).moves
