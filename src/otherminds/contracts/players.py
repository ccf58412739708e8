"""What an agent and a player promise.

An *agent* is a living player: it sits in a seat for a whole match and may remember
earlier matches. To write one, subclass `Agent` and answer ``act``. A *player* is the recipe for
an agent, a value that can be compared and printed: `Policy` and
`Search` are players, and so is any object with ``agent(game)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from otherminds import _core
from otherminds._core import NativeAgent, Observation, Stream
from otherminds.contracts.errors import AgentError, OptionError
from otherminds.contracts.games import Game, State, View, known_game
from otherminds.contracts.grammar import Named
from otherminds.contracts.reading import read_player
from otherminds.contracts.thoughts import Thought
from otherminds.contracts.writing import Pairs, Written, written

__all__ = [
    "Agent",
    "AnyAgent",
    "Composite",
    "Player",
    "PlayerLike",
    "Policy",
    "Recipe",
    "agent_of",
    "ask",
    "find_recipes_by",
    "make_agent",
    "peeks",
    "player_of",
]


class Agent:
    """A player written in Python: one class with one method, ``act``.

    Examples:
        >>> class First(Agent):
        ...     def act(self, view):
        ...         return view.legal_actions()[0]
        >>> from otherminds import load, play_match
        >>> len(play_match(load("tic_tac_toe"), [First(), First()]).moves)
        7
    """

    seat: int
    """The agent's seat, from ``begin`` on."""

    stream: Stream
    """The agent's own random numbers, from ``begin`` on; use nothing else to stay reproducible."""

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        """A match begins; call ``super().begin(...)`` when you override it."""
        del view
        self.seat = seat
        self.stream = stream

    def observe(self, observation: Observation, view: View) -> None:
        """Somebody acted: what this seat witnessed of it, and its view afterwards."""

    def act(self, view: View) -> int:
        """The action to take: one of ``view.legal_actions()``."""
        raise AgentError(f"{type(self).__name__} has no method act.")

    def end(self, returns: Sequence[float]) -> None:
        """The match is over; these are the returns of all seats."""

    def decides(self, view: View) -> bool:
        """Whether the agent has a decision to make here; `Delegate` asks before ``act``."""
        del view
        return True

    informed: bool = False
    """Set it in your class to be told the others' types by ``inform``; say so in its name."""

    def inform(self, types: Sequence[str]) -> None:
        """The type that decides each seat's next move, empty where it publishes none."""

    @property
    def current_type(self) -> str:
        """The type that decides the next move, for agents that publish one."""
        return ""

    def thought(self, *, worlds: int = 0) -> Thought | None:
        """What the agent thought about its last decision; None unless your class tells.

        It must not contain anything that the seat does not know. ``worlds`` is how many worlds
        that it holds possible are wanted, at most.
        """
        del worlds
        return None

    def listen(self, hear: Callable[[Thought], object] | None) -> None:
        """Somebody wants to hear what the agent thinks while it thinks; nobody does for None.

        Override it where ``act`` takes long: call ``hear`` with a `Thought` several times a second.
        """

    @property
    def watches(self) -> bool:
        """Whether ``observe`` does anything; otherwise a match makes no observations."""
        return type(self).observe is not Agent.observe


AnyAgent = Agent | NativeAgent
"""A living player, written in Python or native."""


class Composite(Agent):
    """An agent that is made of others, to whom it passes on what it sees.

    It is shown the true state, by ``act(view, truth)``, if one of them is native and peeks. No
    other agent in Python is.
    """

    def __init__(self, parts: Sequence[AnyAgent]) -> None:
        self._parts = tuple(parts)

    def act(self, view: View, truth: State | None = None) -> int:
        """The action to take; ``truth`` is for those parts that peek."""
        del truth
        return super().act(view)


class Player(Protocol):
    """The recipe for an agent."""

    def agent(self, game: Game) -> AnyAgent:
        """A new agent for a game."""


class Recipe(Player, Written):
    """A player that is a frozen value and prints as its text."""


Finder = Callable[[Game, "Policy"], Player | None]
"""Finds the recipe of a catalogue's agent in a game; None for a policy."""

_finders: list[Finder] = []


def find_recipes_by(find: Finder) -> None:
    """Let names mean the agents of a catalogue; the package of agents calls this once."""
    _finders.append(find)


@dataclass(frozen=True, init=False, repr=False)
class Policy(Recipe):
    """A player that its game knows by name: one of its policies, or an agent of its catalogue.

    Every game has at least ``random``. Calling it sets options: ``Policy("agent4")(perturb=0.1)``.

    Attributes:
        name: what the game calls it.
        options: those that are set.
        values: those that are given without a name, as in ``tmcts(2000)``.

    Examples:
        >>> from otherminds import load
        >>> Policy("max_disk").probabilities(load("othello", size=4).initial_state().view(0))
        {1: 0.25, 4: 0.25, 11: 0.25, 14: 0.25}
    """

    name: str
    options: tuple[tuple[str, Any], ...]
    values: tuple[Any, ...]

    def __init__(self, name: str, /, *values: Any, **options: Any) -> None:
        if "quirks" in options and not _by_name(options["quirks"]):
            del options["quirks"]
        canonical = {option: _canonical(value) for option, value in options.items()}
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "options", tuple(sorted(canonical.items())))
        object.__setattr__(self, "values", tuple(map(_canonical, values)))

    def __call__(self, *values: Any, **options: Any) -> Policy:
        """The same player with these options set."""
        return Policy(self.name, *(values or self.values), **{**dict(self.options), **options})

    def recipe(self, game: Game) -> Player:
        """The player behind the name; a policy is its own recipe.

        Raises:
            OptionError: the game has no agent of that name, or the agent has no such option.
        """
        if isinstance(game, _core.Game) and game.has_policy(self.name):
            return self
        known_game(game)
        for find in _finders:
            found = find(game, self)
            if found is not None:
                return found.recipe(game) if isinstance(found, Policy) else found
        return self

    def agent(self, game: Game) -> AnyAgent:
        """A new agent for a game."""
        recipe = self.recipe(game)
        if not isinstance(recipe, Policy):
            return make_agent(recipe, game)
        if recipe.values:
            raise OptionError(f"Options of {self.name} are written name=value, unlike in {self!r}.")
        return _core.policy_agent(game, recipe.name, recipe.native_options)

    def native(self, game: Game) -> _core.NativePolicy:
        """The policy itself, with its memory and probabilities."""
        if not isinstance(game, _core.Game):
            raise AgentError(
                f"{known_game(game).name} is written in Python and has no native policies."
            )
        recipe = self.recipe(game)
        if not isinstance(recipe, Policy):
            raise AgentError(f"{self!r} is not a policy of {game.name}: its recipe is {recipe!r}.")
        return game.policy(recipe.name, recipe.native_options)

    @property
    def native_options(self) -> dict[str, Any]:
        """The options as the core reads them: ``quirks`` by their names, tables as mappings."""
        return {
            name: _by_name(value) if name == "quirks" else _native(value)
            for name, value in self.options
        }

    def probabilities(self, view: View, memory: _core.Memory | None = None) -> dict[int, float]:
        """The probability of each legal action, for a native game's view."""
        policy = self.native(view.game)
        if not isinstance(view, _core.View):
            raise AgentError("Only views of native games have policies with probabilities.")
        if memory is None:
            memory = _core.Memory()
            policy.begin(memory, view.seat, Stream(0).rng())
        return policy.probabilities(view, memory)

    def _written(self) -> Named:
        options = tuple((option, written(value)) for option, value in self.options)
        return Named(self.name, tuple(map(written, self.values)), options)


def _canonical(value: Any) -> Any:
    """An option as a value that can be compared and hashed, which is read back as it is printed."""
    if isinstance(value, Mapping):
        return Pairs.of((_canonical(key), _canonical(of)) for key, of in value.items())
    if isinstance(value, Pairs):
        return Pairs.of((_canonical(key), _canonical(of)) for key, of in value)
    return tuple(map(_canonical, value)) if isinstance(value, list | tuple) else value


def _native(value: Any) -> Any:
    """A canonical option as the core reads it; tables by several names as a list of entries."""
    if not isinstance(value, Pairs):
        return list(map(_native, value)) if isinstance(value, tuple) else value
    if any(isinstance(key, tuple) for key, _ in value):
        return [{"types": list(types), "weights": _native(weights)} for types, weights in value]
    return {key: _native(of) for key, of in value}


def _by_name(quirks: Any) -> Any:
    """Those quirks that are set; something else as it is."""
    return quirks.by_name() if hasattr(quirks, "by_name") else quirks


PlayerLike = Player | AnyAgent | str
"""A player wherever one is taken: a recipe, a living agent, or a text."""


def player_of(given: PlayerLike, game: Game | None = None) -> Player | AnyAgent:
    """The player that is given, read where it is a text.

    Args:
        given: a player, a living agent, or the text of a player.
        game: where it is to play; names that it does not know are then refused at once.

    Raises:
        OptionError: a text that cannot be read.
        AgentError: something else that is not a player.

    Examples:
        >>> player_of("search(iterations=50, hidden=worlds(count=10))")
        search(hidden=worlds(count=10), iterations=50)
    """
    if isinstance(given, str):
        player: Player | AnyAgent = read_player(given, game)
        return player
    if isinstance(given, AnyAgent) or callable(getattr(given, "agent", None)):
        return given
    raise AgentError(
        f"{given!r} is not a player: give one such as Search(iterations=500), a living agent, or a "
        "text such as 'search(iterations=500)'."
    )


def peeks(agent: AnyAgent) -> bool:
    """Whether an agent is shown the true state."""
    if isinstance(agent, NativeAgent):
        return agent.peeks
    return isinstance(agent, Composite) and any(map(peeks, agent._parts))


def ask(agent: AnyAgent, view: View, truth: State | None) -> int:
    """An agent's answer; one that peeks is shown the truth."""
    if isinstance(agent, NativeAgent | Composite) and peeks(agent):
        return agent.act(view, truth)
    return agent.act(view)


def restore_agent(game: Game, recipe: Any, data: bytes, objects: list[Any]) -> NativeAgent:
    """What a pickle of a native agent calls; refuses other games, recipes and versions."""
    return _core.restore_agent(game, recipe, data, objects)


def make_agent(player: PlayerLike, game: Game) -> AnyAgent:
    """A living agent: the one given, or a new one of the player's recipe."""
    return agent_of(player_of(player, game), game)


def agent_of(player: Player | AnyAgent, game: Game) -> AnyAgent:
    """The same of what `player_of` returned."""
    if isinstance(player, AnyAgent):
        return player
    agent = player.agent(game)
    if not isinstance(agent, AnyAgent):
        raise AgentError(f"agent() of {player!r} returned {agent!r}, which is not an agent.")
    return agent
