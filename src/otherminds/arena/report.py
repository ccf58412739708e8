"""Results for people and programs: terminal, CSV, JSON, Markdown and a page with plots."""

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
from rich import box
from rich.table import Table
from rich.text import Text

from otherminds import __version__
from otherminds.arena.metrics import metrics_of, replayed
from otherminds.arena.results import Results, Standing
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.contracts import FormatError

__all__ = [
    "FORMATS",
    "STYLE",
    "code_text",
    "csv_text",
    "damage_text",
    "html_table",
    "html_text",
    "json_text",
    "markdown_table",
    "markdown_text",
    "percent",
    "terminal_table",
]

NAMED = 3
"""So many damaged rows are named one by one; ``otherminds check`` lists all."""

METRIC_MATCHES = 1_000
"""Metrics replay matches, which takes time: of a larger tournament they use this many."""


def _interval(value: Interval | None, spec: str) -> str:
    if value is None or math.isnan(value.estimate):
        return "-"
    if not (math.isfinite(value.low) and math.isfinite(value.high)):
        return f"{value.estimate:{spec}} [?]"  # blocks without a spread, of a number without limits
    return f"{value:{spec}}"


def _rating(value: Interval | None) -> str:
    if value is not None and _unknown(value):
        return f"{value.estimate:+.0f} [too few blocks]"
    return "-" if value is None else f"{value:+.0f}"


def _unknown(rating: Interval) -> bool:
    """Whether a rating has no bound at all; whoever won everything has one, and no other."""
    return rating.low == -math.inf and rating.high == math.inf


def percent(value: Interval) -> str:
    """``61.0 [51.2, 70.0]`` for a share of 0.61."""
    return _interval(Interval(100 * value.estimate, 100 * value.low, 100 * value.high), ".1f")


def _half_width(rating: Interval | None) -> str:
    """The rating with half the width of its interval, or with the bound that it has."""
    if rating is None:
        return "-"
    if _unknown(rating):
        return f"{rating.estimate:+.0f} ±?"
    half = max(rating.high - rating.estimate, rating.estimate - rating.low)
    if half < math.inf:
        return f"{rating.estimate:+.0f} ±{half:.0f}"
    return f"≥ {rating.low:+.0f}" if rating.high == math.inf else f"≤ {rating.high:+.0f}"


def _milliseconds(seconds: float | None) -> str:
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
    "mean return [95 %]": lambda s: _interval(s.mean_return, "+.2f"),
    "rating [95 %]": lambda s: _rating(s.rating),
    "ms/move": lambda s: _milliseconds(s.seconds_per_move),
    "forfeits": lambda s: str(s.forfeits),
}


def _columns(results: Results) -> dict[str, Callable[[Standing], str]]:
    """Forfeits where there are any; mean returns where they say more than the win share."""
    left_out = set()
    if not any(standing.forfeits for standing in results.standings):
        left_out.add("forfeits")
    low, high = results.tournament.loaded_game.return_range
    if results.tournament.loaded_game.seats == 2 and all(
        value in (low, high, (low + high) / 2) for row in results.rows for value in row.returns
    ):
        left_out.add("mean return [95 %]")
    return {name: show for name, show in COLUMNS.items() if name not in left_out}


def title(results: Results) -> str:
    """Game, size and seed in one line."""
    tournament = results.tournament
    blocks = len({row.block for row in results.rows})
    options = "".join(f", {name}={value}" for name, value in tournament.options)
    deals = "deal" if blocks == 1 else "deals"
    unit = f"series of {tournament.series}" if tournament.series else f"{deals} in all seatings"
    return (
        f"{tournament.game}{options}: {len(results.rows)} games, {blocks} {unit}, "
        f"seed {tournament.seed}"
    )


def terminal_table(results: Results) -> Table:
    """The standings as a table for the terminal."""
    columns = _columns(results)
    if "rating [95 %]" in columns:  # half the width of the interval fits better here
        columns = {name.replace("rating [95 %]", "rating ±95 %"): s for name, s in columns.items()}
        columns["rating ±95 %"] = lambda standing: _half_width(standing.rating)
    columns.pop("tied")  # the share has them, and eighty columns are few
    table = Table(title=Text(title(results)), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in columns:
        left = name == "player"
        table.add_column(name, justify="left" if left else "right", no_wrap=not left)
    for standing in results.standings:
        # Text, because square brackets in a plain string are markup.
        table.add_row(*(Text(show(standing)) for show in columns.values()))
    if any(standing.rating and _unknown(standing.rating) for standing in results.standings):
        table.caption = Text("±?: too few blocks for an interval")
    return table


def _markdown_cell(text: str) -> str:
    """Text that neither ends a cell nor is taken for a tag."""
    return html.escape(text, quote=False).replace("|", "\\|").replace("\n", " ")


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    escaped = [[_markdown_cell(cell) for cell in row] for row in rows]
    lines = [head, ["---"] * len(head), *escaped]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def markdown_text(results: Results) -> str:
    """The standings and pairings as Markdown."""
    columns = _columns(results)
    parts = [
        f"# {title(results)}",
        markdown_table(
            list(columns),
            [[show(standing) for show in columns.values()] for standing in results.standings],
        ),
    ]
    if results.pairings:
        parts.append(markdown_table(PAIRING_COLUMNS, _pairings(results)))
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
    """The tournament, standings, pairings and metrics for programs."""
    pairings = [
        {**asdict(p), "first": results.players[p.first], "second": results.players[p.second]}
        for p in results.pairings
    ]
    document = {
        "tournament": results.tournament.description(),
        "key": results.tournament.key,
        "version": __version__,
        "games": len(results.rows),
        "damaged": [asdict(row) for row in results.damaged],
        "standings": [asdict(standing) for standing in results.standings],
        "pairings": pairings,
        "metrics": {
            name: {player: asdict(value) for player, value in values.items()}
            for name, values in metric_means(results).items()
        },
    }
    return json.dumps(_finite(document), indent=2) + "\n"


def metric_means(results: Results) -> dict[str, dict[str, Interval]]:
    """The mean of each metric for each player, over blocks.

    Forfeited matches are left out, and those whose moves cannot be made: rows of older files have
    no checksum.
    """
    metrics = metrics_of(results.tournament.game)
    whole = [row for row in results.rows if row.forfeit is None]
    whole.sort(key=lambda row: row.block)  # all line-ups alike, where not all matches are used
    del whole[METRIC_MATCHES:]
    samples: dict[str, dict[int, dict[int, list[float]]]] = {name: {} for name in metrics}
    for row in whole:
        try:
            match = replayed(results.tournament, row)
        except FormatError:
            continue
        for name, function in metrics.items():
            for seat, value in enumerate(function(match)):
                blocks = samples[name].setdefault(row.seats[seat], {})
                blocks.setdefault(row.block, []).append(value)
    return {
        name: {
            results.players[player]: mean_interval([float(np.mean(v)) for v in blocks.values()])
            for player, blocks in sorted(players.items())
        }
        for name, players in samples.items()
    }


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; max-width: 62rem; margin: 2rem auto;
       padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #d5dde5; text-align: right;
         white-space: nowrap; }
.name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
thead th { border-bottom: 2px solid #8496a9; }
figure { margin: 1.5rem 0; } svg { max-width: 100%; height: auto; }
.note { color: #5b6b7b; }
"""


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> str:
    """A table whose first columns are names, which may be long, and whose others are numbers."""

    def cells(tag: str, line: Sequence[str]) -> str:
        kinds = [" class='name'"] * names + [""] * (len(line) - names)
        return "".join(
            f"<{tag}{kind}>{html.escape(cell)}</{tag}>"
            for kind, cell in zip(kinds, line, strict=True)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def html_text(results: Results) -> str:
    """One page that needs nothing else: tables and plots of everything above."""
    from otherminds.arena import plots as draw  # matplotlib takes a second to import

    columns = _columns(results)
    standings = [[show(s) for show in columns.values()] for s in results.standings]
    parts = [f"<h1>{html.escape(title(results))}</h1>", html_table(list(columns), standings)]
    plots = {
        "Win share": draw.shares_plot(results),
        "Who finishes above whom": draw.pairing_plot(results),
        "Ratings": draw.ratings_plot(results),
        "Time a move": draw.times_plot(results),
    }
    for heading, plot in plots.items():
        if plot:
            parts.append(f"<h2>{heading}</h2><figure>{plot}</figure>")
    if results.pairings:
        parts.append("<h2>Pairings</h2>" + html_table(PAIRING_COLUMNS, _pairings(results), names=2))
    means = metric_means(results)
    if means:
        rows = [
            [player, *(_interval(means[name].get(player), ".2f") for name in means)]
            for player in (standing.player for standing in results.standings)
        ]
        parts.append(
            "<h2>Metrics, mean per game [95 %]</h2>" + html_table(["player", *means], rows)
        )
    forfeits = [
        [results.players[row.seats[row.forfeit]], row.reason or "", str(row.block), str(row.match)]
        for row in results.rows
        if row.forfeit is not None
    ]
    if forfeits:
        head = ["player", "reason", "block", "match"]
        parts.append("<h2>Forfeits</h2>" + html_table(head, forfeits[:100], names=2))
        if len(forfeits) > 100:
            parts.append(f'<p class="note">The first 100 of {len(forfeits)} are shown.</p>')
    description = html.escape(json.dumps(results.tournament.description(), indent=1))
    parts.append(f'<p class="note">{html.escape(_provenance(results))}</p>')
    parts.append(f"<details><summary>All options</summary><pre>{description}</pre></details>")
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        f"<title>{html.escape(title(results))}</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


FORMATS: dict[str, Callable[[Results], str]] = {
    ".csv": csv_text,
    ".json": json_text,
    ".md": markdown_text,
    ".html": html_text,
}
