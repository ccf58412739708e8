"""Bots of Catanatron as players of Catan: ``catanatron('value')``.

Catanatron hands its bots the whole state. At our table a bot gets a state that its seat holds
possible, drawn from what it believes, so that it looks at nobody's cards.
"""

from __future__ import annotations

import importlib
from dataclasses import KW_ONLY, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from otherminds._core import Observation, Stream
from otherminds.agents.catanatron_boards import (
    THEIR_RESOURCES,
    imported,
    knight_of,
    own_randomness,
    parts_of,
)
from otherminds.agents.catanatron_games import colours, game_of_state, playable, set_playable
from otherminds.contracts import Agent, AgentError, Belief, Game, OptionError, Recipe, State, View

__all__ = ["Catanatron"]

_BOTS = {
    "random": ("models.player", "RandomPlayer"),
    "weighted_random": ("players.weighted_random", "WeightedRandomPlayer"),
    "victory_point": ("players.search", "VictoryPointPlayer"),
    "value": ("players.value", "ValueFunctionPlayer"),
    "alpha_beta": ("players.minimax", "AlphaBetaPlayer"),
    "same_turn_alpha_beta": ("players.minimax", "SameTurnAlphaBetaPlayer"),
}
_DEEP = ("alpha_beta", "same_turn_alpha_beta")
_REJECT = {"type": "reject"}


@dataclass(frozen=True, repr=False)
class Catanatron(Recipe):
    """A bot of Catanatron at our table.

    It plays by our rules: what its program takes for legal and we do not, is not offered to it. It
    makes no offers to other seats and rejects all of them, as on its own table.

    Attributes:
        bot: which: ``random``, ``weighted_random``, ``victory_point``, ``value``, ``alpha_beta`` or
            ``same_turn_alpha_beta``.
        depth: how many moves the last two look ahead; 2 by default.

    Raises:
        OptionError: there is no such bot, or an option is out of its range.

    Examples:
        >>> Catanatron("value")
        catanatron('value')
        >>> Catanatron("alpha_beta", depth=1)
        catanatron('alpha_beta', depth=1)
    """

    bot: str
    _: KW_ONLY
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse what there is not."""
        if self.bot not in _BOTS:
            raise OptionError(
                f"There is no bot {self.bot!r:.60} of catanatron; accepted: {', '.join(_BOTS)}."
            )
        if self.depth is None:
            return
        if self.bot not in _DEEP:
            raise OptionError(f"depth of catanatron belongs to {' and '.join(_DEEP)}.")
        if type(self.depth) is not int or not 1 <= self.depth <= 6:
            raise OptionError(f"depth of catanatron is from 1 to 6, not {self.depth!r:.60}.")

    def files(self) -> list[Path]:
        """The files of Catanatron: what decides how it plays."""
        return sorted(Path(next(iter(imported().__path__))).rglob("*.py"))

    def agent(self, game: Game) -> Agent:
        """A new agent."""
        if game.name != "catan":
            raise OptionError(f"Bots of Catanatron play catan, not {game.name}.")
        if game.options["bank"] == 0 or game.options["exchange"] != "offers":
            raise OptionError("Bots of Catanatron play with a bank that can run out, by offers.")
        return _CatanatronAgent(game, self._player_class(), self.depth)

    def _player_class(self) -> type[Any]:
        theirs = imported().__name__
        module, name = _BOTS[self.bot]
        try:
            return getattr(importlib.import_module(f"{theirs}.{module}"), name)  # type: ignore[no-any-return]
        except ModuleNotFoundError as error:
            raise OptionError(
                f"Catanatron {version(theirs)} has no bot {self.bot}, which its package of PyPI "
                "leaves out; it comes with pip install "
                "'catanatron @ git+https://github.com/bcollazo/catanatron'."
            ) from error

    def _policy(self) -> dict[str, Any]:
        raise OptionError(
            f"{self!r} cannot be a model inside a search: it is asked for moves only."
        )


class _CatanatronAgent(Agent):
    """A bot that is shown worlds of its seat's belief."""

    def __init__(self, game: Game, player_class: type[Any], depth: int | None) -> None:
        self._class, self._depth = player_class, depth
        self._seats = {colour: seat for seat, colour in enumerate(colours(game.seats))}
        self._idle = [imported().models.player.Player(colour) for colour in self._seats]
        self._belief: Belief
        self._bot: Any = None
        self._decisions = 0

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """A bot for this seat."""
        super().begin(seat, view, stream)
        options = {} if self._depth is None else {"depth": self._depth}
        self._bot = self._class(list(self._seats)[seat], **options)
        self._belief = view.game.belief(view)
        self._decisions = 0

    def observe(self, observation: Observation, view: View) -> None:
        """Remember what can be known."""
        self._belief.update(observation, view)

    def act(self, view: View) -> int:
        """Ask the bot, in a world that the seat holds possible."""
        game, legal = view.game, view.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if (reject := game.action_from_parts(_REJECT)) in legal:
            return reject
        self._decisions += 1
        rng = self.stream.child(self._decisions).rng()
        world = self._belief.sample(rng)
        with own_randomness(rng.bits()):
            return self._choose(game, world, set(legal), rng)

    def _choose(self, game: Game, world: State, legal: set[int], rng: Any) -> int:
        players = [*self._idle]
        players[self.seat] = self._bot
        theirs = game_of_state(world, players, rng)
        knights = {action: action for action in legal if self._type(game, action) == "play knight"}
        ours: dict[Any, int | None] = {}
        for action in playable(theirs):
            kind = action.action_type.name
            if kind == "DISCARD":  # versions that draw what is discarded
                return self._drawn_discard(game, world, rng)
            if kind == "PLAY_KNIGHT_CARD" and knights:
                ours[action] = None
            elif parts := parts_of(kind, action.value, self._seats):
                try:
                    number = game.action_from_parts(parts)
                except ValueError:
                    continue
                if number in legal:
                    ours[action] = number
        if not ours:
            raise AgentError("Catanatron finds nothing to do where our rules have something.")
        set_playable(theirs, list(ours))
        chosen = self._bot.decide(theirs, list(ours))
        if chosen not in ours:
            raise AgentError(f"Catanatron chose {chosen!r:.80}, which it was not offered.")
        if (action := ours[chosen]) is not None:
            return action
        theirs.execute(chosen)
        robbery = self._bot.decide(theirs, playable(theirs))
        return game.action_from_parts(knight_of(robbery.value, self._seats))

    @staticmethod
    def _type(game: Game, action: int) -> str:
        return game.action_types[game.type_of(action)]

    def _drawn_discard(self, game: Game, world: State, rng: Any) -> int:
        hand = world.to_dict()["hands"][self.seat]
        cards = [name for name in THEIR_RESOURCES.values() for _ in range(hand[name])]
        return game.action_from_parts({"type": "discard", "resource": rng.choice(cards)})
