"""What people choose in Catan: the counts that the package has, and what is made of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

import otherminds as om
from otherminds.agents import catan as catan_agents
from otherminds.agents import parse_player, player_text
from otherminds.agents.catan import HumanTypes, human_types

CHOSEN = {
    "build settlement": 352,
    "build road": 1039,
    "build city": 205,
    "end turn": 3998,
    "bank trade": 624,
    "buy card": 578,
    "play knight": 139,
    "road building": 18,
    "year of plenty": 23,
    "play monopoly": 29,
    "trade": 453,
}
LEGAL = {
    "build settlement": 437,
    "build road": 2197,
    "build city": 260,
    "end turn": 7458,
    "bank trade": 2594,
    "buy card": 1493,
    "play knight": 862,
    "road building": 73,
    "year of plenty": 77,
    "play monopoly": 162,
    "trade": 7285,
}


def test_the_counts_are_the_published_ones() -> None:
    """Dobre 2018, the counts of his program; the totals as printed are a little higher."""
    counts = HumanTypes.read()
    chosen: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    for each in counts.sets:
        chosen.update(each.chosen)
        legal.update(dict.fromkeys(each.legal, each.chosen.total()))
        assert set(each.chosen) <= each.legal
    assert chosen == CHOSEN
    assert legal == LEGAL
    assert chosen.total() == 7458
    assert len(counts.sets) == 105
    assert all(0 <= counts.as_printed[name] - number <= 23 for name, number in CHOSEN.items())
    assert "MIT" in counts.provenance
    assert set(LEGAL) <= set(om.load("catan").action_types)


def _turns(seed: int) -> Iterator[om.State]:
    """Positions of a game, those of seats only."""
    match = om.play_match(om.load("catan"), [om.Policy("stac")] * 4, seed=seed)
    for state in match.states():
        if state.actor() >= 0:
            yield state.copy()


def _shares(player: om.Policy, state: om.State) -> dict[str, float]:
    """How likely a player draws each type."""
    game = state.game
    shares: dict[str, float] = defaultdict(float)
    for action, chance in player.probabilities(state.view(state.actor())).items():
        shares[game.action_types[game.type_of(action)]] += chance
    return dict(shares)


def _legal(state: om.State) -> frozenset[str]:
    return frozenset(state.game.action_types[kind] for kind in state.legal_types())


def test_shares_are_those_of_the_same_legal_types() -> None:
    only_trade = next(s for s in _turns(1) if _legal(s) == {"trade", "end turn"})
    assert _shares(om.Policy("people"), only_trade) == pytest.approx(
        {"trade": 113 / 2239, "end turn": 2126 / 2239}
    )
    ratios = {name: CHOSEN[name] / LEGAL[name] for name in ("trade", "end turn")}
    both = sum(ratios.values())
    assert _shares(om.Policy("people", conditioned=False), only_trade) == pytest.approx(
        {name: ratio / both for name, ratio in ratios.items()}
    )
    flat = om.Policy("people", temperature=1e6)
    assert _shares(flat, only_trade) == pytest.approx({"trade": 0.5, "end turn": 0.5}, abs=1e-4)


def test_what_was_never_chosen_there_has_its_share_of_all_positions() -> None:
    """The share of all positions in which it was legal stands in."""
    legal = frozenset({"build road", "build settlement", "bank trade", "trade", "end turn"})
    entry = next(each for each in HumanTypes.read().sets if each.legal == legal)
    assert entry.chosen == {
        "build settlement": 54,
        "build road": 7,
        "end turn": 2,
        "bank trade": 3,
        "trade": 1,
    }
    held = next(
        each for each in HumanTypes.read().sets if each.legal - set(each.chosen) and each.chosen
    )
    missing = sorted(held.legal - set(held.chosen))[0]
    shares = {name: held.chosen[name] / held.chosen.total() for name in held.chosen}
    general = {name: CHOSEN[name] / LEGAL[name] for name in held.legal - set(held.chosen)}
    total = sum(shares.values()) + sum(general.values())
    state = next((s for seed in range(40) for s in _turns(seed) if _legal(s) == held.legal), None)
    assert state is not None
    assert _shares(om.Policy("people"), state)[missing] == pytest.approx(general[missing] / total)


def _typed(distribution: om.search.TypeDistribution) -> om.Policy:
    """The policy of the core that draws types by a distribution, in its turn only."""
    conditioned = {types: dict(weights) for types, weights in distribution.conditioned}
    return om.Policy(
        "turn_typed",
        weights=dict(distribution.weights),
        **({"conditioned": conditioned} if conditioned else {}),
        temperature=distribution.temperature,
    )


@pytest.mark.parametrize("conditioned", [True, False])
@pytest.mark.parametrize("temperature", [1.0, 7.0])
def test_the_player_of_the_core_has_the_counts_of_the_file(
    conditioned: bool, temperature: float
) -> None:
    """In every position of some games, which have 40 sets of legal types or more."""
    one = om.Policy("people", conditioned=conditioned, temperature=temperature)
    other = _typed(human_types(conditioned=conditioned, temperature=temperature))
    met = set()
    for seed in range(8):
        for state in _turns(seed):
            if "end turn" not in _legal(state) or _legal(state) in met:
                continue
            met.add(_legal(state))
            assert _shares(one, state) == pytest.approx(_shares(other, state))
    assert len(met) >= 40


def test_outside_the_turn_all_actions_are_alike() -> None:
    state = next(s for s in _turns(2) if {"roll", "play knight"} <= _legal(s))
    chances = om.Policy("people").probabilities(state.view(state.actor()))
    assert set(chances) == set(state.legal_actions())
    assert max(chances.values()) == pytest.approx(min(chances.values()))


def test_the_final_agent_is_its_text_and_follows_people() -> None:
    """Its prior is what people do, tempered; outside their turn its moves are alike."""
    game = om.load("catan", offers=3)
    agent = catan_agents.tpomcp_ts_cr(400)
    assert parse_player(player_text(agent), game) == agent
    named = om.agents(game)["tpomcp_ts_cr"].player()
    assert isinstance(named, om.Policy)
    assert named.recipe(game) == catan_agents.tpomcp_ts_cr()
    assert not om.agents(game)["tpomcp_ts_cr"].peeks
    match = om.play_match(game, [om.Policy("stac")] * 4, seed=3)
    number, state = next(
        (number, state)
        for number, state in enumerate(match.states())
        if state.actor() >= 0 and _legal(state) == {"trade", "end turn"}
    )
    start = om.arena.match.witness(match, state.actor(), number)
    priors: dict[str, float] = defaultdict(float)
    for each in agent.run(start, seed=1).actions:
        priors[game.action_types[game.type_of(each.action)]] += each.prior
    tempered = {"trade": (113 / 2239) ** (1 / 7), "end turn": (2126 / 2239) ** (1 / 7)}
    total = sum(tempered.values())
    assert dict(priors) == pytest.approx(
        {name: weight / total for name, weight in tempered.items()}, abs=1e-3
    )
