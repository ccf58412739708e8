"""How often each seat wins, where a seat may be worth more than another."""

from __future__ import annotations

from otherminds.arena.results import Results
from otherminds.arena.statistics import Interval, share_interval
from otherminds.lab.claims import Estimate, Evidence, Statistic

__all__ = ["by_seat", "worst_seat"]


def by_seat(results: Results) -> list[Interval]:
    """For each seat, how often player 0 wins there."""
    shares = []
    for seat in range(results.tournament.loaded_game.seats):
        own = [row.returns[seat] for row in results.rows if row.seats[seat] == 0]
        shares.append(share_interval([float(value > 0) for value in own], len(own)))
    return shares


def worst_seat(arm: str) -> Statistic:
    """How far the seat that is farthest from its fair share is from it.

    The interval is that seat's own, so it does not know that the seat was picked.
    """

    def statistic(evidence: Evidence, null: float) -> Estimate:
        del null
        shares = by_seat(evidence.arms[arm][0])
        fair = 1 / len(shares)
        far = max(shares, key=lambda share: abs(share.estimate - fair))
        value = Interval(far.estimate - fair, far.low - fair, far.high - fair)
        told = ", ".join(f"{share.estimate:.1%}" for share in shares)
        return Estimate(value, None, f"by seat {told}")

    return statistic
