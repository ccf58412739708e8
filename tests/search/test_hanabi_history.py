"""Worlds weighed by what a partner did, and a search that keeps to its policy."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from typing import Any

import pytest

import otherminds as om
from otherminds import _core, play_match
from otherminds.agents import hanabi as hanabi_agents
from otherminds.conformance import check_swap
from otherminds.games import hanabi
from otherminds.interop.hanab_live import HanabLiveGame

SMALL = om.load("hanabi", colours=2, ranks=3, hand=2, clues=3)
ERROR = 0.1


def search(partner: Any, *, attempts: int = 1, **options: Any) -> om.Search:
    return om.Search(
        hidden=om.Particles(count=4000 // attempts, belief="history", attempts=attempts),
        others=om.Policies(partner, error=ERROR),
        iterations=5,
        **options,
    )


class _Replay:
    """A game so far, to be played again with other cards in a hand of seat 0."""

    def __init__(self, start: Any) -> None:
        self.deck = list(HanabLiveGame.of(start).deck)
        self.actions: list[int] = []
        hand = hanabi.hand_size(SMALL)
        self.places = {slot: slot for slot in range(hand)}  # of seat 0's cards in the deck
        self.drawn = 2 * hand

    def add(self, state: Any, action: int) -> None:
        self.actions.append(action)
        words = SMALL.action_text(action).split()
        if words[0] != "hint":
            if state.actor() == 0:
                self.places[int(words[-1])] = self.drawn
            self.drawn += 1

    def weights(self, now: Any, partner: om.Policy) -> dict[tuple[int, ...], float]:
        """Each hand that seat 0 may hold: the ways to hold it times the chance of what was done."""
        own = list(self.places.values())
        unknown = own + list(range(self.drawn, len(self.deck)))
        pool = Counter(self.deck[place] for place in unknown)
        found: dict[tuple[int, ...], float] = {}
        for cards in set(itertools.permutations(pool.elements(), len(own))):
            ways = math.prod(
                math.perm(pool[card], number) for card, number in Counter(cards).items()
            )
            rest = list((pool - Counter(cards)).elements())
            deck = list(self.deck)
            for place, card in zip(unknown, [*cards, *rest], strict=True):
                deck[place] = card
            chance = self._chance(deck, now, partner)
            if chance > 0:
                found[cards] = ways * chance
        total = sum(found.values())
        return {cards: weight / total for cards, weight in found.items()}

    def _chance(self, deck: list[int], now: Any, partner: om.Policy) -> float:
        state, native, memory = hanabi.deal(SMALL, deck), partner.native(SMALL), _core.Memory()
        native.begin(memory, 1, om.Stream(0).rng())
        chance = 1.0
        for action in self.actions:
            legal = state.legal_actions()
            if action not in legal:
                return 0.0
            if state.actor() == 1:
                expected = native.probabilities(state.view(1), memory)[action]
                chance *= (1 - ERROR) * expected + ERROR / len(legal)
            seen = state.observation(action, 1)
            state.apply_action(action)
            native.observe(memory, seen, state.view(1))
        return chance if state.view(0) == now.view(0) else 0.0


@pytest.mark.parametrize(
    ("partner", "attempts"), [("iggi", 1), ("pointer", 1), ("van_den_bergh", 1), ("pointer", 4)]
)
def test_worlds_weigh_as_much_as_they_explain(partner: str, attempts: int) -> None:
    """Against weights found by dealing every hand and playing the game again.

    4,000 weighted draws for each of at least 20 decisions; a hand's weight may be off by 6 of its
    standard errors, which are at most those of 200 draws without weights.
    """
    policy, compared = om.Policy(partner), 0
    for seed in range(4):
        agent = search(policy, attempts=attempts).agent(SMALL)
        players = [om.Policy("iggi").agent(SMALL), policy.agent(SMALL)]
        state = SMALL.initial_state(om.Stream(seed))
        agent.begin(0, state.view(0), om.Stream(seed))
        for seat, player in enumerate(players):
            player.begin(seat, state.view(seat), om.Stream(seed).child(seat))
        replay = _Replay(state.copy())
        while state.actor() != om.NOBODY:
            if state.actor() == 0 and replay.drawn <= len(replay.deck):
                agent.act(state.view(0))
                found: defaultdict[tuple[int, ...], float] = defaultdict(float)
                for world, weight in agent.worlds():
                    found[tuple(world.to_dict()["hands"][0][: len(replay.places)])] += weight
                expected = replay.weights(state, policy)
                for cards in {*found, *expected}:
                    share = expected.get(cards, 0.0)
                    error = math.sqrt(max(share * (1 - share), 1e-4) / 200)
                    assert found[cards] == pytest.approx(share, abs=6 * error), (seed, cards)
                compared += 1
            action = players[state.actor()].act(state.view(state.actor()))
            replay.add(state, action)
            seen = [state.observation(action, seat) for seat in (0, 1)]
            state.apply_action(action)
            agent.observe(seen[0], state.view(0))
            for seat, player in enumerate(players):
                player.observe(seen[seat], state.view(seat))
            if replay.drawn > len(replay.deck):
                break  # slots stay empty from now on
    assert compared >= 20


def test_a_partner_is_recognised_though_draws_are_hidden() -> None:
    """Outer never tells a card's rank before its colour where piers and iggi do."""
    game = om.load("hanabi", players=3, bombed="kept")
    types = ("outer", "iggi", "flawed")
    for name in types:
        agent = om.Search(
            hidden=om.InformationSets(), others=om.Types(types, error=0.02), iterations=5
        ).agent(game)
        play_match(game, [agent, om.Policy(name), om.Policy(name)], seed=2)
        assert agent.last_result is not None
        posterior = om.SearchResult.from_native(game, agent.last_result).posterior
        believed = {(b.seat, b.type): b.probability for b in posterior}
        assert believed[1, name] > 0.9
        assert believed[2, name] > 0.9


def test_a_roll_out_s_policy_remembers_the_match() -> None:
    """The hint came before the search, yet the pointer that is rolled out plays the card."""
    game = om.load("hanabi", bombed="kept")
    own = om.Search(
        hidden=om.InformationSets(),
        others=om.Policies("pointer"),
        rollout=om.Played("pointer"),
        tree=om.Tree(depth=1, margin=1000),
        iterations=30,
    )
    for seed in range(5):
        one, two = (
            play_match(game, [who, om.Policy("pointer")], seed=seed)
            for who in (own, om.Policy("pointer"))
        )
        assert one.moves == two.moves


def test_a_margin_of_nothing_takes_what_is_better() -> None:
    game = om.load("hanabi", bombed="kept")
    bold = om.Search(
        hidden=om.InformationSets(),
        others=om.Policies("iggi"),
        rollout=om.Played("flawed"),
        tree=om.Tree(depth=1, final="mean", margin=0),
        iterations=200,
    )
    for seed in range(10):
        result = bold.run(game.belief(game.initial_state(seed).view(0)), seed=seed)
        values = {each.action: each.value for each in result.actions}
        assert values[result.action] == max(values.values())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"tree": om.Tree(margin=1)}, "rollout=Played"),
        (
            {
                "tree": om.Tree(margin=1, threads=2, parallel="root"),
                "rollout": om.Played("random"),
            },
            "parallel='tree'",
        ),
    ],
)
def test_a_margin_without_sense_gets_a_sentence(options: Any, sentence: str) -> None:
    with pytest.raises(om.OptionError, match=sentence):
        om.Search(iterations=10, **options)
    with pytest.raises(om.OptionError, match="at least 0"):
        om.Search(iterations=10, rollout=om.Played("random"), tree=om.Tree(margin=-1))


def test_a_margin_needs_a_policy_for_the_own_seat() -> None:
    own = om.Search(
        hidden=om.InformationSets(),
        rollout=om.Played({1: "pointer"}),
        tree=om.Tree(margin=1),
        iterations=5,
    )
    with pytest.raises(om.OptionError, match="for the seat that searches"):
        own.run(SMALL.belief(SMALL.initial_state(om.Stream(1)).view(0)))


def test_a_belief_tree_cannot_follow_roll_outs_that_remember() -> None:
    tree = om.BeliefTree(observable=True)
    with pytest.raises(om.OptionError, match="remembers"):
        om.Search(hidden=tree, rollout=om.Played("pointer"), iterations=5).agent(SMALL)


def test_a_refused_observation_leaves_no_trace() -> None:
    agents = [search("iggi").agent(SMALL) for _ in range(2)]
    state = SMALL.initial_state(om.Stream(3))
    for agent in agents:
        agent.begin(0, state.view(0), om.Stream(3))
    for _ in range(4):
        action = state.legal_actions()[0]
        wrong = om.Observation(state.actor(), action, (24, 1, 24, 0))
        with pytest.raises(om.OptionError, match="No deal fits"):
            agents[0].observe(wrong, state.view(0))
        seen = state.observation(action, 0)
        state.apply_action(action)
        for agent in agents:
            agent.observe(seen, state.view(0))
        if state.actor() == 0:
            assert agents[0].act(state.view(0)) == agents[1].act(state.view(0))
            assert agents[0].worlds() == agents[1].worlds()


def test_a_history_needs_models_and_a_game_that_remembers() -> None:
    one = search("iggi")
    with pytest.raises(om.OptionError, match="is for an agent"):
        one.run(SMALL.belief(SMALL.initial_state(om.Stream(1)).view(0)))
    with pytest.raises(om.OptionError, match="no history"):
        hanabi_agents.predictor(one, 5).agent(SMALL)
    with pytest.raises(om.OptionError, match="models of the others"):
        om.Search(hidden=om.Particles(belief="history"), iterations=10).agent(SMALL)
    with pytest.raises(om.OptionError, match="bazaar cannot"):
        om.Search(
            hidden=om.Particles(belief="history"), others=om.Policies("random"), iterations=10
        ).agent(om.load("bazaar"))
    with pytest.raises(om.OptionError, match="reinvigorate"):
        om.Search(
            hidden=om.Particles(belief="history", reinvigorate=0.1),
            others=om.Policies("random"),
            iterations=10,
        )


@pytest.mark.parametrize("players", [2, 4])
def test_our_planner_knows_only_what_it_may(players: int) -> None:
    check_swap(om.load("hanabi", players=players), hanabi_agents.planner(30), games=1)
