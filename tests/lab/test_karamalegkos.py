"""The claims of Karamalegkos: his tables, his agents, and the numbers of stored games."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

import otherminds as om
from otherminds.agents import catan as catan_agents
from otherminds.agents import player_text
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.store import Store
from otherminds.lab import Evidence, choose_claims, claims_of, run_claims
from otherminds.lab import catan_numbers as measures
from otherminds.lab.claims import SCALES
from otherminds.lab.karamalegkos import arms, speeds
from otherminds.lab.karamalegkos.figures import figures
from otherminds.lab.numbers import numbers_of
from otherminds.lab.running import core_hours

CLAIMS = claims_of("karamalegkos")


def test_every_claim_is_there_once() -> None:
    numbers = [int("".join(filter(str.isdigit, claim.id))) for claim in CLAIMS]
    assert sorted(set(numbers)) == list(range(1, 24))
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    for number in range(1, 24):
        assert choose_claims(CLAIMS, f"K{number}")


def test_a_table_has_all_his_cells() -> None:
    against = arms.cells("JSettlers", arms.FULL)
    assert len(against) == 24
    assert len({arm.tournaments[0].players[0] for arm in against}) == 24
    assert len(arms.three_way(arms.VPI, arms.DEPTHS, arms.FULL).tournaments) == 8
    planners = [arm.tournaments[0].recipes[0] for arm in against]
    budgets = {str(planner).split("iterations=")[1].split(")")[0] for planner in planners}
    assert budgets == {"6500", "5750", "1750"}


def test_costs_grow_with_the_scale() -> None:
    costs = [core_hours(CLAIMS, scale) for scale in SCALES]
    assert costs == sorted(costs)
    assert costs[0] < 0.2 < costs[-1]
    assert core_hours(choose_claims(CLAIMS, "K23"), "full") == 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Results]:
    """A table of three with little time."""
    path: Path = tmp_path_factory.mktemp("karamalegkos") / "three.db"
    players = [
        catan_agents.karamalegkos(each, iterations=8, depth=5) for each in ("uct", "buct", "vpi")
    ]
    tournament = Tournament(
        game="catan",
        players=tuple(player_text(each) for each in players),
        options=(("players", 3), ("points", 5)),
        line_ups=((0, 1, 2),),
        seed=3,
    )
    with Store(path) as store:
        running.run_all({tournament: 6}, store, workers=0)
        number = store.number(tournament)
        assert number is not None
        yield Results(tournament, list(store.rows(number)))


def test_numbers_of_a_table_are_those_of_its_last_positions(played: Results) -> None:
    assert len(played.rows) == 6
    for row in played.rows:
        numbers = numbers_of(played.tournament, row)
        points = [numbers[f"points {seat}"] for seat in range(3)]
        seat = row.seats.index(0)
        assert row.returns[points.index(max(points))] == 1
        assert measures.points()(played, row, seat) == points[seat]
        assert measures.points(2)(played, row, seat) == points[row.seats.index(2)]
        wins = [measures.win_of(player)(played, row, seat) for player in range(3)]
        assert sum(wins) == 1
        assert wins[0] == 1 - measures.lost(played, row, seat)
        best = [measures.behind_winner(player)(played, row, seat) for player in range(3)]
        assert min(best) == 0
        place = measures.place(played, row, seat)
        assert place == 1 + sum(other > points[seat] for other in points)
        assert measures.weaker_seats(played, row, seat) <= 3 - place
        others = sum(points) - points[seat]
        assert measures.of_others(played, row, seat) == others / 2
        assert measures.above_mean(played, row, seat) == (3 * points[seat] > sum(points))
        for award in ("largest army", "longest road"):
            holders = [measures.holds(award)(played, row, each) for each in range(3)]
            assert sum(holders) <= 1
        for share in (measures.left, measures.taken):
            value = share(played, row, seat)
            assert math.isnan(value) or 0 <= value <= 1
        assert measures.rounds(played, row, seat) > 3


def test_smoke_judges_and_shows_his_metrics(tmp_path: Path) -> None:
    chosen = choose_claims(CLAIMS, "K1,K18")
    with Store(tmp_path / "smoke.db") as store:
        run = run_claims(chosen, store, scale="smoke", workers=0)
    by_id = {finding.claim.id: finding for finding in run.findings}
    assert by_id["K1a"].games == 8
    assert 0 <= by_id["K1b"].judged.estimate.value.estimate <= 12
    assert "place" in by_id["K1b"].judged.estimate.detail
    (table,) = figures(run)
    assert len(table.rows) == 1  # type: ignore[union-attr]
    assert len(table.rows[0]) == len(table.head)  # type: ignore[union-attr]


def test_speeds_are_measured_on_the_spot() -> None:
    evidence = Evidence(scale="smoke")
    found = speeds.iterations_of("VPI", "UCT")(evidence, 1.0)
    assert 0 < found.value.estimate < 1.5
    assert speeds.games_per_second(900.0)(evidence, 1.0).value.estimate > 10


def test_the_random_agent_builds_and_never_trades() -> None:
    game = om.load("catan", points=5)
    player = catan_agents.karamalegkos_random()
    match = om.play_match(game, [player, *["jsettlers_fast"] * 3], seed=4)
    kinds = [game.action_types[game.type_of(move)] for actor, move in match.moves if actor == 0]
    assert not {"trade", "accept"} & set(kinds)
    assert {"build road", "bank trade"} & set(kinds)
    others = [game.action_types[game.type_of(move)] for actor, move in match.moves if actor > 0]
    assert "trade" in others


def test_without_trades_it_makes_and_accepts_no_offer() -> None:
    game = om.load("catan", points=5, counters=0)
    player = catan_agents.karamalegkos("vpi", trades=False, iterations=10, depth=5)
    match = om.play_match(game, [player, *["jsettlers_fast"] * 3], seed=4)
    kinds = {game.action_types[game.type_of(move)] for actor, move in match.moves if actor == 0}
    assert not {"trade", "accept"} & kinds


def test_a_plan_of_the_turn_has_only_own_choices() -> None:
    """After the own turn chance builds: the others win by luck alone, so the turn is worth more."""
    match = om.play_match("catan", ["jsettlers_fast"] * 4, seed=1)
    compared = 0
    for state in list(match.states())[::7]:
        if "end turn" not in {match.game.action_types[each] for each in state.legal_types()}:
            continue
        results = [
            om.Search(
                hidden=om.Nothing(peek=True),
                model=catan_agents.Builds(depth=5, planned=planned),
                iterations=2_000,
            ).run(state, seed=1)
            for planned in ("game", "turn")
        ]
        if results[0].iterations == 0:
            continue
        whole, turn = results
        assert {each.action for each in whole.actions} == {each.action for each in turn.actions}
        assert whole.values != turn.values
        compared += 1
    assert compared > 3
