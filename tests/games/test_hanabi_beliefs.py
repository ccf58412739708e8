"""What a seat of Hanabi believes, against plain counting, and players who act on it."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from scipy.stats import chisquare

import otherminds
from otherminds import Policy, Search, Stream
from otherminds.conformance import check_determinism, check_swap
from otherminds.games.hanabi import card_text, chances, deal, hand_size
from otherminds.search import InformationSets
from tests.games.hanabi_games import NO_CARD, load, played, steps


def every_hand(state: Any, seat: int) -> Counter[tuple[int, ...]]:
    """All ways to give the seat's slots unseen cards that hints allow, each card for itself."""
    facts, slots = state.to_dict(), range(hand_size(state.game))
    held = [slot for slot in slots if facts["hands"][seat][slot] != NO_CARD]
    unseen = [facts["hands"][seat][slot] for slot in held] + facts["deck"][: facts["deck_left"]]

    def fits(card: int, slot: int) -> bool:
        masks = facts["colours"][seat][slot], facts["ranks"][seat][slot]
        return bool(masks[0] >> card // 5 & 1 and masks[1] >> card % 5 & 1)

    return Counter(
        hand
        for hand in permutations(unseen, len(held))
        if all(fits(card, slot) for card, slot in zip(hand, held, strict=True))
    )


@pytest.mark.parametrize("options", [{"hand": 3}, {"hand": 3, "empty_clues": True}, {"hand": 2}])
def test_beliefs_are_what_counting_gives(options: dict[str, Any]) -> None:
    """Chances of each slot exactly; frequencies of whole hands by a test that errs once in 10^6."""
    game = load(colours=2, ranks=3, lives=9, **options)
    rng = Stream(4).rng()
    compared = 0
    for seed in range(4):
        for _, _, after in steps(game, seed):
            for seat in (0, 1):
                hands = every_hand(after, seat)
                total = sum(hands.values())
                held = [
                    s for s in range(options["hand"]) if after.to_dict()["hands"][seat][s] != 31
                ]
                assert tuple(after.to_dict()["hands"][seat][slot] for slot in held) in hands
                found = chances(after.view(seat))
                for place, slot in enumerate(held):
                    counted: Counter[str] = Counter()
                    for hand, ways in hands.items():
                        counted[card_text(hand[place])] += ways
                    expected = {card: ways / total for card, ways in counted.items()}
                    assert found[slot] == pytest.approx(expected)
                if compared % 7 == 0 and len(hands) > 1:
                    belief, draws = game.belief(after.view(seat)), 40 * len(hands)
                    drawn: Counter[tuple[int, ...]] = Counter()
                    for _ in range(draws):
                        world = belief.sample(rng).to_dict()["hands"][seat]
                        drawn[tuple(world[slot] for slot in held)] += 1
                    assert set(drawn) <= set(hands)
                    observed = [drawn[hand] for hand in hands]
                    wanted = [draws * ways / total for ways in hands.values()]
                    assert chisquare(observed, wanted).pvalue > 1e-6
                compared += 1
    assert compared > 60


def test_the_deck_of_a_sampled_world_is_in_any_order() -> None:
    """Each unseen card is equally often next; a test that errs once in 10^6."""
    state = load().initial_state(1)
    belief, rng = state.game.belief(state.view(0)), Stream(2).rng()
    facts = state.to_dict()
    unseen = Counter(facts["hands"][0] + facts["deck"][:40])
    for place in (0, 17, 39):
        drawn = Counter(belief.sample(rng).to_dict()["deck"][place] for _ in range(9_000))
        observed = [drawn[card] for card in unseen]
        assert chisquare(observed, [9_000 * n / 45 for n in unseen.values()]).pvalue > 1e-6


def test_a_slot_that_must_be_drawn_first_is() -> None:
    """Where one card can be only one thing, no other slot takes it: no draw fails."""
    game = load(colours=1, ranks=5, hand=4)
    state = played(deal(game, "r5 r4 r3 r2 r1 r1 r1 r2 r3 r4"), "hint 1 to seat 1")
    state = played(state, "hint 5 to seat 0", "hint 2 to seat 1", "hint 4 to seat 0")
    belief, rng = game.belief(state.view(0)), Stream(3).rng()
    for _ in range(200):
        hand = belief.sample(rng).to_dict()["hands"][0]
        assert hand[:2] == [4, 3]
        assert {hand[2], hand[3]} <= {1, 2}
    assert chances(state.view(0))[0] == {"r5": 1.0}


@pytest.mark.parametrize(
    "player",
    [
        Policy("random"),
        Search(hidden=InformationSets(), iterations=40),
        Search(hidden=InformationSets(observers="each"), iterations=40),
    ],
    ids=["random", "information sets", "each"],
)
def test_players_answer_the_same_whatever_is_hidden(player: Any) -> None:
    check_swap(load(colours=3, hand=3), player, games=2)
    game = load(players=3, colours=2, ranks=3, hand=2)
    check_determinism(game, games=2, players=[player, Policy("random"), Policy("random")])


def test_a_search_plays_better_than_chance() -> None:
    """With open hands it needs no hints; random play gets 1.25 points of 25."""
    game = load(colours=3, open_hand=True, bombed="kept")
    search = Search(hidden=InformationSets(), iterations=300)
    points = [
        otherminds.play_match(game, [search, search], seed=seed).returns[0] for seed in range(4)
    ]
    assert sum(points) / 4 > 6
