"""The claims about Hanabi: the players they name, and what is measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.store import Row, Store
from otherminds.lab import Evidence, choose_claims, claims_of, run_claims
from otherminds.lab.walton_rivers.hanabi import (
    agreement,
    arms,
    battery,
    learned,
    measures,
    noise,
    recognition,
    reported,
)
from otherminds.learn import decisions_of
from otherminds.search import InformationSets, Played, Policies, Search, Types

pytestmark = pytest.mark.slow

CLAIMS = claims_of("walton-rivers")


def played(points: Sequence[float], size: int = 2) -> Results:
    """Decks of a player with itself."""
    tournament = Tournament(
        game="hanabi",
        players=("iggi",),
        options=(("bombed", "kept"), ("players", size)),
        line_ups=((0,) * size,),
    )
    n = size
    return Results(
        tournament,
        [
            Row(0, block, 0, (0,) * n, (value,) * n, (9,) * n, (0.0,) * n, (), None, None)
            for block, value in enumerate(points)
        ],
    )


# Players ------------------------------------------------------------------------------------------


def test_a_predictor_knows_its_partners_and_one_is_told_wrong() -> None:
    for state in (arms.APRIL, arms.JANUARY):
        for tournament in battery.agent_arm("Predictor", arms.HUNDRED, state).tournaments:
            planner, partner = tournament.recipes
            assert isinstance(planner, Search)
            assert isinstance(planner.others, Policies)
            assert planner.others.policies == partner
    for tournament in recognition.known_arm("wrong model", arms.HUNDRED).tournaments:
        planner, partner = tournament.recipes
        assert isinstance(planner, Search)
        assert isinstance(planner.others, Policies)
        assert planner.others.policies != partner


def test_searches_as_published_have_the_state_of_their_experiment() -> None:
    for state, discount in ((arms.APRIL, 1.0), (arms.JANUARY, 0.95)):
        arm = battery.agent_arm("Predictor", arms.PUBLISHED, state)
        for place, tournament in enumerate(arm.tournaments):
            planner = tournament.recipes[0]
            assert isinstance(planner, Search)
            assert isinstance(planner.hidden, InformationSets)
            assert planner.quirks is not None
            assert ("own_cards" in planner.quirks.forgets) == (state == arms.JANUARY)
            assert planner.quirks.discount == discount
            assert planner.iterations == 1_000
            # Models find forgotten cards in the deck already, partners have to add them.
            name = arms.PARTNERS[place % len(arms.PARTNERS)]
            assert isinstance(planner.others, Policies)
            assert planner.others.policies == arms.policy(name)
            assert tournament.recipes[1] == arms.policy(name, state)
    layer = battery.one_layer("IGGI", arms.PUBLISHED).tournaments[0].recipes[0]
    assert isinstance(layer, Search)
    assert isinstance(layer.rollout, Played)
    assert layer.quirks is not None
    assert layer.quirks.opens
    assert layer.rollout.policies == arms.policy("iggi")


def test_the_recognising_planners_differ_in_the_others_only() -> None:
    several = {
        kind: recognition.known_arm(kind, arms.HUNDRED).tournaments[0].recipes[0]
        for kind in recognition.KINDS
    }
    answers = []
    for planner in several.values():
        assert isinstance(planner, Search)
        answers.append(planner.others)
        assert planner.rollout == several["no model"].rollout  # type: ignore[attr-defined]
        assert planner.bandit == several["no model"].bandit  # type: ignore[attr-defined]
        assert planner.iterations == 100
    assert len(set(map(repr, answers))) == len(recognition.KINDS)
    types = several["types"].others  # type: ignore[attr-defined]
    assert isinstance(types, Types)
    assert len(types.types) == len(arms.PARTNERS)


def test_all_arms_play_the_same_decks_and_every_seat() -> None:
    one = battery.agent_arm("IS-MCTS", arms.THOUSAND, arms.APRIL)
    other = battery.agent_arm("Piers", arms.THOUSAND, arms.APRIL)
    assert len(one.tournaments) == len(arms.SIZES) * len(arms.PARTNERS)
    for a, b in zip(one.tournaments, other.tournaments, strict=True):
        assert a.initial_state(0, 3, 0) == b.initial_state(0, 3, 0)
        assert a.games_in_round() == a.loaded_game.seats
        assert a.loaded_game.options["bombed"] == "kept"


def test_accuracy_is_one_less_the_error() -> None:
    planner = noise.noisy_arm(0.7, arms.HUNDRED).tournaments[0].recipes[0]
    assert isinstance(planner, Search)
    assert isinstance(planner.others, Policies)
    assert planner.others.error == pytest.approx(0.3)


def test_two_decks_are_played_wherever_something_is_judged() -> None:
    """One deck has no spread, and its interval would be a point."""
    for claim in CLAIMS:
        for used in claim.settings.values():
            for arm in used:
                if arm.tournaments[0].game != "hanabi":
                    continue
                for scale in ("quick", "standard", "full"):
                    for tournament in arm.tournaments:
                        games = arm.games[scale]
                        assert games == 0 or games > tournament.games_in_round(), arm.name


@pytest.mark.parametrize("name", ["iggi", "internal", "outer", "piers", "van_den_bergh"])
def test_a_learned_list_agrees_with_games_that_it_never_saw(name: str) -> None:
    """About what was measured in held-out games; 12 games have a standard error of about .02."""
    expected = {
        "iggi": 0.97,
        "internal": 0.46,
        "outer": 0.77,
        "piers": 0.86,
        "van_den_bergh": 0.91,
    }
    tournament = arms.mirror(name, sizes=(3,)).tournaments[0]
    with Store(":memory:") as store:
        running.run(tournament, store, games=12, workers=0)
        records = agreement.records_of([running.results(tournament, store)])
    decisions = decisions_of(records, published=True)
    order = [decisions.rules.index(rule) for rule in learned.LISTS[name]]
    assert decisions.agreement(order) == pytest.approx(expected[name], abs=0.1)


# Measures -----------------------------------------------------------------------------------------


def test_gaps_by_hand() -> None:
    found = Evidence(
        {
            "a": [played([10, 12, 14]), played([20, 20, 21], 3)],
            "b": [played([9, 12, 12]), played([15, 14, 16], 3)],
        }
    )
    gap = measures.gap("a", "b")(found, 0.0)
    assert gap.value.estimate == pytest.approx((1.0 + 16 / 3) / 2)
    # Differences 1, 0, 2 and 5, 6, 5: variances 1 and 1/3, three decks each.
    half = 1.959964 * math.sqrt((1 / 3 + 1 / 9) / 4)
    assert gap.value.high - gap.value.estimate == pytest.approx(half, rel=1e-4)
    assert gap.detail == "a 16.17; b 13.00"
    trend = measures.trend("a", "b")(found, 0.0)
    assert trend.value.estimate == pytest.approx(1 - 16 / 3)
    assert measures.size_gap("a")(found, 0.0).value.estimate == pytest.approx(61 / 3 - 12)


def test_decks_that_only_one_arm_has_played_do_not_count() -> None:
    found = Evidence({"a": [played([10, 12])], "b": [played([9, 12, 25, 25])]})
    assert measures.gap("a", "b")(found, 0.0).value.estimate == pytest.approx(0.5)
    single = Evidence({"a": [played([10])], "b": [played([9])]})
    assert math.isnan(measures.gap("a", "b")(single, 0.0).value.estimate)


def test_the_smallest_lead_and_the_smallest_step() -> None:
    found = Evidence({"a": [played([9, 8])], "b": [played([5, 6])], "c": [played([7, 6])]})
    assert measures.least_gap("a", "b", "c")(found, 0.0).value.estimate == pytest.approx(2.0)
    assert measures.steps("a", "c", "b")(found, 0.0).value.estimate == pytest.approx(1.0)
    assert measures.least_partner("a", "b")(found, 0.0).value.estimate == pytest.approx(5.5)


def test_the_distance_from_a_table_by_hand() -> None:
    found = Evidence({"a": [played([10.0, 12.0]), played([3.0, 3.0], 3)]})
    estimate = measures.distance("a", (11.5, 3.0), 0.5)(found, 0.0)
    assert estimate.value.estimate == pytest.approx(0.5 / math.hypot(1.0, 0.5))


def test_rule_agents_score_as_in_the_author_s_program() -> None:
    """400 games per cell; 4.5 standard errors are passed by chance once in 10,000 runs."""
    for name in arms.MIRRORED:
        results = []
        with Store(":memory:") as store:
            for tournament in arms.mirror(name).tournaments:
                running.run(tournament, store, games=400, workers=0)
                results.append(running.results(tournament, store))
        far = measures.distance("a", reported.MIRROR[name], reported.MIRROR_ERROR)
        assert far(Evidence({"a": results}), 0.0).value.estimate < 4.5, name


def test_a_true_type_is_believed_in_the_end() -> None:
    arm = recognition.known_arm("types", arms.HUNDRED)
    results = []
    with Store(":memory:") as store:
        for tournament in arm.tournaments[: len(arms.PARTNERS)]:
            few = Tournament(
                game="hanabi",
                players=(
                    tournament.players[0].replace("iterations=100", "iterations=2"),
                    *tournament.players[1:],
                ),
                options=tournament.options,
                line_ups=tournament.line_ups,
                seed=1,
            )
            running.run(few, store, games=4, workers=0)
            results.append(running.results(few, store))
    estimate = recognition.belief_in_truth("types")(Evidence({"types": results}), 0.5)
    assert estimate.value.estimate > 0.5  # a seventh at first
    assert estimate.detail.startswith("iggi ")


def test_learning_is_judged_by_games_that_it_did_not_see() -> None:
    tournament = arms.mirror("iggi", sizes=(2,)).tournaments[0]
    with Store(":memory:") as store:
        running.run(tournament, store, games=20, workers=0)
        results = running.results(tournament, store)
    found = Evidence({"a": [results], "b": [results]})
    estimate = agreement.agreement("a")(found, 0.0)
    learning = agreement.learned_from((results,))
    assert learning is not None
    assert len(learning.held_out) == 4
    assert learning.ceiling is not None
    assert learning.ceiling > 0.9
    assert estimate.value.estimate == pytest.approx(np.mean(learning.held_out))
    assert "ceiling" in estimate.detail
    same = agreement.agreement_steps({"a": ["a"], "b": ["b"]})(found, 0.0)
    assert same.value.estimate == pytest.approx(0.0)


# Running ------------------------------------------------------------------------------------------


def test_claims_about_hanabi_run() -> None:
    chosen = choose_claims(CLAIMS, "W25a, W27a, M1")
    with Store(":memory:") as store:
        run = run_claims(chosen, store, scale="smoke", workers=0)
    found = {finding.claim.id: finding for finding in run.findings}
    assert found["W25a"].games == 20
    assert found["M1"].games == 4 * 20
    assert found["W27a"].verdict == "not played"  # smoke plays nothing for it
