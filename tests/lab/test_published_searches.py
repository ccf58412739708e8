"""What searches of Walton-Rivers' program do otherwise, a switch each: what it does, off and on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import hanabi as hanabi_agents
from otherminds.conformance import check_determinism, check_swap
from otherminds.games import hanabi
from otherminds.lab.walton_rivers.hanabi.published import as_published
from otherminds.search import Quirks
from tests.games.hanabi_games import HIDDEN, NO_CARD, discarded, load, steps
from tests.games.test_hanabi_beliefs import every_hand
from tests.search.positions import random_positions

pytestmark = pytest.mark.slow  # nothing here that the sanitizers do not see elsewhere

TTT = om.load("tic_tac_toe")
HANABI = load()
JUDGED = om.Uniform(depth=0, evaluation="score")


class Watched(om.PythonPolicy):
    """The first legal action; keeps the views that it was asked with."""

    def __init__(self) -> None:
        self.views: list[Any] = []

    def probabilities(self, view: Any, legal: Sequence[int]) -> Sequence[float]:
        self.views.append(view)
        return [1.0] + [0.0] * (len(legal) - 1)


def in_hanabi(**answers: Any) -> om.Search:
    return om.Search(hidden=om.InformationSets(), **answers)


def opening(search: om.Search) -> om.Search:
    return replace(search, quirks=Quirks(opens=True))


def total(planes: dict[str, int]) -> int:
    return planes["ones"].bit_count() + 2 * planes["twos"].bit_count()


def believed(state: Any, actions: Sequence[int], seat: int) -> Any:
    """The seat's belief after these actions."""
    now = state.copy()
    belief = now.game.belief(now.view(seat))
    for action in actions:
        seen = now.observation(action, seat)
        now.apply_action(action)
        belief.update(seen, now.view(seat))
    return belief


def ruled(game: Any, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """A game of IGGI, which lasts until the deck is empty: states, what is done, states after."""
    policy, memory = game.policy("iggi", {}), om._core.Memory()
    state = game.initial_state(seed)
    while not state.is_terminal():
        chances = policy.probabilities(state.view(state.actor()), memory)
        action = max(chances, key=lambda each: chances[each])
        after = state.copy()
        after.apply_action(action)
        yield state, action, after
        state = after


def root_worlds(belief: Any, forgets: Sequence[str], count: int) -> list[dict[str, Any]]:
    """Worlds that a search draws: judged where the root's moves are not made."""
    worlds: list[dict[str, Any]] = []

    def judge(state: Any) -> list[float]:
        worlds.append(state.to_dict())
        return [0.0] * state.game.seats

    # A tree of one decision whose moves are new: one world per iteration, at the root.
    first = om.Uniform(depth=0, evaluation=judge)
    moves = len(belief.sample(om.Stream(0).rng()).legal_actions())
    quirks = Quirks(skips_new_move=True, forgets=forgets)
    search = in_hanabi(rollout=first, iterations=moves, quirks=quirks)
    for seed in range(-(-count // moves)):
        search.run(belief, seed=seed)
    return worlds


# Roll-outs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_searcher_has_the_first_move_of_a_roll_out(players: int) -> None:
    state = load(players=players).initial_state(1)
    belief = state.game.belief(state.view(0))
    for first, expected in ((False, {1}), (True, {0})):
        policy = Watched()
        rollout = om.Played(policy, depth=1, evaluation="score")
        quirks = Quirks(searcher_first=first)
        search = in_hanabi(rollout=rollout, tree=om.Tree(depth=1), iterations=60, quirks=quirks)
        search.run(belief, seed=1)
        assert {view.facts["seat"] for view in policy.views} == expected
        assert {view.facts["actor"] for view in policy.views} == expected


def test_after_the_searcher_its_neighbour_moves() -> None:
    state = load(players=3, lives=9).initial_state(1)
    policy = Watched()
    rollout = om.Played(policy, depth=4, evaluation="score")
    quirks = Quirks(searcher_first=True)
    search = in_hanabi(rollout=rollout, tree=om.Tree(depth=1), iterations=1, quirks=quirks)
    search.run(state.game.belief(state.view(0)), seed=1)
    assert [view.facts["seat"] for view in policy.views] == [0, 1, 2, 0]


@pytest.mark.parametrize("transpositions", [False, True], ids=["by path", "by key"])
def test_a_new_move_is_not_made_before_its_roll_out(transpositions: bool) -> None:
    """Nine first tries are judged at the root, the tenth iteration makes one move of its two."""
    for skips in (False, True):
        moves: list[int] = []

        def judge(state: Any, seen: list[int] = moves) -> list[float]:
            seen.append(9 - len(state.legal_actions()))
            return [0.0, 0.0]

        search = om.Search(
            rollout=om.Uniform(depth=0, evaluation=judge),
            tree=om.Tree(transpositions=transpositions),
            iterations=9 + 9 * 8 + 1,
            quirks=Quirks(skips_new_move=skips),
        )
        result = search.run(TTT.initial_state(), seed=1)
        made = [1] * 9 + [2] * 72 + [3]
        assert moves == [count - 1 if skips else count for count in made]
        assert sum(action.visits for action in result.actions) == len(made)


def test_the_hand_of_a_mover_is_missing_from_what_it_takes_for_unseen() -> None:
    state = load(players=3).initial_state(2)
    belief = state.game.belief(state.view(0))
    for misses in (False, True):
        policy = Watched()
        quirks = Quirks(misses_hand=misses)
        in_hanabi(rollout=om.Played(policy), iterations=5, quirks=quirks).run(belief, seed=1)
        for view in policy.views:
            facts = view.facts
            hand = sum(card != NO_CARD for card in facts["hands"][facts["seat"]])
            assert total(facts["unseen"]) == facts["deck_left"] + (0 if misses else hand)
            assert facts["hands"][facts["seat"]].count(HIDDEN) == hand


# The tree -----------------------------------------------------------------------------------------


def test_a_discount_hides_from_deep_moves_what_they_are_worth() -> None:
    """With a discount that leaves nothing of returns all answers are tried equally often."""

    def corner(state: Any) -> list[float]:
        return [1.0, -1.0] if 0 not in state.legal_actions() else [-1.0, 1.0]

    state = TTT.initial_state()
    state.apply_action(TTT.parse_action("b2"))
    values = {}
    for discount in (1.0, 1e-9):
        search = om.Search(
            rollout=om.Uniform(depth=0, evaluation=corner),
            tree=om.Tree(depth=2),
            iterations=4000,
            quirks=Quirks(discount=discount),
        )
        result = search.run(state, seed=1)
        values[discount] = next(a.value for a in result.actions if a.action == 1)
    # Seven answers to b1 are left, one of them is the corner: 6/7 - 1/7 for the seat that chose.
    assert values[1e-9] == pytest.approx(5 / 7, abs=0.05)
    assert values[1.0] < 0.4


def test_a_model_yields_where_every_move_was_tried() -> None:
    """The side that moves at random loses half of the time what a bandit would win."""
    state = TTT.initial_state()
    for move in ("a1", "b1", "a2", "a3", "c1", "b2"):
        state.apply_action(TTT.parse_action(move))
    reply = TTT.parse_action("c2")  # X elsewhere: O has b3, one of two moves, to win

    def value(policy: Any, *, yields: bool = False) -> float:
        others, quirks = om.Policies(policy), Quirks(yields=yields)
        result = om.Search(others=others, iterations=3000, quirks=quirks).run(state, seed=1)
        return next(a.value for a in result.actions if a.action == reply)

    assert value("random", yields=True) < -0.75
    assert value("random") > -0.7
    # A model that has one move never sees all of them tried: nothing changes.
    assert value(Watched(), yields=True) == pytest.approx(value(Watched()), abs=0.05)


@pytest.mark.parametrize("players", [2, 4])
def test_a_policy_that_opens_is_all_that_is_tried(players: int) -> None:
    game = load(players=players)
    iggi: Any = game.policy("iggi", {})
    for position in list(random_positions(game, 3))[::5]:
        state = position.state
        seat = state.actor()
        belief = game.belief(state.view(seat))
        mcs = hanabi_agents.mcs("iggi", 60)
        opened = opening(mcs)
        chances = iggi.probabilities(state.view(seat), om._core.Memory())
        own = {action for action, chance in chances.items() if chance > 0}
        result = opened.run(belief, seed=1)
        assert {a.action for a in result.actions if a.visits > 0} <= own
        assert result.action in own
        tried = {a.action for a in mcs.run(belief, seed=1).actions if a.visits > 0}
        assert tried == set(state.legal_actions())


def test_a_random_policy_opens_every_move() -> None:
    state = HANABI.initial_state(1)
    search = hanabi_agents.mcs("random", 400)
    result = opening(search).run(state.game.belief(state.view(0)), seed=1)
    assert all(action.visits > 0 for action in result.actions)


def test_first_tries_do_not_count_as_chances_to_be_chosen() -> None:
    """With C = √2 a lead of .5 lasts where two chances were counted, not where all visits were."""
    state = HANABI.initial_state(1)
    legal = state.legal_actions()

    def judge(state: Any) -> list[float]:
        return [12.5 if state.to_dict()["events"][0]["action"] == 0 else 0.0] * 2

    visits = {}
    for counted in (True, False):
        search = om.Search(
            hidden=om.InformationSets(),
            rollout=om.Uniform(depth=0, evaluation=judge),
            tree=om.Tree(depth=1),
            iterations=len(legal) + 2,
            quirks=Quirks(ignores_first_tries=not counted),
        )
        result = search.run(state.game.belief(state.view(0)), seed=1)
        visits[counted] = next(a.visits for a in result.actions if a.action == 0)
    assert visits == {True: 2, False: 3}


# Worlds -------------------------------------------------------------------------------------------


def test_own_cards_that_have_left_are_dealt_once_more() -> None:
    checked = 0
    for seed in range(3):
        actions: list[int] = []
        start = HANABI.initial_state(seed)
        gone: Counter[int] = Counter()
        for before, action, after in ruled(HANABI, seed):
            actions.append(action)
            if before.actor() == 0 and after.to_dict()["events"][0]["card"] != NO_CARD:
                gone[after.to_dict()["events"][0]["card"]] += 1
            if after.is_terminal() or after.actor() != 0:
                continue
            belief = believed(start, actions, 0)
            truth = after.to_dict()
            unseen = Counter(truth["hands"][0] + truth["deck"][: truth["deck_left"]])
            for forgets, cards in (((), unseen), (("own_cards",), unseen + gone)):
                world = root_worlds(belief, forgets, 1)[0]
                deck = world["deck"][: world["deck_left"]]
                assert Counter(world["hands"][0] + deck) == cards
            checked += bool(gone)
    assert checked > 10


def test_the_last_round_begins_anew() -> None:
    game = load(players=3)
    start = game.initial_state(1)
    actions: list[int] = []
    found = 0
    for _, action, after in ruled(game, 1):
        actions.append(action)
        left = after.to_dict()["turns_left"]
        if after.is_terminal() or not 0 < left < 3:
            continue
        belief = believed(start, actions, after.actor())
        for forgets, turns in (((), left), (("last_round",), 3)):
            worlds = root_worlds(belief, forgets, 5)
            assert {world["turns_left"] for world in worlds} == {turns}
        found += 1
    assert found == 2


def greedy_hands(state: Any, seat: int) -> dict[tuple[int, ...], Fraction]:
    """The chance of each hand when slots take any card that they allow, the narrowest first."""
    facts = state.to_dict()
    held = [s for s in range(5) if facts["hands"][seat][s] != NO_CARD]
    held = held[: hanabi.hand_size(state.game)]
    unseen = [facts["hands"][seat][s] for s in held] + facts["deck"][: facts["deck_left"]]

    def fits(card: int, slot: int) -> bool:
        masks = facts["colours"][seat][slot], facts["ranks"][seat][slot]
        return bool(masks[0] >> card // 5 & 1 and masks[1] >> card % 5 & 1)

    order = sorted(held, key=lambda slot: sum(fits(card, slot) for card in unseen))
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)

    def fill(place: int, hand: dict[int, int], left: list[int], chance: Fraction) -> None:
        if place == len(order):
            found[tuple(hand[slot] for slot in held)] += chance
            return
        cards = Counter(card for card in left if fits(card, order[place]))
        for card, copies in cards.items():
            rest = list(left)
            rest.remove(card)
            share = chance * Fraction(copies, cards.total())
            fill(place + 1, {**hand, order[place]: card}, rest, share)

    fill(0, {}, unseen, Fraction(1))
    return dict(found)


def test_dealing_slot_by_slot_gives_the_exact_chances() -> None:
    """So the way in which the author's program draws worlds needs no switch."""
    compared = 0
    for options in ({"ranks": 3}, {"ranks": 3, "empty_clues": True}, {"ranks": 5}):
        game = load(colours=2, hand=3, lives=9, **options)
        for seed in range(6):
            for _, _, after in steps(game, seed):
                for seat in (0, 1):
                    hands = every_hand(after, seat)
                    exact = {hand: Fraction(n, hands.total()) for hand, n in hands.items()}
                    assert greedy_hands(after, seat) == exact
                    compared += len(hands) > 1
    assert compared > 100


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"quirks": Quirks(discount=0.0)}, "discount"),
        ({"quirks": Quirks(discount=0.9), "tree": om.Tree(reuse=True)}, "discount"),
        ({"quirks": Quirks(yields=True)}, "yields"),
        ({"quirks": Quirks(yields=True), "others": om.Random(where="rollout")}, "yields"),
        ({"quirks": Quirks(searcher_first=True), "rollout": JUDGED}, "first move"),
        ({"hidden": om.Nothing(), "quirks": Quirks(ignores_first_tries=True)}, "availability"),
        (
            {
                "quirks": Quirks(ignores_first_tries=True),
                "hidden": om.InformationSets(availability=False),
            },
            "availability",
        ),
        ({"hidden": om.Nothing(), "quirks": Quirks(forgets=["last_round"])}, "InformationSets"),
        (
            {"quirks": Quirks(skips_new_move=True), "rollout": JUDGED, "bandit": om.PUCT()},
            "priors",
        ),
        (
            {"quirks": Quirks(skips_new_move=True), "hidden": om.BeliefTree(observable=True)},
            "BeliefTree",
        ),
        (
            {
                "quirks": Quirks(opens=True),
                "rollout": om.Played("random"),
                "bandit": om.UCB1(prior="random", virtual_visits=2),
            },
            "virtual visits",
        ),
        (
            {
                "quirks": Quirks(opens=True),
                "rollout": om.Played("random"),
                "tree": om.Tree(widening=1.0),
            },
            "widening",
        ),
        (
            {"quirks": Quirks(discount=0.9), "bandit": om.BayesianUCB(extremum=True)},
            "extremum",
        ),
        ({"quirks": Quirks(opens=True)}, "Played"),
        ({"quirks": Quirks(misses_hand=True)}, "Played"),
        ({"quirks": Quirks(swapped=True), "others": om.Types(["random"])}, "where='rollout'"),
        ({"quirks": Quirks(count_forced=True)}, "Types"),
        ({"quirks": Quirks(extra_visit=True), "bandit": om.PUCT()}, "UCB1"),
        ({"quirks": Quirks(root_over_fraction=True)}, "PUCT"),
        ({"quirks": Quirks(coin_ties=True), "tree": om.Tree(final_ties="first")}, "equals"),
        ({"quirks": Quirks(mutates_parts=True)}, "Evolve"),
        ({"quirks": Quirks(equals=0.5)}, "Evolve"),
        ({"quirks": Quirks(forgetful=True)}, "'forgetful' is not a known Quirks option"),
        ({"quirks": Quirks(yields="yes")}, "true or false"),  # type: ignore[arg-type]
        ({"quirks": "yields"}, "quirks, tree"),
    ],
)
def test_what_makes_no_sense_is_refused(answers: dict[str, Any], sentence: str) -> None:
    with pytest.raises(om.OptionError, match=sentence):
        om.Search(iterations=10, **answers)


def test_games_without_the_quirk_say_so() -> None:
    bazaar = om.load("bazaar")
    for quirks in (
        Quirks(forgets=["own_cards"]),
        Quirks(searcher_first=True),
        Quirks(misses_hand=True),
    ):
        search = in_hanabi(rollout=om.Played("random"), iterations=10, quirks=quirks)
        with pytest.raises(om.OptionError, match="bazaar"):
            search.agent(bazaar)
    with pytest.raises(om.OptionError, match="Did you mean 'own_cards'"):
        in_hanabi(iterations=9, quirks=Quirks(forgets=["own_card"])).agent(HANABI)
    with pytest.raises(om.OptionError, match="list of names"):
        Quirks(forgets="own_cards")
    with pytest.raises(om.OptionError, match="no search like"):
        as_published(hanabi_agents.planner(10))


# All of them together -----------------------------------------------------------------------------

SEARCHES = {
    "IS-MCTS": hanabi_agents.is_mcts(30),
    "Predictor": hanabi_agents.predictor("flawed", 30, error=0.2),
    "Policy": hanabi_agents.policy_mcts("piers", 30),
    "MCS": hanabi_agents.mcs("internal", 30),
}


@pytest.mark.parametrize("january", [False, True], ids=["April", "January"])
@pytest.mark.parametrize("name", SEARCHES)
def test_published_searches_see_nothing_hidden(name: str, january: bool) -> None:
    player = as_published(SEARCHES[name], january=january)
    check_swap(load(colours=3, hand=3), player, games=1)
    game = load(players=3, colours=2, ranks=3, hand=2)
    check_determinism(game, games=1, players=[player, om.Policy("random"), om.Policy("random")])


@pytest.mark.parametrize(
    "options",
    [
        {"hand": 1, "players": 4, "lives": 9},
        {"hand": 1, "players": 5, "clues": 1, "colours": 2, "lives": 9},
        {"hand": 2, "ranks": 2, "colours": 1, "lives": 9},
        {"open_hand": True, "lives": 9},
        {"players": 5, "last_round": "none", "lives": 9},
        {"empty_clues": True, "lives": 9},
    ],
)
def test_published_searches_play_every_kind_of_game_to_its_end(options: dict[str, Any]) -> None:
    """Turns change hands, cards come back: nobody may be left without a move."""
    game = load(**options)
    for seed, search in enumerate(SEARCHES.values()):
        for january in (False, True):
            player = as_published(search, january=january)
            others = [om.Policy("random")] * (game.seats - 1)
            match = om.play_match(game, [player, *others], seed=seed)
            assert 0 <= match.returns[0] <= 25


@pytest.mark.parametrize("model", ["conventions", "hat_guessing", "pointer", "van_den_bergh"])
def test_every_policy_can_play_in_worlds_that_forget(model: str) -> None:
    """More cards of a kind than there are, and hands that are not among the unseen cards."""
    quirks = Quirks(
        searcher_first=True,
        skips_new_move=True,
        misses_hand=True,
        forgets=("own_cards", "last_round"),
    )
    others, rollout = om.Policies(model), om.Played(model)
    search = in_hanabi(others=others, rollout=rollout, iterations=30, quirks=quirks)
    for players in (3, 5):
        game = load(players=players, lives=9)
        partners = [om.Policy("random")] * (players - 1)
        match = om.play_match(game, [search, *partners], seed=players)
        assert 0 <= match.returns[0] <= 25


def test_cards_that_come_back_are_never_discarded_too_often() -> None:
    """A deck with discarded cards in it: no pile has fewer cards than before or more than exist."""
    game = load(lives=9)
    start, actions = game.initial_state(1), []
    for _, action, after in ruled(game, 1):
        actions.append(action)
        if after.to_dict()["deck_left"] < 5 and after.actor() == 0:
            break
    belief, truth = believed(start, actions, 0), discarded(after.to_dict())
    copies = Counter(card for card in range(25) for _ in range((3, 2, 2, 2, 1)[card % 5]))

    def judge(state: Any) -> list[float]:
        assert truth <= discarded(state.to_dict()) <= copies
        return [0.0, 0.0]

    rollout = om.Uniform(depth=60, evaluation=judge)
    quirks = Quirks(forgets=("own_cards",))
    in_hanabi(rollout=rollout, iterations=300, quirks=quirks).run(belief, seed=1)
