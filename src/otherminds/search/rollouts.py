"""How do I judge where I stopped? The answers to ``rollout``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

from otherminds.search.answers import Answer, pairs_of
from otherminds.search.evaluations import EvaluationLike
from otherminds.search.policies import PolicyLike, TypeDistribution, TypePrior, canonical

__all__ = ["Evaluated", "Played", "Rollout", "Typed", "Uniform"]


class Rollout(Answer):
    """An answer to ``rollout``."""


class _Limited(Rollout):
    depth: int | None
    from_root: bool
    evaluation: EvaluationLike | None
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...]

    def __post_init__(self) -> None:
        """Keep options as a value that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "under", pairs_of("under", self.under))


@dataclass(frozen=True, kw_only=True, repr=False)
class Uniform(_Limited):
    """``rollout``: uniformly random moves to the end of the game.

    Attributes:
        depth: stop after this many moves of seats; None plays to the end.
        from_root: the moves in the tree count towards the depth as well.
        evaluation: what judges a position at that depth.
        under: options of the game that are different in roll-outs, where the game allows it:
            ``{"exchange": "drawn"}`` makes offers in Catan into exchanges drawn by chance.
    """

    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, repr=False)
class Played(_Limited):
    """``rollout``: moves of a policy, the same for all seats or one per seat.

    Attributes:
        policies: a policy for all seats, or a mapping from seats to policies; seats without one
            move at random.
        depth: as in `Uniform`, like ``from_root``, ``evaluation`` and ``under``.
    """

    policies: PolicyLike | Mapping[int, PolicyLike] | tuple[tuple[int, PolicyLike], ...]
    _: KW_ONLY
    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        """Keep the policies and options as values that can be compared."""
        super().__post_init__()
        object.__setattr__(self, "policies", canonical(self.policies, several=False))


@dataclass(frozen=True, repr=False)
class Typed(_Limited):
    """``rollout``: an action type is drawn, then an action of that type (Dobre 2018).

    Attributes:
        distribution: of the types; without one every legal type is equally likely.
        depth: as in `Uniform`, like ``from_root``, ``evaluation`` and ``under``.
    """

    distribution: TypeDistribution | TypePrior = TypeDistribution()
    _: KW_ONLY
    depth: int | None = None
    from_root: bool = False
    evaluation: EvaluationLike | None = None
    under: Mapping[str, Any] | tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, repr=False)
class Evaluated(Rollout):
    """``rollout``: no roll-out at all; an evaluation judges each new position at once.

    Attributes:
        evaluation: the name of one of the game's evaluations, a function, or an `Evaluation`.
    """

    evaluation: EvaluationLike
