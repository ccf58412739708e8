"""The agents, tables and numbers of games of Walton-Rivers' tournaments with Tiny Co-Op.

Budgets are iterations, as in the source, so games can be repeated bit by bit. An arm has one
tournament a level, and every level counts the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from otherminds.agents import player_text, tiny_coop
from otherminds.agents.tiny_coop import HIGH, LOW, MEDIUM, Budget, duct
from otherminds.arena.plan import Tournament
from otherminds.games.tiny_coop import LEVELS
from otherminds.lab.claims import SCALES, Arm
from otherminds.lab.walton_rivers.agents import mcts, predictor, vari_ga
from otherminds.search import Quirks, Search, Tree

__all__ = [
    "BASELINE",
    "BUDGETS",
    "FEWER_LEVELS",
    "FLARE_SETS",
    "GAMES",
    "GA_SEATS",
    "LEVELS",
    "LOW_RULES",
    "NESTED",
    "OWN_SEAT",
    "PROGRAM",
    "RECALL",
    "SECOND",
    "TESTED",
    "TIES_AT_RANDOM",
    "USUAL_VARI_GA",
    "WHOLE_GA",
    "Agent",
    "flares",
    "ga_with_random",
    "joined",
    "level_name",
    "meeting",
    "mirror",
    "together",
    "with_partner",
]

Agent = tuple[str, str]
"""A name and a spec."""

PROGRAM = "program"
"""The judged setting: rules and choices of the author's program."""

SEED = 1
FEWER_LEVELS = ("airlock", "butterfly", "pathfinding", "single_door")
"""The levels of the second and third experiment."""
EASY = ("pathfinding",)
"""Where games are so short that all of them can be played."""
FLARE_SETS = ("simple", "relative", "full")
BUDGETS: Mapping[str, Budget] = {"High": HIGH, "Medium": MEDIUM, "Low": LOW}

_GA = "otherminds.lab.walton_rivers.agents.GAController"


BASELINE: Mapping[str, str] = {
    "GA": f"{_GA}(first_seat=true)",
    "VariGA": player_text(vari_ga()),
    "High": player_text(mcts(HIGH, edition=1)),
    "Medium": player_text(mcts(MEDIUM, edition=1)),
    "Low": player_text(mcts(LOW, edition=1)),
    "Random": "random",
}
"""The six agents of the first experiment, in the first edition."""

OWN_SEAT = "planning for its own seat"
"""The setting without the mistake by which the second player's GA plans for the first."""

GA_SEATS: Mapping[str, str] = {PROGRAM: BASELINE["GA"], OWN_SEAT: _GA}

USUAL_VARI_GA: Agent = ("VariGA", player_text(tiny_coop.vari_ga()))
"""Without the mistake that keeps its plans short, and with our own mutation."""

SECOND: Mapping[str, str] = {
    "High": player_text(mcts(HIGH)),
    "Medium": player_text(mcts(MEDIUM)),
    "Low": player_text(mcts(LOW)),
    "GA": _GA,
    "Random": "random",
}
"""The five agents of the second experiment, in the second edition."""

WHOLE_GA: Agent = ("GA", f"{_GA}(flawed=false)")
"""Plans and acts at each tick."""


def _by(budget: Budget, final: str, ties: str = "random") -> str:
    """The program's search with another rule for the final move, which throws no coin."""
    tree = Tree(loop="open", depth=budget.depth, final=final, ties=ties)
    return player_text(replace(mcts(budget), tree=tree, quirks=Quirks(extra_visit=True)))


TIES_AT_RANDOM: Mapping[str, str] = {name: _by(budget, "total") for name, budget in BUDGETS.items()}
"""Greatest total, equal moves uniformly at random."""

LOW_RULES: Mapping[str, str] = {
    "total, first of equals": BASELINE["Low"],
    "total, first of equals, also within the search": _by(LOW, "total", ties="first"),
    "total, equals at random": TIES_AT_RANDOM["Low"],
    "visits, equals at random": _by(LOW, "visits"),
}
"""MCTS Low by the rule of its final move; the last one is our default."""

NESTED = mcts(HIGH)
"""MCTS High as the model of itself."""
RECALL = 4
"""Answers that this model has for a position where it need not plan anew each time."""

TESTED = ("MCTS", "Predictor", "DUCT")

_PARTNERS: Mapping[str, str] = {
    "Follow the Flare": "follow_the_flare",
    "Random": "random",
    "Bias Random": "bias_random",
    "MCTS High": SECOND["High"],
}

GAMES: Mapping[str, Mapping[str, int]] = {
    "free": {"smoke": 2, "quick": 47, "standard": 47, "full": 47},
    "cheap": {"smoke": 1, "quick": 4, "standard": 16, "full": 47},
    "search": {"smoke": 1, "quick": 2, "standard": 12, "full": 47},
    "VariGA": {"smoke": 1, "quick": 1, "standard": 4, "full": 47},
    "meeting": {"smoke": 0, "quick": 0, "standard": 2, "full": 94},
    "seats": {"smoke": 2, "quick": 4, "standard": 24, "full": 94},
    "free flares": {"smoke": 2, "quick": 50, "standard": 50, "full": 50},
    "flares": {"smoke": 1, "quick": 2, "standard": 6, "full": 50},
    "full flares": {"smoke": 0, "quick": 1, "standard": 2, "full": 50},
    "full flares, High": {"smoke": 0, "quick": 0, "standard": 1, "full": 50},
    "follower": {"smoke": 2, "quick": 2, "standard": 12, "full": 100},
    "random partner": {"smoke": 0, "quick": 0, "standard": 4, "full": 100},
    "strong partner": {"smoke": 0, "quick": 0, "standard": 4, "full": 100},
    "recalled": {"smoke": 0, "quick": 0, "standard": 4, "full": 100},
    "nested": {"smoke": 0, "quick": 0, "standard": 0, "full": 100},
}
"""Games on each level by what they cost; full is the source's number. The first four are of an
agent with itself in the first edition: without thinking, with little, with much, and with most."""


def _on(levels: tuple[str, ...]) -> str:
    """What tells arms apart that differ in their levels."""
    return "" if len(levels) > 2 else f" on {' and '.join(map(level_name, levels))}"


def level_name(level: str) -> str:
    """A level as people write it.

    Examples:
        >>> level_name("side_by_side")
        'Side by Side'
    """
    return level.replace("_", " ").title().replace(" By ", " by ")


def _tournament(players: Iterable[str], **options: object) -> Tournament:
    """Two players, each in both seats; or one with itself."""
    specs = tuple(dict.fromkeys(players))
    return Tournament(
        game="tiny_coop",
        players=specs,
        options=tuple(sorted(options.items())),
        line_ups=((0, 0),) if len(specs) == 1 else ((0, 1),),
        seed=SEED,
    )


@cache
def mirror(agent: Agent, levels: tuple[str, ...] = LEVELS) -> Arm:
    """E1: an agent with itself, first edition."""
    name, spec = agent
    kind = {"VariGA": "VariGA", "High": "search", "Medium": "search"}.get(name, "cheap")
    if spec == "random" or levels == EASY:
        kind = "free"
    tournaments = tuple(_tournament([spec], level=level, edition=1) for level in levels)
    return Arm(name + _on(levels), tournaments, GAMES[kind])


@cache
def together(name: str, agents: tuple[str, ...], level: str) -> Arm:
    """E1: several agents, each with itself, on one level; they count the same."""
    tournaments = tuple(_tournament([BASELINE[agent]], level=level, edition=1) for agent in agents)
    kind = "VariGA" if "VariGA" in agents else "search"
    return Arm(name, tournaments, GAMES["free" if (level,) == EASY else kind])


@cache
def meeting(name: str, partner: str) -> Arm:
    """E1: two different agents in both orders, or one with itself; first edition."""
    if name == partner:
        return replace(mirror((name, BASELINE[name])), name=f"{name} with itself")
    # The same tournament whoever is named first.
    specs = [BASELINE[each] for each in sorted((name, partner))]
    tournaments = tuple(_tournament(specs, level=level, edition=1) for level in LEVELS)
    return Arm(f"{name} with {partner}", tournaments, GAMES["meeting"])


@cache
def ga_with_random(spec: str) -> Arm:
    """E1: a genetic controller in both seats with Random."""
    tournaments = tuple(_tournament([spec, "random"], level=level, edition=1) for level in LEVELS)
    return Arm("GA with Random", tournaments, GAMES["seats"])


@cache
def flares(agent: Agent, actions: str, levels: tuple[str, ...] = FEWER_LEVELS) -> Arm:
    """E2: an agent with itself and a set of actions, second edition."""
    name, spec = agent
    kind = "flares"
    if spec == "random":
        kind = "free flares"
    elif actions == "full":
        kind = "full flares, High" if name == "High" else "full flares"
    tournaments = tuple(_tournament([spec], level=level, actions=actions) for level in levels)
    return Arm(f"{name}, {actions}{_on(levels)}", tournaments, GAMES[kind])


def _tested(kind: str, budget: str, partner: str, model: Search | None, recall: int) -> str:
    if kind == "MCTS":
        return SECOND[budget]
    if kind == "DUCT":
        return player_text(duct(BUDGETS[budget]))
    return player_text(predictor(model or _PARTNERS[partner], BUDGETS[budget], recall=recall))


@cache
def with_partner(
    kind: str,
    budget: str,
    partner: str,
    actions: str = "relative",
    levels: tuple[str, ...] = FEWER_LEVELS,
    model: Search | None = None,
    recall: int = 0,
) -> Arm:
    """E3: MCTS, Predictor or DUCT in both seats with a partner, second edition."""
    specs = [_tested(kind, budget, partner, model, recall), _PARTNERS[partner]]
    if partner == "Follow the Flare":
        cost = "follower"
    elif partner != "MCTS High":
        cost = "random partner"
    else:
        cost = "strong partner"
        if kind == "Predictor":
            cost = "recalled" if recall else "nested"
    tournaments = tuple(_tournament(specs, level=level, actions=actions) for level in levels)
    name = f"{kind} {budget} with {partner}, {actions}{_on(levels)}"
    return Arm(name, tournaments, GAMES[cost])


def joined(name: str, *arms: Arm) -> Arm:
    """Several arms as one, each of their tournaments counting the same."""
    tournaments = tuple(tournament for arm in arms for tournament in arm.tournaments)
    games = {scale: min(arm.games[scale] for arm in arms) for scale in SCALES}
    return Arm(name, tournaments, games)
