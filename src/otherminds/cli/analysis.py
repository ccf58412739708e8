"""What an agent thinks of a position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from otherminds.agents import parse_player
from otherminds.arena.advice import lived_through
from otherminds.arena.match import Match
from otherminds.cli.stored import allow_imports, stored_match
from otherminds.cli.terminal import Count, Terminal
from otherminds.contracts import CHANCE, FormatError, OptionError, Player, Thought
from otherminds.games import parse_game
from otherminds.games.marginals import marginals
from otherminds.games.registry import views_tell_all
from otherminds.search import Evolve, Exhaustive, Nothing, Planner, Search, thought

__all__ = ["analyse"]


@dataclass
class _Position:
    """A position and, where it is known how it came about, what led there."""

    state: Any
    path: list[tuple[Any, int]] | None = None

    def witnessed(self) -> tuple[Any, list[tuple[Any, Any]]]:
        """What the seat that acts saw first, and what it has witnessed since with the views."""
        seat, game = self.state.actor(), self.state.game
        if seat < 0:
            raise OptionError("No seat acts here: there is nobody to search for.")
        if self.path is None:
            if not views_tell_all(game):
                raise OptionError(
                    f"A state of {game.name} does not say what its seats have witnessed: give "
                    "--moves or --store, or look at everything by --peek."
                )
            return self.state.view(seat), []
        states = [*(state for state, _ in self.path), self.state]
        seen = [
            (state.observation(action, seat), now.view(seat))
            for (state, action), now in zip(self.path, states[1:], strict=True)
        ]
        return states[0].view(seat), seen

    def belief(self) -> Any:
        """What the seat that acts believes, from what it has witnessed."""
        first, seen = self.witnessed()
        belief = self.state.game.belief(first)
        for observation, view in seen:
            belief.update(observation, view)
        return belief

    def thought_of(self, player: Player, seed: int, worlds: int) -> Thought:
        """What an agent thinks that has sat in the seat that acts from the beginning."""
        game, seat = self.state.game, self.state.actor()
        first, seen = self.witnessed()
        agent = lived_through(game, seat, first, seen, player, seed)
        agent.act(self.state.view(seat))
        told = thought(agent, worlds=worlds)
        if told is None:
            raise OptionError(f"{player} does not tell what it thinks.")
        if game.perfect_information or told.beliefs:
            return told
        facts, counted = marginals(game, seat, self.belief())
        return replace(told, beliefs=facts, counted=counted)


def _position(
    game_text: str | None, moves: str, state: str | None, played: Match | None, ply: int
) -> _Position:
    """A position from moves, from a saved state, or out of a stored match."""
    if played is not None:
        states = list(played.states())
        if not 0 <= ply < len(states):
            raise OptionError(f"The match has {len(states)} positions; the first is 0.")
        actions = [action for _, action in played.moves]
        return _Position(states[ply], list(zip(states[:ply], actions[:ply], strict=True)))
    if game_text is None:
        raise OptionError("Name a game, or a results file by --store.")
    game = parse_game(game_text)
    if state:
        return _Position(game.state_from_json(_read(state)))
    position, path = game.initial_state(), []
    for text in filter(None, (part.strip() for part in moves.split(","))):
        chance = position.actor() == CHANCE
        move = game.parse_outcome(text) if chance else game.parse_action(text)
        before = position.copy()
        position.apply_action(move)
        path.append((before, move))
    return _Position(position, path)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{path} is not text, so it has no state as JSON: {error}.") from error


def _looks(searcher: Planner) -> bool:
    """Whether a search was written so that it looks at the true state."""
    hidden = getattr(searcher, "hidden", Nothing(peek=getattr(searcher, "peek", False)))
    return isinstance(hidden, Nothing) and hidden.peek


def _peeking(searcher: Planner, text: str) -> Planner:
    """The same search, looking at the true state."""
    if isinstance(searcher, Exhaustive):
        return replace(searcher, peek=True)
    if isinstance(searcher, Search | Evolve) and isinstance(searcher.hidden, Nothing | None):
        return replace(searcher, hidden=Nothing(peek=True))
    raise OptionError(f"--peek leaves nothing hidden, but {text} answers hidden otherwise.")


@click.command()
@click.argument("game_text", metavar="[GAME]", required=False)
@click.option("--moves", default="", help="Moves from the start, separated by commas.")
@click.option("--state", help="A file with the JSON of a state.")
@click.option(
    "--store",
    "stored",
    help="A results file, or games of yours (.jsonl); --match and --ply choose the position.",
)
@click.option("--match", "match_number", default=0, help="Which stored match.")
@click.option("--ply", default=0, help="Which position of it.")
@click.option("--agent", default="search(iterations=20000)", show_default=True, help="Who thinks.")
@click.option("--seed", default=0, show_default=True, help="Decides the search.")
@click.option("--peek", is_flag=True, help="Look at the true state, and show it.")
@click.option("--json", "as_json", is_flag=True, help="Print the thought as JSON, nothing else.")
@click.option(
    "--worlds",
    type=Count(0, 10_000),
    default=0,
    help="Include so many worlds that the seat holds possible.",
)
@allow_imports
def analyse(
    game_text: str | None,
    moves: str,
    state: str | None,
    stored: str | None,
    match_number: int,
    ply: int,
    agent: str,
    seed: int,
    peek: bool,
    as_json: bool,
    worlds: int,
    imports: bool,
) -> None:
    """Rank the moves of a position.

    A search or any other agent thinks in the place of the seat that acts. In a game that hides
    facts, it plans from what that seat has witnessed. The position is shown as the seat sees it,
    and what the seat believes is shown below the moves.

    Example: otherminds analyse othello --moves "f5, d6, c3" --agent "search(iterations=50000)"
    """
    played = stored_match(stored, None, match_number, imports).match if stored else None
    position = _position(game_text, moves, state, played, ply)
    game = position.state.game
    searcher = parse_player(agent, game)
    open_to_all = game.perfect_information or peek
    if isinstance(searcher, Planner):
        if peek:
            searcher = _peeking(searcher, agent)
        start = position.state if open_to_all or _looks(searcher) else position.belief()
        told = searcher.run(start, game=game, seed=seed).thought(worlds=worlds)
    elif peek:
        raise OptionError(f"--peek is for a search that is written out, not for {agent}.")
    else:
        told = position.thought_of(searcher, seed, worlds)
    if as_json:
        click.echo(told.to_json())
        return
    shown = position.state if open_to_all else position.state.view(told.seat)
    console = Terminal()
    console.print(str(shown))
    _print_thought(console, told)
    for world in told.worlds:
        state = game.state_from_dict(world.state)
        console.print(f"\nA world that is possible:\n{state}")


def _searched(told: Thought, title: str) -> Table:
    """The moves that a search looked at."""
    ranked = Table("move", "visits", "share", "value", "95 %", title=title)
    visits = max(1, sum(move.visits or 0 for move in told.moves))
    for move in sorted(told.moves, key=lambda each: -(each.visits or 0)):
        value = "-" if move.value is None else f"{move.value:+.3f}"
        interval = "-" if move.interval is None else "{:+.3f} to {:+.3f}".format(*move.interval)
        share = f"{(move.visits or 0) / visits:.1%}"
        ranked.add_row(move.text, f"{move.visits or 0:,}", share, value, interval)
    return ranked


def _print_thought(console: Terminal, told: Thought) -> None:
    """Tables of moves and beliefs, and sentences about the rest."""
    title = f"seat {told.seat} to move"
    if told.iterations:
        console.print(_searched(told, title))
    else:
        chances = Table("move", "probability", title=title)
        likely = [move for move in told.moves if move.probability or move.action == told.action]
        for move in likely:
            chance = "-" if move.probability is None else f"{move.probability:.1%}"
            chances.add_row(move.text, chance)
        console.print(chances)
        if others := len(told.moves) - len(likely):
            console.print(f"Never here: {others} other {'move' if others == 1 else 'moves'}.")
    if told.line:
        line = ", ".join(move.text for move in told.line)
        console.print(f"Expected line: {line}")
    for belief in told.types:
        console.print(f"Seat {belief.seat} is {belief.type}: {belief.probability:.1%}")
    if told.beliefs:
        how = f"counted over {told.counted:,} worlds" if told.counted else "exactly"
        facts = Table("hidden", f"seat {told.seat} believes, {how}", title="what is hidden")
        for fact in told.beliefs:
            shares = [f"{answer} {chance:.0%}" for answer, chance in fact.chances if chance > 0]
            facts.add_row(fact.fact, ", ".join(shares))
        console.print(facts)
    if not told.iterations:
        return
    speed = told.iterations / max(told.seconds, 1e-9)
    summary = f"{told.iterations:,} iterations, depth {told.depth}, {speed:,.0f} per second"
    console.print(summary, style="dim")
