"""What in a search follows from the game: names of a catalogue, and ``hidden`` where it is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from otherminds.contracts import Game, Policy
from otherminds.games.registry import views_tell_all
from otherminds.search.hidden import Hidden, InformationSets, Nothing
from otherminds.search.policies import TypeDistribution, policy_spec

__all__ = ["follows", "resolved"]

T = TypeVar("T")


def follows(game: Game, *, models: bool = False) -> Hidden:
    """The honest answer to ``hidden`` in a game.

    Args:
        game: what is played.
        models: for a search that models another seat. It stands in a simulated world, which is
            never the true one, and knows of the seat what that world shows; where a view does not
            tell what its seat believes, it can only plan in that world.

    Examples:
        >>> from otherminds import load
        >>> follows(load("othello")), follows(load("hanabi"))
        (nothing, information_sets)
    """
    if game.perfect_information or (models and not views_tell_all(game)):
        return Nothing()
    return InformationSets()


@dataclass(frozen=True)
class _Labelled:
    """The recipe of a named agent, which goes on to be called by its name."""

    recipe: Any
    label: str

    def _policy(self) -> dict[str, Any]:
        return {**policy_spec(self.recipe), "label": self.label}


def resolved(value: T, game: Game) -> T:
    """A search in which everything that follows from the game is filled in."""
    made: T = _resolved(value, game, models=False)
    return made


def _resolved(value: Any, game: Game, *, models: bool) -> Any:
    if isinstance(value, Policy):
        recipe = value.recipe(game)
        if recipe is value:
            return value
        made = _resolved(recipe, game, models=models)
        adapt: Callable[[Game], Any] | None = getattr(made, "as_model", None)
        return _Labelled(made if adapt is None else adapt(game), repr(value))
    if isinstance(value, tuple):
        parts = [_resolved(part, game, models=models) for part in value]
        changed = any(new is not old for new, old in zip(parts, value, strict=True))
        return type(value)(parts) if changed else value
    if not is_dataclass(value) or isinstance(value, type | TypeDistribution):
        return value
    options = {option.name: getattr(value, option.name) for option in fields(value)}
    # Whatever stands inside a search is a model of a seat, a roll-out or a prior.
    new = {name: _resolved(old, game, models=True) for name, old in options.items()}
    if "hidden" in options and options["hidden"] is None:
        new["hidden"] = follows(game, models=models)
    new = {name: made for name, made in new.items() if made is not options[name]}
    return replace(value, **new) if new else value
