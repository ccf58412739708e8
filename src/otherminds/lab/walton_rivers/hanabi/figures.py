"""The plots and tables of the report: points by agent, players, constant, accuracy and model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from otherminds.arena.statistics import Interval
from otherminds.lab.claims import Arm
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Found
from otherminds.lab.statistics import GameNumber, strata_mean, unit_means
from otherminds.lab.walton_rivers.hanabi import (
    arms,
    battery,
    learning,
    noise,
    open_hands,
    recognition,
)
from otherminds.lab.walton_rivers.hanabi.arms import (
    APRIL,
    HUNDRED,
    JANUARY,
    PUBLISHED,
    SIZES,
    THOUSAND,
)
from otherminds.lab.walton_rivers.hanabi.measures import lives, moves, points
from otherminds.lab.walton_rivers.hanabi.reported import (
    LEARNED_AND_COPY,
    MAIN,
    MIRROR,
    OPEN,
    ROLLOUTS,
)

__all__ = ["figures"]


def figures(found: Found) -> list[Figure | Table]:
    """What can be drawn of the arms that were played."""
    made = [
        _sizes(found),
        _constants(found),
        _accuracies(found),
        _models(found),
        _mirrors(found),
        _battery(found, "E5", JANUARY, MAIN),
        _battery(found, "E7", APRIL, ROLLOUTS),
        _open(found),
        _lives(found, "E6", _constant_arms()),
        _lives(found, "E7 and rule agents", _agent_arms()),
        _lives(found, "E9", _accuracy_arms()),
        _recognition(found),
    ]
    return [each for each in made if each is not None]


def _points(
    found: Found, arm: Arm, size: int | None = None, number: GameNumber = points
) -> Interval | None:
    """The mean of an arm, every tournament counting the same, if all of them were played."""
    strata = []
    for tournament in arm.tournaments:
        if size is None or tournament.loaded_game.seats == size:
            results = found.get(tournament)
            if results is None:
                return None
            strata.append(list(unit_means(results, number).values()))
    if not strata or sum(map(len, strata)) < 2:
        return None
    return strata_mean(strata, 0.0).value


def _plot(
    lines: Mapping[str, Mapping[float, Interval | None]], x: str, places: Sequence[str]
) -> str:
    drawn = {
        name: {place: value for place, value in line.items() if value is not None}
        for name, line in lines.items()
    }
    drawn = {name: line for name, line in drawn.items() if line}
    if not drawn:
        return ""
    from otherminds.arena import plots  # matplotlib takes a second to import

    names = {float(place): name for place, name in enumerate(places)}
    return plots.lines_plot(drawn, x=x, y="mean points, 95 % interval", names=names, percent=False)


def _figure(title: str, plot: str, caption: str) -> Figure | None:
    return Figure(title, plot, caption) if plot else None


def _sizes(found: Found) -> Figure | None:
    agents = ("IGGI", "IS-MCTS", "Policy[IGGI]", "Predictor")
    lines = {}
    for name in agents:
        arm = battery.agent_arm(name, THOUSAND, APRIL)
        lines[name] = {float(place): _points(found, arm, size) for place, size in enumerate(SIZES)}
    plot = _plot(lines, "players", [str(size) for size in SIZES])
    return _figure(
        "E7: points by number of players",
        plot,
        "1,000 iterations, mean over the seven partners; Predictor has their policy as its model.",
    )


def _constants(found: Found) -> Figure | None:
    lines = {
        name: {
            float(place): _points(found, battery.constant(name, value, HUNDRED))
            for place, value in enumerate(arms.CONSTANTS)
        }
        for name in ("IS-MCTS", "Predictor")
    }
    plot = _plot(lines, "exploration constant C", [f"{value:.4g}" for value in arms.CONSTANTS])
    return _figure("E6: points by exploration constant", plot, "100 iterations, all partners.")


def _accuracies(found: Found) -> Figure | None:
    lines = {
        f"{size} players": {
            float(place): _points(found, noise.noisy_arm(accuracy, HUNDRED), size)
            for place, accuracy in enumerate(arms.ACCURACIES)
        }
        for size in SIZES
    }
    plot = _plot(lines, "accuracy of the model", [f"{value:g}" for value in arms.ACCURACIES])
    return _figure("E9: points by accuracy of the model", plot, "100 iterations, all partners.")


def _models(found: Found) -> Figure | None:
    makers = {"learned": learning.learned_arm, "copy": learning.copied_arm}
    lines: dict[str, dict[float, Interval | None]] = {
        name: {
            float(place): _points(found, make(partner, THOUSAND))
            for place, partner in enumerate(learning.CHEAP)
        }
        for name, make in makers.items()
    }
    for name, column in (("learned, thesis", 0), ("copy, thesis", 1)):
        if any(value for line in list(lines.values())[:2] for value in line.values()):
            lines[name] = {
                float(place): Interval(*(LEARNED_AND_COPY[partner][column],) * 3)
                for place, partner in enumerate(learning.CHEAP)
            }
    plot = _plot(lines, "partner", [name.replace("_", "\n") for name in learning.CHEAP])
    return _figure(
        "E11: points with a learned model and with a copy",
        plot,
        "Predictor with 1,000 iterations, mean over two to five players.",
    )


def _cell(value: Interval | None, figure: float | None = None) -> str:
    ours = "-" if value is None else f"{value.estimate:.2f}"
    if value is not None and np.isfinite(value.high - value.low):
        ours += f" ± {(value.high - value.low) / 2:.2f}"
    return ours if figure is None else f"{ours} ({figure:.2f})"


def _table(title: str, rows: list[list[str]], caption: str, first: str = "agent") -> Table | None:
    played = any(cell[0].isdigit() for row in rows for cell in row[1:])
    head = (first, *(f"{size} players" for size in SIZES))
    return Table(title, head, rows, caption) if played else None


def _row(found: Found, name: str, arm: Arm, figures_: Sequence[float] | None = None) -> list[str]:
    cells = [
        _cell(_points(found, arm, size), figures_[place] if figures_ else None)
        for place, size in enumerate(SIZES)
    ]
    return [name, *cells]


def _mirrors(found: Found) -> Table | None:
    rows = []
    for name in arms.MIRRORED:
        rows.append(_row(found, name, arms.mirror(name), MIRROR[name]))
        if name in ("internal", "outer", "van_den_bergh"):
            rows.append(_row(found, f"{name}, January 2017", arms.mirror(name, JANUARY)))
    return _table(
        "Rule agents with themselves",
        rows,
        "Points; in brackets those in the author's program of 2019, 10,000 games each.",
    )


def _battery(
    found: Found, title: str, state: str, printed: Mapping[str, tuple[float, ...]]
) -> Table | None:
    rows = []
    for name, figures_ in printed.items():
        budgets = (THOUSAND,) if name in battery.RULES else (THOUSAND, PUBLISHED, HUNDRED)
        for budget in budgets:
            label = name if name in battery.RULES else f"{name}, {budget.name}"
            if name.startswith("MCS-"):
                arm = battery.one_layer(name.removeprefix("MCS-"), budget)
            else:
                arm = battery.agent_arm(name, budget, state)
            rows.append(_row(found, label, arm, figures_))
    return _table(
        f"{title}: points among the seven partners", rows, "Ours, the thesis' in brackets."
    )


def _open(found: Found) -> Table | None:
    rows = []
    for name in open_hands.AGENTS:
        budgets = (THOUSAND,) if name == "IGGI" else (THOUSAND, PUBLISHED, HUNDRED)
        for budget in budgets:
            label = name if name == "IGGI" else f"{name}, {budget.name}"
            rows.append(_row(found, label, open_hands.open_arm(name, budget), OPEN[name]))
    return _table("E8: points with open hands", rows, "Ours, the thesis' in brackets.")


def _constant_arms() -> dict[str, Arm]:
    return {
        f"{name}, C = {value:.4g}, {budget.name}": battery.constant(name, value, budget)
        for name in ("IS-MCTS", "Predictor")
        for budget in (THOUSAND, HUNDRED)
        for value in arms.CONSTANTS
    }


def _accuracy_arms() -> dict[str, Arm]:
    return {
        f"accuracy {accuracy:g}, {budget.name}": noise.noisy_arm(accuracy, budget)
        for budget in (THOUSAND, HUNDRED)
        for accuracy in arms.ACCURACIES
    }


def _agent_arms() -> dict[str, Arm]:
    found = {f"{name} with itself": arms.mirror(name) for name in arms.MIRRORED}
    for name in ROLLOUTS:
        for budget in (THOUSAND,) if name in battery.RULES else (THOUSAND, PUBLISHED, HUNDRED):
            label = name if name in battery.RULES else f"{name}, {budget.name}"
            found[label] = battery.agent_arm(name, budget, APRIL)
    return found


def _lives(found: Found, title: str, chosen: Mapping[str, Arm]) -> Table | None:
    """Points, lives and moves of arms, and lives by number of players."""
    rows = []
    for name, arm in chosen.items():
        means = [_points(found, arm, number=number) for number in (points, lives, moves)]
        if None not in means:
            by_size = [_points(found, arm, size, lives) for size in SIZES]
            rows.append([name, *map(_cell, (*means, *by_size))])
    head = ("agent", "points", "lives", "moves", *(f"lives, {size} players" for size in SIZES))
    caption = "Lives are those left of three; moves are those of all players."
    return Table(f"{title}: lives and moves", head, rows, caption) if rows else None


def _recognition(found: Found) -> Table | None:
    rows = []
    for budget in (THOUSAND, HUNDRED):
        for kind in recognition.KINDS:
            row = _row(found, f"{kind}, {budget.name}", recognition.known_arm(kind, budget))
            if row[1] != "-":
                rows.append(row)
    return _table(
        "Partners of one of seven types",
        rows,
        "One planner, roll-outs by Piers, that differs in what it makes of its partners.",
        "model",
    )
