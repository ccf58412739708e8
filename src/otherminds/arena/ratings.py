"""Ratings: strengths behind whole finishing orders, with intervals over blocks.

A finishing order is a row of choices: who is first of all, who is first of the others, and so on.
In the model of Plackett (1975) and Luce (1959) a choice falls on each seat with a probability
proportional to the strength of its player; at a table for two that is the model of Bradley and
Terry (1952). Seats that tie count as all their orders, each in equal parts: for two, half a win
each. Seats of one player have the same strength, so a match among copies of one player says
nothing.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from otherminds.arena.statistics import Floats, Interval, check_confidence
from otherminds.contracts import OptionError, OthermindsError

__all__ = ["Choice", "choices", "ratings"]

ELO = 400 / math.log(10)

Choice = tuple[int, tuple[int, ...]]
"""The player who finished first, and all who could have, in order; one with two seats twice."""


@lru_cache(maxsize=10_000)
def choices(seats: tuple[int, ...], returns: tuple[float, ...]) -> Mapping[Choice, float]:
    """How often each choice was made in a match, by who sat where and what each seat got.

    Examples:
        >>> choices((2, 0, 1), (5.0, 7.0, 1.0))
        {(0, (0, 1, 2)): 1.0, (2, (1, 2)): 1.0}
        >>> choices((0, 1), (0.0, 0.0))
        {(0, (0, 1)): 0.5, (1, (0, 1)): 0.5}
    """
    counts: dict[Choice, float] = {}
    for value in sorted(set(returns), reverse=True):
        tied = [player for player, got in zip(seats, returns, strict=True) if got == value]
        below = [player for player, got in zip(seats, returns, strict=True) if got < value]
        for size in range(len(tied), 0, -1):
            share = 1 / (math.comb(len(tied), size) * size)
            for left in itertools.combinations(tied, size):
                table = tuple(sorted([*left, *below]))
                if table[0] == table[-1]:
                    continue
                for player in left:
                    counts[player, table] = counts.get((player, table), 0.0) + share
    return counts


def ratings(
    players: int,
    blocks: Sequence[Mapping[Choice, float]],
    *,
    confidence: float = 0.95,
    resamples: int = 200,
    seed: int = 0,
) -> list[Interval]:
    """Plackett-Luce ratings on the Elo scale, their mean 0, with bootstrap intervals over blocks.

    Args:
        players: how many there are.
        blocks: for each block how often each choice was made, see `choices`.
        confidence: of the intervals.
        resamples: bootstrap samples.
        seed: of the bootstrap.

    A player who won or lost everything has no finite rating; half a win and half a loss against
    the average opponent, spread over all pairs, keep it finite.
    """
    check_confidence(confidence)
    if resamples < 1:
        raise OptionError("Ratings need at least one bootstrap sample.")
    if not len(blocks):
        return []
    pairs = [(i, (min(i, j), max(i, j))) for i, j in itertools.permutations(range(players), 2)]
    made = list(dict.fromkeys(itertools.chain(pairs, *blocks)))
    places = {choice: place for place, choice in enumerate(made)}
    counts = np.zeros((len(blocks), len(made)))
    for row, block in zip(counts, blocks, strict=True):
        for choice, count in block.items():
            row[places[choice]] = count
    prior = np.zeros(len(made))
    prior[: len(pairs)] = 1 / (2 * max(players - 1, 1))
    firsts = np.array([first for first, _ in made], dtype=np.intp)
    tables = np.zeros((len(made), players))
    for seated, (_, table) in zip(tables, made, strict=True):
        for player, number in Counter(table).items():
            seated[player] = number

    def rate(totals: Floats, start: Floats) -> Floats:
        return _log_strengths(firsts, tables, totals + prior, start)

    estimate = rate(counts.sum(axis=0), np.zeros(players))
    if len(blocks) < 2:  # one deal says nothing about the spread between deals
        return [Interval(float(e), -math.inf, math.inf) for e in ELO * estimate]
    rng = np.random.default_rng(seed)
    draws = []
    for _ in range(resamples):
        drawn = rng.integers(len(blocks), size=len(blocks))
        draws.append(rate(np.bincount(drawn, minlength=len(blocks)) @ counts, estimate))
    tail = (1 - confidence) / 2
    lows, highs = np.quantile(np.stack(draws), [tail, 1 - tail], axis=0)
    return [
        Interval(*(ELO * float(value) for value in values))
        for values in zip(estimate, lows, highs, strict=True)
    ]


def _log_strengths(
    firsts: npt.NDArray[np.intp], tables: Floats, counts: Floats, start: Floats
) -> Floats:
    """The logarithms of the most likely strengths, their mean 0, by Newton's method.

    Args:
        firsts: who was chosen.
        tables: from how many seats of each player.
        counts: how often.
        start: where to begin; their mean is 0.
    """
    players = tables.shape[1]
    won = np.bincount(firsts, weights=counts, minlength=players)
    found = start.copy()
    for _ in range(1_000):
        shares = tables * np.exp(found)
        shares /= shares.sum(axis=1, keepdims=True)
        expected = counts[:, None] * shares
        gradient = won - expected.sum(axis=0)
        if np.abs(gradient).max() <= 1e-10 * (1 + counts.sum()):
            return found
        curvature = np.diag(expected.sum(axis=0)) - shares.T @ expected
        # Only differences count; the added constant leaves their mean where it is.
        step = np.linalg.solve(curvature + curvature.trace() / players, gradient)
        found += step / (1 + np.abs(step).max())  # no step too far, and whole ones in the end
    raise OthermindsError("The ratings do not converge.")
