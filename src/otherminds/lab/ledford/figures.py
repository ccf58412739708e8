"""The plots and tables of the report: seats, budgets, the gradient, players without search."""

from __future__ import annotations

from otherminds.agents import player_text
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval
from otherminds.lab.claims import Arm
from otherminds.lab.ledford import arms, beyond
from otherminds.lab.ledford.measures import solved
from otherminds.lab.ledford.shape import shape_of
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Found, Run
from otherminds.lab.seats import by_seat
from otherminds.lab.statistics import strata_share, unit_means

__all__ = ["figures"]


def figures(run: Run) -> list[Figure | Table]:
    """What can be drawn of the arms that were played."""
    found = run.found()
    made = [
        _ladder(found),
        _gradient_plot(found),
        _seats(found),
        _gradient_table(found),
        _controls(found),
        _policies(found),
    ]
    return [each for each in made if each is not None]


def _results(found: Found, arm: Arm) -> Results | None:
    return found.get(arm.tournaments[0])


def _share(found: Found, arm: Arm) -> Interval | None:
    results = _results(found, arm)
    if results is None:
        return None
    units = list(unit_means(results, solved).values())
    return strata_share([units], len(results.rows))


def _ladder(found: Found) -> Figure | None:
    budgets = sorted({arms.BUDGET, *arms.LADDER})
    lines: dict[str, dict[float, Interval]] = {}
    for mode in arms.MODES:
        for kind in arms.PLANNERS:
            shares = {n: _share(found, arms.single(kind, mode, n)) for n in budgets}
            lines[f"{kind}, {mode}"] = {float(n): s for n, s in shares.items() if s is not None}
    if not any(lines.values()):
        return None
    from otherminds.arena import plots  # matplotlib takes a second to import

    return Figure(
        "Wins by iterations",
        plots.lines_plot(
            lines,
            x="iterations per decision",
            y="wins of one planner, 95 % interval",
            log=True,
            names={float(n): f"{n:,}" for n in budgets},
            figures={f"{arms.BMCTS}, program": 0.204, f"{arms.LD}, program": 0.2755},
        ),
        "One planner against three Heuristics; a quarter is par. Dotted are the thesis' figures.",
    )


def _gradient_plot(found: Found) -> Figure | None:
    shares = {fixed: _share(found, arms.gradient(fixed)) for fixed in arms.FIXED}
    line = {float(fixed): share for fixed, share in shares.items() if share is not None}
    if len(line) < 2:
        return None
    from otherminds.arena import plots

    return Figure(
        "From belief to determinization",
        plots.lines_plot(
            {"wins": line},
            x="cards whose place is drawn in each iteration",
            y="wins of one planner, 95 % interval",
            names={float(fixed): str(fixed) for fixed in arms.FIXED},
        ),
        f"{arms.CONTROL} iterations. 0 is BMCTS, 3 (the envelope) LD-BMCTS, 15 every unknown card.",
    )


def _gradient_table(found: Found) -> Table | None:
    rows = []
    for fixed in arms.FIXED:
        results = _results(found, arms.gradient(fixed))
        share = _share(found, arms.gradient(fixed))
        if results is None or share is None:
            continue
        shape = shape_of(fixed, arms.CONTROL)
        rows.append(
            [
                str(fixed),
                f"{share:.1%}",
                str(len(results.rows)),
                f"{shape.nodes:.2f}",
                f"{shape.depth:.2f}",
                f"{shape.root:.1f}",
                f"{shape.breadth:.2f}",
            ]
        )
    if not rows:
        return None
    return Table(
        "From belief to determinization",
        (
            "drawn cards",
            "wins [95 %]",
            "games",
            "nodes an iteration",
            "depth",
            "breadth at the root",
            "breadth",
        ),
        rows,
        f"{arms.CONTROL} iterations. Depth is that of the leaf on average, breadth the number of "
        "moves tried in a node; at 12 positions of games of Heuristics.",
    )


def _seats(found: Found) -> Table | None:
    rows = []
    for mode in arms.MODES:
        for kind in arms.PLANNERS:
            for iterations in (arms.BUDGET, arms.LADDER[0]):
                results = _results(found, arms.single(kind, mode, iterations))
                if results is None:
                    continue
                shares = [f"{share:.0%}" for share in by_seat(results)]
                label = f"{kind}, {mode}, {arms.budget_name(iterations)}"
                rows.append([label, str(len(results.rows)), *shares])
    if not rows:
        return None
    return Table(
        "Wins by seat",
        ("one planner against three", "games", "seat 0", "seat 1", "seat 2", "seat 3"),
        rows,
        "LD-BMCTS in the thesis' logs: 23, 31, 26 and 34 %.",
    )


def _controls(found: Found) -> Table | None:
    names = (
        "typed",
        "flat",
        "rooms",
        "marked sheet",
        "thesis' sheet",
        "accuses from 90 %",
        "accuses from 70 %",
        "accuses from 50 %",
        "searched opponents",
        "IS-MCTS",
        "POMCP",
    )
    rows = []
    for name in names:
        results, share = (
            _results(found, arms.controlled(name)),
            _share(found, arms.controlled(name)),
        )
        if results is None or share is None:
            continue
        rows.append([name, f"{share:.1%}", str(len(results.rows))])
    if not rows:
        return None
    return Table(
        "Planners with one thing changed",
        ("planner", "wins [95 %]", "games"),
        rows,
        f"Against three Heuristics, on the same deals; {arms.CONTROL} iterations.",
    )


def _policies(found: Found) -> Table | None:
    rows = []
    for policy in beyond.POLICIES:
        arm = beyond.policy_arm(policy)
        results, share = _results(found, arm), _share(found, arm)
        if results is None or share is None:
            continue
        rows.append([player_text(policy), f"{share:.1%}", str(len(results.rows))])
    if not rows:
        return None
    return Table(
        "Players without search",
        ("player", "wins [95 %]", "games"),
        rows,
        "Alone against three Heuristics, on the same deals.",
    )
