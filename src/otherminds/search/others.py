"""What will the others do? The answers to ``others``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from otherminds.contracts import OptionError
from otherminds.contracts.grammar import Value
from otherminds.contracts.writing import Pairs, written
from otherminds.search.answers import Answer
from otherminds.search.policies import PolicyLike, canonical

__all__ = [
    "Correlated",
    "Others",
    "Policies",
    "Posterior",
    "Product",
    "Random",
    "Sum",
    "Switching",
    "Themselves",
    "TimeWeighted",
    "Types",
]


class Others(Answer):
    """An answer to ``others``."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Themselves(Others):
    """``others``: every seat searches for itself, as we do (max-n; Luckhardt and Irani 1986).

    With two seats whose returns are opposite this is minimax.

    Attributes:
        paranoid: all others minimise our return instead (Sturtevant and Korf 2000).
    """

    paranoid: bool = False


@dataclass(frozen=True, repr=False)
class Policies(Others):
    """``others``: the other seats follow known policies (Predictor MCTS; Walton-Rivers 2022).

    Attributes:
        policies: one policy for all other seats, or a mapping from seats to policies; seats
            without one search for themselves. A `Search` here is a nested model: it plans in each
            simulated world, with all that this costs unless it may ``recall``.
        where: where the model decides: in the ``"tree"``, in the ``"rollout"`` or in ``"both"``.
        error: the probability that a modelled seat moves at random instead.
        horizon: the model decides only this many moves; None for no limit.
        count: what the horizon counts: ``"plies"`` of all seats or ``"moves"`` of the seat, from
            the root, or from the leaf where the model decides in roll-outs only.
        recall: a nested model has so many answers for one position, which are drawn from at random
            each time it is asked there; 0 plans anew each time.
    """

    policies: PolicyLike | Mapping[int, PolicyLike] | tuple[tuple[int, PolicyLike], ...]
    _: KW_ONLY
    where: str = "both"
    error: float = 0.0
    horizon: int | None = None
    count: str = "plies"
    recall: int = 0

    def __post_init__(self) -> None:
        """Keep the policies as a value that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "policies", canonical(self.policies, several=False))


@dataclass(frozen=True, kw_only=True, repr=False)
class Random(Others):
    """``others``: the other seats move at random.

    Attributes:
        where: in the ``"tree"``, in the ``"rollout"`` or in ``"both"``.
    """

    where: str = "both"


class Posterior(Answer):
    """How the evidence about types adds up; see `Types`."""


@dataclass(frozen=True, repr=False)
class Product(Posterior):
    """Likelihoods multiply: for a seat that keeps one type; an impossible move excludes it."""


@dataclass(frozen=True, repr=False)
class Sum(Posterior):
    """Likelihoods add: right for a seat that mixes types in fixed shares."""


@dataclass(frozen=True, repr=False)
class TimeWeighted(Posterior):
    """Likelihoods add by age, for a seat that changes: ``max(0, a - b * (age - 1) ** c)``.

    The newest observation has age 1. With the defaults, Stevinson's, four moves count.
    """

    a: float = 10.0
    b: float = 0.01
    c: float = 5.0


@dataclass(frozen=True, repr=False)
class Correlated(Posterior):
    """One posterior over combinations of all seats' types: rounds add, seats multiply."""


@dataclass(frozen=True, repr=False)
class Switching(Posterior):
    """A filter for a seat that changes its type now and then: the forward step of a hidden chain.

    Before each move the type is drawn anew from the prior with probability ``rate``, then the
    likelihoods of the move multiply the weights. With rate 0 it is `Product`; with 1 only the last
    move counts. Where `Types` has a reserve, a seat begins or ceases to be of no type with
    probability ``reserve_rate``, which is smaller: a player that follows no type usually continues
    to do so.
    """

    rate: float = 0.15
    reserve_rate: float = 0.02


@dataclass(frozen=True, repr=False)
class Types(Others):
    """``others``: each other seat is of one of these types; which one is a belief (HBA).

    Harsanyi-Bellman ad hoc coordination (Albrecht and Ramamoorthy 2013; in Othello Stevinson).
    Each iteration draws a type per seat from the posterior. In games that hide facts a likelihood
    is the mean over worlds that the seat's belief holds possible.

    Attributes:
        types: the hypothesised policies, for all other seats or a mapping by seat.
        prior: ``"uniform"``, ``"random"`` (Albrecht: 0.0001 for a random half), or weights.
        posterior: `Product`, `Sum`, `TimeWeighted`, `Correlated` or `Switching`.
        likelihood: the ``"probability"`` of the move seen, or its ``"indicator"`` (1 if the type
            could have made it).
        where: where types decide: in the ``"tree"``, the ``"rollout"`` or ``"both"``.
        error: the chance that a type moves at random instead; part of the likelihood as well.
        horizon: types decide for so many moves only; None for ever. ``"learned"``: for as many
            moves of the seat as earlier beliefs have foretold its moves better than chance.
        count: what the horizon counts, see `Policies`.
        frozen: keep the prior whatever happens; the control that shows what learning is worth.
            How evidence adds up then has no effect.
        informed: be told the type that really decides next; HBA(cor), the other control. Types of
            one name that differ in their options cannot be told apart then.
        reserve: the prior of a seat being of none of the types. It is then left to the search
            itself, as with `Themselves`; its moves count as likely as random ones.
        redraw: the chance that a seat's type is drawn anew after each of its moves in an iteration;
            0 keeps one type per iteration, 1 blends all of them at every move.
        carry_over: what was learned lives on in the next match of a series.
        samples: worlds over which a likelihood is averaged where facts are hidden.
        recall: answers that a nested model has for one position, see `Policies`.
    """

    types: Sequence[PolicyLike] | Mapping[int, Sequence[PolicyLike]]
    _: KW_ONLY
    prior: str | Sequence[float] = "uniform"
    posterior: Posterior = Product()
    likelihood: str = "probability"
    where: str = "both"
    error: float = 0.0
    horizon: int | str | None = None
    count: str = "plies"
    frozen: bool = False
    informed: bool = False
    reserve: float = 0.0
    redraw: float = 0.0
    carry_over: bool = False
    samples: int = 16
    recall: int = 0

    def __post_init__(self) -> None:
        """Keep types and prior as values that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "types", canonical(self.types, several=True))
        if isinstance(self.prior, str):
            return
        try:
            object.__setattr__(self, "prior", tuple(float(weight) for weight in self.prior))
        except (TypeError, ValueError):
            raise OptionError(
                "The prior of Types must be 'uniform', 'random' or one weight for each type, "
                f"not {self.prior!r}."
            ) from None

    def _unnamed(self, option: str, value: Any) -> list[Value]:
        """Types that are the same for all seats stand one after the other."""
        if value and not isinstance(value, Pairs):
            return [written(policy) for policy in value]
        return super()._unnamed(option, value)
