"""E1, W1 to W9: searches and genetic controllers with themselves and each other, first edition."""

from __future__ import annotations

from otherminds.lab.claims import Arm, Claim
from otherminds.lab.statistics import (
    difference,
    least_lead,
    least_share,
    least_step,
    mean,
    ratio,
    share,
    welch,
)
from otherminds.lab.walton_rivers.arms import (
    BASELINE,
    GA_SEATS,
    LEVELS,
    PROGRAM,
    USUAL_VARI_GA,
    level_name,
    meeting,
    mirror,
    together,
)
from otherminds.lab.walton_rivers.measures import missing, score, solved, ticks

__all__ = ["BAND", "CLAIMS"]

BAND = 0.10
"""How far from a printed score still counts as meeting it."""

EVERYBODY = tuple(BASELINE)

_SOLVED = {"solved": solved}


def _settings(*arms: Arm) -> dict[str, tuple[Arm, ...]]:
    return {PROGRAM: arms}


def _of(name: str, *levels: str) -> Arm:
    return mirror((name, BASELINE[name]), levels or LEVELS)


def _ga_settings(*others: Arm, levels: tuple[str, ...] = LEVELS) -> dict[str, tuple[Arm, ...]]:
    """With the program's mistake about seats, and without."""
    return {setting: (mirror(("GA", spec), levels), *others) for setting, spec in GA_SEATS.items()}


def _score_on(id_: str, name: str, level: str, figure: float) -> Claim:
    arm = _of(name, level)
    return Claim(
        id=id_,
        text=f"{name} scores {figure:.2f} on {level_name(level)}",
        settings=_settings(arm),
        statistic=share(arm.name, number=score, also=_SOLVED),
        direction=None,
        figure=figure,
        band=BAND,
        unit=".2f",
    )


def _ticks_on_pathfinding(id_: str, name: str, figure: float, band: float) -> Claim:
    arm = _of(name, "pathfinding")
    return Claim(
        id=id_,
        text=f"{name} takes {figure:.0f} moves on Pathfinding",
        settings=_settings(arm),
        statistic=mean(arm.name, ticks),
        direction=None,
        figure=figure,
        band=band,
        source=f"{figure:.1f} ± {band:.1f}",
        unit=".1f",
    )


_OVERALL = (
    Claim(
        id="W1",
        text="MCTS with itself: High scores more than Medium, Medium more than Low (smallest step)",
        settings=_settings(_of("High"), _of("Medium"), _of("Low")),
        statistic=least_step("High", "Medium", "Low", number=score),
        direction=1,
        figure=0.18,
        band=BAND,
        source="1.00, .82, .38",
        unit="+.2f",
    ),
    Claim(
        id="W2a",
        text="High solves almost everything",
        settings=_settings(_of("High")),
        statistic=share("High", number=score, strata_name="level", also=_SOLVED),
        direction=None,
        figure=1.00,
        band=BAND,
        source="1.00 ± .01, 99 % solved",
        unit=".2f",
    ),
    Claim(
        id="W2b",
        text="High takes 233 moves on average over all levels",
        settings=_settings(_of("High")),
        statistic=mean("High", ticks),
        direction=None,
        figure=233.19,
        band=33.87,
        source="233 ± 34",
        unit=".0f",
    ),
    Claim(
        id="W3a",
        text="GA with itself scores like Random (within .10)",
        settings=_ga_settings(_of("Random")),
        statistic=difference("GA", "Random", number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=".46 and .43",
        unit="+.2f",
    ),
    Claim(
        id="W3b",
        text="VariGA with itself scores like Random (within .10)",
        settings={
            PROGRAM: (_of("VariGA"), _of("Random")),
            "usual mutation": (mirror(USUAL_VARI_GA), _of("Random")),
        },
        statistic=difference("VariGA", "Random", number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=".34 and .43",
        unit="+.2f",
    ),
)

_EASY = tuple(name for name in EVERYBODY if name != "GA")
_LOW, _VARI = _of("Low", "pathfinding"), _of("VariGA", "pathfinding")
_GA_PATH = _of("GA", "pathfinding")

_PATHFINDING = (
    Claim(
        id="W4a",
        text="On Pathfinding everybody but GA is perfect",
        settings=_settings(together("all but GA", _EASY, "pathfinding")),
        statistic=share("all but GA", number=score, strata_name="agent", also=_SOLVED),
        direction=None,
        figure=1.00,
        band=BAND,
        unit=".2f",
    ),
    Claim(
        id="W4b",
        text="GA scores .94 on Pathfinding",
        settings=_ga_settings(levels=("pathfinding",)),
        statistic=share(_GA_PATH.name, number=score, also=_SOLVED),
        direction=None,
        figure=0.94,
        band=BAND,
        source=".94, 41 of 47 solved",
        unit=".2f",
    ),
    _ticks_on_pathfinding("W4c", "High", 16.06, 1.22),
    _ticks_on_pathfinding("W4d", "Medium", 17.49, 1.30),
    _ticks_on_pathfinding("W4e", "Low", 39.92, 6.62),
    _ticks_on_pathfinding("W4f", "VariGA", 53.77, 10.1),
    _ticks_on_pathfinding("W4g", "Random", 374.21, 71.2),
    Claim(
        id="W4h",
        text="Low takes fewer moves on Pathfinding than VariGA (ratio)",
        settings=_settings(_LOW, _VARI),
        statistic=ratio(_LOW.name, _VARI.name, number=ticks),
        direction=-1,
        null=1.0,
        figure=39.92 / 53.77,
        band=0.19,
        source="40 and 54, t -2.24",
        unit=".2f",
    ),
)

_STRONG, _WEAK = ("High", "Medium"), ("GA", "VariGA", "Random")
_AT_DOOR = {name: _of(name, "single_door") for name in EVERYBODY}

_DOORS = (
    Claim(
        id="W5a",
        text="High and Medium solve Single Door always",
        settings=_settings(together("High and Medium", _STRONG, "single_door")),
        statistic=share("High and Medium", number=solved, strata_name="agent"),
        direction=None,
        figure=1.00,
        band=BAND,
        source="47 of 47 each",
        unit=".0%",
    ),
    Claim(
        id="W5b",
        text="GA, VariGA and Random solve Single Door rarely",
        settings=_settings(together("GA, VariGA and Random", _WEAK, "single_door")),
        statistic=share("GA, VariGA and Random", number=solved, strata_name="agent"),
        direction=None,
        figure=13 / 141,
        band=BAND,
        source="4, 5 and 4 of 47",
        unit=".0%",
    ),
    Claim(
        id="W5c",
        text="Low never solves Single Door",
        settings=_settings(_AT_DOOR["Low"]),
        statistic=share(_AT_DOOR["Low"].name, number=solved),
        direction=None,
        figure=0.0,
        band=BAND,
        source="0 of 47",
        unit=".0%",
    ),
    Claim(
        id="W5d",
        text="Medium solves Single Door more often than GA, VariGA, Random and Low (smallest lead)",
        settings=_settings(*(_AT_DOOR[name] for name in ("Medium", *_WEAK, "Low"))),
        statistic=least_lead(
            *(_AT_DOOR[name].name for name in ("Medium", *_WEAK, "Low")), number=solved
        ),
        direction=1,
        figure=42 / 47,
        band=BAND,
        source="47 against 5 of 47",
        unit="+.0%",
    ),
    _score_on("W6a", "High", "airlock", 0.97),
    _score_on("W6b", "Medium", "airlock", 0.11),
    _score_on("W6c", "Low", "airlock", 0.00),
    Claim(
        id="W6d",
        text="All agents together lack more on Airlock than on any other level (smallest lead)",
        settings=_settings(
            *(together(level_name(level), EVERYBODY, level) for level in reversed(LEVELS))
        ),
        statistic=least_lead(
            "Airlock",
            *(level_name(level) for level in LEVELS if level != "airlock"),
            number=missing,
        ),
        direction=1,
        figure=0.21,
        band=BAND,
        source=".22 there, next .43",
        unit="+.2f",
    ),
)


def _degrades(id_: str, level: str, figure: float, source: str) -> Claim:
    high, medium = _of("High", level), _of("Medium", level)
    return Claim(
        id=id_,
        text=f"Medium scores less than High on {level_name(level)}",
        settings=_settings(high, medium),
        statistic=difference(high.name, medium.name, number=score, test=welch(score)),
        direction=1,
        figure=figure,
        band=BAND,
        source=source,
        unit="+.2f",
    )


_HIGH_ON_BOTH = _of("High", "butterfly", "extended_side")

_DEGRADING = (
    _degrades("W7a", "butterfly", 0.21, "1.00 against .79"),
    _degrades("W7b", "extended_side", 0.12, "1.00 against .88"),
    Claim(
        id="W7c",
        text="High does not degrade there",
        settings=_settings(_HIGH_ON_BOTH),
        statistic=share(_HIGH_ON_BOTH.name, number=score, strata_name="level"),
        direction=None,
        figure=1.00,
        band=BAND,
        unit=".2f",
    ),
)


def _best_partner(letter: str, name: str, figure: float) -> Claim:
    high = meeting(name, "High")
    others = [meeting(name, partner) for partner in EVERYBODY if partner != "High"]
    return Claim(
        id=f"W8{letter}",
        text=f"High is the best partner for {name} (smallest lead, either seat)",
        settings=_settings(high, *others),
        statistic=least_lead(high.name, *(arm.name for arm in others), number=score),
        direction=1,
        figure=figure,
        band=BAND,
        unit="+.2f",
    )


_LOW_HIGH, _LOW_MEDIUM = meeting("Low", "High"), meeting("Low", "Medium")

_PARTNERS = (
    _best_partner("a", "GA", 0.15),
    _best_partner("b", "VariGA", 0.115),
    _best_partner("c", "High", 0.075),
    _best_partner("d", "Medium", 0.05),
    _best_partner("e", "Random", 0.16),
    Claim(
        id="W8f",
        text="For Low, High and Medium are alike as partners (within .10)",
        settings=_settings(_LOW_HIGH, _LOW_MEDIUM),
        statistic=difference(_LOW_HIGH.name, _LOW_MEDIUM.name, number=score, test=welch(score)),
        direction=0,
        margin=BAND,
        source=".50 and .49",
        unit="+.2f",
    ),
)

_SIDE = {name: _of(name, "side_by_side") for name in EVERYBODY}

_HALF = Claim(
    id="W9",
    text="Everybody gets half the score on Side by Side (lowest agent)",
    settings=_settings(*_SIDE.values()),
    statistic=least_share(*(arm.name for arm in _SIDE.values()), number=score),
    direction=1,
    null=0.5,
    figure=0.58,
    band=BAND,
    unit=".2f",
)

CLAIMS: tuple[Claim, ...] = (
    *_OVERALL,
    *_PATHFINDING,
    *_DOORS,
    *_DEGRADING,
    *_PARTNERS,
    _HALF,
)
