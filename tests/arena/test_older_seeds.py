"""Results that were played when seeds meant other deals: read, and not replayed wrongly."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from otherminds.arena import running
from otherminds.arena.checking import check, repair
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.store import Store, StoreError
from otherminds.cli import cli
from otherminds.contracts import FormatError
from otherminds.contracts.streams import STREAMS, is_dealt
from otherminds.games import load
from otherminds.interop.played import PlayedGame, read_played, write_played

DEALT = plan_tournament("kuhn_poker", ["random", "is_mcts(iterations=3)"])
PLAIN = plan_tournament("tic_tac_toe", ["random", "search(iterations=2)"])


def older(path: Path, tournament: Tournament) -> Path:
    """A file as earlier builds wrote it."""
    with Store(path) as store:
        running.run(tournament, store, games=8, workers=0)
    with sqlite3.connect(path) as file:
        file.execute(
            "UPDATE experiments SET description = json_remove(description, '$.streams'), "
            "key = '0123456789abcdef'"
        )
    file.close()
    with Store(path) as store:
        (stored,) = store.tournaments()
        seal = stored.checksum()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE experiments SET checksum = ?", (seal,))
    file.close()
    return path


def test_games_that_are_dealt() -> None:
    assert DEALT.description()["streams"] == STREAMS
    assert {
        name: is_dealt(load(name)) for name in ("othello", "tic_tac_toe", "hanabi", "tiger")
    } == {
        "othello": False,
        "tic_tac_toe": False,
        "hanabi": True,
        "tiger": True,
    }


def test_results_are_read_and_deals_are_not_made_up(tmp_path: Path) -> None:
    path = older(tmp_path / "old.db", DEALT)
    with Store(path) as store:
        (stored,) = store.tournaments()
        assert stored.damage is None
        assert len(list(store.rows(stored.number))) == 8
        with pytest.raises(StoreError, match="seeds meant other deals"):
            stored.tournament.initial_state(0, 0, 0)
    report = CliRunner().invoke(cli, ["report", str(path)])
    assert report.exit_code == 0, report.output
    replay = CliRunner().invoke(cli, ["replay", str(path), "--all"])
    assert isinstance(replay.exception, StoreError)
    assert "its games cannot be replayed" in str(replay.exception)


def test_where_nothing_is_dealt_games_are_replayed(tmp_path: Path) -> None:
    path = older(tmp_path / "old.db", PLAIN)
    assert CliRunner().invoke(cli, ["replay", str(path)]).exit_code == 0


def test_a_check_finds_no_fault_with_them_and_repairs_nothing(tmp_path: Path) -> None:
    path = older(tmp_path / "old.db", DEALT)
    with Store(path) as store:
        (found,) = check(store)
        assert (found.rows, found.damaged) == (8, [])
        with pytest.raises(StoreError, match="cannot be played again"):
            repair(store, found)


def test_going_on_is_another_tournament(tmp_path: Path) -> None:
    path = older(tmp_path / "old.db", DEALT)
    with Store(path) as store:
        running.run(DEALT, store, games=4, workers=0)
        assert sorted(stored.matches for stored in store.tournaments()) == [4, 8]


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe"])
def test_games_of_people(name: str, tmp_path: Path) -> None:
    game: Any = load(name)
    path = tmp_path / "games.jsonl"
    played = PlayedGame(
        game=game, person=0, players=("", "random"), seed=1, moves=(), beliefs=(), returns=None
    )
    write_played(path, [played])
    assert len(read_played(path)) == 1
    values = json.loads(path.read_text())
    assert values.pop("streams") == STREAMS
    path.write_text(json.dumps(values) + "\n")
    if name == "tic_tac_toe":
        assert len(read_played(path)) == 1
    else:
        with pytest.raises(FormatError, match="seeds meant other deals"):
            read_played(path)
