"""One game on the command line: play it, watch it, step through a stored one."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console

from otherminds._core import NativeAgent, Stream
from otherminds.agents import AnyAgent, make_agent
from otherminds.arena.metrics import replayed
from otherminds.arena.store import Store
from otherminds.cli.arena import choose_experiment
from otherminds.errors import OptionError, OthermindsError
from otherminds.games import CHANCE, NOBODY, Game
from otherminds.match import play_match
from otherminds.search import Nothing, Search
from otherminds.specs import parse_game, parse_players

__all__ = ["match", "play", "replay"]

HELP = "Type a move as it is listed, or: moves, hint, undo, quit."


class Sitting:
    """A game between a person and agents, kept as its list of moves so that moves can be undone."""

    def __init__(self, game: Game, person: int, players: list[Any], seed: int) -> None:
        """Deal and seat everybody."""
        self.game, self.person = game, person
        self._players = players
        self._stream = Stream(seed)
        self.moves: list[int] = []
        self._restart()

    def _restart(self) -> None:
        """Deal again and live through the moves: agents see what they saw before."""
        self.state = self.game.initial_state(self._stream.child("deal").child(0))
        self._agents: dict[int, AnyAgent] = {}
        for seat, player in enumerate(self._players):
            if seat != self.person:
                agent = make_agent(player, self.game)
                stream = self._stream.child("agent").child(0).child(0).child(seat)
                agent.begin(seat, self.state.view(seat), stream)
                self._agents[seat] = agent
        done, self.moves = self.moves, []
        for move in done:
            self.apply(move)

    def apply(self, move: int) -> None:
        """Make a move and tell the agents what they witness."""
        seen = {seat: self.state.observation(move, seat) for seat in self._agents}
        self.state.apply_action(move)
        self.moves.append(move)
        for seat, agent in self._agents.items():
            agent.observe(seen[seat], self.state.view(seat))

    def advance(self) -> list[str]:
        """Let chance and agents act until the person has to, or the game is over."""
        said = []
        while (actor := self.state.actor()) not in (self.person, NOBODY):
            before = self.state.copy()
            if actor == CHANCE:
                rng = self._stream.child("chance").child(len(self.moves)).rng()
                move = self.state.sample_outcome(rng)
            else:
                agent = self._agents[actor]
                peeks = isinstance(agent, NativeAgent) and agent.peeks
                view = self.state.view(actor)
                move = agent.act(view, self.state) if peeks else agent.act(view)  # type: ignore[call-arg]
            self.apply(move)
            said.append(self._told(before, move))
        return said

    def _told(self, before: Any, move: int) -> str:
        """What the person witnesses of a move."""
        seen = before.observation(move, self.person)
        who = "chance" if seen.actor == CHANCE else f"seat {seen.actor}"
        if seen.action is None:
            return f"{who}: something that you do not see"
        text = self.game.outcome_text if seen.actor == CHANCE else self.game.action_text
        return f"{who}: {text(seen.action)}"

    def undo(self) -> bool:
        """Take back the person's last move and all that followed."""
        state = self.game.initial_state(self._stream.child("deal").child(0))
        last = None
        for place, move in enumerate(self.moves):
            if state.actor() == self.person:
                last = place
            state.apply_action(move)
        if last is None:
            return False
        self.moves = self.moves[:last]
        self._restart()
        return True


def _hint(sitting: Sitting) -> str:
    """The move that a search would make; only where nothing is hidden."""
    if not sitting.game.perfect_information:
        return "No hint: a search without a belief would look at what is hidden from you."
    result = Search(hidden=Nothing(), seconds=1.0).run(sitting.state)
    return f"Try {sitting.game.action_text(result.action)}."


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--against", default="search(seconds=1)", show_default=True, help="The other seats.")
@click.option("--seat", default=0, show_default=True, help="Where you sit.")
@click.option("--seed", default=0, show_default=True, help="Decides deal, chance and agents.")
def play(game_text: str, against: str, seat: int, seed: int) -> None:
    """Play against agents in the terminal.

    Example: otherminds play othello --against "search(iterations=2000)" --seat 1
    """
    game = parse_game(game_text)
    if not 0 <= seat < game.seats:
        raise OptionError(f"{game.name} has no seat {seat}; seats are 0 to {game.seats - 1}.")
    others = parse_players(against, game)
    if len(others) not in (1, game.seats - 1):
        raise OptionError(f"Name one player for all other seats, or {game.seats - 1}.")
    if len(others) == 1:
        others = others * (game.seats - 1)
    players: list[Any] = [*others[:seat], None, *others[seat:]]
    sitting = Sitting(game, seat, players, seed)
    click.echo(HELP)
    while True:
        for line in sitting.advance():
            click.echo(line)
        click.echo(f"\n{sitting.state.view(seat)}")
        if sitting.state.actor() == NOBODY:
            break
        if not _answer(sitting):
            return
    click.echo(f"Returns: {', '.join(f'{value:g}' for value in sitting.state.returns())}")


def _answer(sitting: Sitting) -> bool:
    """Ask until the person has moved; false if they leave."""
    game = sitting.game
    while True:
        text = click.prompt("your move", prompt_suffix="> ").strip()
        if text == "quit":
            return False
        if text == "moves":
            names = map(game.action_text, sitting.state.legal_actions())
            click.echo(", ".join(names))
        elif text == "hint":
            click.echo(_hint(sitting))
        elif text == "undo":
            if sitting.undo():
                return True
            click.echo("There is no move of yours to take back.")
        else:
            try:
                sitting.apply(game.parse_action(text))
            except OthermindsError as error:
                click.echo(f"{error} {HELP}")
            else:
                return True


@click.command()
@click.argument("game_text", metavar="GAME")
@click.option("--agents", required=True, help="A player for each seat, separated by commas.")
@click.option("--seed", default=0, show_default=True, help="Decides everything random.")
@click.option("--quiet", is_flag=True, help="Only the result.")
def match(game_text: str, agents: str, seed: int, quiet: bool) -> None:
    """Let agents play one game and show it.

    Example: otherminds match othello --agents "search(iterations=500), agent4" --seed 7
    """
    game = parse_game(game_text)
    played = play_match(game, parse_players(agents, game), seed=seed)
    if not quiet:
        click.echo(played.text())
        *_, last = played.states()
        click.echo(f"\n{last}")
    for seat, (player, value) in enumerate(zip(played.players, played.returns, strict=True)):
        timed = f", {played.seconds[seat]:.2f} s" if played.seconds[seat] else ""
        click.echo(f"seat {seat} {player}: {value:g}{timed}")


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--experiment", "key", help="Which one, by the beginning of its key.")
@click.option("--match", "place", default=0, show_default=True, help="Which stored match.")
@click.option("--all", "whole", is_flag=True, help="Do not wait after each move.")
def replay(path: str, key: str | None, place: int, whole: bool) -> None:
    """Step through a stored match.

    Example: otherminds replay results.db --match 3
    """
    with Store(path) as store:
        stored = choose_experiment(store, key)
        rows = list(store.rows(stored.number))
    if not 0 <= place < len(rows):
        raise OptionError(f"There are {len(rows)} matches; the first is 0.")
    played = replayed(stored.experiment, rows[place])
    console = Console()
    for seat, player in enumerate(played.players):
        console.print(f"seat {seat}: {player}", highlight=False)
    lines = ["", *played.text().split("\n")]
    for number, (state, line) in enumerate(zip(played.states(), lines, strict=True)):
        console.print(f"\n{number}  {line}\n{state}", highlight=False)
        if not whole and number < len(lines) - 1:
            click.pause("press a key for the next move, Ctrl-C to leave")
    if rows[place].forfeit is not None:
        console.print(f"Seat {rows[place].forfeit} forfeited: {rows[place].reason}")
    console.print("Returns: " + ", ".join(f"{value:g}" for value in played.returns))
