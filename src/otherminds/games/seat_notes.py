"""What a person at the table is told and may look up, by what the game's module offers.

A module of a game may have any of these functions. They get what the person's seat knows and
nothing else:

- ``told(view, seen)``: a sentence about what the seat witnesses, or none; ``view`` is from before.
- ``notes(belief)``: a text that the person sees at each decision.
- ``certainties(belief)``: what is certain, a claim with a sentence for each; told when it is new.
- ``why(belief, text)``: an answer to the question why.
"""

from __future__ import annotations

from typing import Any

from otherminds.contracts import CHANCE, Belief, Game
from otherminds.games.registry import module_of

__all__ = ["SeatNotes"]


class SeatNotes:
    """What one seat knows, folded from what it witnesses."""

    def __init__(self, game: Game, view: Any) -> None:
        """Open it at the start of a game."""
        self.game = game
        self.view = view
        self._module = module_of(game)
        keeps = any(map(self._offers, ("notes", "certainties", "why")))
        self._belief = game.belief(view) if keeps or not game.perfect_information else None
        self._known: set[str] = set()
        self.news()

    @property
    def belief(self) -> Belief | None:
        """What the seat believes; None where nothing is hidden."""
        return None if self.game.perfect_information else self._belief

    @property
    def tells(self) -> bool:
        """Whether the game has words of its own for what happens."""
        return self._offers("told")

    @property
    def writes(self) -> bool:
        """Whether there is a sheet to look at."""
        return self._offers("notes")

    @property
    def explains(self) -> bool:
        """Whether there are reasons to ask for."""
        return self._offers("why")

    def _offers(self, name: str) -> bool:
        return callable(getattr(self._module, name, None))

    def _ask(self, name: str, *arguments: Any) -> Any:
        return getattr(self._module, name)(*arguments)

    def witness(self, seen: Any, view: Any) -> str:
        """Take in what the seat sees of an action; a sentence about it."""
        before, self.view = self.view, view
        if self._belief is not None:
            self._belief.update(seen, view)
        if self.tells:
            return str(self._ask("told", before, seen))
        who = "chance" if seen.actor == CHANCE else f"seat {seen.actor}"
        if seen.action is None:
            return f"{who}: something that you do not see"
        text = self.game.outcome_text if seen.actor == CHANCE else self.game.action_text
        return f"{who}: {text(seen.action)}"

    def news(self) -> list[str]:
        """What has become certain since this was asked last."""
        if not self._offers("certainties"):
            return []
        found = self._ask("certainties", self._belief)
        new = [sentence for claim, sentence in found.items() if claim not in self._known]
        self._known |= set(found)
        return new

    def certain(self) -> list[str]:
        """Everything that is certain, in sentences."""
        if not self._offers("certainties"):
            return []
        return list(self._ask("certainties", self._belief).values())

    def notes(self) -> str:
        """What the person would have written down; empty where the game offers nothing."""
        return str(self._ask("notes", self._belief)) if self.writes else ""

    def why(self, text: str) -> str:
        """The reasons behind what is certain."""
        if not self.explains:
            return f"{self.game.name} has nothing to say about reasons."
        return str(self._ask("why", self._belief, text))
