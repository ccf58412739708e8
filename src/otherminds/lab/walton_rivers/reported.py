"""What the thesis prints: mean scores and ticks, from which figures and tables take theirs."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["FLARE_SCORES", "FOLLOWER_SCORES", "MIRROR_SCORES", "MIRROR_TICKS"]

Levels = Mapping[str, float]

_E1 = (
    "airlock",
    "butterfly",
    "extended_side",
    "pathfinding",
    "side_by_side",
    "single_door",
    "symmetric_single_door",
)


def _e1(*values: float) -> Levels:
    return dict(zip(_E1, values, strict=True))


MIRROR_SCORES: Mapping[str, Levels] = {
    "GA": _e1(0.17, 0.39, 0.31, 0.94, 0.61, 0.23, 0.55),
    "VariGA": _e1(0.00, 0.13, 0.10, 1.00, 0.62, 0.12, 0.40),
    "High": _e1(0.97, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00),
    "Medium": _e1(0.11, 0.79, 0.88, 1.00, 1.00, 1.00, 1.00),
    "Low": _e1(0.00, 0.25, 0.00, 1.00, 0.58, 0.00, 0.86),
    "Random": _e1(0.09, 0.39, 0.30, 1.00, 0.64, 0.30, 0.32),
}
"""Table 5.3."""

MIRROR_TICKS: Mapping[str, Levels] = {
    "GA": _e1(1953.60, 2000, 1984.17, 732.98, 2000, 1950.21, 1866.61),
    "VariGA": _e1(2000, 2000, 2000, 53.77, 1820.32, 1902.53, 1594.06),
    "High": _e1(714.57, 409.23, 234.70, 16.06, 107.30, 115.79, 34.70),
    "Medium": _e1(1958.47, 1786.40, 1254.77, 17.49, 366.02, 445.15, 119.38),
    "Low": _e1(2000, 2000, 2000, 39.92, 2000, 2000, 1390.75),
    "Random": _e1(2000, 2000, 1990.51, 374.21, 1969.15, 1959.11, 1888.98),
}
"""Table 5.4."""


def _e2(*values: float) -> Levels:
    return dict(zip(("airlock", "butterfly", "pathfinding", "single_door"), values, strict=True))


FLARE_SCORES: Mapping[tuple[str, str], Levels] = {
    ("High", "simple"): _e2(0.38, 1.00, 1.00, 1.00),
    ("High", "relative"): _e2(0.21, 0.87, 1.00, 1.00),
    ("High", "full"): _e2(0.00, 0.03, 0.41, 0.00),
    ("Medium", "simple"): _e2(0.23, 0.93, 1.00, 1.00),
    ("Medium", "relative"): _e2(0.06, 0.65, 1.00, 1.00),
    ("Medium", "full"): _e2(0.00, 0.00, 0.01, 0.00),
    ("Low", "simple"): _e2(0.24, 0.67, 1.00, 1.00),
    ("Low", "relative"): _e2(0.00, 0.46, 1.00, 0.70),
    ("Low", "full"): _e2(0.00, 0.00, 0.00, 0.00),
    ("GA", "simple"): _e2(0.38, 0.51, 1.00, 0.56),
    ("GA", "relative"): _e2(0.24, 0.40, 1.00, 0.57),
    ("GA", "full"): _e2(0.00, 0.11, 0.56, 0.00),
    ("Random", "simple"): _e2(0.12, 0.40, 1.00, 0.29),
    ("Random", "relative"): _e2(0.06, 0.22, 0.99, 0.19),
    ("Random", "full"): _e2(0.00, 0.07, 0.30, 0.00),
}
"""Tables 6.3 to 6.5, by agent and set of actions."""

FOLLOWER_SCORES: Mapping[tuple[str, str], Levels] = {
    ("MCTS", "High"): _e2(0.15, 0.70, 1.00, 0.94),
    ("MCTS", "Medium"): _e2(0.12, 0.56, 1.00, 0.67),
    ("MCTS", "Low"): _e2(0.03, 0.43, 1.00, 0.28),
    ("Predictor", "High"): _e2(0.10, 0.91, 1.00, 1.00),
    ("Predictor", "Medium"): _e2(0.13, 0.69, 1.00, 0.99),
    ("Predictor", "Low"): _e2(0.05, 0.51, 1.00, 0.54),
    ("DUCT", "High"): _e2(0.40, 0.76, 1.00, 0.91),
    ("DUCT", "Medium"): _e2(0.26, 0.61, 1.00, 0.74),
    ("DUCT", "Low"): _e2(0.17, 0.47, 1.00, 0.44),
}
"""Table 6.11, with Follow the Flare as partner."""
