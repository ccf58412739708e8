"""The agents, tables and numbers of games of Walton-Rivers' tournaments with Hanabi.

An arm is one evaluated agent among partners who all follow one policy: a tournament a partner and
a number of players, all counting the same. A deck is played once with the agent in each seat, and
all arms play the same decks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial

from otherminds.agents import hanabi, player_text
from otherminds.arena.plan import Tournament
from otherminds.contracts import Player, Policy
from otherminds.lab.claims import Arm
from otherminds.lab.walton_rivers.hanabi.published import as_published
from otherminds.search import (
    UCB1,
    InformationSets,
    Played,
    Policies,
    Quirks,
    Search,
    Themselves,
    Tree,
    Types,
)
from otherminds.search.others import Others

__all__ = [
    "ACCURACIES",
    "APRIL",
    "BUDGETS",
    "CONSTANTS",
    "EXPENSIVE",
    "HUNDRED",
    "JANUARY",
    "LONG",
    "MIRRORED",
    "PARTNERS",
    "PUBLISHED",
    "ROOT_TWO",
    "SIZES",
    "THOUSAND",
    "TIMED",
    "WEAK",
    "Agent",
    "Budget",
    "among",
    "fixed",
    "is_mcts",
    "mcs",
    "mirror",
    "modelled",
    "nested",
    "noisy",
    "planner",
    "policy",
    "policy_mcts",
    "predictor",
    "recogniser",
    "sized",
    "wrongly_modelled",
]

SEED = 1
SIZES = (2, 3, 4, 5)
PARTNERS = ("iggi", "internal", "outer", "random", "flawed", "piers", "van_den_bergh")
"""The battery of the source."""
WEAK = ("random", "flawed")
MIRRORED = (
    "internal",
    "outer",
    "cautious",
    "iggi",
    "piers",
    "van_den_bergh",
    "flawed",
    "random",
)
"""Whose games with themselves are compared with those in the author's program."""

APRIL = "program"
"""The program from April 2017 on: E6 to E11."""
JANUARY = "program of January 2017"
"""A player does not remember its own cards: E4 and E5."""

ROOT_TWO = 2**0.5
CONSTANTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, ROOT_TWO, 1.75, 2.0)
ACCURACIES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

RULES_GAMES = {"smoke": 10, "quick": 200, "standard": 1_000, "full": 1_000}
MIRROR_GAMES = {"smoke": 20, "quick": 500, "standard": 10_000, "full": 10_000}


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a move, and the games of a cell at each scale.

    Six games are two decks or more in every seat, the fewest that have a spread.
    """

    name: str
    iterations: int | None = None
    seconds: float | None = None
    as_published: bool = False
    games: Mapping[str, int] = field(default_factory=dict, hash=False)


HUNDRED = Budget(
    "100 iterations",
    iterations=100,
    games={"smoke": 1, "quick": 10, "standard": 16, "full": 400},
)
THOUSAND = Budget(
    "1,000 iterations",
    iterations=1_000,
    games={"smoke": 0, "quick": 6, "standard": 12, "full": 400},
)
LONG = Budget(
    "5,000 iterations",
    iterations=5_000,
    games={"smoke": 0, "quick": 0, "standard": 0, "full": 400},
)
PUBLISHED = Budget(
    "1,000 iterations, as published",
    iterations=1_000,
    as_published=True,
    games={"smoke": 0, "quick": 0, "standard": 6, "full": 400},
)
"""The same searches with all that the author's program does otherwise."""
TIMED = Budget(
    "20 ms per move",
    seconds=0.02,
    games={"smoke": 0, "quick": 0, "standard": 6, "full": 100},
)
BUDGETS = (THOUSAND, PUBLISHED, HUNDRED, LONG)
"""The ladder; the first is judged."""

PROGRAM = Quirks(published=True)
"""What every rule agent of the author's program has."""

EXPENSIVE: Mapping[str, Search] = {
    "MCS-IGGI": hanabi.mcs(Policy("iggi", quirks=PROGRAM), 100),
    "MCS-Flawed": hanabi.mcs(Policy("flawed", quirks=PROGRAM), 100),
    "MCS-Random": hanabi.mcs(Policy("random"), 100),
    "IS-MCTS": hanabi.is_mcts(100),
}
"""Partners that search: a copy of one as model costs a search at each of its simulated moves."""
TYPE_ERROR = 0.05
"""The chance of a random move that recognised types are given. A likelihood is a mean over a few
worlds, and without an error one move that fits none of these would rule out the truth for good."""

EXPENSIVE_GAMES = {"smoke": 0, "quick": 6, "standard": 20, "full": 100}
NESTED_GAMES = {"smoke": 0, "quick": 0, "standard": 20, "full": 100}

Agent = Callable[[Player], Player]
"""From the policy of the partners to the evaluated agent."""


def policy(name: str, state: str = APRIL) -> Policy:
    """A rule agent as in one of the two states of the program."""
    if name == "random":
        return Policy(name)
    if state == JANUARY:
        return Policy(name, quirks=replace(PROGRAM, forgets_own_cards=True))
    return Policy(name, quirks=PROGRAM)


def fixed(name: str, state: str = APRIL) -> Agent:
    """A rule agent, whoever its partners are."""
    return lambda partner: policy(name, state)


def _made(search: Search, budget: Budget, state: str) -> Search:
    """As it should be, or as in a state of the program."""
    if not budget.as_published:
        return search
    return as_published(search, january=state == JANUARY)


def _inside(followed: Player, budget: Budget) -> Player:
    """A policy within a search.

    Worlds of the program have forgotten cards in their decks; policies must not add them again.
    """
    if not (budget.as_published and isinstance(followed, Policy)):
        return followed
    quirks = dict(followed.options).get("quirks")
    return followed if quirks is None else followed(quirks=replace(quirks, forgets_own_cards=False))


def is_mcts(budget: Budget, exploration: float = ROOT_TWO, *, state: str = APRIL) -> Agent:
    """IS-MCTS: every seat searches, random roll-outs."""
    made = hanabi.is_mcts(budget.iterations, exploration=exploration, seconds=budget.seconds)
    return lambda partner: _made(made, budget, state)


def predictor(
    budget: Budget, exploration: float = ROOT_TWO, error: float = 0.0, *, state: str = APRIL
) -> Agent:
    """Predictor IS-MCTS with the partners' own policy as its model."""

    def make(partner: Player) -> Player:
        made = hanabi.predictor(
            _inside(partner, budget),
            budget.iterations,
            exploration=exploration,
            error=error,
            seconds=budget.seconds,
        )
        return _made(made, budget, state)

    return make


def noisy(budget: Budget, accuracy: float) -> Agent:
    """Predictor whose model is right with a chance of ``accuracy``, else moves at random."""
    return predictor(budget, error=round(1 - accuracy, 3))


def modelled(budget: Budget, model: Player) -> Agent:
    """Predictor with a given model, whoever its partners are."""
    return lambda partner: predictor(budget)(model)


def policy_mcts(budget: Budget, *, state: str = APRIL) -> Agent:
    """IS-MCTS Policy: roll-outs by IGGI for everybody."""
    made = hanabi.is_mcts(budget.iterations, rollout=Played(policy("iggi")), seconds=budget.seconds)
    return lambda partner: _made(made, budget, state)


def mcs(name: str, budget: Budget, state: str = APRIL) -> Agent:
    """One layer: all own moves are tried, as published only the policy's, which plays on then."""
    assert budget.iterations, "its budget is iterations"
    made = hanabi.mcs(_inside(policy(name, state), budget), budget.iterations)
    return lambda partner: _made(made, budget, state)


def planner(budget: Budget, others: Others) -> Search:
    """The search of the recognition experiment: only what it makes of the others differs."""
    return Search(
        hidden=InformationSets(),
        others=others,
        bandit=UCB1(exploration=0.2),
        rollout=Played(policy("piers")),
        tree=Tree(final="mean"),
        iterations=budget.iterations,
    )


def recogniser(budget: Budget, kind: str) -> Agent:
    """A planner that knows the partners, takes them for others, recognises them, or neither."""
    types = [policy(name) for name in PARTNERS]
    agents: dict[str, Agent] = {
        "right model": lambda partner: planner(budget, Policies(partner)),
        "wrong model": partial(wrongly_modelled, budget),
        "types": lambda partner: planner(budget, Types(types, error=TYPE_ERROR)),
        "types that never err": lambda partner: planner(budget, Types(types)),
        "no model": lambda partner: planner(budget, Themselves()),
    }
    return agents[kind]


def wrongly_modelled(budget: Budget, partner: Player) -> Player:
    """A planner whose model is the next policy of the battery."""
    types = [policy(name) for name in PARTNERS]
    place = types.index(partner)  # type: ignore[arg-type]
    return planner(budget, Policies(types[(place + 1) % len(types)]))


@cache
def _tournament(players: tuple[str, ...], size: int, open_hand: bool) -> Tournament:
    options: dict[str, object] = {"players": size, "bombed": "kept"}
    if open_hand:
        options["open_hand"] = True
    alone = len(players) == 1
    return Tournament(
        game="hanabi",
        players=players,
        options=tuple(sorted(options.items())),
        line_ups=((0,) * size if alone else (0, *(1,) * (size - 1)),),
        seed=SEED,
    )


def sized(name: str, sizes: Sequence[int]) -> str:
    """What tells arms apart that differ in the number of players.

    Examples:
        >>> sized("Predictor", (3, 4, 5)), sized("Predictor", SIZES)
        ('Predictor, 3 to 5 players', 'Predictor')
    """
    if tuple(sizes) == SIZES:
        return name
    told = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return f"{name}, {told} players"


def among(
    name: str,
    agent: Agent,
    games: Mapping[str, int],
    *,
    state: str = APRIL,
    sizes: Sequence[int] = SIZES,
    partners: Sequence[str] = PARTNERS,
    open_hand: bool = False,
) -> Arm:
    """An agent among partners of each policy, by number of players."""
    tournaments = []
    for size in sizes:
        for partner in partners:
            met = policy(partner, state)
            texts = dict.fromkeys((player_text(agent(met)), player_text(met)))
            tournaments.append(_tournament(tuple(texts), size, open_hand))
    told = sized(name, sizes)
    if tuple(partners) != PARTNERS:
        told += f", with {', '.join(partners)}"
    return Arm(told, tuple(tournaments), games)


def nested(
    name: str, partner: str, agent: Agent, games: Mapping[str, int], sizes: Sequence[int] = SIZES
) -> Arm:
    """An agent among partners who search."""
    met = EXPENSIVE[partner]
    texts = (player_text(agent(met)), player_text(met))
    tournaments = tuple(_tournament(texts, size, open_hand=False) for size in sizes)
    return Arm(f"{name}, with {partner}", tournaments, games)


def mirror(name: str, state: str = APRIL, sizes: Sequence[int] = SIZES) -> Arm:
    """A rule agent with itself."""
    text = player_text(policy(name, state))
    tournaments = tuple(_tournament((text,), size, open_hand=False) for size in sizes)
    return Arm(sized(f"{name} with itself", sizes), tournaments, MIRROR_GAMES)
