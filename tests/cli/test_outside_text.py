"""What comes from outside is shown as it is, commands nothing, and ends in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from otherminds import AgentError, FormatError, OptionError, Search, load
from otherminds.agents import parse_player
from otherminds.arena import running
from otherminds.arena.plan import plan_tournament
from otherminds.arena.running import Status
from otherminds.arena.store import Store
from otherminds.cli import cli
from otherminds.cli.arena import Display
from otherminds.cli.terminal import Terminal, shown
from otherminds.search import Evaluated, Tree, TypeDistribution
from tests.arena.runs import AGENTS

pytestmark = pytest.mark.slow


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")


HOSTILE = f"{AGENTS}.Chooser(name='[/b][red]')"


def test_square_brackets_are_no_markup() -> None:
    types = "search(others=types([max_disk, max_value]), iterations=2)"
    planned = plan_tournament("othello", [HOSTILE, types], options={"size": 4})
    with Store("r.db") as store:
        status = running.run(planned, store, games=2, workers=0)
    replay = run("replay", "r.db", "--all").output
    assert "[/b][red]" in replay
    assert "types(max_disk, max_value)" in replay
    assert "[/b][red]" in run("report", "r.db").output
    console = Terminal()
    with console.capture() as captured:
        console.print(Display(planned, 2).show(status))
        console.print("[bold]not bold[/bold] [/b] :smile:")
    assert "[/b][red]" in captured.get()
    assert "[bold]not bold[/bold] [/b] :smile:" in captured.get()


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert shown("a\tb\nc\x1b]0;title\x07\x9b\u202e\ud800\r") == "a\tb\nc?]0;title?????"
    planned = plan_tournament(
        "othello", [f"{AGENTS}.Raising(says='\\x1b[2J')", "random"], options={"size": 4}
    )
    with Store("r.db") as store:
        running.run(planned, store, games=2, workers=0)
    replay = run("replay", "r.db", "--all").output
    assert "forfeited" in replay
    assert "\x1b" not in replay
    assert "?[2J" in replay
    refused = run("report", "no\x1b[2J.db")
    console = Terminal()
    with console.capture() as captured:
        console.print(str(refused.exception))
    assert "\x1b" not in captured.get()


def test_a_match_that_is_forfeited_at_its_first_move_is_replayed() -> None:
    planned = plan_tournament(
        "othello", [f"{AGENTS}.Faulty(where='act')", "random"], options={"size": 4}
    )
    with Store("r.db") as store:
        running.run(planned, store, games=2, workers=0)
        assert () in [row.moves for row in store.rows(1)]
    for match in ("0", "1"):
        replay = run("replay", "r.db", "--all", "--match", match)
        assert replay.exit_code == 0
        assert "forfeited: " in replay.output
    assert run("analyse", "--store", "r.db", "--agent", "search(iterations=5)").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tournament", "othello", "--agents", "a, b", "--workers", "100000"), "0 to 1,024"),
        (("tournament", "othello", "--agents", "a, b", "--workers", "-1"), "0 to 1,024"),
        (("tournament", "othello", "--agents", "a, b", "--games", "9" * 5000), "9... is not a"),
        (("tournament", "othello", "--agents", "a, b", "--series", "-3"), "-3 is not a whole"),
        (("perft", "othello", "--depth", "100000"), "1 to 100."),
        (("solve", "othello", "--memory", "99999999"), "1 to 65,536"),
        (("learn", "--restarts", "0"), "1 to 1,000,000"),
        (("analyse", "othello", "--worlds", "1e9"), "0 to 10,000"),
        (("recognise", "--most", "0"), "1 to 1,000,000,000"),
    ],
)
def test_counts_have_bounds(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.output.replace("│", "").split())


def test_bounds_of_python_have_sentences() -> None:
    planned = plan_tournament("othello", ["max_value", "random"])
    with Store(":memory:") as store:
        for games, workers in ((1, 10**6), (1, -1), (0, 0), (10**30, 0)):
            with pytest.raises(OptionError, match="from"):
                running.run(planned, store, games=games, workers=workers)
    many = [f"{AGENTS}.Chooser(value={number})" for number in range(200)]
    with pytest.raises(OptionError, match="too many line-ups"):
        plan_tournament("bazaar", many, line_ups="teams")


def test_a_state_that_is_no_text_is_one_sentence() -> None:
    Path("state.json").write_bytes(b"\xff\xfe\x00\x80")
    refused = run("analyse", "othello", "--state", "state.json")
    assert isinstance(refused.exception, FormatError)
    assert "is not text" in str(refused.exception)


@pytest.mark.parametrize(
    "answer",
    [None, "text", 10**400, [None, 1], [10**400, 0], 10**5000],
    ids=["nothing", "text", "large", "in a list", "large in a list", "huge"],
)
def test_evaluations_that_return_nonsense_are_one_sentence(answer: object) -> None:
    search = Search(rollout=Evaluated(lambda state: answer), iterations=3)  # type: ignore[arg-type, return-value]
    with pytest.raises(AgentError, match="must return one number per seat"):
        search.run(load("othello", size=4).initial_state())


def test_numbers_that_are_none_are_one_sentence() -> None:
    for weights in ({"place": "x"}, {"place": 10**5000}, 5, [("place",)]):
        with pytest.raises(OptionError, match="Weights are a number"):
            TypeDistribution(weights)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="too large"):
        Search(tree=Tree(margin=10**400), iterations=5).agent(load("othello"))


def test_the_policy_typed_is_written_within_types() -> None:
    game = load("othello", size=4)
    for typed in ("typed", "typed(weights={'place': 1.0})", "typed({'place': 2}, temperature=2.0)"):
        player = parse_player(f"search(others=types([{typed}, random]), iterations=3)", game)
        assert parse_player(repr(player), game) == player
        player.agent(game)
    assert parse_player("typed({'place': 2})", game) == TypeDistribution({"place": 2})


def test_a_run_shows_what_others_play() -> None:
    planned = plan_tournament("othello", ["max_value", "random"])
    console = Terminal()
    with console.capture() as captured:
        console.print(Display(planned, 10).show(Status(total=10, elsewhere=4)))
    assert "4 games are being played by another process." in captured.get()


def test_nested_searches_are_bounded() -> None:
    game = load("othello", size=4)

    def nested(levels: int) -> str:
        return "search(others=policies(" * levels + "random" + "), iterations=2)" * levels

    parse_player(nested(8), game)
    with pytest.raises(OptionError, match="within searches 9 deep"):
        parse_player(nested(9), game)
    for text in ("[" * 60 + "]" * 60, "a(" * 60 + ")" * 60):
        with pytest.raises(OptionError, match="nested too deeply"):
            parse_player(f"search(others={text})", game)
