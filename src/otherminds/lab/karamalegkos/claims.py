"""K1 to K23: the claims of Karamalegkos about UCT, Bayesian UCT and the value of information."""

from __future__ import annotations

from collections.abc import Mapping

from otherminds.lab import catan_numbers as measures
from otherminds.lab.claims import UNKNOWN, Arm, Claim, Estimate, Evidence, Statistic
from otherminds.lab.karamalegkos.arms import (
    BUCT,
    BUDGETS,
    DEPTHS,
    FEW,
    METHODS,
    T1,
    UCT,
    VPI,
    Budget,
    Opponent,
    cell,
    cell_name,
    cells,
    four_robots,
    joined,
    reference,
    three_way,
    varied,
)
from otherminds.lab.karamalegkos.speeds import games_per_second, iterations_of
from otherminds.lab.statistics import (
    GameNumber,
    difference,
    least_lead,
    least_share,
    mean,
    ratio,
    share,
    won,
)

__all__ = ["CLAIMS"]

Arms = Mapping[str, tuple[Arm, ...]]


def _pool(method: str, opponent: Opponent, budget: Budget) -> Arm:
    """All depths and openings of a method, 800 games of the source."""
    return joined(method, cells(opponent, budget, (method,)))


def _depth(depth: int, budget: Budget) -> Arm:
    return joined(f"depth {depth}", cells("JSettlers", budget, METHODS, (depth,)))


def _opening(opening: str, opponent: Opponent, budget: Budget) -> Arm:
    name = "+S" if opening == "stac" else "plain"
    return joined(name, cells(opponent, budget, METHODS, DEPTHS, (opening,)))


def _every(opponent: Opponent, budget: Budget) -> Arm:
    return joined("all planners", cells(opponent, budget))


def _metrics(arm: str) -> Statistic:
    """Points, with his other metrics beside."""
    return mean(arm, measures.points(), also=dict(measures.METRICS[1:]))


def _spread(first: Arm, *others: Arm) -> Statistic:
    """The greatest difference between two arms; the pair was picked, so it is rather too large."""
    arms = (first, *others)

    def statistic(evidence: Evidence, null: float) -> Estimate:
        shares = {arm.name: share(arm.name)(evidence, 0.5).value.estimate for arm in arms}
        if any(value != value for value in shares.values()):
            return UNKNOWN
        best, worst = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
        if best == worst:
            best, worst = arms[0].name, arms[1].name
        found = difference(best, worst)(evidence, null)
        told = ", ".join(f"{name} {value:.1%}" for name, value in shares.items())
        return Estimate(found.value, found.p_value, told)

    return statistic


def _settings(arms: Mapping[Budget, tuple[Arm, ...]]) -> Arms:
    return {str(budget): of for budget, of in arms.items()}


def _more(
    id_: str,
    text: str,
    first: str,
    second: str,
    arms: Mapping[Budget, tuple[Arm, ...]],
    figure: float | None,
    band: float = 0.0,
    *,
    margin: float = 0.0,
    number: GameNumber = won,
    source: str = "",
) -> Claim:
    """That the first arm wins more often than the second."""
    return Claim(
        id=id_,
        text=text,
        settings=_settings(arms),
        statistic=difference(first, second, number=number),
        direction=1,
        margin=margin,
        figure=figure,
        band=band,
        source=source,
    )


def _figure(
    id_: str,
    text: str,
    statistic: Statistic,
    arms: Mapping[Budget, tuple[Arm, ...]],
    figure: float,
    band: float,
    unit: str = ".2f",
) -> Claim:
    return Claim(
        id=id_,
        text=text,
        settings=_settings(arms),
        statistic=statistic,
        direction=None,
        figure=figure,
        band=band,
        unit=unit,
    )


def _pair(first: str, second: str, opponent: Opponent) -> Mapping[Budget, tuple[Arm, ...]]:
    return {
        budget: (_pool(first, opponent, budget), _pool(second, opponent, budget))
        for budget in BUDGETS
    }


_BEST = cell_name(VPI, 10, "jsettlers")
_ROBOTS = {"robots": (reference(),)}

_AGAINST_RANDOM: tuple[Claim, ...] = (
    Claim(
        id="K1a",
        text="A robot of JSettlers beats three random builders in 90 % of the games",
        settings=_ROBOTS,
        statistic=share("JSettlers"),
        direction=1,
        null=0.25,
        figure=0.90,
        band=0.06,
        unit=".1%",
    ),
    Claim(
        id="K1b",
        text="and has 9.31 points on average",
        settings=_ROBOTS,
        statistic=_metrics("JSettlers"),
        direction=None,
        figure=9.31,
        band=0.38,
        unit=".2f",
    ),
)

_AGAINST_ROBOTS: tuple[Claim, ...] = (
    Claim(
        id="K2",
        text="Every planner wins less than a quarter against three robots (the least share lost)",
        settings=_settings({budget: cells("JSettlers", budget) for budget in BUDGETS}),
        statistic=least_share(*(arm.name for arm in cells("JSettlers", FEW)), number=measures.lost),
        direction=1,
        null=0.75,
        unit=".1%",
        source="83 % or more",
    ),
    Claim(
        id="K3",
        text="VPI of depth 10 wins most often of all planners (smallest lead)",
        settings=_settings({budget: cells("JSettlers", budget) for budget in BUDGETS}),
        statistic=least_lead(
            _BEST, *(arm.name for arm in cells("JSettlers", FEW) if arm.name != _BEST)
        ),
        direction=1,
        source="17 %, next 16 %",
    ),
    _more(
        "K4a",
        "VPI wins more often than UCT against three robots",
        VPI,
        UCT,
        _pair(VPI, UCT, "JSettlers"),
        0.0825,
        0.029,
    ),
    _more(
        "K4b",
        "and than Bayesian UCT",
        VPI,
        BUCT,
        _pair(VPI, BUCT, "JSettlers"),
        0.0738,
        0.029,
    ),
    _more(
        "K5",
        "Bayesian UCT wins more often than UCT against three robots (2 points)",
        BUCT,
        UCT,
        _pair(BUCT, UCT, "JSettlers"),
        0.0088,
        0.023,
        margin=0.02,
    ),
    *(
        _more(
            f"K6{letter}",
            f"Plans of depth 10 win more often than plans of depth {depth} against three robots",
            "depth 10",
            f"depth {depth}",
            {budget: (_depth(10, budget), _depth(depth, budget)) for budget in BUDGETS},
            figure,
            0.034,
        )
        for letter, depth, figure in (("a", 30, 0.0617), ("b", 15, 0.0533), ("c", 5, 0.0283))
    ),
    _figure(
        "K7a",
        "Against three robots the planners have about half of the points (3.51 to 5.59)",
        _metrics("all planners"),
        {budget: (_every("JSettlers", budget),) for budget in BUDGETS},
        4.55,
        1.04,
    ),
    _figure(
        "K7b",
        "they come between third and last (3.20 to 3.74)",
        mean("all planners", measures.place),
        {budget: (_every("JSettlers", budget),) for budget in BUDGETS},
        3.47,
        0.27,
    ),
    _figure(
        "K7c",
        "and the robots have 7.24 to 7.77 points",
        mean("all planners", measures.of_others),
        {budget: (_every("JSettlers", budget),) for budget in BUDGETS},
        7.50,
        0.27,
    ),
)

_RANKING: tuple[Claim, ...] = (
    _more(
        "K8a",
        "VPI wins more often than Bayesian UCT against three random builders",
        VPI,
        BUCT,
        _pair(VPI, BUCT, "Random"),
        0.1188,
        0.039,
    ),
    _more(
        "K8b",
        "and that more often than UCT",
        BUCT,
        UCT,
        _pair(BUCT, UCT, "Random"),
        0.0475,
        0.044,
    ),
    *(
        _figure(
            f"K9{letter}",
            f"{cell_name(method, 10, opening)} wins {figure:.0%} against three random builders",
            share(cell_name(method, 10, opening)),
            {budget: (cell(method, 10, opening, "Random", budget),) for budget in BUDGETS},
            figure,
            band,
            ".1%",
        )
        for letter, method, opening, figure, band in (
            ("a", VPI, "stac", 0.88, 0.064),
            ("b", BUCT, "jsettlers", 0.77, 0.082),
            ("c", UCT, "stac", 0.74, 0.085),
        )
    ),
    Claim(
        id="K10a",
        text="No planner reaches 95 % against three random builders (the least share lost)",
        settings=_settings({budget: cells("Random", budget) for budget in BUDGETS}),
        statistic=least_share(*(arm.name for arm in cells("Random", FEW)), number=measures.lost),
        direction=1,
        null=0.05,
        unit=".1%",
        source="12 % or more",
    ),
    Claim(
        id="K10b",
        text="VPI wins as often as a robot against three random builders (within 5 points)",
        settings=_settings(
            {budget: (_pool(VPI, "Random", budget), reference()) for budget in BUDGETS}
        ),
        statistic=difference(VPI, "JSettlers"),
        direction=0,
        margin=0.05,
        source="86.1 and 90 %",
    ),
    Claim(
        id="K11",
        text="and has at least as many points (ratio)",
        settings=_settings(
            {budget: (_pool(VPI, "Random", budget), reference()) for budget in BUDGETS}
        ),
        statistic=ratio(VPI, "JSettlers", number=measures.points()),
        direction=1,
        null=1.0,
        figure=1.016,
        band=0.042,
        margin=0.02,
        unit=".3f",
    ),
)


def _tables(first: str, budget: Budget) -> Arm:
    return three_way(first, DEPTHS, budget)


_BY_PLACE = {method: place for place, method in enumerate(METHODS)}
_THREE_BUDGETS: tuple[Budget, ...] = (*BUDGETS, T1)
_VPIS = _BY_PLACE[VPI]


_THREE: tuple[Claim, ...] = (
    Claim(
        id="K12",
        text="At tables of UCT, Bayesian UCT and VPI, VPI wins most of the games",
        settings=_settings({budget: (_tables(VPI, budget),) for budget in _THREE_BUDGETS}),
        statistic=share(
            VPI,
            number=measures.win_of(_VPIS),
            strata_name="depth and opening",
            also={
                method: measures.win_of(place)
                for method, place in _BY_PLACE.items()
                if method != VPI
            },
        ),
        direction=1,
        null=1 / 3,
        figure=0.7275,
        band=0.031,
        unit=".1%",
    ),
    _figure(
        "K13a",
        "VPI ends about one point behind the winner there",
        mean(VPI, measures.behind_winner(_VPIS)),
        {budget: (_tables(VPI, budget),) for budget in BUDGETS},
        0.99,
        0.17,
    ),
    _figure(
        "K13b",
        "UCT and Bayesian UCT about three",
        mean(
            VPI,
            measures.behind_winner(_BY_PLACE[UCT]),
            also={BUCT: measures.behind_winner(_BY_PLACE[BUCT])},
        ),
        {budget: (_tables(VPI, budget),) for budget in BUDGETS},
        3.2,
        0.37,
    ),
    Claim(
        id="K14",
        text="How deep VPI plans makes no difference there (10 points between two depths)",
        settings=_settings(
            {
                budget: tuple(three_way(VPI, (depth,), budget) for depth in DEPTHS)
                for budget in BUDGETS
            }
        ),
        statistic=_spread(*(three_way(VPI, (depth,), FEW) for depth in DEPTHS)),
        direction=0,
        margin=0.10,
        source="71 to 75 %",
    ),
)


def _opened(id_: str, opponent: Opponent, whom: str, figure: float, band: float) -> Claim:
    return _more(
        id_,
        f"Stac's opening helps the planners a little against three {whom} (2 points)",
        "+S",
        "plain",
        {
            budget: tuple(_opening(each, opponent, budget) for each in ("stac", "jsettlers"))
            for budget in BUDGETS
        },
        figure,
        band,
        margin=0.02,
    )


_MORE: tuple[Claim, ...] = (
    Claim(
        id="K15",
        text="In equal time VPI makes far fewer simulations than UCT (ratio)",
        settings={"one core, here": ()},
        statistic=iterations_of(VPI, UCT),
        direction=-1,
        null=1.0,
        figure=0.27,
        band=0.1,
        unit=".2f",
    ),
    _opened("K16a", "JSettlers", "robots", 0.005, 0.022),
    _opened("K16b", "Random", "random builders", 0.0092, 0.034),
    _more(
        "K17",
        "Twice the budget helps VPI of depth 10 only slightly (5 points)",
        "VPI, double",
        _BEST,
        {
            budget: (varied("double", budget), cell(VPI, 10, "jsettlers", "JSettlers", budget))
            for budget in BUDGETS
        },
        None,
        margin=0.05,
        source="slight",
    ),
    Claim(
        id="K18",
        text="A game takes about 20 rounds (15 to 25)",
        settings={"four robots": (four_robots(),)},
        statistic=mean("four JSettlers", measures.rounds),
        direction=None,
        figure=20,
        band=5,
        unit=".1f",
    ),
    Claim(
        id="K19",
        text="VPI leaves more sites that its roads led to, though it could pay, than robots do",
        settings=_settings(
            {
                budget: (cell(VPI, 10, "jsettlers", "JSettlers", budget), four_robots())
                for budget in BUDGETS
            }
        ),
        statistic=difference(_BEST, "four JSettlers", number=measures.left),
        direction=1,
        source="told, not counted",
    ),
    Claim(
        id="K20",
        text="Fewer of its settlements stand on sites that others could build on than of a robot's",
        settings=_settings(
            {
                budget: (cell(VPI, 10, "jsettlers", "JSettlers", budget), four_robots())
                for budget in BUDGETS
            }
        ),
        statistic=difference(_BEST, "four JSettlers", number=measures.taken),
        direction=-1,
        source="told, not counted",
    ),
    _more(
        "K21",
        "VPI that trades by a robot's rules wins more often than without trades",
        _BEST,
        "VPI, without trades",
        {
            budget: (
                cell(VPI, 10, "jsettlers", "JSettlers", budget),
                varied("without trades", budget),
            )
            for budget in BUDGETS
        },
        None,
        margin=0.02,
        source="no numbers",
    ),
    *(
        _figure(
            f"K22{letter}",
            f"VPI ends {figure:.0%} of its games against robots with the {award}",
            share(VPI, number=measures.holds(award)),
            {budget: (_pool(VPI, "JSettlers", budget),) for budget in BUDGETS},
            figure,
            0.032,
            ".1%",
        )
        for letter, award, figure in (("a", "longest road", 0.274), ("b", "largest army", 0.320))
    ),
    Claim(
        id="K23",
        text="Games of four robots are more than a thousand times as quick as on his platform",
        settings={"one core, here": ()},
        statistic=games_per_second(900.0),
        direction=1,
        null=1_000.0,
        unit=",.0f",
        source="15 minutes a game",
    ),
)

CLAIMS: tuple[Claim, ...] = (*_AGAINST_RANDOM, *_AGAINST_ROBOTS, *_RANKING, *_THREE, *_MORE)
