"""Players whose class lives in somebody's module: ``mypackage.MyAgent(depth=3)``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds.contracts import Agent, AnyAgent, Game, OptionError, Recipe
from otherminds.contracts.grammar import Named
from otherminds.contracts.importing import import_path
from otherminds.contracts.writing import written
from otherminds.search.policies import policy_spec

__all__ = ["ImportedPlayer"]


@dataclass(frozen=True, repr=False)
class ImportedPlayer(Recipe):
    """A player whose class lives in somebody's module.

    The path is imported when an agent is made, so that the recipe can travel to other processes.
    """

    path: str
    options: tuple[tuple[str, Any], ...] = ()

    def agent(self, game: Game) -> AnyAgent:
        """A new agent of the class; a class that is itself a recipe is asked for one."""
        make = import_class(self.path)
        try:
            made = make(**dict(self.options))
        except TypeError as error:
            raise OptionError(f"{self!r} cannot be made: {error}.") from error
        if isinstance(made, Agent | _core.NativeAgent):
            return made
        agent: AnyAgent = made.agent(game)
        return agent

    def _policy(self) -> dict[str, Any]:
        """The player as a policy inside a search, if its class is one."""
        made = import_class(self.path)(**dict(self.options))
        return policy_spec(made)

    def _written(self) -> Named:
        options = tuple((option, written(value)) for option, value in self.options)
        return Named(self.path, options=options)


def import_class(path: str) -> Callable[..., Any]:
    """The class of a player; refuses whatever is none before it is called."""
    found = import_path(path, "player")
    # Checked before it is called: a text must not be able to call just any function.
    if isinstance(found, type) and (issubclass(found, Agent) or hasattr(found, "agent")):
        return found
    raise OptionError(f"{path} is not a class that makes a player.")
