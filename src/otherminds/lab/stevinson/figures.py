"""The plots and tables of the report: budgets, beliefs over a game, horizon, exponent, overlap."""

from __future__ import annotations

from collections.abc import Sequence

from otherminds.arena.recognition_measures import PHASES, resemblance
from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, mean_interval
from otherminds.lab.report import Figure, Table
from otherminds.lab.running import Played, Run
from otherminds.lab.statistics import strata_share, unit_means
from otherminds.lab.stevinson import arms, legacy, measures, people

__all__ = ["figures"]

_SHORT = {"max_disk": "maximum disc", "max_value": "maximum value", "mobility": "mobility"}
_REPORTED = {"HBA(cor)": 0.90, "HBA(gtw)": 0.81, "MCTS": 0.73, "MV": 0.61}
_SWITCHES = {7.5: "now mobility", 14.5: "now maximum value"}
_BELIEFS = 200
"""Games whose beliefs are drawn; replaying takes time."""


def figures(run: Run) -> list[Figure | Table]:
    """What can be drawn of the arms that were played."""
    made = [
        _ladder(run.played),
        _noise(run.played),
        _beliefs(run.played, arms.exponent(5.0), 5.0),
        _beliefs(run.played, arms.exponent(0.0), 0.0),
        _horizons(run.played),
        _exponents(run.played),
        _overlap(run.played),
        _times(run.played),
        _pattern(run.played),
        _people(run),
    ]
    return [each for each in made if each is not None]


def _share(results: Sequence[Results]) -> Interval:
    strata = [list(unit_means(found).values()) for found in results]
    return strata_share(strata, sum(len(found.rows) for found in results))


def _lines(played: Played, players: Sequence[arms.Player]) -> dict[str, dict[float, Interval]]:
    """Win rates along the ladder."""
    lines: dict[str, dict[float, Interval]] = {}
    for player in players:
        line = {
            float(rung): _share(found)
            for rung in arms.LADDER
            if (found := played.get((rung, player.name)))
        }
        if line:
            lines[player.name] = line
    return lines


def _ladder(played: Played) -> Figure | None:
    players = (arms.COR, arms.GTW, arms.SUM, arms.FROZEN, arms.MCTS, arms.MV)
    lines = _lines(played, players)
    if not lines:
        return None
    plot = _budget_plot(lines, {name: level for name, level in _REPORTED.items() if name in lines})
    return Figure(
        "Win rates by budget",
        plot,
        "Against agents 4 to 6, every player with the same number of play-outs. Dotted lines are "
        "the figures of the source, which searched for ten seconds per move.",
    )


def _budget_plot(
    lines: dict[str, dict[float, Interval]], reported: dict[str, float] | None = None
) -> str:
    from otherminds.arena import plots  # matplotlib takes a second to import

    return plots.lines_plot(
        lines,
        x="play-outs per move",
        y="win rate, 95 % interval",
        names={float(rung): rung for rung in arms.LADDER},
        log=True,
        figures=reported,
    )


def _noise(played: Played) -> Figure | None:
    players = (arms.GTW, arms.MCTS)
    noisy = [arms.perturbed(player, share) for share in (0.1, 0.3) for player in players]
    lines = _lines(played, [*players, *noisy])
    if len(lines) <= len(players):
        return None
    return Figure(
        "Win rates against opponents that move at random now and then",
        _budget_plot(lines),
        "A share of the moves of agents 4 to 6 is drawn from all legal moves.",
    )


def _beliefs(played: Played, player: arms.Player, c: float) -> Figure | None:
    found = next(
        (
            played[setting, player.name]
            for setting in (arms.SOURCE, "80", "20")
            if (setting, player.name) in played
        ),
        None,
    )
    if not found:
        return None
    from otherminds.arena import plots

    results = found[0]
    beliefs = [
        measures.held_beliefs(results.tournament, row, row.seats.index(1), c)
        for row in results.rows[:_BELIEFS]
    ]
    lines: dict[str, dict[float, Interval]] = {}
    for place, name in enumerate(arms.TYPES):
        line = {}
        for move in range(min(30, max(map(len, beliefs)))):
            values = [float(belief[move, place]) for belief in beliefs if len(belief) > move]
            if len(values) > 1:
                line[float(move + 1)] = mean_interval(values, limits=(0.0, 1.0))
        lines[_SHORT[name]] = line
    plot = plots.lines_plot(
        lines, x="move of agent4", y="mean belief before it", percent=False, marks=_SWITCHES
    )
    games = len(beliefs)
    return Figure(
        f"Beliefs over a game against agent4, exponent {c:g}",
        plot,
        f"What HBA believes before each move of agent4, mean of {games} games. agent4 plays "
        "maximum disc for seven moves, mobility for seven, then maximum value.",
    )


def _horizons(played: Played) -> Figure | None:
    lines: dict[str, dict[float, Interval]] = {}
    for setting in (arms.SOURCE, "20", "80"):
        line = {}
        for place, plies in enumerate(arms.HORIZONS):
            found = played.get((setting, arms.horizon(plies).name))
            if found:
                line[float(place)] = _share(found)
        lines[_budget_name(setting)] = line
    if not any(lines.values()):
        return None
    from otherminds.arena import plots

    names = {float(i): "to the end" if h is None else str(h) for i, h in enumerate(arms.HORIZONS)}
    plot = plots.lines_plot(
        lines, x="plies for which types are assumed", y="win rate, 95 % interval", names=names
    )
    return Figure("Win rate of HBA(gtw) by horizon, agent4", plot, "0 plies are MCTS.")


def _budget_name(setting: str) -> str:
    return "340 play-outs" if setting == arms.SOURCE else f"{setting} play-outs"


def _exponents(played: Played) -> Figure | None:
    lines: dict[str, dict[float, Interval]] = {}
    for setting in (arms.SOURCE, "20", "80"):
        line = {}
        for place, c in enumerate(arms.EXPONENTS):
            found = played.get((setting, arms.exponent(c).name))
            if found:
                line[float(place)] = _share(found)
        lines[_budget_name(setting)] = line
    if not any(lines.values()):
        return None
    from otherminds.arena import plots

    names = {float(place): f"{c:g}" for place, c in enumerate(arms.EXPONENTS)}
    plot = plots.lines_plot(
        lines, x="exponent of the time weights", y="win rate, 95 % interval", names=names
    )
    return Figure(
        "Win rate of HBA by exponent, agent4, types for 5 plies",
        plot,
        "Exponents 0 and 0.5 weigh all moves alike within a game; 5 is a window of four moves.",
    )


def _overlap(played: Played) -> Figure | None:
    numbers = {
        "two or more types fit": measures.fits_several,
        "overlap by indicators": measures.overlap("indicator"),
        "overlap by probabilities": measures.overlap("probability"),
    }
    values: dict[str, Interval] = {}
    for player in (arms.GTW, arms.MV):
        found = played.get((arms.SOURCE, player.name)) or played.get(("20", player.name))
        for results in found or ():
            rows = [row for row in results.rows[:_BELIEFS] if row.moves]
            first = Results(results.tournament, rows)
            opponent = results.tournament.players[1]
            for name, number in numbers.items():
                blocks = list(unit_means(first, number).values())
                key = f"{opponent} against {player.name}: {name}"
                values[key] = mean_interval(blocks, limits=(0.0, 1.0))
    if not values:
        return None
    from otherminds.arena import plots

    return Figure(
        "How much the types overlap",
        plots.intervals_plot(values, "share, 95 % interval", 0.5),
        "On the moves of the opponents that had a choice.",
    )


def _times(played: Played) -> Table | None:
    rows = []
    for player in (arms.COR, arms.GTW, arms.MCTS):
        for setting in (arms.SOURCE, arms.TIME):
            found = played.get((setting, player.name))
            if found:
                share = _share(found)
                timed = setting == arms.TIME
                budget = "2 ms per move" if timed else f"{player.playouts:,} play-outs"
                rows.append([player.name, budget, f"{share:.1%}"])
    if not rows:
        return None
    return Table(
        "The source's budgets and equal time",
        ("player", "budget", "win rate [95 %]"),
        rows,
        "Games with a budget in time measure this machine as well and cannot be repeated bit by "
        "bit.",
    )


def _pattern(played: Played) -> Table | None:
    found = legacy.distances(played)
    if not found:
        return None
    head = (
        "variant of HBA",
        "budget",
        *(_pattern_name(*key) for key in legacy.PATTERN),
        "distance",
    )
    rows = [["the source", "10 s", *(f"{x:.0%}" for x in legacy.PATTERN.values()), "0"]]
    rows += [
        [
            each.variant,
            each.setting,
            *(f"{rate:.1%}" for rate in each.rates),
            f"{100 * each.distance:.1f}",
        ]
        for each in found
    ]
    return Table(
        "Which variant comes closest to the reported win rates",
        head,
        rows,
        "Distance is the root of the mean squared difference, in points. MCTS and HBA have the "
        "budget of the row; maximum value has none.",
    )


def _pattern_name(who: str, share: float) -> str:
    return f"{who}, {share:.0%} random" if share else who


def _people(run: Run) -> Table | None:
    if not run.records:
        return None
    groups = people.recognised(run.records)
    rows = []
    for name, games in groups.items():
        found = resemblance(name, games)
        cells = [f"{found.leading[phase]['max_value'].estimate:.0%}" for phase in PHASES]
        rows.append(
            [
                name,
                f"{found.games:,}",
                *cells,
                f"{found.runs:.1f}",
                f"{found.fits_none.estimate:.1%}",
                f"{found.fits_several.estimate:.1%}",
            ]
        )
    return Table(
        "People and controls in the same positions",
        (
            "who",
            "games",
            *(f"maximum value {phase}" for phase in PHASES),
            "runs [95 %]",
            "fits no type",
            "fits several",
        ),
        rows,
        "How often maximum value is the most believed type in each third of a game, runs of the "
        "most believed type, and moves that no type or several types could have made.",
    )
