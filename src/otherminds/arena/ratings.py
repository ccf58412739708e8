"""Ratings: strengths behind whole finishing orders, with intervals over blocks.

A finishing order is a row of choices: who is first of all, who is first of the others, and so on.
In the model of Plackett (1975) and Luce (1959) a choice falls on each seat with a probability
proportional to the strength of its player; at a table for two that is the model of Bradley and
Terry (1952). Seats that tie count as all their orders, each in equal parts: for two, half a win
each. Seats of one player have the same strength, so a match among copies of one player says
nothing.

Games of a block depend on each other, so an interval is that of the model's profile likelihood,
widened by what the spread between blocks is beyond that of independent games, and by Student's
distribution because that spread is estimated from few blocks.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from otherminds.arena.statistics import Floats, Interval, check_confidence
from otherminds.contracts import OthermindsError

__all__ = ["Choice", "choices", "ratings"]

ELO = 400 / math.log(10)

FARTHEST = 2_000 / ELO
"""A bound of an interval that is farther from the mean is none."""

HARDLY = 1e-3
"""This part of the wins and losses that keep an estimate finite keeps the likelihood from being
flat, and leaves no trace in its intervals."""

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
    players: int, blocks: Sequence[Mapping[Choice, float]], *, confidence: float = 0.95
) -> list[Interval]:
    """Plackett-Luce ratings on the Elo scale, their mean 0, with intervals over blocks.

    Args:
        players: how many there are.
        blocks: for each block how often each choice was made, see `choices`.
        confidence: of the intervals.

    A player who won or lost everything has no finite rating; half a win and half a loss against
    the average opponent, spread over all pairs, keep the estimate finite. They do not enter the
    intervals: one that the results do not bound, or bound beyond 2,000, is infinite on that side.
    """
    check_confidence(confidence)
    if not len(blocks):
        return []
    if players == 1:
        return [Interval(0.0, 0.0, 0.0)]
    pairs = [(i, (min(i, j), max(i, j))) for i, j in itertools.permutations(range(players), 2)]
    made = list(dict.fromkeys(itertools.chain(pairs, *blocks)))
    places = {choice: place for place, choice in enumerate(made)}
    counts = np.zeros((len(blocks), len(made)))
    for row, block in zip(counts, blocks, strict=True):
        for choice, count in block.items():
            row[places[choice]] = count
    prior = np.zeros(len(made))
    prior[: len(pairs)] = 1 / (2 * (players - 1))
    model = _Model.of(players, made)
    estimate, _ = model.fitted(counts.sum(axis=0) + prior, np.zeros(players))
    if len(blocks) < 2:  # one deal says nothing about the spread between deals
        return [Interval(float(e), -math.inf, math.inf) for e in ELO * estimate]
    from scipy import special

    errors, widening = _spread(model, counts, prior, estimate)
    student = float(special.stdtrit(len(blocks) - 1, 0.5 + confidence / 2))
    profile = _Profile(model, counts.sum(axis=0) + HARDLY * prior, estimate)
    found = []
    for player, value in enumerate(estimate):
        goal = student * math.sqrt(widening[player])
        low, high = (
            profile.bound(player, goal, side * student * float(errors[player])) for side in (-1, 1)
        )
        found.append(Interval(*(ELO * float(each) for each in (value, low, high))))
    return found


@dataclass(frozen=True)
class _Model:
    """The choices that were made; strengths are logarithms whose mean is 0."""

    firsts: npt.NDArray[np.intp]
    """Who was chosen."""
    tables: Floats
    """From how many seats of each player."""

    @classmethod
    def of(cls, players: int, made: Sequence[Choice]) -> _Model:
        tables = np.zeros((len(made), players))
        for seated, (_, table) in zip(tables, made, strict=True):
            for player, number in Counter(table).items():
                seated[player] = number
        return cls(np.array([first for first, _ in made], dtype=np.intp), tables)

    @property
    def players(self) -> int:
        return int(self.tables.shape[1])

    def shares(self, strengths: Floats) -> Floats:
        """How probable it is that each player is chosen."""
        weights = self.tables * np.exp(strengths)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def log_likelihood(self, counts: Floats, strengths: Floats) -> float:
        tables = np.log(self.tables @ np.exp(strengths))
        return float(counts @ (strengths[self.firsts] - tables))

    def slopes(self, counts: Floats, strengths: Floats) -> tuple[Floats, Floats]:
        """The gradient of the logarithm of the likelihood, and its curvature with another sign.

        Only differences count, so the curvature says nothing about their mean; a constant that is
        added lets it be solved and leaves the mean where it is.
        """
        shares = self.shares(strengths)
        expected = counts[:, None] * shares
        won = np.bincount(self.firsts, weights=counts, minlength=self.players)
        curvature = np.diag(expected.sum(axis=0)) - shares.T @ expected
        whole = curvature.trace() / self.players
        # Where somebody wins everything it is nearly flat; a trifle keeps steps within reason.
        curvature[np.diag_indices(self.players)] += 1e-10 * whole
        return won - expected.sum(axis=0), curvature + whole

    def fitted(
        self, counts: Floats, start: Floats, held: int | None = None, close: float = 1e-16
    ) -> tuple[Floats, float]:
        """The most likely strengths, by Newton's method, and the slope at one that is held.

        Args:
            counts: how often each choice was made.
            start: where to begin.
            held: a player whose strength is to stay as it is.
            close: what is left to be gained, as a logarithm of the likelihood, when it ends.
        """
        found, pull = start, 0.0
        aside = _aside(self.players, held or 0)
        likelihood = self.log_likelihood(counts, found)
        for _ in range(1_000):
            gradient, curvature = self.slopes(counts, found)
            step, along = np.linalg.solve(curvature, np.column_stack([gradient, aside])).T
            if held is not None:
                pull = float(step[held] / along[held])
                step = step - pull * along
            gain = float(gradient @ step)
            if gain <= close:
                return found + step, pull
            step /= max(1.0, float(np.abs(step).max()))
            while True:  # the whole step in the end, less where that would lead down
                there = self.log_likelihood(counts, found + step)
                if there > likelihood or gain < 1e-8 + 1e-12 * abs(likelihood):
                    break
                step /= 2
            found, likelihood = found + step, there
        raise OthermindsError("The ratings do not converge.")


def _aside(players: int, player: int) -> Floats:
    """The direction in which one player gains on the mean."""
    direction = np.full(players, -1 / players)
    direction[player] += 1
    return direction


def _spread(
    model: _Model, counts: Floats, prior: Floats, estimate: Floats
) -> tuple[Floats, Floats]:
    """For each player its standard error, and how much more its variance is than the model's.

    The variance is the jackknife's: what leaving out each block would change, in one step of
    Newton's method. It is never taken to be less than that of independent games. Where somebody
    has won everything against others it may well be the same games again that all blocks show; then
    the choices of a block count as one.
    """
    blocks = len(counts)
    total = counts.sum(axis=0)
    _, curvature = model.slopes(total + prior, estimate)
    shares = model.shares(estimate)
    scores = -counts @ shares
    for player in range(model.players):
        scores[:, player] += counts[:, model.firsts == player].sum(axis=1)
    changes = np.empty((blocks, model.players))
    for change, own, score in zip(changes, counts, scores, strict=True):
        expected = own[:, None] * shares
        without = curvature - np.diag(expected.sum(axis=0)) + shares.T @ expected
        change[:] = np.linalg.solve(without, score)
    changes -= changes.mean(axis=1, keepdims=True)  # what was added to the curvature is not theirs
    jackknife = (blocks - 1) / blocks * np.square(changes - changes.mean(axis=0)).sum(axis=0)
    aside = np.eye(model.players) - 1 / model.players
    plain = np.diag(aside @ np.linalg.inv(curvature) @ aside)
    widening = np.maximum(1.0, jackknife / plain)
    if not _all_can_lose(model, total):
        widening = np.maximum(widening, total @ (model.tables > 0) / blocks)
    return np.sqrt(widening * plain), widening


def _all_can_lose(model: _Model, total: Floats) -> bool:
    """Whether of any two groups of players each has won against the other (Ford 1957)."""
    beaten = np.eye(model.players, dtype=bool)
    for first, table, count in zip(model.firsts, model.tables, total, strict=True):
        if count:
            beaten[first] |= table > 0
    for _ in range(model.players.bit_length()):
        beaten = beaten @ beaten
    return bool(beaten.all())


class _Profile:
    """The likelihood of one player's rating when all others have the ratings that suit it best."""

    def __init__(self, model: _Model, counts: Floats, estimate: Floats) -> None:
        self._model = model
        self._counts = counts
        self._estimate = estimate
        best, _ = model.fitted(counts, estimate, close=1e-8)
        self._greatest = model.log_likelihood(counts, best)

    def bound(self, player: int, goal: float, guess: float) -> float:
        """The rating at which the signed root of the likelihood ratio reaches the goal.

        Args:
            player: whose rating.
            goal: of the root of twice the logarithm.
            guess: the distance from the estimate, below 0 for the lower bound.
        """
        start, side = float(self._estimate[player]), math.copysign(1.0, guess)
        strengths, inner, outer, distance = self._estimate, 0.0, math.inf, abs(guess)
        shift = _aside(len(strengths), player)
        shift /= shift[player]
        for _ in range(100):
            if outer == math.inf and abs(start + side * distance) > FARTHEST:
                return side * math.inf
            strengths = strengths + (start + side * distance - strengths[player]) * shift
            strengths, pull = self._model.fitted(self._counts, strengths, player, close=1e-8)
            ratio = 2 * (self._greatest - self._model.log_likelihood(self._counts, strengths))
            root = math.sqrt(max(ratio, 0.0))
            # On the way from the estimate to where this likelihood is greatest the root is not yet
            # on its side.
            root = root if pull * side < 0 else -root
            if abs(root - goal) <= 1e-3 * goal:
                return start + side * distance
            inner, outer = (distance, outer) if root < goal else (inner, distance)
            # The root is nearly straight: Newton's step, where it stays between what is known.
            slope = abs(pull / root) if root else 0.0
            step = distance + (goal - root) / slope if slope else math.inf
            if not inner < step < min(outer, 3 * distance):
                step = 2 * distance if outer == math.inf else (inner + outer) / 2
            distance = step
        raise OthermindsError("The interval of a rating does not converge.")
