"""Evaluations: what judges a position that is not over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from otherminds.contracts import AgentError, OptionError, State
from otherminds.contracts.grammar import brief
from otherminds.contracts.importing import import_path
from otherminds.contracts.writing import Written
from otherminds.search.networks import Network

__all__ = ["Evaluation", "EvaluationLike", "evaluation_spec"]


@dataclass(frozen=True, repr=False)
class Evaluation(Written):
    """A function that judges positions that are not over.

    Attributes:
        function: from a state to one value per seat, in the units of the game's returns; or the
            path of such a function, ``"package.function"``.
        batched: the function takes a list of states and returns a list instead; with
            ``Tree(batch=n)`` it is asked about n at once.
        priors: it returns, for each state, the values and one weight for each legal action, which
            `PUCT` uses.
    """

    function: Callable[..., Any] | str
    _: KW_ONLY
    batched: bool = False
    priors: bool = False

    def __call__(self, states: list[State]) -> list[tuple[list[float], list[float] | None]]:
        """What the core asks."""
        function = _imported(self.function) if isinstance(self.function, str) else self.function
        answers = function(states) if self.batched else [function(state) for state in states]
        try:
            if not self.priors:
                return [(_floats(values), None) for values in answers]
            return [(_floats(values), _floats(priors)) for values, priors in answers]
        except (TypeError, ValueError, OverflowError) as error:
            of_each = "one number per seat" + (" and one per legal action" * self.priors)
            wanted = f"a list with {of_each} for each state" if self.batched else of_each
            raise AgentError(
                f"{self!r} returned {brief(answers)}; it must return {wanted}."
            ) from error


EvaluationLike = str | Evaluation | Network | Callable[[State], Sequence[float]]
"""The name of one of the game's evaluations, a learned model, a function or the path of one."""


def evaluation_spec(given: Any) -> str | Evaluation | dict[str, Any]:
    """An evaluation as the core reads it; OptionError for anything else."""
    if isinstance(given, Network):
        return given.options()
    if isinstance(given, Evaluation):
        return given
    if isinstance(given, str):
        if "." not in given:
            return given
        _imported(given)  # refuses a wrong path now rather than in the search
        return Evaluation(given)
    if callable(given):
        return Evaluation(given)
    raise OptionError(f"An evaluation is a name or something to call, not {given!r}.")


def _imported(path: str) -> Callable[..., Any]:
    found = import_path(path, "evaluation")
    if not callable(found):
        raise OptionError(f"{path} is not something to call.")
    function: Callable[..., Any] = found
    return function


def _floats(numbers: Any) -> list[float]:
    return [float(number) for number in numbers]
