"""The claims about Catan: what is measured of random games and of stored ones."""

from __future__ import annotations

import numpy as np
import pytest

from otherminds import CHANCE, NOBODY, Stream, _core, load
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.store import Store
from otherminds.contracts import OptionError
from otherminds.lab import Claim, Evidence, choose_claims, claims_of, numbers, run_claims
from otherminds.lab.dobre import (
    agents,
    chapters,
    figures,
    lengths,
    planners,
    random_play,
    shape,
    strength,
)
from otherminds.lab.kept_rows import NOT_KEPT, KeptRow
from otherminds.lab.statistics import sample_for

CLAIMS = claims_of("dobre")


# Random games -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_native_numbers_of_random_games_are_those_of_a_plain_loop() -> None:
    """Two samples of the same games, each mean within five standard errors of the difference."""
    options = {"rules": "dobre", "trades": "none", "exchange": "immediate", "drawn_discards": 1}
    game = load("catan", **options)
    games = 150
    played, _, _ = _core.catan_shape(game, False, games, 5)
    native = np.array(played, dtype=float)
    slow = []
    for seed in range(games):
        state, rng = game.initial_state(seed), Stream(seed).rng()
        decisions = choices = given = turns = 0
        while (actor := state.actor()) != NOBODY:
            if actor == CHANCE:
                state.apply_action(state.sample_outcome(rng))
                continue
            legal = state.legal_actions()
            decisions += 1
            choices += len(legal) > 1
            given += len(legal) if len(legal) > 1 else 0
            state.apply_action(rng.choice(legal))
        turns = state.to_dict()["table"]["turn"]
        slow.append((decisions, choices, given, turns))
    plain = np.array(slow, dtype=float)
    for ours, theirs in zip(native[:, [1, 2, 4, 6]].T, plain.T, strict=True):
        error = ((ours.var(ddof=1) + theirs.var(ddof=1)) / games) ** 0.5
        assert abs(ours.mean() - theirs.mean()) < 5 * error


@pytest.mark.slow
def test_typed_random_games_are_short_and_trades_make_them_wide() -> None:
    # The source's figures, with a margin that a hundred games never leave.
    typed = shape.shape(shape.ALL, True, 100)
    assert 300 < typed.depth.mean() < 600
    narrow = shape.shape("no trades", False, 100)
    wide = shape.shape("trades of 1:1", False, 100)
    assert 8 < narrow.branching.mean() < 12 < wide.branching.mean() < 18
    assert 2000 < wide.depth.mean() < 4500
    for name in shape.TYPES:
        assert 0 <= wide.share(name).estimate <= 1
    assert wide.share("end of the turn").estimate == 1
    assert narrow.share("trade with a player").estimate == 0


def test_the_shape_is_asked_of_games_of_catan_only() -> None:
    for wrong in (None, load("othello"), "catan"):
        with pytest.raises(OptionError, match="Catan"):
            _core.catan_shape(wrong, False, 1, 1)
        with pytest.raises(OptionError, match="Catan"):
            _core.catan_typed_playouts(wrong, 1)
    assert _core.catan_shape(load("catan"), True, 0, 1)[0] == []


def test_cells_are_compared_with_the_printed_ones() -> None:
    assert random_play.within(80, 100)
    assert not random_play.within(79, 100)
    assert set(random_play.PRINTED_TYPES) == set(shape.TYPES)
    assert set(random_play.PRINTED_SIZES) == set(shape.TRADES)


# Games of the plan-based player -------------------------------------------------------------------


def test_of_a_negotiation_only_the_exchange_counts() -> None:
    tournament = Tournament(
        game="catan",
        players=("stac",),
        options=(("trades", "2:1"),),
        line_ups=((0, 0, 0, 0),),
        seed=4,
    )
    with Store(":memory:") as store:
        running.run(tournament, store, games=4, workers=0)
        results = running.results(tournament, store)
    for row in results.rows:
        own = lengths.length(tournament, row)
        assert own.moves == sum(row.acts)
        assert own.moves + own.events == len(row.moves)
        assert own.exchanges <= own.offers
        # Each offer that was not accepted costs two moves that do not count, or one if it was
        # answered by another offer.
        assert own.decisions <= own.moves - own.offers
        assert own.plies <= own.decisions
        assert own.options >= 2 * own.plies


@pytest.mark.slow
def test_all_claims_run_and_tell_their_tables() -> None:
    with Store(":memory:") as store:
        run = run_claims(choose_claims(CLAIMS, "D1-D6"), store, scale="smoke", workers=0)
    found = {finding.claim.id: finding for finding in run.findings}
    assert {"D1a", "D1j", "D2a", "D3c", "D4c", "D5", "D6"} <= set(found)
    assert found["D1i"].verdict == "reproduced"
    assert found["D3a"].judged.estimate.value.estimate > 0.99
    titles = [figure.title for figure in figures.figures(run)]
    assert titles == [
        "Random games by ways to count",
        "Types of actions after the roll, all trades",
    ]


# Planners -----------------------------------------------------------------------------------------


def test_planners_sit_once_in_each_seat_with_three_stacs() -> None:
    for kind in planners.PLANNERS:
        (tournament,) = planners.against_stacs(kind, 1_000).tournaments
        game = tournament.loaded_game
        assert game.options["offers"] == 3
        assert game.perfect_information == (kind not in ("TPOMCP", "TISMCTS"))
        assert sorted(match.seats.index(0) for match in tournament.block(0, 0)) == [0, 1, 2, 3]
        assert tournament.players[1] == "stac"


@pytest.mark.slow
def test_claims_about_planners_run() -> None:
    with Store(":memory:") as store:
        run = run_claims(choose_claims(CLAIMS, "P1-P5"), store, scale="smoke", workers=0)
    found = {finding.claim.id: finding for finding in run.findings}
    assert list(found) == ["P1", "P2", "P3", "P4", "P5"]
    (judged, few) = found["P1"].rungs
    assert judged.games == 0
    assert few.games == 4
    assert 0 <= few.estimate.value.estimate <= 1
    assert found["P2"].verdict == "not played"


# Strength -----------------------------------------------------------------------------------------


def test_strength_is_measured_one_against_three_without_trades_but_for_stac_itself() -> None:
    for claim in strength.CLAIMS:
        stac_itself = claim.id in ("S1", "S2")
        for (arm,) in claim.settings.values():
            (tournament,) = arm.tournaments
            assert tournament.line_ups == ((0, 1, 1, 1),)
            assert (tournament.loaded_game.options["trades"] == "none") == (not stac_itself)
            assert tournament.loaded_game.perfect_information == (not stac_itself)


@pytest.mark.slow
def test_claims_about_strength_run() -> None:
    with Store(":memory:") as store:
        run = run_claims(choose_claims(CLAIMS, "S1-S7"), store, scale="smoke", workers=0)
    games = {finding.claim.id: finding.judged.games for finding in run.findings}
    assert games == {"S1": 4, "S2": 4, "S3": 4, "S4": 0, "S5": 4, "S6": 0, "S7": 0}


# Chapters 4 to 8 ----------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", chapters.CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_asks_for_the_arms_that_it_has(claim: Claim) -> None:
    """Without games it is undecided, with some it has a number."""
    for arms in claim.settings.values():
        assert len({arm.name for arm in arms}) == len(arms)
        empty = Evidence({arm.name: [Results(t, []) for t in arm.tournaments] for arm in arms})
        assert claim.verdict(claim.statistic(empty, claim.null).value) == "undecided"
        rows = {arm.name: [_won(t, 8) for t in arm.tournaments] for arm in arms}
        value = claim.statistic(Evidence(rows), claim.null).value
        assert value.low <= value.estimate <= value.high


def _won(tournament: Tournament, games: int) -> Results:
    """Games of which player 0 wins every other one, with numbers that differ from game to game."""
    rows = []
    for number in range(games):
        returns = [0.0] * 4
        returns[number % 2] = 1.0
        names = {f"own {name}": 0.1 + 0.05 * number for name in numbers.OWN}
        points = {f"points {seat}": float(4 + (seat + number) % 5) for seat in range(4)}
        rows.append(
            KeptRow(
                line_up=0,
                block=number // 4,
                match=number % 4,
                seats=tuple(0 if seat == number % 4 else 1 for seat in range(4)),
                returns=tuple(returns),
                acts=(1, 1, 1, 1),
                seconds=(0.0, 0.0, 0.0, 0.0),
                moves=NOT_KEPT,
                forfeit=None,
                reason=None,
                numbers=tuple((names | points).items()),
            )
        )
    return Results(tournament, rows)


def test_more_games_are_asked_for_a_smaller_effect() -> None:
    small, large = (
        agents.arm("TPOMCP", effect=effect, iterations=1_000).games["standard"]
        for effect in (0.03, 0.2)
    )
    assert 40 <= large < small <= 2_000
    assert sample_for(0.30, 0.25) == 612  # (1.960 * .4330 + .8416 * .4583)^2 / .05^2 is 609.4
