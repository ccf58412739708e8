"""Reports on co-operative games: who scores what with whom, and nothing about winning."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from rich.console import Console

from otherminds import load
from otherminds.arena import report, running
from otherminds.arena.cross_play import CrossPlay, is_cooperative
from otherminds.arena.findings import found_text
from otherminds.arena.plan import plan_tournament
from otherminds.arena.results import Results
from otherminds.arena.rows import Row
from otherminds.arena.store import Store
from otherminds.arena.terminal_report import terminal_report
from otherminds.contracts import OptionError
from tests.arena.test_reports import assert_self_contained

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

PLAYERS = ("iggi", "outer", "random")


@pytest.fixture(scope="module")
def teams() -> Results:
    planned = plan_tournament("hanabi", PLAYERS, options={"bombed": "kept"}, line_ups="teams")
    with Store(":memory:") as store:
        running.run(planned, store, games=90, workers=0)
        return running.results(planned, store)


def printed(results: Results, width: int) -> str:
    text = io.StringIO()
    Console(file=text, width=width).print(terminal_report(results, width))
    return text.getvalue()


def row(block: int, match: int, seats: tuple[int, int], score: float, **more: Any) -> Row:
    line_up = [[0, 0], [0, 1], [1, 1]].index(sorted(seats))
    values = {"forfeit": None, "reason": None, **more}
    return Row(
        line_up=line_up,
        block=block,
        match=match,
        seats=seats,
        returns=(score, score),
        acts=(1, 1),
        seconds=(0.0, 0.0),
        moves=(),
        **values,
    )


def by_hand() -> Results:
    planned = plan_tournament("hanabi", ["iggi", "outer"], line_ups="teams")
    rows = []
    for block, (first, mixed, second) in enumerate([(20, 10, 6), (22, 12, 8), (24, 14, 10)]):
        rows.append(row(block, 0, (0, 0), first))
        rows += [row(block, 0, (0, 1), mixed), row(block, 1, (1, 0), mixed + 2)]
        rows.append(row(block, 0, (1, 1), second))
    return Results(planned, rows)


def test_games_in_which_all_get_the_same_are_found_out() -> None:
    names = ("hanabi", "tiny_coop", "othello", "bazaar", "tic_tac_toe", "tiger")
    assert {name for name in names if is_cooperative(load(name))} == {"hanabi", "tiny_coop"}


def test_means_by_hand() -> None:
    played = by_hand().cross_play
    assert isinstance(played, CrossPlay)
    assert {pair: team.score.estimate for pair, team in played.teams.items()} == {
        (0, 0): 22.0,
        (0, 1): 13.0,
        (1, 0): 13.0,
        (1, 1): 8.0,
    }
    assert played.teams[0, 1].games == 6
    assert played.deals(0, mirror=False) == {0: 11.0, 1: 13.0, 2: 15.0}
    assert [s.games for s in played.standings] == [9, 9]
    assert played.leader(mirror=True) == 0


def test_a_forfeit_scores_least_and_is_told_everywhere() -> None:
    results = by_hand()
    lost = row(3, 0, (0, 1), 25.0, forfeit=1, reason="ValueError: no")
    results = Results(results.tournament, [*results.rows, lost])
    results.rows[-1] = Row(**{**results.rows[-1].__dict__, "returns": (25.0, 0.0)})
    assert results.cross_play is not None
    assert results.cross_play.deals(0, mirror=False)[3] == 0.0
    for text in (
        report.markdown_text(results),
        report.json_text(results),
        report.csv_text(results),
        report.html_text(results),
        printed(results, 80),
    ):
        assert "ValueError: no" in text
    assert "outer forfeited 1 game" in printed(results, 80)


def test_reports_have_scores_and_no_wins(teams: Results) -> None:
    document = json.loads(report.json_text(teams))
    assert "pairings" not in document
    assert len(document["teams"]) == 6
    assert set(document["standings"][0]) >= {"mirror", "strangers"}
    assert {"lives left", "clues left"} <= set(document["metrics"])
    page = assert_self_contained(report.html_text(teams)).words
    for text in (page, report.markdown_text(teams), printed(teams, 80)):
        for word in ("share %", "rating", "Win share", " won"):
            assert word not in text
        assert "With strangers" in text
        assert "scores most" in text
    assert "Who plays well with whom" in page


def test_the_best_with_itself_is_told(teams: Results) -> None:
    assert "With itself iggi scores most" in found_text(teams)


def test_two_who_have_met_nobody_else_are_not_compared() -> None:
    pair = plan_tournament("hanabi", ["iggi", "piers"], seed=1)
    with Store(":memory:") as store:
        running.run(pair, store, games=4, workers=0)
        text = found_text(running.results(pair, store))
    assert text.startswith("iggi and piers together score ")
    assert "most:" not in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_names_stay_however_narrow_the_terminal_is(teams: Results, width: int) -> None:
    lines = printed(teams, width).splitlines()
    assert max(map(len, lines)) <= width
    for player in PLAYERS:
        assert any(line.lstrip().startswith(player) for line in lines)


def test_only_options_that_are_set_otherwise_are_named(teams: Results) -> None:
    assert report.title(teams).startswith("hanabi, bombed='kept': ")
    assert report.title(by_hand()).startswith("hanabi: ")


def test_nobody_is_asked_who_wins() -> None:
    with pytest.raises(OptionError, match="everybody gets the same"):
        running.parse_until("iggi > outer", by_hand().tournament)
