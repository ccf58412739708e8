"""What the thesis prints about Hanabi, and what the author's program scores with itself."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "AGREEMENTS",
    "LEARNED_AND_COPY",
    "MAIN",
    "MIRROR",
    "MIRROR_ERROR",
    "OPEN",
    "ROLLOUTS",
]

Sizes = tuple[float, float, float, float]
"""Two, three, four and five players."""

MIRROR: Mapping[str, Sizes] = {
    "internal": (11.22, 11.06, 10.17, 9.97),
    "outer": (14.57, 14.44, 13.11, 12.66),
    "cautious": (16.68, 17.17, 16.41, 15.20),
    "iggi": (17.12, 16.77, 16.13, 15.07),
    "piers": (17.30, 17.57, 17.10, 16.27),
    "van_den_bergh": (13.81, 17.74, 17.23, 16.26),
    "flawed": (1.46, 1.55, 1.70, 1.82),
    "random": (1.25, 1.25, 1.25, 1.25),
}
"""Rule agents with themselves in the author's program, 10,000 games each."""
MIRROR_ERROR = 0.034
"""The greatest standard error of these means."""

MAIN: Mapping[str, Sizes] = {
    "Piers": (11.91, 11.67, 10.89, 10.26),
    "IGGI": (11.76, 11.29, 10.71, 10.09),
    "VDB": (10.55, 11.76, 10.91, 10.29),
    "Predictor": (8.36, 12.14, 11.43, 11.02),
    "Outer": (10.55, 10.64, 9.99, 9.62),
    "IS-MCTS": (4.80, 5.44, 6.24, 7.14),
    "MCS-IGGI": (11.79, 11.34, 10.68, 10.09),
    "MCS-Random": (3.84, 5.14, 5.87, 6.95),
    "MCS-Flawed": (3.61, 4.72, 5.43, 6.48),
    "Flawed": (3.52, 4.69, 5.43, 6.45),
    "Random": (1.68, 4.30, 5.83, 6.53),
}
"""Table 7.3: E5."""

ROLLOUTS: Mapping[str, Sizes] = {
    "IGGI": (12.39, 12.05, 11.39, 10.85),
    "IS-MCTS": (4.55, 5.50, 6.11, 7.37),
    "Policy[IGGI]": (10.12, 11.06, 10.67, 10.32),
    "Predictor": (8.93, 13.38, 12.72, 12.27),
}
"""Table 7.4: E7."""

OPEN: Mapping[str, Sizes] = {
    "IGGI": (21.49, 21.96, 21.76, 21.76),
    "IS-MCTS": (20.73, 21.74, 21.85, 21.66),
    "Policy[IGGI]": (20.77, 21.46, 21.04, 20.92),
    "Predictor": (20.97, 21.82, 21.65, 21.64),
}
"""Table 7.5: E8."""

AGREEMENTS: Mapping[str, float] = {
    "iggi": 0.95,
    "piers": 0.90,
    "van_den_bergh": 0.79,
    "flawed": 0.75,
    "outer": 0.74,
    "IS-MCTS": 0.47,
    "internal": 0.41,
}
"""Table 8.1: E10."""

LEARNED_AND_COPY: Mapping[str, tuple[float, float]] = {
    "iggi": (15.06, 15.06),
    "piers": (15.61, 15.49),
    "outer": (12.51, 12.93),
    "flawed": (4.84, 5.10),
    "van_den_bergh": (14.71, 14.99),
    "internal": (9.65, 11.00),
    "MCS-IGGI": (15.12, 6.83),
    "MCS-Flawed": (5.44, 1.81),
    "MCS-Random": (4.92, 2.51),
    "IS-MCTS": (5.74, 2.74),
}
"""Table 8.2: E11."""
