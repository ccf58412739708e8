"""The plots and tables of the report: scores by level, set of actions, budget and partner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval
from otherminds.lab.claims import Arm
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Found, Run
from otherminds.lab.statistics import GameNumber, strata_share, unit_means
from otherminds.lab.walton_rivers import arms, prediction
from otherminds.lab.walton_rivers.hanabi import figures as hanabi
from otherminds.lab.walton_rivers.measures import score, ticks
from otherminds.lab.walton_rivers.reported import (
    FLARE_SCORES,
    FOLLOWER_SCORES,
    MIRROR_SCORES,
    MIRROR_TICKS,
)

__all__ = ["figures"]


def figures(run: Run) -> list[Figure | Table]:
    """What can be drawn of the arms that were played."""
    found = run.found()
    made = [
        _levels(found),
        _flare_sets(found),
        _budgets(found),
        _partners(found),
        _mirror_table(found, "scores", score, MIRROR_SCORES, ".2f"),
        _mirror_table(found, "moves", ticks, MIRROR_TICKS, ".0f"),
        _low_rules(found),
        _flare_table(found),
        _follower_table(found),
        _times(found),
    ]
    return [*(each for each in made if each is not None), *hanabi.figures(found)]


def _results(found: Found, arm: Arm) -> list[Results]:
    """The results of an arm that was played on all of its levels, else nothing."""
    results = [found.get(tournament) for tournament in arm.tournaments]
    return [each for each in results if each is not None] if all(results) else []


def _score(found: Found, arm: Arm) -> Interval | None:
    results = _results(found, arm)
    if not results:
        return None
    strata = [list(unit_means(each, score).values()) for each in results]
    return strata_share(strata, sum(map(len, strata)))


def _lines(
    found: Found, lines: Mapping[str, Sequence[Arm | None]]
) -> dict[str, dict[float, Interval]]:
    """Scores along places, one arm a place."""
    drawn: dict[str, dict[float, Interval]] = {}
    for name, places in lines.items():
        values = [arm and _score(found, arm) for arm in places]
        drawn[name] = {float(place): value for place, value in enumerate(values) if value}
    return {name: line for name, line in drawn.items() if line}


def _plot(
    found: Found, lines: Mapping[str, Sequence[Arm | None]], x: str, places: Sequence[str]
) -> str:
    drawn = _lines(found, lines)
    if not drawn:
        return ""
    from otherminds.arena import plots  # matplotlib takes a second to import

    names = {float(place): name for place, name in enumerate(places)}
    return plots.lines_plot(drawn, x=x, y="mean score, 95 % interval", names=names, percent=False)


def _figure(title: str, plot: str, caption: str) -> Figure | None:
    return Figure(title, plot, caption) if plot else None


def _levels(found: Found) -> Figure | None:
    lines = {
        name: [arms.mirror((name, spec), (level,)) for level in arms.LEVELS]
        for name, spec in arms.BASELINE.items()
    }
    places = [arms.level_name(level).replace(" ", "\n") for level in arms.LEVELS]
    plot = _plot(found, lines, "level", places)
    return _figure("E1: scores by level", plot, "Each agent with itself, first edition.")


def _flare_sets(found: Found) -> Figure | None:
    lines = {
        name: [arms.flares((name, spec), actions) for actions in arms.FLARE_SETS]
        for name, spec in arms.SECOND.items()
    }
    plot = _plot(found, lines, "set of actions", arms.FLARE_SETS)
    return _figure(
        "E2: scores by set of actions",
        plot,
        "Each agent with itself, second edition, mean of four levels.",
    )


def _budgets(found: Found) -> Figure | None:
    budgets = tuple(reversed(tuple(arms.BUDGETS)))
    lines = {
        kind: [arms.with_partner(kind, budget, prediction.FOLLOWER) for budget in budgets]
        for kind in arms.TESTED
    }
    plot = _plot(found, lines, "budget", budgets)
    return _figure(
        "E3: scores with Follow the Flare by budget",
        plot,
        "Relative flares, both seats, mean of four levels. Predictor has the partner's own policy "
        "as its model.",
    )


def _partners(found: Found) -> Figure | None:
    partners = ("Follow the Flare", "Random", "Bias Random", prediction.STRONG)
    lines: dict[str, list[Arm | None]] = {}
    for level in ("airlock", "butterfly", "single_door"):
        for kind in ("MCTS", "Predictor"):
            lines[f"{kind}, {arms.level_name(level)}"] = [
                None
                if (kind, partner) == ("Predictor", prediction.STRONG)
                else arms.with_partner(kind, "High", partner, levels=(level,))
                for partner in partners
            ]
    plot = _plot(found, lines, "partner", partners)
    return _figure(
        "E3: scores by partner and level, High",
        plot,
        "Relative flares, both seats; on Pathfinding everybody wins. With MCTS High as partner and "
        "as model a game takes hours.",
    )


def _mean(found: Found, arm: Arm, number: GameNumber, spec: str) -> str:
    results = _results(found, arm)
    if not results:
        return "-"
    means = [float(np.mean(list(unit_means(each, number).values()))) for each in results]
    return format(float(np.mean(means)), spec)


def _table(title: str, head: Sequence[str], rows: list[list[str]], caption: str) -> Table | None:
    """A table, unless all it has are dashes and figures of the thesis in brackets."""
    played = any(cell[0].isdigit() for row in rows for cell in row[1:])
    return Table(title, head, rows, caption) if played else None


def _mirror_table(
    found: Found,
    what: str,
    number: GameNumber,
    reported: Mapping[str, Mapping[str, float]],
    spec: str,
) -> Table | None:
    rows = []
    for level in arms.LEVELS:
        cells = [
            f"{_mean(found, arms.mirror((name, spec_), (level,)), number, spec)} "
            f"({reported[name][level]:{spec}})"
            for name, spec_ in arms.BASELINE.items()
        ]
        rows.append([arms.level_name(level), *cells])
    return _table(
        f"E1: {what} of each agent with itself",
        ("level", *arms.BASELINE),
        rows,
        "Ours, the thesis' in brackets.",
    )


def _low_rules(found: Found) -> Table | None:
    rows = []
    for level in arms.LEVELS:
        cells = [
            _mean(found, arms.mirror((name, spec), (level,)), score, ".2f")
            for name, spec in arms.LOW_RULES.items()
        ]
        rows.append([arms.level_name(level), *cells, f"({MIRROR_SCORES['Low'][level]:.2f})"])
    return _table(
        "E1: Low by the rule of its final move",
        ("level", *arms.LOW_RULES, "thesis"),
        rows,
        "Mean score with itself: greatest total or most visits, and who wins among equals. The "
        "thesis' in brackets.",
    )


def _flare_table(found: Found) -> Table | None:
    rows = []
    agents = [*arms.SECOND.items(), ("GA at each tick", arms.WHOLE_GA[1])]
    for name, spec in agents:
        for actions in arms.FLARE_SETS:
            cells = []
            for level in arms.FEWER_LEVELS:
                ours = _mean(found, arms.flares((name, spec), actions, (level,)), score, ".2f")
                printed = FLARE_SCORES.get((name, actions))
                cells.append(f"{ours} ({printed[level]:.2f})" if printed else ours)
            rows.append([name, actions, *cells])
    return _table(
        "E2: scores of each agent with itself",
        ("agent", "actions", *map(arms.level_name, arms.FEWER_LEVELS)),
        rows,
        "Ours, the thesis' in brackets.",
    )


def _follower_table(found: Found) -> Table | None:
    rows = []
    for kind, budget in FOLLOWER_SCORES:
        cells = []
        for level in arms.FEWER_LEVELS:
            arm = arms.with_partner(kind, budget, prediction.FOLLOWER, levels=(level,))
            ours = _mean(found, arm, score, ".2f")
            cells.append(f"{ours} ({FOLLOWER_SCORES[kind, budget][level]:.2f})")
        rows.append([f"{kind} {budget}", *cells])
    return _table(
        "E3: scores with Follow the Flare",
        ("agent", *map(arms.level_name, arms.FEWER_LEVELS)),
        rows,
        "Ours, the thesis' in brackets.",
    )


def _times(found: Found) -> Table | None:
    rows = []
    for actions in ("relative", "simple"):
        for kind, budget in FOLLOWER_SCORES:
            models = prediction.MODELS.items() if kind == "Predictor" else (("", 0),)
            for name, recall in models:
                model = arms.NESTED if kind == "Predictor" else None
                arm = arms.with_partner(
                    kind, budget, prediction.STRONG, actions, model=model, recall=recall
                )
                results = _results(found, arm)
                if not results:
                    continue
                games = [row for each in results for row in each.rows]
                acts = sum(row.acts[row.seats.index(0)] for row in games)
                value = _score(found, arm)
                label = f"{kind} {budget}" + (f", {name}" if name else "")
                rows.append(
                    [
                        label,
                        actions,
                        f"{value:.2f}",
                        f"{acts / len(games):.0f}",
                    ]
                )
    return _table(
        "E3: with MCTS High as partner",
        ("agent", "actions", "score [95 %]", "moves"),
        rows,
        "Moves are those of the tested agent.",
    )
