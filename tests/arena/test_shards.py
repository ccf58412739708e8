"""Parts of a tournament that are played apart, and their files put into one."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds import OptionError
from otherminds.arena import running
from otherminds.arena.merging import merge
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.running import parse_until
from otherminds.arena.shards import Shard, parse_shard
from otherminds.arena.store import Store, StoreError
from otherminds.cli import cli
from tests.arena.runs import AGENTS, SMALL, facts, play

pytestmark = pytest.mark.slow

PLAYERS = ["random", "mobility", "max_disk"]


def planned(**more: Any) -> Tournament:
    return plan_tournament("othello", PLAYERS, options=SMALL, seed=3, **more)


def play_shard(tournament: Tournament, path: Path, part: str, games: int, workers: int = 0) -> int:
    with Store(path) as store:
        status = running.run(
            tournament, store, games=games, workers=workers, shard=parse_shard(part)
        )
    assert status.done == status.total
    return status.done


def stored(tournament: Tournament, path: Path) -> list[tuple[Any, ...]]:
    with Store(path, reading=True) as store:
        return facts(running.results(tournament, store).rows)


@pytest.mark.parametrize("series", [0, 3])
@pytest.mark.parametrize("workers", [0, 1])
def test_shards_together_are_the_tournament(tmp_path: Path, series: int, workers: int) -> None:
    tournament = planned(series=series)
    counts = [
        play_shard(tournament, tmp_path / f"{n}.db", f"{n}/4", 54, workers) for n in (1, 2, 3, 4)
    ]
    whole, status = play(tournament, 54)
    assert sum(counts) == status.total == len(whole)
    assert max(counts) - min(counts) <= tournament.games_in_round()
    files = [tmp_path / f"{n}.db" for n in (1, 2, 3, 4)]
    done = merge(files, tmp_path / "all.db")
    assert [one.added for one in done] == counts
    assert stored(tournament, tmp_path / "all.db") == facts(whole)


def test_more_games_later_play_only_what_is_missing(tmp_path: Path) -> None:
    tournament = planned()
    for n in (1, 2):
        first = play_shard(tournament, tmp_path / f"{n}.db", f"{n}/2", 30)
        before = stored(tournament, tmp_path / f"{n}.db")
        assert play_shard(tournament, tmp_path / f"{n}.db", f"{n}/2", 60) > first
        assert set(before) < set(stored(tournament, tmp_path / f"{n}.db"))
    merge([tmp_path / "1.db", tmp_path / "2.db"], tmp_path / "all.db")
    assert stored(tournament, tmp_path / "all.db") == facts(play(tournament, 60)[0])


def test_a_merged_store_is_gone_on_with(tmp_path: Path) -> None:
    """Also where a shard is missing, whose games are then played here."""
    tournament = planned()
    for n in (1, 3):
        play_shard(tournament, tmp_path / f"{n}.db", f"{n}/3", 36)
    merge([tmp_path / "1.db", tmp_path / "3.db"], tmp_path / "all.db")
    with Store(tmp_path / "all.db") as store:
        status = running.run(tournament, store, games=36, workers=0)
    assert 0 < status.resumed < status.total == status.done
    assert stored(tournament, tmp_path / "all.db") == facts(play(tournament, 36)[0])


def test_merging_twice_adds_nothing_and_several_tournaments_stay_apart(tmp_path: Path) -> None:
    one, two = planned(), plan_tournament("leduc", ["random", "honest"], seed=4)
    path = tmp_path / "1.db"
    play_shard(one, path, "1/2", 30)
    play_shard(two, path, "2/2", 20)
    first = merge([path], tmp_path / "all.db")
    again = merge([path, path], tmp_path / "all.db")
    assert [merged.added for merged in again] == [0] * 4
    assert [merged.known for merged in again[:2]] == [merged.added for merged in first]
    for tournament in (one, two):
        assert stored(tournament, tmp_path / "all.db") == stored(tournament, path)


def test_different_games_in_one_place_are_not_mixed(tmp_path: Path) -> None:
    tournament = planned()
    for n in (1, 2):
        play_shard(tournament, tmp_path / f"{n}.db", "1/2", 12)
    with Store(tmp_path / "2.db") as store:  # as another build would have it
        number = store.number(tournament)
        assert number is not None
        (_, values), *_ = store.rows_as_stored(number)
        assert values is not None
        line_up, block, match, result, moves, reason = values
        store.replace(number, [(line_up, block, match, result, moves[:-1] + b"\x00", reason)])
    merge([tmp_path / "1.db"], tmp_path / "all.db")
    with pytest.raises(StoreError, match="went otherwise"):
        merge([tmp_path / "2.db"], tmp_path / "all.db")


def test_damaged_rows_are_left_out_and_counted(tmp_path: Path) -> None:
    tournament = planned()
    played = play_shard(tournament, tmp_path / "1.db", "1/1", 12)
    with sqlite3.connect(tmp_path / "1.db") as file:
        file.execute("UPDATE matches SET moves = x'00' WHERE line_up = 0 AND block = 0")
    (done,) = merge([tmp_path / "1.db"], tmp_path / "all.db")
    assert (done.damaged, done.added) == (2, played - 2)


def test_merging_imports_and_starts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = plan_tournament("othello", [f"{AGENTS}.Chooser", "random"], options=SMALL)
    play_shard(tournament, tmp_path / "1.db", "1/1", 4)
    monkeypatch.setattr("otherminds.contracts.importing.importlib.import_module", None)
    (done,) = merge([tmp_path / "1.db"], tmp_path / "all.db")
    assert done.added == 4


@pytest.mark.parametrize("text", ["0/4", "5/4", "1", "a/b", "1/0", "-1/4", "1/4/2", "1/9999999"])
def test_parts_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="shard"):
        parse_shard(text)


def test_a_shard_cannot_answer_a_question() -> None:
    tournament = planned()
    question = parse_until("mobility > random", tournament)
    with Store(":memory:") as store, pytest.raises(OptionError, match="merge the shards"):
        running.run(tournament, store, games=20, workers=0, until=question, shard=Shard(1, 2))


def test_what_cannot_be_merged_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no store")
    play_shard(planned(), tmp_path / "1.db", "1/1", 6)
    with pytest.raises(StoreError):
        merge([tmp_path / "text"], tmp_path / "all.db")
    with pytest.raises(StoreError, match="no file"):
        merge([tmp_path / "none.db"], tmp_path / "all.db")
    assert not (tmp_path / "all.db").exists()
    with pytest.raises(OptionError, match="into itself"):
        merge([tmp_path / "1.db"], tmp_path / "1.db")


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = ["tournament", "othello", "--agents", "random, mobility", "--games", "20"]
    for n in ("1", "2"):
        part = [*line, "--shard", f"{n}/2", "--store", f"{n}.db", "--workers", "0"]
        assert CliRunner().invoke(cli, part, catch_exceptions=False).exit_code == 0
    merged = CliRunner().invoke(cli, ["merge", "all.db", "1.db", "2.db"], catch_exceptions=False)
    assert merged.output.count("10 new games, 0 known.") == 2
    told = CliRunner().invoke(cli, ["report", "all.db"], catch_exceptions=False)
    assert "20 games" in told.output
