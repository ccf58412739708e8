"""Stevinson's claims S6, S11 and S14 with each defect of the published program."""

from __future__ import annotations

from dataclasses import replace

from otherminds.lab.claims import Claim
from otherminds.lab.statistics import difference
from otherminds.lab.stevinson.arms import MCTS, SOURCE, Player, against, perturbed, settings
from otherminds.lab.stevinson.legacy import VARIANTS

__all__ = ["CLAIMS"]

_FEW = (SOURCE, "20", "40", "80")


def _defects(place: int, name: str, player: Player) -> tuple[Claim, ...]:
    """His pattern with a defect of the program: below MCTS or above, and what noise does."""
    noisy = perturbed(player)
    number = 3 * place
    return (
        Claim(
            id=f"L{number + 1}",
            text=f"With {name}, HBA wins more than MCTS",
            settings=settings(player, MCTS, at=_FEW),
            statistic=difference(player.name, MCTS.name),
            direction=1,
            figure=0.08,
            band=0.055,
        ),
        Claim(
            id=f"L{number + 2}",
            text=f"With {name}, 10 % random moves cost HBA 10 points",
            settings=settings(noisy, player, at=_FEW),
            statistic=difference(noisy.name, player.name),
            direction=-1,
            figure=-0.10,
            band=0.055,
        ),
        Claim(
            id=f"L{number + 3}",
            text=f"With {name}, types to the end win less than types for 5 plies (agent4)",
            settings=settings(
                *(_with_horizon(player, plies) for plies in (None, 5)), at=(SOURCE, "20", "80")
            ),
            statistic=difference(*(_with_horizon(player, plies).name for plies in (None, 5))),
            direction=-1,
        ),
    )


def _with_horizon(player: Player, plies: int | None) -> Player:
    word = "none" if plies is None else str(plies)
    changed = replace(player, spec=player.spec.replace("horizon=10", f"horizon={word}"))
    return replace(against(changed, "agent4"), name=f"{player.name}, h={word}")


CLAIMS: tuple[Claim, ...] = tuple(
    claim
    for place, (name, player) in enumerate(VARIANTS.items())
    for claim in _defects(place, name, player)
)
