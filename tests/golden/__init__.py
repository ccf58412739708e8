"""What the package did when these files were written: ``python -m tests.golden`` writes them anew.

A changed file is not an error by itself, but its commit must say why it changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import otherminds
from otherminds import (
    CHANCE,
    Policy,
    Search,
    Stream,
    play_match,
)
from otherminds.agents import catan as catan_agents
from otherminds.arena.match import witness
from otherminds.contracts import Belief, Game, State
from otherminds.games import catan
from otherminds.search import (
    PUCT,
    UCB1,
    VPI,
    BayesianUCB,
    BeliefTree,
    Evaluated,
    InformationSets,
    Nothing,
    Particles,
    Policies,
    Random,
    SearchResult,
    Themselves,
    Thompson,
    Tree,
    Typed,
    Types,
    UCB1Tuned,
    Worlds,
)
from tests.games import variants

FOLDER = Path(__file__).parent
SEED = 2024

# The answers to the questions of a search that there are, one changed at a time.
SEARCHES: dict[str, Search] = {
    "defaults": Search(iterations=1000),
    "hidden_peek": Search(hidden=Nothing(peek=True), iterations=1000),
    "bandit_ucb1_greedy": Search(bandit=UCB1(exploration=0.2), iterations=1000),
    "tree_small": Search(tree=Tree(max_nodes=100), iterations=1000),
    "bandit_tuned": Search(bandit=UCB1Tuned(), iterations=500),
    "bandit_bayesian": Search(bandit=BayesianUCB(), iterations=500),
    "bandit_extremum": Search(bandit=BayesianUCB(extremum=True), iterations=500),
    "bandit_vpi": Search(bandit=VPI(posterior="normal_gamma"), iterations=500),
    "bandit_puct": Search(bandit=PUCT(), iterations=500),
    "bandit_thompson": Search(bandit=Thompson(), iterations=500),
    "others_paranoid": Search(others=Themselves(paranoid=True), iterations=500),
    "others_random": Search(others=Random(), iterations=500),
    "others_policies": Search(others=Policies("max_value", horizon=4), iterations=500),
    "others_types": Search(
        others=Types(["max_disk", "mobility"], where="rollout", horizon=10), iterations=500
    ),
    "rollout_typed": Search(rollout=Typed(), iterations=500),
    "rollout_evaluated": Search(rollout=Evaluated("disks"), iterations=500),
    "tree_open": Search(tree=Tree(loop="open"), iterations=500),
    "tree_afterstates": Search(tree=Tree(transpositions=True, afterstates=True), iterations=500),
    "tree_widening": Search(tree=Tree(widening=1.0), iterations=500),
    "hidden_worlds": Search(hidden=Worlds(count=10), iterations=500),
    "hidden_sets": Search(hidden=InformationSets(), iterations=500),
    "hidden_each": Search(hidden=InformationSets(observers="each"), iterations=500),
    "hidden_particles": Search(hidden=Particles(), others=Random(), iterations=500),
    "hidden_belief": Search(hidden=BeliefTree(), iterations=500),
    "hidden_light": Search(hidden=BeliefTree(light=True), iterations=500),
}
MODELS = [
    Search(hidden=Nothing(peek=True), model=catan_agents.Builds(depth=5), iterations=300),
    Search(hidden=InformationSets(), model=catan_agents.Builds(sevens="nothing"), iterations=300),
    Search(
        hidden=Particles(belief="game"),
        bandit=VPI(samples=10),
        tree=Tree(final="posterior"),
        model=catan_agents.Builds(rounds="prose", cards="printed"),
        iterations=100,
    ),
]
BELIEFS = [
    catan_agents.tismcts(300),
    catan_agents.tpomcp(300),
    replace(catan_agents.smart_settlers(300, shipped=True), hidden=InformationSets()),
]
BELIEF_GAME = [
    catan_agents.tbmcts(300),
    catan_agents.tbmctsor(300, weighted_returns=True),
    catan_agents.tbmcts(300, types_by="possibility", temperature=4.0),
]
HIDDEN = ("worlds", "sets", "each", "particles", "belief", "light")
BELIEVING = tuple(f"hidden_{kind}" for kind in HIDDEN)
SEARCHED: dict[str, tuple[str, ...]] = {
    "othello": tuple(kind for kind in SEARCHES if not kind.startswith("hidden")),
    "tic_tac_toe": ("defaults", "bandit_ucb1_greedy", "tree_small"),
    "bazaar": ("hidden_peek", *BELIEVING),
    "leduc": BELIEVING,
    "tiger": BELIEVING,
}


def playthrough(name: str) -> str:
    """A random match: every state, what could be done, what was, and what each seat saw of it."""
    options, player = variants.playthrough(name)
    game = otherminds.load(name, **options)
    match = play_match(game, [Policy(player)] * game.seats, seed=SEED)
    states = list(match.states())
    lines = [f"{game!r}, seed {SEED}"]
    for number, (state, (actor, action)) in enumerate(zip(states, match.moves, strict=False)):
        lines += ["", f"-- {number} --", *_shown(state)]
        if actor == CHANCE:
            chances = [(game.outcome_text(id_), chance) for id_, chance in state.chance_outcomes()]
            lines.append(
                "chances: " + ", ".join(f"{text} {chance:.4g}" for text, chance in chances)
            )
            lines.append(f"chance: {game.outcome_text(action)}")
        else:
            lines.append("legal: " + ", ".join(map(game.action_text, state.legal_actions())))
            lines.append(f"seat {actor}: {game.action_text(action)}")
        seen = [repr(state.observation(action, seat)) for seat in range(game.seats)]
        if len(set(seen)) == 1:
            lines.append(f"all see {seen[0]}")
        else:
            lines += [f"seat {seat} sees {what}" for seat, what in enumerate(seen)]
    lines += ["", "-- end --", *_shown(states[-1]), f"returns: {list(match.returns)}", ""]
    return "\n".join(lines)


def _shown(state: State) -> list[str]:
    return [line.rstrip() for line in str(state).splitlines()]


def _positions(game: Game, count: int, apart: int) -> list[tuple[State, Belief]]:
    """Positions of random games in which a seat acts, some moves apart, and what it believes."""
    found: list[tuple[State, Belief]] = []
    for number in range(100):
        stream = Stream(SEED).child(number)
        state, rng = game.initial_state(stream.child("deal")), stream.child("moves").rng()
        beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
        moves = 0
        while not state.is_terminal():
            if state.actor() == CHANCE:
                action = state.sample_outcome(rng)
            else:
                if moves % apart == 0:
                    found.append((state.copy(), beliefs[state.actor()].copy()))
                    if len(found) == count:
                        return found
                action = rng.choice(state.legal_actions())
                moves += 1
            seen = [state.observation(action, seat) for seat in range(game.seats)]
            state.apply_action(action)
            for seat, belief in enumerate(beliefs):
                belief.update(seen[seat], state.view(seat))
    raise AssertionError(f"{game.name} has too few positions.")


def _run(search: Search, position: tuple[State, Belief], seed: int) -> SearchResult:
    state, belief = position
    looks = isinstance(search.hidden, Nothing | None)
    return search.run(state if looks else belief, game=state.game, seed=seed)


def _plain(result: SearchResult) -> dict[str, Any]:
    # Six digits: the last bits of logarithms are the machine's.
    return {
        "action": result.action,
        "visits": {str(a.action): a.visits for a in result.actions},
        "values": {str(a.action): round(a.value, 6) for a in result.actions},
        "seats": [round(value, 6) for value in result.values],
        "line": list(result.line),
        "nodes": result.nodes,
        "depth": result.depth,
    }


def searches(name: str) -> str:
    """What each kind of search finds at some positions of a game, as JSON with a line a field."""
    positions = _positions(otherminds.load(name), 3, 4)
    found = [
        {
            "search": repr(search),
            "state": position[0].to_dict(),
            **_plain(_run(search, position, number)),
        }
        for search in (SEARCHES[kind] for kind in SEARCHED[name])
        for number, position in enumerate(positions)
    ]
    return _json(found)


def _json(found: list[dict[str, Any]]) -> str:
    entries = [
        ",\n".join(f'  "{field}": {json.dumps(value)}' for field, value in result.items())
        for result in found
    ]
    return "[\n" + ",\n".join(f" {{\n{entry}\n }}" for entry in entries) + "\n]\n"


def catan_searches(planners: list[Search]) -> str:
    """What searches in Catan find where there is something to build."""
    match = play_match(otherminds.load("catan"), [catan_agents.typed] * 4, seed=SEED)
    found: list[dict[str, Any]] = []
    for moves, state in enumerate(match.states()):
        kinds = {match.game.action_types[kind] for kind in state.legal_types()}
        if len(found) < 9 and "end turn" in kinds and len(kinds & {"build road", "buy card"}) == 2:
            for search in planners:
                position = state, witness(match, state.actor(), moves)
                result = _plain(_run(search, position, moves))
                found.append({"search": repr(search), "state": catan.notation(state), **result})
    return _json(found)


def signature() -> str:
    """Node counts of many searches in one number each: any change of the search shows here."""
    lines = []
    for name in SEARCHED:
        game = otherminds.load(name)
        search = Search(hidden=Nothing(peek=not game.perfect_information), iterations=300)
        results = [
            _plain(_run(search, position, number))
            for number, position in enumerate(_positions(game, 30, 2))
        ]
        nodes = sum(result["nodes"] for result in results)
        depths = sum(result["depth"] for result in results)
        visits = json.dumps([result["visits"] for result in results]).encode()
        digest = hashlib.sha256(visits).hexdigest()[:16]
        lines.append(f"{name}: {nodes} nodes, {depths} plies deep, visits {digest}")
    return "\n".join(lines) + "\n"


def files() -> dict[str, Callable[[], str]]:
    """The golden files and what makes each."""
    return {
        **{f"playthrough_{n}.txt": partial(playthrough, n) for n in otherminds.game_names()},
        **{f"search_{name}.json": partial(searches, name) for name in SEARCHED},
        "search_catan_builds.json": partial(catan_searches, MODELS),
        "search_catan_beliefs.json": partial(catan_searches, BELIEFS),
        "search_catan_belief_game.json": partial(catan_searches, BELIEF_GAME),
        "signature.txt": signature,
    }


def stored() -> list[Path]:
    """The golden files that there are."""
    return [path for path in FOLDER.iterdir() if path.suffix in (".json", ".txt")]
