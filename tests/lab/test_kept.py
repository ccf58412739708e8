"""Results that last: what a file holds, what is taken up, replayed and refused."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.running import Forecast
from otherminds.arena.store import Row, Store, StoreError
from otherminds.lab import Arm, Claim, claims_of, run_claims
from otherminds.lab.estimates import EARLIER, MEASURED, Estimates
from otherminds.lab.kept import BLOCKS_WITH_MOVES, Kept, identity, is_replayable
from otherminds.lab.kept_rows import NOT_KEPT, KeptRow, digest
from otherminds.lab.numbers import computed_numbers, numbers_of
from otherminds.lab.reproduce import reproduce
from otherminds.lab.running import games_needed, judge_kept
from otherminds.lab.signature import probes, signature
from otherminds.lab.statistics import share
from otherminds.lab.unfinished import keep_leftovers, store_path
from otherminds.lab.verify import verify

SMALL = (("size", 4),)
POLICIES = Tournament(game="othello", players=("max_value", "random"), options=SMALL, seed=1)
SEARCH = replace(POLICIES, players=("search(iterations=5)", "random"))
SERIES = replace(POLICIES, players=("agent6", "random"), series=3)
GAMES = {"smoke": 4, "quick": 6, "standard": 10, "full": 20}


def played(tournament: Tournament, games: int) -> list[Row]:
    with Store(":memory:") as store:
        running.run(tournament, store, games=games, workers=0)
        return running.results(tournament, store).rows


def claim(tournament: Tournament = POLICIES, **options: object) -> Claim:
    given: dict[str, object] = {
        "id": "S1",
        "text": "it is so",
        "settings": {"small": (Arm("MV", (tournament,), GAMES),)},
        "statistic": share("MV"),
        "direction": 1,
        "null": 0.5,
    }
    return Claim(**{**given, **options})  # type: ignore[arg-type]


# Files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tournament", [POLICIES, SEARCH, SERIES])
def test_rows_come_back_as_they_were_but_for_their_times(
    tournament: Tournament, tmp_path: Path
) -> None:
    rows, kept = played(tournament, 12), Kept(tmp_path)
    assert kept.keep(tournament, rows, "build") == len(rows)
    for before, after in zip(rows, kept.rows(tournament), strict=True):
        assert replace(before, seconds=(0.0, 0.0)) == Row(
            **{name: getattr(after, name) for name in Row.__dataclass_fields__}
        )
        assert after.build == "build"
        assert after.digest == digest(before.moves)
        assert after.numbers == computed_numbers(tournament, before)


def test_bytes_depend_on_the_rows_only(tmp_path: Path) -> None:
    rows = played(POLICIES, 12)
    once, twice = Kept(tmp_path / "a"), Kept(tmp_path / "b")
    once.keep(POLICIES, rows, "build")
    twice.keep(POLICIES, rows[6:], "build")
    assert twice.keep(POLICIES, rows, "build") == 6
    assert twice.keep(POLICIES, rows, "another build") == 0
    assert once.path(POLICIES).read_bytes() == twice.path(POLICIES).read_bytes()
    assert [path.name for path in (tmp_path / "b" / "othello").iterdir()] == [
        once.path(POLICIES).name
    ]


def test_moves_stay_where_a_search_has_played_and_of_the_first_blocks(tmp_path: Path) -> None:
    games, kept = 2 * BLOCKS_WITH_MOVES + 10, Kept(tmp_path)
    for tournament in (POLICIES, SEARCH):
        kept.keep(tournament, played(tournament, games), "build")
    assert all(len(row.moves) for row in kept.rows(SEARCH))
    without = [row for row in kept.rows(POLICIES) if row.moves is NOT_KEPT]
    assert {row.block for row in without} == set(range(BLOCKS_WITH_MOVES, games // 2))
    for ask in (list, len, bool, lambda moves: moves[0]):
        if ask is bool:
            assert not ask(without[0].moves)
            continue
        with pytest.raises(StoreError, match="moves of this match were not kept"):
            ask(without[0].moves)
    discs = numbers_of(POLICIES, without[0])
    assert 0 < discs["black"] + discs["white"] <= 16


def test_of_series_only_whole_ones_are_kept(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    assert kept.keep(SERIES, played(SERIES, 6)[:5], "build") == 3


def test_what_may_play_otherwise_is_another_experiment() -> None:
    others = [SEARCH, SERIES, replace(POLICIES, seed=2), replace(POLICIES, options=())]
    assert len({identity(each) for each in (POLICIES, *others)}) == 5
    assert identity(POLICIES) == identity(replace(POLICIES, line_ups=((0, 1),)))


def test_budgets_in_seconds_are_marked() -> None:
    timed = "search(others=policies(search(seconds=0.1)), iterations=5)"
    assert is_replayable(SEARCH)
    assert not is_replayable(replace(POLICIES, players=(timed, "random")))
    assert not is_replayable(replace(POLICIES, move_seconds=1.0))


def test_damage_is_a_sentence(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.keep(POLICIES, played(POLICIES, 4), "build")
    path = kept.path(POLICIES)
    whole = path.read_bytes()
    for data in (b"", whole[:-20], b"x" + whole, lzma.compress(b"{}\n")):
        path.write_bytes(data)
        with pytest.raises(StoreError, match="damaged"):
            kept.rows(POLICIES)
    path.write_bytes(lzma.compress(b'{"layout": 99}\n'))
    with pytest.raises(StoreError, match="reads layout 1"):
        kept.rows(POLICIES)


# Taking up -------------------------------------------------------------------------------------


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    kept, told = Kept(tmp_path), list[Forecast]()
    with Store(":memory:") as store:
        first = run_claims([claim()], store, scale="standard", workers=0, kept=kept)
    with Store(":memory:") as store:
        again = run_claims(
            [claim()], store, scale="standard", workers=0, kept=kept, watch=told.append
        )
        assert [(p.done, p.total) for p in told] == [(10, 10)]
        assert again.findings[0].judged == first.findings[0].judged
        assert not running.results(POLICIES, store).rows
        more = run_claims([claim()], store, scale="full", workers=0, kept=kept)
        assert more.findings[0].games == 20
        assert len(running.results(POLICIES, store).rows) == 10
    with Store(":memory:") as store:
        fresh = run_claims([claim()], store, scale="full", workers=0)
    assert fresh.findings[0].judged.estimate == more.findings[0].judged.estimate


def test_claims_are_judged_at_the_largest_scale_whose_games_are_all_there(tmp_path: Path) -> None:
    kept, rows = Kept(tmp_path), played(POLICIES, 20)
    (nothing,) = judge_kept("stevinson", [claim()], kept).findings
    assert (nothing.verdict, nothing.games) == ("not played", 0)
    kept.keep(POLICIES, rows[:8], signature("othello"))
    (finding,) = judge_kept("stevinson", [claim()], kept).findings
    assert (finding.games, finding.judged.scale, finding.judged.older) == (6, "quick", 0)
    kept.keep(POLICIES, rows, "an older build")
    (finding,) = judge_kept("stevinson", [claim()], kept).findings
    assert (finding.games, finding.judged.scale, finding.judged.older) == (20, "full", 12)


def test_what_a_kill_left_behind_is_kept_under_its_own_signature(tmp_path: Path) -> None:
    left = tmp_path / "unfinished+hanabi-0+othello-0123.db"
    with Store(left) as store:
        running.run(POLICIES, store, games=4, workers=0)
    kept = Kept(tmp_path)
    assert keep_leftovers(kept) == 4
    assert keep_leftovers(kept) == 0
    assert {row.build for row in kept.rows(POLICIES)} == {"0123"}
    assert store_path(tmp_path, ["othello"]).name == f"unfinished+othello-{signature('othello')}.db"


# Replaying -------------------------------------------------------------------------------------


def test_a_sample_is_replayed_and_what_cannot_be_is_counted(tmp_path: Path) -> None:
    kept, own = Kept(tmp_path), signature("othello")
    for tournament in (POLICIES, SEARCH, SERIES):
        kept.keep(tournament, played(tournament, 12), own)
    older = replace(POLICIES, seed=5)
    kept.keep(older, played(older, 4), "older")
    timed = replace(POLICIES, players=("search(seconds=0.001)", "random"))
    kept.keep(timed, played(timed, 2), own)
    found = verify(kept, 1_000)
    assert (found.games, found.replayed, found.different) == (36, 36, [])
    assert dict(found.older) == {("othello", "older"): 4}
    assert found.timed == 2
    assert verify(kept, 5, seed=3).replayed == 5


def test_a_row_that_plays_otherwise_is_named_and_the_command_fails(tmp_path: Path) -> None:
    kept, rows = Kept(tmp_path), played(SEARCH, 4)
    false = replace(rows[2], moves=rows[3].moves, returns=rows[3].returns)
    kept.keep(SEARCH, [*rows[:2], false], signature("othello"))
    found = verify(kept, 10)
    assert found.replayed == 3
    assert len(found.different) == 1
    assert "block 1, match 0" in found.different[0]
    told = CliRunner().invoke(reproduce, ["--verify", "10", "--results", str(tmp_path)])
    assert told.exit_code
    assert "2 of 3 games replayed" in told.output


def test_a_signature_covers_every_game_of_the_claims_and_is_always_the_same() -> None:
    games = {
        tournament.game
        for source in ("stevinson", "ledford", "dobre")
        for tournament in games_needed(claims_of(source), "full")
    }
    assert all(len(probes(game)) > 5 for game in (*games, "hanabi", "tiny_coop"))
    first = signature("othello")
    signature.cache_clear()
    assert signature("othello") == first


# Estimates without rows ------------------------------------------------------------------------


def test_earlier_figures_give_way_to_as_many_games(tmp_path: Path) -> None:
    (tmp_path / EARLIER).mkdir()
    (tmp_path / EARLIER / "stevinson.json").write_text(
        '{"S1, small": {"value": [0.9, 0.8, 0.95], "p_value": 0.001, "detail": "", '
        '"at_limit": false, "games": 7, "build": "0.1.0"}}'
    )
    kept, rows = Kept(tmp_path), played(POLICIES, 10)
    kept.keep(POLICIES, rows[:6], signature("othello"))
    (finding,) = judge_kept("stevinson", [claim()], kept).findings
    assert (finding.verdict, finding.games, finding.judged.mark) == ("reproduced", 7, EARLIER)
    kept.keep(POLICIES, rows, signature("othello"))
    (finding,) = judge_kept("stevinson", [claim()], kept).findings
    assert (finding.games, finding.judged.mark) == (10, "")


def test_what_is_measured_on_the_spot_is_noted_and_not_measured_again(tmp_path: Path) -> None:
    told = CliRunner().invoke(
        reproduce, ["ledford", "--claims", "L14", "--scale", "smoke", "--results", str(tmp_path)]
    )
    assert told.exit_code == 0, told.output
    noted = Estimates(tmp_path, MEASURED, "ledford").of("L14", "sheet of the thesis")
    assert noted is not None
    chosen = [each for each in claims_of("ledford") if each.id == "L14"]
    (finding,) = judge_kept("ledford", chosen, Kept(tmp_path)).findings
    assert finding.judged.estimate == noted.estimate
    assert finding.judged.mark == MEASURED


def test_the_row_of_a_match_says_all_that_it_has() -> None:
    row = KeptRow(0, 0, 0, (0, 1), (1.0, -1.0), (1, 1), (0.0, 0.0), (3,), None, None)
    assert (row.build, row.digest, row.numbers) == ("", "", ())
