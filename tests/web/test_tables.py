"""Tables in this process: rules of taking back, rematches, forfeits, results that commands read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from otherminds import Thought
from otherminds.arena.metrics import replayed
from otherminds.arena.store import Store
from otherminds.cli import cli
from otherminds.contracts import OptionError
from otherminds.interop.played import read_played
from otherminds.learn import records_of_store
from otherminds.web.looking_back import download, history, look_at, match_of
from otherminds.web.news import state_for
from otherminds.web.requests import Download, LookAt
from otherminds.web.tables import Tables
from tests.web.tables import PATIENCE, closed, created, opened, play_out, sat, until, waits_for


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    found = opened(tmp_path / "tables.db")
    yield found
    closed(found)


def test_a_finished_game_is_a_match_of_the_results_file(tables: Tables, tmp_path: Path) -> None:
    settings = created(tables, "othello", "me", "mobility", options={"size": 4}, seed=3)
    sitting = sat(tables, settings.tokens[0])
    play_out(sitting.table, 0)
    until(lambda: sitting.table.result is not None)
    with Store(tmp_path / "tables.db", reading=True) as store:
        (stored,) = store.tournaments()
        (row,) = store.rows(stored.number)
        match = replayed(stored.tournament, row)
    assert match.players == ("person", "mobility")
    assert list(match.moves) == sitting.table.moves
    assert row.returns == sitting.table.result[0]  # type: ignore[index]
    path = str(tmp_path / "tables.db")
    for command in (["report", path], ["replay", path, "--all"], ["check", path]):
        ran = CliRunner().invoke(cli, command)
        assert ran.exit_code == 0, ran.output
    report = CliRunner().invoke(cli, ["report", path])
    assert "mobility" in report.output
    assert "person" in report.output


def test_commands_about_people_read_the_results_file(tables: Tables, tmp_path: Path) -> None:
    sitting = sat(tables, created(tables, "othello", "me", "random", seed=3).tokens[0])
    play_out(sitting.table, 0)
    until(lambda: sitting.table.over)
    path = str(tmp_path / "tables.db")
    seen = CliRunner().invoke(
        cli, ["recognise", "othello", "--games", path, "--controls", "random"]
    )
    assert seen.exit_code == 0, seen.output
    assert "1 game of" in seen.output
    (record,) = records_of_store(path, "person")
    assert record.seats == (0,)
    assert list(record.actions) == [action for _, action in sitting.table.moves]
    analysed = CliRunner().invoke(
        cli, ["analyse", "--store", path, "--match", "0", "--agent", "search(iterations=20)"]
    )
    assert analysed.exit_code == 0, analysed.output


def test_a_rematch_is_another_deal_and_swap_turns_the_table(tables: Tables, tmp_path: Path) -> None:
    settings = created(tables, "leduc", "me", "honest", seed=3)
    sitting = sat(tables, settings.tokens[0])
    for number in range(3):
        play_out(sitting.table, sitting.seat or 0)
        until(lambda: sitting.table.over)
        if number < 2:
            sitting.table.rematch(swap=True)
    assert sitting.seat == 0
    with Store(tmp_path / "tables.db", reading=True) as store:
        (stored,) = store.tournaments()
        rows = list(store.rows(stored.number))
    assert [(row.block, row.match, row.seats) for row in rows] == [
        (0, 0, (0, 1)),
        (1, 1, (1, 0)),
        (2, 0, (0, 1)),
    ]


def test_who_resigns_gets_the_least(tables: Tables) -> None:
    settings = created(tables, "othello", "me", "mobility", options={"size": 4})
    sitting = sat(tables, settings.tokens[0])
    sitting.table.resign(0)
    until(lambda: sitting.table.over)
    assert sitting.table.result == ((-1.0, 1.0), 0, "resigned")
    state = state_for(sitting.table, 0, 0)
    assert state.over
    assert state.ending == "Black forfeited: resigned."
    with pytest.raises(OptionError, match="The game is over"):
        sitting.table.act(0, 0, 0)


def test_who_has_no_time_left_forfeits(tables: Tables) -> None:
    settings = created(tables, "othello", "me", "mobility", clock={"seconds": 0.05})
    sitting = sat(tables, settings.tokens[0])
    until(lambda: sitting.table.over)
    assert sitting.table.result is not None
    assert sitting.table.result[1:] == (0, "no time was left")
    assert state_for(sitting.table, 0, 0).clocks is not None


def test_an_agent_that_fails_forfeits(tables: Tables) -> None:
    tables = opened(Path(tables.options.store).with_name("other.db"), allow_imports=True)
    try:
        settings = created(tables, "othello", "me", "tests.web.agents.Breaks()")
        sitting = sat(tables, settings.tokens[0])
        play_out(sitting.table, 0)
        assert sitting.table.result is not None
        returns, seat, reason = sitting.table.result
        assert (returns, seat) == ((1.0, -1.0), 1)
        assert reason is not None
        assert "I cannot" in reason
    finally:
        closed(tables)


@pytest.mark.parametrize(
    "player", ["tests.web.agents.Breaks()", "program('./bot')", "language_model('./model')"]
)
def test_what_runs_code_needs_a_server_that_allows_it(tables: Tables, player: str) -> None:
    for text in (player, f"types([{player}])", f"search(others=policies({player}), iterations=2)"):
        with pytest.raises(OptionError):
            created(tables, "othello", "me", text)
    with pytest.raises(OptionError, match="--allow-imports"):
        created(tables, "othello", "me", player)


def test_a_table_is_as_the_game_has_it(tables: Tables) -> None:
    with pytest.raises(OptionError, match="othello has 2 seats, not 1"):
        created(tables, "othello", "me")
    with pytest.raises(OptionError, match="one seat at most"):
        created(tables, "othello", "me", "me")
    with pytest.raises(OptionError, match="'nothing' is not a game here"):
        created(tables, "nothing", "me", "me")
    with pytest.raises(OptionError, match="4, 6 or 8"):
        created(tables, "othello", "me", "person", options={"size": 5})


def test_an_answer_to_my_move_may_be_undone_where_nothing_is_hidden(tables: Tables) -> None:
    settings = created(tables, "othello", "me", "max_disk", options={"size": 6}, seed=1)
    sitting = sat(tables, settings.tokens[0])
    table = sitting.table
    until(lambda: waits_for(table, 0))
    assert not state_for(table, 0, 0).can_take_back
    table.act(0, 0, table.state.view(0).legal_actions()[0]).result(PATIENCE)
    until(lambda: len(table.moves) >= 2 and waits_for(table, 0))
    assert state_for(table, 0, 0).can_take_back
    table.take_back(0, len(table.moves))
    until(lambda: waits_for(table, 0))
    assert table.moves == []
    other = table.state.view(0).legal_actions()[1]
    table.act(0, 0, other).result(PATIENCE)
    assert table.moves[0] == (0, other)


def test_nothing_is_taken_back_that_has_shown_a_card(tables: Tables) -> None:
    settings = created(tables, "hanabi", "me", "person", seed=1)
    sitting = sat(tables, settings.tokens[0])
    table = sitting.table
    play = table.game.parse_action("play slot 0")
    table.act(0, 0, play).result(PATIENCE)
    until(lambda: len(table.moves) == 1)
    assert not state_for(table, 0, 0).can_take_back
    with pytest.raises(OptionError, match="something hidden has come to light"):
        table.take_back(0, 1)


def test_a_hint_may_be_taken_back_until_somebody_moves(tables: Tables) -> None:
    settings = created(tables, "hanabi", "me", "person", seed=1)
    sitting, other = sat(tables, settings.tokens[0]), sat(tables, settings.tokens[1])
    table = sitting.table
    hint = next(
        action
        for action in table.state.view(0).legal_actions()
        if table.game.action_text(action).startswith("hint")
    )
    table.act(0, 0, hint).result(PATIENCE)
    assert state_for(table, 0, 0).can_take_back
    until(lambda: waits_for(table, 1))
    table.act(1, 1, table.state.view(1).legal_actions()[0]).result(PATIENCE)
    assert not state_for(table, 0, 0).can_take_back
    assert other.seat == 1


def test_dice_are_never_thrown_anew(tables: Tables) -> None:
    settings = created(tables, "catan", "me", "person", options={"players": 2}, seed=4)
    table = sat(tables, settings.tokens[0]).table
    seen_chance = False
    for _ in range(60):
        until(lambda: waits_for(table, 0) or waits_for(table, 1))
        seat = table.state.actor()
        before = len(table.moves)
        table.act(seat, before, table.state.view(seat).legal_actions()[0]).result(PATIENCE)
        until(lambda: waits_for(table, 0) or waits_for(table, 1))
        if any(actor == -1 for actor, _ in table.moves[before:]):
            seen_chance = True
            assert not state_for(table, seat, 0).can_take_back
    assert seen_chance


def test_people_see_nothing_of_others_before_the_end(tables: Tables) -> None:
    settings = created(tables, "hanabi", "me", "person", minds="open")
    sitting = sat(tables, settings.tokens[0])
    keeper = tables.keeper
    for viewpoint in (None, 1):
        asked = LookAt(type="look_at", turn=0, viewpoint=viewpoint)
        with pytest.raises(OptionError, match="when the game is over"):
            look_at(sitting.table, asked, 0, keeper)
        picture = Download(type="download", format="svg", viewpoint=viewpoint)
        with pytest.raises(OptionError, match="when the game is over"):
            download(sitting.table, picture, 0, keeper)
    with pytest.raises(OptionError, match="when the game is over"):
        look_at(sitting.table, LookAt(type="look_at", turn=0, viewpoint=0, moves=[1]), 0, keeper)
    with pytest.raises(OptionError, match="when the game is over"):
        download(sitting.table, Download(type="download", format="record"), 0, keeper)
    onlooker = sat(tables, settings.watch)
    state = state_for(onlooker.table, onlooker.seat, 0)
    assert state.position.svg is None
    assert state.moves == []
    assert state.seed is None


def test_agents_are_watched_step_by_step(tables: Tables) -> None:
    settings = created(tables, "othello", "random", "max_disk", options={"size": 4})
    sitting = sat(tables, settings.watch)
    table = sitting.table
    table.set_pace(None)
    made = len(table.moves)
    table.step()
    until(lambda: len(table.moves) > made)
    table.set_pace(0.0)
    until(lambda: table.over)
    state = state_for(table, None, 0)
    assert len(state.moves) == len(table.moves)
    assert state.ending


def test_downloads_can_be_read_again(tables: Tables, tmp_path: Path) -> None:
    settings = created(tables, "hanabi", "me", "piers", seed=2)
    sitting = sat(tables, settings.tokens[0])
    play_out(sitting.table, 0, max)
    files = {
        name: download(sitting.table, Download(type="download", format=name), 0, tables.keeper)
        for name in ("record", "hanab_live", "hanab_live_link")
    }
    record = tmp_path / files["record"].name
    record.write_text(files["record"].content)
    (played,) = read_played(record)
    assert list(played.moves) == sitting.table.moves
    assert json.loads(files["hanab_live"].content)["players"] == ["you", "piers"]
    assert files["hanab_live_link"].content.startswith("https://")


def test_a_search_tells_what_it_thought_at_each_turn(tables: Tables) -> None:
    settings = created(
        tables, "othello", "me", "search(iterations=50)", options={"size": 4}, minds="open"
    )
    sitting = sat(tables, settings.tokens[0])
    play_out(sitting.table, 0)
    told = history(sitting.table, tables.keeper).turns
    assert told
    assert {turn.seat for turn in told} == {1}
    assert {len(turn.values) for turn in told} - {0} == {2}  # a forced move is not searched
    match = match_of(sitting.table, tables.keeper)
    assert match.thoughts[told[0].turn] is not None
    sitting.minds = True
    sent = [reply for reply in sitting.news() if reply.type == "thought"]
    assert sent
    assert Thought.from_dict(sent[-1].thought).seat == 1


def test_open_minds_tell_what_seats_could_know_whose_agents_tell_nothing(tables: Tables) -> None:
    cards = "Scarlett, Plum, White; rope, dagger, spanner; hall, study, library"
    options = {"players": 2, "cards": cards}
    told: dict[str, set[int]] = {}
    for minds in ("open", "own"):
        kinds = "me", "detective"
        settings = created(tables, "cluedo", *kinds, options=options, seed=5, minds=minds)
        sitting = sat(tables, settings.tokens[0])
        sitting.minds = True
        table = sitting.table
        for _ in range(2):
            until(lambda table=table: waits_for(table, 0))  # type: ignore[misc]
            roll = table.state.view(0).legal_actions()[-1]
            table.act(0, len(table.moves), roll).result(PATIENCE)
        until(lambda table=table: waits_for(table, 0) or table.over)  # type: ignore[misc]
        known = [reply for reply in sitting.news() if reply.type == "own_mind"]
        told[minds] = {reply.seat for reply in known}
        assert all(reply.facts and reply.certain for reply in known)
    assert told == {"open": {0, 1}, "own": {0}}


def test_what_the_next_move_tells_takes_no_line(tables: Tables) -> None:
    settings = created(tables, "tiny_coop", "me", "wait")
    sitting = sat(tables, settings.tokens[0])
    table = sitting.table
    until(lambda: waits_for(table, 0))
    table.act(0, 0, 0).result(PATIENCE)
    until(lambda: waits_for(table, 0))
    said = [move.text for move in state_for(table, 0, 0).moves]
    assert said == ["", "You: wait. Agent 1: wait."]


def test_who_reads_slowly_is_sent_what_was_played_instead(tables: Tables) -> None:
    settings = created(tables, "othello", "me", "max_disk", options={"size": 6}, seed=1)
    sitting = sat(tables, settings.tokens[0])
    table = sitting.table
    seen: list[int | None] = []

    def read() -> None:
        for reply in sitting.news():
            if reply.type == "state":
                seen[reply.since :] = [move.action for move in reply.moves]

    def play(choice: int) -> None:
        until(lambda: waits_for(table, 0))
        action = table.state.view(0).legal_actions()[choice]
        table.act(0, len(table.moves), action).result(PATIENCE)
        until(lambda: waits_for(table, 0))

    play(0)
    play(0)
    read()
    before = list(seen)
    for _ in range(2):
        table.take_back(0, len(table.moves))
        until(lambda: waits_for(table, 0))
    play(1)
    play(1)
    play(1)
    read()
    assert seen == [action for _, action in table.moves]
    assert seen[: len(before)] != before


def test_a_file_of_others_imports_nothing(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    theirs = opened(path, allow_imports=True)
    settings = created(theirs, "othello", "me", "tests.web.agents.Breaks()")
    closed(theirs)
    ours = opened(path)
    try:
        with pytest.raises(OptionError, match=r"does not import tests\.web\.agents"):
            sat(ours, settings.tokens[0])
        assert ours.keeper.game(settings.id, 0).result is None
    finally:
        closed(ours)
