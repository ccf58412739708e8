"""D7 to D81: the claims of chapters 4 to 8 about play that need no network and no corpus.

Each is judged with the thesis' 10,000 iterations and shown with a tenth of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from otherminds.lab import catan_numbers as measures
from otherminds.lab.claims import Arm, Claim, Statistic
from otherminds.lab.dobre.agents import FEW, JUDGED, arm
from otherminds.lab.statistics import (
    GameNumber,
    difference,
    least_step,
    mean,
    ratio,
    share,
    won,
)

__all__ = ["CLAIMS", "OPEN"]

OPEN = "OBS, 3 offers"
"""Open hands with the cap on offers that his published settings have."""

Arms = Mapping[str, tuple[Arm, ...]]
_BAND = 0.0205
"""Half of the interval of 2,000 games around a third; that of a difference is wider."""
_TWO = 0.029


def _budgets(make: Callable[[int], tuple[Arm, ...]]) -> Arms:
    return {f"{iterations:,} iterations": make(iterations) for iterations in (JUDGED, FEW)}


def _wins(
    id_: str,
    player: str,
    opponent: str,
    rules: str,
    figure: float,
    direction: int | None,
    *,
    margin: float = 0.0,
) -> Claim:
    """One player against three others, against a fair share."""
    said = {1: "wins more than", -1: "wins less than", 0: "wins", None: "wins"}[direction]
    rest = "a quarter" if direction is not None else f"{figure:.1%}"
    equal = f" (within {100 * margin:g} points)" if margin else ""
    effect = max(0.03, abs(figure - 0.25)) if direction else margin or 0.05
    return Claim(
        id=id_,
        text=f"One {player} {said} {rest} against three {opponent}, {rules}{equal}",
        settings=_budgets(lambda n: (arm(player, opponent, rules, n, effect),)),
        statistic=share(player),
        direction=direction,
        null=0.25,
        margin=margin,
        figure=figure,
        band=_BAND,
        unit=".1%",
    )


def _against_stac(
    id_: str,
    text: str,
    first: str,
    second: str,
    rules: str | tuple[str, str],
    figure: float | None,
    direction: int,
    *,
    margin: float = 0.0,
    iterations: Sequence[int] | None = None,
    number: GameNumber = won,
    source: str = "",
) -> Claim:
    """Two players that each meet three Stacs on the same boards."""
    of = (rules, rules) if isinstance(rules, str) else rules
    names = (first, second if second != first else f"{second} too")
    effect = max(0.03, abs(figure or 0.05)) if direction else margin or 0.05

    def pair(n: int) -> tuple[Arm, ...]:
        budgets = (n, n) if iterations is None else tuple(each * n // JUDGED for each in iterations)
        return tuple(
            arm(player, "Stac", rule, budget, effect, name)
            for player, rule, budget, name in zip((first, second), of, budgets, names, strict=True)
        )

    return Claim(
        id=id_,
        text=text,
        settings=_budgets(pair),
        statistic=difference(*names, number=number),
        direction=direction,
        margin=margin,
        figure=figure,
        band=_TWO if figure is not None else 0.0,
        source=source,
    )


def _measured(
    id_: str,
    text: str,
    player: str,
    rules: str,
    statistic: Statistic,
    figure: float,
    band: float,
    unit: str,
) -> Claim:
    return Claim(
        id=id_,
        text=text,
        settings=_budgets(lambda n: (arm(player, "Stac", rules, n),)),
        statistic=statistic,
        direction=None,
        figure=figure,
        band=band,
        unit=unit,
    )


def _steps(
    id_: str, text: str, player: str, rules: str, budgets: Sequence[int], source: str
) -> Claim:
    """That a planner wins more with each greater budget."""
    names = [f"{player}, {iterations:,}" for iterations in budgets]

    def ladder(n: int) -> tuple[Arm, ...]:
        sizes = [each * n // JUDGED for each in budgets]
        return tuple(
            arm(player, "Stac", rules, size, 0.05, name)
            for size, name in zip(sizes, names, strict=True)
        )

    return Claim(
        id=id_,
        text=text,
        settings=_budgets(ladder),
        statistic=least_step(*reversed(names)),
        direction=1,
        source=source,
    )


def _accepted() -> GameNumber:
    made = measures.own("offers")
    taken = measures.own("offers that were accepted")

    def number(*game: object) -> float:
        offers = made(*game)  # type: ignore[arg-type]
        return min(1.0, taken(*game) / offers) if offers else float("nan")  # type: ignore[arg-type]

    return number


def _ratio(
    id_: str,
    text: str,
    pair: tuple[str, str],
    rules: tuple[str, str],
    number: GameNumber,
    direction: int,
    null: float,
    figure: float | None = None,
    band: float = 0.0,
    *,
    iterations: tuple[int, int] = (JUDGED, JUDGED),
    source: str = "",
) -> Claim:
    names = (pair[0], pair[1] if pair[1] != pair[0] else f"{pair[1]} too")

    def arms(n: int) -> tuple[Arm, ...]:
        return tuple(
            arm(player, "Stac", rule, budget * n // JUDGED, 0.05, name)
            for player, rule, budget, name in zip(pair, rules, iterations, names, strict=True)
        )

    return Claim(
        id=id_,
        text=text,
        settings=_budgets(arms),
        statistic=ratio(*names, number=number),
        direction=direction,
        null=null,
        figure=figure,
        band=band,
        unit=".2f",
        source=source,
    )


_OFFERS = measures.own("offers")
_ROADS, _SETTLEMENTS, _CITIES, _CARDS = (
    measures.own(f"share of {kind}") for kind in ("roads", "settlements", "cities", "cards played")
)

_CHAPTER_4: tuple[Claim, ...] = (_wins("D7", "pilot", "Stac", "full rules", 0.2874, 1),)

_CHAPTER_5: tuple[Claim, ...] = (
    _steps(
        "D12",
        "With trades TMCTS wins more with each of 5, 10, 20, 30 and 50 thousand iterations",
        "TMCTS",
        "OBS",
        (5_000, 10_000, 20_000, 30_000, 50_000),
        "18.8, 36.2, 45.8, 56.0, 61.0 %",
    ),
    _against_stac(
        "D13",
        "Without trades 50,000 iterations win no more than 30,000 (within 3 points)",
        "TMCTS",
        "TMCTS",
        "NOTRADE",
        -0.0095,
        0,
        margin=0.03,
        iterations=(50_000, 30_000),
    ),
    _against_stac(
        "D14",
        "With 5,000 iterations TMCTS wins less with trades than without",
        "TMCTS",
        "TMCTS",
        ("OBS", "NOTRADE"),
        -0.151,
        -1,
        iterations=(5_000, 5_000),
    ),
    _against_stac(
        "D15", "TMCTS wins more with C .5 than with 4", "TMCTS", "TMCTS, C 4", "OBS", 0.072, 1
    ),
    _against_stac(
        "D16",
        "The best mean and the most visits are equal (within 5 points)",
        "TMCTS",
        "TMCTS, most visits",
        OPEN,
        -0.003,
        0,
        margin=0.05,
    ),
    _against_stac(
        "D17a",
        "Without a cap on offers TMCTS wins more than with three per turn",
        "TMCTS",
        "TMCTS",
        ("OBS", OPEN),
        0.05,
        1,
    ),
    _against_stac(
        "D17b",
        "and still more with 50,000 iterations",
        "TMCTS",
        "TMCTS",
        ("OBS", OPEN),
        0.1016,
        1,
        iterations=(50_000, 50_000),
    ),
    _against_stac(
        "D18a",
        "Four threads win as often as one at equal iterations (within 5 points)",
        "TMCTS",
        "TMCTS, 4 threads",
        OPEN,
        0.0195,
        0,
        margin=0.05,
    ),
    _wins("D18b", "TMCTS", "TMCTS, 4 threads", OPEN, 0.2635, 0, margin=0.05),
    _wins("D19a", "TMCTS", "TMCTS on moves", "OBS", 0.71, 1),
    _wins("D19b", "TMCTS on moves", "TMCTS", "OBS", 0.0342, -1),
    _wins("D19c", "TMCTS on moves", "Stac", "OBS", 0.0923, -1),
    _wins("D20a", "TMCTS, no other trades", "MCTS", "T11", 0.543, 1),
    _wins("D20b", "MCTS", "TMCTS, no other trades", "T11", 0.0958, -1),
    _against_stac(
        "D23a",
        "Conditioned roll-outs win more than uniform ones",
        "TMCTS-C",
        "TMCTS",
        "OBS",
        0.0525,
        1,
    ),
    _wins("D23b", "TMCTS-C", "TMCTS", "OBS", 0.344, 1),
    _wins("D23c", "TMCTS", "TMCTS-C", "OBS", 0.176, -1),
    _against_stac(
        "D24a",
        "Unconditioned roll-outs win less than uniform ones",
        "TMCTS-U",
        "TMCTS",
        "OBS",
        -0.0535,
        -1,
    ),
    _wins("D24b", "TMCTS-U", "TMCTS", "OBS", 0.25, 0, margin=0.05),
    _wins("D25a", "TMCTS-C", "TMCTS-U", "OBS", 0.3534, 1),
    _wins("D25b", "TMCTS-U", "TMCTS-C", "OBS", 0.1722, -1),
    *(
        _against_stac(
            f"D26{letter}",
            f"Conditioned roll-outs have {more} {kind} among the actions",
            "TMCTS-C",
            "TMCTS",
            "OBS",
            figure,
            sign,
            number=number,
        )
        for letter, more, kind, figure, sign, number in (
            ("a", "fewer", "roads", -0.0146, -1, _ROADS),
            ("b", "more", "settlements", 0.0226, 1, _SETTLEMENTS),
            ("c", "more", "cities", 0.0202, 1, _CITIES),
        )
    ),
    _wins("D28a", "TMCTS", "Stac", "OBS", 0.362, 1),
    _wins("D28b", "Stac", "TMCTS", "OBS", 0.1518, -1),
    _wins("D29a", "TMCTS", "SmartSettlers", "NOTRADE", 0.3639, 1),
    _wins("D29b", "SmartSettlers", "TMCTS", "NOTRADE", 0.1867, -1),
    _ratio(
        "D30a",
        "Without a cap there are more than ten times as many offers as with three per turn",
        ("TMCTS", "TMCTS"),
        ("OBS", OPEN),
        _OFFERS,
        1,
        10.0,
        527 / 45,
        3.0,
    ),
    _against_stac(
        "D30b",
        "The cap costs at most 6 points",
        "TMCTS",
        "TMCTS",
        (OPEN, "OBS"),
        -0.05,
        0,
        margin=0.06,
    ),
    _measured(
        "D31",
        "Few offers of TMCTS are accepted (5 to 30 %)",
        "TMCTS",
        "OBS",
        share("TMCTS", number=_accepted()),
        0.175,
        0.125,
        ".1%",
    ),
)

_CHAPTER_6: tuple[Claim, ...] = (
    *(
        _against_stac(
            f"D32{letter}",
            f"TPOMCP and {other} win as often (within 5 points)",
            "TPOMCP",
            other,
            "PO",
            figure,
            0,
            margin=0.05,
        )
        for letter, other, figure in (("a", "TISMCTS", 0.0083), ("b", "TBMCTSOR", 0.0009))
    ),
    _against_stac(
        "D33",
        "Roll-outs in worlds win more than roll-outs in beliefs",
        "TBMCTSOR",
        "TBMCTS",
        "PO",
        0.0853,
        1,
    ),
    _wins("D35a", "TPOMCP-C", "TPOMCP", "PO", 0.321, 1),
    _against_stac(
        "D35b",
        "Conditioned roll-outs win more than uniform ones with hidden hands",
        "TPOMCP-C",
        "TPOMCP",
        "PO",
        0.0261,
        1,
    ),
    _wins("D36a", "TPOMCP-U", "TPOMCP-C", "PO", 0.1725, -1),
    _against_stac(
        "D36b",
        "Unconditioned roll-outs win less than uniform ones with hidden hands",
        "TPOMCP-U",
        "TPOMCP",
        "PO",
        -0.0651,
        -1,
    ),
    _wins("D37", "TPOMCP", "TPOMCP-C", "PO", 0.2719, None),
    *(
        _against_stac(id_, text, first, second, "PO", figure, 0 if margin else -1, margin=margin)
        for id_, text, first, second, figure, margin in (
            (
                "D38a",
                "Without weights of legality TBMCTS wins as often (within 5 points)",
                "TBMCTS, no legality",
                "TBMCTS",
                -0.0053,
                0.05,
            ),
            (
                "D38b",
                "and so does TBMCTSOR",
                "TBMCTSOR, no legality",
                "TBMCTSOR",
                -0.0117,
                0.05,
            ),
            (
                "D39a",
                "With tempered weights TBMCTS wins as often (within 5 points)",
                "TBMCTS, tempered",
                "TBMCTS",
                0.0082,
                0.05,
            ),
            (
                "D39b",
                "and so does TBMCTSOR",
                "TBMCTSOR, tempered",
                "TBMCTSOR",
                -0.0009,
                0.05,
            ),
            (
                "D40",
                "Returns that count by legality make TBMCTSOR weaker",
                "TBMCTSOR, weighted returns",
                "TBMCTSOR",
                -0.0755,
                0.0,
            ),
            (
                "D41",
                "Any possible type in roll-outs in beliefs wins as often (within 5 points)",
                "TBMCTS, possible types",
                "TBMCTS",
                None,
                0.05,
            ),
        )
    ),
    _against_stac(
        "D42",
        "TBMCTS wins as often where victory point cards are shown (within 5 points)",
        "TBMCTS",
        "TBMCTS",
        ("PO-VPvis", "PO"),
        -0.0067,
        0,
        margin=0.05,
    ),
    *(
        _measured(
            f"D43{letter}",
            text,
            "TBMCTSOR",
            "PO",
            mean("TBMCTSOR", measures.own(name)),
            figure,
            band,
            unit,
        )
        for letter, text, name, figure, band, unit in (
            (
                "a",
                "In half of its decisions a hand is uncertain",
                "uncertain decisions",
                0.545,
                0.2,
                ".1%",
            ),
            ("b", "An uncertain hand has 5.4 candidates", "possible hands", 5.39, 2.7, ".2f"),
            ("c", "and an entropy of 1.16", "entropy of hands", 1.16, 0.5, ".2f"),
        )
    ),
    _against_stac(
        "D45",
        "TPOMCP with hidden hands wins as often as TMCTS with open ones (within 5 points)",
        "TPOMCP",
        "TMCTS",
        ("PO", OPEN),
        0.0094,
        0,
        margin=0.05,
    ),
)

_CHAPTER_8: tuple[Claim, ...] = (
    _against_stac(
        "D57",
        "PUCT with a uniform prior wins no less than UCT (3 points)",
        "TMCTS PUCT",
        "TMCTS",
        "OBS",
        0.0269,
        1,
        margin=0.03,
    ),
    _against_stac(
        "D58",
        "A prior that fades linearly wins less than PUCT with that prior",
        "TMCTS decayed",
        "TMCTS-TS",
        "OBS",
        None,
        -1,
        source="no figures",
    ),
    _wins("D66a", "TMCTS-TS", "TMCTS PUCT", "OBS", 0.3047, 1),
    _wins("D66b", "TMCTS-TSu", "TMCTS PUCT", "OBS", 0.2655, 1),
    _wins("D69a", "TPOMCP-TS", "TPOMCP PUCT", "PO", 0.2953, 1),
    _wins("D69b", "TPOMCP PUCT", "TPOMCP-TS", "PO", 0.2205, -1),
    _against_stac(
        "D69c",
        "The type prior wins more than a uniform one with hidden hands",
        "TPOMCP-TS",
        "TPOMCP PUCT",
        "PO",
        0.0711,
        1,
    ),
    _wins("D70a", "TMCTS-TS", "TMCTS-TSu", "OBS", 0.2410, 0, margin=0.05),
    _wins("D70b", "TPOMCP-TS", "TPOMCP-TSu", "PO", 0.2452, 0, margin=0.05),
    _against_stac(
        "D71",
        "The type prior is worth as much as twice the iterations (within 4 points)",
        "TPOMCP-TS",
        "TPOMCP",
        "PO",
        -0.0167,
        0,
        margin=0.04,
        iterations=(10_000, 20_000),
    ),
    _wins("D72", "TPOMCP-TS-CR", "Stac", "PO", 0.4070, 1),
    _wins("D73a", "TPOMCP-TS-CR", "TPOMCP", "PO", 0.4750, 1),
    _wins("D73b", "TPOMCP-TS-CR", "TPOMCP-TS", "PO", 0.3073, 1),
    _wins("D74", "TPOMCP", "TPOMCP-TS-CR", "PO", 0.3150, None),
    _steps(
        "D75",
        "The final agent wins more with each of 10, 20, 30 and 40 thousand iterations",
        "TPOMCP-TS-CR",
        "PO",
        (10_000, 20_000, 30_000, 40_000),
        "40.7, 49.0, 52.7, 53.7 %",
    ),
    _ratio(
        "D76",
        "Conditioned roll-outs give the final agent more points than TPOMCP-TS has (ratio)",
        ("TPOMCP-TS-CR", "TPOMCP-TS"),
        ("PO", "PO"),
        measures.points(),
        1,
        1.0,
        8.21 / 8.12,
        0.02,
    ),
    _against_stac(
        "D77a",
        "The type prior raises the share of cards played",
        "TPOMCP-TS",
        "TPOMCP PUCT",
        "PO",
        None,
        1,
        number=_CARDS,
        source="sign",
    ),
    _against_stac(
        "D77b",
        "Conditioned roll-outs lower it",
        "TPOMCP-C",
        "TPOMCP",
        "PO",
        -0.0074,
        -1,
        number=_CARDS,
    ),
    _against_stac(
        "D78",
        "The final agent has fewer roads among its actions than TPOMCP",
        "TPOMCP-TS-CR",
        "TPOMCP",
        "PO",
        0.4088 - 0.4505,
        -1,
        number=_ROADS,
    ),
    _against_stac(
        "D80a",
        "With hidden hands roads are a smaller share of the actions",
        "TPOMCP",
        "TMCTS",
        ("PO", "OBS"),
        -0.0734,
        -1,
        number=_ROADS,
    ),
    _against_stac(
        "D80b",
        "and cards a greater one",
        "TPOMCP",
        "TMCTS",
        ("PO", "OBS"),
        0.0791,
        1,
        number=_CARDS,
    ),
    _ratio(
        "D81",
        "Twice the iterations make fewer offers (ratio)",
        ("TMCTS", "TMCTS"),
        ("OBS", "OBS"),
        _OFFERS,
        -1,
        1.0,
        iterations=(20_000, 10_000),
        source="slightly",
    ),
)

CLAIMS: tuple[Claim, ...] = (*_CHAPTER_4, *_CHAPTER_5, *_CHAPTER_6, *_CHAPTER_8)
