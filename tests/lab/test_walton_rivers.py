"""Walton-Rivers' claims: their data, the players of Tiny Co-Op, and what is measured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import otherminds as om
from otherminds.agents import tiny_coop
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.store import Row, Store
from otherminds.contracts import OptionError
from otherminds.lab import Arm, Evidence, choose_claims, claims_of, run_claims
from otherminds.lab import report as reports
from otherminds.lab.claims import contents_of, package_of
from otherminds.lab.running import Run
from otherminds.lab.statistics import difference, least_share, ratio, share, welch
from otherminds.lab.walton_rivers import arms, measures, reported
from otherminds.lab.walton_rivers.agents import GAController, mcts
from otherminds.search import Policies, Search

pytestmark = pytest.mark.slow

CLAIMS = claims_of("walton-rivers")
ALONE = Tournament(game="tiny_coop", players=("random",), line_ups=((0, 0),))
PAIR = Tournament(game="tiny_coop", players=("random", "wait"))


def alone(scores: Sequence[float], ticks: Sequence[int] = ()) -> Results:
    """Games of a player with itself."""
    lengths = ticks or [10] * len(scores)
    return Results(
        ALONE,
        [
            Row(0, block, 0, (0, 0), (value, value), (n, n), (0.0, 0.0), (), None, None)
            for block, (value, n) in enumerate(zip(scores, lengths, strict=True))
        ],
    )


# Data ---------------------------------------------------------------------------------------------


def test_all_claims_of_the_source_are_there() -> None:
    numbers = {int("".join(filter(str.isdigit, c.id))) for c in CLAIMS if c.family == "W"}
    assert numbers == set(range(1, 48))
    assert len({c.id for c in CLAIMS}) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.direction is not None or claim.figure is not None
        assert claim.direction != 0 or claim.margin > 0


def test_a_claim_of_which_nothing_is_played_is_undecided() -> None:
    for claim in CLAIMS:
        for played in claim.settings.values():
            nothing = {arm.name: [Results(e, []) for e in arm.tournaments] for arm in played}
            if nothing:  # what nested searches cost is measured on the spot
                value = claim.statistic(Evidence(nothing), claim.null).value
                assert claim.verdict(value) == "undecided", claim.id


def test_a_source_is_found_by_its_name_with_a_hyphen() -> None:
    assert package_of("walton-rivers") == "otherminds.lab.walton_rivers"
    with pytest.raises(OptionError, match="Did you mean 'walton-rivers'"):
        claims_of("walton_rivers")


def test_an_arm_s_name_means_the_same_games_in_all_claims_of_a_setting() -> None:
    """Figures ask for what was played by setting and name."""
    meant: dict[tuple[str, str], Arm] = {}
    for claim in CLAIMS:
        for setting, played in claim.settings.items():
            assert len({arm.name for arm in played}) == len(played)
            for arm in played:
                known = meant.setdefault((setting, arm.name), arm)
                assert known.tournaments == arm.tournaments, (claim.id, arm.name)


def test_full_is_the_source_s_number_of_games() -> None:
    """47 games of each pair in each order (E1), 50 of each mirror (E2), 50 in each seat (E3)."""
    assert arms.mirror(("High", arms.BASELINE["High"])).games["full"] == 47
    assert arms.meeting("High", "Low").games["full"] == 2 * 47
    assert arms.flares(("High", arms.SECOND["High"]), "full").games["full"] == 50
    for partner in ("Follow the Flare", "Bias Random", "MCTS High"):
        assert arms.with_partner("MCTS", "Low", partner).games["full"] == 2 * 50


@pytest.mark.parametrize(
    ("scores", "means"),
    [
        (
            reported.MIRROR_SCORES,
            {"GA": 0.46, "VariGA": 0.34, "High": 1.00, "Medium": 0.82, "Low": 0.38, "Random": 0.43},
        ),
        (
            reported.MIRROR_TICKS,
            {
                "GA": 1783.94,
                "VariGA": 1624.38,
                "High": 233.19,
                "Medium": 849.67,
                "Low": 1632.95,
                "Random": 1740.28,
            },
        ),
        (
            {
                name: level
                for (name, actions), level in reported.FLARE_SCORES.items()
                if actions == "full"
            },
            {"High": 0.11, "Medium": 0.00, "Low": 0.00, "GA": 0.17, "Random": 0.09},
        ),
        (
            {
                f"{name} {budget}": level
                for (name, budget), level in reported.FOLLOWER_SCORES.items()
                if budget != "Medium"
            },
            {
                "MCTS High": 0.69,
                "MCTS Low": 0.43,
                "Predictor High": 0.75,
                "Predictor Low": 0.52,
                "DUCT High": 0.76,
                "DUCT Low": 0.52,
            },
        ),
    ],
)
def test_the_tables_by_level_agree_with_the_tables_over_levels(
    scores: dict[str, dict[str, float]], means: dict[str, float]
) -> None:
    """The thesis prints both; rounding leaves half of the last digit."""
    for name, mean in means.items():
        assert np.mean(list(scores[name].values())) == pytest.approx(mean, abs=0.0076), name


# Arms ---------------------------------------------------------------------------------------------


def test_the_first_experiment_is_played_by_the_first_edition_s_rules() -> None:
    for level, tournament in zip(
        arms.LEVELS, arms.mirror(("Low", arms.BASELINE["Low"])).tournaments, strict=True
    ):
        options = tournament.loaded_game.options
        assert (options["level"], options["edition"]) == (level, 1)
        assert (options["order"], options["collision"], options["ticks"]) == (
            "edition",
            "edition",
            2000,
        )
    seconds = arms.with_partner("MCTS", "Low", "Follow the Flare").tournaments
    assert {e.loaded_game.options["edition"] for e in seconds} == {2}
    assert {e.loaded_game.options["actions"] for e in seconds} == {"relative"}


def test_who_meets_whom() -> None:
    one, other = arms.meeting("High", "Low"), arms.meeting("Low", "High")
    assert one.tournaments == other.tournaments
    assert one.name != other.name
    assert [len(e.block(0, 0)) for e in one.tournaments] == [2] * 7
    both = arms.with_partner("MCTS", "High", "MCTS High")
    assert {e.line_ups for e in both.tournaments} == {((0, 0),)}


def test_a_predictor_s_model_is_its_partner() -> None:
    for partner in ("Follow the Flare", "Random", "Bias Random"):
        tournament = arms.with_partner("Predictor", "Low", partner).tournaments[0]
        inside = tournament.recipes[0]
        assert isinstance(inside, Search)
        assert isinstance(inside.others, Policies)
        assert inside.others.policies == tournament.recipes[1]
    for recall in (0, arms.RECALL):
        arm = arms.with_partner("Predictor", "Low", "MCTS High", model=arms.NESTED, recall=recall)
        nested = arm.tournaments[0]
        inside = nested.recipes[0]
        assert isinstance(inside, Search)
        assert isinstance(inside.others, Policies)
        assert inside.others.policies == arms.NESTED == nested.recipes[1]
        assert inside.others.recall == recall


def test_an_agent_of_the_first_edition_that_saw_no_reward_waits() -> None:
    game = om.load("tiny_coop", level="extended_side", edition=1, ticks=50)
    blind = mcts(tiny_coop.Budget(iterations=30, depth=2, ticks=2), edition=1)
    match = om.play_match(game, [blind, om.Policy("random")], seed=1)
    assert {action for actor, action in match.moves if actor == 0} == {0}
    near = om.load("tiny_coop", level="#####\n#0G1#\n#####", ticks=50)
    seeing = mcts(tiny_coop.LOW, edition=1)
    assert om.play_match(near, [seeing, seeing], seed=1).returns == (1.0, 1.0)


CORRIDOR = "########\n#0..G.1#\n########"


@pytest.mark.parametrize(("first_seat", "first_move"), [(False, "left"), (True, "right")])
def test_the_second_player_s_controller_may_plan_for_the_first(
    first_seat: bool, first_move: str
) -> None:
    """Within three ticks seat 0 has to go right to the goal, seat 1 left."""
    game = om.load("tiny_coop", level=CORRIDOR, ticks=3)
    player = GAController(flawed=False, first_seat=first_seat)
    moves = [om.play_match(game, [om.Policy("wait"), player], seed=s).moves[1] for s in range(6)]
    assert [game.action_text(action) for _, action in moves] == [first_move] * 6


def test_planning_for_the_first_seat_follows_the_game() -> None:
    """The replayed world is that of the game, also in the next match of the same agent."""
    game = om.load("tiny_coop", level="single_door", ticks=9)
    agent = GAController(flawed=False, first_seat=True).agent(game)
    for seed in (1, 2):
        match = om.play_match(game, [om.Policy("random"), agent], seed=seed)
        *_, final = match.states()
        assert agent._state.to_json() == final.to_json()  # type: ignore[union-attr]


# Measures -----------------------------------------------------------------------------------------


def test_scores_ticks_and_wins_of_a_game() -> None:
    results = alone([1.0, 0.25], [12, 2000])
    won, lost = results.rows
    assert [measures.score(results, row, 1) for row in (won, lost)] == [1.0, 0.25]
    assert [measures.solved(results, row, 1) for row in (won, lost)] == [1.0, 0.0]
    assert [measures.missing(results, row, 0) for row in (won, lost)] == [0.0, 0.75]
    assert [measures.ticks(results, row, 0) for row in (won, lost)] == [12.0, 2000.0]


def test_shares_and_differences_of_scores_count_levels_alike() -> None:
    found = Evidence(
        {
            "a": [alone([1.0, 0.5]), alone([0.0] * 10)],
            "b": [alone([0.5, 0.5]), alone([0.0] * 10)],
        }
    )
    value = share("a", number=measures.score, strata_name="level")(found, 0.5)
    assert value.value.estimate == pytest.approx(0.375)
    assert value.detail == "by level 75.0%, 0.0%"
    gap = difference("a", "b", number=measures.score)(found, 0.0)
    assert gap.value.estimate == pytest.approx(0.125)
    least = least_share("a", "b", number=measures.score)(found, 0.0)
    assert least.value.estimate == pytest.approx(0.25)


def test_arms_without_spread_and_of_different_sizes_can_differ() -> None:
    """All of 8 games against none of 12; of two against none of three it may be luck."""
    many = Evidence({"a": [alone([1.0] * 8)], "b": [alone([0.0] * 12)]})
    few = Evidence({"a": [alone([1.0] * 2)], "b": [alone([0.0] * 3)]})
    same = Evidence({"a": [alone([1.0] * 2)], "b": [alone([1.0] * 3)]})
    p_values = [
        difference("a", "b", number=measures.score)(found, 0.0).p_value
        for found in (many, few, same)
    ]
    assert p_values[0] is not None
    assert p_values[1] is not None
    assert p_values[0] < 0.001
    assert 0.01 < p_values[1] < 0.2
    assert p_values[2] == 1.0


def test_a_ratio_by_hand() -> None:
    found = Evidence(
        {
            "a": [alone([1.0] * 4, [20, 16, 24, 20])],
            "b": [alone([1.0] * 3, [10, 12, 8])],
        }
    )
    estimate = ratio("a", "b", number=measures.ticks)(found, 1.0)
    assert estimate.value.estimate == pytest.approx(2.0)
    # Common games vary against each other: 20, 16, 24 beside 10, 12, 8 have the covariance -8.
    variance = (32 / 3 / 4) / 20**2 + (4 / 3) / 10**2 + 2 * (8 * 3 / 12) / (20 * 10)
    half = 2.570582 * math.sqrt(variance)  # Student's with 3 + 2 degrees of freedom
    assert math.log(estimate.value.high / 2.0) == pytest.approx(half, rel=1e-5)
    same = Evidence({"a": [alone([1.0], [10])], "b": [alone([1.0], [10])]})
    assert math.isnan(ratio("a", "b", number=measures.ticks)(same, 1.0).value.estimate)


def test_welch_s_test_by_hand() -> None:
    # Means 0.75 and 0.25, variances 1/3 x 0.25 and as much: t = 0.5 / √(2 x 0.25 / 3 / 4).
    found = Evidence({"a": [alone([1.0, 1.0, 0.5, 0.5])], "b": [alone([0.0, 0.0, 0.5, 0.5])]})
    t = 0.5 / math.sqrt(2 * (0.25 / 3) / 4)
    told = welch(measures.score)(found, "a", "b")
    assert told == f"a 0.750, b 0.250; Welch's t {t:.2f}, p 0.050"
    flat = Evidence({"a": [alone([1.0, 1.0])], "b": [alone([1.0, 1.0])]})
    assert welch(measures.score)(flat, "a", "b") == "a 1.000, b 1.000"


def test_the_gap_between_seats_by_hand() -> None:
    rows = []
    for block, (first, second) in enumerate([(1.0, 0.5), (0.5, 0.5), (0.5, 0.0)]):
        for match, value in enumerate((first, second)):
            seats = (0, 1) if match == 0 else (1, 0)
            rows.append(
                Row(0, block, match, seats, (value, value), (1, 1), (0.0, 0.0), (), None, None)
            )
    estimate = measures.seat_gap("a")(Evidence({"a": [Results(PAIR, rows)]}), 0.0)
    assert estimate.value.estimate == pytest.approx(1 / 3)


def test_a_nested_search_is_costed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of searches a move cannot take less than a hundred times as long as one."""
    monkeypatch.setattr(measures, "MEASURED_ITERATIONS", 1)
    monkeypatch.setattr(arms, "FEWER_LEVELS", ("pathfinding", "airlock"))
    estimate = measures.nested_cost()(Evidence(), 100.0)
    assert estimate.value.estimate > 100
    assert "22,500 nested searches" in estimate.detail


# Reports ------------------------------------------------------------------------------------------


def two_games(tournament: Tournament) -> Results:
    planned = [match for block in (0, 1) for match in tournament.block(0, block)]
    return Results(
        tournament,
        [
            Row(0, m.block, m.index, m.seats, (0.5,) * n, (9,) * n, (0.1,) * n, (), None, None)
            for m in planned
            for n in [len(m.seats)]
        ],
    )


def test_everything_that_was_played_is_drawn() -> None:
    played = {
        (setting, arm.name): [two_games(tournament) for tournament in arm.tournaments]
        for claim in CLAIMS
        for setting, used in claim.settings.items()
        for arm in used
    }
    made = contents_of("walton-rivers").figures(Run((), played))
    plots = [each for each in made if isinstance(each, reports.Figure)]
    tables = {each.title: each for each in made if isinstance(each, reports.Table)}
    assert len(plots) == 4 + 4  # of Tiny Co-Op and of Hanabi
    assert all(plot.svg.startswith("<svg") for plot in plots)
    assert len(tables) == 6 + 8
    assert tables["E1: scores of each agent with itself"].rows[0][1] == "0.50 (0.94)"
    assert tables["E2: scores of each agent with itself"].rows[0][2] == "0.50 (0.38)"
    assert tables["E3: scores with Follow the Flare"].rows[3][1] == "0.50 (0.10)"
    costs = tables["E3: with MCTS High as partner"].rows
    assert len(costs) == 2 * (3 + 2 * 3 + 1)  # in both sets; Predictor with two models, DUCT High
    assert costs[0][3:] == ["9"]
    assert contents_of("walton-rivers").figures(Run((), {})) == []


# Running ------------------------------------------------------------------------------------------


def test_claims_run_and_are_reported(tmp_path: Path) -> None:
    chosen = choose_claims(CLAIMS, "W4c, W4d, W4g, W14a")
    with Store(":memory:") as store:
        run = run_claims(chosen, store, scale="smoke", workers=0)
    verdicts = {finding.claim.id: finding for finding in run.findings}
    assert verdicts["W4g"].games == 2
    assert verdicts["W14a"].verdict == "not played"
    assert verdicts["W14a"].games == 0
    assert verdicts["W14a"].beside == "nothing measured at asked anew each time"
    page = tmp_path / "page.html"
    reports.write_report(str(page), "walton-rivers", "smoke", run)
    assert page.read_text().count("<svg") == 1
    reports.write_report(str(tmp_path / "page.md"), "walton-rivers", "smoke", run)
    text = (tmp_path / "page.md").read_text()
    assert "`otherminds reproduce walton-rivers --scale smoke`" in text
    assert "seed 1: 6 games in 3 tournaments" in text  # those that were played
    assert "| Pathfinding | - (0.94) | - (1.00) | 1.00 (1.00) | 1.00 (1.00) |" in text
