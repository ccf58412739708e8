"""Players combined by action type and by phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from otherminds import _core
from otherminds.agents.combined import CombinedAgent
from otherminds.contracts import (
    Agent,
    AgentError,
    AnyAgent,
    Game,
    OptionError,
    Player,
    PlayerLike,
    Recipe,
    State,
    View,
    ask,
    make_agent,
    player_of,
)
from otherminds.contracts.grammar import Named, Table
from otherminds.contracts.writing import written
from otherminds.games.phases import phase_of, phases_of

__all__ = ["Delegate"]

Types = str | tuple[str, ...]


@dataclass(frozen=True, init=False, repr=False)
class Delegate(Recipe):
    """Leaves moves of some types, or in some phases of a game, to other players.

    In a phase that ``by_phase`` names, the player named there decides. Elsewhere ``otherwise`` is
    asked first. If its choice is of a type that ``by_type`` names, the player
    named there decides instead, whatever the type of its answer. A player that has nothing to
    decide there (``agent.decides(view)`` is False) is passed over: the first choice stands. All
    players live through the whole match. Players that are equal are one agent, but not those of a
    Delegate
    within: a living agent belongs in one place only. It peeks if somebody in it does, which shows
    in its text.

    Attributes:
        by_type: who decides instead, by names of action types of the game, or by several of them
            for one player.
        by_phase: who decides in phases of the game that has names for them, such as
            ``"second settlement"`` in Catan (`otherminds.games.phases`).
        otherwise: who decides everything else.

    Raises:
        OptionError: a type or a phase is named twice, or something is no player.

    Examples:
        >>> from otherminds import Policy, Search, load, play_match
        >>> from otherminds.agents import catan
        >>> player = Delegate(
        ...     by_type={("move robber", "play knight"): Policy("random")}, otherwise=catan.stac
        ... )
        >>> player
        delegate(by_type={['move robber', 'play knight']: random}, otherwise=stac)
        >>> game = load("catan", points=3, players=2)
        >>> sum(play_match(game, [player, catan.stac], seed=1).returns)
        1.0
    """

    by_type: tuple[tuple[tuple[str, ...], Player | AnyAgent], ...]
    otherwise: Player | AnyAgent
    by_phase: tuple[tuple[tuple[str, ...], Player | AnyAgent], ...] = ()

    def __init__(
        self,
        *,
        by_type: Mapping[Any, PlayerLike] | Iterable[tuple[Types, PlayerLike]] = (),
        by_phase: Mapping[Any, PlayerLike] | Iterable[tuple[Types, PlayerLike]] = (),
        otherwise: PlayerLike,
    ) -> None:
        object.__setattr__(self, "by_type", _grouped(by_type, _TYPE))
        object.__setattr__(self, "by_phase", _grouped(by_phase, _PHASE))
        object.__setattr__(self, "otherwise", _player(otherwise))

    def agent(self, game: Game) -> Agent:
        """A new agent, with new agents of all players."""
        known = list(game.action_types)
        otherwise = make_agent(self.otherwise, game)
        named: list[AnyAgent] = []
        by_type: dict[int, AnyAgent] = {}
        for types, player in self.by_type:
            for name in types:
                if name not in known:
                    raise OptionError(
                        _core.unknown_name(f"action type of {game.name}", name, known)
                    )
            if player == self.otherwise:
                continue
            agent = make_agent(player, game)
            named.append(agent)
            by_type.update((known.index(name), agent) for name in types)
        phases = list(phases_of(game))
        by_phase: dict[str, AnyAgent] = {}
        for names, player in self.by_phase:
            for name in names:
                if name not in phases:
                    raise OptionError(_core.unknown_name(f"phase of {game.name}", name, phases))
            agent = make_agent(player, game)
            named.append(agent)
            by_phase.update(dict.fromkeys(names, agent))
        return _Delegation(game, otherwise, named, by_type, by_phase)

    def _written(self) -> Named:
        parts = [("by_type", self.by_type)] if self.by_type or not self.by_phase else []
        parts += [("by_phase", self.by_phase)] if self.by_phase else []
        options = [
            (name, Table(tuple((written(_key(key)), written(player)) for key, player in entries)))
            for name, entries in parts
        ]
        return Named("delegate", options=(*options, ("otherwise", written(self.otherwise))))


_TYPE, _PHASE = ("by_type", "action type"), ("by_phase", "phase")


def _key(types: tuple[str, ...]) -> Types:
    return types[0] if len(types) == 1 else types


def _pairs(given: Any) -> Iterable[tuple[Any, Any]]:
    return given.items() if isinstance(given, Mapping) else given


def _grouped(
    given: Any, words: tuple[str, str]
) -> tuple[tuple[tuple[str, ...], Player | AnyAgent], ...]:
    """Equal players together, names in order: equal delegations are equal values."""
    option, kind = words
    try:
        pairs = [(key, player) for key, player in _pairs(given)]
    except (TypeError, ValueError) as error:
        raise OptionError(
            f"{option} is a mapping from {kind}s to players, not {given!r}."
        ) from error
    players: list[Player | AnyAgent] = []
    names: list[list[str]] = []
    for key, player in pairs:
        types = [key] if isinstance(key, str) else key
        if not isinstance(types, Sequence) or not all(isinstance(name, str) for name in types):
            start = "An" if kind[0] in "aeiou" else "A"
            raise OptionError(f"{start} {kind} is a text, or several in a tuple, not {key!r}.")
        chosen = _player(player)
        if chosen not in players:
            players.append(chosen)
            names.append([])
        names[players.index(chosen)] += types
    every = [name for group in names for name in group]
    for name in every:
        if every.count(name) > 1:
            raise OptionError(f"The {kind} {name!r} is named twice in {option}.")
    groups = sorted((tuple(sorted(group)), place) for place, group in enumerate(names) if group)
    return tuple((group, players[place]) for group, place in groups)


def _player(given: Any) -> Player | AnyAgent:
    try:
        return player_of(given)
    except AgentError as error:
        raise OptionError(f"Delegate combines players, which {given!r} is not.") from error


class _Delegation(CombinedAgent):
    def __init__(
        self,
        game: Game,
        otherwise: AnyAgent,
        named: list[AnyAgent],
        by_type: dict[int, AnyAgent],
        by_phase: dict[str, AnyAgent],
    ) -> None:
        super().__init__([otherwise, *named])
        self._game = game
        self._otherwise = otherwise
        self._by_type = by_type
        self._by_phase = by_phase

    def act(self, view: View, truth: State | None = None) -> int:
        if self._by_phase:
            named = self._by_phase.get(phase_of(self._game, view))
            if named is not None and named.decides(view):
                self._decider = named
                return ask(named, view, truth)
        self._decider = self._otherwise
        choice = ask(self._otherwise, view, truth)
        named = self._named_for(choice)
        if named is None or not named.decides(view):
            return choice
        self._decider = named
        return ask(named, view, truth)

    def _named_for(self, choice: object) -> AnyAgent | None:
        """Who decides instead of a choice; nobody where it is none, which the match will notice."""
        if not isinstance(choice, int) or not 0 <= choice < self._game.action_count:
            return None
        return self._by_type.get(self._game.type_of(choice))
