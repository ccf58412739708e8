"""One seat of a game as an environment of Gymnasium; agents by name sit in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from otherminds.contracts import Game, OptionError, PlayerLike, make_agent
from otherminds.games import game_of
from otherminds.interop.extras import needs
from otherminds.interop.stepped import Episodes, SteppedMatch

with needs("Gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium import spaces

__all__ = ["SeatEnvironment", "env"]

Tensor = npt.NDArray[np.float32]


class SeatEnvironment(gymnasium.Env[Tensor, np.int64]):
    """A seat against agents; `env` makes it.

    Observations are the tensor of the seat's view. ``info["action_mask"]`` and ``action_masks()``
    say which actions are legal. The reward is 0 until the game is over, then the seat's return.
    """

    def __init__(
        self,
        game: Game,
        others: Sequence[PlayerLike],
        seat: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if not 0 <= seat < game.seats:
            raise OptionError(f"{game.name} has no seat {seat}; seats are 0 to {game.seats - 1}.")
        if len(others) != game.seats - 1:
            raise OptionError(
                f"{game.name} needs {game.seats - 1} other players, not {len(others)}."
            )
        if render_mode not in (None, "ansi"):
            raise OptionError(f"There is no render mode {render_mode!r}; accepted: ansi.")
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = render_mode
        self.game = game
        self.seat = seat
        self.observation_space = spaces.Box(-np.inf, np.inf, game.tensor_shape, np.float32)
        self.action_space = spaces.Discrete(game.action_count)
        seats = [other for other in range(game.seats) if other != seat]
        self._players = dict(zip(seats, others, strict=True))
        for player in others:
            make_agent(player, game)  # refused now rather than at the first reset
        self._episodes = Episodes()
        self._match: SteppedMatch | None = None
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Tensor, dict[str, Any]]:
        """Begin the next game.

        Args:
            seed: begins with the game of ``play_match(seed=seed)``; further resets without a seed
                go on to the blocks 1, 2 ... of that seed. Without any seed games are random.
            options: part of Gymnasium's interface; games have none for a single reset.
        """
        super().reset(seed=seed)
        del options
        while True:  # a game may end before the seat has a decision; then the next one is dealt
            self._match = self._next_match(seed)
            if not self._match.state.is_terminal():
                break
            seed = None
        self._over = False
        return self._observation(), self._info()

    def _next_match(self, seed: int | None) -> SteppedMatch:
        """Recipes make fresh agents for each game, as in ``play_match``; living agents go on."""
        agents = {seat: make_agent(player, self.game) for seat, player in self._players.items()}
        seed, block = self._episodes.next(seed)
        return SteppedMatch(self.game, seed, block=block, agents=agents)

    def _playing(self) -> SteppedMatch:
        if self._match is None:
            raise OptionError("No game has begun: call reset() first.")
        return self._match

    def _observation(self) -> Tensor:
        return self._playing().state.view(self.seat).tensor()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Which actions are legal, by 1 and 0; nothing is once the game is over."""
        mask = np.zeros(self.game.action_count, np.int8)
        if not self._over:
            mask[self._playing().state.view(self.seat).legal_actions()] = 1
        return mask

    def step(self, action: SupportsIndex) -> tuple[Tensor, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others move until it is the seat's turn again.

        An action that is not legal forfeits the game: it is over, and the reward is the least
        that the game gives. ``info["forfeit"]`` then says why.
        """
        match, move = self._playing(), int(action)
        if self._over:
            raise OptionError("The game is over: call reset() first.")
        state = match.state
        if move not in state.legal_actions():
            self._over = True
            reason = f"The action {move} ({self._text(move)}) is not possible here."
            return (
                self._observation(),
                self.game.return_range[0],
                True,
                False,
                {**self._info(), "forfeit": reason},
            )
        match.apply(move)
        self._over = state.is_terminal()
        reward = state.returns()[self.seat] if self._over else 0.0
        return self._observation(), reward, self._over, False, self._info()

    def _text(self, action: int) -> str:
        known = 0 <= action < self.game.action_count
        return self.game.action_text(action) if known else "there is none of that number"

    def render(self) -> Any:
        """What the seat sees, as text."""
        return str(self._playing().state.view(self.seat))


def env(
    game: Game | str,
    others: Sequence[PlayerLike] | PlayerLike,
    *,
    seat: int = 0,
    render_mode: str | None = None,
) -> SeatEnvironment:
    """A seat of a game for Gymnasium.

    Args:
        game: an object or a text such as ``othello(size=6)``.
        others: who sits in the other seats, in their order; a single player sits in all of them.
        seat: whose decisions the environment asks for.
        render_mode: ``ansi`` for text from ``render``.

    Examples:
        >>> othello = env("othello", "mobility")
        >>> tensor, info = othello.reset(seed=1)
        >>> tensor.shape, info["action_mask"].nonzero()[0].tolist()
        ((3, 8, 8), [19, 26, 37, 44])
        >>> name = "otherminds.interop.gymnasium:otherminds/Seat-v0"
        >>> gymnasium.make(name, game="othello", others="mobility").action_space
        Discrete(65)
    """
    played = game_of(game)
    listed = isinstance(others, Sequence) and not isinstance(others, str)
    players: Sequence[PlayerLike] = others if listed else [others] * (played.seats - 1)  # type: ignore[list-item,assignment]
    return SeatEnvironment(played, players, seat, render_mode)


gymnasium.register("otherminds/Seat-v0", entry_point="otherminds.interop.gymnasium:env")
