"""Planning in another game than the one that is played: the option ``model``."""

from __future__ import annotations

from otherminds.search.answers import Answer

__all__ = ["PlanningModel"]


class PlanningModel(Answer):
    """The options of a game's planning model, a reduced game that `Search` can plan in.

    A game that has one has a class of these, such as `otherminds.agents.catan.Builds`. All answers
    mean the same in the model as in a game; worlds come from the belief of the game that is played.
    The move found is translated back. Where the model has nothing to decide, a search that plans in
    it refuses; use it in a `Delegate`.
    """
