"""Reports: every format can be read by what reads it, and hostile names stay names."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console

from otherminds.arena import plots, report, running, terminal_report
from otherminds.arena.metrics import _metrics, metric, metrics_of, replayed
from otherminds.arena.plan import Tournament, plan_tournament
from otherminds.arena.results import Results, Standing
from otherminds.arena.rows import Row
from otherminds.arena.statistics import Interval
from otherminds.arena.store import Store

# Python only: the sanitizers have nothing to find here.
pytestmark = pytest.mark.slow

HOSTILE = r"""<script>alert(1)</script>|$\frac{x}$&[red]'"],😀"""
AGENTS = "tests.arena.agents"


def play(planned: Tournament, games: int) -> Results:
    with Store(":memory:") as store:
        running.run(planned, store, games=games, workers=0)
        return running.results(planned, store)


def othello(*players: str, **more: Any) -> Tournament:
    return plan_tournament("othello", players, options={"size": 4}, **more)


PLAYERS = ("random", "max_value", "search(iterations=5)")


@pytest.fixture(scope="module")
def usual() -> Results:
    return play(othello(*PLAYERS, seed=1), 60)


@pytest.fixture(scope="module")
def hostile() -> Results:
    """Names and reasons that would break out of every format."""
    return play(
        othello(
            f"{AGENTS}.Chooser(name={HOSTILE!r})",
            f"{AGENTS}.Answering(kind='text')",
            f"{AGENTS}.Chooser(name='=1+1', value=[max_value, none])",
        ),
        12,
    )


@pytest.fixture(scope="module")
def several() -> dict[str, Results]:
    """All shapes that results can have."""
    return {
        "empty": Results(othello(*PLAYERS), []),
        "one block": play(othello(*PLAYERS), 1),
        "one player": play(othello("random", line_ups="teams"), 3),
        "two players": play(othello("random", "max_value"), 10),
        "series": play(othello("random", "agent6", series=3), 9),
        "three seats": play(plan_tournament("bazaar", ["greedy", "random"]), 18),
        "teams": play(plan_tournament("bazaar", ["greedy", "random"], line_ups="teams"), 24),
        "python game": play(plan_tournament("tic_tac_toe", ["random", "search(iterations=5)"]), 6),
        "partly": partly(),
    }


def partly() -> Results:
    """As after a kill: some blocks are incomplete, one player has not played."""
    whole = play(othello(*PLAYERS), 12)
    return Results(whole.tournament, [row for row in whole.rows if row.line_up == 0][1:])


SHAPES = (
    "empty",
    "one block",
    "one player",
    "two players",
    "series",
    "three seats",
    "teams",
    "python game",
    "partly",
)


def printed(results: Results, width: int = 400) -> str:
    text = io.StringIO()
    Console(file=text, width=width).print(terminal_report.terminal_report(results, width))
    return text.getvalue()


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "img", "input", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def assert_self_contained(text: str) -> Page:
    page = Page(text)
    assert not page.open
    names = {tag for tag, _ in page.tags}
    assert names.isdisjoint({"script", "link", "iframe", "img", "object", "embed", "base"})
    for tag, attributes in page.tags:
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            if name in ("href", "xlink:href", "src", "action"):
                assert str(value).startswith("#"), (tag, name, value)
    without_namespaces = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert not re.search(r"https?:", without_namespaces)
    assert not re.search(r"url\((?!#)", text)
    assert "@import" not in text
    return page


# All formats, all shapes ---------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_every_report_of_every_shape_can_be_read(shape: str, several: dict[str, Results]) -> None:
    results = several[shape]
    rows = list(csv.DictReader(io.StringIO(report.csv_text(results))))
    assert len(rows) == len(results.rows)

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is not JSON")

    document = json.loads(report.json_text(results), parse_constant=refuse)
    assert document["games"] == len(results.rows)
    assert len(document["standings"]) == len(results.players)

    tables = [line for line in report.markdown_text(results).splitlines() if line[:1] == "|"]
    widths = [len(re.findall(r"(?<!\\)\|", line)) for line in tables]
    assert set(widths[: len(results.players) + 2]) == {widths[0]}
    assert set(widths[len(results.players) + 2 :]) <= {6}

    page = assert_self_contained(report.html_text(results))
    for player in results.players:
        assert player in page.words
        assert player in printed(results)
    assert "nan" not in page.words
    assert "inf" not in page.words
    assert "nan" not in printed(results)


def test_every_format_has_an_ending() -> None:
    assert set(report.FORMATS) == {".csv", ".json", ".md", ".html"}


# What they say -------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_cell_of_a_table_is_cut(width: int) -> None:
    """Columns go where there is no room; those that stay are whole, and so are usual names."""
    planned = plan_tournament("tic_tac_toe", ["random", "search(iterations=1000)", "mcts(50)"])
    rows = [
        Row(
            line_up=match.line_up,
            block=block,
            match=match.index,
            seats=match.seats,
            returns=(1.0, -1.0) if match.seats[0] else (0.0, 0.0),
            acts=(3, 3),
            seconds=(9.0, 12.0),
            moves=(),
            forfeit=None,
            reason=None,
        )
        for block in range(12)
        for line_up in range(3)
        for match in planned.block(line_up, block)
    ]
    results = Results(planned, rows)
    wide, narrow = printed(results), printed(results, width)
    assert "search(iterations=1000)" in narrow
    for standing in results.standings:
        assert f" {standing.player} " in narrow
        assert terminal_report._half_width(standing.rating) in narrow
        assert f"{100 * standing.share.estimate:.1f} [" in narrow
    assert set(re.findall(r"±\d+\b", narrow)) == set(re.findall(r"±\d+\b", wide))


def test_csv_has_every_match(usual: Results) -> None:
    lines = list(csv.DictReader(io.StringIO(report.csv_text(usual))))
    for line, row in zip(lines, usual.rows, strict=True):
        assert (int(line["block"]), int(line["match"])) == (row.block, row.match)
        for seat in range(2):
            assert line[f"player_{seat}"] == usual.players[row.seats[seat]]
            assert float(line[f"return_{seat}"]) == row.returns[seat]
            assert int(line[f"moves_{seat}"]) == row.acts[seat]
        assert int(line["length"]) == len(row.moves)
        assert line["forfeit"] == line["reason"] == ""


def test_json_has_the_numbers_of_the_results(usual: Results) -> None:
    document = json.loads(report.json_text(usual))
    assert document["tournament"]["seed"] == 1
    assert document["key"] == usual.tournament.key
    for told, standing in zip(document["standings"], usual.standings, strict=True):
        assert told["player"] == standing.player
        assert told["share"]["estimate"] == standing.share.estimate
    assert [pair["games"] for pair in document["pairings"]] == [20, 20, 20]


def test_markdown_and_terminal_show_the_standings_in_order(usual: Results) -> None:
    for text in (report.markdown_text(usual), printed(usual)):
        table = text[text.index("won") :]
        places = [table.index(standing.player) for standing in usual.standings]
        assert places == sorted(places)
        assert f"{100 * usual.standings[0].share.estimate:.1f} [" in text
    assert usual.tournament.key in report.markdown_text(usual)


def test_forfeits_are_shown_where_there_are_any(usual: Results, hostile: Results) -> None:
    assert "forfeits" not in printed(usual)
    assert "forfeits" in printed(hostile)
    page = Page(report.html_text(hostile))
    assert "which is not an action id." in page.words
    document = json.loads(report.json_text(hostile))
    forfeits = {standing["player"]: standing["forfeits"] for standing in document["standings"]}
    assert forfeits[f"{AGENTS}.Answering(kind='text')"] == 8
    assert sum(forfeits.values()) == 8


# Hostile names -------------------------------------------------------------------------------


def test_hostile_names_stay_names_in_html(hostile: Results) -> None:
    text = report.html_text(hostile)
    assert "<script>alert" not in text
    assert "<b>pass" not in text
    page = assert_self_contained(text)
    assert "<script>alert(1)</script>" in page.words  # as text, in full
    assert "'<b>pass</b>'" in page.words


def test_hostile_names_stay_names_elsewhere(hostile: Results) -> None:
    name = hostile.players[0]
    lines = list(csv.DictReader(io.StringIO(report.csv_text(hostile))))
    assert name in {line["player_0"] for line in lines}
    document = json.loads(report.json_text(hostile))
    assert name in {standing["player"] for standing in document["standings"]}
    assert name in printed(hostile)
    assert hostile.players[2] in printed(hostile)  # square brackets are no markup
    markdown = report.markdown_text(hostile)
    assert "<script" not in markdown
    table = [line for line in markdown.splitlines() if line[:1] == "|"]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table[:5]}) == 1


# Metrics -------------------------------------------------------------------------------------


def test_metrics_of_a_store_are_those_of_the_matches(usual: Results) -> None:
    means = report.metric_means(usual)
    assert set(means) == {"moves", "discs", "mobility"}
    moves: dict[str, list[int]] = {player: [] for player in usual.players}
    discs: dict[str, list[int]] = {player: [] for player in usual.players}
    for row in usual.rows:
        match = replayed(usual.tournament, row)
        *_, last = match.states()
        board = str(last)
        for seat, player in enumerate(row.seats):
            moves[usual.players[player]].append(row.acts[seat])
            discs[usual.players[player]].append(board.rpartition("X Black")[0].count("XO"[seat]))
        black, white = (metrics_of("othello")["discs"](match)[seat] for seat in range(2))
        assert math.copysign(1, row.returns[0]) == math.copysign(1, black - white) or black == white
        choices = [len(s.legal_actions()) for s in match.states() if s.actor() == 0]
        mobility = metrics_of("othello")["mobility"](match)[0]
        assert mobility == pytest.approx(sum(choices) / len(choices))
    for name in usual.players:  # every deal has as many matches of a player as any other
        assert means["moves"][name].estimate == pytest.approx(sum(moves[name]) / len(moves[name]))
        assert means["discs"][name].estimate == pytest.approx(sum(discs[name]) / len(discs[name]))


def test_metrics_of_a_part_are_of_all_line_ups(
    usual: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "METRIC_MATCHES", 12)
    assert set(report.metric_means(usual)["moves"]) == set(usual.players)


def test_forfeited_matches_have_no_metrics(hostile: Results) -> None:
    assert f"{AGENTS}.Answering(kind='text')" not in report.metric_means(hostile)["moves"]


def test_metrics_can_be_added(usual: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_metrics, "othello", dict(_metrics["othello"]))

    @metric("othello", "passes")
    def passes(match: Any) -> list[float]:
        last = match.game.action_count - 1
        return [sum(move == (seat, last) for move in match.moves) for seat in range(2)]

    means = report.metric_means(usual)["passes"]
    assert set(means) == set(usual.players)
    assert any(value.estimate > 0 for value in means.values())
    assert "passes" not in metrics_of("bazaar")


# Plots ---------------------------------------------------------------------------------------


def test_plots_are_the_same_each_time(usual: Results) -> None:
    for draw in (plots.shares_plot, plots.ratings_plot, plots.pairing_plot):
        again = Results(usual.tournament, usual.rows)
        first = draw(usual)
        assert first.startswith("<svg")
        assert draw(again) == first
    assert plots.times_plot(usual).startswith("<svg")


def test_plots_show_every_player(usual: Results) -> None:
    for draw in (plots.shares_plot, plots.ratings_plot, plots.pairing_plot):
        words = Page(draw(usual)).words
        assert all(player in words for player in usual.players)
    assert "search(iterations=5)" in Page(plots.times_plot(usual)).words
    assert "max_value" not in Page(plots.times_plot(usual)).words  # policies are not timed


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, "-"), (1.5, "1500.00"), (0.00175, "1.75"), (0.000171, "0.17"), (3.42e-6, "0.0034")],
)
def test_quick_moves_have_a_time_too(seconds: float | None, shown: str) -> None:
    anything = Interval(0.0, 0.0, 0.0)
    standing = Standing("quick", 1, 1, 0, anything, anything, None, seconds, 0)
    assert report.COLUMNS["ms/move"](standing) == shown


@pytest.mark.parametrize(
    ("rating", "long", "short"),
    [
        (Interval(20.0, -10.0, 60.0), "+20 [-10, +60]", "+20 ±40"),
        (Interval(382.0, 256.0, math.inf), "+382 [+256, +inf]", "≥ +256"),
        (Interval(-382.0, -math.inf, -256.0), "-382 [-inf, -256]", "≤ -256"),
        (Interval(5.0, -math.inf, math.inf), "+5 [too few blocks]", "+5 ±?"),
    ],
)
def test_ratings_say_what_bounds_them(
    rating: Interval, long: str, short: str, usual: Results
) -> None:
    shown = Results(usual.tournament, usual.rows)
    shown.ratings = [rating] * len(PLAYERS)
    assert f"| {long} |" in shown.report(".md")
    table = printed(shown)
    assert short in table
    assert ("too few blocks" in table) == ("too few" in long)
