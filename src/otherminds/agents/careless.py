"""A player that makes mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from otherminds._core import Stream
from otherminds.agents.combined import CombinedAgent
from otherminds.contracts import (
    Agent,
    AnyAgent,
    Game,
    OptionError,
    PlayerLike,
    Policy,
    Recipe,
    State,
    View,
    ask,
    make_agent,
    player_of,
)

__all__ = ["Careless"]


_ANYTHING = Policy("random")


@dataclass(frozen=True, repr=False)
class Careless(Recipe):
    """Plays as another player does, but now and then leaves a move to a weaker one.

    Levels of strength are made of it, see `otherminds.agents.levels`.

    Attributes:
        player: who decides most moves.
        error: how likely a move is left to the other.
        instead: who decides it then; any legal move by default.

    Raises:
        OptionError: the error is not between 0 and 1.

    Examples:
        >>> from otherminds import Policy, play_match
        >>> player = Careless(Policy("mobility"), error=0.25)
        >>> player
        careless(mobility, 0.25)
        >>> len(play_match("othello(size=4)", [player, "random"], seed=1).returns)
        2
    """

    player: PlayerLike
    error: float
    instead: PlayerLike = _ANYTHING

    def __post_init__(self) -> None:
        """Read players that are given as texts; refuse what is no probability."""
        for part in ("player", "instead"):
            object.__setattr__(self, part, player_of(getattr(self, part)))
        if isinstance(self.error, bool) or not isinstance(self.error, int | float):
            raise OptionError(f"error of careless is a number, not {self.error!r}.")
        if not 0 <= self.error <= 1:
            raise OptionError(f"error of careless is from 0 to 1, not {self.error}.")

    def agent(self, game: Game) -> Agent:
        """A new agent, with new agents of both players."""
        careful, instead = (make_agent(player, game) for player in (self.player, self.instead))
        return _CarelessAgent(careful, instead, float(self.error))


class _CarelessAgent(CombinedAgent):
    def __init__(self, careful: AnyAgent, instead: AnyAgent, error: float) -> None:
        super().__init__([careful, instead])
        self._error = error

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self._draws = stream.child("careless").rng()

    def act(self, view: View, truth: State | None = None) -> int:
        self._decider = self._parts[self._draws.unit() < self._error]
        return ask(self._decider, view, truth)
