"""Claims: how they are judged, played, resumed and reported."""

from __future__ import annotations

import contextlib
import math
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.running import Forecast
from otherminds.arena.statistics import Interval
from otherminds.arena.store import Row, Store
from otherminds.contracts import OptionError
from otherminds.lab import Arm, Claim, Estimate, Evidence, choose_claims, claims_of
from otherminds.lab import report as reports
from otherminds.lab.claims import UNKNOWN
from otherminds.lab.kept import Kept
from otherminds.lab.replays import final_state, published_types, seen_in
from otherminds.lab.running import judge, play, run_claims
from otherminds.lab.statistics import (
    bootstrap,
    difference,
    games_are_independent,
    least_lead,
    least_step,
    mean,
    not_significant,
    share,
    strata_share,
    t_over_opponents,
    unit_means,
)
from otherminds.lab.stevinson import arms, legacy, measures, people
from otherminds.lab.unfinished import keep_leftovers, store_path

GAMES = {"smoke": 4, "quick": 4, "standard": 8, "full": 8}
PAIR = Tournament(game="othello", players=("max_value", "random"), options=(("size", 4),), seed=1)
DEPENDENT = replace(PAIR, series=2)  # so that blocks are units


def rows(wins: Sequence[Sequence[float]]) -> list[Row]:
    """For each block the results of player 0, who turns with the table."""
    made = []
    for block, games in enumerate(wins):
        for match, won in enumerate(games):
            seats = (0, 1) if match % 2 == 0 else (1, 0)
            value = 2 * won - 1
            returns = (value, -value) if match % 2 == 0 else (-value, value)
            made.append(Row(0, block, match, seats, returns, (1, 1), (0.0, 0.0), (), None, None))
    return made


def evidence(**wins: Sequence[Sequence[Sequence[float]]]) -> Evidence:
    """Arms by name; for each opponent, blocks of games."""
    return Evidence(
        {name: [Results(DEPENDENT, rows(blocks)) for blocks in own] for name, own in wins.items()}
    )


def claim(**options: object) -> Claim:
    given: dict[str, object] = {
        "id": "S1",
        "text": "it is so",
        "settings": {},
        "statistic": lambda found, null: UNKNOWN,
        "direction": 1,
    }
    return Claim(**{**given, **options})  # type: ignore[arg-type]


# Verdicts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "p_value", "verdict"),
    [
        ((0.08, 0.05, 0.11), 0.001, "reproduced"),
        ((0.14, 0.12, 0.16), 0.001, "reproduced"),  # within the band of the source's own luck
        ((0.20, 0.16, 0.24), 0.001, "direction only"),
        ((0.08, 0.05, 0.11), 0.06, "undecided"),  # not after adjustment
        ((0.02, -0.01, 0.05), 0.1, "undecided"),
        ((-0.04, -0.06, -0.02), 0.001, "refuted"),
        ((0.0, -0.01, 0.01), 1.0, "size excluded"),  # nothing of the size that is reported
        ((0.0, -0.04, 0.04), 1.0, "undecided"),
        ((math.nan, 0.0, 1.0), None, "undecided"),
        ((0.08, 0.05, 0.11), None, "reproduced"),  # nothing to adjust
    ],
)
def test_verdicts_on_directions(
    value: tuple[float, float, float], p_value: float | None, verdict: str
) -> None:
    assert claim(figure=0.08, band=0.05).verdict(Interval(*value), p_value) == verdict


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ((0.005, -0.01, 0.02), "reproduced"),
        ((0.01, -0.01, 0.03), "undecided"),
        ((0.05, 0.03, 0.07), "refuted"),
        ((-0.05, -0.07, -0.03), "refuted"),
    ],
)
def test_verdicts_on_no_difference(value: tuple[float, float, float], verdict: str) -> None:
    assert claim(direction=0, margin=0.02).verdict(Interval(*value)) == verdict


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ((0.81, 0.78, 0.84), "reproduced"),
        ((0.81, 0.70, 0.90), "undecided"),  # too few games to say
        ((0.85, 0.83, 0.87), "undecided"),
        ((0.95, 0.93, 0.97), "refuted"),
    ],
)
def test_verdicts_on_figures_alone(value: tuple[float, float, float], verdict: str) -> None:
    alone = claim(direction=None, figure=0.81, band=0.036)
    assert alone.verdict(Interval(*value), 0.001) == verdict


def test_claims_that_lower_are_judged_the_other_way_round() -> None:
    fall = claim(direction=-1, figure=-0.10, band=0.05)
    assert fall.verdict(Interval(-0.09, -0.12, -0.06), 0.001) == "reproduced"
    assert fall.verdict(Interval(0.03, 0.01, 0.05), 0.001) == "refuted"


def test_p_values_are_adjusted_within_a_family_and_only_the_first_setting_is_judged() -> None:
    def tested(p_value: float) -> Claim:
        number = int(1000 * p_value)
        result = Estimate(Interval(0.1, 0.01, 0.2), p_value)
        settings: dict[str, tuple[Arm, ...]] = {"source": (), "20": ()}
        return claim(id=f"S{number}", settings=settings, statistic=lambda e, n: result)

    family = [tested(0.01), tested(0.02), tested(0.04)]
    control = claim(
        id="C1",
        settings={"x": ()},
        statistic=lambda e, n: Estimate(Interval(0.1, 0.01, 0.2), 0.04),
    )
    figure = claim(
        id="S99",
        direction=None,
        figure=0.1,
        band=0.2,
        settings={"x": ()},
        statistic=lambda e, n: Estimate(Interval(0.1, 0.01, 0.2), 0.04),
    )
    found = judge([*family, control, figure], lambda arm: [])
    assert [f.p_value for f in found] == [pytest.approx(0.03), 0.04, 0.04, 0.04, None]
    assert [rung.setting for rung in found[0].rungs] == ["source", "20"]
    assert found[0].beside == "reproduced at 20"
    assert found[4].verdict == "reproduced"


def test_a_p_value_that_does_not_survive_adjustment_decides_nothing() -> None:
    many = [
        claim(
            id=f"S{number}",
            settings={"x": ()},
            statistic=lambda e, n: Estimate(Interval(0.1, 0.01, 0.2), 0.03),
        )
        for number in range(1, 4)
    ]
    assert {finding.verdict for finding in judge(many, lambda arm: [])} == {"undecided"}
    assert judge(many[:1], lambda arm: [])[0].verdict == "reproduced"


def test_where_the_figure_appears_is_told() -> None:
    values = {"source": 0.99, "10": 0.6, "20": 0.80, "40": 0.9}
    seen = iter(values.values())

    def statistic(found: Evidence, null: float) -> Estimate:
        middle = next(seen)
        return Estimate(Interval(middle, middle - 0.01, middle + 0.01))

    rate = claim(
        direction=1,
        null=0.5,
        figure=0.81,
        band=0.036,
        settings=dict.fromkeys(values, ()),
        statistic=statistic,
    )
    finding = judge([rate], lambda arm: [])[0]
    assert finding.verdict == "direction only"
    assert "the figure appears at 20" in finding.beside
    assert "reproduced at 20; direction only at 10, 40" in finding.beside


# Statistics ------------------------------------------------------------------------------------


def test_games_without_a_common_deal_are_units_of_their_own() -> None:
    assert games_are_independent(PAIR)
    assert not games_are_independent(DEPENDENT)
    dealt = Tournament(game="leduc", players=("random", "search(iterations=1)"), seed=1)
    dealt_too = Tournament(game="bazaar", players=("random", "greedy"), seed=1)
    assert not (games_are_independent(dealt) and games_are_independent(dealt_too))
    games = rows([[1, 0], [1, 1]])
    assert unit_means(Results(DEPENDENT, games)) == {(0, -1): 0.5, (1, -1): 1.0}
    single = {(0, 0): 1.0, (0, 1): 0.0, (1, 0): 1.0, (1, 1): 1.0}
    assert unit_means(Results(PAIR, games)) == single


def test_every_opponent_counts_the_same() -> None:
    # 100 % of two blocks and 50 % of four: the mean of the two rates, not of the six blocks.
    found = evidence(a=[[[1, 1], [1, 1]], [[1, 0], [0, 1], [1, 0], [0, 1]]])
    estimate = share("a")(found, 0.5)
    assert estimate.value.estimate == pytest.approx(0.75)
    assert "by opponent 100.0%, 50.0%" in estimate.detail


def test_a_share_of_one_opponent_with_independent_games_is_wilsons() -> None:
    from otherminds.arena.statistics import wilson

    wins = [1.0] * 60 + [0.0] * 40
    value = strata_share([wins], 100)
    expected = wilson(60, 100)
    assert value.low == pytest.approx(expected.low, abs=1e-3)
    assert value.high == pytest.approx(expected.high, abs=1e-3)


def test_a_difference_by_hand() -> None:
    # Blocks of one opponent: +1, 0, 0, 0 wins of 2 games more. Signs of one difference can be
    # flipped in two ways, both as far from 0.
    found = evidence(a=[[[1, 1], [1, 0], [1, 0], [1, 0]]], b=[[[1, 0]] * 4])
    estimate = difference("a", "b")(found, 0.0)
    assert estimate.value.estimate == pytest.approx(0.125)
    assert estimate.p_value == 1.0
    found = evidence(a=[[[1, 1]] * 8], b=[[[1, 0]] * 8])
    # All eight differ alike: only 2 of 256 assignments of signs are as extreme.
    assert difference("a", "b")(found, 0.0).p_value == pytest.approx(2 / 256)


def test_an_interval_of_a_difference_keeps_its_width_at_the_ceiling() -> None:
    found = evidence(a=[[[1, 1]] * 20], b=[[[1, 1]] * 20])
    value = difference("a", "b")(found, 0.0).value
    assert value.estimate == 0
    assert value.low < -0.05
    assert value.high > 0.05


def test_pairing_narrows_the_interval_when_blocks_agree() -> None:
    luck = [[1, 1], [0, 0]] * 20
    better = [*luck[:-1], [1, 0]]
    paired = difference("a", "b")(evidence(a=[better], b=[luck]), 0.0).value
    shifted = [luck[(i + 1) % 40] for i in range(40)]
    crossed = difference("a", "b")(evidence(a=[better], b=[shifted]), 0.0).value
    assert paired.high - paired.low < 0.3 * (crossed.high - crossed.low)


def test_unequal_numbers_of_blocks_can_be_compared() -> None:
    found = evidence(a=[[[1, 1]] * 30], b=[[[1, 0]] * 200])
    estimate = difference("a", "b")(found, 0.0)
    assert estimate.value.estimate == pytest.approx(0.5)
    many = evidence(a=[[[1, 1], [1, 0]] * 15], b=[[[1, 0], [0, 0]] * 100])
    p_value = difference("a", "b")(many, 0.0).p_value
    assert p_value is not None
    assert p_value < 1e-6


def test_the_t_test_over_opponents_by_hand() -> None:
    # Differences of 0.5, 0.25 and 0.75: mean 0.5, standard deviation 0.25, t = 0.5 / (0.25 / √3).
    found = evidence(
        a=[[[1, 1]], [[1, 1], [1, 0]], [[1, 1], [1, 0]]],
        b=[[[1, 0]], [[1, 0], [1, 0]], [[0, 0], [0, 0]]],
    )
    t = 0.5 / (0.25 / math.sqrt(3))
    assert f"t over 3 opponents {t:.2f}, one-sided p 0.037" == t_over_opponents(found, "a", "b")


def test_orders_and_leads() -> None:
    found = evidence(
        a=[[[1, 1]] * 40], b=[[[1, 1], [1, 0]] * 20], c=[[[1, 0]] * 40], d=[[[0, 0]] * 40]
    )
    step = least_step("a", "b", "c", "d")(found, 0.0)
    assert step.value.estimate == pytest.approx(0.25)
    assert step.value.low > 0
    assert step.p_value == difference("a", "b")(found, 0.0).p_value  # all others are surer
    lead = least_lead("b", "c", "d")(found, 0.0)
    assert lead.value.estimate == pytest.approx(0.25)
    wrong = least_step("d", "b", "a")(found, 0.0)
    assert wrong.value.estimate == pytest.approx(-0.75)
    assert wrong.value.high < 0
    assert wrong.p_value == pytest.approx(2 * (difference("d", "b")(found, 0.0).p_value or 0))


def test_a_bootstrap_agrees_with_the_normal_interval_of_a_mean() -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(400, 1))
    value = bootstrap([table], lambda means: float(means[0][0]), 0.0).value
    half = 1.96 * float(table.std(ddof=1)) / 20
    assert value.low == pytest.approx(float(table.mean()) - half, abs=0.02)
    assert value.high == pytest.approx(float(table.mean()) + half, abs=0.02)


def test_how_often_a_small_experiment_sees_nothing() -> None:
    same = evidence(a=[[[1, 0], [1, 1]] * 20] * 3, b=[[[1, 1], [1, 0]] * 20] * 3)
    rarely = not_significant("a", "b", games=20)(same, 0.5).value
    assert rarely.estimate > 0.85  # a false alarm in 5 % at most, one-sided
    apart = [[[[1, 1]] * 40, [[1, 1], [1, 0]] * 20, [[1, 1]] * 40], [[[0, 0], [0, 1]] * 20] * 3]
    clear = evidence(a=apart[0], b=apart[1])
    assert not_significant("a", "b", games=80)(clear, 0.5).value.estimate < 0.05


def test_means_of_numbers_and_what_is_told_beside() -> None:
    found = evidence(a=[[[1, 1], [1, 0], [0, 0]]])
    estimate = mean("a", lambda r, row, seat: row.returns[seat], also={"one": lambda *g: 1.0})(
        found, 0.0
    )
    assert estimate.value.estimate == pytest.approx(0.0)
    assert estimate.detail == "one 1.00"


def test_nothing_played_is_undecided() -> None:
    empty = Evidence({name: [Results(PAIR, [])] for name in "ab"})
    for statistic in (
        share("a"),
        difference("a", "b"),
        least_step("a", "b"),
        not_significant("a", "b", games=10),
        mean("a", lambda *game: 1.0),
    ):
        assert math.isnan(statistic(empty, 0.0).value.estimate)


# Playing ---------------------------------------------------------------------------------------


def small_claim(number: int = 1, games: Mapping[str, int] = GAMES) -> Claim:
    return claim(
        id=f"S{number}",
        settings={"small": (Arm("MV", (PAIR,), games),)},
        statistic=share("MV"),
        null=0.5,
    )


def test_claims_are_played_once_resumed_and_extended(tmp_path: Path) -> None:
    told: list[Forecast] = []
    with Store(tmp_path / "claims.db") as store:
        first = run_claims([small_claim(1), small_claim(2)], store, workers=2, watch=told.append)
        assert [(p.done, p.total) for p in told][-1] == (4, 4)
        assert [f.games for f in first.findings] == [4, 4]
        told.clear()
        again = run_claims([small_claim(1)], store, workers=2, watch=told.append)
        assert [(p.done, p.total) for p in told] == [(4, 4)]  # nothing was left to play
        assert again.findings[0].judged == first.findings[0].judged
        more = run_claims([small_claim(1)], store, scale="standard", workers=0)
        assert more.findings[0].games == 8
        # A smaller scale looks at its own games only, whatever else is there.
        assert run_claims([small_claim(1)], store).findings[0].judged == first.findings[0].judged
    with Store(":memory:") as store:
        assert run_claims([small_claim(1)], store).findings[0].judged == first.findings[0].judged


def test_tournaments_are_played_side_by_side_to_the_end(tmp_path: Path) -> None:
    lasting = Tournament(
        game="othello", players=("agent6", "random"), options=(("size", 4),), seed=1, series=5
    )
    with Store(tmp_path / "claims.db") as store:
        play({PAIR: 100, lasting: 23}, store, workers=2)
        assert len(running.results(PAIR, store).rows) == 100
        assert len(running.results(lasting, store).rows) == 25  # whole series


@pytest.mark.slow
def test_a_killed_run_leaves_no_workers_and_goes_on(tmp_path: Path) -> None:
    path = store_path(tmp_path, ["othello"])
    arguments = f"reproduce stevinson --claims S25a --scale full --workers 2 --results {tmp_path}"
    command = f"import sys; sys.argv[1:] = {arguments.split()!r}; from otherminds.cli import main"
    process = subprocess.Popen([sys.executable, "-c", f"{command}; main()"])
    try:
        for _ in range(600):
            time.sleep(0.1)
            if path.exists() and (workers := children(process.pid)) and stored(path) > 20:
                break
    finally:
        process.kill()
        process.wait()
    for _ in range(100):
        time.sleep(0.1)
        if not any(Path(f"/proc/{worker}").exists() for worker in workers):
            break
    else:
        pytest.fail("Workers live on.")
    chosen = choose_claims(claims_of("stevinson"), "S25a")
    kept = Kept(tmp_path)
    assert keep_leftovers(kept) > 20
    with Store(":memory:") as store, Store(":memory:") as fresh:
        again = run_claims(chosen, store, scale="smoke", workers=0, kept=kept)
        alone = run_claims(chosen, fresh, scale="smoke", workers=0)
    assert again.findings[0].judged.estimate == alone.findings[0].judged.estimate


def children(parent: int) -> list[int]:
    """Worker processes, told from helpers of the interpreter by what they import."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            own = status.read_text().rpartition(")")[2].split()[1] == str(parent)
            if own and b"spawn_main" in (status.parent / "cmdline").read_bytes():
                found.append(int(status.parent.name))
    return found


def stored(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as file, contextlib.suppress(sqlite3.Error):
        return int(file.execute("SELECT count(*) FROM matches").fetchone()[0])
    return 0


def test_wrong_scales_and_workers_are_sentences() -> None:
    with Store(":memory:") as store:
        with pytest.raises(OptionError, match="Did you mean 'quick'"):
            run_claims([small_claim()], store, scale="quik")
        with pytest.raises(OptionError, match="from 0 to 1,024"):
            run_claims([small_claim()], store, workers=-1)


# Choosing --------------------------------------------------------------------------------------


def test_claims_are_chosen_by_id_range_and_part() -> None:
    claims = claims_of("stevinson")
    assert [c.id for c in choose_claims(claims, "s8")] == ["S8a", "S8b"]
    assert [c.id for c in choose_claims(claims, "S8b, S2")] == ["S2", "S8b"]
    assert [c.id for c in choose_claims(claims, "S3-S5")] == ["S3", "S4", "S5"]
    assert choose_claims(claims, "") == list(claims)
    for wrong in ("S", "3", "S99", "S3--S5", "S8a-S9"):
        with pytest.raises(OptionError):
            choose_claims(claims, wrong)


def test_all_claims_of_the_source_are_there() -> None:
    claims = claims_of("stevinson")
    numbers = {int("".join(filter(str.isdigit, c.id))) for c in claims if c.family == "S"}
    assert numbers == set(range(1, 27))
    assert len({c.id for c in claims}) == len(claims)
    for each in claims:
        assert each.direction is not None or each.figure is not None
        assert each.direction != 0 or each.margin > 0


# Replays ---------------------------------------------------------------------------------------


def short(player: str, opponent: str, games: int, series: int = 0) -> Results:
    setup = Tournament(
        game="othello",
        players=(player, opponent),
        options=arms.GAME_OPTIONS,
        seed=1,
        series=series,
    )
    with Store(":memory:") as store:
        running.run(setup, store, games=games, workers=0)
        return running.results(setup, store)


@pytest.mark.parametrize(("opponent", "series"), [("agent4", 0), ("agent5", 0), ("agent6", 4)])
def test_published_types_explain_every_move(opponent: str, series: int) -> None:
    results = short("max_value", opponent, 8, series)
    published = published_types(results, 1)
    assert len(published) == 8
    for row in results.rows:
        seat = row.seats.index(1)
        seen = seen_in(results.tournament, row, arms.types(), seat)
        names = published[row.line_up, row.block, row.match]
        assert len(names) == len(row.moves[seat::2])
        for ply, chances in zip(seen.plies, seen.chances, strict=True):
            assert chances[arms.TYPES.index(names[(ply - seat) // 2])] > 0


def test_arms_with_one_seed_meet_the_same_opponents() -> None:
    """Seeds pair: whoever plays, agent5 changes its types alike in the same game and colour."""
    first, second = (short(player, "agent5", 6) for player in ("max_value", "random"))
    for one, other in zip(first.rows, second.rows, strict=True):
        types = [measures.true_types(first, one), measures.true_types(second, other)]
        shared = min(map(len, types))
        assert shared > 5
        assert types[0][:shared] == types[1][:shared]
        assert one.moves != other.moves
    assert [row.seats for row in first.rows] == [row.seats for row in second.rows]


def test_only_policies_publish_types() -> None:
    results = short("search(iterations=1)", "agent4", 2)
    with pytest.raises(OptionError, match="publishes no types"):
        published_types(results, 0)


def test_discs_draws_and_half_wins() -> None:
    results = short("max_value", "agent4", 40)
    for row in results.rows:
        seat = row.seats.index(0)
        own, other = (measures.discs(results, row, s) for s in (seat, 1 - seat))
        assert 0 < own + other <= 64
        final = final_state(results.tournament, row)
        assert final.is_terminal()
        if own != other:
            assert (own > other) == (row.returns[seat] > 0)
            assert measures.half_for_draws(results, row, seat) == float(own > other)
        else:
            assert measures.half_for_draws(results, row, seat) == 0.5
            assert row.returns[1] > 0  # counted for White


def test_beliefs_held_before_each_move() -> None:
    results = short("max_value", "agent4", 4)
    for row in results.rows:
        seat = row.seats.index(1)
        held = measures.held_beliefs(results.tournament, row, seat, 5.0)
        truth = measures.true_types(results, row)
        assert len(held) == len(truth)
        assert list(held[0]) == pytest.approx([1 / 3] * 3)
        assert truth[:14] == [0] * 7 + [2] * 7
        assert set(truth[14:]) <= {1}
        sure = measures.belief_in_truth(5.0)(results, row, 1 - seat)
        assert 0.2 < sure < 0.9


# Reports ---------------------------------------------------------------------------------------


def test_a_report_rewrites_only_its_block(tmp_path: Path) -> None:
    chosen = choose_claims(claims_of("stevinson"), "S4")
    with Store(":memory:") as store:
        run = run_claims(chosen, store, scale="smoke", workers=0)
    page = tmp_path / "page.md"
    page.write_text(f"# Title\n\nbefore\n\n{reports.START}\nold\n{reports.END}\n\nafter\n")
    reports.write_report(str(page), "stevinson", "smoke", run)
    text = page.read_text()
    assert "old" not in text
    assert text.startswith("# Title\n\nbefore\n")
    assert text.endswith("\nafter\n")
    assert "| S4 |" in text
    reports.write_report(str(page), "stevinson", "smoke", run)
    assert page.read_text() == text
    fresh = tmp_path / "fresh.md"
    reports.write_report(str(fresh), "stevinson", "smoke", run)
    assert "seed 1: 60 games in 3 tournaments" in fresh.read_text()
    html = tmp_path / "page.html"
    reports.write_report(str(html), "stevinson", "smoke", run)
    assert "<table>" in html.read_text()
    with pytest.raises(OptionError, match=r"must end in \.html or \.md"):
        reports.write_report(str(tmp_path / "page.doc"), "stevinson", "smoke", run)


def test_the_variant_closest_to_the_reported_pattern_comes_first() -> None:
    def results(rate: float) -> list[Results]:
        wins = round(100 * rate)
        return [Results(PAIR, rows([[1.0]] * wins + [[0.0]] * (100 - wins)))]

    played = {}
    for (who, noise), figure in legacy.PATTERN.items():
        players = {"MCTS": arms.MCTS, "MV": arms.MV, "HBA": arms.GTW}
        player = arms.perturbed(players[who], noise) if noise else players[who]
        played[arms.SOURCE, player.name] = results(figure)
        if player.searches:
            played["20", player.name] = results(figure - 0.1)
    found = legacy.distances(played)
    assert [(each.variant, each.setting) for each in found] == [
        ("literal", "source"),
        ("literal", "20"),
    ]
    assert found[0].distance == pytest.approx(0.0)
    assert found[1].distance == pytest.approx(math.sqrt(4 / 6) * 0.1)


# People ----------------------------------------------------------------------------------------


def test_claims_about_people_need_games_of_people() -> None:
    controls = {"random": [short("random", "search(iterations=2)", 6)]}
    alone = people.runs()(Evidence(controls), 0.0)
    assert math.isnan(alone.value.estimate)
    assert people.NO_RECORDS in alone.detail
    assert "random" in alone.detail
    # Games of agents stand in for people.
    records = [row.moves for row in short("max_value", "mobility", 10).rows]
    found = Evidence(controls, records)
    assert people.runs()(found, 0.0).value.estimate < 4
    early = people.leads(0, "max_value")(found, 1 / 3)
    assert "controls in the same positions: random" in early.detail
    least = people.leads(0, *arms.TYPES)(found, 0.0)
    assert least.value.estimate == pytest.approx(1.0)
    more = people.leads_more(2, *arms.TYPES)(found, 0.0)
    assert more.value.estimate == pytest.approx(0.0)
