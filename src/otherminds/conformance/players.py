"""Promises about matches and players: the same again, and nothing seen that is hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from otherminds._core import Stream
from otherminds.arena.match import play_match
from otherminds.conformance.random_games import LONGEST, Place, dealt, possible_moves
from otherminds.contracts import (
    AnyAgent,
    Belief,
    Game,
    PlayerLike,
    Policy,
    State,
    ask,
    make_agent,
)
from otherminds.games import game_of
from otherminds.search.thoughts import thought


def check_determinism(
    game: Game | str,
    *,
    games: int = 20,
    seed: int = 0,
    players: Sequence[PlayerLike] | None = None,
) -> None:
    """Equal arguments give equal matches in any order and thread; other seeds give other matches.

    Args:
        game: the game to check.
        games: how many matches.
        seed: of the run.
        players: who sits where; random players by default. Their agents are made anew each match.
    """
    game = game_of(game)
    line_up: Sequence[PlayerLike] = players or [Policy("random")] * game.seats

    def moves(number: int) -> tuple[tuple[int, int], ...]:
        return play_match(game, line_up, seed=seed, block=number // 2, index=number % 2).moves

    numbers = list(range(max(games, 4)))
    first = {number: moves(number) for number in numbers}
    backwards = {number: moves(number) for number in reversed(numbers)}
    with ThreadPoolExecutor(2) as pool:
        threads = dict(zip(numbers, pool.map(moves, numbers), strict=True))
    for number in numbers:
        place = Place(game, seed, 0)
        place.require(
            first[number] == backwards[number],
            f"match {number} went differently when the matches were played backwards.",
        )
        place.require(
            first[number] == threads[number], f"match {number} went differently in another thread."
        )
    Place(game, seed, 0).require(
        len(set(first.values())) > 1, f"{len(numbers)} matches of different seeds are all the same."
    )


def check_swap(
    game: Game | str,
    player: PlayerLike,
    *,
    games: int = 20,
    seed: int = 0,
    worlds: int = 3,
    reveal: Callable[[AnyAgent, State], None] | None = None,
) -> None:
    """A player answers and thinks the same when only what it may not see is different.

    Several agents of one recipe live through the same match in the same seat with the same random
    numbers. At each turn one of them acts in the true state and each other in a world that the
    seat's belief allows. An agent that peeks is handed that world as the truth, so it is caught if
    what it saw decides its answer. What the agents tell about their first, second, fourth, eighth
    move and so on has to be the same `Thought`, times apart; to tell it takes longer than a move.

    Args:
        game: the game; one that hides nothing cannot catch anybody.
        player: the recipe; it must be reproducible, so its budget must not be in seconds.
        games: how many matches for each seat.
        seed: of the run.
        worlds: how many other worlds at each turn.
        reveal: called with an agent and the state that is true for it before each of its answers:
            the way to check agents that look at the truth behind the back of the protocol.
    """
    game = game_of(game)
    for number in range(games):
        for seat in range(game.seats):
            _swap_match(game, player, seed + number, seat, worlds, reveal)


def _told(agent: AnyAgent) -> str:
    """What an agent thought about its last move, some worlds included, as text without times."""
    told = thought(agent, worlds=2)
    return "" if told is None else replace(told, seconds=0.0).to_json()


def _swap_match(
    game: Game,
    player: PlayerLike,
    seed: int,
    seat: int,
    worlds: int,
    reveal: Callable[[AnyAgent, State], None] | None,
) -> None:
    stream = Stream(seed).child("swap").child(seat)
    state = dealt(game, seed)
    others, draws = stream.child("others").rng(), stream.child("worlds").rng()
    twins = [make_agent(player, game) for _ in range(worlds + 1)]
    for agent in twins:
        agent.begin(seat, state.view(seat), stream.child("agent"))
    belief: Belief = game.belief(state.view(seat))
    decisions = 0
    for move in range(LONGEST):
        place = Place(game, seed, move)
        if state.is_terminal():
            break
        if state.actor() == seat:
            truths = [state, *(belief.sample(draws) for _ in range(worlds))]
            answers = list[int]()
            told = list[str]()
            decisions += 1
            for agent, truth in zip(twins, truths, strict=True):
                if reveal is not None:
                    reveal(agent, truth)
                answers.append(ask(agent, truth.view(seat), truth))
                if decisions.bit_count() == 1:
                    told.append(_told(agent))
            action = answers[0]
            for answer in answers[1:]:
                place.require(
                    answer == action,
                    f"{player!r} in seat {seat} plays {game.action_text(action)!r} in the true "
                    f"state but {game.action_text(answer)!r} in one that looks the same to it.",
                )
            for other in told[1:]:
                place.require(
                    other == told[0],
                    f"{player!r} in seat {seat} thinks {told[0]!r:.200} in the true state but "
                    f"{other!r:.200} in one that looks the same to it.",
                )
        else:
            action = others.choice(possible_moves(state, place))
        seen = state.observation(action, seat)
        state.apply_action(action)
        belief.update(seen, state.view(seat))
        for agent in twins:
            agent.observe(seen, state.view(seat))
    for agent in twins:
        agent.end(state.returns())
