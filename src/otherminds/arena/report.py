"""Results for people and programs: CSV, JSON, Markdown and a page with plots.

A report opens with what was found. In a game of rivals it then says who wins and who finishes above
whom; in a co-operative game, where all get the same, who scores what with whom. The terminal has
its own form, see `otherminds.arena.terminal_report`.
"""

from __future__ import annotations

import csv
import html
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from otherminds import __version__
from otherminds.arena.cross_play import CrossPlay, TeamStanding
from otherminds.arena.findings import (
    forfeits,
    found_text,
    game_words,
    interval_text,
    percent,
)
from otherminds.arena.metrics import measured, metrics_of, replayed
from otherminds.arena.pages import figure, page
from otherminds.arena.results import Results, Standing
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.contracts import FormatError
from otherminds.contracts.tables import html_table

__all__ = [
    "FORMATS",
    "code_text",
    "csv_text",
    "damage_text",
    "html_text",
    "json_text",
    "markdown_table",
    "markdown_text",
    "rows_of",
    "standings_html",
    "title",
]

NAMED = 3
"""So many damaged rows are named one by one; ``otherminds check`` lists all."""

METRIC_MATCHES = 1_000
"""Metrics replay matches, which takes time: of a larger tournament they use this many."""


def _rating(value: Interval | None) -> str:
    if value is not None and is_unknown(value):
        return f"{value.estimate:+.0f} [too few blocks]"
    return "-" if value is None else f"{value:+.0f}"


def is_unknown(rating: Interval) -> bool:
    """Whether a rating has no bound at all; whoever won everything has one, and no other."""
    return rating.low == -math.inf and rating.high == math.inf


def milliseconds(seconds: float | None) -> str:
    """Two decimals, or two digits where these would be 0.00."""
    if seconds is None:
        return "-"
    return f"{1e3 * seconds:.2f}" if seconds >= 1e-3 else f"{1e3 * seconds:.2g}"


COLUMNS: dict[str, Callable[[Standing], str]] = {
    "player": lambda s: s.player,
    "games": lambda s: str(s.games),
    "won": lambda s: str(s.won),
    "tied": lambda s: str(s.tied),
    "share % [95 %]": lambda s: percent(s.share),
    "mean return [95 %]": lambda s: interval_text(s.mean_return, "+.2f"),
    "rating [95 %]": lambda s: _rating(s.rating),
    "ms/move": lambda s: milliseconds(s.seconds_per_move),
    "forfeits": lambda s: str(s.forfeits),
}
"""Of a game of rivals."""

TEAM_COLUMNS: dict[str, Callable[[TeamStanding], str]] = {
    "player": lambda s: s.player,
    "games": lambda s: str(s.games),
    "with strangers [95 %]": lambda s: interval_text(s.strangers, ".2f"),
    "with itself [95 %]": lambda s: interval_text(s.mirror, ".2f"),
    "ms/move": lambda s: milliseconds(s.seconds_per_move),
    "forfeits": lambda s: str(s.forfeits),
}
"""Of a co-operative game."""


def _left_out(results: Results) -> set[str]:
    """Columns that would say nothing: no forfeits, no times, returns that the win share tells."""
    left_out = set()
    if not any(row.forfeit is not None for row in results.rows):
        left_out.add("forfeits")
    if not any(second for row in results.rows for second in row.seconds):
        left_out.add("ms/move")
    if (played := results.cross_play) is not None:
        if not any(standing.strangers for standing in played.standings):
            left_out.add("with strangers [95 %]")
        if not any(standing.mirror for standing in played.standings):
            left_out.add("with itself [95 %]")
        return left_out
    low, high = results.tournament.loaded_game.return_range
    if results.tournament.loaded_game.seats == 2 and all(
        value in (low, high, (low + high) / 2) for row in results.rows for value in row.returns
    ):
        left_out.add("mean return [95 %]")
    return left_out


def rows_of(results: Results) -> list[dict[str, str]]:
    """The standings as texts by the names of their columns."""
    left_out = _left_out(results)

    def cells(columns: dict[str, Callable[[Any], str]], standing: Any) -> dict[str, str]:
        return {name: show(standing) for name, show in columns.items() if name not in left_out}

    if (played := results.cross_play) is not None:
        return [cells(TEAM_COLUMNS, standing) for standing in played.standings]
    return [cells(COLUMNS, standing) for standing in results.standings]


def title(results: Results) -> str:
    """Game, size and seed in one line; of the game's options those that are set otherwise."""
    tournament = results.tournament
    blocks = len({row.block for row in results.rows})
    deals = "deal" if blocks == 1 else "deals"
    unit = f"series of {tournament.series}" if tournament.series else f"{deals} in all seatings"
    games = "1 game" if len(results.rows) == 1 else f"{len(results.rows):,} games"
    game = game_words(tournament.loaded_game)
    return f"{game}: {games}, {blocks:,} {unit}, seed {tournament.seed}"


def _markdown_cell(text: str) -> str:
    """Text that neither ends a cell nor is taken for a tag."""
    return html.escape(text, quote=False).replace("|", "\\|").replace("\n", " ")


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    escaped = [[_markdown_cell(cell) for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *escaped]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def markdown_text(results: Results) -> str:
    """What was found, the standings, who met whom, and forfeits, as Markdown."""
    rows = rows_of(results)
    parts = [f"# {title(results)}", _markdown_cell(found_text(results))]
    if rows:
        parts.append(markdown_table(list(rows[0]), [list(row.values()) for row in rows]))
    if (played := results.cross_play) is not None:
        if played.teams:
            parts.append(markdown_table(TEAM_HEAD, _teams(results, played)))
    elif results.pairings:
        parts.append(markdown_table(PAIRING_COLUMNS, _pairings(results)))
    if lost := _forfeits(results):
        parts.append(markdown_table(FORFEIT_COLUMNS, lost))
    parts.append(_provenance(results))
    return "\n\n".join(parts) + "\n"


PAIRING_COLUMNS = ["first", "second", "games", "first above second, % [95 %]", "p (Holm)"]


def _pairings(results: Results) -> list[list[str]]:
    return [
        [
            results.players[pair.first],
            results.players[pair.second],
            str(pair.games),
            percent(pair.share),
            f"{pair.p_value:.4f}",
        ]
        for pair in results.pairings
    ]


TEAM_HEAD = ["player", "with", "games", "mean score [95 %]"]


def _teams(results: Results, played: CrossPlay) -> list[list[str]]:
    """Every two that met, the best first."""
    met = [team for team in played.teams.values() if team.first <= team.second]
    met.sort(key=lambda team: -team.score.estimate)
    return [
        [
            results.players[team.first],
            "itself" if team.first == team.second else results.players[team.second],
            str(team.games),
            interval_text(team.score, ".2f"),
        ]
        for team in met
    ]


FORFEIT_COLUMNS = ["forfeited by", "reason", "games", "the first is match"]


def _forfeits(results: Results) -> list[list[str]]:
    return [[f.player, f.reason, str(f.games), str(f.match)] for f in forfeits(results)]


def _provenance(results: Results) -> str:
    notes = " ".join(filter(None, (damage_text(results), code_text(results))))
    return (
        f"Intervals and tests are over blocks. Tournament {results.tournament.key}, "
        f"otherminds {__version__}." + (f" {notes}" if notes else "")
    )


def damage_text(results: Results) -> str:
    """What was left out because it is damaged, in a sentence; empty for nothing."""
    damaged = results.damaged
    if not damaged:
        return ""
    rows = "1 damaged row is" if len(damaged) == 1 else f"{len(damaged):,} damaged rows are"
    more = f"; and {len(damaged) - NAMED:,} more" if len(damaged) > NAMED else ""
    return f"{rows} left out: {'; '.join(map(str, damaged[:NAMED]))}{more}."


def code_text(results: Results) -> str:
    """Whose code could not be identified, in a sentence; empty for nobody's."""
    code = results.tournament.description().get("code")
    unknown = [module for module, known in code.items() if not known] if code else []
    if not unknown:
        return ""
    return (
        f"The source of {', '.join(unknown)} cannot be read, so games before and after a change of "
        "it are not told apart."
    )


def csv_text(results: Results) -> str:
    """One line per finished match."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    seats = range(results.tournament.loaded_game.seats)
    head = ["line_up", "block", "match"]
    for name in ("player", "return", "moves", "seconds"):
        head += [f"{name}_{seat}" for seat in seats]
    writer.writerow([*head, "length", "forfeit", "reason"])
    for row in results.rows:
        players = [results.players[player] for player in row.seats]
        numbers = [*players, *row.returns, *row.acts, *row.seconds]
        end = [len(row.moves), row.forfeit, row.reason]
        writer.writerow([row.line_up, row.block, row.match, *numbers, *end])
    return text.getvalue()


def _finite(value: Any) -> Any:
    """JSON has no infinity and no NaN."""
    if isinstance(value, dict):
        return {name: _finite(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(member) for member in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def json_text(results: Results) -> str:
    """The tournament, what was found, standings, who met whom, forfeits and metrics."""
    document = {
        "tournament": results.tournament.description(),
        "key": results.tournament.key,
        "version": __version__,
        "games": len(results.rows),
        "found": found_text(results),
        "damaged": [asdict(row) for row in results.damaged],
        **_figures(results),
        "forfeits": [asdict(each) for each in forfeits(results)],
        "metrics": {
            name: {player: asdict(value) for player, value in values.items()}
            for name, values in metric_means(results).items()
        },
    }
    return json.dumps(_finite(document), indent=2) + "\n"


def _figures(results: Results) -> dict[str, Any]:
    """The standings and who met whom, which are other figures in a co-operative game."""

    def named(pair: Any) -> dict[str, Any]:
        names = {"first": results.players[pair.first], "second": results.players[pair.second]}
        return {**asdict(pair), **names}

    if (played := results.cross_play) is not None:
        met = [team for team in played.teams.values() if team.first <= team.second]
        return {
            "standings": [asdict(standing) for standing in played.standings],
            "teams": list(map(named, met)),
        }
    return {
        "standings": [asdict(standing) for standing in results.standings],
        "pairings": list(map(named, results.pairings)),
    }


def metric_means(results: Results) -> dict[str, dict[str, Interval]]:
    """The mean of each metric for each player, over blocks.

    Forfeited matches are left out, and those whose moves cannot be made: rows of older files have
    no checksum.
    """
    whole = [row for row in results.rows if row.forfeit is None]
    whole.sort(key=lambda row: row.block)  # all line-ups alike, where not all matches are used
    del whole[METRIC_MATCHES:]
    names = metrics_of(results.tournament.game)
    samples: dict[str, dict[int, dict[int, list[float]]]] = {name: {} for name in names}
    for row in whole:
        try:
            numbers = measured(replayed(results.tournament, row))
        except FormatError:
            continue
        for name, values in numbers.items():
            for seat, value in enumerate(values):
                blocks = samples.setdefault(name, {}).setdefault(row.seats[seat], {})
                blocks.setdefault(row.block, []).append(value)
    return {
        name: {
            results.players[player]: mean_interval([float(np.mean(v)) for v in blocks.values()])
            for player, blocks in sorted(players.items())
        }
        for name, players in samples.items()
    }


def standings_html(results: Results) -> str:
    """The standings as a table."""
    rows = rows_of(results)
    return html_table(list(rows[0]), [list(row.values()) for row in rows]) if rows else ""


def html_text(results: Results) -> str:
    """One page that needs nothing else: what was found, tables and plots."""
    parts = [
        f"<h1>{html.escape(title(results))}</h1>",
        f"<p class='found'>{html.escape(found_text(results))}</p>",
        standings_html(results),
    ]
    played = results.cross_play
    parts += _rival_parts(results) if played is None else _team_parts(results, played)
    means = metric_means(results)
    if any(means.values()):
        players = [row["player"] for row in rows_of(results)]
        metrics = [
            [name, *(interval_text(means[name].get(player), ".2f") for player in players)]
            for name in means
        ]
        parts.append("<h2>Metrics, mean per game [95 %]</h2>")
        parts.append(html_table(["metric", *players], metrics))
    if lost := _forfeits(results):
        parts.append("<h2>Forfeits</h2>" + html_table(FORFEIT_COLUMNS, lost, names=2))
    description = html.escape(json.dumps(results.tournament.description(), indent=1))
    parts.append(f"<p class='note'>{html.escape(_provenance(results))}</p>")
    parts.append(f"<details><summary>All options</summary><pre>{description}</pre></details>")
    return page(title(results), "".join(parts))


_BARS = "A dot is the estimate, the bar its 95 % interval."


def _rival_parts(results: Results) -> list[str]:
    from otherminds.arena import plots as draw  # matplotlib takes a second to import

    seats = results.tournament.loaded_game.seats
    parts = [
        figure(
            "Win share",
            draw.shares_plot(results),
            f"{_BARS} The dashed line is the share of equals, 1 in {seats}: who lies wholly to its "
            "right wins more often than an equal would.",
        ),
        figure(
            "Who finishes above whom",
            draw.pairing_plot(results),
            "How often the player of the row finishes above the player of the column, ties one "
            "half. Blue rows win, red rows lose.",
        ),
        figure(
            "Ratings",
            draw.ratings_plot(results),
            f"{_BARS} 0 is the mean of all players; 100 points more are about 64 % of the games "
            "between two. An arrow has no bound on its side.",
        ),
        figure(
            "Time per move",
            draw.times_plot(results),
            "The mean thinking time of players that search; a longer bar thinks longer.",
        ),
    ]
    if results.pairings:
        parts.append("<h2>Pairings</h2>")
        parts.append("<p class='note'>The p-value is against equal strength, for all pairs.</p>")
        parts.append(html_table(PAIRING_COLUMNS, _pairings(results), names=2))
    return parts


def _team_parts(results: Results, played: CrossPlay) -> list[str]:
    from otherminds.arena import team_plots as draw  # matplotlib takes a second to import
    from otherminds.arena.plots import times_plot

    parts = [
        figure(
            "With itself and with strangers",
            draw.company_plot(played),
            f"{_BARS} A player whose two dots lie close together needs no partner who thinks as "
            "it does; one that falls far behind with strangers relies on a shared convention.",
        ),
        figure(
            "Who plays well with whom",
            draw.cross_play_plot(results, played),
            "The mean score of the player of the row with the player of the column, and half the "
            "width of its 95 % interval; darker is better. The diagonal is each player with "
            "itself.",
        ),
        figure(
            "Scores",
            draw.scores_plot(results, played),
            "How many of a player's games end with each score. Games with itself are filled, "
            "games with strangers are the line.",
        ),
        figure(
            "Time per move",
            times_plot(results),
            "The mean thinking time of players that search; a longer bar thinks longer.",
        ),
    ]
    if played.teams:
        parts.append("<h2>Teams</h2>")
        parts.append(html_table(TEAM_HEAD, _teams(results, played), names=2))
    return parts


FORMATS: dict[str, Callable[[Results], str]] = {
    ".csv": csv_text,
    ".json": json_text,
    ".md": markdown_text,
    ".html": html_text,
}
