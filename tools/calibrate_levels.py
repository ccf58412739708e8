"""Levels of strength that rise evenly: the tournament behind ``level(1)`` to ``level(10)``.

    python tools/calibrate_levels.py othello --minutes 10

A ladder of candidates, from the weakest over careless players and small searches to the best
agent, is played bottom to top. Where seats play against each other, candidates meet their
neighbours on the ladder, and ratings are those of whole finishing orders. Where all seats win or
lose together, each candidate plays with the same partner, and its mean score counts. Ten
candidates whose strengths are nearest to even steps become the levels; the last is ``best``.

Every game is kept in ``build/levels.db``: run the command again to go on, and whenever ``best`` has
changed. The result goes to ``src/otherminds/agents/levels.json`` and, by ``make generate``, to the
page of the game.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import click

import otherminds as om
from otherminds.agents.levels import FILE, LEVELS
from otherminds.arena import running
from otherminds.arena.plan import Tournament
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.arena.store import Store

ROOT = Path(__file__).parents[1]


def careless(player: str, *errors: float, instead: str = "") -> list[str]:
    """Players that leave a share of their moves to another, by default to chance."""
    other = f", instead={instead}" if instead else ""
    return [f"careless({player}, {error}{other})" for error in errors]


CANDIDATES = {
    "othello": [
        "random",
        *careless("mcts(20)", 0.7, 0.4),
        *(f"mcts({iterations})" for iterations in (5, 10, 20, 40, 80, 160, 320, 640)),
        *(f"alpha_beta({positions})" for positions in (25, 50, 100, 300, 1000, 3000, 10000, 50000)),
        "best",
    ],
    "catan": [
        "random",
        *careless("stac", 0.7, 0.5, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05),
        "stac",
        *(f"guided({iterations})" for iterations in (20, 100)),
        "best",
    ],
    "cluedo": [  # a random player would accuse at once, which is no opponent for anybody
        "naive",
        *careless("heuristic", 0.8, 0.6, 0.4, 0.2, instead="naive"),
        "heuristic",
        *careless("detective", 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, instead="heuristic"),
        "best",
    ],
    "hanabi": [
        "random",
        *careless("piers", 0.6, 0.4, 0.3, 0.22, 0.16, 0.11, 0.07, 0.04, 0.02),
        "piers",
        "best",
    ],
    "tiny_coop": [
        "random",
        *careless("cooperator", 0.95, 0.92, 0.89, 0.86, 0.83, 0.8, 0.77, 0.74, 0.71, 0.67, 0.62),
        *careless("cooperator", 0.55, 0.4),
        "cooperator",
        "best",
    ],
}
"""From the weakest to the strongest, as far as one can tell beforehand."""

PARTNERS = {"hanabi": "piers", "tiny_coop": "cooperator"}
"""With whom the candidates of co-operative games play: one of themselves, and cheap."""

OPTIONS: dict[str, dict[str, Any]] = {"tiny_coop": {"ticks": 60}}
"""Of the games that are played: within 2,000 ticks nearly everybody wins."""

REACH = 3
"""How far up the ladder a candidate's opponents stand, at a table for two."""


def line_ups(game: str, players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who meets whom: the partner, or neighbours on the ladder."""
    if game in PARTNERS:
        partner = CANDIDATES[game].index(PARTNERS[game])
        return tuple((each, *[partner] * (seats - 1)) for each in range(players))
    if seats == 2:
        pairs = itertools.combinations(range(players), 2)
        return tuple(pair for pair in pairs if pair[1] - pair[0] <= REACH)
    return tuple(tuple(range(low, low + seats)) for low in range(players - seats + 1))


def planned(game: str) -> Tournament:
    candidates, options = CANDIDATES[game], OPTIONS.get(game, {})
    return Tournament(
        game=game,
        options=tuple(options.items()),
        players=tuple(candidates),
        line_ups=line_ups(game, len(candidates), om.load(game).seats),
        seed=1,
    )


def strengths(game: str, results: Results) -> tuple[list[Interval], list[int]]:
    """The strength of each candidate, and how many games it has played."""
    count = len(CANDIDATES[game])
    if game not in PARTNERS:
        games = [sum(each in row.seats for row in results.rows) for each in range(count)]
        return list(results.ratings), games
    games = [sum(each == row.line_up for row in results.rows) for each in range(count)]
    limits = om.load(game).return_range
    means = []
    for each in range(count):
        deals: dict[int, list[float]] = {}
        for row in results.rows:
            if each == row.line_up:
                deals.setdefault(row.block, []).append(row.returns[0])
        means.append(mean_interval([sum(of) / len(of) for of in deals.values()], limits=limits))
    return means, games


def chosen(strength: list[float]) -> list[int]:
    """Ten candidates that rise: the first, the last, and those nearest to even steps between."""
    rising = [0]
    for each in range(1, len(strength) - 1):
        if strength[rising[-1]] < strength[each] < strength[-1]:
            rising.append(each)
    rising.append(len(strength) - 1)
    if len(rising) < LEVELS:
        raise click.ClickException(
            f"Only {len(rising)} candidates are told apart; play more games, or name more of them."
        )
    first, last = strength[0], strength[-1]
    targets = [first + (last - first) * step / (LEVELS - 1) for step in range(LEVELS)]
    inner = min(
        itertools.combinations(rising[1:-1], LEVELS - 2),
        key=lambda some: sum(
            (strength[each] - target) ** 2 for each, target in zip(some, targets[1:-1], strict=True)
        ),
    )
    return [0, *inner, len(strength) - 1]


def write(game: str, results: Results) -> None:
    found, games = strengths(game, results)
    places = chosen([value.estimate for value in found])
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    stored[game] = {
        "measure": f"mean score with {PARTNERS[game]}" if game in PARTNERS else "rating",
        "best": om.agents(game).best,
        "commit": commit,
        "games": len(results.rows),
        "levels": [
            {
                "player": CANDIDATES[game][place],
                "strength": round(found[place].estimate, 2),
                "low": round(max(found[place].low, -1e6), 2),
                "high": round(min(found[place].high, 1e6), 2),
                "games": games[place],
            }
            for place in places
        ],
    }
    FILE.write_text(json.dumps(dict(sorted(stored.items())), indent=1) + "\n", encoding="utf-8")
    for number, place in enumerate(places, start=1):
        click.echo(f"{number:3}  {CANDIDATES[game][place]:30} {found[place]:.2f}  {games[place]}")


@click.command()
@click.argument("game", type=click.Choice(sorted(CANDIDATES)))
@click.option("--minutes", default=5.0, show_default=True, help="How long to play.")
@click.option("--workers", default=1, show_default=True, help="Processes.")
def calibrate(game: str, minutes: float, workers: int) -> None:
    """Play the candidates of a game against each other and write its levels."""
    tournament = planned(game)
    end = time.monotonic() + 60 * minutes
    path = ROOT / "build" / "levels.db"
    path.parent.mkdir(exist_ok=True)
    seats = 2 if game in PARTNERS else om.load(game).seats
    with Store(path) as store:
        number = store.number(tournament)
        done = 0 if number is None else len(store.finished(number))
        one_round = len(tournament.seatings) * seats
        while True:
            done += one_round
            running.run(tournament, store, games=done, workers=workers)
            if time.monotonic() > end:
                break
        results = running.results(tournament, store)
    click.echo(f"{len(results.rows):,} games")
    for text, value in zip(CANDIDATES[game], strengths(game, results)[0], strict=True):
        click.echo(f"     {text:30} {value:.2f}")
    write(game, results)


if __name__ == "__main__":
    calibrate()
